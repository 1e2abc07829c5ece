"""Tables of Baccarat for the tests: a minimum of 1,000, four players, a bank in seat 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Limits, Place
from tapete.core.round.event import Event, nets
from tapete.core.table.table import Table
from tapete.games.cards.baccarat.state import BaccaratState, Bank
from tests.games.cards.puntoybanca.rounds import BANCA_WINS, Bets, Says, a_table, play

MIN = 1000
FIVE = ("Kc", "2d", "5h", "4s")  # punto 5, banca 6
FOUR: Sequence[int] = (1, 3, 5, 6)
AGAINST: Bets = {3: {"punto": 10_000}, 5: {"punto": 20_000}}


def table_of(seats: Sequence[int] = FOUR, **limits: Any) -> Table:
    """An open table without a banker."""
    return a_table("baccarat", seats=seats, limits=Limits(**{"min": MIN, **limits}))


def with_bank(amount: int = 50_000, seat: int = 1, seats: Sequence[int] = FOUR) -> Table:
    """An open table where this seat has just taken the bank."""
    table = table_of(seats)
    table.act("banco", seat=seat, amount=amount)
    return table


def after_a_win(amount: int = 50_000, against: Bets = AGAINST) -> Table:
    """A table whose banker, in seat 1, has dealt once and won."""
    table = with_bank(amount)
    play(table, BANCA_WINS, against)
    return table


def state(table: Table) -> BaccaratState:
    assert isinstance(table.state, BaccaratState)
    return table.state


def bank(table: Table) -> Bank:
    held = state(table).bank
    assert held is not None, "nobody holds the bank"
    return held


def held(table: Table) -> tuple[int, int]:
    """The banker and what is in the bank."""
    return bank(table).seat, bank(table).amount


def refused(act: Callable[..., Any], *args: Any, **facts: Any) -> tuple[str, str]:
    """The clause and the code with which something is refused."""
    with pytest.raises(Refused) as refusal:
        act(*args, **facts)
    return refusal.value.clause, refusal.value.code


def refused_bet(table: Table, bets: Bets, tried: Place) -> tuple[str, str]:
    """What is said to a bet after these are down."""
    table.begin()
    for seat, on in bets.items():
        for bet, amount in on.items():
            table.bet(Place(seat, bet, amount))
    return refused(table.bet, tried)


def moved(events: Sequence[Event], seat: int) -> int:
    """What a seat won or lost, chips on the felt included."""
    return nets(events).get(seat, 0)


def questions(
    table: Table, moves: Mapping[int, Sequence[str]] | None = None
) -> list[tuple[int, str, tuple[str, ...]]]:
    """Who is asked what in a round in which nobody bets, with the moves open to him."""
    says = Says((), {}, moves or {})
    table.play(says)
    return [(a.seat, a.about, tuple(option.name for option in a.options)) for a in says.asked]
