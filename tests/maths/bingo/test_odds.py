"""The ball of the first line and bingo, against worked figures and every order of a small hall."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from tapete.maths.bingo.odds import chance_by, law, mean_ball, one_card, sets_of, unions
from tapete.systems.bingo.cards import read_face

SEVEN = read_face("6 13 60 72 84 / 25 32 50 69 75 / 28 33 47 53 79")
EIGHT = read_face("21 34 49 59 61 / 1 12 36 77 80 / 9 24 38 78 85")


@pytest.mark.clause("CAT-V.3.3-10", "CAT-V.3.3-11")
def test_figures_of_one_card_and_of_two() -> None:
    assert chance_by(one_card("line"), 30) == Fraction(3736956131, 384785860426)
    both = unions(sets_of([SEVEN, EIGHT], "bingo"))
    assert chance_by(both, 65) == Fraction(164937945538522, 18221062183280889)
    assert mean_ball(both) == Fraction(20475, 248)
    assert unions(sets_of([SEVEN], "line")) == one_card("line")


def test_the_chances_of_all_balls_add_to_one() -> None:
    for what in ("line", "bingo"):
        assert sum(law(one_card(what))) == 1


def test_inclusion_and_exclusion_is_every_order_gone_through() -> None:
    sets = [frozenset({1, 2}), frozenset({2, 3}), frozenset({1, 4})]
    orders = list(permutations(range(1, 7)))
    for ball in range(7):
        seen = sum(any(one <= set(order[:ball]) for one in sets) for order in orders)
        assert chance_by(unions(sets), ball, 6) == Fraction(seen, len(orders))
