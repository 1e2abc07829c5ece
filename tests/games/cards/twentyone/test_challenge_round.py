"""Challenge 21 (CAT-III.1.5.2): the deal, the player's one decision and the bank's hands."""

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
from tapete.games.cards.twentyone.games import CHALLENGE_21
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

TWO = {"mano-1": 100, "mano-2": 200}
THREE = {"mano-1": 100, "mano-2": 200, "mano-3": 400}


# The deal


@pytest.mark.clause("CAT-III.1.5.2-15")
def test_one_card_each_from_the_left_then_the_croupiers_then_a_second_all_face_up() -> None:
    record = played(
        opened(CHALLENGE_21, 5, 2), {5: TWO, 2: TWO}, "Tc 9c 7h Td 9d  Ts Tc",
        {5: "plantarse", 2: "plantarse"},
    )  # fmt: skip
    cards = [(event.to, event.card) for event in told(record, CardDealt)][:5]
    assert cards == [
        ("seat:5", "Tc"), ("seat:2", "9c"), ("croupier", "7h"), ("seat:5", "Td"), ("seat:2", "9d"),
    ]  # fmt: skip
    turns = [event.seat for event in told(record, TurnGiven)]
    assert turns == [5, 2]


@pytest.mark.clause("CAT-III.1.5.2-13", "CAT-III.1.5.2-20", "CAT-III.1.5.2-21")
def test_the_first_card_is_the_base_of_every_bank_hand_and_only_the_others_are_discarded() -> None:
    record = played(
        opened(CHALLENGE_21, 3), {3: THREE}, "Tc 7h 9c  Ts  5c 6c  Th", {3: "plantarse"}
    )
    assert dealt(record, "croupier") == "7h Ts"
    assert dealt(record, "croupier/2") == "7h 5c 6c"
    assert dealt(record, "croupier/3") == "7h Th"
    # 17, 18 and 17 against 19: each bet meets the hand of its number.
    assert won(record) == {3: 100 + 200 + 400}
    totals = [event.facts for event in told(record, Announced) if "points" in event.facts]
    assert [(facts["number"], facts["points"]) for facts in totals] == [(1, 17), (2, 18), (3, 17)]
    assert ("mano-de-la-banca", "CAT-III.1.5.2-21") in said(record)


@pytest.mark.clause("CAT-III.1.5.2-22")
def test_the_third_round_is_played_only_if_somebody_bet_on_it() -> None:
    record = played(opened(CHALLENGE_21, 3), {3: TWO}, "Tc 7h 9c Ts Th", {3: "plantarse"})
    assert not dealt(record, "croupier/3")
    record = played(
        opened(CHALLENGE_21, 3, 2), {3: TWO, 2: THREE}, "Tc Td 7h 9c 9d Ts Th Tc",
        {3: "plantarse", 2: "plantarse"},
    )  # fmt: skip
    assert dealt(record, "croupier/3") == "7h Tc"
    assert ("mano-de-la-banca", "CAT-III.1.5.2-22") in said(record)
    assert won(record) == {3: 300, 2: 700}


@pytest.mark.clause("CAT-III.1.5.2-30", "CAT-III.1.5.2-31", "CAT-III.1.5.2-25")
def test_the_croupier_draws_to_17_in_each_round_and_stands_on_soft_17() -> None:
    record = played(
        opened(CHALLENGE_21, 3), {3: THREE}, "Tc 6h Kc  As  5c 4c 2c  Tc 5s", {3: "plantarse"}
    )
    # 6-A is a soft 17; 6-5-4 is 15 and takes another; 6-10 is 16 and takes another.
    assert dealt(record, "croupier") == "6h As"
    assert dealt(record, "croupier/2") == "6h 5c 4c 2c"
    assert dealt(record, "croupier/3") == "6h Tc 5s"
    assert won(record) == {3: 100 + 200 - 400}
    # An ace counts one where eleven would pass 21.
    record = played(opened(CHALLENGE_21, 3), {3: TWO}, "Tc 6h Kc As Tc As", {3: "plantarse"})
    assert dealt(record, "croupier/2") == "6h Tc As"


# One decision for all rounds


@pytest.mark.clause("CAT-III.1.5.2-16", "CAT-III.1.5.2-26")
def test_the_player_decides_once_and_his_hand_serves_for_every_round() -> None:
    record = played(
        opened(CHALLENGE_21, 3),
        {3: THREE},
        "5c 7h 6c  2c 7c  Ts Th Tc",
        {3: "pedir pedir plantarse"},
    )
    assert won(record) == {3: 700}
    turns = told(record, TurnGiven)
    assert [turn.seat for turn in turns] == [3]


