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

from tapete.core.round.cards import RANKS, Card

FIVE = (
    "carta-alta", "par", "dos-pares", "trio", "escalera",
    "color", "full", "poker", "escalera-de-color", "escalera-real",
)  # fmt: skip
"""Categories of five cards, from the lowest."""

THREE = ("carta-alta", "par", "color", "escalera", "trio", "escalera-de-color")
"""Categories of three cards: a straight beats a flush and a trio beats both."""

HEIGHT = {rank: height for height, rank in enumerate(RANKS, 2)}
PIECE = {rank: 1 << 4 * height for rank, height in HEIGHT.items()}
"""A number for each rank, so that a sum of them says how often each rank is there."""
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
    held = tuple(cards)
    if len(held) != 5:
        raise ValueError(f"5 different cards make a hand, not {' '.join(sorted(held))}")
    return best(held)


def three(cards: Iterable[Card]) -> Hand:
    """What exactly three cards are worth.

    >>> three(["2c", "3d", "Ah"]).category, three(["Qc", "Kd", "Ah"]) > three(["9c", "4c", "Ac"])
    ('escalera', True)
    """
    held = frozenset(cards)
    if len(held) != 3:
        raise ValueError(f"3 different cards make a hand, not {' '.join(sorted(held))}")
    ranks, shape = _grouped(held)
    name = _SHAPES.get(shape, THREE[0])
    if not shape:
        straight = _straight(ranks)
        flush = len({card[1] for card in held}) == 1
        ranks = straight or ranks
        if straight and flush:
            name = "escalera-de-color"
        elif straight or flush:
            name = "escalera" if straight else "color"
    return Hand(THREE.index(name), ranks, name)


def best(cards: Iterable[Card]) -> Hand:
    """The best five of these cards (CAT-III.3.5.7.1-48).

    >>> best(["2c", "7d", "Ah", "Kh", "Qh", "Jh", "Th"]).category
    'escalera-real'
    """
    held = tuple(cards)
    if len(set(held)) != len(held) or len(held) < 5:
        raise ValueError(f"5 different cards make a hand, not {' '.join(sorted(held))}")
    found = _by_ranks(sum([PIECE[card[0]] for card in held]))
    suits = [card[1] for card in held]
    for suit in set(suits):
        if suits.count(suit) >= 5:
            of_suit = _of_one_suit(sum([PIECE[card[0]] for card in held if card[1] == suit]))
            found = max(found, of_suit)
    return found


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of the best hand, the combination first and the others from the highest down.

    >>> best_five(["2c", "7d", "Ah", "7h", "Qh", "Jc", "2d"])
    ('7d', '7h', '2c', '2d', 'Ah')
    """
    chosen = max(combinations(cards, 5), key=five)
    ranks = five(chosen).ranks
    low = ACE_LOW in ranks

    def place(card: Card) -> int:
        height = HEIGHT[card[0]]
        return ranks.index(ACE_LOW if low and height == ACE else height)

    return tuple(sorted(chosen, key=place))


def best_of_both(own: Sequence[Card], board: Sequence[Card]) -> Hand:
    """The best hand of exactly two own cards and exactly three of the board (CAT-III.3.3.8-02).

    >>> best_of_both(["Ah", "2c", "3c", "4c"], ["Kh", "Qh", "Jh", "9h", "2d"]).category
    'par'
    """
    if len({*own, *board}) != len(own) + len(board):
        raise ValueError(f"the same card twice: {' '.join(sorted((*own, *board)))}")
    pairs = [
        (PIECE[a[0]] + PIECE[b[0]], a[1] if a[1] == b[1] else "")
        for a, b in combinations(own, 2)
    ]  # fmt: skip
    threes = [
        (PIECE[a[0]] + PIECE[b[0]] + PIECE[c[0]], a[1] if a[1] == b[1] == c[1] else "")
        for a, b, c in combinations(board, 3)
    ]
    return max(
        [
            _of_one_suit(mine + shared) if suit and suit == other else _by_ranks(mine + shared)
            for mine, suit in pairs
            for shared, other in threes
        ]
    )


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
def _by_ranks(pieces: int) -> Hand:
    """The best five by their ranks alone; ``pieces`` is the sum of the `PIECE` of each card."""
    times = {height: pieces >> 4 * height & 15 for height in range(ACE, 1, -1)}
    held = [height for height in range(ACE, 1, -1) if times[height]]
    often = sorted(held, key=lambda height: -times[height])
    most, first = times[often[0]], often[0]
    straight = _run(held)
    if most == 4:
        return _hand("poker", (first,) * 4, held)
    pair = next((height for height in held if height != first and times[height] > 1), 0)
    if most == 3 and pair:
        return _hand("full", (first,) * 3 + (pair,) * 2, held)
    if straight:
        return _hand("escalera", straight, held)
    if most == 3:
        return _hand("trio", (first,) * 3, held)
    if pair:
        return _hand("dos-pares", (first,) * 2 + (pair,) * 2, held)
    return _hand("par", (first,) * 2, held) if most == 2 else _hand("carta-alta", (), held)


@lru_cache(maxsize=1 << 13)
def _of_one_suit(pieces: int) -> Hand:
    """The best five cards of a suit; ``pieces`` is the sum of the `PIECE` of each card."""
    held = [height for height in range(ACE, 1, -1) if pieces >> 4 * height & 15]
    straight = _run(held)
    if not straight:
        return _hand("color", (), held)
    return _hand("escalera-real" if straight[0] == ACE else "escalera-de-color", straight, held)


def _hand(category: str, ranks: tuple[int, ...], held: Sequence[int]) -> Hand:
    """The hand with these ranks first and the highest others after them, five in all."""
    others = tuple([height for height in held if height not in ranks][: 5 - len(ranks)])
    return Hand(FIVE.index(category), ranks + others, category)


def _run(held: Sequence[int]) -> tuple[int, ...]:
    """The highest five ranks that follow one another, out of ranks from the highest down."""
    ranks = [*held, ACE_LOW] if held[0] == ACE else held
    for high in range(len(ranks) - 4):
        if ranks[high] - ranks[high + 4] == 4:
            return tuple(ranks[high : high + 5])
    return ()


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
