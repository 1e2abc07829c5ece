"""Poker Tres Cartas (CAT-III.3.5.3): three cards each, the bet equal to the ante."""

from __future__ import annotations

from functools import partial

import pytest

from tapete.core.book.account import account
from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.core.round.chance import Mishap, Skipped
from tapete.core.round.event import Announced, BetReturned, CardsCleared
from tapete.core.table.table import PLENTY
from tests.games.poker.banked import (
    BOLIVIA,
    TRES,
    all_say,
    announced,
    each_in_turn,
    glimpsed,
    lost,
    opened,
    played,
    refused_bets,
    seen,
    staked,
    stuck,
    too_many,
    won,
    zones,
)

ANTE = {"ante": 100}
QUEEN = "Qc 7d 4h"
JACK = "Jc 7d 4h"
PLAYS = {1: ["voy"]}


def against(mine: str, bank: str = QUEEN, rules: str = "scj-2023") -> int:
    """What an ante of 100 brings or costs who plays these cards."""
    table = opened(TRES, 1, rules=rules)
    return played(table, {1: ANTE}, each_in_turn({1: mine}, bank), PLAYS).net(1)


@pytest.mark.clause("CAT-III.3.3.3-01", "CAT-III.3.5.3-07")
def test_three_covered_cards_each_one_at_a_time_from_the_croupiers_left() -> None:
    hands = {7: "2c 3c 5c", 3: "2d 3d 5d", 1: "2h 3h 5h"}
    round_ = played(
        opened(TRES, 1, 3, 7),
        dict.fromkeys(hands, ANTE),
        each_in_turn(hands, QUEEN),
        all_say(hands, "no-voy"),
    )
    assert zones(round_) == ["seat:7", "seat:3", "seat:1", "croupier"] * 3
    for zone in ("seat:7", "croupier"):
        assert round_.dealt(zone) == [None] * 3
    told = [e.what for e in round_.of(Announced)]
    assert "resto-al-descartador" in told
    assert not seen(round_, "croupier")
    assert {c.options[0].name for c in round_.choices(7)} == {"voy"}  # nothing is exchanged


@pytest.mark.clause("CAT-III.3.5.3-08")
def test_a_machine_of_packets_gives_three_cards_at_a_time_the_croupiers_last() -> None:
    table = opened(TRES, 1, 2, extra={"cards": "barajadora-de-paquetes"})
    cards = "9c 9d 9h 8c 8d 8h Qc 7d 4h"
    round_ = played(table, {1: ANTE, 2: ANTE}, cards, {1: ["voy"], 2: ["voy"]})
    assert zones(round_) == ["seat:2"] * 3 + ["seat:1"] * 3 + ["croupier"] * 3
    assert won(round_, 2)["bet"] == ("5:1", 500)


@pytest.mark.clause("CAT-III.3.5.3-04", "CAT-III.3.5.3-05", "CAT-III.3.6.1-04")
def test_without_an_ante_nobody_gets_cards_and_there_is_no_other_first_bet() -> None:
    table = opened(TRES, 1, 2)
    round_ = played(table, {1: ANTE}, each_in_turn({1: "9c 9d 2h"}, QUEEN), PLAYS)
    assert "seat:2" not in zones(round_)
    assert staked(round_, 1) == {"ante": 100, "bet": 100}
    for bet in ("bet", "pair-plus", "progresivo"):
        refusal = refused_bets(table, {1: {bet: 100}})
        assert refusal.code in ("not-on-the-cloth", "no-pot-linked")


@pytest.mark.clause("CAT-III.3.5.3-06", "CAT-III.3.6.3-04")
def test_after_no_mas_apuestas_a_bet_is_refused() -> None:
    table = opened(TRES, 1, 2)
    table.begin()
    table.bet(Place(1, "ante", 100))
    table.close_bets()
    for _ in range(6):
        with pytest.raises(Refused) as late:
            table.bet(Place(2, "ante", 100))
        assert (late.value.clause, late.value.code) == ("CAT-III.3.5.3-06", "bets-closed")
        assert table.live is not None and table.live.ask is not None
        table.answer(table.live.ask.some(lambda n: 0))
    with pytest.raises(Refused) as late:
        table.bet(Place(1, "ante", 100))
    assert late.value.clause == "CAT-III.3.5.3-06"


