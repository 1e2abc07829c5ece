"""The chip model summed over moments against the one summed over subsets."""

from __future__ import annotations

import random
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete.maths.tournament.icm import POINTS, POINTS_OFF, UNIT, WEIGHTS_OFF, icm_within
from tapete.systems.tournament.icm import icm_exact


def by_kinds(stacks: list[int], prizes: list[int]) -> list[Fraction]:
    """Exactly, for a field of few different stacks: which are ahead matters only by their kind."""
    kinds = Counter(stacks)
    total, worth = sum(stacks), dict.fromkeys(kinds, Fraction(0))
    chance = {(0,) * len(kinds): Fraction(1)}
    for prize in prizes:
        following: dict[tuple[int, ...], Fraction] = {}
        for ahead, reached in chance.items():
            rest = total - sum(n * kind for n, kind in zip(ahead, kinds, strict=True))
            for place, kind in enumerate(kinds):
                next_ = reached * (kinds[kind] - ahead[place]) * kind / rest
                worth[kind] += next_ * prize
                both = (*ahead[:place], ahead[place] + 1, *ahead[place + 1 :])
                if next_:
                    following[both] = following.get(both, Fraction(0)) + next_
        chance = following
    return [worth[stack] / kinds[stack] for stack in stacks]


@pytest.mark.parametrize("error", [1.0, 0.001])
@pytest.mark.parametrize(
    "stacks",
    [
        [1] * 10 + [333] * 10 + [99_999] * 10,
        [10_007] * 29 + [5_000_003],
        [25] * 28 + [7, 9_999_991],
        [3] * 12 + [5] * 1,
    ],
)
@pytest.mark.parametrize("paid", [1, 4, 13])
def test_the_bound_holds_for_a_field_that_is_summed_exactly_by_kinds(
    stacks: list[int], paid: int, error: float
) -> None:
    prizes = [50_000_000 // (place + 1) + 1 for place in range(paid)]
    found = icm_within(stacks, prizes, error)
    assert found.error <= error
    for true, near in zip(by_kinds(stacks, prizes), found.worth, strict=True):
        assert abs(true - Fraction(float(near))) <= Fraction(found.error)


def test_the_bound_holds_for_twelve_and_who_has_nothing_is_worth_nothing() -> None:
    stacks = [1, 3, 7, 19, 101, 999, 5_003, 20_011, 0, 77_777, 600_001, 7_654_321]
    prizes = [9_000_001, 4_000_003, 2_000_003, 700_001, 300_007]
    found = icm_within(stacks, prizes, 0.001)
    assert found.worth[8] == 0
    for true, near in zip(icm_exact(stacks, prizes), found.worth, strict=True):
        assert abs(true - Fraction(float(near))) <= Fraction(found.error)


def test_a_bound_that_rounding_does_not_allow_is_not_claimed() -> None:
    assert icm_within([5, 3, 2], [10**12, 10**11], 1e-9).error > 1e-9


def test_the_points_and_weights_of_the_rule_are_as_right_as_the_rounding_counts_on() -> None:
    with localcontext() as context:
        context.prec = 40
        for point, weight in zip(*np.polynomial.legendre.leggauss(POINTS), strict=True):
            x = Decimal(float(point))
            for _ in range(4):
                before, now = Decimal(1), x
                for n in range(1, POINTS):
                    before, now = now, ((2 * n + 1) * x * now - n * before) / (n + 1)
                slope = POINTS * (before - x * now) / (1 - x * x)
                x -= now / slope
            true = 2 / ((1 - x * x) * slope**2)
            assert abs(x - Decimal(float(point))) <= POINTS_OFF * Decimal(UNIT)
            assert abs(true - Decimal(float(weight))) <= WEIGHTS_OFF * Decimal(UNIT) * true


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 10_000_000), min_size=2, max_size=8), st.data())
def test_both_ways_agree_within_the_bound(stacks: list[int], data: st.DataObject) -> None:
    prizes = sorted(
        data.draw(st.lists(st.integers(1, 5_000_000), min_size=1, max_size=len(stacks))),
        reverse=True,
    )
    exact, found = icm_exact(stacks, prizes), icm_within(stacks, prizes, 0.001)
    assert found.error <= 0.001
    for true, near in zip(exact, found.worth, strict=True):
        assert abs(float(true) - near) <= found.error


@pytest.mark.clause("COL-9.1-24")
def test_a_thousand_players_share_all_there_is() -> None:
    draws = random.Random(7)
    stacks = [draws.randint(1_000, 400_000) for _ in range(1000)]
    prizes = [max(100_000, 90_000_000 // place) for place in range(1, 151)]
    found = icm_within(stacks, prizes, 1.0)
    assert found.error <= 1.0
    assert abs(float(found.worth.sum()) - sum(prizes)) <= 1.0
    richest = max(range(1000), key=stacks.__getitem__)
    assert found.worth[richest] == max(found.worth)
