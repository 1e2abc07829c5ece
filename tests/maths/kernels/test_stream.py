"""Chance for kernels: seeded, without bias, each order of the cards as likely as any other."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from tapete.core.round.cards import DECK
from tapete.maths.kernels.cards import CARDS, CODES, POINTS, shoe
from tapete.maths.kernels.stream import below, draw, next_word, shuffled, stream


def surprise(counts: list[int]) -> float:
    """How far counts are from even, in standard deviations of chi-squared."""
    mean = sum(counts) / len(counts)
    chi = sum((count - mean) ** 2 / mean for count in counts)
    free = len(counts) - 1
    return float((chi - free) / np.sqrt(2 * free))


def test_the_generator_is_xoshiro256_plus_plus() -> None:
    # The first words of the reference implementation from the state 1, 2, 3, 4.
    state = np.array([1, 2, 3, 4], np.uint64)
    words = [int(next_word(state)) for _ in range(4)]
    assert words == [41943041, 58720359, 3588806011781223, 3591011842654386]


def test_streams_of_a_seed_differ_and_come_again() -> None:
    firsts = {int(next_word(stream(seed, number))) for seed in range(20) for number in range(20)}
    assert len(firsts) == 400
    assert int(next_word(stream(3, 5))) == int(next_word(stream(3, 5)))


@pytest.mark.parametrize("n", [1, 2, 37, 216])
def test_a_bounded_draw_is_even(n: int) -> None:
    state = stream(11)
    counts = Counter(int(below(state, n)) for _ in range(200 * n))
    assert set(counts) == set(range(n))
    assert n == 1 or abs(surprise(list(counts.values()))) < 4


def test_every_order_of_the_cards_is_as_likely() -> None:
    """All 720 orders of six cards, drawn six at a time out of one word, and all 120 of five,
    drawn one by one."""
    for size in (6, 5):
        state, cards = stream(size), np.arange(size, dtype=np.uint8)
        counts: Counter[tuple[int, ...]] = Counter(dict.fromkeys(permutations(range(size)), 0))
        for _ in range(60_000):
            draw(cards, 0, size, state)
            counts[tuple(cards.tolist())] += 1
        assert len(counts) == len(list(permutations(range(size))))
        assert abs(surprise(list(counts.values()))) < 4


def test_only_the_cards_asked_for_are_drawn() -> None:
    cards = np.arange(200, dtype=np.uint8)
    reached = draw(cards, 0, 60, stream(1))
    assert reached == 60
    assert sorted(cards.tolist()) == list(range(200))
    before = cards[:60].copy()
    assert draw(cards, 60, 90, stream(2)) == 90
    assert (cards[:60] == before).all()


def test_a_shoe_shuffled_is_the_same_cards() -> None:
    rows = shuffled(shoe(6), 5, stream(4))
    assert rows.shape == (5, 312)
    for row in rows:
        assert Counter(CARDS[int(code)] for code in row) == dict.fromkeys(DECK, 6)
    assert len({row.tobytes() for row in rows}) == 5


def test_a_byte_tells_the_card_and_its_points() -> None:
    assert len(set(CODES.values())) == 52
    points = {card[0]: code & POINTS for card, code in CODES.items()}
    assert points == {**{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 10), "A": 1}
