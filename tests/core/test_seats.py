"""Seats are numbered counter-clockwise from the croupier's right; dealing goes clockwise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.core.table.seats import (
    first_on_the_left,
    first_on_the_right,
    in_order,
    left_of,
    right_of,
)

SEATS = st.sets(st.integers(1, 12), min_size=1)


def test_dealing_runs_from_the_highest_occupied_seat_down() -> None:
    assert in_order([1, 2, 3]) == (3, 2, 1)
    assert in_order([3, 3, 1]) == (3, 1)
    assert in_order([]) == ()


@given(SEATS)
def test_going_left_all_the_way_round_meets_every_seat_once(seats: set[int]) -> None:
    met = [start := max(seats)]
    while (seat := left_of(met[-1], seats)) != start:
        met.append(seat)
    assert tuple(met) == in_order(seats)


@given(SEATS)
def test_right_is_the_way_back(seats: set[int]) -> None:
    for seat in seats:
        assert right_of(left_of(seat, seats), seats) == seat


@given(SEATS)
def test_the_first_on_each_side_of_the_croupier(seats: set[int]) -> None:
    assert first_on_the_left(seats) == in_order(seats)[0]
    assert first_on_the_right(seats) == in_order(seats)[-1]


def test_the_neighbour_of_an_empty_seat_is_the_next_occupied_one() -> None:
    assert left_of(5, [2, 7]) == 2
    assert right_of(5, [2, 7]) == 7
    assert left_of(1, [2, 7]) == 7


def test_nobody_has_a_neighbour_at_an_empty_table() -> None:
    for ask in (lambda: left_of(1, []), lambda: first_on_the_left([])):
        with pytest.raises((IndexError, ValueError)):
            ask()
