"""Hands of twenty-one as counts of card values, and every way the croupier's hand can end.

Values run 1 (ace) to 10 (ten and figures). Neither suit nor order matters to the points, so a hand
is ten counts; there are some three thousand of them up to 21 points.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

TARGET = 21
BUST, NATURAL = 22, 23
"""Ends of the croupier's hand beside his points, 17 to 21."""
ENDS = 24

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Counts = tuple[int, ...]


class Hands(NamedTuple):
    """Every hand not over 21: a table that all the sums go over, biggest total first.

    ``counts[i]`` are the cards of hand i, ``best[i]`` its points, ``soft[i]`` whether an ace counts
    11 in them, ``size[i]`` its cards, ``next[i, v]`` the hand with one more card of value v + 1
    (-1: over 21).
    """

    counts: Ints
    best: Ints
    soft: npt.NDArray[np.bool_]
    size: Ints
    next: Ints
    place: dict[Counts, int]


@cache
def hands() -> Hands:
    """Every hand not over 21, the empty one included.

    >>> len(hands().best)
    3083
    """
    found: list[Counts] = []

    def more(counts: list[int], value: int, left: int) -> None:
        if value > 10:
            found.append(tuple(counts))
            return
        for number in range(left // value + 1):
            counts[value - 1] = number
            more(counts, value + 1, left - number * value)
        counts[value - 1] = 0

    more([0] * 10, 1, TARGET)
    found.sort(key=hard, reverse=True)
    place = {counts: i for i, counts in enumerate(found)}
    after = [
        [place.get((*counts[:v], counts[v] + 1, *counts[v + 1 :]), -1) for v in range(10)]
        for counts in found
    ]
    return Hands(
        counts=np.array(found, dtype=np.int64),
        best=np.array([best(counts) for counts in found], dtype=np.int64),
        soft=np.array([best(counts) != hard(counts) for counts in found]),
        size=np.array([sum(counts) for counts in found], dtype=np.int64),
        next=np.array(after, dtype=np.int64),
        place=place,
    )


def hard(counts: Counts) -> int:
    """The points with every ace as 1."""
    return sum((v + 1) * number for v, number in enumerate(counts))


def best(counts: Counts) -> int:
    """The points, an ace as 11 where that does not pass 21.

    >>> best(hand(1, 6)), best(hand(1, 6, 10))
    (17, 17)
    """
    total = hard(counts)
    return total + 10 if counts[0] and total <= TARGET - 10 else total


def hand(*values: int) -> Counts:
    """The hand of these values, ace as 1."""
    return tuple(values.count(v) for v in range(1, 11))


def full_shoe(decks: int) -> Ints:
    """The cards of a fresh shoe by value.

    >>> full_shoe(6).tolist()
    [24, 24, 24, 24, 24, 24, 24, 24, 24, 96]
    """
    return np.array([4 * decks] * 9 + [16 * decks], dtype=np.int64)


class BankEnds(NamedTuple):
    """How the croupier's hand can end from one first card: sets of further cards.

    ``counts[k]`` are the further cards, ``orders[k]`` in how many orders the rule lets them come,
    ``end[k]`` the end: points, `BUST` or `NATURAL`.
    """

    counts: Ints
    orders: Floats
    end: Ints


@cache
def bank_ends(up: int, draw_max: int, hits_soft_17: bool) -> BankEnds:
    """Every end of the croupier's hand whose first card has the value ``up``."""
    found: dict[tuple[Counts, int], int] = {}

    def more(own: list[int], drawn: list[int]) -> None:
        counts = tuple(own)
        total, points = hard(counts), best(counts)
        if total > TARGET:
            end = BUST
        elif sum(own) == 2 and points == TARGET:
            end = NATURAL
        elif sum(own) > 1 and not (
            points <= draw_max or (points == 17 and points != total and hits_soft_17)
        ):
            end = points
        else:
            for v in range(10):
                own[v] += 1
                drawn[v] += 1
                more(own, drawn)
                own[v] -= 1
                drawn[v] -= 1
            return
        key = (tuple(drawn), end)
        found[key] = found.get(key, 0) + 1

    more(list(hand(up)), [0] * 10)
    return BankEnds(
        counts=np.array([drawn for drawn, _ in found], dtype=np.int64),
        orders=np.array(list(found.values()), dtype=np.float64),
        end=np.array([end for _, end in found], dtype=np.int64),
    )
