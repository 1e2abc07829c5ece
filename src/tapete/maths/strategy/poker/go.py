"""Go Poker: three own cards and two on the table, three bets of which two may be taken back.

Each bet is a matter of its own: it stays where the cards to come pay it more than they take
(CAT-III.3.5.4-09, CAT-III.3.5.4-11).
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.ranking import CARDS, Longs, Ranking, five
from tapete.maths.strategy.poker.suits import choose, sets, unplace
from tapete.maths.strategy.poker.terms import Ways

OWN = 3
BETS = 3


class GoTerms(msgspec.Struct, frozen=True):
    """What each bet is paid by the category of the hand, and the lowest hand that is paid."""

    pays: tuple[Fraction, ...]
    opens: int


class Go(NamedTuple):
    """The game solved: whether the first bet stays by kind of own cards, and the second once a card
    is seen (``second[kind, card]``)."""

    ways: Ways
    first: NDArray[np.uint8]
    second: NDArray[np.uint8]


def solve(terms: GoTerms) -> Go:
    """Every hand with every card to come."""
    ranking, kinds = five(), sets(OWN)
    unit = lcm(*(pay.denominator for pay in terms.pays))
    paid = np.array([int(unit * pay) for pay in terms.pays], np.int64)[ranking.level]
    paid[: terms.opens] = -unit
    before = np.zeros(len(kinds.one), np.int64)
    after = np.zeros((len(kinds.one), CARDS), np.int32)
    values, place_of = np.unique(paid, return_inverse=True)
    ends = np.zeros((BETS, len(values)), np.int64)
    _sum(kinds.one, kinds.ways, choose(), ranking, paid, place_of, before, after, ends)
    counts: dict[int, int] = {}
    for more in range(BETS):
        for value, count in zip(values.tolist(), ends[more].tolist(), strict=True):
            net = (more + 1) * value
            counts[net] = counts.get(net, 0) + count
    return Go(Ways(unit, counts), (before >= 0).astype(np.uint8), (after >= 0).astype(np.uint8))


@compiled
def _sum(
    one: Longs,
    ways: Longs,
    binomials: Longs,
    ranking: Ranking,
    paid: Longs,
    place_of: Longs,
    before: Longs,
    after: NDArray[np.int32],
    ends: Longs,
) -> None:
    own = np.zeros(3, np.int64)
    hands = np.zeros((52, 52), np.int64)
    for kind in range(len(one)):
        unplace(one[kind], 3, binomials, own)
        ranks, suited, suit = 0, 0, own[0] & 3
        for i in range(3):
            ranks = ranking.add[i, ranks, own[i] >> 2]
            suited = suited | 1 << (own[i] >> 2) if own[i] & 3 == suit else -8192
        for a in range(52):
            if a == own[0] or a == own[1] or a == own[2]:
                continue
            for b in range(a):
                if b == own[0] or b == own[1] or b == own[2]:
                    continue
                hand = ranking.best[5, ranking.add[4, ranking.add[3, ranks, a >> 2], b >> 2]]
                if suited > 0 and a & 3 == suit and b & 3 == suit:
                    hand = ranking.flush[suited | 1 << (a >> 2) | 1 << (b >> 2)]
                hands[a, b] = hands[b, a] = hand
                net = paid[hand]
                before[kind] += net
                after[kind, a] += net
                after[kind, b] += net
        first = before[kind] >= 0
        for a in range(52):
            if a == own[0] or a == own[1] or a == own[2]:
                continue
            stay = int(first) + int(after[kind, a] >= 0)
            for b in range(52):
                if b == own[0] or b == own[1] or b == own[2] or b == a:
                    continue
                ends[stay, place_of[hands[a, b]]] += ways[kind]
