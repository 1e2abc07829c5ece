"""Draw Poker once all is counted: the best exchange of every hand, and where they all lead."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.ranking import CARDS, Ints, Longs, Ranking
from tapete.maths.strategy.poker.suits import Sets, choose, renamings, sort, unplace
from tapete.maths.strategy.poker.terms import Nets, Ways

OWN = 5
LEVELS = 10
WON = 3
"""Columns before the winning ones: the croupier does not open, ties, wins."""
OPTIONS: tuple[tuple[int, ...], ...] = tuple(
    out for count in range(3) for out in combinations(range(OWN), count)
)
"""The exchanges there are: the places of the cards given up, in the hand from the lowest."""
FOLD, OTHER = 254, 255
NAMES = renamings()


class Draw(NamedTuple):
    """The game solved: by place of the hand that stands for others what to do, one of `OPTIONS` or
    `FOLD`; `OTHER` at the places of those others."""

    ways: Ways
    moves: NDArray[np.uint8]


def decide(found: Longs, hands: Sets, paid: Nets, ranking: Ranking, changes: int) -> Draw:
    """The best exchange of every hand, and where they all lead."""
    orbits = np.zeros((len(hands.one), len(OPTIONS)), np.int64)
    option = np.zeros((OWN, OWN), np.int64)
    for number, out in enumerate(OPTIONS):
        if len(out) == 1:
            option[out[0], out[0]] = number
        elif len(out) == 2:
            option[out[0], out[1]] = option[out[1], out[0]] = number
    _merge(found, hands.one, choose(), NAMES, option, orbits)
    most = comb(CARDS - OWN, OWN) * 42 * 41 * 40 * 39
    """Ways for the croupier and the cards drawn, in common for any number exchanged."""
    scale = np.array([(1560, 39, 2)[len(out)] for out in OPTIONS], np.int64)
    allowed = np.array([len(out) <= changes for out in OPTIONS])
    wins = [int(paid.win[np.argmax(ranking.level == level)]) for level in range(LEVELS)]
    values = np.array([paid.closed, 0, paid.lose, *wins], np.int64)
    per_hand = most * hands.ways
    assert (found.sum(axis=2) * scale == orbits * per_hand[:, None])[:, allowed].all(), (
        "a way was lost"
    )
    worth = (found // np.maximum(orbits, 1)[:, :, None]) @ values * scale
    worth[:, ~allowed] = np.iinfo(np.int64).min
    best = np.argmax(worth, axis=1)
    every = np.arange(len(best))
    goes = worth[every, best] >= -paid.unit * per_hand
    counts = {-paid.unit: int(hands.ways[~goes].sum()) * most}
    chosen = found[every, best] // orbits[every, best][:, None]
    for number in range(len(OPTIONS)):
        rows = chosen[goes & (best == number)]
        for column, value in enumerate(values.tolist()):
            ways_there = sum(map(int, rows[:, column])) * int(scale[number])
            counts[value] = counts.get(value, 0) + ways_there
    moves = np.full(len(hands.kind), OTHER, np.uint8)
    moves[hands.one] = np.where(goes, best, FOLD)
    return Draw(Ways(paid.unit, counts), moves)


@compiled
def _merge(
    found: Longs, one: Longs, binomials: Longs, names: Ints, option: Longs, orbits: Longs
) -> None:
    """Exchanges of one hand that differ by the names of the suits are one: each gets all."""
    cards, other, sorted_ = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    root = np.zeros(16, np.int64)
    at = np.zeros(5, np.int64)
    for kind in range(len(one)):
        unplace(one[kind], 5, binomials, cards)
        for i in range(16):
            root[i] = i
        for n in range(len(names)):
            for i in range(5):
                other[i] = (cards[i] >> 2) << 2 | names[n, cards[i] & 3]
                sorted_[i] = other[i]
            sort(sorted_, 5)
            if not (sorted_ == cards).all():
                continue
            for i in range(5):
                for j in range(5):
                    if cards[j] == other[i]:
                        at[i] = j
            for i in range(5):
                for j in range(i, 5):
                    a, b = option[i, j], option[at[i], at[j]]
                    root[a] = min(root[a], root[b])
        for i in range(16):  # to the least of its kind, in any number of steps
            while root[root[i]] != root[i]:
                root[i] = root[root[i]]
        for i in range(16):
            orbits[kind, root[i]] += 1
            if root[i] != i:
                found[kind, root[i]] += found[kind, i]
        for i in range(16):
            if root[i] != i:
                orbits[kind, i] = orbits[kind, root[i]]
                found[kind, i] = found[kind, root[i]]
