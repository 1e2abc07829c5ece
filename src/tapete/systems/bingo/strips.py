"""Strips: cards that hold every number once between them, six of them with the usual shape.

A strip is made card by card. Each card takes some numbers of each column; what the columns have
left is all that the cards after it must know, so a small table over that counts the ways to go on:
a card with c numbers in a column weighs 1/c! there (which numbers they are is shuffled after) and
as many ways as its numbers can stand in its rows. So every strip is as likely as any other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations, product
from math import comb, factorial, gcd
from typing import NamedTuple, TypeAlias

from tapete.systems.bingo.cards import TENS, Face, Shape

STRIP = 6
"""Cards of a strip."""
Below: TypeAlias = Callable[[int], int]
"""A whole number below another, each as likely."""
Left: TypeAlias = tuple[tuple[int, int], ...]
"""How many columns have so many numbers left beyond one for each card to come."""


class Share(NamedTuple):
    """What a card takes: of the columns with equally much left, how many give it one number, two,
    and so on; and the weight of all strips that go on so."""

    weight: int
    of: tuple[tuple[int, ...], ...]


def cards_of(shape: Shape = TENS) -> int:
    """How many cards a strip has: as many as hold every number once."""
    return sum(high - low + 1 for low, high in shape.columns) // (shape.rows * shape.per_row)


def count(shape: Shape = TENS) -> int:
    """How many strips there are, the order of the cards told apart.

    >>> count(Shape(((1, 2), (3, 4)), rows=2, per_row=1))
    16
    """
    cards = cards_of(shape)
    found = _ways(shape, cards, left_of(excess_of(shape, cards)))
    for low, high in shape.columns:
        found *= factorial(high - low + 1)
    whole: int = _unit(shape) ** cards
    return found // whole


def strip(below: Below, shape: Shape = TENS) -> list[Face]:
    """A strip, each as likely as any other."""
    cards = cards_of(shape)
    counts = _counts(below, shape, cards)
    held: list[list[list[int]]] = [[[] for _ in shape.columns] for _ in range(cards)]
    for column, (low, high) in enumerate(shape.columns):
        owners = [card for card in range(cards) for _ in range(counts[card][column])]
        shuffle(owners, below)
        for number, card in zip(range(low, high + 1), owners, strict=True):
            held[card][column].append(number)
    return [_place(below, shape, columns) for columns in held]


def shuffle(items: list[int], below: Below) -> None:
    """Fisher and Yates: every order is as likely."""
    for at in range(len(items) - 1, 0, -1):
        other = below(at + 1)
        items[at], items[other] = items[other], items[at]


def _sums(weights: Sequence[int]) -> list[int]:
    """Weights added up one after another, in the smallest whole numbers."""
    part = gcd(*weights)
    return list(accumulate(weight // part for weight in weights))


def _chosen(below: Below, sums: Sequence[int]) -> int:
    """One of some things, each as likely as it weighs."""
    return bisect_right(sums, below(sums[-1]))


# -- how many numbers of each column a card has -------------------------------------------------


def excess_of(shape: Shape, cards: int) -> list[int]:
    """What each column has beyond one number for each card."""
    return [high - low + 1 - cards for low, high in shape.columns]


def left_of(excess: Sequence[int]) -> Left:
    return tuple(sorted(Counter(excess).items()))


def _unit(shape: Shape) -> int:
    """Weights are whole numbers of this part."""
    unit: int = factorial(shape.rows) ** len(shape.columns)
    return unit


def _counts(below: Below, shape: Shape, cards: int) -> list[list[int]]:
    """How many numbers of each column each card has."""
    excess, found = excess_of(shape, cards), []
    for to_come in range(cards, 0, -1):
        left = left_of(excess)
        possible = shares(shape, to_come, left)
        chosen = possible[_chosen(below, share_sums(shape, to_come, left))]
        taken = [0] * len(excess)
        for (size, _), numbers in zip(left, chosen.of, strict=True):
            columns = [at for at, one in enumerate(excess) if one == size]
            shuffle(columns, below)
            more = [n for n, how_many in enumerate(numbers) for _ in range(how_many)]
            for at, extra in zip(columns, more, strict=True):
                taken[at] = extra
        excess = [one - extra for one, extra in zip(excess, taken, strict=True)]
        found.append([1 + extra for extra in taken])
    return found


@cache
def _ways(shape: Shape, cards: int, left: Left) -> int:
    """The weight of all ways in which so many cards take what is left."""
    if not cards:
        return int(all(size == 0 for size, _ in left))
    return sum(share.weight for share in shares(shape, cards, left))


@cache
def shares(shape: Shape, cards: int, left: Left) -> list[Share]:
    """What the next of so many cards can take."""
    found = []
    for of in _splits(shape, left, shape.rows * shape.per_row - len(shape.columns)):
        after: Counter[int] = Counter()
        ways, whole = 1, [0] * shape.rows
        for (size, columns), numbers in zip(left, of, strict=True):
            for extra, how_many in enumerate(numbers):
                after[size - extra] += how_many
                whole[extra] += how_many
                ways *= comb(columns, how_many)
                columns -= how_many
        rest = _ways(shape, cards - 1, tuple(sorted((+after).items())))
        if rest:
            found.append(Share(ways * _weight(shape, tuple(whole)) * rest, of))
    return found


@cache
def share_sums(shape: Shape, cards: int, left: Left) -> list[int]:
    return _sums([share.weight for share in shares(shape, cards, left)])


def _splits(shape: Shape, left: Left, extra: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The ways to take so many numbers beyond one a column."""
    if not left:
        if not extra:
            yield ()
        return
    (size, columns), *others = left
    most = min(size, shape.rows - 1)
    for some in product(range(columns + 1), repeat=most):
        taken = sum(n * how_many for n, how_many in enumerate(some, 1))
        if sum(some) <= columns and taken <= extra:
            numbers = (columns - sum(some), *some, *(0,) * (shape.rows - 1 - most))
            for rest in _splits(shape, tuple(others), extra - taken):
                yield (numbers, *rest)


