"""Treinta y Cuarenta: the rows, the four bets, ties, the tie at 31, and what goes wrong."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Limits, Noticed, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.cards import Card
from tapete.core.round.chance import Exposed, Mishap, Stuck
from tapete.core.round.event import (
    Announced,
    BetLost,
    BetMoved,
    BetReturned,
    BetWon,
    CardDealt,
    CardsCleared,
    ResultShown,
    net,
)
from tests.games.cards.packs import (
    TREINTA,
    Played,
    opened,
    played,
    refused,
    shoe_of,
    slip,
    with_shoe,
)

ROJO_COLOR = "9s Tc 8d 7s Kd 9c 5h 8s"  # negro 34, rojo 32
NEGRO_INVERSO = "6h Qs 7c 8d 5d Jc 9h 9s"  # negro 31, rojo 33
ROJO_INVERSO = "4d Ks Qd 8c 7c Th 5s 9d"  # negro 32, rojo 31
NEGRO_COLOR = "As Kd Qc Td 9h 9d 9c 9s"  # negro 31, rojo 36
TIE_31 = "Kc 9d 7s 5h Qh 8c 6d 7s"
TIE_35 = "Kh 9c 8s 8d 7h Js 9d 9c"
TIE_40 = "Jc Qd Kh Ts Th Jh Qs Kd"
PRISON = {"empate-31": "prision"}

every_bet = pytest.mark.parametrize("bet", ["rojo", "negro", "color", "inverso"])


def cards(text: str) -> list[Card]:
    return [Card(card) for card in text.split()]


def result(seen: Played) -> ResultShown:
    [shown] = seen.of(ResultShown)
    return shown


# The rows and the bets


@pytest.mark.clause("CAT-III.5.2-01", "CAT-III.5.4-15")
def test_the_black_row_is_dealt_first_each_until_it_reaches_31_or_more() -> None:
    seen = played(opened(TREINTA, 1), {1: {"rojo": 100}}, ROJO_COLOR)
    zones = [(event.to, event.card) for event in seen.of(CardDealt)]
    assert zones == [("negro", c) for c in ["9s", "Tc", "8d", "7s"]] + [
        ("rojo", c) for c in ["Kd", "9c", "5h", "8s"]
    ]
    assert {event.clause for event in seen.of(CardDealt)} == {"CAT-III.5.4-15"}


@pytest.mark.clause("CAT-III.5.4-13")
def test_the_ace_counts_one_a_number_itself_and_a_figure_ten() -> None:
    came = "As Kd Qc Jd 2h 3d 4c 5h 6s 7d 8c 9h"  # 1+10+10+10 = 31; 2+3+4+5+6+7+8 = 35
    seen = played(opened(TREINTA, 1), {1: {"negro": 100}}, came.removesuffix(" 9h"))
    assert result(seen).facts["negro"] == 31 and result(seen).facts["rojo"] == 35


@pytest.mark.clause("CAT-III.5.4-14", "CAT-III.5.6-07")
def test_thirty_goes_on_and_forty_is_the_worst_score_but_counts() -> None:
    table = opened(TREINTA, 1)
    seen = played(table, {1: {"rojo": 100}}, "Ts Jd Qc Kh 9d Th Js Qd")  # 30 and a ten; 39
    assert (result(seen).facts["negro"], result(seen).facts["rojo"]) == (40, 39)
    assert seen.net(1) == 100


@pytest.mark.clause("CAT-III.5.4-16", "CAT-III.5.6-09")
@pytest.mark.parametrize(
    ("came", "rojo"), [(ROJO_COLOR, 100), (NEGRO_INVERSO, -100), (NEGRO_COLOR, -100)]
)
def test_the_row_nearer_to_31_wins_and_pays_one_to_one(came: str, rojo: int) -> None:
    seen = played(opened(TREINTA, 1, 2), {1: {"rojo": 100}, 2: {"negro": 100}}, came)
    assert (seen.net(1), seen.net(2)) == (rojo, -rojo)
    [won] = seen.of(BetWon)
    assert (won.odds, won.clause) == ("1:1", "CAT-III.5.6-09")
    assert seen.of(BetLost)[0].clause == "CAT-III.5.4-16"


@pytest.mark.clause("CAT-III.5.4-17", "CAT-III.5.6-08")
@pytest.mark.parametrize(
    ("came", "color"),
    [(ROJO_COLOR, 100), (NEGRO_COLOR, 100), (ROJO_INVERSO, -100), (NEGRO_INVERSO, -100)],
)
def test_color_wins_if_the_winning_rows_first_card_has_its_colour_else_inverso(
    came: str, color: int
) -> None:
    seen = played(opened(TREINTA, 1, 2), {1: {"color": 100}, 2: {"inverso": 100}}, came)
    assert (seen.net(1), seen.net(2)) == (color, -color)
    assert seen.of(BetLost)[0].clause == "CAT-III.5.6-08"


@pytest.mark.clause("CAT-III.5.4-10", "CAT-III.5.3.1-01")
def test_the_four_bets_do_not_exclude_each_other_and_there_are_no_others() -> None:
    table = opened(TREINTA, 1)
    seen = played(table, {1: {"rojo": 100, "negro": 200, "color": 300, "inverso": 400}}, ROJO_COLOR)
    assert seen.net(1) == 100 - 200 + 300 - 400
    assert refused(table, {1: {"empate": 100}}).code == "not-on-the-cloth"


@pytest.mark.clause("CAT-III.5.4-18")
@pytest.mark.parametrize(
    ("came", "said", "scores"),
    [
        (ROJO_COLOR, ("rojo", 2, "color"), (34, 32)),
        (ROJO_INVERSO, ("rojo", 1, "inverso"), (32, 31)),
        (NEGRO_COLOR, ("negro", 1, "color"), (31, 36)),
    ],
)
def test_each_rows_score_is_called_and_then_the_chances_that_win(
    came: str, said: tuple[str, int, str], scores: tuple[int, int]
) -> None:
    seen = played(opened(TREINTA, 1), {1: {"rojo": 100}}, came)
    calls = [event for event in seen.of(Announced) if event.what == "puntos-de-la-fila"]
    assert [call.facts["row"] for call in calls] == ["negro", "rojo"]
    assert tuple(call.facts["points"] for call in calls) == scores
    shown = result(seen)
    assert (shown.result, shown.facts["units"], shown.facts["chance"]) == said
    assert {shown.clause, *(call.clause for call in calls)} == {"CAT-III.5.4-18"}


@pytest.mark.clause("CAT-III.5.4-19")
def test_losers_are_collected_before_winners_are_paid_and_then_the_cards_go() -> None:
    seen = played(opened(TREINTA, 1, 2), {1: {"rojo": 100}, 2: {"negro": 100}}, ROJO_COLOR)
    kinds = [
        type(event) for event in seen.events if isinstance(event, BetLost | BetWon | CardsCleared)
    ]
    assert kinds == [BetLost, BetWon, CardsCleared, CardsCleared]


@pytest.mark.clause("CAT-III.5.4-16", "CAT-III.5.6-09")
def test_a_bet_noticed_late_above_the_maximum_counts_up_to_it() -> None:
    table = opened(TREINTA, 1, limits=Limits(min=100, max=500))
    live = table.begin()
    table.answer(Slip((Noticed(1, "rojo", 800, "jefe-de-sala"),)))
    for card in cards(ROJO_COLOR):
        table.answer(card)
    assert net(live.events, 1) == 500


# Ties


@pytest.mark.clause("CAT-III.5.6-10", "CAT-III.5.5.1-01", "CAT-III.5.6-08")
@every_bet
def test_a_tie_at_any_other_score_is_neutral_the_bet_stays_and_may_be_kept(bet: str) -> None:
    table = opened(TREINTA, 1)
    tied = played(table, {1: {bet: 100}}, TIE_40)
    assert result(tied).result == "empate" and tied.net(1) == 0
    assert tied.one("empate-neutro").clause == "CAT-III.5.6-10"
    assert [(s.bet, s.amount) for s in table.state.standing()] == [(bet, 100)]
    after = played(table, {}, ROJO_COLOR)
    assert after.net(1) == (100 if bet in ("rojo", "color") else -100)


@pytest.mark.clause("CAT-III.5.6-10")
def test_after_a_neutral_tie_the_bet_may_be_taken_back_raised_or_changed() -> None:
    table = opened(TREINTA, 1, 2, 3)
    played(table, {seat: {"rojo": 100} for seat in (1, 2, 3)}, TIE_35)
    live = table.begin()
    assert isinstance(live.ask, BetWindow) and len(live.ask.standing) == 3
    table.void("prueba")
    bets = {2: {"negro": 50}, 3: {"rojo": 40}}
    seen = played(table, bets, ROJO_COLOR, remove={1: ["rojo"], 2: ["rojo"]})
    assert [seen.net(seat) for seat in (1, 2, 3)] == [0, -50, 140]


@pytest.mark.clause("CAT-III.5.6-11")
@every_bet
@pytest.mark.parametrize(
    ("amount", "unit", "blocked"), [(100, 1, 50), (101, 1, 50), (1500, 100, 700)]
)
def test_a_tie_at_31_takes_half_at_once_and_blocks_the_rest(
    bet: str, amount: int, unit: int, blocked: int
) -> None:
    table = opened(TREINTA, 1, limits=Limits(unit=unit))
    seen = played(table, {1: {bet: amount}}, TIE_31)
    assert seen.one("empate-a-31").clause == "CAT-III.5.6-11"
    assert seen.net(1) == blocked - amount
    [moved] = seen.of(BetMoved)
    assert (moved.to, moved.amount, moved.clause) == (f"{bet}@bloqueada", blocked, "CAT-III.5.6-11")
    assert [s.amount for s in table.state.standing()] == [blocked]


@pytest.mark.clause("CAT-III.5.6-11")
def test_nothing_is_blocked_of_a_bet_without_a_half() -> None:
    table = opened(TREINTA, 1)
    seen = played(table, {1: {"rojo": 1}}, TIE_31)
    assert seen.net(1) == -1 and seen.choices(1) == [] and table.state.standing() == ()


@pytest.mark.clause("CAT-III.5.6-12")
def test_the_blocked_half_may_be_handed_over_and_the_whole_bet_is_lost() -> None:
    table = opened(TREINTA, 1)
    seen = played(table, {1: {"rojo": 100}}, TIE_31, {1: ["entregar"]})
    assert seen.net(1) == -100 and table.state.standing() == ()
    assert seen.of(BetLost)[-1].clause == "CAT-III.5.6-12"


@pytest.mark.clause("CAT-III.5.6-13")
@pytest.mark.parametrize("moves", [{}, {1: ["esperar"]}])
def test_or_it_waits_a_win_frees_it_unpaid_and_a_loss_takes_it(moves: dict[int, list[str]]) -> None:
    for bet, net_then in (("rojo", 0), ("negro", -50)):
        table = opened(TREINTA, 1)
        assert played(table, {1: {bet: 100}}, TIE_31, moves).net(1) == -50
        seen = played(table, {}, ROJO_COLOR)
        assert seen.net(1) == net_then and seen.of(BetWon) == []
        freed = [event.amount for event in seen.of(BetReturned)]
        assert freed == ([50] if bet == "rojo" else [])
        assert table.state.standing() == ()
        assert {e.clause for e in (*seen.of(BetReturned), *seen.of(BetLost))} == {"CAT-III.5.6-13"}


@pytest.mark.clause("CAT-III.5.6-13", "CAT-III.5.6-10")
def test_a_neutral_tie_keeps_it_blocked_and_it_is_asked_about_again() -> None:
    table = opened(TREINTA, 1)
    played(table, {1: {"rojo": 100}}, TIE_31, {1: ["asegurar"]})
    seen = played(table, {}, TIE_35, {1: ["esperar"]})
    assert seen.net(1) == 0 and len(seen.choices(1)) == 1
    # The insurance was for one coup only: a 31 now takes the bet.
    assert played(table, {}, TIE_31).net(1) == -50


@pytest.mark.clause("CAT-III.5.6-13", "CAT-III.5.6-14")
def test_a_second_31_takes_the_blocked_half_unless_it_was_insured() -> None:
    table = opened(TREINTA, 1, 2)
    played(table, {1: {"rojo": 100}, 2: {"rojo": 100}}, TIE_31, {2: ["asegurar"]})
    seen = played(table, {}, TIE_31, {2: ["esperar"]})
    assert (seen.net(1), seen.net(2)) == (-50, 0)
    assert [s.seat for s in table.state.standing()] == [2]
    assert played(table, {}, TIE_31).net(2) == -50  # a third, no longer insured


@pytest.mark.clause("CAT-III.5.6-14")
@pytest.mark.parametrize(("amount", "premium"), [(20_000, 100), (100, 1), (20_100, 101)])
def test_the_insurance_is_one_per_cent_of_the_blocked_half_rounded_up_and_not_returned(
    amount: int, premium: int
) -> None:
    table = opened(TREINTA, 1)
    seen = played(table, {1: {"rojo": amount}}, TIE_31, {1: ["asegurar"]})
    assert seen.net(1) == -amount // 2 - premium
    paid = [event for event in seen.of(BetLost) if event.bet == "seguro"]
    assert [(event.amount, event.clause) for event in paid] == [(premium, "CAT-III.5.6-14")]
    assert played(table, {}, ROJO_COLOR).net(1) == 0


@pytest.mark.clause("CAT-III.5.6-12", "CAT-III.5.6-13", "CAT-III.5.6-14")
def test_several_blocked_bets_of_a_player_are_asked_one_by_one_in_the_order_they_were_placed() -> (
    None
):
    table = opened(TREINTA, 1)
    bets = {1: {"negro": 100, "color": 200}}
    seen = played(table, bets, TIE_31, {1: ["asegurar", "entregar"]})
    assert [choice.about for choice in seen.choices(1)] == ["negro", "color"]
    again = played(table, {1: {"negro": 40}}, TIE_31, {1: ["esperar", "esperar"]})
    assert [s.amount for s in table.state.standing()] == [50, 20]
    assert again.net(1) == -20


@pytest.mark.clause("CAT-III.5.6-11")
def test_with_the_option_prision_the_whole_bet_is_blocked_and_a_win_frees_it_whole() -> None:
    table = opened(TREINTA, 1, 2, 3, changes=PRISON)
    bets = {seat: {"rojo": 100} for seat in (1, 2, 3)}
    seen = played(table, bets, TIE_31, {2: ["asegurar"], 3: ["entregar"]})
    assert [seen.net(seat) for seat in (1, 2, 3)] == [0, -1, -100]
    freed = played(table, {}, ROJO_COLOR)
    assert freed.back(1) == {"rojo@bloqueada": 100} and freed.back(2) == {"rojo@bloqueada": 100}


@pytest.mark.clause("CAT-III.5.6-12", "CAT-III.5.6-10")
def test_who_leaves_takes_his_free_bets_and_hands_over_the_blocked_ones() -> None:
    table = opened(TREINTA, 1)
    played(table, {1: {"rojo": 100}}, TIE_31)
    played(table, {1: {"negro": 30}}, TIE_35)
    told = table.leave(1)
    assert [(type(event), event.amount) for event in told if hasattr(event, "amount")] == [
        (BetReturned, 30), (BetLost, 50),
    ]  # fmt: skip
    assert table.state.standing() == ()


# Irregular plays


@pytest.mark.clause("CAT-III.5.6-01")
def test_cards_are_never_moved_back() -> None:
    first, *rest = cards(ROJO_COLOR)
    seen = played(
        opened(TREINTA, 1), {1: {"rojo": 100}}, [first, Mishap("orden-equivocado"), *rest]
    )
    assert seen.one("cartas-no-retroceden").clause == "CAT-III.5.6-01"
    assert seen.dealt("negro")[0] == first and seen.net(1) == 100


@pytest.mark.clause("CAT-III.5.6-03")
def test_a_card_found_face_up_is_burned_and_the_round_goes_on() -> None:
    came = [Exposed(Card("Kh")), *cards(NEGRO_COLOR)]
    seen = played(opened(TREINTA, 1), {1: {"color": 100}}, came)
    assert seen.dealt("quemadas") == ["Kh"] and seen.net(1) == 100


@pytest.mark.clause("CAT-III.5.6-04")
def test_cards_stuck_together_are_burned_and_only_those() -> None:
    first, *rest = cards(NEGRO_COLOR)
    came = [first, Stuck((Card("4c"), Card("2h"))), *rest]
    seen = played(opened(TREINTA, 1), {1: {"negro": 100}}, came)
    assert seen.dealt("quemadas") == ["4c", "2h"] and seen.net(1) == 100
    assert seen.dealt("negro") == NEGRO_COLOR.split()[:4]


@pytest.mark.clause("CAT-III.5.4-21", "CAT-III.5.4-22", "CAT-III.5.4-23", "CAT-III.5.4-24")
def test_the_cut_card_in_mid_round_puts_it_on_hold_until_the_pack_is_shuffled() -> None:
    table = opened(TREINTA, 1)
    with_shoe(table, left=55, behind=52)  # it shows behind the third card
    seen = played(table, {1: {"rojo": 100}}, ROJO_COLOR)
    assert seen.one("carta-de-corte").clause == "CAT-III.5.4-21"
    assert seen.one("pase-en-espera").clause == "CAT-III.5.4-24"
    assert seen.one("nueva-mezcla").clause == "CAT-III.5.4-22"
    assert seen.one("se-queman").facts == {"cards": 5}  # the opening steps come before it goes on
    dealt = [
        e for e in seen.events if isinstance(e, CardDealt) or getattr(e, "what", "") == "se-queman"
    ]
    assert isinstance(dealt[3], Announced) and len(dealt) == 9
    assert seen.net(1) == 100
    # Three cards lay on the table and stayed out of the new pack; five more came from it.
    shoe = shoe_of(table)
    assert sum(shoe.unseen.values()) == 312 - 3 - 5 and shoe.hidden == 5


@pytest.mark.clause("CAT-III.5.4-23")
def test_a_card_on_the_table_cannot_come_out_of_the_new_pack() -> None:
    table = opened(TREINTA, 1)
    with_shoe(table, left=58, behind=52)
    aces = "As As As As As As"  # all there are in six decks
    live = table.begin()
    answers: list[object] = [*cards(aces), "no"]
    table.answer(slip({1: {"rojo": 100}}))
    for answer in answers:
        table.answer(answer)
    with pytest.raises(Refused, match="card-not-left"):
        live.answer(Card("As"))


@pytest.mark.clause("CAT-III.5.4-04", "CAT-III.5.4-21")
def test_the_cut_card_with_the_last_card_of_a_round_only_announces_the_shuffle() -> None:
    table = opened(TREINTA, 1)
    with_shoe(table, left=60, behind=52)
    seen = played(table, {1: {"rojo": 100}}, ROJO_COLOR)
    assert "carta-de-corte" in seen.said() and "pase-en-espera" not in seen.said()
    with pytest.raises(Refused, match="cards-must-be-shuffled"):
        table.begin()


@pytest.mark.clause("CAT-III.5.4-21")
def test_a_pack_that_ends_behind_its_cut_card_leaves_the_round_on_hold() -> None:
    first, *rest = cards(ROJO_COLOR)
    seen = played(opened(TREINTA, 1), {1: {"rojo": 100}}, [first, Mishap("sabot-agotado"), *rest])
    assert seen.one("mazo-terminado").clause == "CAT-III.5.4-21"
    assert "nueva-mezcla" in seen.said() and seen.net(1) == 100


@pytest.mark.clause("CAT-III.5.6-06", "CAT-III.5.5.1-02")
def test_a_pack_that_ends_without_its_separator_burns_the_round() -> None:
    table = opened(TREINTA, 1, 2)
    played(table, {2: {"rojo": 100}}, TIE_31, {2: ["asegurar"]})
    with_shoe(table, left=3, behind=None)
    seen = played(table, {1: {"rojo": 100}}, "9s Tc 8d")
    assert seen.voided().clause == "CAT-III.5.6-06"
    assert (seen.net(1), seen.net(2)) == (0, 0)
    # What was blocked waits for a coup that counts, and its insurance with it.
    assert [(s.amount, s.mark) for s in table.state.standing()] == [(50, "asegurada")]


@pytest.mark.clause("CAT-III.5.4-26", "CAT-III.5.4-27")
def test_the_last_three_two_and_one_hands_are_announced_and_the_last_game_by_name() -> None:
    table = opened(TREINTA, 1)
    table.announce_last()
    told = []
    for _ in range(3):
        seen = played(table, {1: {"rojo": 100}}, ROJO_COLOR)
        told += [(e.facts["left"], e.clause) for e in seen.of(Announced) if "left" in e.facts]
    assert told == [(3, "CAT-III.5.4-27"), (2, "CAT-III.5.4-27"), (1, "CAT-III.5.4-26")]
    assert not table.open


@pytest.mark.clause("CAT-III.5.6-13", "CAT-III.5.4-27")
def test_after_the_last_hand_the_table_still_deals_for_blocked_bets_and_for_no_others() -> None:
    table = opened(TREINTA, 1, 2)
    table.announce_last()
    table.last_rounds_left = 1
    played(table, {1: {"rojo": 100}}, TIE_31)
    assert table.open
    assert refused(table, {2: {"rojo": 100}}).code == "last-game-over"
    played(table, {}, ROJO_COLOR)
    assert not table.open


@pytest.mark.clause("CAT-III.5.6-10", "CAT-III.5.4-26")
def test_a_neutral_tie_in_the_last_game_gives_the_bets_back() -> None:
    table = opened(TREINTA, 1)
    table.announce_last()
    table.last_rounds_left = 1
    seen = played(table, {1: {"rojo": 100}}, TIE_35)
    assert seen.back(1) == {"rojo": 100} and not table.open
