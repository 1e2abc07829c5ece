"""Texas Hold'em Plus (CAT-III.3.5.7.2): two own cards and five in common against the croupier."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.core.round.event import Announced, CardSeen, Chosen
from tapete.core.round.felt import fold
from tapete.core.round.pot import PotPaid
from tapete.games.poker.pot import PotForfeited, PotHandRead
from tests.games.poker.banked import (
    PLUS,
    Played,
    all_say,
    announced,
    face_up,
    lost,
    opened,
    played,
    plus,
    refused_bets,
    seen,
    staked,
    too_many,
    won,
    zones,
)

ANTE = {"ante": 100}
PLAYS = {1: ["voy"]}
FOURS = "4c 4d"


def one(mine: str, bank: str, common: str) -> Played:
    """One player who goes on, with an ante of 100."""
    return played(opened(PLUS, 1), {1: ANTE}, plus({1: mine}, bank, common), PLAYS)


@pytest.mark.clause("CAT-III.3.3.7-04", "CAT-III.3.5.7.2-07", "CAT-III.3.5.7.2-08")
def test_two_cards_each_one_burned_three_common_uncovered_and_two_covered() -> None:
    hands = {6: "2c 3c", 3: "2d 3d"}
    round_ = played(
        opened(PLUS, 3, 6), dict.fromkeys(hands, ANTE),
        plus(hands, "8s 5h", "9h Jc Kd 7c 7d"), all_say(hands, "no-voy"),
    )  # fmt: skip
    turn = ["seat:6", "seat:3", "croupier"]
    assert zones(round_) == turn * 2 + ["quemadas"] + ["mesa"] * 5
    assert round_.dealt("quemadas") == [None]
    assert round_.dealt("mesa") == ["9h", "Jc", "Kd", None, None]
    assert round_.dealt("seat:6") == round_.dealt("croupier") == [None, None]
    assert "resto-al-descartador" in round_.said()


@pytest.mark.clause("CAT-III.3.3.7-05", "CAT-III.3.5.7.2-04", "CAT-III.3.5.7.2-05")
def test_an_ante_gives_cards_and_the_only_other_bet_comes_after_them() -> None:
    table = opened(PLUS, 1, 2)
    cards = plus({1: "Ah 2c"}, "8s 5h", "4c 4d 9h Jc Kd")
    round_ = played(table, {1: ANTE}, cards, PLAYS)
    assert staked(round_, 1) == {"ante": 100, "bet": 200}
    assert "seat:2" not in zones(round_)
    for bet in ("bet", "bonus", "flop"):
        assert refused_bets(table, {1: {bet: 100}}).code == "not-on-the-cloth"


@pytest.mark.clause("CAT-III.3.5.7.2-06")
def test_after_no_mas_apuestas_a_bet_is_refused_also_during_the_second() -> None:
    table = opened(PLUS, 1)
    live = table.begin()
    table.bet(Place(1, "ante", 100))
    table.close_bets()
    for card in plus({1: "Ah 2c"}, "8s 5h", "4c 4d 9h Jc Kd"):
        with pytest.raises(Refused) as late:
            table.bet(Place(1, "ante", 100))
        assert late.value.clause == "CAT-III.3.5.7.2-06"
        table.answer(card)
    with pytest.raises(Refused) as late:
        table.bet(Place(1, "bet", 300))
    assert late.value.clause == "CAT-III.3.5.7.2-06"
    told = table.answer("voy")
    closed = [e.clause for e in told if isinstance(e, Announced) and e.what == "no-mas-apuestas"]
    assert closed == ["CAT-III.3.5.7.2-06"]
    assert live.ended


@pytest.mark.clause("CAT-III.3.5.7.2-09")
def test_with_the_flop_in_view_the_bet_is_exactly_twice_the_ante() -> None:
    table = opened(PLUS, 1)
    live = table.begin()
    table.bet(Place(1, "ante", 700))
    table.close_bets()
    for card in plus({1: "Ah 2c"}, "8s 5h", "4c 4d 9h Jc Kd"):
        table.answer(card)
    mine = fold(live.events, "seat:1").zones
    assert mine["seat:1"] == ["Ah", "2c"]
    assert mine["mesa"] == ["4c", "4d", "9h", None, None]
    assert mine["croupier"] == [None, None]
    table.answer("voy")
    assert staked(Played(table.finish(), []), 1) == {"ante": 700, "bet": 1400}


@pytest.mark.clause("CAT-III.3.5.7.2-10", "CAT-III.3.6.3-10")
def test_who_says_no_voy_loses_the_ante_and_hands_his_cards_in_covered() -> None:
    round_ = played(
        opened(PLUS, 1), {1: ANTE}, plus({1: "Ah As"}, "8s 5h", "4c 4d 9h Jc Kd"), {1: ["no-voy"]}
    )
    assert lost(round_, 1) == {"ante": 100}
    assert {e.audience for e in seen(round_, "seat:1")} == {("seat:1",)}
    # nobody plays: turn, river and the croupier's cards stay covered
    assert not seen(round_, "mesa") and not seen(round_, "croupier")


@pytest.mark.clause("CAT-III.3.5.7.2-11", "CAT-III.3.6.3-11", "CAT-III.3.6.1-08")
def test_when_all_have_decided_turn_river_and_the_croupiers_cards_are_uncovered() -> None:
    hands = {2: "Kh 5c", 1: "Js 9s"}
    round_ = played(
        opened(PLUS, 1, 2), dict.fromkeys(hands, ANTE),
        plus(hands, "3h 2s", "3c 2d 9h Jc Kd"), all_say(hands, "voy"),
    )  # fmt: skip
    events = list(round_.events)
    last_word = max(i for i, e in enumerate(events) if isinstance(e, Chosen))
    turned = [e for e in events[last_word:] if isinstance(e, CardSeen)]
    assert [(e.zone, e.card) for e in turned[:4]] == [
        ("mesa", "Jc"), ("mesa", "Kd"), ("croupier", "3h"), ("croupier", "2s"),
    ]  # fmt: skip
    shown = round_.one("mano-del-croupier")
    assert shown.facts["hand"] == "dos-pares"  # the best five of seven
    # Each player made his own hand with the same five: kings with one, jacks and nines with other.
    assert {s: round_.net(s) for s in hands} == {2: -300, 1: 300}


@pytest.mark.clause("CAT-III.3.5.7.2-11", "CAT-III.3.5.7.2-13")
@pytest.mark.parametrize(
    ("bank", "common", "opens"),
    [
        ("Ac Qd", "2h 6c 8s Td Kc", False),
        ("8s 5h", "3c 3d 9h Jc Kd", False),
        ("2s 2h", "3c 6d 9h Jc Kd", False),
        ("4s 4h", "3c 6d 9h Jc Kd", True),
        ("8s 5h", "4c 4d 9h Jc Kd", True),
        ("3h 2s", "3c 2d 9h Jc Kd", True),
    ],
)
def test_the_croupier_opens_with_a_pair_of_fours_or_better(
    bank: str, common: str, opens: bool
) -> None:
    round_ = one("9c 9d", bank, common)
    assert ("abre" if opens else "no-abre") in round_.said()
    if not opens:
        assert won(round_, 1) == {"ante": ("1:1", 100)}
        assert round_.back(1) == {"ante": 100, "bet": 200}
        assert {e.clause for e in round_.events if getattr(e, "why", "") == "no-abre"} == {
            "CAT-III.3.5.7.2-13"
        }


@pytest.mark.clause("CAT-III.3.5.7.2-12")
def test_the_felt_says_with_what_the_croupier_plays() -> None:
    table = opened(PLUS, 1)
    assert announced(table, "croupier-juega-con-par-de-cuatro") == ["CAT-III.3.5.7.2-12"]


@pytest.mark.clause("CAT-III.3.5.7.2-14", "CAT-III.3.5.7.2-19", "CAT-III.3.5.7.2-23")
@pytest.mark.parametrize(
    ("mine", "common", "odds"),
    [
        ("5c Ad", "Kc 8d 5s 3h 9c", 1),
        ("Kd 5h", "Kc 8d 5s 3h 9c", 1),
        ("8h 8s", "Kc 8d 5s 3h 9c", 1),
        ("Ks 9c", "Th Jh Qh 2c 2d", 1),
        ("As 3d", "2d 3h 4s 5d Kd", 1),
        ("7h 3h", "Th Jh Qh 2c 2d", 2),
        ("Tc Td", "Th Jh Qh 2c 2d", 3),
        ("2h 2s", "Th Jh Qh 2c 2d", 10),
        ("8h 9h", "Th Jh Qh 2c 2d", 20),
        ("Ah 2h", "3h 4h 5h 9c Kd", 20),
        ("Kh Ah", "Th Jh Qh 2c 2d", 100),
    ],
)
def test_a_better_hand_wins_the_ante_by_the_table_and_the_bet_1_to_1(
    mine: str, common: str, odds: int
) -> None:
    round_ = one(mine, FOURS, common)
    assert won(round_, 1) == {"ante": (f"{odds}:1", 100 * odds), "bet": ("1:1", 200)}


@pytest.mark.clause("CAT-III.3.5.7.2-15")
def test_a_worse_hand_loses_both_bets() -> None:
    assert lost(one("3c Ah", FOURS, "Kc 8d 5s 3h 9c"), 1) == {"ante": 100, "bet": 200}


@pytest.mark.clause("CAT-III.3.5.7.2-16")
def test_on_a_tie_both_bets_come_back_untouched() -> None:
    round_ = one("As Ah", "2d 3h", "Tc Jc Qc Kc Ac")  # the royal of the board
    assert not won(round_, 1) and not lost(round_, 1)
    assert round_.back(1) == {"ante": 100, "bet": 200}
    assert {e.clause for e in round_.events if getattr(e, "why", "") == "empate"} == {
        "CAT-III.3.5.7.2-16"
    }


@pytest.mark.clause("CAT-III.3.5.7.2-20")
@pytest.mark.parametrize(
    ("mine", "bank", "common", "sign"),
    [
        ("Ah 3c", "8c 5d", "Qc Qd Qh 7s 2d", 1),  # shared trio: kickers
        ("8d 6c", "8c 5d", "Qc Qd Qh 7s 2d", 0),
        ("6d 4h", "8c 5d", "Qc Qd Qh 7s 2d", -1),
        ("As 3h", "Kc Jd", "9c 9d 9h 9s 4d", 1),  # shared poker
        ("Kd 2s", "Kc Jd", "9c 9d 9h 9s 4d", 0),
        ("As Ad", "Kd 5s", "8c 8d 8h Kc 3d", 1),  # shared trio of a full
        ("Kh 2c", "Kd 5s", "8c 8d 8h Kc 3d", 0),
        ("4s Kd", "2s Ad", "Qs Ts 7s 5s 3s", 1),  # color on the fifth card
        ("As 9h", "6s 8c", "2d 3h 4c 5d Kd", -1),
        ("7c 6d", "8s 5h", "4c 4d 9h Jc Kd", 0),
        ("Qs 2d", "8s 5h", "4c 4d 9h Jc Kd", 1),
    ],
)
def test_equal_combinations_go_to_the_other_cards_of_the_five(
    mine: str, bank: str, common: str, sign: int
) -> None:
    net = one(mine, bank, common).net(1)
    assert (net > 0) - (net < 0) == sign


def test_hands_are_settled_from_the_croupiers_right() -> None:
    hands = {5: "Kh 5c", 3: "Js 9s", 1: "Ah Qh"}
    round_ = played(
        opened(PLUS, 1, 3, 5), dict.fromkeys(hands, ANTE),
        plus(hands, FOURS, "3c 2d 9h Jc Kd"), all_say(hands, "voy"),
    )  # fmt: skip
    assert [e.facts["seat"] for e in round_.of(Announced) if e.what == "mano"] == [1, 3, 5]


# Progressive


@pytest.mark.clause("CAT-III.3.3.7-06")
def test_the_pot_is_read_from_two_own_cards_and_the_flop_whatever_the_croupier_has() -> None:
    table = opened(PLUS, 1, 2, 3, extra={"pot": {"credit": 1000}})
    bets = {seat: {"ante": 100, "progresivo": 1000} for seat in (1, 2, 3)}
    hands = {3: "9h 4c", 2: "Ks Kd", 1: "4s 4d"}
    cards = plus(hands, "Ac 2d", "9c 9d 4h Qs Kh")
    moves = {3: ["voy"], 2: ["voy"], 1: ["no-voy"]}
    round_ = played(table, bets, cards, moves, pot=10_000_000)
    read = {e.seat: e.hand for e in round_.of(PotHandRead)}
    assert read == {2: "dos-pares", 3: "full"}  # the kings became a full on the river only
    assert [(e.seat, e.amount) for e in round_.of(PotPaid)] == [(3, 100_000)]
    assert [e.seat for e in round_.of(PotForfeited)] == [1]
    no_open = plus(hands, "Ac 2d", "9c Td 4h Qs 7h")
    moves = {3: ["voy"], 2: ["voy"], 1: ["voy"]}
    round_ = played(table, bets, no_open, moves, pot=10_000_000)
    assert "no-abre" in round_.said()
    assert {e.seat for e in round_.of(PotHandRead)} == {1, 2, 3}  # looked at all the same


# Irregular plays


@pytest.mark.clause("CAT-III.3.6.4-15")
def test_a_fourth_card_uncovered_with_the_flop_is_burned_and_is_not_the_turn() -> None:
    cards = ["Ah", "8s", "2c", "5h", "7d", "4c", "4d", "9h", too_many("Ac"), "Jc", "Kd"]
    round_ = played(opened(PLUS, 1), {1: ANTE}, cards, PLAYS)
    assert round_.dealt("quemadas") == [None, "Ac"]
    assert [e.clause for e in round_.events if getattr(e, "card", "") == "Ac"] == [
        "CAT-III.3.6.4-15"
    ]
    assert round_.net(1) == 300  # 4-4-A-K-J: the ace that was burned plays for nobody


@pytest.mark.clause("CAT-III.3.6.4-07")
def test_a_card_face_up_is_burned_and_the_deal_goes_on() -> None:
    cards = ["Ah", "8s", face_up("As"), "2c", "5h", "7d", "4c", "4d", "9h", "Jc", "Kd"]
    round_ = played(opened(PLUS, 1), {1: ANTE}, cards, PLAYS)
    assert round_.dealt("quemadas") == ["As", None]
    assert round_.net(1) == 300


def test_a_machine_of_packets_is_not_foreseen_here() -> None:
    table = opened(PLUS, 1, extra={"cards": "barajadora-de-paquetes"})
    with pytest.raises(Refused) as refusal:
        table.begin()
    assert (refusal.value.clause, refusal.value.code) == (
        "CAT-III.3.4.1-04", "machine-not-allowed",
    )  # fmt: skip
