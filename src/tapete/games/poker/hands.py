"""The value of poker hands: one ranking for every game (CAT-III.3.5.1-23, CAT-III.3.5.3-20).

A hand is compared by its category, then by the ranks of the combination, then card by card to the
last: only equal ranks one by one make a tie (CAT-III.3.5.1-24, CAT-III.3.5.3-21). No suit outranks
another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from tapete.core.cards import RANKS, Card

FIVE = (
    "carta-alta", "par", "dos-pares", "trio", "escalera",
    "color", "full", "poker", "escalera-de-color", "escalera-real",
)  # fmt: skip
"""Categories of five cards, from the lowest."""

THREE = ("carta-alta", "par", "color", "escalera", "trio", "escalera-de-color")
"""Categories of three cards: a straight beats a flush and a trio beats both."""

HEIGHT = {rank: height for height, rank in enumerate(RANKS, 2)}
ACE = HEIGHT["A"]
ACE_LOW = 1

_SHAPES = {(2,): "par", (2, 2): "dos-pares", (3,): "trio", (3, 2): "full", (4,): "poker"}


class Hand(NamedTuple):
    """A hand that can be compared with others of its kind: ``>`` beats, ``==`` ties.

    ``ranks`` are the ranks of its cards (2 to 14), the combination first and the others from the
    highest down; an ace that begins the lowest straight counts 1.
    """

    level: int
    ranks: tuple[int, ...]
    category: str


def five(cards: Iterable[Card]) -> Hand:
    """What exactly five cards are worth.

    >>> five(["Ah", "Kh", "Qh", "Jh", "Th"]) > five(["9c", "9d", "9h", "9s", "Ad"])
    True
    >>> five(["Ah", "2c", "3d", "4s", "5h"]).ranks
    (5, 4, 3, 2, 1)
    """
    return _valued(frozenset(cards), FIVE, 5)


def three(cards: Iterable[Card]) -> Hand:
    """What exactly three cards are worth.

    >>> three(["2c", "3d", "Ah"]).category, three(["Qc", "Kd", "Ah"]) > three(["9c", "4c", "Ac"])
    ('escalera', True)
    """
    return _valued(frozenset(cards), THREE, 3)


def best(cards: Iterable[Card]) -> Hand:
    """The best five of these cards (CAT-III.3.5.7.1-48).

    >>> best(["2c", "7d", "Ah", "Kh", "Qh", "Jh", "Th"]).category
    'escalera-real'
    """
    return max(five(chosen) for chosen in combinations(cards, 5))


def best_of_both(own: Sequence[Card], board: Sequence[Card]) -> Hand:
    """The best hand of exactly two own cards and exactly three of the board (CAT-III.3.3.8-02).

    >>> best_of_both(["Ah", "2c", "3c", "4c"], ["Kh", "Qh", "Jh", "9h", "2d"]).category
    'par'
    """
    return max(
        five(mine + shared)
        for mine in combinations(own, 2)
        for shared in combinations(board, 3)
    )  # fmt: skip


def in_sight(cards: Sequence[Card]) -> Hand:
    """What one to four open cards make by themselves: equal ranks and high cards only
    (CAT-III.3.5.5-26). Comparable with each other and with five cards.

    >>> in_sight(["2c", "2d"]) > in_sight(["Ah", "Kh"])
    True
    """
    ranks, shape = _grouped(cards)
    name = _SHAPES.get(shape, FIVE[0])
    return Hand(FIVE.index(name), ranks, name)


@lru_cache(maxsize=1 << 16)
def _valued(cards: frozenset[Card], order: tuple[str, ...], count: int) -> Hand:
    if len(cards) != count:
        raise ValueError(f"{count} different cards make a hand, not {' '.join(sorted(cards))}")
    ranks, shape = _grouped(cards)
    name = _SHAPES.get(shape, order[0])
    if not shape:
        straight = _straight(ranks)
        flush = len({card[1] for card in cards}) == 1
        ranks = straight or ranks
        if straight and flush:
            royal = ranks[0] == ACE and order is FIVE
            name = "escalera-real" if royal else "escalera-de-color"
        elif straight or flush:
            name = "escalera" if straight else "color"
    return Hand(order.index(name), ranks, name)


def _grouped(cards: Iterable[Card]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Ranks with the most repeated first, and how often those that repeat do."""
    found = Counter(HEIGHT[card[0]] for card in cards)
    ordered = sorted(found.items(), key=lambda item: (item[1], item[0]), reverse=True)
    ranks = tuple(rank for rank, times in ordered for _ in range(times))
    return ranks, tuple(times for _, times in ordered if times > 1)


def _straight(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Different ranks from the highest down, if they follow one another; the ace may be low."""
    low = (*ranks[1:], ACE_LOW) if ranks[0] == ACE else ranks
    for tried in (ranks, low):
        if all(high - next_ == 1 for high, next_ in pairwise(tried)):
            return tried
    return ()
