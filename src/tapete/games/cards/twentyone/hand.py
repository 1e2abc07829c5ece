"""Hands of twenty-one: points, soft and hard, Black Jack."""

from __future__ import annotations

from collections.abc import Sequence

from tapete.core.round.cards import Card

TARGET = 21
TENS = "TJQK"
VALUES = {"A": 1, **dict.fromkeys(TENS, 10), **{str(n): n for n in range(2, 10)}}


def value(card: Card) -> int:
    """Points of one card, the ace as 1 (CAT-III.1.5.1-19).

    >>> value(Card("Kh")), value(Card("7d")), value(Card("As"))
    (10, 7, 1)
    """
    return VALUES[card[0]]


def points(cards: Sequence[Card]) -> int:
    """The best total: an ace counts 11 where that does not pass 21.

    >>> points([Card("Ah"), Card("6d")]), points([Card("Ah"), Card("6d"), Card("Ts")])
    (17, 17)
    """
    values = [VALUES[card[0]] for card in cards]
    total = sum(values)
    return total + 10 if total <= TARGET - 10 and 1 in values else total


def is_soft(cards: Sequence[Card]) -> bool:
    """Whether an ace counts 11 in the total.

    >>> is_soft([Card("Ah"), Card("6d")]), is_soft([Card("Ah"), Card("6d"), Card("Ts")])
    (True, False)
    """
    return points(cards) != sum(map(value, cards))


def is_ten(card: Card) -> bool:
    """A ten or a figure."""
    return card[0] in TENS


def is_natural(cards: Sequence[Card]) -> bool:
    """An ace with a ten or figure in two cards: Black Jack (CAT-III.1.6.1-01)."""
    return len(cards) == 2 and points(cards) == TARGET


def same_value(cards: Sequence[Card]) -> bool:
    """Two cards of equal point value: 10-J too (CAT-III.1.5.1-45)."""
    return len(cards) == 2 and value(cards[0]) == value(cards[1])