@cache
def _weight(shape: Shape, whole: tuple[int, ...]) -> int:
    """Of a card with so many columns of one number, of two and so on: in how many ways they stand
    in its rows, and 1/c! for each column, in units."""
    numbers = tuple(sorted(n for n, how_many in enumerate(whole, 1) for _ in range(how_many)))
    ways = placings(numbers, (shape.per_row,) * shape.rows) * _unit(shape)
    for n in numbers:
        ways //= factorial(n)
    return ways


# -- where they stand ---------------------------------------------------------------------------


@cache
def placings(numbers: tuple[int, ...], left: tuple[int, ...]) -> int:
    """In how many ways columns of so many numbers stand in rows with so many places left."""
    if not numbers:
        return int(not any(left))
    return sum(
        placings(numbers[1:], tuple(sorted(_after(left, rows))))
        for rows in combinations(range(len(left)), numbers[0])
        if all(left[row] for row in rows)
    )


def _after(left: Sequence[int], rows: Sequence[int]) -> tuple[int, ...]:
    return tuple(places - (row in rows) for row, places in enumerate(left))


@cache
def _standing(
    numbers: int, left: tuple[int, ...], later: tuple[int, ...]
) -> tuple[list[tuple[int, ...]], list[int]]:
    """The rows a column of so many numbers can stand in, and in how many ways, added up, the
    columns after it can go on."""
    rows = [
        rows for rows in combinations(range(len(left)), numbers) if all(left[row] for row in rows)
    ]
    return rows, _sums([placings(later, tuple(sorted(_after(left, one)))) for one in rows])


def _place(below: Below, shape: Shape, columns: Sequence[Sequence[int]]) -> Face:
    """A card with these numbers in its columns, in rows: each way is as likely."""
    left: tuple[int, ...] = (shape.per_row,) * shape.rows
    found: list[list[int]] = [[] for _ in range(shape.rows)]
    for at, numbers in enumerate(columns):
        later = tuple(sorted(map(len, columns[at + 1 :])))
        ways, sums = _standing(len(numbers), left, later)
        rows = ways[_chosen(below, sums)]
        for row, number in zip(rows, numbers, strict=True):
            found[row].append(number)
        left = _after(left, rows)
    return Face(tuple(tuple(row) for row in found))