@pytest.mark.clause("CAT-III.3.5.3-09", "CAT-III.3.6.1-06", "CAT-III.3.6.3-11")
def test_everybody_says_voy_or_no_voy_before_the_croupier_shows_his_cards() -> None:
    hands = {3: "9c 9d 2h", 2: "8c 8d 3h", 1: "7c 7s 5h"}
    round_ = played(
        opened(TRES, 1, 2, 3), dict.fromkeys(hands, ANTE), each_in_turn(hands, QUEEN),
        {3: ["voy"], 2: ["no-voy"], 1: ["voy"]},
    )  # fmt: skip
    for seat in hands:
        [choice] = round_.choices(seat)
        assert [option.name for option in choice.options] == ["voy", "no-voy"]
        assert choice.clause == "CAT-III.3.5.3-09"
    events = list(round_.events)
    last_word = max(i for i, e in enumerate(events) if getattr(e, "move", None))
    assert events.index(seen(round_, "croupier")[0]) > last_word


@pytest.mark.clause("CAT-III.3.5.3-10", "CAT-III.3.6.1-05")
def test_the_bet_equals_the_ante_not_its_double() -> None:
    table = opened(TRES, 1)
    cards = each_in_turn({1: "9c 9d 2h"}, QUEEN)
    assert staked(played(table, {1: {"ante": 700}}, cards, PLAYS), 1)["bet"] == 700


@pytest.mark.clause("CAT-III.3.5.3-11")
def test_who_says_no_voy_loses_the_ante_and_his_cards_go_unseen() -> None:
    table = opened(TRES, 1)
    round_ = played(table, {1: ANTE}, each_in_turn({1: "9c 9d 9h"}, JACK), {1: ["no-voy"]})
    assert lost(round_, 1) == {"ante": 100}
    assert round_.net(1) == -100
    assert {card.audience for card in seen(round_, "seat:1")} == {("seat:1",)}
    assert not seen(round_, "croupier")


@pytest.mark.clause("CAT-III.3.5.3-12", "CAT-III.3.5.3-14")
@pytest.mark.parametrize(
    ("bank", "opens"),
    [
        ("Jc Td 8h", False),
        ("Jc 3d 2h", False),
        ("Qc 3d 2h", True),
        ("Ac 3d 4h", True),
        ("2c 2d 3h", True),
        ("7c 5c 2c", True),
        ("3c 4d 5h", True),
    ],
)
def test_the_croupier_opens_with_queen_high_or_any_better_hand(bank: str, opens: bool) -> None:
    table = opened(TRES, 1)
    round_ = played(table, {1: ANTE}, each_in_turn({1: "9s Ts Js"}, bank), PLAYS)
    assert ("abre" in round_.said(), "no-abre" in round_.said()) == (opens, not opens)
    if opens:
        assert won(round_, 1) == {"ante": ("1:1", 100), "bet": ("6:1", 600)}
    else:  # the ante alone is paid, whatever the hand
        assert won(round_, 1) == {"ante": ("1:1", 100)}
        assert round_.back(1) == {"ante": 100, "bet": 100}
        assert round_.one("no-abre").clause == "CAT-III.3.5.3-12"


@pytest.mark.clause("CAT-III.3.5.3-13")
def test_the_felt_says_with_what_the_croupier_plays() -> None:
    table = opened(TRES, 1)
    assert announced(table, "croupier-juega-con-reina") == ["CAT-III.3.5.3-13"]
    assert table.signs().notices == ("croupier-juega-con-reina",)


@pytest.mark.clause("CAT-III.3.5.3-15", "CAT-III.3.5.3-24")
@pytest.mark.parametrize(
    ("mine", "odds"),
    [
        ("Kd 5c 2s", 1),
        ("2d 2h 9c", 1),
        ("Jh 8h 3h", 1),
        ("5d 6s 7c", 2),
        ("9d 9h 9s", 5),
        ("Ts Js Qs", 6),
        ("Qs Ks As", 6),
    ],
)
def test_a_better_hand_wins_the_ante_1_to_1_and_the_bet_by_the_table(mine: str, odds: int) -> None:
    assert against(mine) == 100 + 100 * odds


@pytest.mark.clause("CAT-III.3.5.3-16")
def test_a_worse_hand_loses_both_bets() -> None:
    table = opened(TRES, 1)
    round_ = played(table, {1: ANTE}, each_in_turn({1: "Jd 9c 2s"}, QUEEN), PLAYS)
    assert lost(round_, 1) == {"ante": 100, "bet": 100}


