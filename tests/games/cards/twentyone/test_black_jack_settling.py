"""Black Jack (CAT-III.1.5.1): who is paid, in which order, and when bets are taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.round.bets import Limits, Noticed, Place, Slip
from tapete.core.round.event import Announced, BetLost, BetReturned, BetWon, CardsCleared
from tapete.core.round.record import Record
from tapete.games.cards.twentyone.games import BLACK_JACK
from tests.games.cards.twentyone.rounds import drawn, opened, played, told, won

THREE = dict.fromkeys((5, 3, 1), "plantarse")


def settled(cards: str, moves: dict[int, str] | None = None) -> Record:
    """Seats 5, 3 and 1 with 100, 200 and 400."""
    table = opened(BLACK_JACK, 5, 3, 1)
    return played(table, {5: 100, 3: 200, 1: 400}, cards, THREE if moves is None else moves)


def of(record: Record, *kinds: type[Any]) -> list[Any]:
    return [e for e in record.events if isinstance(e, kinds)]


@pytest.mark.clause("CAT-III.1.5.1-59", "CAT-III.1.5.1-72")
def test_the_croupier_says_his_total_and_collects_and_pays_from_right_to_left() -> None:
    record = settled("9c Tc 8c 8h 8s Kd 9d Ts")  # 17, 20, 17 against 18
    [total] = [e for e in told(record, Announced) if e.what == "total-del-croupier"]
    assert (total.facts, total.clause) == ({"points": 18, "black_jack": False}, "CAT-III.1.5.1-59")
    money = of(record, BetWon, BetLost)
    assert [(e.seat, type(e)) for e in money] == [(1, BetLost), (3, BetWon), (5, BetLost)]
    assert record.events.index(total) < record.events.index(money[0])
    assert [e.zone for e in told(record, CardsCleared)] == [
        "seat:1",
        "seat:3",
        "seat:5",
        "croupier",
    ]
    assert record.events.index(money[-1]) < record.events.index(told(record, CardsCleared)[0])


@pytest.mark.clause("CAT-III.1.5.1-60", "CAT-III.1.5.1-71")
def test_bets_paid_or_void_stay_until_the_cards_are_collected() -> None:
    record = settled("9c Tc 8c 8h 9s Kd 7d Ts")  # 18, 20, 15 against 18
    back, last = told(record, BetReturned), told(record, CardsCleared)[-1]
    assert [(e.seat, e.why) for e in back] == [(3, "ganada"), (5, "empate")]
    assert all(record.events.index(e) > record.events.index(last) for e in back)
    assert [e.clause for e in back] == ["CAT-III.1.5.1-60", "CAT-III.1.5.1-62"]


@pytest.mark.clause("CAT-III.1.5.1-61", "CAT-III.1.5.1-74")
def test_over_21_the_croupier_pays_all_bets_still_on_the_table() -> None:
    record = settled("Tc Td 8c 6h 6s 2d 9d 9h Ts Tc", {5: "pedir", 3: "plantarse", 1: "plantarse"})
    assert won(record) == {5: -100, 3: 200, 1: 400}  # seat 5 was over before


@pytest.mark.clause("CAT-III.1.5.1-61", "CAT-III.1.5.1-62", "CAT-III.1.5.1-73")
def test_otherwise_lower_loses_higher_is_paid_and_equal_is_void() -> None:
    assert won(settled("9c Tc 8c 8h 9s Kd 7d Ts")) == {5: 0, 3: 200, 1: -400}
    # A 21 of three cards ties with another and beats nothing but less.
    record = settled("5c Tc 9c 5h 6s Kd 9d Tc 6h Ts", {**THREE, 5: "pedir"})
    assert won(record) == {5: 0, 3: -200, 1: -400}


@pytest.mark.clause("CAT-III.1.5.1-74")
def test_black_jack_pays_three_to_two_every_other_win_one_to_one() -> None:
    record = settled("Ac Tc 9c Kh Kd Ks 9d 7s", {3: "plantarse", 1: "plantarse"})
    assert won(record) == {5: 150, 3: 200, 1: 400}
    assert [(e.seat, e.odds) for e in told(record, BetWon)] == [(1, "1:1"), (3, "1:1"), (5, "3:2")]


@pytest.mark.clause("CAT-III.1.5.1-62", "CAT-III.1.5.1-74")
def test_a_bank_black_jack_collects_all_but_black_jack_doubled_and_split_bets_in_full() -> None:
    record = settled(
        "8c 5c Ah Kh 8d 6c Kd Tc Td Ks Ac",
        {5: "separar plantarse plantarse", 3: "doblar"},
    )
    # Seat 5 split, seat 3 made 21 by doubling, seat 1 has Black Jack.
    assert won(record) == {5: -200, 3: -400, 1: 0}
    assert {e.clause for e in told(record, BetLost)} == {"CAT-III.1.5.1-74"}


@pytest.mark.clause("CAT-III.1.5.1-74")
def test_what_the_paying_unit_cannot_pay_is_dropped_and_told() -> None:
    table = opened(BLACK_JACK, 3, limits=Limits(min=100, unit=100))
    record = played(table, {3: 500}, "Ac 7h Kd")
    [paid] = told(record, BetWon)
    assert (paid.paid, paid.dropped) == (700, "50")


@pytest.mark.clause("CAT-III.1.5.1-60", "CAT-III.1.5.1-74")
@pytest.mark.parametrize(("his", "net"), [("Ts", 500), ("9s 5s", -500)])
def test_a_bet_over_the_maximum_noticed_late_counts_up_to_it(his: str, net: int) -> None:
    table = opened(BLACK_JACK, 3, limits=Limits(min=100, max=500))
    live = table.begin()
    bets = (Place(3, "principal", 400), Noticed(3, "principal", 300, "jefe-de-sala"))
    table.answer(Slip(bets))
    for given in drawn(f"9c 7h {'9d' if net > 0 else '8d'}"):
        table.answer(given)
    table.answer("plantarse")
    for given in drawn(his):
        table.answer(given)
    assert live.ended and won(table.finish()) == {3: net}
