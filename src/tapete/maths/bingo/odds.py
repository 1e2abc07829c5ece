"""The ball of the first line and of the first bingo, exactly.

Balls come out in an order drawn uniformly. A set of m numbers is out by ball k with the chance
C(k, m) / C(90, m); that at least one of several sets is follows by inclusion and exclusion over
their unions, grouped by size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb

from tapete.systems.bingo.cards import BALLS, Face

EXACT_MOST = 20
"""So many sets are joined exactly; beyond that the unions are too many."""


def sets_of(faces: Iterable[Face], what: str) -> list[frozenset[int]]:
    """The sets of numbers that make a line, or a bingo, of some cards."""
    if what == "bingo":
        return [face.numbers for face in faces]
    return [frozenset(row) for face in faces for row in face.rows]


def unions(sets: Sequence[frozenset[int]]) -> Counter[int]:
    """The signed number of unions of each size: what inclusion and exclusion sums over."""
    if len(sets) > EXACT_MOST:
        raise ValueError(f"up to {EXACT_MOST} sets can be joined exactly, not {len(sets)}")
    joined: Counter[frozenset[int]] = Counter({frozenset(): -1})
    for one in sets:
        more: Counter[frozenset[int]] = Counter()
        for union, sign in joined.items():
            more[union | one] -= sign
        joined.update(more)
        for union in [union for union, sign in joined.items() if not sign]:
            del joined[union]
    del joined[frozenset()]
    sizes: Counter[int] = Counter()
    for union, sign in joined.items():
        sizes[len(union)] += sign
    return sizes


def one_card(what: str) -> Counter[int]:
    """The unions of any one card: its three rows have no number in common."""
    return Counter({15: 1}) if what == "bingo" else Counter({5: 3, 10: -3, 15: 1})


def chance_by(sizes: Counter[int], ball: int, balls: int = BALLS) -> Fraction:
    """The chance that the first of them is complete by this ball.

    >>> chance_by(one_card("bingo"), 50)
    Fraction(1399895, 28482447411)
    """
    return sum(
        (
            Fraction(signed * comb(ball, size), comb(balls, size))
            for size, signed in sizes.items()
            if size <= balls
        ),
        Fraction(0),
    )


def mean_ball(sizes: Counter[int], balls: int = BALLS) -> Fraction:
    """The ball of the first one on average: the sum of the chances that it is still to come.

    >>> mean_ball(one_card("bingo"))
    Fraction(1365, 16)
    """
    return sum((1 - chance_by(sizes, ball, balls) for ball in range(balls)), Fraction(0))


def law(sizes: Counter[int], balls: int = BALLS) -> list[Fraction]:
    """The chance that the first one comes with each ball, from the first to the last."""
    by = [chance_by(sizes, ball, balls) for ball in range(balls + 1)]
    return [after - before for before, after in pairwise(by)]