@pytest.mark.clause("CAT-III.1.5.2-26")
def test_with_21_nobody_is_asked() -> None:
    record = played(opened(CHALLENGE_21, 3), {3: TWO}, "5c 7h 6c Tc Ts Th", {3: "pedir"})
    assert won(record) == {3: 300}


@pytest.mark.clause("CAT-III.1.5.2-18", "CAT-III.1.5.2-27", "CAT-III.1.5.2-62")
def test_over_21_all_bets_are_lost_at_once_before_the_next_hand() -> None:
    record = played(
        opened(CHALLENGE_21, 4, 2), {4: THREE, 2: TWO}, "Tc 9c 7h 6c 9d  Kd  Ts Th",
        {4: "pedir", 2: "plantarse"},
    )  # fmt: skip
    assert won(record) == {4: -700, 2: 300}
    events = list(record.events)
    lost = [event for event in events if isinstance(event, BetLost)]
    assert [(e.seat, e.bet, e.clause) for e in lost] == [
        (4, bet, "CAT-III.1.5.2-18") for bet in ("mano-1", "mano-2", "mano-3")
    ]
    gone = events.index(CardsCleared(zone="seat:4", clause="CAT-III.1.5.2-18"))
    next_turn = next(e for e in events if isinstance(e, TurnGiven) and e.seat == 2)
    assert events.index(lost[-1]) < gone < events.index(next_turn)


# Settling


@pytest.mark.clause("CAT-III.1.5.2-17", "CAT-III.1.5.2-62")
def test_each_round_collects_its_losers_and_pays_its_winners_from_right_to_left() -> None:
    record = played(
        opened(CHALLENGE_21, 5, 3, 1), {5: TWO, 3: TWO, 1: TWO}, "Tc 9c 8c 7h 9d 9h 8s  Td  4c 7d",
        {5: "plantarse", 3: "plantarse", 1: "plantarse"},
    )  # fmt: skip
    # 19, 18 and 16 against 17, then against 18.
    settled = [e for e in record.events if isinstance(e, BetWon | BetLost)]
    assert [(type(e), e.seat, e.bet) for e in settled] == [
        (BetLost, 1, "mano-1"), (BetWon, 3, "mano-1"), (BetWon, 5, "mano-1"),
        (BetLost, 1, "mano-2"), (BetWon, 5, "mano-2"),
    ]  # fmt: skip
    second = list(record.events).index(settled[3])
    assert ("mano-de-la-banca", "CAT-III.1.5.2-21") in said(record.events[:second])


@pytest.mark.clause("CAT-III.1.5.2-52", "CAT-III.1.5.2-53", "CAT-III.1.5.2-63")
def test_over_21_the_bank_pays_all_else_lower_loses_higher_wins_and_equal_is_void() -> None:
    record = played(
        opened(CHALLENGE_21, 5, 3, 1), {5: THREE, 3: THREE, 1: THREE},
        "Tc 9c 8c 6h Td 9d 8d  Ts 2s  Tc 9h  2c Kd",
        {5: "plantarse", 3: "plantarse", 1: "plantarse"},
    )  # fmt: skip
    # 20, 18 and 16 against 18, then 25, then 18.
    assert won(record) == {5: 700, 3: 200, 1: -100 + 200 - 400}
    ties = [e for e in told(record, BetReturned) if e.why == "empate"]
    assert [(e.seat, e.bet, e.clause) for e in ties] == [
        (3, "mano-1", "CAT-III.1.5.2-53"), (3, "mano-3", "CAT-III.1.5.2-53"),
    ]  # fmt: skip


@pytest.mark.clause("CAT-III.1.5.2-23", "CAT-III.1.5.2-24", "CAT-III.1.5.2-51", "CAT-III.1.5.2-61")
def test_cards_are_collected_after_the_last_round_and_only_then_bets_are_taken_back() -> None:
    record = played(
        opened(CHALLENGE_21, 5, 2), {5: THREE, 2: TWO}, "Tc Td 7h 9c 9d Ts Th Tc",
        {5: "plantarse", 2: "plantarse"},
    )  # fmt: skip
    events = list(record.events)
    collected = [e.zone for e in events if isinstance(e, CardsCleared)][-3:]
    assert collected == ["seat:2", "seat:5", "croupier/3"]
    last_paid = max(i for i, e in enumerate(events) if isinstance(e, BetWon))
    back = [i for i, e in enumerate(events) if isinstance(e, BetReturned)]
    last_card = max(i for i, e in enumerate(events) if isinstance(e, CardsCleared))
    assert len(back) == 5 and last_paid < last_card < min(back)
    assert {events[i].clause for i in back} == {"CAT-III.1.5.2-24"}


