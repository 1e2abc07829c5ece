"""Every multiset of prize hands over seven seats pays what a second, plain way of counting pays."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement, cycle, islice

import pytest

from tests.games.poker.pots import played, setup_of

HANDS = ("carta-alta", "color", "full", "poker", "escalera-de-color", "escalera-real")
SEATS = range(1, 8)
MULTISETS = list(combinations_with_replacement(HANDS, len(SEATS)))

POTS = ((0, 0), (199_999, 70_001), (1_000_003, 0), (20_000_019, 500), (987_654_321, 0))
BETS = ((1000,), (3000, 1000, 2000), (1000, 5000))
FIXED = {"color": 50, "full": 100, "poker": 500}
ARICA = {"color": 25_000, "full": 40_000, "poker": 100_000}


def plainly(
    main: int, reserve: int, hands: Mapping[int, str], bets: Mapping[int, int], arica: bool
) -> tuple[dict[int, int], int, int, int]:
    """What each seat gets, and what is left: main pot, reserve, and what the house advanced."""
    got = dict.fromkeys(SEATS, 0)
    for seat, hand in hands.items():
        if hand in FIXED:
            got[seat] = ARICA[hand] * bets[seat] // 1000 if arica else FIXED[hand] * bets[seat]
    owed = sum(got.values())
    short = max(0, owed - main)
    advance, reserve_left = max(0, short - reserve), max(0, reserve - short)
    left = max(0, main - owed)
    for hand, part in (("escalera-de-color", left // 10), ("escalera-real", None)):
        winners = [seat for seat in SEATS if hands[seat] == hand]
        share = left if part is None else part
        for place, seat in enumerate(winners):
            mine = share // len(winners) + (share % len(winners) if place == 0 else 0)
            got[seat] = mine if part is None or arica else min(mine, 5000 * bets[seat])
        left -= sum(got[seat] for seat in winners)
    return got, left, reserve_left, advance


def seated(multiset: tuple[str, ...], turn: int) -> dict[int, str]:
    """The hands of a multiset on the seats, another way round each time."""
    order = [*multiset[turn:], *multiset[:turn]]
    return dict(zip(SEATS, order if turn % 2 else order[::-1], strict=True))


def test_there_are_seven_hundred_and_ninety_two_of_them() -> None:
    assert len(MULTISETS) == len(set(MULTISETS)) == 792


@pytest.mark.clause(
    "CAT-III.6.6-04", "CAT-III.6.6-06", "CAT-III.6.6-07", "CAT-III.6.6-08",
    "CAT-III.6.6-09", "CAT-III.6.6-10", "CAT-III.6.6-11",
)  # fmt: skip
@pytest.mark.parametrize("arica", [False, True], ids=["scj-2023", "arica-2017"])
@pytest.mark.parametrize("bets", BETS)
@pytest.mark.parametrize("pot", POTS)
def test_every_multiset_of_prizes_is_paid_as_a_plain_count_pays_it(
    pot: tuple[int, int], bets: tuple[int, ...], arica: bool
) -> None:
    main, reserve = pot
    staked = dict(zip(SEATS, islice(cycle(bets), len(SEATS)), strict=True))
    setup = setup_of("draw-poker", "arica-2017" if arica else "scj-2023")
    for number, multiset in enumerate(MULTISETS):
        hands = seated(multiset, number % len(SEATS))
        found = played(hands, main=main, reserve=reserve, bets=staked, setup=setup)
        got, left, spare, advance = plainly(main, reserve, hands, staked, arica)
        assert {seat: found.net(seat) + staked[seat] for seat in SEATS} == got, hands
        assert main - sum(paid.main for paid in found.paid) == left, hands
        assert reserve - sum(paid.reserve for paid in found.paid) == spare, hands
        assert sum(paid.advance for paid in found.paid) == advance, hands
