"""Chance in which several have a part, so that nobody can have chosen what comes.

Each gives a number of 256 bits. He promises it by its hash before he knows any other, and opens it
when all are promised. Out of a number come draws: SHA-256 of the number, what it is for and a
counter, read as words of 64 bits, and out of the words draws without bias (`Chance`). Together they
draw the sum of what each draws, modulo the number of outcomes; and an order of cards is shuffled by
each of them in turn. A sum with one even summand is even, and an order with one even shuffle in it
too: what comes is as likely as anything else if *any one* of them is honest
(`tests/chance/test_numbers.py` shows it for every case of small n).

A number is bound to the place it is given at: whoever copies a promise has promised nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from tapete.chance.draws import shuffle
from tapete.chance.port import Chance
from tapete.core.round.ask import Pick

T = TypeVar("T")

HOUSE = 0
"""The place of the house among those that give numbers: seats begin with one."""
HEX = re.compile(r"[0-9a-f]{64}")
WORDS = 4
"""Words of 64 bits in one SHA-256."""


def is_number(text: str) -> bool:
    """Whether this is a number, or the promise of one: 64 hexadecimal digits.

    >>> is_number("0" * 64), is_number("0" * 63)
    (True, False)
    """
    return HEX.fullmatch(text) is not None


def promised_number(unit: str, seat: int, number: str) -> str:
    """The hash that promises a number, at this place and no other.

    >>> promised_number("war-1", 3, "0" * 64)[:16]
    'bddaca19007b344e'
    """
    return hashlib.sha256(f"{unit}/{seat}:{number}".encode()).hexdigest()


def use_of(unit: str, order: int, draw: int | None = None) -> str:
    """What numbers are for: an order of cards of a unit, or one draw with the house's number.

    >>> use_of("war-1", 7), use_of("craps-1", 7, 2)
    ('war-1/7', 'craps-1/7/2')
    """
    return f"{unit}/{order}" if draw is None else f"{unit}/{order}/{draw}"


class Picks:
    """Draws that are noted: each as one below how many, and what came.

    >>> picks = Picks(lambda n: n - 1)
    >>> picks(6), picks(37), picks.drawn
    (5, 36, [(6, 5), (37, 36)])
    """

    def __init__(self, pick: Pick) -> None:
        self.pick = pick
        self.drawn: list[tuple[int, int]] = []

    def __call__(self, n: int) -> int:
        found = self.pick(n)
        self.drawn.append((n, found))
        return found


def again(drawn: Sequence[tuple[int, int]]) -> Pick:
    """The same draws once more. Raises `LookupError` where something else is asked for.

    >>> again([(6, 5)])(6)
    5
    """
    left = list(drawn)

    def pick(n: int) -> int:
        if not left or left[0][0] != n:
            raise LookupError(f"nothing below {n} was drawn here")
        return left.pop(0)[1]

    return pick


def draws_of(number: str, use: str) -> Chance:
    """The draws a number gives for this use.

    >>> one = draws_of("0" * 64, "war-1/1/3")
    >>> [one(6) for _ in range(8)]
    [2, 2, 3, 2, 3, 3, 1, 5]
    """
    count = 0

    def words(w: int, many: int) -> Sequence[int]:
        nonlocal count
        digest = hashlib.sha256(f"{number}/{use}/{count}".encode()).digest()
        count += 1
        return [int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8)]

    return Chance(words, ahead=WORDS)


def sum_of(each: Sequence[Pick]) -> Pick:
    """What several draw together: the sum of their draws, modulo n."""
    return lambda n: sum(draw(n) for draw in each) % n


def shuffled_by(cards: Sequence[T], each: Sequence[Pick]) -> tuple[T, ...]:
    """An order shuffled by several, one after another; by nobody it stays as it is."""
    found = list(cards)
    for draws in each:
        shuffle(found, draws)
    return tuple(found)


def together(numbers: Mapping[int, str], use: str) -> Pick:
    """What these numbers, by place, draw together.

    >>> pick = together({0: "0" * 64, 3: "1" * 64}, "war-1/1")
    >>> [pick(37) for _ in range(4)]
    [3, 16, 26, 5]
    """
    return sum_of(_each(numbers, use))


def shuffled(cards: Sequence[T], numbers: Mapping[int, str], use: str) -> tuple[T, ...]:
    """An order shuffled by each of these numbers in turn, by place.

    >>> "".join(shuffled("abcde", {3: "1" * 64}, "war-1/1"))
    'bceda'
    """
    return shuffled_by(cards, _each(numbers, use))


def _each(numbers: Mapping[int, str], use: str) -> list[Chance]:
    return [draws_of(number, f"{use}/{place}") for place, number in sorted(numbers.items())]
