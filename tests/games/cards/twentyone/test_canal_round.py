"""Canal 21 (CAT-III.1.5.3): the deal, the bank's soft 17, insurance, split, double, surrender."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Choose
from tapete.core.round.bets import Limits
from tapete.core.round.event import (
    Announced,
    BetLost,
    BetPlaced,
    BetReturned,
    BetWon,
    CardDealt,
    CardsCleared,
    TurnGiven,
)
from tapete.games.cards.twentyone.games import CANAL_21
from tests.games.cards.twentyone.rounds import (
    asked,
    dealt,
    moves_of,
    opened,
    played,
    said,
    told,
    won,
)

TENS = ["Th", "Jh", "Qh", "Kh"]
LOW = ["2h", "5h", "9h"]


# The deal and the bank's draw


@pytest.mark.clause("CAT-III.1.5.3-24")
def test_one_card_each_from_the_left_then_the_croupiers_then_a_second_all_face_up() -> None:
    record = played(
        opened(CANAL_21, 5, 2), {5: 100, 2: 100}, "Tc 9c 7h Td 9d Ts",
        {5: "plantarse", 2: "plantarse"},
    )  # fmt: skip
    cards = [(event.to, event.card) for event in told(record, CardDealt)]
    assert cards == [
        ("seat:5", "Tc"), ("seat:2", "9c"), ("croupier", "7h"), ("seat:5", "Td"), ("seat:2", "9d"),
        ("croupier", "Ts"),
    ]  # fmt: skip


@pytest.mark.clause(
    "CAT-III.1.5.3-25", "CAT-III.1.5.3-26", "CAT-III.1.5.3-31", "CAT-III.1.5.3-32",
    "CAT-III.1.6.1-02",
)  # fmt: skip
@pytest.mark.parametrize(
    ("up", "drawn", "total"),
    [
        ("6h", "As 2c", 19),  # soft 17 takes a card
        ("Ah", "6s 5c 9c", 21),  # then the same table: 12, and on
        ("Ah", "2s 4c Kc", 17),  # soft 17 again, then 17 with the ace as one: he stands
        ("7h", "As", 18),  # soft 18 stands
        ("Th", "7s", 17),  # hard 17 stands
        ("Th", "6s As", 17),
        ("2h", "3s Qc 2d", 17),
    ],
)
def test_the_bank_draws_with_16_and_soft_17_and_stands_with_17(
    up: str, drawn: str, total: int
) -> None:
    record = played(opened(CANAL_21, 3), {3: 100}, f"Tc {up} 2c {drawn}", {3: "plantarse"})
    assert dealt(record, "croupier") == f"{up} {drawn}"
    [call] = [e for e in told(record, Announced) if e.what == "total-del-croupier"]
    assert call.facts["points"] == total


@pytest.mark.clause("CAT-III.1.7-09")
def test_a_card_the_croupier_draws_on_hard_17_is_burned_but_soft_17_must_draw() -> None:
    table = opened(CANAL_21, 3)
    record = played(table, {3: 100}, "Tc Th 9c 7s", {3: "plantarse"})
    left = table.state.shoe.cards_left
    [burned, _] = table.act("carta-de-mas", card="4c")
    assert (burned.to, burned.card) == ("quemadas", "4c")
    assert (won(record), table.state.shoe.cards_left) == ({3: 100}, left - 1)
    with pytest.raises(Refused, match="card-not-left"):
        for _ in range(4):
            table.act("carta-de-mas", card="4c")
    record = played(table, {3: 100}, "Tc 6h 9c As 3c", {3: "plantarse"})
    assert dealt(record, "croupier") == "6h As 3c"
    assert won(record) == {3: -100}


@pytest.mark.clause("CAT-III.1.4.1-04", "CAT-III.1.6.1-01")
def test_the_cloth_says_that_canal_21_pays_even_and_when_the_bank_draws() -> None:
    rules, sign = CANAL_21.rules_of(), opened(CANAL_21, 3).signs()
    assert sign.cloth == (
        "Canal 21 paga 1 a 1", "La banca pide con 16 y 17 suave, se planta con 17",
    )  # fmt: skip
    assert "CAT-III.1.4.1-04" in sign.clauses
    assert (rules.pay("principal", "canal-21").odds, rules.draw_max, rules.soft17) == (
        "1:1", 16, "hit",
    )  # fmt: skip


@pytest.mark.clause("CAT-III.1.5.3-27", "CAT-III.1.5.3-28", "CAT-III.1.5.3-76")
def test_no_card_with_21_and_over_21_the_bet_is_collected_before_the_next_hand() -> None:
    record = played(
        opened(CANAL_21, 5, 3, 1), {5: 100, 3: 200, 1: 400}, "5c Tc 9c 7h 6c 6d 9d  Td  Kd  Ts",
        {5: "pedir", 3: "pedir", 1: "plantarse"},
    )  # fmt: skip
    assert won(record) == {5: 100, 3: -200, 1: 400}
    events = list(record.events)
    lost = events.index(BetLost(seat=3, bet="principal", amount=200, clause="CAT-III.1.5.3-28"))
    gone = events.index(CardsCleared(zone="seat:3", clause="CAT-III.1.5.3-28"))
    after = next(i for i, e in enumerate(events) if isinstance(e, TurnGiven) and e.seat == 1)
    assert lost < gone < after


# Canal 21


@pytest.mark.clause("CAT-III.1.5.3-29", "CAT-III.1.5.3-75", "CAT-III.1.6.1-01")
@pytest.mark.parametrize("up", LOW)
def test_canal_21_is_paid_even_at_once_when_the_bank_cannot_have_it(up: str) -> None:
    record = played(opened(CANAL_21, 3), {3: 101}, f"Ac {up} Kc")
    assert won(record) == {3: 101}
    assert dealt(record, "croupier") == up
    assert CardsCleared(zone="seat:3", clause="CAT-III.1.5.3-29") in record.events


@pytest.mark.clause("CAT-III.1.5.3-30", "CAT-III.1.5.3-75")
@pytest.mark.parametrize("up", ["Ah", *TENS])
def test_canal_21_waits_for_the_bank_and_beats_a_21_of_more_cards(up: str) -> None:
    draw = "2c 8c" if up == "Ah" else "5c 6c"
    record = played(
        opened(CANAL_21, 5, 3), {5: 100, 3: 100}, f"Ac 9c {up} Kc 9d {draw}", {3: "plantarse"}
    )
    assert won(record) == {5: 100, 3: -100}
    paid = [e.seat for e in told(record, BetWon)]
    assert paid == [5]


@pytest.mark.clause("CAT-III.1.5.3-33", "CAT-III.1.5.3-75")
@pytest.mark.parametrize("up", ["Ah", *TENS])
def test_even_money_is_offered_against_an_ace_a_ten_or_a_figure(up: str) -> None:
    record = played(opened(CANAL_21, 3), {3: 101}, f"Ac {up} Kc", {3: "a-la-par"})
    assert won(record) == {3: 101}
    assert [e.clause for e in told(record, BetWon)] == ["CAT-III.1.5.3-33"]
    # It ends the hand: no insurance after it.
    assert not [e for e in told(record, BetPlaced) if e.bet == "seguro"]
    ask = asked(opened(CANAL_21, 3), {3: 100}, f"9c {up} Kc")
    assert moves_of(ask) == {"seguro", "no"}


@pytest.mark.clause("CAT-III.1.5.3-33")
@pytest.mark.parametrize("up", LOW)
def test_no_even_money_and_no_insurance_against_a_low_card(up: str) -> None:
    ask = asked(opened(CANAL_21, 3), {3: 100}, f"9c {up} Kc")
    assert ask.closed["seguro"] == "CAT-III.1.5.3-34"


# Insurance


@pytest.mark.clause("CAT-III.1.5.3-34", "CAT-III.1.5.3-35", "CAT-III.1.5.3-36")
@pytest.mark.parametrize("up", ["Ah", *TENS])
def test_insurance_is_offered_to_all_before_anybody_draws(up: str) -> None:
    record = played(
        opened(CANAL_21, 5, 3), {5: 100, 3: 100}, f"5c 9c {up} 6c 9d  Td  9h",
        {5: "seguro:50 pedir", 3: "seguro:10 plantarse"},
    )  # fmt: skip
    events = list(record.events)
    insured = [e for e in events if isinstance(e, BetPlaced) and e.bet == "seguro"]
    over = events.index(Announced(what="no-mas-seguros", clause="CAT-III.1.5.3-36"))
    third = events.index(next(e for e in events if isinstance(e, CardDealt) and e.card == "Td"))
    assert [e.seat for e in insured] == [5, 3]
    assert events.index(insured[-1]) < over < third


@pytest.mark.clause("CAT-III.1.5.3-36", "CAT-III.1.5.3-37")
def test_insurance_is_half_the_bet_at_most_and_closed_after_the_call() -> None:
    table = opened(CANAL_21, 3)
    ask = asked(table, {3: 101}, "9c Ah 9d")
    [insurance, _] = ask.options
    assert (insurance.low, insurance.high) == (1, 50)
    table.answer("no")
    assert "seguro" in table.live.ask.closed
    with pytest.raises(Refused, match="move-closed"):
        table.answer("seguro:10")


@pytest.mark.clause("CAT-III.1.5.3-38", "CAT-III.1.5.3-39", "CAT-III.1.5.3-79")
@pytest.mark.parametrize(
    ("up", "second", "pays"),
    [("Ah", "Kc", 80), ("Th", "Ac", 400), ("Kh", "Ac", 400), ("Ah", "9c", -40), ("Qh", "9c", -40)],
)
def test_insurance_pays_2_to_1_behind_an_ace_and_10_to_1_behind_a_ten(
    up: str, second: str, pays: int
) -> None:
    record = played(
        opened(CANAL_21, 3), {3: 100}, f"Tc {up} 8c {second}", {3: "seguro:40 plantarse"}
    )
    assert won(record) == {3: pays - 100}
    settled = [e for e in record.events if isinstance(e, BetWon | BetLost) and e.bet == "seguro"]
    assert [e.clause for e in settled] == ["CAT-III.1.5.3-79"]


# Splitting


@pytest.mark.clause("CAT-III.1.5.3-40", "CAT-III.1.5.3-41", "CAT-III.1.5.3-42")
def test_pairs_split_without_limit_and_each_hand_is_finished_before_the_next_gets_a_card() -> None:
    record = played(
        opened(CANAL_21, 3), {3: 100}, "8c 7h 8d  8h 8s 8c 8d  2c 9c  Tc Td Th Ts Jc  Js",
        {3: "separar separar separar separar separar pedir" + " plantarse" * 6},
    )  # fmt: skip
    assert won(record) == {3: 600}
    hands = [event.bet for event in told(record, BetPlaced)]
    assert hands == ["principal", *(f"principal:{n}" for n in range(2, 7))]
    served = [(e.to, e.card) for e in told(record, CardDealt)]
    first = served.index(("seat:3", "9c"))
    assert ("seat:3/6", "Tc") in served[first:] and served[first + 1] == ("seat:3/6", "Tc")
    ask = asked(opened(CANAL_21, 3), {3: 100}, "8c 7h 9d")
    assert ask.closed["separar"] == "CAT-III.1.5.3-40"


@pytest.mark.clause("CAT-III.1.5.3-43", "CAT-III.1.5.3-48", "CAT-III.1.5.3-50")
def test_a_split_ace_is_asked_only_whether_to_split_a_new_ace() -> None:
    table = opened(CANAL_21, 3)
    ask = asked(table, {3: 100}, "Ac 7h Ad As", "separar")
    assert moves_of(ask) == {"separar", "plantarse"} and ask.optional
    assert ask.closed == dict.fromkeys(("pedir", "doblar", "retirarse"), "CAT-III.1.5.3-43")
    assert ask.clause == "CAT-III.1.5.3-43"
    record = played(
        opened(CANAL_21, 3), {3: 100}, "Ac 7h Ad  As 9c 8c  Kc  Ts", {3: "separar separar"}
    )
    # Hands of 20, 19 and 21, one card each, against 17.
    assert won(record) == {3: 300}
    record = played(opened(CANAL_21, 3), {3: 100}, "Ac 7h Ad  As 9c  Ts", {3: "separar plantarse"})
    assert won(record) == {3: 0}


@pytest.mark.clause("CAT-III.1.5.3-44", "CAT-III.1.5.3-78")
def test_a_two_card_21_after_a_split_is_a_plain_21() -> None:
    record = played(opened(CANAL_21, 3), {3: 100}, "Ac 7h Ad  Kc Qc  Ts", {3: "separar"})
    assert won(record) == {3: 200}
    # Not paid at once: the bank draws, and its own 21 of three cards makes it void.
    record = played(opened(CANAL_21, 3), {3: 100}, "Tc 7h Td  Ac As  4c Ts", {3: "separar"})
    assert won(record) == {3: 0}


# Doubling


@pytest.mark.clause("CAT-III.1.5.3-45", "CAT-III.1.5.3-47")
@pytest.mark.parametrize("hand", ["2c 2d", "9c 3d", "Ac 7c", "Tc Kc", "Ac 9c"])
def test_any_two_cards_below_21_may_double_for_exactly_one_card(hand: str) -> None:
    one, other = hand.split()
    record = played(opened(CANAL_21, 3), {3: 100}, f"{one} 7h {other} As Kc", {3: "doblar"})
    assert [e.amount for e in told(record, BetPlaced)] == [100, 100]
    assert len(dealt(record, "seat:3").split()) == 3


@pytest.mark.clause("CAT-III.1.5.3-46")
def test_the_amount_is_anything_from_the_table_minimum_to_the_bet() -> None:
    table = opened(CANAL_21, 3, limits=Limits(min=50))
    ask = asked(table, {3: 120}, "9c 7h 2c")
    amounts = [option for option in ask.options if option.low is not None]
    assert [(o.name, o.low, o.high) for o in amounts] == [("doblar", 50, 120)]
    for wrong in ("doblar:49", "doblar:121", "doblar:x"):
        with pytest.raises(Refused):
            table.answer(wrong)
    for said_, stake in (("doblar:50", 170), ("doblar:120", 240), ("doblar", 240)):
        record = played(
            opened(CANAL_21, 3, limits=Limits(min=50)), {3: 120}, "9c 7h 2c Td Ks", {3: said_}
        )
        assert won(record) == {3: stake}


@pytest.mark.clause("CAT-III.1.5.3-47", "CAT-III.1.5.3-48")
def test_split_hands_double_too_but_not_with_three_cards() -> None:
    record = played(
        opened(CANAL_21, 3), {3: 100}, "8c 7h 8d  3c Tc  2c 9c  Ks",
        {3: "separar doblar:60 doblar"},
    )  # fmt: skip
    assert won(record) == {3: 160 + 200}
    ask = asked(opened(CANAL_21, 3), {3: 100}, "2c 7h 3c 4c", "pedir")
    assert ask.closed["doblar"] == "CAT-III.1.5.3-45"


# Surrender


@pytest.mark.clause("CAT-III.1.5.3-49", "CAT-III.1.5.3-51", "CAT-III.1.5.3-52")
@pytest.mark.parametrize("up", ["Ah", "Kh", "6h"])
def test_surrender_is_offered_against_any_card_and_loses_half(up: str) -> None:
    record = played(opened(CANAL_21, 3), {3: 100}, f"Tc {up} 6c", {3: "retirarse"})
    assert won(record) == {3: -50}
    assert ("paga-y-retira", "CAT-III.1.5.3-52") in said(record)
    assert [(e.amount, e.clause) for e in told(record, BetReturned)] == [(50, "CAT-III.1.5.3-51")]
    ask = asked(opened(CANAL_21, 3), {3: 100}, f"2c {up} 3c 4c", *(["no"] * (up != "6h")), "pedir")
    assert ask.closed["retirarse"] == "CAT-III.1.5.3-49"


@pytest.mark.clause("CAT-III.1.5.3-50", "CAT-III.1.5.3-51")
def test_a_split_hand_may_be_surrendered_alone_after_its_first_card() -> None:
    record = played(
        opened(CANAL_21, 3), {3: 100}, "8c 7h 8d  7c Tc  Ks", {3: "separar retirarse plantarse"}
    )
    assert won(record) == {3: -50 + 100}
    table = opened(CANAL_21, 3)
    ask = asked(table, {3: 100}, "8c 7h 8d 2c 3c", "separar", "pedir")
    assert isinstance(ask, Choose) and "retirarse" in ask.closed


@pytest.mark.clause("CAT-III.1.5.3-51")
def test_the_insurance_of_a_surrendered_hand_stays() -> None:
    cards = {"won": "Tc Ah 6c Kd", "lost": "Tc Ah 6c 9d"}
    for end, net in (("won", -50 + 100), ("lost", -50 - 50)):
        record = played(opened(CANAL_21, 3), {3: 100}, cards[end], {3: "seguro:50 retirarse"})
        assert won(record) == {3: net}


# Settling


@pytest.mark.clause("CAT-III.1.5.3-53", "CAT-III.1.5.3-54", "CAT-III.1.5.3-55", "CAT-III.1.5.3-77")
def test_the_croupier_settles_and_collects_from_right_to_left() -> None:
    stand = dict.fromkeys((5, 3, 1), "plantarse")
    table = opened(CANAL_21, 5, 3, 1)
    bets = {5: 100, 3: 200, 1: 400}
    record = played(table, bets, "Tc 9c 8c 8h 9d 9h 8s Ts", stand)
    settled = [e for e in record.events if isinstance(e, BetWon | BetLost | BetReturned)]
    assert [(type(e), e.seat) for e in settled] == [
        (BetLost, 1), (BetWon, 5), (BetReturned, 3), (BetReturned, 5),
    ]  # fmt: skip
    # Nothing is paid on equal totals; bets are taken back after the cards are collected.
    assert [e.clause for e in settled[2:]] == ["CAT-III.1.5.3-55", "CAT-III.1.5.3-53"]
    last_card = CardsCleared(zone="croupier", clause="CAT-III.1.5.3-53")
    assert record.events.index(last_card) < record.events.index(settled[2])
    assert [e.zone for e in told(record, CardsCleared)] == [
        "seat:1",
        "seat:3",
        "seat:5",
        "croupier",
    ]
    assert won(record) == {5: 100, 3: 0, 1: -400}
    record = played(table, bets, "Td 9s 8d 6h 9c 9h 2s Tc Kd", stand)
    assert won(record) == bets  # the bank is over 21


@pytest.mark.clause("CAT-III.1.5.3-31")
def test_no_card_is_drawn_when_no_bet_depends_on_it() -> None:
    record = played(opened(CANAL_21, 3), {3: 100}, "Tc 6h 6c Kd", {3: "pedir"})
    assert dealt(record, "croupier") == "6h"
    record = played(opened(CANAL_21, 3), {3: 100}, "Tc Kh Ac 3c")
    assert (dealt(record, "croupier"), won(record)) == ("Kh 3c", {3: 100})
