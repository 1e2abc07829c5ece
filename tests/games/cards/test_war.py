"""War: the initial phase, surrender and war, and the plays that go wrong."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Limits, Noticed, Place, Remove, Slip
from tapete.core.round.cards import Card
from tapete.core.round.chance import Exposed, Mishap, Skipped, Stuck
from tapete.core.round.event import (
    Announced,
    BetLost,
    BetPlaced,
    BetWon,
    CardDealt,
    CardsCleared,
    net,
)
from tests.games.cards.packs import WAR, opened, played, prepared, refused, shoe_of, with_shoe

SIX_BURNED = "2c 3c 4c {mine} 2d 3d 4d {bank}"


def war_cards(mine: str, bank: str) -> str:
    return SIX_BURNED.format(mine=mine, bank=bank)


def cards(*texts: str) -> list[Card]:
    return [Card(text) for text in " ".join(texts).split()]


# The initial phase


@pytest.mark.clause("CAT-III.4.2-01", "CAT-III.4.4-14", "CAT-III.4.6-08")
def test_one_open_card_each_from_the_banks_left_to_its_right_and_then_its_own() -> None:
    table = opened(WAR, 1, 3, 6)
    seen = played(
        table, {1: {"war": 100}, 3: {"war": 100}, 6: {"war": 100}}, "9c 8c 7c 8d", {3: ["rendirse"]}
    )
    dealt = [(event.to, event.card) for event in seen.of(CardDealt)]
    assert dealt == [("seat:6", "9c"), ("seat:3", "8c"), ("seat:1", "7c"), ("croupier", "8d")]
    assert [seen.net(seat) for seat in (6, 3, 1)] == [100, -50, -100]
    [lost] = [event for event in seen.of(BetLost) if event.seat == 1]
    assert (lost.amount, lost.clause) == (100, "CAT-III.4.6-08")
    # The lower card is collected from at once, before the tie is broken.
    told = list(seen.events)
    [asked] = [event for event in told if getattr(event, "move", "") == "rendirse"]
    assert told.index(lost) < told.index(asked)


@pytest.mark.clause("CAT-III.4.4-15")
def test_two_to_ten_count_their_number_then_jack_queen_king_and_the_ace_always_highest() -> None:
    ranks = "23456789TJQKA"
    table = opened(WAR, 1)
    for low, high in pairwise(ranks):
        assert played(table, {1: {"war": 10}}, f"{high}c {low}s").net(1) == 10
        assert played(table, {1: {"war": 10}}, f"{low}h {high}c").net(1) == -10
    assert played(table, {1: {"war": 10}}, "Ac 2s").net(1) == 10  # the ace is never one


@pytest.mark.clause("CAT-III.4.4-15", "CAT-III.4.5.1-01")
def test_suits_do_not_count_equal_values_are_a_tie() -> None:
    table = opened(WAR, 1)
    seen = played(table, {1: {"war": 100}}, "Qc Qs", {1: ["rendirse"]})
    assert [ask.about for ask in seen.choices(1)] == ["empate"]


@pytest.mark.clause("CAT-III.4.4-11", "CAT-III.4.4-12")
def test_war_alone_or_war_and_tie_but_never_the_tie_alone() -> None:
    table = opened(WAR, 1, 2)
    refusal = refused(table, {1: {"empate": 100}})
    assert (refusal.clause, refusal.code) == ("CAT-III.4.4-11", "needs-main-bet")
    assert refused(table, {1: {"guerra": 100}}).code == "not-on-the-cloth"
    seen = played(table, {1: {"war": 100, "empate": 10}, 2: {"war": 100}}, "9c 8c 7c")
    assert (seen.net(1), seen.net(2)) == (90, 100)
    [lost] = seen.of(BetLost)
    assert (lost.bet, lost.clause) == ("empate", "CAT-III.4.4-12")


@pytest.mark.clause("CAT-III.4.4-11")
def test_the_tie_comes_down_with_the_war_bet_it_stood_beside() -> None:
    table = opened(WAR, 1)
    seen = played(table, {1: {"war": 100, "empate": 10}}, "9c 8c")
    assert seen.net(1) == 90
    live = table.begin()
    table.bet(Place(1, "war", 100))
    table.bet(Place(1, "empate", 10))
    table.bet(Remove(1, "war"))
    table.close_bets()
    assert live.ask is None and net(live.events, 1) == 0


@pytest.mark.clause("CAT-III.4.4-16", "CAT-III.4.6-09")
def test_a_first_tie_pays_the_tie_ten_to_one_and_returns_the_war_bet_without_a_choice() -> None:
    table = opened(WAR, 1)
    seen = played(table, {1: {"war": 700, "empate": 30}}, "Jc Jd")
    assert seen.net(1) == 300 and seen.choices(1) == []
    [won] = seen.of(BetWon)
    assert (won.bet, won.odds, won.clause) == ("empate", "10:1", "CAT-III.4.6-09")
    assert seen.back(1) == {"empate": 30, "war": 700}


@pytest.mark.clause("CAT-III.4.4-16", "CAT-III.4.5.1-02", "CAT-III.4.5.1-03")
def test_without_a_bet_on_the_tie_the_choice_is_surrender_or_war_and_must_be_made() -> None:
    table = opened(WAR, 1)
    seen = played(table, {1: {"war": 100}}, "Jc Jd", {1: ["rendirse"]})
    [choice] = seen.choices(1)
    assert {option.name for option in choice.options} == {"guerra", "rendirse"}
    assert not choice.optional and choice.clause == "CAT-III.4.4-16"
    # No tie, no choice: there is nothing to break or to leave.
    assert played(table, {1: {"war": 100}}, "Jc Qd").choices(1) == []


@pytest.mark.clause("CAT-III.4.4-17", "CAT-III.4.5.1-03")
@pytest.mark.parametrize(
    ("bet", "unit", "lost"), [(1000, 1, 500), (1001, 1, 501), (1500, 100, 800)]
)
def test_who_surrenders_loses_half(bet: int, unit: int, lost: int) -> None:
    table = opened(WAR, 1, limits=Limits(unit=unit))
    seen = played(table, {1: {"war": bet}}, "5c 5d", {1: ["rendirse"]})
    assert seen.net(1) == -lost
    assert seen.of(BetLost)[0].clause == "CAT-III.4.4-17"


# The war


@pytest.mark.clause("CAT-III.4.4-18", "CAT-III.4.5.2-02")
def test_going_to_war_takes_a_second_bet_equal_to_the_first_even_above_the_maximum() -> None:
    table = opened(WAR, 1, limits=Limits(min=100, max=500))
    seen = played(table, {1: {"war": 500}}, "5c 5d " + war_cards("9s", "8s"), {1: ["guerra"]})
    second = [event for event in seen.of(BetPlaced) if event.bet == "guerra"]
    assert [(event.amount, event.clause) for event in second] == [(500, "CAT-III.4.4-18")]
    assert seen.net(1) == 1000


@pytest.mark.clause("CAT-III.4.4-19")
def test_three_cards_are_burned_before_the_players_and_three_before_the_banks() -> None:
    table = opened(WAR, 4)
    seen = played(table, {4: {"war": 100}}, "5c 5d " + war_cards("9s", "8s"), {4: ["guerra"]})
    zones = [event.to for event in seen.of(CardDealt)]
    burned = ["quemadas"] * 3
    assert zones == ["seat:4", "croupier", *burned, "seat:4", *burned, "croupier.guerra"]
    assert seen.dealt("quemadas") == [None] * 6  # out of play, and nobody sees them
    assert shoe_of(table).tray == 10


@pytest.mark.clause("CAT-III.4.4-20", "CAT-III.4.6-10")
@pytest.mark.parametrize(
    ("mine", "bank", "gain"), [("Ks", "Qs", 200), ("4s", "5s", -200), ("8d", "8s", 300)]
)
def test_a_war_won_pays_both_bets_lost_takes_both_tied_pays_both_and_a_bonus(
    mine: str, bank: str, gain: int
) -> None:
    table = opened(WAR, 1)
    seen = played(table, {1: {"war": 100}}, "5c 5d " + war_cards(mine, bank), {1: ["guerra"]})
    assert seen.net(1) == gain
    paid = [(event.bet, event.paid, event.clause) for event in seen.of(BetWon)]
    row = "CAT-III.4.6-10"
    if gain > 0:
        assert paid[-2:] == [("war", 100, row), ("guerra", 100, row)]
        assert len(paid) == (3 if gain == 300 else 2)
    else:
        assert [event.bet for event in seen.of(BetLost)] == ["war", "guerra"]
        assert {event.clause for event in seen.of(BetLost)} == {"CAT-III.4.4-20"}


@pytest.mark.clause("CAT-III.4.4-19", "CAT-III.4.4-21")
def test_each_player_has_a_war_of_his_own_and_his_cards_are_collected_as_he_is_settled() -> None:
    table = opened(WAR, 2, 4, 5)
    bets = {seat: {"war": 100} for seat in (2, 4, 5)}
    came = "7c 9d 7h 7s " + war_cards("Td", "9h") + " " + war_cards("5h", "6h")
    seen = played(table, bets, came, {5: ["guerra"], 2: ["guerra"]})
    assert [seen.net(seat) for seat in (5, 4, 2)] == [200, 100, -200]
    cleared = [(event.zone, event.clause) for event in seen.of(CardsCleared)]
    assert [zone for zone, _ in cleared] == [
        "seat:4", "croupier.guerra", "seat:5", "croupier.guerra", "seat:2", "croupier", "quemadas",
    ]  # fmt: skip
    assert {clause for _, clause in cleared} == {"CAT-III.4.4-21"}
    assert table.live is None
    assert played(table, {4: {"war": 100}}, "9c 8c").net(4) == 100  # and the next round starts


def test_what_a_late_bet_has_above_the_maximum_goes_back_and_the_war_is_for_the_rest() -> None:
    table = opened(WAR, 1, limits=Limits(min=100, max=500))
    live = table.begin()
    table.answer(Slip((Noticed(1, "war", 800, "jefe-de-sala"),)))
    for answer in [Card("5c"), Card("5d"), "guerra", *cards(war_cards("9s", "8s"))]:
        table.answer(answer)
    assert live.ended and net(live.events, 1) == 1000
    assert [e.amount for e in live.events if isinstance(e, BetPlaced)][-1] == 500


# Irregular plays


@pytest.mark.clause("CAT-III.4.6-01")
def test_cards_are_never_moved_back() -> None:
    table = opened(WAR, 1, 2)
    wrong = [Card("9c"), Mishap("orden-equivocado"), Card("5c"), Card("7d")]
    seen = played(table, {1: {"war": 100}, 2: {"war": 100}}, wrong)
    assert seen.one("cartas-no-retroceden").clause == "CAT-III.4.6-01"
    assert (seen.dealt("seat:2"), seen.dealt("seat:1")) == (["9c"], ["5c"])
    assert (seen.net(2), seen.net(1)) == (100, -100)


@pytest.mark.clause("CAT-III.4.6-02")
def test_a_player_who_bet_and_got_no_card_waits_and_his_bets_go_back_or_wait_with_him() -> None:
    table = opened(WAR, 1, 2)
    bets = {1: {"war": 100, "empate": 10}, 2: {"war": 100}}
    came = [Card("9c"), Skipped(1), Card("7d")]
    back = played(table, bets, came)
    assert (back.net(2), back.net(1)) == (100, 0)
    assert back.back(1) == {"war": 100, "empate": 10}
    assert table.state.standing() == ()
    left = played(table, bets, came, {1: ["dejar"]})
    assert left.back(1) == {} and [s.amount for s in table.state.standing()] == [100, 10]
    # In the next round they play without being placed again.
    assert played(table, {}, "9h 9d").net(1) == 100
    assert table.state.standing() == ()


@pytest.mark.clause("CAT-III.4.6-02")
def test_a_waiting_bet_goes_with_a_player_who_leaves() -> None:
    table = opened(WAR, 1, 2)
    played(
        table,
        {1: {"war": 100}, 2: {"war": 100}},
        [Card("9c"), Skipped(1), Card("7d")],
        {1: ["dejar"]},
    )
    assert net(table.leave(1), 1) == 0 and table.state.standing() == ()


def test_if_nobody_got_a_card_the_bank_takes_none() -> None:
    table = opened(WAR, 1)
    seen = played(table, {1: {"war": 100}}, [Skipped(1)])
    assert seen.net(1) == 0 and seen.of(CardDealt) == []


@pytest.mark.clause("CAT-III.4.6-04")
def test_a_card_found_face_up_in_the_shoe_is_burned_and_the_round_goes_on() -> None:
    table = opened(WAR, 1)
    first = played(table, {1: {"war": 100}}, [Card("9c"), Exposed(Card("Kd")), Card("5h")])
    assert first.net(1) == 100 and first.dealt("quemadas") == ["Kd"]
    at_war = cards("5c 5d 2c 3c 4c 9s 2d 3d 4d")
    again = [*at_war, Exposed(Card("Kh")), Card("8s")]
    assert played(table, {1: {"war": 100}}, again, {1: ["guerra"]}).net(1) == 200


@pytest.mark.clause("CAT-III.4.6-04")
def test_a_card_to_be_burned_that_comes_face_up_is_burned_as_it_is() -> None:
    table = opened(WAR, 1)
    came = [*cards("5c 5d 2c"), Exposed(Card("3c")), *cards("4c 9s 2d 3d 4d 8s")]
    assert played(table, {1: {"war": 100}}, came, {1: ["guerra"]}).net(1) == 200


@pytest.mark.clause("CAT-III.4.6-05", "CAT-I.1-19")
def test_cards_stuck_after_the_tendida_maxima_void_the_round_settled_wars_included() -> None:
    table = opened(WAR, 1, 2, 3, 4, 5)
    bets = {seat: {"war": 1000} for seat in range(1, 5)}
    came = [
        *cards("7c 9d 3c 7h 7s 7d", war_cards("8d", "8h"), "2h 3h"),
        Stuck(tuple(cards("Ac Kc"))),
    ]
    seen = played(
        table, {**bets, 5: {"war": 500, "empate": 50}}, came, {2: ["guerra"], 1: ["guerra"]}
    )
    assert seen.voided().clause == "CAT-III.4.6-05" and seen.voided().cause == "cartas-pegadas"
    # Paid, collected, a tie bet paid, a war tied with its bonus, a war in course: all undone.
    assert len(seen.of(BetWon)) == 5 and len(seen.of(BetLost)) == 1
    assert [seen.net(seat) for seat in range(1, 6)] == [0] * 5
    assert table.state.standing() == ()
    assert played(table, {5: {"war": 400}}, "9d 3h").net(5) == 400


@pytest.mark.clause("CAT-III.4.6-05")
def test_a_surrender_is_undone_too() -> None:
    table = opened(WAR, 1, 2)
    came = [*cards("7c 7h 7s 2c"), Stuck(tuple(cards("Ac Kc")))]
    bets = {1: {"war": 1001}, 2: {"war": 1001}}
    seen = played(table, bets, came, {2: ["rendirse"], 1: ["guerra"]})
    assert (seen.net(1), seen.net(2)) == (0, 0)


# The pack ends


@pytest.mark.clause("CAT-III.4.4-23")
def test_after_the_cut_card_the_round_is_finished_and_a_new_shuffle_follows() -> None:
    table = opened(WAR, 1)
    with_shoe(table, left=60, behind=52)
    bets = {1: {"war": 100}}
    seen = played(table, bets, "5c 5d " + war_cards("9s", "8s"), {1: ["guerra"]})
    assert seen.one("carta-de-corte").clause == "CAT-III.4.4-23"
    assert seen.net(1) == 200 and "pase-en-espera" not in seen.said()
    with pytest.raises(Refused, match="cards-must-be-shuffled"):
        table.begin()
    assert "nueva-mezcla" in prepared(table).said()
    assert played(table, bets, "9s 8s").net(1) == 100


@pytest.mark.clause("CAT-III.4.4-26", "CAT-III.4.4-24", "CAT-III.4.4-25")
def test_if_cards_are_lacking_after_the_cut_card_the_round_on_hold_goes_on_after_the_shuffle() -> (
    None
):
    table = opened(WAR, 1)
    with_shoe(table, left=5, behind=4)
    bets = {1: {"war": 100}}
    seen = played(table, bets, "5c 5d " + war_cards("9s", "8s"), {1: ["guerra"]})
    assert seen.net(1) == 200
    assert seen.one("mazo-terminado").clause == "CAT-III.4.4-26"
    assert seen.one("pase-en-espera").clause == "CAT-III.4.4-26"
    assert seen.one("nueva-mezcla").clause == "CAT-III.4.4-24"
    said = seen.said()
    steps = [
        "mazo-terminado",
        "nueva-mezcla",
        "corta-el-croupier",
        "carta-de-corte-puesta",
        "se-queman",
    ]
    assert [what for what in said if what in steps] == steps
    # The two cards on the table stayed out; burned ones went in again with all the others.
    assert shoe_of(table).cards_left == 6 * 52 - 1 - 2 - 5
    assert not shoe_of(table).cut_shown


@pytest.mark.clause("CAT-III.4.6-07")
def test_if_the_cut_card_never_showed_the_round_is_annulled() -> None:
    table = opened(WAR, 1, 2)
    with_shoe(table, left=2, behind=None)
    bets = {1: {"war": 100}, 2: {"war": 100, "empate": 10}}
    seen = played(table, bets, "9c 8c")
    assert seen.voided().clause == "CAT-III.4.6-07"
    assert (seen.net(1), seen.net(2)) == (0, 0)


@pytest.mark.clause("CAT-III.4.6-07")
def test_the_croupier_may_say_that_the_pack_has_ended_with_or_without_a_cut_card() -> None:
    bets = {1: {"war": 100}}
    held = played(opened(WAR, 1), bets, [Card("9c"), Mishap("sabot-agotado"), Card("8c")])
    assert held.net(1) == 100 and "pase-en-espera" in held.said()
    void = played(opened(WAR, 1), bets, [Card("9c"), Mishap("sin-carta-de-corte")])
    assert void.voided().cause == "sin-carta-de-corte" and void.net(1) == 0


@pytest.mark.clause("CAT-III.4.4-28", "CAT-III.4.4-29")
def test_the_last_three_two_and_one_hands_are_announced_and_the_last_game_by_name() -> None:
    table = opened(WAR, 1)
    table.announce_last()
    told = []
    for _ in range(3):
        seen = played(table, {1: {"war": 100}}, "9c 8c")
        [first] = [e for e in seen.of(Announced) if e.what in ("ultimas-manos", "ultimo-juego")]
        told.append((first.what, first.facts["left"], first.clause))
    assert told == [
        ("ultimas-manos", 3, "CAT-III.4.4-29"),
        ("ultimas-manos", 2, "CAT-III.4.4-29"),
        ("ultimo-juego", 1, "CAT-III.4.4-28"),
    ]
    with pytest.raises(Refused, match="table-closed"):
        table.begin()


@pytest.mark.clause("CAT-III.4.4-17")
def test_what_a_surrender_costs_is_what_the_rulebook_says() -> None:
    table = opened(WAR, 1, changes={"surrender_loss": "25%"})
    assert played(table, {1: {"war": 100}}, "Qc Qs", {1: ["rendirse"]}).net(1) == -25
