"""The chip model summed over moments against the one summed over subsets."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete.maths.tournament.icm import icm_within
from tapete.systems.tournament.icm import icm_exact


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
