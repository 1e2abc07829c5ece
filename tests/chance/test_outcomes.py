"""Every outcome of every ask of chance can come, with exactly the weight the ask says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tapete.core.round.ask import ChanceAsk
from tapete.core.round.chance import DrawCard, Roll, Spin
from tapete.games.poker.pot import DrawSeat
from tapete.games.registry import GAMES
from tapete.systems.balls import Ball
from tapete.systems.machines.asks import Branch, Stops
from tests.chance.rounds import asked
from tests.chance.tree import law

ROUNDS = 3
MOST = 12
"""Asks of a game looked at, no two alike in what they ask and out of how many."""


def kinds() -> set[type[Any]]:
    found, left = set(), [ChanceAsk]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if kind is not ChanceAsk and kind.__module__.startswith("tapete."):
            found.add(kind)
    return found


def unlike(asks: list[ChanceAsk[Any]]) -> list[ChanceAsk[Any]]:
    found = {}
    for ask in asks:
        found.setdefault((type(ask), len(list(ask.weighted())), _total(ask)), ask)
    return list(found.values())[:MOST]


def _total(ask: ChanceAsk[Any]) -> int:
    return sum(ask.left.values()) if isinstance(ask, DrawCard) else 0


def check_reach(ask: ChanceAsk[Any]) -> None:
    weighted = list(ask.weighted())
    assert law(ask.some) == dict(weighted)
    assert sum(weight for _, weight in weighted) == 1
    for answer, _ in weighted:
        ask.check(answer)


@pytest.mark.parametrize("game", GAMES)
def test_every_outcome_a_table_asks_for_is_reached_with_its_weight(game: str) -> None:
    asks = unlike(asked(game, ROUNDS))
    assert asks
    for ask in asks:
        check_reach(ask)


@pytest.mark.parametrize("odds", [Fraction(1, 40), Fraction(3, 7), Fraction(1)])
def test_a_seat_is_drawn_with_the_odds_of_the_prize(odds: Fraction) -> None:
    check_reach(DrawSeat(seats=(2, 3, 7), odds=odds, clause="CAT-I.1-04"))


SYSTEMS = [
    Stops(sizes=(3, 1, 4, 2)),
    Branch(weights=(5, 2, 1)),
    Ball(inside=tuple(range(1, 91)), clause="CAT-V.2.2.1-08"),
    Ball(inside=(7,), clause="CAT-VI.4.1-01"),
]


@pytest.mark.parametrize("ask", SYSTEMS, ids=lambda ask: type(ask).__name__)
def test_every_outcome_a_machine_or_a_hall_asks_for_is_reached(ask: ChanceAsk[Any]) -> None:
    check_reach(ask)


def test_no_kind_of_ask_is_left_out() -> None:
    assert kinds() == {Spin, Roll, DrawCard, DrawSeat} | {type(ask) for ask in SYSTEMS}
    looked_at = {type(ask) for game in GAMES for ask in asked(game, 1)[:1]}
    assert looked_at == {Spin, Roll, DrawCard}
