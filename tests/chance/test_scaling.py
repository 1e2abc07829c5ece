"""A bounded draw has no bias: every answer has exactly as many words as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.chance import Chance, accepted, kernel, scaled

LARGEST = 416
"""Eight decks: nothing at a table is drawn out of more."""

SAMPLE = (1, 2, 3, 5, 6, 7, 36, 37, 38, 51, 52, 54, 64, 75, 90, 97, 128, 255, 311, 312, 415, 416)
words_of_64_bits = st.integers(0, 2**64 - 1)


def all_words(w: int) -> Chance:
    """A source that gives every word of w bits once, and no more."""
    packs = iter([range(2**w)])

    def words(width: int, count: int) -> Sequence[int]:
        assert (width, count) == (w, 2**w)
        return next(packs)

    return Chance(words, width=w, ahead=2**w)


def answers(chance: Chance, n: int) -> Counter[int]:
    """How often each answer comes out of all the words there are."""
    found: Counter[int] = Counter()
    while True:
        try:
            found[chance(n)] += 1
        except StopIteration:
            return found


def check_even(n: int, w: int) -> None:
    chance = all_words(w)
    found = answers(chance, n)
    assert found == dict.fromkeys(range(n), 2**w // n)
    counts = chance.counts
    assert (counts.read, counts.used, counts.refused) == (2**w, 2**w // n * n, 2**w % n)


@pytest.mark.parametrize("w", [8, 12])
def test_every_answer_has_the_same_number_of_words(w: int) -> None:
    for n in range(1, min(LARGEST, 2**w) + 1):
        check_even(n, w)


@pytest.mark.parametrize("n", SAMPLE)
def test_every_answer_has_the_same_number_of_words_of_16_bits(n: int) -> None:
    check_even(n, 16)


@pytest.mark.parametrize("w", [8, 12, 16])
def test_the_rule_itself_is_even_for_every_n(w: int) -> None:
    for n in range(1, min(LARGEST, 2**w) + 1):
        limit = accepted(n, w)
        assert limit == n * (2**w // n)
        assert set(np.bincount(np.arange(limit) % n, minlength=n)) == {2**w // n}
        assert scaled(limit - 1, n, w) == n - 1
        assert limit == 2**w or scaled(limit, n, w) is None


def test_ninety_balls_out_of_words_of_eight_bits() -> None:
    """The worked example: 180 words are taken, two a number, and 76 refused; the remainder alone
    would give 76 of the numbers a third word."""
    found = answers(all_words(8), 90)
    assert set(found.values()) == {2} and sum(found.values()) == 180
    remainders = Counter(x % 90 for x in range(256))
    assert sum(count == 3 for count in remainders.values()) == 76


@given(n=st.integers(1, 2**64), x=words_of_64_bits)
def test_a_word_of_64_bits_answers_only_inside_a_whole_number_of_turns(n: int, x: int) -> None:
    chance = Chance(lambda w, count: [x, 0], ahead=2)
    answer = chance(n)
    if x < n * (2**64 // n):
        assert answer == x % n and chance.counts.refused == 0
    else:
        assert answer == 0 and chance.counts.refused == 1
    assert scaled(x, n, 64) == (x % n if chance.counts.refused == 0 else None)
    assert 2**64 - accepted(n, 64) == 2**64 % n < n


@given(n=st.integers(1, 2**64), turn=st.integers(0, 2**64), answer=st.integers(0, 2**64))
def test_each_answer_has_one_word_in_every_turn(n: int, turn: int, answer: int) -> None:
    """Words are n to a turn and ⌊2⁶⁴/n⌋ turns: the word of each answer in each turn gives it."""
    answer, turn = answer % n, turn % (2**64 // n)
    assert scaled(turn * n + answer, n, 64) == answer


@pytest.mark.parametrize("n", [5, 7, 15])
def test_more_than_a_word_can_tell_apart_is_drawn_from_several_side_by_side(n: int) -> None:
    """Words of two bits: all pairs of them, for draws below more than four."""
    pairs = [x for high in range(4) for low in range(4) for x in (high, low)]
    packs = iter([pairs])
    chance = Chance(lambda w, count: next(packs), width=2)
    assert answers(chance, n) == dict.fromkeys(range(n), 16 // n)
    assert chance.counts.refused == 2 * (16 % n)


@pytest.mark.parametrize("n", [0, -1])
def test_one_of_nothing_is_not_drawn(n: int) -> None:
    with pytest.raises(ValueError, match="cannot be picked"):
        Chance(kernel)(n)


@pytest.mark.parametrize("w", [1, 5, 8, 12, 16, 64])
def test_words_of_the_kernel_have_every_bit(w: int) -> None:
    found = kernel(w, 400)
    assert len(found) == 400 and all(0 <= x < 2**w for x in found)
    for bit in range(w):
        assert len({x >> bit & 1 for x in found}) == 2  # fails by chance once in 2^399
