"""What comes is as likely as anything else if any one of those who have a part is honest: every
case of small n, whatever the others choose; and the draws of a number are even and its own."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product

import pytest

from tapete.chance.numbers import (
    draws_of,
    promised_number,
    shuffled,
    shuffled_by,
    sum_of,
    together,
)
from tapete.core.round.ask import Pick
from tests.chance.tree import law

ONE, TWO = "1" * 64, "2" * 64


def always(answers: Sequence[int]) -> Pick:
    """Somebody who has chosen his draws."""
    left = list(answers)
    return lambda n: left.pop(0)


@pytest.mark.parametrize("n", range(1, 9))
@pytest.mark.parametrize("honest", range(3))
def test_a_sum_is_even_if_one_of_its_summands_is(n: int, honest: int) -> None:
    for chosen in product(range(n), repeat=2):

        def drawn(pick: Pick, chosen: tuple[int, ...] = chosen) -> int:
            each = [always([one]) for one in chosen]
            return sum_of([*each[:honest], pick, *each[honest:]])(n)

        assert law(drawn) == {k: Fraction(1, n) for k in range(n)}


@pytest.mark.parametrize("n", range(1, 5))
@pytest.mark.parametrize("honest", range(3))
def test_an_order_is_even_if_one_of_its_shuffles_is(n: int, honest: int) -> None:
    """The house's order is the first of them: a shuffle of the cards as they come from the box."""
    choices = list(product(*(range(size) for size in range(n, 1, -1))))
    every = {order: Fraction(1, len(choices)) for order in permutations(range(n))}
    for chosen in product(choices, repeat=2):

        def dealt(pick: Pick, chosen: tuple[tuple[int, ...], ...] = chosen) -> tuple[int, ...]:
            each = [always(one) for one in chosen]
            return shuffled_by(range(n), [*each[:honest], pick, *each[honest:]])

        assert law(dealt) == every


def test_a_copied_promise_promises_nothing() -> None:
    """Whoever repeats another's promise at his own place cannot open it; were he able to, twice the
    same draw would be even only half the time."""
    assert promised_number("war-1", 1, ONE) != promised_number("war-1", 2, ONE)
    assert promised_number("war-1", 1, ONE) != promised_number("war-2", 1, ONE)


def test_a_number_gives_other_draws_for_every_use_and_place() -> None:
    uses = ["mesa/1/1", "mesa/1/2", "mesa/2/1", "mesa/11", "otra/1/1"]
    found = {tuple(draws_of(ONE, use)(2**64) for _ in range(4)) for use in uses}
    assert len(found) == len(uses)


def test_what_several_draw_is_as_it_is_written_down() -> None:
    """By the book, not by our code: the words of SHA-256, taken as they come."""

    def word(number: str, use: str, at: int) -> int:
        digest = hashlib.sha256(f"{number}/{use}/{at // 4}".encode()).digest()
        return int.from_bytes(digest[8 * (at % 4) :][:8], "big")

    pick = together({0: ONE, 4: TWO}, "mesa/7/0")
    for at in range(9):
        wanted = (word(ONE, "mesa/7/0/0", at) % 38 + word(TWO, "mesa/7/0/4", at) % 38) % 38
        assert pick(38) == wanted  # no word of these is among the 2⁶⁴ mod 38 that are refused


def test_the_draws_of_numbers_are_even() -> None:
    """Numbers enough, 36 pockets and none: chi² with 36 degrees stays under its 0.999 point."""
    counts = Counter(together({0: f"{n:064x}", 1: ONE}, f"mesa/{n}")(37) for n in range(3_700))
    assert sum((counts[k] - 100) ** 2 / 100 for k in range(37)) < 67.98


def test_nobody_in_it_leaves_the_order_as_it_was() -> None:
    assert shuffled("abcd", {}, "mesa/1") == tuple("abcd")
