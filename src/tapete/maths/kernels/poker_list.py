"""Video poker by a list: which kinds of holds a hand offers, what the best of each is worth, and
what a list of kinds brings when every hand keeps the first of them it has.

A kind of hold is a number (`kind_of`): wild cards, other cards, their shape, high cards. A hand
offers the same kind in several ways at times; the best of them is meant.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.video_poker import (
    CHOOSE,
    FIRST,
    MULTISETS,
    ORDERS,
    _signed,
    next_hand,
    place_of,
    row_of,
)

SHAPES = (
    "nada", "par-alto", "par", "dos-pares", "trio", "poker", "real", "color-0", "color-1",
    "color-2", "color-3", "palo", "escalera-0", "escalera-1", "escalera-2", "escalera-3", "sueltas",
)  # fmt: skip
"""Shapes of cards held: pairs and more; suited towards a royal flush, a straight flush (with so
many gaps) or a flush; unsuited towards a straight; loose cards."""
NOTHING, HIGH_PAIR, PAIR, TWO_PAIRS, THREE, FOUR, ROYAL, SUITED, FLUSH, STRAIGHT, LOOSE = (
    0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 16,
)  # fmt: skip
PLAIN = 5 * 6 * len(SHAPES) * 6
"""So many kinds there can be by wilds, other cards, shape, high cards among them; whole hands, by
their row, come after."""
KINDS = PLAIN + 32


@compiled
def _gaps(ranks: Any, n: int) -> int:
    """How far cards of different ranks are from the most straights that so many can become (none:
    every way is open), or -1 if no straight has them all."""
    ways = 0
    for low in range(-1, 9):  # from ace to five up to ten to ace
        fits = True
        for place in range(n):
            rank = ranks[place]
            inside = low <= rank <= low + 4 or (low == -1 and rank == 12)
            fits = fits and inside
        if fits:
            ways += 1
    return 6 - n - ways if ways else -1


@compiled
def kind_of(cards: Any, mask: int, wild: int, least: int, made: int) -> int:
    """The kind of a hold: cards ascending, ``least`` the lowest rank of a pair that pays, ``made``
    the row of the whole hand if it needs all five cards, else 0."""
    if mask == 31 and made:
        return int(PLAIN + made)
    ranks = np.empty(5, dtype=np.int64)
    n = 0
    wilds = 0
    high = 0
    alike = np.zeros(13, dtype=np.int64)
    suit = -1
    suited = True
    for bit in range(5):
        if mask >> bit & 1:
            rank = cards[bit] >> 2
            if rank == wild:
                wilds += 1
                continue
            ranks[n] = rank
            n += 1
            alike[rank] += 1
            if rank >= least:
                high += 1
            if suit == -1:
                suit = cards[bit] & 3
            elif suit != cards[bit] & 3:
                suited = False
    most = 0
    pairs = 0
    pair = -1
    for rank in range(13):
        most = max(most, alike[rank])
        if alike[rank] >= 2:
            pairs += 1
            pair = rank
    if most >= 4:
        shape = FOUR
    elif most == 3:
        shape = THREE
    elif pairs == 2:
        shape = TWO_PAIRS
    elif pairs == 1:
        shape = HIGH_PAIR if pair >= least else PAIR
    elif n == 0:
        shape = NOTHING
    elif n == 1:
        shape = LOOSE
    else:
        gaps = _gaps(ranks, n)
        if suited and ranks[0] >= 8:
            shape = ROYAL
        elif suited and gaps >= 0:
            shape = SUITED + min(gaps, 3)
        elif suited:
            shape = FLUSH
        elif gaps >= 0:
            shape = STRAIGHT + min(gaps, 3)
        else:
            shape = LOOSE
    if shape < ROYAL:
        high = 0
    return int(((wilds * 6 + n) * 17 + shape) * 6 + high)


@compiled
def _offers(
    paid: Any, scale: Any, of: Any, whole: Any, wild: int, least: int, choose: Any, first: Any,
    multisets: Any, order: Any, index: Any, chosen: Any, worth: Any, over: Any,
) -> None:  # fmt: skip
    """Every hand but for the names of its suits. Without an ``order`` its best hold is kept, and
    what other kinds of the ``index`` would have lost is added to ``over``; with one, it keeps the
    first kind of it."""
    ranks = np.zeros(5, dtype=np.int64)
    suits = np.zeros(5, dtype=np.int64)
    named = np.zeros(6, dtype=np.int64)
    cards = np.empty(5, dtype=np.int64)
    sums = np.empty(32, dtype=np.int64)
    kinds = np.empty(32, dtype=np.int64)
    suits[0] = -1
    weight = next_hand(ranks, suits, named, cards)
    while weight:
        made = whole[row_of(cards, of, wild, multisets)]
        for mask in range(32):
            sums[mask] = paid[place_of(cards, mask, choose, first)]
            kinds[mask] = kind_of(cards, mask, wild, least, made)
        _signed(sums)
        best = 0
        for mask in range(32):
            held = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1) + (mask >> 4)
            sums[mask] *= scale[held]
            if order.shape[0]:
                here, there = order[kinds[mask]], order[kinds[best]]
                if here < there or (here == there and sums[mask] > sums[best]):
                    best = mask
            elif sums[mask] > sums[best] or (
                sums[mask] == sums[best] and kinds[mask] > kinds[best]
            ):
                best = mask
        chosen[kinds[best]] += weight
        worth[kinds[best]] += sums[best] * weight
        if over.shape[0]:
            for mask in range(32):
                column = index[kinds[mask]]
                if column < 0 or kinds[mask] == kinds[best]:
                    continue
                top = True
                for other in range(32):  # of each kind its best, and that once
                    if kinds[other] == kinds[mask] and (
                        sums[other] > sums[mask] or (sums[other] == sums[mask] and other < mask)
                    ):
                        top = False
                if top:
                    lost = float(sums[best] - sums[mask]) * weight
                    over[index[kinds[best]], column] += lost
        weight = next_hand(ranks, suits, named, cards)


class Offers(NamedTuple):
    """How often each kind is kept, what it brings in all (scaled), and, of the kinds that are kept
    at all, what keeping the one (column) instead of the other (line) would lose."""

    chosen: NDArray[np.int64]
    worth: NDArray[np.int64]
    kept: NDArray[np.int64]
    over: NDArray[np.float64]


def offers(
    paid: NDArray[np.int64], scale: NDArray[np.int64], of: NDArray[np.int64],
    whole: NDArray[np.int64], wild: int, least: int, order: NDArray[np.int64] | None = None,
) -> Offers:  # fmt: skip
    """Every hand played at its best, or by a list: ``order`` gives each kind its place in it."""
    none = np.zeros(0, dtype=np.int64)

    def go(
        order: NDArray[np.int64], index: NDArray[np.int64], over: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        chosen, worth = np.zeros(KINDS, dtype=np.int64), np.zeros(KINDS, dtype=np.int64)
        _offers(
            paid, scale, of, whole, wild, least, CHOOSE, FIRST, MULTISETS, order, index, chosen,
            worth, over,
        )  # fmt: skip
        return chosen // ORDERS, worth // ORDERS

    flat = np.zeros((0, 0))
    if order is not None:
        chosen, worth = go(order, none, flat)
        return Offers(chosen, worth, np.flatnonzero(chosen), flat)
    chosen, worth = go(none, none, flat)
    kept = np.flatnonzero(chosen)
    index = np.full(KINDS, -1, dtype=np.int64)
    index[kept] = np.arange(len(kept))
    over = np.zeros((len(kept), len(kept)))
    go(none, index, over)
    return Offers(chosen, worth, kept, over)
