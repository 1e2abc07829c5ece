"""What is made of bounded draws: orders, and some out of many."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

from tapete.core.round.ask import Pick

T = TypeVar("T")


def shuffle(cards: MutableSequence[Any], pick: Pick) -> None:
    """Put the cards in random order, each order as likely as any other (CAT-I.1-04): Fisher and
    Yates, one draw below n, one below n-1, and so on."""
    for i in range(len(cards) - 1, 0, -1):
        j = pick(i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def draw(many: Sequence[T], count: int, pick: Pick) -> list[T]:
    """Some out of many without putting back, in the order they come: the shuffle stopped early.

    >>> draw("abcd", 2, lambda n: 0)
    ['a', 'd']
    """
    if not 0 <= count <= len(many):
        raise ValueError(f"{count} of {len(many)} cannot be drawn")
    left = list(many)
    found = []
    for size in range(len(left), len(left) - count, -1):
        place = pick(size)
        found.append(left[place])
        left[place] = left[size - 1]
    return found
