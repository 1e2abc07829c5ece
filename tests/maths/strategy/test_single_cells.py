"""The chart by totals is no mere resting place of its search: no cell changed alone does better."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace

from tapete.games.registry import find
from tapete.maths.strategy.first_card import SURELY, FirstCard
from tapete.maths.strategy.shoe import BLACK_JACK, PAIR, SIZE, Bools, Play
from tapete.maths.strategy.terms import terms
from tapete.maths.strategy.totals import PAIRS, ROW, ROWS, best_by_totals, values


def worth(first: FirstCard, play: Play) -> float:
    """What a round against this first card brings, hands after a split played by the chart too."""
    value = values(first, play).copy()
    for pair in play.splits:
        value[PAIR[pair]] = first.worth(first.split(pair, play))
    start = first.dealt.copy()
    start[BLACK_JACK] = 0.0
    return float(np.where(start > 0, start * value, 0.0).sum())


def cells() -> Iterator[Bools]:
    """The hands of each cell: a total, soft or hard, and every pair by itself."""
    single = np.ones(SIZE, dtype=bool)
    single[PAIRS] = False
    for row in range(ROWS):
        yield (row == ROW) & single
    for pair in PAIRS:
        one = np.zeros(SIZE, dtype=bool)
        one[pair] = True
        yield one


def changed(first: FirstCard, play: Play) -> Iterator[Play]:
    """The chart with one cell turned round in one of its moves."""
    for cell in cells():
        hits, doubles, retires = (
            cell & may for may in (first.may_hit, first.may_double, first.may_retire)
        )
        if hits.any():
            yield play._replace(hits=play.hits ^ hits)
        if doubles.any():
            yield play._replace(doubles=play.doubles ^ doubles, retires=play.retires & ~doubles)
        if retires.any():
            yield play._replace(retires=play.retires ^ retires, doubles=play.doubles & ~retires)
    for pair, i in PAIR.items():
        if first.may_split(pair):
            one = np.arange(SIZE) == i
            yield play._replace(
                splits=play.splits ^ {pair},
                doubles=play.doubles & ~one,
                retires=play.retires & ~one,
            )


@pytest.mark.parametrize("up", [2, 7, 9, 10])
def test_no_cell_of_the_chart_changed_alone_does_better(up: int) -> None:
    """At two decks, where what lies on the table weighs most in what is still to come."""
    first = FirstCard(replace(terms(find("black-jack").rules_of()), decks=2), up)
    play = best_by_totals(first)
    best, tried = worth(first, play), 0
    for other in changed(first, play):
        assert worth(first, other) < best + SURELY
        tried += 1
    assert tried > 60
