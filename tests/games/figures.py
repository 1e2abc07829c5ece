"""Tables of the games of figures (Big Six, Corona y Ancla, Chuck a Luck) for their tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tapete.chance import tape
from tapete.core.round.bets import Limits, Place, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.chance import NoResult
from tapete.core.round.event import Announced, Event
from tapete.core.round.game import Game
from tapete.core.round.live import Live
from tapete.core.round.record import Record
from tapete.core.table.table import Table
from tests.terms import terms_of

Bets = dict[int, dict[str, int]]


def opened(game: Game[Any, Any], *seats: int, limits: Limits | None = None) -> Table:
    """A table with its staff, open for play."""
    table = Table(game, seats=seats, terms=terms_of(game, limits))
    table.open_play(["croupier", "jefe-de-mesa"])
    return table


def slip(bets: Bets) -> Slip:
    """The chips of each seat on each figure, one after the other."""
    return Slip(tuple(Place(seat, bet, n) for seat, on in bets.items() for bet, n in on.items()))


def null(cause: str) -> NoResult:
    return NoResult(cause=cause)


def played(table: Table, bets: Bets, *results: Any) -> Record:
    """One round: these bets, then these results of chance and rulings."""
    return table.play(tape([slip(bets), *results]))


def closed(table: Table, bets: Bets) -> Live[Any]:
    """A round whose bets have just been closed."""
    live = table.begin()
    live.answer(slip(bets))
    return live


def told(events: Iterable[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def said(events: Iterable[Event]) -> list[tuple[str, str]]:
    """What was announced, each with its clause."""
    return [(event.what, event.clause) for event in told(events, Announced)]


def window(live: Live[Any]) -> BetWindow:
    assert isinstance(live.ask, BetWindow)
    return live.ask
