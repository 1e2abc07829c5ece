"""Black Jack (CAT-III.1.5.1): even money, insurance, splitting, doubling and surrender."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.round.ask import Choose
from tapete.core.round.bets import Limits, Place, Slip
from tapete.core.round.event import BetLost, BetPlaced, BetReturned, BetWon, CardDealt, CardsCleared
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.cards.twentyone.games import BLACK_JACK
from tests.core.tables import refused
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


def one(cards: str, moves: str = "", *, bet: int = 100, **given: Any) -> Any:
    """One hand at seat 3, and what it won or lost."""
    record = played(opened(BLACK_JACK, 3, **given), {3: bet}, cards, {3: moves} if moves else {})
    return record, won(record)[3]


def closed(ask: Any, move: str) -> str:
    """The clause with which a move is refused."""
    found = refused(ask.check, move)
    assert found.code in ("move-closed", "move-amount")
    return str(found.clause)[-2:]


# Even money (CAT-III.1.5.1-29, -30)


@pytest.mark.clause("CAT-III.1.5.1-29", "CAT-III.1.5.1-30", "CAT-III.1.5.1-71")
def test_a_black_jack_against_an_ace_may_be_paid_one_to_one_and_is_then_over() -> None:
    record, net = one("Ac Ah Kd", "a-la-par")
    assert net == 100
    [paid] = told(record, BetWon)
    assert (paid.odds, paid.clause) == ("1:1", "CAT-III.1.5.1-29")
    gone, *_ = told(record, CardsCleared)
    assert (gone.zone, gone.clause) == ("seat:3", "CAT-III.1.5.1-29")
    assert not [e for e in told(record, BetPlaced) if e.bet == "seguro"]


@pytest.mark.clause("CAT-III.1.5.1-29", "CAT-III.1.5.1-30")
def test_even_money_is_offered_to_black_jack_against_an_ace_only_and_may_be_declined() -> None:
    ask = asked(opened(BLACK_JACK, 3), {3: 100}, "Ac Ah Kd")
    assert moves_of(ask) == {"a-la-par", "seguro", "no"}  # one or the other
    assert "a-la-par" not in moves_of(asked(opened(BLACK_JACK, 3), {3: 100}, "9c Ah 9d"))
    assert one("Ac Th Kd 9s")[1] == 150  # against a ten nothing is offered
    assert one("Ac Ah Kd 9s")[1] == 150
    assert one("Ac Ah Kd Ts", "seguro:50")[1] == 100  # declined and insured: void and 2 to 1


# Insurance (CAT-III.1.5.1-39 to -44, -75)


@pytest.mark.clause("CAT-III.1.5.1-40", "CAT-III.1.5.1-41")
def test_insurance_is_offered_to_all_after_the_second_cards_against_an_ace() -> None:
    table = opened(BLACK_JACK, 5, 3)
    ask = asked(table, {5: 100, 3: 200}, "9c 5c Ah 9d 6d")
    assert (ask.seat, ask.about, moves_of(ask)) == (5, "seguro", {"seguro", "no"})
    assert len(told(table.live.events, CardDealt)) == 5  # nobody has drawn yet
    table.answer("no")
    assert (table.live.ask.seat, table.live.ask.about) == (3, "seguro")
    table.answer("seguro:50")
    assert said(table.live.events)[-1] == ("no-mas-seguros", "CAT-III.1.5.1-42")
    assert (table.live.ask.seat, table.live.ask.about) == (5, "seat:5")


@pytest.mark.clause("CAT-III.1.5.1-40", "CAT-III.1.5.1-42")
def test_no_insurance_without_an_ace_nor_after_no_mas_seguros() -> None:
    for up in ("2h", "9h", "Th", "Kh"):
        ask = asked(opened(BLACK_JACK, 3), {3: 100}, f"9c {up} 9d")
        assert ask.about == "seat:3" and closed(ask, "seguro:10") == "40"
    ask = asked(opened(BLACK_JACK, 3), {3: 100}, "9c Ah 9d", "no")
    assert closed(ask, "seguro:10") == "42"


@pytest.mark.clause("CAT-III.1.5.1-43")
def test_an_insurance_is_any_amount_up_to_half_of_the_hands_bet() -> None:
    ask = asked(opened(BLACK_JACK, 3, limits=Limits(min=100)), {3: 101}, "9c Ah 9d")
    assert closed(ask, "seguro:51") == "40" and closed(ask, "seguro:0") == "40"
    assert ask.fits("seguro:50") and ask.fits("seguro:1")  # under the table's minimum


@pytest.mark.clause("CAT-III.1.5.1-39", "CAT-III.1.5.1-44", "CAT-III.1.5.1-75")
def test_insurance_pays_two_to_one_or_is_collected_and_leaves_the_bet_alone() -> None:
    record, net = one("9c Ah 9d Ks", "seguro:50 plantarse")
    assert net == 100 - 100
    [paid] = told(record, BetWon)
    assert (paid.bet, paid.odds, paid.clause) == ("seguro", "2:1", "CAT-III.1.5.1-75")
    assert one("9c Ah 9d 6s", "seguro:50 plantarse")[1] == 100 - 50


@pytest.mark.clause("CAT-III.1.5.1-44")
def test_insurance_is_decided_with_the_croupiers_two_first_cards_before_he_draws_on() -> None:
    record, _ = one("9c Ah 9d 2s 3s 5s", "seguro:50 plantarse")
    events = list(record.events)
    lost = next(e for e in told(record, BetLost) if e.bet == "seguro")
    his = [e for e in told(record, CardDealt) if e.to == "croupier"]
    assert events.index(his[1]) < events.index(lost) < events.index(his[2])


# Splitting (CAT-III.1.5.1-45 to -50)


@pytest.mark.clause("CAT-III.1.5.1-45")
def test_two_cards_of_the_same_value_may_be_split_ten_and_jack_too() -> None:
    for cards, may in (("8c 7h 8d", True), ("Tc 7h Jd", True), ("9c 7h 8d", False)):
        ask = asked(opened(BLACK_JACK, 3), {3: 100}, cards)
        assert ask.fits("separar") == may
    assert closed(ask, "separar") == "45"
    ask = asked(opened(BLACK_JACK, 3), {3: 100}, "4c 7h 4d 4h", "pedir")
    assert closed(ask, "separar") == "45"  # only the first two cards


@pytest.mark.clause("CAT-III.1.5.1-46")
def test_the_second_bet_equals_the_first_and_each_hand_has_a_result_of_its_own() -> None:
    record, net = one("8c 7h 8d Tc 3s Ts", "separar plantarse plantarse", bet=300)
    assert [(e.bet, e.amount) for e in told(record, BetPlaced)] == [
        ("principal", 300), ("principal:2", 300),
    ]  # fmt: skip
    assert (dealt(record, "seat:3/2"), net) == ("8d 3s", 0)  # 18 and 11 against 17


@pytest.mark.clause("CAT-III.1.5.1-47")
def test_a_pair_is_split_three_times_at_most_by_choice() -> None:
    table = opened(BLACK_JACK, 3)
    ask = asked(table, {3: 100}, "8c 7h 8d 8h 8s 8c", "separar", "separar", "separar")
    assert closed(ask, "separar") == "47"
    assert len(told(table.live.events, BetPlaced)) == 4
    assert one("8c 7h 8d Ts", "plantarse")[1] == -100  # nobody has to


@pytest.mark.clause("CAT-III.1.5.1-48", "CAT-III.1.5.1-49", "CAT-III.1.5.1-50")
def test_split_aces_get_one_card_each_no_second_split_and_their_21_is_no_black_jack() -> None:
    record, net = one("Ac 7h Ad Ah Kd Ts", "separar")
    assert (dealt(record, "seat:3"), dealt(record, "seat:3/2")) == ("Ac Ad Ac Ah", "Ad Kd")
    assert net == -100 + 100  # 12 loses, 21 is paid one to one
    assert {e.odds for e in told(record, BetWon)} == {"1:1"}


@pytest.mark.clause("CAT-III.1.5.1-50")
def test_a_split_ten_with_an_ace_is_a_plain_21() -> None:
    assert one("Tc 7h Td Ac Ah Ts", "separar")[1] == 200
    assert one("Tc Kh Td Ac Ah As", "separar")[1] == -200  # and loses to the bank's Black Jack
    assert one("Tc Kh Td Ac Ah 5s 6s", "separar")[1] == 0


# Doubling (CAT-III.1.5.1-51 to -54)


@pytest.mark.clause("CAT-III.1.5.1-51")
@pytest.mark.parametrize(
    ("cards", "may"),
    [("4c 5d", True), ("4c 6d", True), ("5c 6d", True), ("3c 5d", False), ("Tc 2d", False),
     ("Ac 8d", False), ("Ac 9d", False)],
)  # fmt: skip
def test_doubling_is_for_hard_9_10_or_11_in_two_cards(cards: str, may: bool) -> None:
    first, second = cards.split()
    ask = asked(opened(BLACK_JACK, 3), {3: 100}, f"{first} 7h {second}")
    assert ask.fits("doblar") == may
    if not may:
        assert closed(ask, "doblar") == "51"
    ask = asked(opened(BLACK_JACK, 3), {3: 100}, "2c 7h 3d 4d", "pedir")
    assert closed(ask, "doblar") == "51"


@pytest.mark.clause("CAT-III.1.5.1-52", "CAT-III.1.5.1-53")
def test_a_double_is_exactly_the_first_bet_again_for_exactly_one_card() -> None:
    ask = asked(opened(BLACK_JACK, 3), {3: 100}, "5c 7h 6d")
    assert not ask.fits("doblar:50") and not ask.fits("doblar:100")
    record, net = one("5c 7h 6d 2s Ts", "doblar")
    assert (dealt(record, "seat:3"), net) == ("5c 6d 2s", -200)
    assert told(record, BetPlaced)[1].amount == 100
    assert one("5c 7h 6d Ks Ts", "doblar")[1] == 200


@pytest.mark.clause("CAT-III.1.5.1-54")
def test_hands_formed_by_splitting_may_be_doubled() -> None:
    assert one("8c 7h 8d 3c Ks Tc Ts", "separar doblar plantarse")[1] == 200 + 100


@pytest.mark.clause("CAT-III.1.5.1-48", "CAT-III.1.5.1-54")
def test_split_aces_are_not_doubled() -> None:
    record, net = one("Ac 7h Ad 9c 8d Ts", "separar")
    assert net == 200 and len(told(record, BetPlaced)) == 2


# Surrender (CAT-III.1.5.1-55 to -58)


@pytest.mark.clause("CAT-III.1.5.1-55")
def test_surrender_is_for_two_cards_in_ones_own_turn() -> None:
    table = opened(BLACK_JACK, 5, 3)
    ask = asked(table, {5: 100, 3: 100}, "9c 8c 7h 7d 8d")
    assert (ask.seat, ask.fits("retirarse")) == (5, True)
    assert refused(table.answer, "retirarse", by="jugador", seat=3).code == "not-your-hand"
    ask = asked(opened(BLACK_JACK, 3), {3: 100}, "2c 7h 3d 4d", "pedir")
    assert closed(ask, "retirarse") == "55"
    ask = asked(opened(BLACK_JACK, 3), {3: 100}, "8c 7h 8d Td", "separar")
    assert closed(ask, "retirarse") == "55"


@pytest.mark.clause("CAT-III.1.5.1-56", "CAT-III.1.5.1-58")
def test_half_is_paid_first_with_paga_y_retira_and_then_bet_and_cards_are_taken() -> None:
    record, net = one("9c Th 7d", "retirarse", bet=101)
    assert net == -51  # the half given back is rounded down
    call, back, lost, gone = record.events[-5:-1]
    assert (call.what, call.clause) == ("paga-y-retira", "CAT-III.1.5.1-58")
    assert isinstance(back, BetReturned) and back.amount == 50
    assert isinstance(lost, BetLost) and (lost.amount, lost.clause[-2:]) == (51, "56")
    assert isinstance(gone, CardsCleared) and gone.zone == "seat:3"
    assert dealt(record, "croupier") == "Th"  # he has left the round: nothing is drawn for him


@pytest.mark.clause("CAT-III.1.5.1-56")
def test_surrender_against_a_ten_stands_even_if_black_jack_follows() -> None:
    table = opened(BLACK_JACK, 5, 3)
    record = played(table, {5: 100, 3: 100}, "9c Tc Kh 7d 9d As", {5: "retirarse", 3: "plantarse"})
    assert won(record) == {5: -50, 3: -100}


@pytest.mark.clause("CAT-III.1.5.1-57")
def test_no_surrender_against_an_ace() -> None:
    ask = asked(opened(BLACK_JACK, 3), {3: 100}, "9c Ah 7d", "no")
    assert closed(ask, "retirarse") == "57"


@pytest.mark.clause("CAT-III.1.5.1-47")
def test_even_where_aces_may_be_split_again_there_are_four_hands_at_most() -> None:
    table = Table(BLACK_JACK, changes={"resplit_aces": "true"}, seats=[5])
    table.open_play(staff_of(table.rules))
    live = table.begin()
    table.answer(Slip((Place(5, "principal", 100),)))
    cards = iter(["As", "9c", "Ah", "Ad", "Ac", "As", "Ah", "Ad", "Ac", "8d"])
    while live.ask is not None:
        splits = isinstance(live.ask, Choose) and live.ask.fits("separar")
        table.answer("separar" if splits else next(cards))
    hands = {event.bet for event in live.events if isinstance(event, BetPlaced)}
    assert len(hands) == 4
