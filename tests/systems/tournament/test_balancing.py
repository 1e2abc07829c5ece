"""Laws of seating, levelling, breaking and the blinds, over many random tournaments."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.systems.tournament.balancing import TableSeats, breaking, level
from tapete.systems.tournament.positions import NextHand, Positions, first_hand, next_hand
from tapete.systems.tournament.seats import Slips, clockwise, next_slips, sizes_on, tables_for

SEATS = 9


@pytest.mark.clause("COL-7.1-02", "COL-7.2-03")
@given(st.integers(2, 120), st.randoms(use_true_random=False))
def test_sizes_differ_by_one_at_the_most_after_each_slip(
    entrants: int, draws: random.Random
) -> None:
    tables: dict[int, set[int]] = {n: set() for n in range(1, tables_for(entrants, SEATS) + 1)}
    for _ in range(entrants):
        slip = draws.choice(next_slips(tables, SEATS))
        tables[slip.table].add(slip.seat)
        sizes = sorted(map(len, tables.values()))
        assert sizes[-1] - sizes[0] <= 1
    assert sorted(map(len, tables.values()), reverse=True) == sizes_on(entrants, len(tables))


def tables_at_random(draws: random.Random) -> dict[int, TableSeats]:
    found = {}
    for number in range(1, draws.randint(2, 8) + 1):
        taken = draws.sample(range(1, SEATS + 1), draws.randint(3, SEATS))
        at = draws.choice(taken)
        order = [seat for seat in clockwise(at, SEATS) if seat in taken]
        last = Positions(order[-3], order[-2], order[-1])
        found[number] = TableSeats(tuple(taken), last)
    return found


@pytest.mark.clause("COL-7.3-01", "COL-7.3-02", "COL-7.3-03")
@given(st.randoms(use_true_random=False))
def test_levelling_makes_sizes_level_by_the_fewest_moves(draws: random.Random) -> None:
    tables = tables_at_random(draws)
    order = draws.sample(sorted(tables), len(tables))
    before = {number: table.players for number, table in tables.items()}
    found = level(tables, SEATS, order)
    after = found.sizes
    assert sum(after.values()) == sum(before.values())
    for move in found.moves:
        gap = tables[move.end.table].last
        assert gap is not None
        assert move.end.seat != gap.big, "never into the small blind"
        assert not 0 < (gap.small - move.end.seat) % SEATS < (gap.small - gap.big) % SEATS
        seats = tables[move.end.table].taken
        assert seats is not None and move.end.seat not in seats
    if not found.waits:
        assert max(after.values()) - min(after.values()) <= 1
        gone = sum(max(before[n] - after[n], 0) for n in before)
        assert len(found.moves) == gone, "nobody moves twice"


@pytest.mark.clause("COL-7.3-12", "COL-5-03")
@given(st.lists(st.integers(2, SEATS), min_size=2, max_size=12))
def test_a_table_breaks_when_the_others_have_room(sizes: list[int]) -> None:
    players = dict(enumerate(sizes, 1))
    order = sorted(players, reverse=True)
    found = breaking(players, SEATS, 10, order)
    field, tables = sum(sizes), len(sizes)
    room = field <= (tables - 1) * SEATS or field <= 10
    assert bool(found.table or found.redraw) == room
    assert sum(found.sizes.values()) == field
    assert max(found.sizes.values()) <= (10 if found.redraw == 1 else SEATS)
    assert not breaking(players, SEATS, 10, order, registration_open=True).table


@pytest.mark.clause("COL-7.5.1-14", "COL-7.5.1-15", "COL-7.5.1-16", "COL-7.5.1-17")
@given(st.randoms(use_true_random=False))
def test_the_big_blind_skips_nobody_and_nobody_pays_it_twice_running(
    draws: random.Random,
) -> None:
    seated = set(draws.sample(range(1, SEATS + 1), draws.randint(3, SEATS)))
    now: NextHand = first_hand(draws.choice(sorted(seated)), seated)
    for _ in range(40):
        goes = {seat for seat in seated if draws.random() < 0.08}
        stayed = seated - goes if len(seated - goes) >= 2 else set(seated)
        free = sorted(set(range(1, SEATS + 1)) - stayed)
        came = {seat for seat in free if draws.random() < 0.08}
        before, now = now, next_hand(now.positions, stayed, came)
        seated = stayed | came
        last, positions = before.positions, now.positions
        assert positions.big in now.dealt
        if len(now.dealt) > 1:
            assert positions.big != last.big or last.big not in stayed
        skipped = [
            seat
            for seat in clockwise(last.big, SEATS)
            if (last.big - seat) % SEATS < (last.big - positions.big) % SEATS and seat != last.big
        ]
        assert not set(skipped) & set(now.dealt)
        assert set(now.waits) <= came
        if len(now.dealt) > 2 and now.small_posted:
            assert positions.small == last.big in stayed


@pytest.mark.clause("COL-7.2-03")
@given(st.integers(1, 6), st.integers(2, 9), st.randoms(use_true_random=False))
def test_slips_drawn_one_after_another_are_those_of_each_moment(
    count: int, seats: int, draws: random.Random
) -> None:
    tables: dict[int, list[int]] = {n: [] for n in range(1, count + 1)}
    slips = Slips(tables, seats)
    for _ in range(count * seats):
        assert slips.next == next_slips(tables, seats)
        place = draws.choice(slips.next)
        assert place in slips
        slips.take(place)
        assert place not in slips
        tables[place.table].append(place.seat)
    assert not slips.next and slips.tables == tables
