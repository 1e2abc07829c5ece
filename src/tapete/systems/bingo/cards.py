"""Bingo cards: a card is a number.

A card has three rows of five numbers in nine columns, no column empty, numbers of a column
ascending (CAT-V.2.2.1-04). Cards are counted column by column: a small table over (column, places
left in each row) says in how many ways a card can be completed, a column with c of its n numbers
weighing C(n, c). So every whole number below `Shape.cards` is one card, every card one number, and
a uniform number a uniform card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple, TypeAlias

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused

FACE: ClauseId = "CAT-V.2.2.1-04"
BALLS = 90
Row: TypeAlias = tuple[int, ...]
Places: TypeAlias = tuple[int, ...]
"""Places left in each row."""


class Shape(NamedTuple):
    """The columns of a card as (lowest, highest) number, its rows, and numbers in each."""

    columns: tuple[tuple[int, int], ...]
    rows: int = 3
    per_row: int = 5

    @property
    def cards(self) -> int:
        """How many different cards there are."""
        return _ways(self, 0, (self.per_row,) * self.rows)

    @property
    def layouts(self) -> int:
        """How many ways there are to leave squares empty, whatever numbers stand in the others."""
        return _layouts(self, 0, (self.per_row,) * self.rows)

    def column_of(self, number: int) -> int:
        """The column a number stands in."""
        return next(at for at, (low, high) in enumerate(self.columns) if low <= number <= high)

    def structure_chance(self, structure: Sequence[int]) -> tuple[int, int]:
        """How many cards have so many columns of three, of two and of one number, the last always
        of one; and how many there are. However many rows a shape has, `structure` says the same."""
        wanted = {len(structure) - at: count for at, count in enumerate(structure)}
        return _structured(self, 0, (self.per_row,) * self.rows, _counts(wanted)), self.cards


TENS = Shape(((1, 9), *((low, low + 9) for low in range(10, 80, 10)), (80, 90)))
"""Columns 1-9, 10-19, ..., 80-90."""
DECADES = Shape(tuple((low, low + 9) for low in range(1, 91, 10)))
"""Columns 1-10, 11-20, ..., 81-90."""


def shape_of_sizes(sizes: Sequence[int], rows: int, per_row: int) -> Shape:
    """A shape of columns with so many numbers each, from 1 up."""
    columns, first = [], 1
    for size in sizes:
        columns.append((first, first + size - 1))
        first += size
    return Shape(tuple(columns), rows, per_row)


def _size(shape: Shape, column: int) -> int:
    low, high = shape.columns[column]
    return high - low + 1


def _filled(left: Places) -> Iterator[tuple[int, ...]]:
    """The sets of rows a column may stand in, none of them empty, always in the same order."""
    open_ = [row for row, places in enumerate(left) if places]
    for count in range(1, len(open_) + 1):
        yield from combinations(open_, count)


def _after(left: Places, rows: Sequence[int]) -> Places:
    return tuple(places - (row in rows) for row, places in enumerate(left))


@cache
def _ways(shape: Shape, column: int, left: Places) -> int:
    if column == len(shape.columns):
        return int(not any(left))
    size = _size(shape, column)
    return sum(
        comb(size, len(rows)) * _ways(shape, column + 1, _after(left, rows))
        for rows in _filled(left)
    )


@cache
def _layouts(shape: Shape, column: int, left: Places) -> int:
    if column == len(shape.columns):
        return int(not any(left))
    return sum(_layouts(shape, column + 1, _after(left, rows)) for rows in _filled(left))


def _counts(wanted: dict[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(wanted.items()))


@cache
def _structured(
    shape: Shape, column: int, left: Places, wanted: tuple[tuple[int, int], ...]
) -> int:
    if column == len(shape.columns):
        return int(not any(left) and not any(count for _, count in wanted))
    size, found = _size(shape, column), 0
    still = dict(wanted)
    for rows in _filled(left):
        if still.get(len(rows), 0) > 0:
            fewer = _counts(still | {len(rows): still[len(rows)] - 1})
            ways = _structured(shape, column + 1, _after(left, rows), fewer)
            found += comb(size, len(rows)) * ways
    return found


# -- a card and its number ----------------------------------------------------------------------


class Face(NamedTuple):
    """The numbers of a card, row by row, ascending."""

    rows: tuple[Row, ...]

    @property
    def numbers(self) -> frozenset[int]:
        """All its numbers: cards with the same ones are equal, wherever they stand."""
        return frozenset(number for row in self.rows for number in row)

    def __str__(self) -> str:
        return " / ".join(" ".join(map(str, row)) for row in self.rows)


def unrank(index: int, shape: Shape = TENS) -> Face:
    """The card with this number.

    >>> str(unrank(0))
    '1 10 20 30 80 / 40 50 60 70 81 / 41 51 61 71 82'
    """
    if not 0 <= index < shape.cards:
        raise ValueError(f"a card is a number below {shape.cards}, not {index}")
    left: Places = (shape.per_row,) * shape.rows
    found: list[list[int]] = [[] for _ in range(shape.rows)]
    for column, (low, _) in enumerate(shape.columns):
        size = _size(shape, column)
        for rows in _filled(left):
            rest = _ways(shape, column + 1, _after(left, rows))
            block = comb(size, len(rows)) * rest
            if index < block:
                chosen, index = divmod(index, rest)
                for row, number in zip(rows, _combination(size, len(rows), chosen), strict=True):
                    found[row].append(low + number)
                left = _after(left, rows)
                break
            index -= block
    return Face(tuple(tuple(row) for row in found))


def rank(face: Face, shape: Shape = TENS) -> int:
    """The number of a card.

    >>> rank(unrank(123_456_789)) == 123_456_789
    True
    """
    check_order(face, shape)
    left: Places = (shape.per_row,) * shape.rows
    index = 0
    for column, (low, high) in enumerate(shape.columns):
        size = _size(shape, column)
        here = {r: n - low for r, row in enumerate(face.rows) for n in row if low <= n <= high}
        for rows in _filled(left):
            rest = _ways(shape, column + 1, _after(left, rows))
            if rows == tuple(sorted(here)):
                index += _place(size, [here[row] for row in rows]) * rest
                left = _after(left, rows)
                break
            index += comb(size, len(rows)) * rest
    return index


def _combination(size: int, count: int, index: int) -> list[int]:
    """The index-th set of so many numbers below a size, ascending, in order of the first."""
    found, lowest = [], 0
    for still in range(count, 0, -1):
        while index >= (block := comb(size - lowest - 1, still - 1)):
            index -= block
            lowest += 1
        found.append(lowest)
        lowest += 1
    return found


def _place(size: int, numbers: Sequence[int]) -> int:
    index, lowest = 0, 0
    for still, number in zip(range(len(numbers), 0, -1), numbers, strict=True):
        index += sum(comb(size - skipped - 1, still - 1) for skipped in range(lowest, number))
        lowest = number + 1
    return index


def read_face(text: str, shape: Shape = TENS) -> Face:
    """A card as it is written: rows parted by ``/``.

    >>> read_face("7 32 45 64 74 / 8 18 25 76 80 / 35 47 53 65 84").rows[1]
    (8, 18, 25, 76, 80)
    """
    if not re.fullmatch(r"[\d\s/]+", text):
        raise Refused(FACE, "not-a-card", face=text[:80])
    face = Face(tuple(tuple(int(number) for number in row.split()) for row in text.split("/")))
    check_face(face, shape)
    return face


def check_face(face: Face, shape: Shape = TENS) -> None:
    """Raise `Refused` unless this is a card: rows of five, fifteen different numbers of 1 to 90,
    one to three in each column (CAT-V.2.2.1-04). Imported cards need be no more than that."""
    said = str(face)
    if len(face.rows) != shape.rows or any(len(row) != shape.per_row for row in face.rows):
        raise Refused(FACE, "card-rows", face=said, rows=shape.rows, numbers=shape.per_row)
    numbers = [number for row in face.rows for number in row]
    low, high = shape.columns[0][0], shape.columns[-1][1]
    if len(set(numbers)) != len(numbers):
        raise Refused(FACE, "card-number-twice", face=said)
    if any(not low <= number <= high for number in numbers):
        raise Refused(FACE, "card-number-outside", face=said, low=low, high=high)
    columns = [shape.column_of(number) for number in numbers]
    if set(columns) != set(range(len(shape.columns))):
        raise Refused(FACE, "card-column-empty", face=said)
    if any(columns.count(column) > shape.rows for column in columns):
        raise Refused(FACE, "card-column-full", face=said)


def check_order(face: Face, shape: Shape = TENS) -> None:
    """Raise `Refused` unless a card is as we make them: one number of a column in a row, numbers
    ascending along rows and down columns. The regulation asks less."""
    check_face(face, shape)
    for row in face.rows:
        if list(row) != sorted(row) or len({shape.column_of(n) for n in row}) != len(row):
            raise Refused(FACE, "card-number-misplaced", face=str(face))
    for column in range(len(shape.columns)):
        down = [n for row in face.rows for n in row if shape.column_of(n) == column]
        if down != sorted(down):
            raise Refused(FACE, "card-number-misplaced", face=str(face))
