"""Roulette tables for tests: bets and a number in, events and money out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

from tapete.chance import tape
from tapete.core.book.refused import Refused
from tapete.core.round.bets import BetAction, Limits, Place, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.chance import NoResult
from tapete.core.round.event import Announced, BetLost, BetWon, Event, net
from tapete.core.round.record import Record
from tapete.core.table.table import Table
from tapete.games.registry import find
from tapete.games.roulette.roulette import RouletteState
from tapete.games.roulette.rules import RouletteRules
from tests.terms import terms_of

FRENCH = "ruleta-francesa"
ONE_ZERO = "ruleta-americana-un-cero"
DOUBLE_ZERO = "ruleta-americana-doble-cero"
AMERICAN = (ONE_ZERO, DOUBLE_ZERO)
ALL = (FRENCH, *AMERICAN)
STAFF = ("croupier", "croupier", "jefe-de-mesa")

Bets = Mapping[int, Mapping[str, int]]
E = TypeVar("E", bound=Event)


def opened(
    game: str,
    *seats: int,
    rules: str = "scj-2023",
    changes: dict[str, str] | None = None,
    limits: Limits | None = None,
    staff: Iterable[str] = STAFF,
) -> Table:
    """A table with its staff, open for play."""
    found = find(game)
    terms = terms_of(found, limits)
    table = Table(found, edition=rules, changes=changes, terms=terms, seats=seats)
    table.open_play(staff)
    return table


def rules_of(
    game: str, rules: str = "scj-2023", changes: dict[str, str] | None = None
) -> RouletteRules:
    found = find(game).rules_of(rules, changes)
    assert isinstance(found, RouletteRules)
    return found


def slip(bets: Bets | Iterable[BetAction]) -> Slip:
    """Chips of each seat on each bet, one after the other; or these very actions."""
    if isinstance(bets, Mapping):
        return Slip(tuple(Place(s, bet, n) for s, on in bets.items() for bet, n in on.items()))
    return Slip(tuple(bets))


def null(cause: str = "bola-fuera") -> NoResult:
    return NoResult(cause=cause)


@dataclass
class Played:
    """A round that was played at a table."""

    table: Table
    record: Record

    @property
    def events(self) -> tuple[Event, ...]:
        return self.record.events

    @property
    def net(self) -> dict[int, int]:
        """What each seat won or lost, its chips on the felt included."""
        seats = sorted({*self.record.header.seats, *self.table.players})
        return {seat: won for seat in seats if (won := net(self.events, seat))}

    def told(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def said(self) -> list[str]:
        return [event.what for event in self.told(Announced)]

    def lost(self) -> list[str]:
        return [event.bet for event in self.told(BetLost)]

    def won(self) -> list[tuple[int, str]]:
        return [(event.seat, event.bet) for event in self.told(BetWon)]


def throw(table: Table, bets: Bets | Iterable[BetAction], *answers: Any) -> Played:
    """One round at this table: these bets, then the number and whatever else is asked."""
    return Played(table, table.play(tape([slip(bets), *answers])))


def spin(game: str, bets: Bets, *answers: Any, **settings: Any) -> Played:
    """One round at a new table of the game, the bettors seated."""
    return throw(opened(game, *bets, **settings), bets, *answers)


def state(table: Table) -> RouletteState:
    assert isinstance(table.state, RouletteState)
    return table.state


def bought(game: str = ONE_ZERO, *seats: int, chips: int = 20, value: int = 500) -> Table:
    """A table where seat 1 plays green at 500 a chip and holds twenty."""
    table = opened(game, *(seats or (1, 2, 3)))
    table.act("comprar-color", seat=1, colour="verde", value=value, amount=value * chips)
    return table


def held(table: Table, seat: int) -> int:
    row = state(table).board.of(seat)
    assert row is not None
    return row.chips


def paid_in(played: Played) -> list[tuple[object, ...]]:
    return [
        (said.facts["seat"], said.facts["colour"], said.facts["chips"], said.facts["money"])
        for said in played.told(Announced)
        if said.what == "pago-en-fichas"
    ]


def window(table: Table) -> BetWindow:
    """The open bets of a round that has just begun."""
    ask = table.begin().ask
    assert isinstance(ask, BetWindow)
    return ask


def refused(code: str, clause: str) -> Any:
    """Expect a refusal with this code by this clause."""

    class Expected:
        def __enter__(self) -> None:
            self.raises = pytest.raises(Refused)
            self.caught = self.raises.__enter__()

        def __exit__(self, *error: Any) -> bool:
            done = bool(self.raises.__exit__(*error))
            assert (self.caught.value.code, self.caught.value.clause) == (code, clause)
            return done

    return Expected()