# Black Jack


@pytest.mark.clause("CAT-III.1.5.2-28", "CAT-III.1.5.2-61", "CAT-III.1.5.2-64")
@pytest.mark.parametrize("up", ["2h", "5h", "9h"])
def test_black_jack_is_paid_at_once_on_all_bets_when_the_bank_cannot_have_it(up: str) -> None:
    record = played(opened(CHALLENGE_21, 3), {3: THREE}, f"Ac {up} Kc")
    assert won(record) == {3: 150 + 300 + 600}
    assert dealt(record, "croupier") == up
    assert {event.odds for event in told(record, BetWon)} == {"3:2"}
    assert CardsCleared(zone="seat:3", clause="CAT-III.1.5.2-28") in record.events


@pytest.mark.clause("CAT-III.1.5.2-29", "CAT-III.1.5.2-33")
@pytest.mark.parametrize("up", ["Th", "Kh"])
def test_black_jack_waits_and_meets_each_bank_hand_with_one_card(up: str) -> None:
    record = played(opened(CHALLENGE_21, 3), {3: THREE}, f"Ac {up} Kc  As 9c 2c")
    assert won(record) == {3: 0 + 300 + 600}
    assert (dealt(record, "croupier/2"), dealt(record, "croupier/3")) == (f"{up} 9c", f"{up} 2c")


@pytest.mark.clause("CAT-III.1.5.2-29", "CAT-III.1.5.2-33")
def test_against_an_ace_a_black_jack_alone_needs_one_card_a_round() -> None:
    record = played(opened(CHALLENGE_21, 3), {3: TWO}, "Ac Ah Kc 5c 6c")
    assert won(record) == {3: 150 + 300}


@pytest.mark.clause("CAT-III.1.5.2-29", "CAT-III.1.5.2-64")
def test_black_jack_beats_a_bank_21_and_a_bank_black_jack_beats_every_other_21() -> None:
    record = played(
        opened(CHALLENGE_21, 5, 3), {5: TWO, 3: TWO}, "Ac 5c Kh Qc 6c  Td  4d 7d  As",
        {3: "pedir"},
    )  # fmt: skip
    # The bank has 21 in three cards, then Black Jack; seat 3 has 21 in three cards.
    assert won(record) == {5: 150 + 0, 3: 0 - 200}
    assert [e.clause for e in told(record, BetLost)] == ["CAT-III.1.5.2-64"]


@pytest.mark.clause("CAT-III.1.5.2-32", "CAT-III.1.5.2-61")
def test_even_money_is_offered_against_an_ace_alone_covers_all_bets_and_ends_the_hand() -> None:
    record = played(opened(CHALLENGE_21, 3), {3: THREE}, "Ac Ah Kc", {3: "a-la-par"})
    assert won(record) == {3: 700}
    assert {event.clause for event in told(record, BetWon)} == {"CAT-III.1.5.2-32"}
    # Insured once, it is no longer offered; against a king never.
    table = opened(CHALLENGE_21, 3)
    assert moves_of(asked(table, {3: TWO}, "Ac Ah Kc")) == {
        "a-la-par", "seguro-1", "seguro-2", "no",
    }  # fmt: skip
    table.answer("seguro-1:50")
    assert isinstance(ask := table.live.ask, Choose)
    assert moves_of(ask) == {"seguro-2", "no"}
    played(opened(CHALLENGE_21, 3), {3: TWO}, "Ac Kh Kc 2c 3c", refused=[(3, "a-la-par")])


# Insurance


@pytest.mark.clause("CAT-III.1.5.2-36", "CAT-III.1.5.2-37")
def test_insurance_is_offered_to_all_against_an_ace_before_anybody_draws() -> None:
    record = played(
        opened(CHALLENGE_21, 5, 3), {5: TWO, 3: TWO}, "5c 9c Ah 6c 9d  Td  9h 8h",
        {5: "seguro-2:100 pedir", 3: "seguro-1:50 plantarse"},
    )  # fmt: skip
    events = list(record.events)
    insured = [e for e in events if isinstance(e, BetPlaced) and e.bet.startswith("seguro")]
    assert [(e.seat, e.bet) for e in insured] == [(5, "seguro-2"), (3, "seguro-1")]
    over = events.index(Announced(what="no-mas-seguros", clause="CAT-III.1.5.2-37"))
    third = events.index(next(e for e in events if isinstance(e, CardDealt) and e.card == "Td"))
    assert events.index(insured[-1]) < over < third
    for up in ("Kh", "9h"):
        ask = asked(opened(CHALLENGE_21, 3), {3: TWO}, f"5c {up} 6c")
        assert ask.closed["seguro"] == "CAT-III.1.5.2-36"


