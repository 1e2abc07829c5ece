"""All hands of two ranges on one board after another: see `tapete.maths.hands.boards`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.poker.tables import DECK, Tables
from tapete.maths.kernels.poker.value import bit, value7

Cards = NDArray[np.uint8]
Counts = NDArray[np.int64]

_EVERY_FOURTH = 0x1111111111111


@compiled
def boards_of_two(
    tables: Tables,
    hands: Cards,
    mine: Counts,
    yours: Counts,
    board: Cards,
    deck: Cards,
    orders: NDArray[np.uint64],
) -> Counts:
    """Won, shared and lost by the first range, over every board the deck can complete.

    ``mine`` and ``yours`` are the weights of the hands in either range; ``orders`` are the new
    names of the suits under which all stays the same. Sums must stay under 2 to the 63rd.
    """
    found = np.zeros(3, np.int64)
    key, mask = np.zeros(6, np.uint64), np.zeros(6, np.uint64)
    for card in board:
        key[0] += tables.card[card]
        mask[0] |= bit(card)
    keys, masks = np.zeros(len(hands), np.uint64), np.zeros(len(hands), np.uint64)
    for i in range(len(hands)):
        keys[i] = tables.card[hands[i, 0]] + tables.card[hands[i, 1]]
        masks[i] = bit(hands[i, 0]) | bit(hands[i, 1])
    ordered, aside = np.zeros(len(hands), np.uint32), np.zeros(len(hands), np.uint32)
    missing = 5 - len(board)
    at = np.zeros(missing + 1, np.int64)
    deep = 0
    while deep >= 0:
        if deep == missing:
            times = _times(mask[deep], orders)
            if times:
                count = _listed(tables, keys, masks, key[deep], mask[deep], ordered)
                _sort(ordered[:count], aside, 16)
                _sort(aside[:count], ordered, 24)
                _sum(hands, mine, yours, ordered[:count], times, found)
            deep -= 1
        elif at[deep] + missing - deep > len(deck):
            deep -= 1
        else:
            card = deck[at[deep]]
            at[deep] += 1
            key[deep + 1] = key[deep] + tables.card[card]
            mask[deep + 1] = mask[deep] | bit(card)
            at[min(deep + 1, missing)] = at[deep]
            deep += 1
    return found


@compiled
def _times(mask: Any, orders: NDArray[np.uint64]) -> int:
    """For how many boards this one stands; 0 if another stands for it."""
    same = 0
    for order in orders:
        other = np.uint64(0)
        for suit in range(4):
            of_suit = mask >> np.uint64(suit) & np.uint64(_EVERY_FOURTH)
            other |= of_suit << order[suit]
        if other < mask:
            return 0
        same += other == mask
    return len(orders) // same


@compiled
def _listed(tables: Tables, keys: Any, masks: Any, key: Any, mask: Any, ordered: Any) -> int:
    """The hands that the board leaves: rank and number in one."""
    count = 0
    for i in range(len(keys)):
        if not masks[i] & mask:
            rank = np.uint32(value7(tables, keys[i] + key, masks[i] | mask))
            ordered[count] = rank << np.uint32(16) | np.uint32(i)
            count += 1
    return count


@compiled
def _sort(entries: Any, ordered: Any, shift: int) -> None:
    """Put entries in the order of eight of their bits; equal ones stay in the order they have."""
    starts = np.zeros(257, np.int64)
    for entry in entries:
        starts[(entry >> np.uint32(shift) & np.uint32(255)) + 1] += 1
    for i in range(256):
        starts[i + 1] += starts[i]
    for entry in entries:
        bits = entry >> np.uint32(shift) & np.uint32(255)
        ordered[starts[bits]] = entry
        starts[bits] += 1


@compiled
def _sum(
    hands: Cards, mine: Counts, yours: Counts, ordered: Any, times: int, found: Counts
) -> None:
    """Add up one board: by ranks that are equal, what lies below, beside and above."""
    below, beside = np.zeros(DECK, np.int64), np.zeros(DECK, np.int64)
    carried = np.zeros(DECK, np.int64)
    all_below, all_over = 0, 0
    for entry in ordered:
        i = entry & np.uint32(0xFFFF)
        carried[hands[i, 0]] += yours[i]
        carried[hands[i, 1]] += yours[i]
        all_over += yours[i]
    won, shared, lost = 0, 0, 0
    start = 0
    while start < len(ordered):
        stop, all_beside = start, 0
        while stop < len(ordered) and ordered[stop] >> 16 == ordered[start] >> 16:
            i = ordered[stop] & np.uint32(0xFFFF)
            beside[hands[i, 0]] += yours[i]
            beside[hands[i, 1]] += yours[i]
            all_beside += yours[i]
            stop += 1
        all_over -= all_beside
        for place in range(start, stop):
            i = ordered[place] & np.uint32(0xFFFF)
            a, b = hands[i, 0], hands[i, 1]
            if mine[i]:
                won += mine[i] * (all_below - below[a] - below[b])
                # The hand itself carries both cards: it is taken out twice.
                shared += mine[i] * (all_beside - beside[a] - beside[b] + yours[i])
                above_a = carried[a] - below[a] - beside[a]
                above_b = carried[b] - below[b] - beside[b]
                lost += mine[i] * (all_over - above_a - above_b)
        for place in range(start, stop):
            i = ordered[place] & np.uint32(0xFFFF)
            for card in hands[i]:
                below[card] += yours[i]
                beside[card] -= yours[i]
        all_below += all_beside
        start = stop
    found[0] += won * times
    found[1] += shared * times
    found[2] += lost * times
