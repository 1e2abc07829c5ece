"""Throws of craps for tests: a table, a slip written like in a scenario, and the dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Choose, Ruling
from tapete.core.round.bets import BetAction, Closed, Limits, Offer, Place, Remove, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.chance import NoResult
from tapete.core.round.event import Event, net
from tapete.core.round.game import Game
from tapete.core.round.record import Record
from tapete.core.table.table import Table
from tapete.games.dice.craps.game import CRAPS
from tapete.games.dice.craps.mark import Mark
from tests.terms import terms_of

Bets = Mapping[int, Mapping[str, int]]
STAFF = ("tallador", "pagador", "jefe-de-mesa")
EASY = {2: "1-1", 3: "1-2", 4: "1-3", 5: "1-4", 6: "1-5", 7: "1-6",
        8: "2-6", 9: "3-6", 10: "4-6", 11: "5-6", 12: "6-6"}  # fmt: skip
"""A throw of each total, never a double where there is another way."""


def opened(
    *seats: int,
    edition: str = "scj-2023",
    game: Game[Any, Any] = CRAPS,
    changes: dict[str, str] | None = None,
    limits: Limits | None = None,
    staff: Iterable[str] = STAFF,
) -> Table:
    """An open table with these players."""
    table = Table(
        game,
        edition=edition,
        changes=changes,
        terms=terms_of(game, limits),
        seats=seats,
        version="test",
    )
    table.open_play(staff)
    return table


def slip(
    bets: Bets | None = None,
    remove: Mapping[int, Iterable[str]] | None = None,
    active: Mapping[int, Iterable[str]] | None = None,
) -> Slip:
    actions: list[BetAction] = []
    for seat, gone in (remove or {}).items():
        actions += [Remove(seat, bet) for bet in gone]
    for seat, placed in (bets or {}).items():
        actions += [Place(seat, bet, amount) for bet, amount in placed.items()]
    for seat, called in (active or {}).items():
        actions += [Mark(seat, bet, "activa") for bet in called]
    return Slip(tuple(actions))


def throw(
    table: Table,
    *chance: str | NoResult,
    bets: Bets | None = None,
    remove: Mapping[int, Iterable[str]] | None = None,
    active: Mapping[int, Iterable[str]] | None = None,
    choose: str = "",
    ruling: str = "",
) -> Record:
    """One round: the slip, then these throws; choices by default unless one is given."""
    live = table.begin()
    table.answer(slip(bets, remove, active))
    left = list(chance)
    while live.ask is not None:
        match live.ask:
            case Choose() as ask:
                table.answer(choose or ask.default)
            case Ruling() as ask:
                table.answer(ruling or ask.default)
            case _:
                result = left.pop(0)
                table.answer(tuple(result.split("-")) if isinstance(result, str) else result)
    assert not left
    return table.finish()


def on_point(
    point: int | None,
    *seats: int,
    bets: Bets | None = None,
    edition: str = "scj-2023",
    limits: Limits | None = None,
) -> Table:
    """A table whose highest seat threw this point, with Pass Line 1000, and the bets given."""
    table = opened(*seats, edition=edition, limits=limits)
    if point is not None:
        placed = {seat: dict(each) for seat, each in (bets or {}).items()}
        placed.setdefault(max(seats), {}).setdefault("pass", 1000)
        throw(table, EASY[point], bets=placed)
    return table


def nets(table: Table, record: Record) -> dict[int, int]:
    """What each seat won or lost, those that did neither left out."""
    seats = {
        *table.players,
        *(getattr(event, "seat", 0) for event in record.events if hasattr(event, "bet")),
    }
    return {seat: amount for seat in sorted(seats) if (amount := net(record.events, seat))}


def on_felt(table: Table) -> dict[tuple[int, str], int]:
    """What stands between throws."""
    return {(stake.seat, stake.bet): stake.amount for stake in table.state.standing()}


def refusal(table: Table, action: BetAction, before: Slip | None = None) -> tuple[str, str]:
    """The clause and the code with which the next window refuses this; the round is dropped."""
    live = table.begin()
    assert isinstance(live.ask, BetWindow)
    open_bets = live.ask.open()
    try:
        for done in (before or Slip()).actions:
            open_bets.take(done)
        open_bets.take(action)
    except Refused as refused:
        return refused.clause, refused.code
    finally:
        table.void("prueba")
    return "", "taken"


def closing_refusal(table: Table, bets: Bets) -> tuple[str, str]:
    """The clause and the code with which these bets cannot be closed; the round is dropped."""
    live = table.begin()
    assert live.ask is not None
    try:
        live.ask.check(slip(bets))
    except Refused as refused:
        return refused.clause, refused.code
    finally:
        table.void("prueba")
    return "", "closed"


def is_open(table: Table, seat: int, bet: str) -> bool:
    """Whether the next window takes this bet."""
    live = table.begin()
    assert isinstance(live.ask, BetWindow)
    room: Offer | Closed = live.ask.open().room(seat, bet)
    table.void("prueba")
    return isinstance(room, Offer)


def told(record: Record, kind: type[Event]) -> list[Any]:
    return [event for event in record.events if isinstance(event, kind)]


def said(record: Record) -> list[str]:
    return [event.what for event in record.events if event.kind == "announced"]


def null(cause: str) -> NoResult:
    return NoResult(cause)
