"""Hands as numbers: every hand a rulebook can tell apart, from the lowest up.

The numbers come from `games.poker.hands`, the one ranking of the house. A hand is looked up by its
ranks, whatever their order, and by its ranks in one suit; so sums that add cards one at a time pay
one look-up a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import DECK, RANKS, SUITS, Card
from tapete.games.poker import hands
from tapete.maths.kernels.compiled import compiled

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

NUMBER: dict[Card, int] = {card: number for number, card in enumerate(DECK)}
"""Cards as numbers: four times the rank (deuce 0, ace 12), plus the suit."""
KINDS, COLOURS, CARDS = len(RANKS), len(SUITS), len(DECK)
MOST = 7
"""Cards a hand is chosen from, at most."""
NONE = -1


class Ranking(NamedTuple):
    """Hands of three or of five cards by number, the lowest 0.

    ``add[k, i, r]`` is what ranks number ``i`` of ``k`` cards become with a card of rank ``r``;
    ``best[k, i]`` the best hand among so many ranks, none of one suit; ``flush[m]`` the best hand
    of one suit with the ranks of the bits of ``m`` (`NONE` where they are too few).
    """

    add: Ints
    best: Ints
    flush: Ints
    level: Ints
    """The category of each hand."""


@cache
def multisets(count: int) -> tuple[tuple[int, ...], ...]:
    """Every way to hold so many ranks, none more often than there are suits."""
    every = combinations_with_replacement(range(KINDS), count)
    return tuple(ranks for ranks in every if _fits(ranks))


def _fits(ranks: Sequence[int]) -> bool:
    return all(ranks.count(rank) <= COLOURS for rank in ranks)


def index(count: int) -> dict[tuple[int, ...], int]:
    """The number of each of them."""
    return {ranks: number for number, ranks in enumerate(multisets(count))}


@cache
def five() -> Ranking:
    """Hands of five cards, chosen from up to seven."""
    return _ranking(5, MOST)


@cache
def three() -> Ranking:
    """Hands of three cards (CAT-III.3.5.3-20)."""
    return _ranking(3, 3)


def numbers(ranking: Ranking) -> int:
    """How many hands there are.

    >>> numbers(five()), numbers(three())
    (7462, 741)
    """
    return len(ranking.level)


@cache
def _hands(size: int) -> tuple[hands.Hand, ...]:
    """Every hand that can be told apart, from the lowest up."""
    found = {_worth(size, ranks, mixed=True) for ranks in multisets(size)}
    found |= {_worth(size, ranks, mixed=False) for ranks in combinations(range(KINDS), size)}
    return tuple(sorted(found))


def hand(size: int, number: int) -> hands.Hand:
    """The hand of a number.

    >>> hand(5, 0).ranks, hand(3, 740).category
    ((7, 5, 4, 3, 2), 'escalera-de-color')
    """
    return _hands(size)[number]


def _worth(size: int, ranks: Sequence[int], *, mixed: bool) -> hands.Hand:
    """The hand these ranks make: in several suits if ``mixed``, else in one."""
    seen: dict[int, int] = {}
    cards = []
    for place, rank in enumerate(ranks):
        suit = seen[rank] = seen.get(rank, NONE) + 1
        if mixed and place == size - 1 and len(seen) == size:
            suit += 1  # no pair: another suit for the last, so that it is no flush
        cards.append(Card(RANKS[rank] + SUITS[suit]))
    return (hands.five if size == 5 else hands.three)(cards)


def _ranking(size: int, most: int) -> Ranking:
    order = {each: number for number, each in enumerate(_hands(size))}
    widest = len(multisets(most))
    add = np.full((most, widest, KINDS), NONE, np.int32)
    best = np.full((most + 1, widest), NONE, np.int32)
    for count in range(most):
        after = index(count + 1)
        for number, ranks in enumerate(multisets(count)):
            for rank in range(KINDS):
                add[count, number, rank] = after.get(tuple(sorted((*ranks, rank))), NONE)
    for number, ranks in enumerate(multisets(size)):
        best[size, number] = order[_worth(size, ranks, mixed=True)]
    for count in range(size, most):  # a hand of more cards: the best of those with one left out
        for number in range(len(multisets(count))):
            for more in add[count, number]:
                if more != NONE:
                    best[count + 1, more] = max(best[count + 1, more], best[count, number])
    flush = np.full(1 << KINDS, NONE, np.int32)
    for ranks in combinations(range(KINDS), size):
        flush[sum(1 << rank for rank in ranks)] = order[_worth(size, ranks, mixed=False)]
    for mask in range(1 << KINDS):
        if mask.bit_count() > size:
            flush[mask] = max(
                flush[mask & ~(1 << rank)] for rank in range(KINDS) if mask >> rank & 1
            )
    level = np.array([each.level for each in _hands(size)], np.int32)
    return Ranking(add, best, flush, level)


def number_of(cards: Iterable[Card], ranking: Ranking | None = None) -> int:
    """The number of the best hand of these cards.

    >>> number_of(["Ah", "Kh", "Qh", "Jh", "Th"])
    7461
    """
    held = np.array([NUMBER[card] for card in cards], np.int64)
    return int(worth(held, len(held), ranking or five()))


@compiled
def worth(cards: Longs, count: int, ranking: Ranking) -> int:
    """The number of the best hand of some cards."""
    ranks = 0
    suits = np.zeros(4, np.int64)
    for i in range(count):
        ranks = ranking.add[i, ranks, cards[i] >> 2]
        suits[cards[i] & 3] |= 1 << (cards[i] >> 2)
    found = ranking.best[count, ranks]
    for suit in range(4):
        found = max(found, ranking.flush[suits[suit]])
    return int(found)