@pytest.mark.clause("CAT-III.1.5.2-37")
def test_after_no_mas_seguros_nobody_can_insure() -> None:
    table = opened(CHALLENGE_21, 5, 3)
    ask = asked(table, {5: TWO, 3: TWO}, "5c 9c Ah 6c 9d", "no", "no")
    assert said(table.live.events)[-1] == ("no-mas-seguros", "CAT-III.1.5.2-37")
    for seat in (5, 3):
        assert (ask.seat, ask.closed["seguro"]) == (seat, "CAT-III.1.5.2-37")
        for late in ("seguro:50", "seguro-1:50", "seguro-2:50"):
            with pytest.raises(Refused) as refusal:
                table.answer(late, seat=seat)
            assert refusal.value.clause == "CAT-III.1.5.2-37"
        table.answer("plantarse", seat=seat)
        ask = table.live.ask


@pytest.mark.clause("CAT-III.1.5.2-35", "CAT-III.1.5.2-38", "CAT-III.1.5.2-39", "CAT-III.1.5.2-65")
def test_each_insured_bank_hand_decides_its_own_insurance_with_its_two_first_cards() -> None:
    record = played(
        opened(CHALLENGE_21, 3), {3: THREE}, "Tc Ah 9c  Kc  5c 5d  Qc",
        {3: "seguro-2:100 seguro-1:50 plantarse"},
        refused=[(3, "seguro-3:201"), (3, "seguro-1:51")],
    )  # fmt: skip
    paid = [(e.bet, e.paid, e.clause) for e in told(record, BetWon) if e.bet.startswith("seguro")]
    assert paid == [("seguro-1", 100, "CAT-III.1.5.2-65")]
    lost = [(e.bet, e.amount) for e in told(record, BetLost) if e.bet.startswith("seguro")]
    assert lost == [("seguro-2", 100)]
    # The main bets are not touched by it: Black Jack, 21 and Black Jack against 19.
    assert won(record) == {3: (100 - 100) + (-100 - 200) - 400}


@pytest.mark.clause("CAT-III.1.5.2-34")
def test_with_everybody_over_21_one_card_is_taken_for_each_insured_hand() -> None:
    record = played(
        opened(CHALLENGE_21, 3),
        {3: THREE},
        "Tc Ah 6c  Kd  9d Kc",
        {3: "seguro-1:40 seguro-2:30 pedir"},
    )
    assert won(record) == {3: -700 - 40 + 60}
    record = played(opened(CHALLENGE_21, 3), {3: THREE}, "Tc Ah 6c Kd", {3: "pedir"})
    assert won(record) == {3: -700}


# Split, double, surrender


@pytest.mark.clause("CAT-III.1.5.2-40", "CAT-III.1.5.2-41")
def test_equal_values_split_up_to_four_hands_and_every_bet_is_matched() -> None:
    record = played(
        opened(CHALLENGE_21, 3), {3: TWO}, "Tc 7h Jc  Qc Kc 9c 9d 9h Td  Ts Tc",
        {3: "separar separar separar plantarse plantarse plantarse plantarse"},
    )  # fmt: skip
    placed = [(e.bet, e.amount) for e in told(record, BetPlaced)][2:]
    assert placed == [
        (f"{bet}:{n}", amount) for n in (2, 3, 4) for bet, amount in TWO.items()
    ]  # fmt: skip
    assert won(record) == {3: 4 * 300}
    ask = asked(opened(CHALLENGE_21, 3), {3: TWO}, "5c 7h 6c")
    assert ask.closed["separar"] == "CAT-III.1.5.2-40"


@pytest.mark.clause("CAT-III.1.5.2-41")
def test_a_fifth_hand_is_refused() -> None:
    table = opened(CHALLENGE_21, 3)
    ask = asked(table, {3: TWO}, "8c 7h 8d")
    for card in ("8h", "8s", "8c"):
        table.answer("separar")
        table.answer(card)
    ask = table.live.ask
    assert isinstance(ask, Choose) and ask.closed["separar"] == "CAT-III.1.5.2-41"


