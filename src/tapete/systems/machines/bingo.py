"""Bingo at a machine: the cards of a hall, so many balls, and the best that a card then shows.

Rows of the pay table: ``linea`` (a row of five), ``dos-lineas``, ``bingo`` (all fifteen) and
``bingo:40`` (all of them with forty balls or fewer). A card pays its best row only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tapete.systems.bingo.cards import Face
from tapete.systems.bingo.design import Design
from tapete.systems.machines.program import Bingo

BALLS = 90
IN_ROW, ON_CARD = 5, 15
LINES = {"linea": 1, "dos-lineas": 2, "bingo": 3}


def faces_of(program: Bingo) -> Mapping[int, Face]:
    """The cards of a program by their number."""
    return Design(program.seed, program.cards).faces()


def within(row: str) -> int | None:
    """With how many balls a row must be full; none: with all that come out.

    >>> within("bingo:40"), within("linea")
    (40, None)
    """
    name, _, balls = row.partition(":")
    return int(balls) if name == "bingo" and balls.isdecimal() else None


def is_row(row: str) -> bool:
    """Whether a row of the pay table can be read."""
    return row in LINES or within(row) is not None


def done(face: Face, balls: Sequence[int]) -> tuple[int, int | None]:
    """How many rows of a card are full after these balls; and with which ball the card was.

    >>> face = Face(((1, 10, 20, 30, 40), (2, 11, 21, 31, 41), (3, 12, 22, 32, 42)))
    >>> done(face, (40, 30, 1, 20, 10))
    (1, None)
    """
    place = {ball: n for n, ball in enumerate(balls, 1)}
    full = [row for row in face.rows if all(number in place for number in row)]
    if len(full) < len(face.rows):
        return len(full), None
    return len(full), max(place[number] for number in face.numbers)


def best_row(pays: Mapping[str, int], lines: int, last: int | None) -> str | None:
    """The row that pays most for so many full rows, the card full with its ``last`` ball."""
    found = list(_rows(pays, lines, last))
    return max(found, key=pays.__getitem__) if found else None


def _rows(pays: Mapping[str, int], lines: int, last: int | None) -> Iterator[str]:
    for row in pays:
        most = within(row)
        if most is not None:
            if last is not None and last <= most:
                yield row
        elif lines >= LINES[row]:
            yield row