@pytest.mark.clause("CAT-III.3.5.3-17")
def test_on_a_tie_both_bets_come_back_once_the_others_are_settled() -> None:
    hands = {2: "Ad Ah 2c", 1: "Qd 7s 4c"}
    round_ = played(
        opened(TRES, 1, 2), dict.fromkeys(hands, ANTE), each_in_turn(hands, QUEEN),
        {1: ["voy"], 2: ["voy"]},
    )  # fmt: skip
    assert round_.net(1) == 0
    assert not won(round_, 1) and not lost(round_, 1)
    money = [e for e in round_.of(BetReturned) if e.why == "empate"]
    assert [(e.seat, e.clause) for e in money] == [(1, "CAT-III.3.5.3-17")] * 2
    events = list(round_.events)
    paid = max(i for i, e in enumerate(events) if getattr(e, "odds", None))
    assert events.index(money[0]) > paid


@pytest.mark.clause("CAT-III.3.5.3-20")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 2d 3h", "Ac Kd Jh"),
        ("7h 5h 2h", "Ac Ad Kh"),
        ("Ah 2c 3d", "Ks Qs 9s"),
        ("2c 2d 2h", "Qh Kd As"),
        ("As 2s 3s", "Ac Ad Ah"),
        ("Qh Kh Ah", "Js Qs Ks"),
        ("2h 3d 4c", "As 2s 3d"),
        ("Qh Kd Ac", "Jh Qd Kc"),
        ("3c 3d 7h", "Kc Ad 2h"),  # K-A-2 is no straight
    ],
)
def test_the_order_of_three_cards(better: str, worse: str) -> None:
    if set(better.split()) & set(worse.split()):
        worse = worse.replace("3d", "3c")
    assert against(better, worse) > 0
    assert against(worse, better) == -200


@pytest.mark.clause("CAT-III.3.5.3-21")
@pytest.mark.parametrize(
    ("mine", "bank", "sign"),
    [
        ("Kd 8d 4d", "Kc 8c 3c", 1),
        ("Kd 8d 2d", "Kc 8c 3c", -1),
        ("Kd 8d 3d", "Kc 8c 3c", 0),
        ("Th Ts 7d", "Tc Td 6h", 1),
        ("9c 9d Ac", "Tc Td 6h", -1),
        ("Qd 4c 2s", "Qh 3c 2d", 1),
        ("5c 6d 7h", "5d 6h 7c", 0),
        ("Jc Jd Jh", "Tc Td Th", 1),
    ],
)
def test_equal_combinations_go_to_the_third_card(mine: str, bank: str, sign: int) -> None:
    net = against(mine, bank)
    assert (net > 0) - (net < 0) == sign


# Bolivia


@pytest.mark.clause("AJ-2.3.7.1.5-03")
@pytest.mark.parametrize(
    ("mine", "odds"),
    [
        ("Kd 5c 2s", 1),
        ("3c 3d 9h", 1),
        ("Kh 7h 2h", 4),
        ("4s 5c 6d", 6),
        ("Tc Td Th", 25),
        ("7s 8s 9s", 40),
    ],
)
def test_bolivias_own_table_for_the_bet(mine: str, odds: int) -> None:
    assert against(mine, rules=BOLIVIA) == 100 + 100 * odds


@pytest.mark.clause("AJ-2.3.7.1.5-01", "AJ-2.3.7.1.5-04")
def test_in_bolivia_the_ante_alone_is_paid_below_a_queen_and_ties_are_neutral() -> None:
    table = opened(TRES, 1, rules=BOLIVIA)
    round_ = played(table, {1: ANTE}, each_in_turn({1: "6c 6d 6h"}, JACK), PLAYS)
    [(_, paid)] = won(round_, 1).values()
    assert paid == 100
    assert {e.clause for e in round_.events if getattr(e, "why", "") == "no-abre"} == {
        "AJ-2.3.7.1.5-01"
    }
    round_ = played(table, {1: ANTE}, each_in_turn({1: "Kc 9c 4c"}, "Ks 9s 4s"), PLAYS)
    assert {e.clause for e in round_.events if getattr(e, "why", "") == "empate"} == {
        "AJ-2.3.7.1.5-04"
    }
    assert against("Kd 9d 5d", "Ks 9s 4s", BOLIVIA) == 500  # the third card decides


@pytest.mark.clause("AJ-2.3.7.1.5-02")
def test_in_bolivia_hands_are_settled_from_the_croupiers_right() -> None:
    hands = {5: "9c 9d 2h", 3: "8c 8d 3h", 1: "6c 6s 5h"}
    round_ = played(
        opened(TRES, 1, 3, 5, rules=BOLIVIA), dict.fromkeys(hands, ANTE),
        each_in_turn(hands, QUEEN), all_say(hands, "voy"),
    )  # fmt: skip
    shown = [(e.facts["seat"], e.clause) for e in round_.of(Announced) if e.what == "mano"]
    assert shown == [(seat, "AJ-2.3.7.1.5-02") for seat in (1, 3, 5)]
    cleared = [e.zone for e in round_.of(CardsCleared)]
    assert cleared[:3] == ["seat:1", "seat:3", "seat:5"]


