"""Hands that differ by the names of the suits alone are one: sums visit one and count all.

A set of cards is four masks of ranks, one for each suit. Renaming suits puts the masks in another
order, so the set whose masks fall from the first suit to the last stands for all of them.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.ranking import CARDS, COLOURS, Ints, Longs

LARGEST = 7


@cache
def choose() -> Longs:
    """Binomials: ``choose()[n, k]``."""
    return np.array([[comb(n, k) for k in range(LARGEST + 1)] for n in range(CARDS + 1)], np.int64)


@compiled
def place(cards: Any, count: int, binomials: Longs) -> int:
    """The place of a set of cards, given in rising order, among all of its size."""
    found = 0
    for i in range(count):
        found += binomials[cards[i], i + 1]
    return found


@compiled
def sort(cards: Any, count: int) -> None:
    """Put a few numbers in rising order."""
    for i in range(1, count):
        card = cards[i]
        j = i
        while j and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@compiled
def ways(a: int, b: int, c: int, d: int) -> int:
    """How many sets are one with that of these four masks, which fall: 0 if they do not."""
    if a < b or b < c or c < d:
        return 0
    same = 1
    run = 1
    for equal in (a == b, b == c, c == d):
        run = run + 1 if equal else 1
        same *= run
    return 24 // same


@compiled
def new_names(masks: Any, first: int, order: Any) -> None:
    """The new names of the suits with these masks, so that they fall; suits before ``first`` keep
    theirs."""
    for s in range(4):
        order[s] = s if s < first else first
        for z in range(first, 4):
            if s >= first and (masks[z] > masks[s] or (masks[z] == masks[s] and z < s)):
                order[s] += 1


@cache
def renamings() -> Ints:
    """The 24 ways to name the suits: ``renamings()[n, s]`` is the new name of suit ``s``."""
    return np.array(list(permutations(range(COLOURS))), np.int32)


class Sets(NamedTuple):
    """All sets of so many cards by place: the set that stands for each.

    ``kind`` numbers those that stand for others (in the order of ``one``, a place for each);
    ``name`` is the renaming that leads there, ``ways`` how many sets each kind has.
    """

    kind: Ints
    name: Ints
    one: Longs
    ways: Longs


@cache
def sets(count: int) -> Sets:
    """Sets of so many cards, the kinds among them and how to get there.

    >>> [len(sets(count).one) for count in (2, 3)]
    [169, 1755]
    """
    total = comb(CARDS, count)
    kind, name = np.full(total, -1, np.int32), np.zeros(total, np.int32)
    one, many = np.zeros(total, np.int64), np.zeros(total, np.int64)
    kinds = _sets(count, choose(), renamings(), kind, name, one, many)
    return Sets(kind, name, one[:kinds].copy(), many[:kinds].copy())


@compiled
def _sets(
    count: int, binomials: Longs, names: Ints, kind: Ints, name: Ints, one: Longs, many: Longs
) -> int:
    cards, other = np.arange(count), np.zeros(count, np.int64)
    masks, order = np.zeros(4, np.int64), np.zeros(4, np.int64)
    kinds = 0
    for here in range(len(kind)):
        masks[:] = 0
        for i in range(count):
            masks[cards[i] & 3] |= 1 << (cards[i] >> 2)
        size = ways(masks[0], masks[1], masks[2], masks[3])
        if size:
            kind[here], one[kinds], many[kinds] = kinds, here, size
            kinds += 1
        _next(cards, count)
    cards = np.arange(count)
    for here in range(len(kind)):
        masks[:] = 0
        for i in range(count):
            masks[cards[i] & 3] |= 1 << (cards[i] >> 2)
        new_names(masks, 0, order)
        for n in range(len(names)):
            if (names[n] == order).all():
                name[here] = n
        for i in range(count):
            other[i] = (cards[i] >> 2) << 2 | order[cards[i] & 3]
        sort(other, count)
        kind[here] = kind[place(other, count, binomials)]
        _next(cards, count)
    return kinds


@compiled
def _next(cards: Longs, count: int) -> None:
    """The set at the next place."""
    i = 0
    while i + 1 < count and cards[i] + 1 == cards[i + 1]:
        cards[i] = i
        i += 1
    cards[i] += 1


@compiled
def unplace(here: int, count: int, binomials: Longs, cards: Any) -> None:
    """The cards of a set by its place, in rising order."""
    for i in range(count, 0, -1):
        card = i - 1
        while card + 1 < 52 and binomials[card + 1, i] <= here:
            card += 1
        cards[i - 1] = card
        here -= binomials[card, i]
