"""Every hand of a deck, counted: how often each category and each rank comes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.poker.tables import DECK, LEVEL, Tables, tables
from tapete.maths.kernels.poker.value import bit, value3, value5, value6, value7

Counts = NDArray[np.int64]


def count_ranks(cards: int) -> Counts:
    """How many hands of 3, 5, 6 or 7 cards have each rank.

    >>> int(count_ranks(3).sum())
    22100
    """
    counting = {3: _count3, 5: _count5, 6: _count6, 7: _count7}
    if cards not in counting:
        raise ValueError(f"hands of 3, 5, 6 or 7 cards are counted, not of {cards}")
    counts = np.zeros(1 << 16, np.int64)
    counting[cards](tables(), counts)
    return counts


def count_levels(cards: int) -> Counts:
    """The same by category, from the lowest.

    >>> count_levels(3).tolist()  # carta alta, par, color, escalera, trío, escalera de color
    [16440, 3744, 1096, 720, 52, 48]
    """
    levels: Counts = count_ranks(cards).reshape(-1, 1 << LEVEL).sum(1)
    return levels[: 6 if cards == 3 else 10]


@compiled
def _count3(tables: Tables, counts: Counts) -> None:
    card = tables.card
    for a in range(DECK):
        for b in range(a):
            for c in range(b):
                counts[value3(tables, card[a] + card[b] + card[c])] += 1


@compiled
def _count5(tables: Tables, counts: Counts) -> None:
    card = tables.card
    for a in range(DECK):
        for b in range(a):
            for c in range(b):
                three = card[a] + card[b] + card[c]
                for d in range(c):
                    for e in range(d):
                        counts[value5(tables, three + card[d] + card[e])] += 1


@compiled
def _count6(tables: Tables, counts: Counts) -> None:
    card = tables.card
    for a in range(DECK):
        for b in range(a):
            key2, mask2 = card[a] + card[b], bit(a) | bit(b)
            for c in range(b):
                for d in range(c):
                    key4 = key2 + card[c] + card[d]
                    mask4 = mask2 | bit(c) | bit(d)
                    for e in range(d):
                        key5, mask5 = key4 + card[e], mask4 | bit(e)
                        for f in range(e):
                            counts[value6(tables, key5 + card[f], mask5 | bit(f))] += 1


@compiled
def _count7(tables: Tables, counts: Counts) -> None:
    for a in range(DECK):
        for b in range(a):
            for c in range(b):
                _count7_with(tables, counts, a, b, c)


@compiled
def _count7_with(tables: Tables, counts: Counts, a: Any, b: Any, c: Any) -> None:
    card = tables.card
    key3, mask3 = card[a] + card[b] + card[c], bit(a) | bit(b) | bit(c)
    for d in range(c):
        for e in range(d):
            key5, mask5 = key3 + card[d] + card[e], mask3 | bit(d) | bit(e)
            for f in range(e):
                key6, mask6 = key5 + card[f], mask5 | bit(f)
                for g in range(f):
                    counts[value7(tables, key6 + card[g], mask6 | bit(g))] += 1