@pytest.mark.clause("AJ-2.3.6.3-01")
def test_in_bolivia_nothing_is_staked_once_the_round_has_begun() -> None:
    table = opened(TRES, 1, rules=BOLIVIA)
    table.begin()
    table.bet(Place(1, "ante", 100))
    table.close_bets()
    with pytest.raises(Refused) as late:
        table.bet(Place(1, "ante", 100))
    assert late.value.clause == "AJ-2.3.6.3-01"


@pytest.mark.clause("AJ-2.3.7.1-06", "AJ-2.3.7.1-10")
def test_in_bolivia_cards_seen_annul_nothing_until_two_are_the_croupiers() -> None:
    bank, mine = partial(glimpsed, "croupier"), partial(glimpsed, "seat:1")
    table = opened(TRES, 1, rules=BOLIVIA)
    cards = [mine("9c"), bank("Qc"), mine("9d"), "7d", mine("9h"), "4h"]
    assert played(table, {1: ANTE}, cards, PLAYS).net(1) == 2600
    cards = [mine("9c"), bank("Qc"), mine("9d"), bank("7d")]
    round_ = played(table, {1: ANTE}, cards)
    assert (round_.voided().clause, round_.net(1)) == ("AJ-2.3.7.1-10", 0)


@pytest.mark.clause("AJ-2.3.7.1-03", "AJ-2.3.7.1-04", "AJ-2.3.7.1-05")
def test_in_bolivia_stuck_cards_are_chosen_and_wrong_numbers_never_put_in_order() -> None:
    table = opened(TRES, 1, 2, rules=BOLIVIA)
    cards = ["Kc", stuck("9c 2c"), "Qc", "5c", "9d", "7d", "2s", "9h", "4h"]
    round_ = played(table, {1: ANTE, 2: ANTE}, cards, {1: ["quemar:2", "voy"], 2: ["voy"]})
    assert won(round_, 1)["bet"] == ("25:1", 2500)
    cards = ["Kc", too_many("2h"), "Qc", "5c", "7d", "2s", "4h"]
    round_ = played(table, {1: ANTE, 2: ANTE}, cards, {2: ["voy"]})
    assert (round_.net(1), round_.back(1)) == (0, {"ante": 100})
    assert round_.net(2) == 200
    round_ = played(table, {1: ANTE, 2: ANTE}, ["Kc", "9c", too_many("2h")])
    assert round_.voided().clause == "AJ-2.3.7.1-05"


@pytest.mark.clause("AJ-2.3.7.1-12", "AJ-2.3.7.1-13")
def test_in_bolivia_an_absent_players_hand_and_a_round_short_of_cards_are_annulled() -> None:
    table = opened(TRES, 1, 2, rules=BOLIVIA)
    table.act("ausente", seat=2)
    hands = {2: "9c 9d 9h", 1: "Kc 5c 2s"}
    round_ = played(table, {1: ANTE, 2: ANTE}, each_in_turn(hands, QUEEN), {1: ["voy"]})
    assert round_.back(2) == {"ante": 100}
    assert (round_.net(2), round_.net(1)) == (0, 200)
    round_ = played(table, {1: ANTE}, ["Kc", Mishap("sabot-agotado")])
    assert (round_.voided().clause, round_.net(1)) == ("AJ-2.3.7.1-13", 0)


@pytest.mark.clause("AJ-2.3.7.1-01")
def test_whatever_alters_the_game_without_being_listed_voids_the_round_by_the_chief() -> None:
    table = opened(TRES, 1, rules=BOLIVIA)
    table.begin()
    table.bet(Place(1, "ante", 100))
    table.close_bets()
    table.answer("9c")
    table.void("apagon")
    assert table.desk.accounts[account("seat:1")] == PLENTY


@pytest.mark.clause("CAT-III.3.6.4-13")
def test_a_player_passed_over_waits_for_the_next_round() -> None:
    table = opened(TRES, 1, 2)
    cards = ["9c", Skipped(1), "Qc", "9d", "7d", "9h", "4h"]
    round_ = played(table, {1: ANTE, 2: ANTE}, cards, {2: ["voy"]})
    assert (round_.back(1), round_.net(1)) == ({"ante": 100}, 0)
    assert round_.net(2) == 600
