"""Video poker, compiled: rows counted over all hands, and the best of 32 holds of each.

A card is ``4 * rank + suit``. A set of cards in ascending order has a place of its own among the
sets of its size (``C(a, 1) + C(b, 2) + ...``), sizes one after another.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.stream import Stream, draw

DECK = 52
CHOOSE: NDArray[np.int64] = np.array(
    [[comb(n, k) for k in range(6)] for n in range(DECK + 1)], dtype=np.int64
)
FIRST: NDArray[np.int64] = np.cumsum([0, *(comb(DECK, k) for k in range(6))]).astype(np.int64)
"""Where the sets of each size begin; the last is how many sets there are."""
HELD: NDArray[np.int64] = np.array([mask.bit_count() for mask in range(32)], dtype=np.int64)
"""How many cards each hold keeps."""
MULTISETS: NDArray[np.int64] = np.array(
    [[comb(rank + place, place + 1) for rank in range(13)] for place in range(5)], dtype=np.int64
)


@compiled
def place_of(cards: Any, mask: int, choose: Any, first: Any) -> int:
    """The place of the cards of a hand that a mask keeps."""
    at = 0
    size = 0
    for bit in range(5):
        if mask >> bit & 1:
            size += 1
            at += choose[cards[bit], size]
    return int(first[size] + at)


@compiled
def row_of(cards: Any, of: Any, wild: int, multisets: Any) -> int:
    """The row of a whole hand."""
    at = 0
    suit = -1
    suited = 1
    for place in range(5):
        rank = cards[place] >> 2
        at += multisets[place, rank]
        if rank != wild:
            if suit == -1:
                suit = cards[place] & 3
            elif suit != cards[place] & 3:
                suited = 0
    return int(of[at, suited])


@compiled
def _count(of: Any, wild: int, counts: Any, choose: Any, first: Any, multisets: Any) -> None:
    cards = np.empty(5, dtype=np.int64)
    for a in range(DECK - 4):
        cards[0] = a
        for b in range(a + 1, DECK - 3):
            cards[1] = b
            for c in range(b + 1, DECK - 2):
                cards[2] = c
                for d in range(c + 1, DECK - 1):
                    cards[3] = d
                    for e in range(d + 1, DECK):
                        cards[4] = e
                        row = row_of(cards, of, wild, multisets)
                        if row:
                            for mask in range(32):
                                counts[place_of(cards, mask, choose, first), row] += 1


def count_rows(of: NDArray[np.int64], wild: int, rows: int) -> NDArray[np.int32]:
    """For each set of up to five cards and each row: the hands with these cards that pay it.

    ``of`` gives the row of a hand by its multiset of ranks and whether it is of one suit.
    """
    counts = np.zeros((int(FIRST[-1]), rows), dtype=np.int32)
    _count(of, wild, counts, CHOOSE, FIRST, MULTISETS)
    return counts


@compiled
def _signed(sums: Any) -> None:
    """From hands that contain a set to hands that contain it and none of the other cards."""
    for bit in range(5):
        for mask in range(32):
            if not mask >> bit & 1:
                sums[mask] -= sums[mask | 1 << bit]


ORDERS = 24
"""Every number of ways to order cards of equal rank divides this."""


@compiled
def _ascending(ranks: Any, suits: Any, cards: Any) -> None:
    for place in range(5):
        card = 4 * ranks[place] + suits[place]
        at = place
        while at and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card


@compiled
def _weight(ranks: Any, kinds: int) -> int:
    """How many hands a sequence stands for, times `ORDERS`, cards of equal rank in every order."""
    weight = ORDERS
    for suit in range(kinds):
        weight *= 4 - suit
    alike = 1
    for place in range(1, 5):
        alike = alike + 1 if ranks[place] == ranks[place - 1] else 1
        weight //= alike
    return weight


@compiled
def next_hand(ranks: Any, suits: Any, named: Any, cards: Any) -> int:
    """Go on to the next hand but for the names of suits (a suit is named when it first comes), its
    ``cards`` ascending; gives its weight, 0 after the last. All begins with zeros but for the first
    suit, which is -1."""
    at = 0 if suits[0] < 0 else 4
    while at >= 0:
        suits[at] += 1
        if suits[at] > min(named[at], 3):
            ranks[at] += 1
            suits[at] = 0
            if ranks[at] > 12:
                at -= 1
                continue
        twin = False
        for other in range(at):
            if ranks[other] == ranks[at] and suits[other] == suits[at]:
                twin = True
        if twin:
            continue
        named[at + 1] = max(named[at], suits[at] + 1)
        if at < 4:
            at += 1
            ranks[at] = ranks[at - 1]
            suits[at] = -1
            continue
        _ascending(ranks, suits, cards)
        return _weight(ranks, named[5])
    return 0


@compiled
def _best_hold(
    cards: Any, paid: Any, scale: Any, held: Any, choose: Any, first: Any, places: Any, sums: Any
) -> int:
    """The best of a hand's 32 holds; of equals the one that keeps more cards."""
    for mask in range(32):
        places[mask] = place_of(cards, mask, choose, first)
        sums[mask] = paid[places[mask]]
    _signed(sums)
    best = 0
    most = np.int64(-1)
    for mask in range(32):
        worth = sums[mask] * scale[held[mask]]
        if worth > most or (worth == most and held[mask] > held[best]):
            most = worth
            best = mask
    return best


