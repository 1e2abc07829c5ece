"""The best play that looks at totals alone: what a chart can say.

A row of a chart holds many hands. What is best for the row is judged over its hands as often as
each is met when playing by the chart itself, so the two are sought in turn until nothing changes.
"""

from __future__ import annotations

import numpy as np

from tapete.maths.strategy.first_card import SURELY, FirstCard
from tapete.maths.strategy.hands import Floats
from tapete.maths.strategy.shoe import BLACK_JACK, PAIR, SIZE, TABLE, TWO, Bools, Play

ROW = 2 * TABLE.best + TABLE.soft
"""The row each hand is in: the same total, soft or hard."""
ROWS = int(ROW.max()) + 1
ROUNDS = 50
PAIRS = list(PAIR.values())


def best_by_totals(first: FirstCard) -> Play:
    """The best play by totals against a first card, splits included."""
    play = _settled(first, frozenset())
    for _ in range(ROUNDS):
        value = values(first, play)
        splits = frozenset(
            pair
            for pair, i in PAIR.items()
            if first.may_split(pair) and first.worth(first.split(pair, play)) > value[i] + SURELY
        )
        again = _settled(first, splits)
        if _same(again, play):
            return _unsplit_pairs(first, again)
        play = again
    raise ArithmeticError(f"no chart against {first.up} is best by its own measure")


def _unsplit_pairs(first: FirstCard, play: Play) -> Play:
    """The same chart, with the cells of split pairs swept one by one. Such a pair is played as a
    hand only after the last split it may make, so what is best for it shows in the splits alone."""
    for pair in sorted(play.splits):
        one = np.arange(SIZE) == PAIR[pair]
        other = play._replace(hits=play.hits ^ (one & first.may_hit))
        worth = [first.worth(first.split(pair, each)) for each in (play, other)]
        if worth[1] > worth[0] + SURELY:
            play = other
    return play


def values(first: FirstCard, play: Play) -> Floats:
    """What hands are worth, played so and not split."""
    value, _ = first.shoe.play_on(play.hits)
    value = np.where(play.doubles, first.shoe.double, value)
    return np.where(play.retires, first.retire, value)


def _settled(first: FirstCard, splits: frozenset[int]) -> Play:
    shoe = first.shoe
    hits, _, _ = shoe.best_play(first.may_hit)
    play = Play(hits, splits=splits)
    dealt = first.dealt.copy()
    dealt[BLACK_JACK] = 0.0
    whole = dealt.copy()
    dealt[PAIRS] = 0.0  # pairs have rows of their own
    going = whole.copy()
    for pair in splits:
        going[PAIR[pair]] = 0.0
    for _ in range(ROUNDS):
        value, hit = shoe.play_on(play.hits)
        met = shoe.visits(np.where(play.doubles | play.retires, 0.0, going), play.hits)
        met[PAIRS] = 0.0
        asks = first.may_hit & _better(hit, shoe.stand, met, whole)
        value = np.where(asks, hit, shoe.stand)
        doubles = first.may_double & _better(shoe.double, value, dealt, whole)
        value = np.where(doubles, shoe.double, value)
        retires = first.may_retire & _better(np.full(SIZE, first.retire), value, dealt, whole)
        again = _with_pairs(first, Play(asks, doubles & ~retires, retires, splits), hit)
        if _same(again, play):
            return play
        play = again
    raise ArithmeticError(f"no chart against {first.up} is best by its own measure")


def _with_pairs(first: FirstCard, play: Play, hit: Floats) -> Play:
    """The same play with every pair that is not split played as is best for the pair itself.

    One that would be split but may not any more neither retires: most games close that.
    """
    shoe, asks, doubles, retires = first.shoe, *(a.copy() for a in play[:3])
    for pair, i in PAIR.items():
        asks[i] = first.may_hit[i] and hit[i] > shoe.stand[i]
        value = max(hit[i], shoe.stand[i]) if asks[i] else shoe.stand[i]
        doubles[i] = first.may_double[i] and shoe.double[i] > value + SURELY
        value = shoe.double[i] if doubles[i] else value
        retires[i] = first.may_retire[i] and first.retire > value + SURELY
        retires[i] &= pair not in play.splits
        doubles[i] &= not retires[i]
    return Play(asks, doubles, retires, play.splits)


def _better(this: Floats, that: Floats, weights: Floats, whole: Floats) -> Bools:
    """Whether ``this`` is better than ``that`` over the row of each hand. A row that is never met
    is judged by the hands dealt into it, and then by all its hands alike."""
    gain = np.zeros(ROWS)
    for tried in (weights, whole, np.where(TWO, 1e-9, 0.0), np.full(SIZE, 1e-9)):
        found = np.bincount(ROW, np.where(tried > 0, tried * (this - that), 0.0), ROWS)
        open_rows = np.bincount(ROW, tried, ROWS) > 0
        gain = np.where((gain == 0) & open_rows, found, gain)
    better: Bools = (gain > 0)[ROW]
    return better


def _same(one: Play, other: Play) -> bool:
    return one.splits == other.splits and all(
        bool((a == b).all()) for a, b in zip(one[:3], other[:3], strict=True)
    )
