"""Go Poker (CAT-III.3.5.4): three equal bets, two of them free to be taken back."""

from __future__ import annotations

from functools import partial

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Noticed, Place, Remove, Slip
from tapete.core.round.chance import Mishap
from tapete.core.round.event import Announced, BetReturned, CardSeen, Chosen
from tapete.core.round.pot import PotFed, PotPaid
from tapete.core.table.table import Table
from tests.games.poker.banked import (
    BOLIVIA,
    GO,
    Limits,
    Played,
    all_say,
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

LINE = {"linea": 100}
SPOTS = ("linea:1", "linea:2", "linea:3")
GOES = {1: ["ir", "ir"]}


def with_cards(mine: str, common: str, table: Table | None = None, said: str = "ir ir") -> Played:
    """One player with three cards of his own and two in common."""
    table = table or opened(GO, 1)
    return played(table, {1: LINE}, each_in_turn({1: mine}, common), {1: said.split()})


@pytest.mark.clause("CAT-III.3.5.4-04", "CAT-III.3.5.4-05")
def test_the_line_is_three_equal_bets_and_all_are_needed() -> None:
    table = opened(GO, 1, 2)
    round_ = played(table, {1: LINE}, each_in_turn({1: "2c 5h 9s"}, "Tc Td"), GOES)
    assert staked(round_, 1) == dict.fromkeys(SPOTS, 100)
    assert "seat:2" not in zones(round_)  # no bets, no cards
    for bets in ({"linea:1": 100}, {"linea:1": 100, "linea:2": 100}, {**LINE, "linea:3": 50}):
        refusal = refused_bets(table, {1: bets})
        assert (refusal.clause, refusal.code) == ("CAT-III.3.5.4-05", "line-not-equal")
    one_by_one = dict.fromkeys(SPOTS, 100)
    assert (
        played(table, {1: one_by_one}, each_in_turn({1: "2c 5h 9s"}, "Tc Td"), GOES).net(1) == 300
    )
    assert refused_bets(table, {1: {"ante": 100}}).code == "not-on-the-cloth"


def test_the_limits_of_the_table_are_for_each_of_the_three_bets() -> None:
    table = opened(GO, 1, limits=Limits(min=1000, max=5000))
    assert refused_bets(table, {1: {"linea": 999}}).code == "under-minimum"
    assert refused_bets(table, {1: {"linea": 5001}}).code == "over-maximum"
    cards = each_in_turn({1: "2c 5h 9s"}, "Tc Td")
    assert played(table, {1: {"linea": 5000}}, cards, GOES).net(1) == 15_000


def test_taking_one_bet_of_the_line_down_takes_the_others_with_it() -> None:
    table = opened(GO, 1)
    table.begin()
    table.bet(Place(1, "linea", 100))
    table.bet(Remove(1, "linea:2"))
    table.close_bets()
    assert table.finish().events[-1].postings() == ()


@pytest.mark.clause("CAT-III.3.5.4-06")
def test_once_the_round_has_begun_no_bet_is_added_raised_or_lowered() -> None:
    table = opened(GO, 1)
    table.begin()
    table.bet(Place(1, "linea", 100))
    table.close_bets()
    for card in ("Qc", "Qd", "9d", "7h", "4s"):
        for action in (Place(1, "linea", 100), Place(1, "linea:1", 100), Remove(1, "linea:3")):
            with pytest.raises(Refused) as late:
                table.bet(action)
            assert (late.value.clause, late.value.code) == ("CAT-III.3.5.4-06", "bets-closed")
        table.answer(card)
    with pytest.raises(Refused) as late:  # while he is asked too
        table.bet(Remove(1, "linea:3"))
    assert late.value.clause == "CAT-III.3.5.4-06"


@pytest.mark.clause("CAT-III.3.3.4-01", "CAT-III.3.5.4-07")
def test_three_cards_each_and_two_in_common_all_covered() -> None:
    hands = {7: "2c 3c 5c", 3: "2d 3d 5d"}
    round_ = played(
        opened(GO, 3, 7), dict.fromkeys(hands, LINE), each_in_turn(hands, "Ts Js"),
        all_say(hands, "ir", "ir"),
    )  # fmt: skip
    players = ["seat:7", "seat:3"]
    assert zones(round_) == [*players, "mesa", *players, "mesa", *players]
    assert round_.dealt("mesa") == [None, None]
    assert "croupier" not in zones(round_)
    assert round_.said().count("resto-al-descartador") == 1


@pytest.mark.clause("CAT-III.3.5.4-08")
def test_of_a_machines_packets_the_last_gives_the_common_cards_and_one_is_burned() -> None:
    table = opened(GO, 1, 2, extra={"cards": "barajadora-de-paquetes"})
    cards = "9c 9d 2h 8c 8d 3h Ts 9s 7c"
    round_ = played(table, {1: LINE, 2: LINE}, cards, {1: ["ir", "ir"], 2: ["ir", "ir"]})
    assert zones(round_) == ["seat:2"] * 3 + ["seat:1"] * 3 + ["mesa"] * 2 + ["quemadas"]
    assert round_.dealt("quemadas") == [None]
    assert (round_.net(2), round_.net(1)) == (900, -300)


@pytest.mark.clause("CAT-III.3.5.4-09", "CAT-III.3.5.4-11")
@pytest.mark.parametrize(
    ("said", "live"),
    [
        ("ir ir", (1, 2, 3)),
        ("no-ir ir", (2, 3)),
        ("ir no-ir", (1, 3)),
        ("no-ir no-ir", (3,)),
    ],
)
def test_not_going_gives_a_bet_back_and_the_others_play(said: str, live: tuple[int, ...]) -> None:
    round_ = with_cards("7c 7d 2h", "Qd 7h", said=said)
    assert {int(bet[-1]) for bet in won(round_, 1)} == set(live)
    given = {e.bet: e.clause for e in round_.of(BetReturned) if e.why == "no-ir"}
    gone = {"linea:1": "CAT-III.3.5.4-09", "linea:2": "CAT-III.3.5.4-11"}
    assert given == {bet: clause for bet, clause in gone.items() if int(bet[-1]) not in live}
    assert round_.net(1) == 300 * len(live)


@pytest.mark.clause("CAT-III.3.5.4-10", "CAT-III.3.5.4-12")
def test_a_common_card_is_shown_only_when_all_have_answered_left_to_right() -> None:
    hands = {5: "2c 3c 5c", 3: "2d 3d 5d", 1: "2h 3h 5h"}
    round_ = played(
        opened(GO, 1, 3, 5), dict.fromkeys(hands, LINE), each_in_turn(hands, "Ts Js"),
        all_say(hands, "ir", "no-ir"),
    )  # fmt: skip
    steps = [
        e.seat if isinstance(e, Chosen) else (e.card, e.clause)
        for e in round_.events
        if isinstance(e, Chosen) or (isinstance(e, CardSeen) and e.zone == "mesa")
    ]
    first, second = ("Ts", "CAT-III.3.5.4-10"), ("Js", "CAT-III.3.5.4-12")
    assert steps == [5, 3, 1, first, 5, 3, 1, second]


@pytest.mark.clause("CAT-III.3.5.4-13")
def test_hands_are_turned_and_settled_from_the_croupiers_right() -> None:
    hands = {5: "Tc 3c 5c", 3: "2d 3d 5d", 1: "Th 3h 5h"}
    round_ = played(
        opened(GO, 1, 3, 5), dict.fromkeys(hands, LINE), each_in_turn(hands, "Ts 8d"),
        all_say(hands, "ir", "ir"),
    )  # fmt: skip
    shown = [e.facts["seat"] for e in round_.of(Announced) if e.what == "mano"]
    assert shown == [1, 3, 5]
    assert (round_.net(1), round_.net(3), round_.net(5)) == (300, -300, 300)
    assert [e.card for e in seen(round_, "seat:3") if not e.audience] == ["2d", "3d", "5d"]


@pytest.mark.clause("CAT-III.3.5.4-14")
def test_the_third_bet_always_wins_or_loses() -> None:
    round_ = with_cards("As Jd 6c", "Qd 7h", said="no-ir no-ir")
    assert lost(round_, 1) == {"linea:3": 100}
    asked = [option.name for choice in round_.choices(1) for option in choice.options]
    assert asked == ["ir", "no-ir"] * 2  # it is asked of two bets only


@pytest.mark.clause("CAT-III.3.5.4-17", "CAT-III.3.5.4-20")
@pytest.mark.parametrize(
    ("mine", "common", "odds"),
    [
        ("Qs Ks As", "Ts Js", 200),
        ("7s 8s 9s", "Ts Js", 100),
        ("As 2s 3s", "4s 5s", 100),
        ("9c 9d 9s", "9h 4c", 50),
        ("Tc Td Jc", "Ts Js", 11),
        ("2s 4s 6s", "Ts Js", 8),
        ("Qc Kc Ah", "Ts Js", 5),
        ("3c 4h 5d", "Ad 2s", 5),
        ("Jd Jh 5c", "Ts Js", 3),
        ("2c 2d 7s", "9h 9c", 2),
        ("Tc Td 2h", "9h 4c", 1),
        ("As 8c 7d", "Ad 2s", 1),
        ("2c 5h 9s", "Tc Td", 1),
        ("9d 9h 2c", "8c 3d", -1),
        ("2c 2d As", "8c 3d", -1),
        ("Qc Kh 3s", "Ad 2s", -1),
    ],
)
def test_every_live_bet_is_paid_by_the_table_from_a_pair_of_tens(
    mine: str, common: str, odds: int
) -> None:
    assert with_cards(mine, common).net(1) == 300 * odds
    if odds > 0:
        paid = {e.clause for e in with_cards(mine, common).events if getattr(e, "odds", "")}
        assert paid == {"CAT-III.3.5.4-20"}


# Progressive


@pytest.mark.clause("CAT-III.3.3.4-02")
def test_not_going_leaves_the_claim_on_the_pot_alive() -> None:
    table = opened(GO, 1, extra={"pot": {"credit": 1000}})
    bets = {1: {"linea": 100, "progresivo": 1000}}
    cards = each_in_turn({1: "Ah 9h 3h"}, "Kh 6h")
    round_ = played(table, bets, cards, {1: ["no-ir", "no-ir"]}, pot=2_500_000)
    assert [e.amount for e in round_.of(PotFed)] == [1000]
    assert [(e.prize, e.amount) for e in round_.of(PotPaid)] == [("color", 50_000)]
    assert round_.net(1) == 800 + 50_000 - 1000


def test_the_bet_on_the_pot_needs_the_line() -> None:
    table = opened(GO, 1, extra={"pot": {"credit": 1000}})
    assert refused_bets(table, {1: {"progresivo": 1000}}).code == "needs-main-bet"


# Irregular plays


@pytest.mark.clause("CAT-III.3.6.4-12")
def test_a_wrong_number_of_common_cards_annuls_the_round() -> None:
    cards = ["2c", too_many("5c")]
    round_ = played(opened(GO, 1), {1: LINE}, cards, rulings=["quemar"])
    assert (round_.voided().clause, round_.net(1)) == ("CAT-III.3.6.4-12", 0)
    assert round_.back(1) == dict.fromkeys(SPOTS, 100)


@pytest.mark.clause("CAT-III.3.6.4-09")
def test_a_common_card_seen_too_early_annuls_the_round() -> None:
    round_ = played(opened(GO, 1), {1: LINE}, ["2c", glimpsed("croupier", "5c")])
    assert (round_.voided().clause, round_.net(1)) == ("CAT-III.3.6.4-09", 0)


# Bolivia

bolivian = partial(opened, GO, rules=BOLIVIA)


@pytest.mark.clause("CAT-III.3.5.4-13")
def test_in_bolivia_the_same_table_is_paid_from_right_to_left_third_bet_included() -> None:
    hands = {2: "7c 7d 2h", 1: "As Jd 6c"}
    round_ = played(
        bolivian(1, 2), dict.fromkeys(hands, LINE), each_in_turn(hands, "Qd 7h"),
        {2: ["ir", "ir"], 1: ["no-ir", "no-ir"]},
    )  # fmt: skip
    shown = [(e.facts["seat"], e.clause) for e in round_.of(Announced) if e.what == "mano"]
    assert shown == [(1, "CAT-III.3.5.4-13"), (2, "CAT-III.3.5.4-13")]
    assert (round_.net(2), round_.net(1)) == (900, -100)
    assert {e.clause for e in round_.events if getattr(e, "odds", "")} == {"CAT-III.3.5.4-20"}


@pytest.mark.clause("AJ-2.3.7.1-11")
def test_in_bolivia_an_absent_player_is_annulled_or_loses_once_he_saw_his_cards() -> None:
    table = bolivian(1, 2)
    table.act("ausente", seat=2)
    hands = {2: "7c 7d 2h", 1: "As Jd 6c"}
    cards = each_in_turn(hands, "Qd 7h")
    round_ = played(table, dict.fromkeys(hands, LINE), cards, {1: ["ir", "ausente"]})
    assert (round_.net(2), round_.back(2)) == (0, dict.fromkeys(SPOTS, 100))
    assert lost(round_, 1) == dict.fromkeys(SPOTS, 100)
    assert not [e for e in seen(round_, "seat:1") if not e.audience]
    with pytest.raises(Refused):  # elsewhere there is no such rule
        opened(GO, 1).act("ausente", seat=1)


@pytest.mark.clause("AJ-2.3.7.1-02")
def test_in_bolivia_stuck_cards_are_burned_without_a_choice() -> None:
    cards = [stuck("9c 2c"), "7c", "Qd", "7d", "7h", "2h"]
    round_ = played(bolivian(1), {1: LINE}, cards, GOES)
    assert round_.dealt("quemadas") == [None, None]
    assert round_.net(1) == 900


@pytest.mark.clause("AJ-2.3.7.1-04", "AJ-2.3.7.1-06", "AJ-2.3.7.1-13")
def test_in_bolivia_seen_cards_go_on_and_wrong_numbers_annul_the_hand() -> None:
    mine = partial(glimpsed, "seat:1")
    table = bolivian(1)
    cards = [mine("7c"), "Qd", mine("7d"), "7h", mine("2h")]
    assert played(table, {1: LINE}, cards, GOES).net(1) == 900
    round_ = played(table, {1: LINE}, ["7c", "Qd", too_many("7d")])
    assert round_.back(1) == dict.fromkeys(SPOTS, 100)
    round_ = played(table, {1: LINE}, ["7c", Mishap("sabot-agotado")])
    assert round_.voided().clause == "AJ-2.3.7.1-13"


@pytest.mark.clause("CAT-I.4.2-04", "CAT-I.4.2-06", "CAT-III.3.5.4-05")
def test_a_line_over_the_maximum_noticed_late_counts_up_to_it_on_each_of_its_spots() -> None:
    table = opened(GO, 4, limits=Limits(min=100, max=1000))
    table.begin()
    table.answer(Slip((Noticed(4, "linea", 1500, "jefe-de-sala"),)))
    for text in [*each_in_turn({4: "Qd Kc Ah"}, "Qh Tc"), "ir", "no-ir"]:
        table.answer(text)
    assert table.net_of(table.finish())[4] == 2 * 1000  # queens on two of the three