@compiled
def _best(
    cards: Any, counts: Any, paid: Any, scale: Any, held: Any, choose: Any, first: Any,
    places: Any, sums: Any, weight: int, ends: Any,
) -> None:  # fmt: skip
    """Add the rows of one hand at its best hold."""
    best = _best_hold(cards, paid, scale, held, choose, first, places, sums)
    for mask in range(32):
        if mask & best == best:
            times = weight * scale[held[best]]
            if held[mask] - held[best] & 1:
                times = -times
            for row in range(1, counts.shape[1]):
                ends[row] += times * counts[places[mask], row]


@compiled
def _play(
    counts: Any, paid: Any, scale: Any, held: Any, choose: Any, first: Any, ends: Any
) -> None:
    ranks = np.zeros(5, dtype=np.int64)
    suits = np.zeros(5, dtype=np.int64)
    named = np.zeros(6, dtype=np.int64)
    cards = np.empty(5, dtype=np.int64)
    places = np.empty(32, dtype=np.int64)
    sums = np.empty(32, dtype=np.int64)
    suits[0] = -1
    weight = next_hand(ranks, suits, named, cards)
    while weight:
        _best(cards, counts, paid, scale, held, choose, first, places, sums, weight, ends)
        weight = next_hand(ranks, suits, named, cards)


def play_all(
    counts: NDArray[np.int32], pays: NDArray[np.int64], scale: NDArray[np.int64]
) -> NDArray[np.int64]:
    """How often each row comes when every hand is played at its best.

    ``scale`` brings the draws of each number of cards held to one common number.
    """
    ends = np.zeros(len(pays), dtype=np.int64)
    _play(counts, counts @ pays, scale, HELD, CHOOSE, FIRST, ends)
    return ends // ORDERS


@compiled
def _holds(paid: Any, cards: Any, choose: Any, first: Any, sums: Any) -> None:
    for mask in range(32):
        sums[mask] = paid[place_of(cards, mask, choose, first)]
    _signed(sums)


def sums_of_holds(
    counts: NDArray[np.int32], pays: NDArray[np.int64], cards: NDArray[np.int64]
) -> NDArray[np.int64]:
    """For one hand, cards ascending: what all draws of each of its 32 holds pay together."""
    sums = np.zeros(32, dtype=np.int64)
    _holds(counts @ pays, cards, CHOOSE, FIRST, sums)
    return sums


@compiled
def _deals(
    state: Any, n: int, deck: Any, of: Any, wild: int, multisets: Any, paid: Any, scale: Any,
    held: Any, choose: Any, first: Any, ends: Any,
) -> None:  # fmt: skip
    cards = np.empty(5, dtype=np.int64)
    places = np.empty(32, dtype=np.int64)
    sums = np.empty(32, dtype=np.int64)
    for _ in range(n):
        draw(deck, 0, 10, state)
        for place in range(5):
            cards[place] = deck[place]
        cards.sort()
        best = _best_hold(cards, paid, scale, held, choose, first, places, sums)
        for place in range(5):
            if not best >> place & 1:
                cards[place] = deck[5 + place]
        cards.sort()
        ends[row_of(cards, of, wild, multisets)] += 1


def deal_hands(
    of: NDArray[np.int64], wild: int, counts: NDArray[np.int32], pays: NDArray[np.int64],
    scale: NDArray[np.int64], n: int, state: Stream,
) -> NDArray[np.int64]:  # fmt: skip
    """So many hands dealt and played at their best: how often each row came, 0 for none."""
    ends = np.zeros(len(pays), dtype=np.int64)
    deck = np.arange(DECK, dtype=np.uint8)
    paid = counts @ pays
    _deals(state, n, deck, of, wild, MULTISETS, paid, scale, HELD, CHOOSE, FIRST, ends)
    return ends