@pytest.mark.clause("CAT-III.1.5.2-42", "CAT-III.1.5.2-43", "CAT-III.1.5.2-64")
def test_split_aces_take_one_card_no_second_split_and_their_21_is_no_black_jack() -> None:
    record = played(opened(CHALLENGE_21, 3), {3: TWO}, "Ac 7h Ad  As Kc  Ts Th", {3: "separar"})
    # 12 loses to 17 twice; 21 pays 1 to 1.
    assert won(record) == {3: 0}
    assert {e.odds for e in told(record, BetWon)} == {"1:1"}
    record = played(opened(CHALLENGE_21, 3), {3: TWO}, "Tc 7h Td  Ac As  Ts Th", {3: "separar"})
    assert won(record) == {3: 600}


@pytest.mark.clause("CAT-III.1.5.2-44", "CAT-III.1.5.2-45", "CAT-III.1.5.2-46")
def test_a_double_on_9_10_or_11_matches_every_bet_for_exactly_one_card() -> None:
    for cards, total in (("4c 5c", 9), ("4c 6c", 10), ("5c 6c", 11)):
        one, other = cards.split()
        record = played(
            opened(CHALLENGE_21, 3), {3: THREE}, f"{one} 7h {other}  Tc  Ts Th Td", {3: "doblar"}
        )
        assert won(record) == {3: 1400}, total
        assert [e.amount for e in told(record, BetPlaced)][3:] == [100, 200, 400]
    for cards in ("4c 4d", "6c 6d", "Ac 8c", "2c 2d"):
        one, other = cards.split()
        ask = asked(opened(CHALLENGE_21, 3), {3: TWO}, f"{one} 7h {other}")
        assert ask.closed["doblar"] == "CAT-III.1.5.2-44"
    record = played(
        opened(CHALLENGE_21, 3), {3: TWO}, "5c 7h 5d  6c Tc  Kc  Ts Th",
        {3: "separar doblar plantarse"},
    )  # fmt: skip
    assert won(record) == {3: 600 - 300}


@pytest.mark.clause("CAT-III.1.5.2-47", "CAT-III.1.5.2-48", "CAT-III.1.5.2-50")
def test_surrender_gives_back_half_of_all_bets_and_takes_the_cards() -> None:
    record = played(opened(CHALLENGE_21, 3), {3: THREE}, "Tc Kh 6c", {3: "retirarse"})
    assert won(record) == {3: -350}
    assert ("paga-y-retira", "CAT-III.1.5.2-50") in said(record)
    assert [e.amount for e in told(record, BetReturned)] == [50, 100, 200]
    table = opened(CHALLENGE_21, 3)
    assert "retirarse" in moves_of(asked(table, {3: TWO}, "5c Kh 6c"))
    table.answer("pedir")
    table.answer("2c")
    ask = table.live.ask
    assert isinstance(ask, Choose) and ask.closed["retirarse"] == "CAT-III.1.5.2-47"


@pytest.mark.clause("CAT-III.1.5.2-49")
def test_no_surrender_against_an_ace() -> None:
    table = opened(CHALLENGE_21, 3)
    asked(table, {3: TWO}, "Tc Ah 6c")
    table.answer("no")
    ask = table.live.ask
    assert isinstance(ask, Choose) and ask.closed["retirarse"] == "CAT-III.1.5.2-49"


@pytest.mark.clause("R196-9.3.b-01")
def test_in_2009_each_bank_hand_has_a_first_card_of_its_own() -> None:
    table = opened(CHALLENGE_21, 3, edition="scj-2009")
    record = played(table, {3: THREE}, "Tc 7h 9c  8h Kh  Ts Th 9d", {3: "plantarse"})
    assert dealt(record, "croupier/2") == "8h Th"
    assert dealt(record, "croupier/3") == "Kh 9d"
    assert won(record) == {3: 100 + 200 + 0}
    record = played(
        opened(CHALLENGE_21, 3, edition="scj-2009"), {3: TWO}, "Tc 7h 9c 8h Ts Th", {3: "plantarse"}
    )
    assert not dealt(record, "croupier/3")


def test_rounding_drops_half_a_peso_of_each_bet_by_itself() -> None:
    table = opened(CHALLENGE_21, 3, limits=Limits(unit=10))
    record = played(table, {3: {"mano-1": 15, "mano-2": 25}}, "Ac 7h Kc")
    assert won(record) == {3: 20 + 30}
