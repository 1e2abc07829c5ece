"""The shuffle: each order comes out of exactly one way of drawing."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import perm

import pytest

from tapete.chance import Chance, draw, shuffle
from tapete.core.round.ask import Pick
from tests.chance.tree import law, leaves


def shuffled(n: int, pick: Pick) -> tuple[int, ...]:
    cards = list(range(n))
    shuffle(cards, pick)
    return tuple(cards)


@pytest.mark.clause("CAT-I.1-04")
@pytest.mark.parametrize("n", range(1, 8))
def test_the_whole_tree_of_the_shuffle_holds_each_order_once(n: int) -> None:
    orders = [order for order, _ in leaves(lambda pick: shuffled(n, pick))]
    assert sorted(orders) == sorted(permutations(range(n)))


@pytest.mark.parametrize("n", range(1, 7))
def test_stopped_early_it_draws_some_of_all_with_each_order_as_likely(n: int) -> None:
    for k in range(n + 1):
        found = law(lambda pick, k=k: tuple(draw(range(n), k, pick)))  # type: ignore[misc]
        assert found == dict.fromkeys(permutations(range(n), k), Fraction(1, perm(n, k)))


def test_a_shuffle_asks_for_one_draw_less_than_there_are_cards() -> None:
    chance = Chance(lambda w, count: [0] * count)
    shuffle(list(range(52)), chance)
    assert chance.counts.draws == chance.counts.used == 51
    draw(range(90), 30, chance)
    assert chance.counts.draws == 51 + 30


@pytest.mark.parametrize("count", [-1, 5])
def test_more_than_there_are_cannot_be_drawn(count: int) -> None:
    with pytest.raises(ValueError, match="of 4 cannot be drawn"):
        draw("abcd", count, lambda n: 0)
