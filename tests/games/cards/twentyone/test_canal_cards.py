"""Canal 21 (CAT-III.1.5.3): the four decks between rounds, the cut, and the last hands."""

from __future__ import annotations

import pytest

from tapete.chance import anyone, seeded
from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.core.round.cards import card
from tapete.core.round.chance import Mishap, NotAsked, Skipped, Stuck
from tapete.core.round.event import Announced, BetReturned, Chosen
from tapete.games.cards.twentyone.games import CANAL_21
from tests.games.cards.twentyone.rounds import (
    Cuts,
    asked,
    burned,
    dealt,
    opened,
    played,
    said,
    shoe_of,
    told,
    won,
)

ROUND = ({3: 100}, "9c 7h 9d Ts", {3: "plantarse"})


@pytest.mark.clause("CAT-III.1.4.1-05", "CAT-III.1.5.3-02", "CAT-III.1.5.3-03", "CAT-III.1.5.3-72")
def test_four_new_decks_are_shown_then_washed_and_shuffled() -> None:
    table = opened(CANAL_21, 3)
    played(table, *ROUND)
    table.act("cartas-nuevas")
    assert said(table.log)[-1] == ("cambio-de-mazos", "CAT-III.1.5.3-72")
    with pytest.raises(Refused, match="cards-must-be-shuffled"):
        table.begin()
    record = table.prepare(Cuts())
    shown, mixed = told(record, Announced)[:2]
    assert (shown.what, shown.facts) == ("cartas-a-la-vista", {"decks": 4, "cards": 208})
    assert (shown.clause, mixed.clause) == ("CAT-III.1.5.3-02", "CAT-III.1.5.3-03")
    assert sum(table.state.shoe.unseen.values()) == 208
    assert table.rules.by("decks") == "CAT-III.1.4.1-05"


@pytest.mark.clause("CAT-III.1.5.3-04")
def test_pre_shuffled_cards_are_announced_instead_of_shown_and_shuffled() -> None:
    table = opened(CANAL_21, 3, extra={"cards": "pre-barajadas"})
    table.act("cartas-nuevas")
    calls = said(table.prepare(Cuts()))
    assert calls[:2] == [
        (what, "CAT-III.1.5.3-04") for what in ("cartas-pre-barajadas", "mazos-sellados")
    ]
    assert not {"cartas-a-la-vista", "chemin-y-mezcla"} & {what for what, _ in calls}


@pytest.mark.clause("CAT-III.1.5.3-05", "CAT-III.1.5.3-06", "CAT-III.1.5.3-07")
def test_the_first_cut_is_offered_from_the_right_counter_clockwise_anywhere_in_the_pack() -> None:
    table = opened(CANAL_21, 6, 4, 2)
    table.act("cartas-nuevas")
    record = table.prepare(cuts := Cuts(4, at=1))
    assert [ask.seat for ask in cuts.offered] == [2, 4]
    [cut, _] = cuts.offered[0].options
    # Wherever 208 cards are cut, two decks or more stay at one of the ends.
    assert (cut.low, cut.high) == (1, 207)
    assert cuts.offered[0].clause == "CAT-III.1.5.3-06"
    assert ("segundo-corte", "CAT-III.1.5.3-05") in said(record)
    table.act("cartas-nuevas")
    record = table.prepare(cuts := Cuts())
    assert [ask.seat for ask in cuts.offered] == [2, 4, 6]
    [centre] = [e for e in told(record, Announced) if e.what == "corta-el-croupier"]
    assert (centre.facts, centre.clause) == ({"at": 104}, "CAT-III.1.5.3-07")


@pytest.mark.clause("CAT-III.1.5.3-08", "CAT-III.1.5.3-71")
def test_later_cuts_belong_to_the_player_to_whom_the_cut_card_came() -> None:
    table = opened(CANAL_21, 6, 3)
    shoe_of(table, behind=table.state.shoe.cards_left - 2)
    bets, stand = {6: 100, 3: 100}, {6: "plantarse", 3: "plantarse"}
    played(table, bets, "9c 9d 7h Tc Td Ts", stand)  # the second card is seat 3's
    assert table.state.cutter == 3
    record = table.prepare(cuts := Cuts())
    assert [ask.seat for ask in cuts.offered] == [3]
    assert [(e.seat, e.move) for e in told(record, Chosen)] == [(3, "no")]
    assert "corta-el-croupier" in [what for what, _ in said(record)]
    # On the croupier's own card it begins at his right again.
    shoe_of(table, behind=table.state.shoe.cards_left - 3)
    played(table, bets, "9c 9d 7h Tc Td Ts", stand)
    table.prepare(cuts := Cuts(3))
    assert [ask.seat for ask in cuts.offered] == [3]
    shoe_of(table, behind=table.state.shoe.cards_left - 3)
    played(table, bets, "9c 9d 7h Tc Td Ts", stand)
    table.prepare(cuts := Cuts())
    assert [ask.seat for ask in cuts.offered] == [3, 6]


@pytest.mark.clause("CAT-III.1.5.3-09", "CAT-III.1.5.3-11")
def test_at_least_52_cards_stay_behind_the_stop_card_and_three_are_burned_unseen() -> None:
    table = opened(CANAL_21, 3)
    shoe_of(table, cut_shown=True)
    record = table.prepare(Cuts())
    assert ("carta-de-corte-puesta", "CAT-III.1.5.3-09") in said(record)
    [burn] = [e for e in told(record, Announced) if e.what == "se-queman"]
    assert (burn.facts, burn.clause) == ({"cards": 3}, "CAT-III.1.5.3-11")
    shoe = table.state.shoe
    assert (shoe.behind, shoe.hidden, shoe.cards_left) == (52, 3, 205)
    assert set(shoe.unseen.values()) == {4}  # nobody knows which three
    opened(CANAL_21, 3, extra={"behind": 150}).begin()
    with pytest.raises(Refused, match="stop-card-misplaced"):
        opened(CANAL_21, 3, extra={"behind": 51}).begin()


@pytest.mark.clause("CAT-III.1.5.3-10", "CAT-III.1.5.3-11", "CAT-III.1.5.3-71")
def test_a_machine_takes_the_used_cards_back_and_needs_no_reshuffle() -> None:
    table = opened(CANAL_21, 3, 2, extra={"cards": "barajadora-continua"})
    table.act("cartas-nuevas")
    record = table.prepare(Cuts())
    assert ("barajadora-continua", "CAT-III.1.5.3-10") in said(record)
    assert ("se-queman", "CAT-III.1.5.3-11") in said(record)
    pick = seeded("machine")
    for _ in range(40):
        assert table.prepare(anyone(pick)) is None
        record = table.play(anyone(pick))
        assert "carta-de-corte" not in [what for what, _ in said(record)]
        assert table.state.shoe.tray <= table.rules.tray_max == 104


@pytest.mark.clause("CAT-III.1.5.3-68", "CAT-III.1.5.3-70", "CAT-III.1.5.3-71")
def test_when_the_cut_card_shows_the_round_is_finished_and_all_decks_are_shuffled_again() -> None:
    table = opened(CANAL_21, 3)
    shoe_of(table, behind=table.state.shoe.cards_left - 1)
    record = played(table, *ROUND)
    assert ("carta-de-corte", "CAT-III.1.5.3-68") in said(record)
    assert won(record) == {3: 100}
    with pytest.raises(Refused, match="cards-must-be-shuffled"):
        table.begin()
    record = table.prepare(Cuts(3, at=100))
    assert said(record)[0] == ("nueva-mezcla", "CAT-III.1.5.3-70")
    assert sum(table.state.shoe.unseen.values()) == 208
    played(table, *ROUND)


@pytest.mark.clause("CAT-III.1.5.3-69")
def test_hands_that_cannot_be_completed_are_void() -> None:
    table = opened(CANAL_21, 5, 3)
    cards = ["Tc", "9c", "7h", "6d", "9d", "Kd", Mishap("sabot-agotado")]
    record = played(table, {5: 100, 3: 100}, cards, {5: "pedir", 3: "plantarse"})
    assert won(record) == {5: -100, 3: 0}  # who went over had lost already
    assert [(e.why, e.clause) for e in told(record, BetReturned)] == [("nula", "CAT-III.1.5.3-69")]
    # The same when the shoe itself is empty.
    table = opened(CANAL_21, 3)
    left = {card("9c"): 1, card("7h"): 1, card("9d"): 1}
    shoe_of(table, unseen=left, hidden=0, cut_shown=False, behind=None)
    record = played(table, {3: 100}, "9c 7h 9d", {3: "plantarse"})
    assert won(record) == {3: 0}


@pytest.mark.clause("CAT-III.1.7-01", "CAT-III.1.7-03", "CAT-III.1.7-06", "CAT-III.1.7-10")
def test_irregular_cards_of_a_round() -> None:
    table = opened(CANAL_21, 5, 3)
    stand = {5: "plantarse", 3: "plantarse"}
    stuck = Stuck((card("Td"), card("2d")), chosen=card("2d"))
    record = played(
        table, {5: 100, 3: 100}, ["9c", burned("2c"), "9d", "7h", stuck, "Th", "Ts"], stand
    )
    assert (dealt(record, "quemadas"), won(record)) == ("2c 2d", {5: 100, 3: 100})
    record = played(
        table, {5: 100, 3: 100}, [Skipped(5), "9d", "7h", "6d", NotAsked(3, card("5c")), "Ts"],
        {3: "pedir"},
    )  # fmt: skip
    assert (dealt(record, "quemadas"), won(record)) == ("5c", {5: 0, 3: -100})


@pytest.mark.clause("CAT-III.1.7-10")
def test_a_card_refused_on_one_split_hand_leaves_the_other_free_to_draw() -> None:
    table = opened(CANAL_21, 3)
    cards = ["8c", "7h", "8d", "2c", NotAsked(3, card("5c")), "3c", "Tc", "Ts"]
    record = played(table, {3: 100}, cards, {3: "separar pedir pedir"})
    assert won(record) == {3: -100 + 100}


@pytest.mark.clause("CAT-III.1.6.3-01", "CAT-III.1.6.3-07")
def test_extra_bets_are_covered_by_the_players_own_chips_and_no_others_are_taken() -> None:
    table = opened(CANAL_21)
    table.sit(3, "ana", chips=250)
    ask = asked(table, {3: 100}, "8c Ah 8d")
    assert ask.closed_by == "CAT-III.1.6.3-01"
    with pytest.raises(Refused) as refused:
        table.bet(Place(3, "principal", 50))
    assert (refused.value.clause, refused.value.code) == ("CAT-III.1.6.3-01", "bets-closed")
    table.answer("seguro:50")
    table.answer("separar")
    table.answer("3c")
    for move in ("doblar", "doblar:1"):
        with pytest.raises(Refused) as refused:
            table.answer(move)
        assert refused.value.clause == "CAT-III.1.6.3-07"
    table.answer("plantarse")


@pytest.mark.clause("CAT-III.1.5.3-73", "CAT-III.1.5.3-74")
def test_the_last_hands_are_announced_before_a_new_game_and_then_the_table_closes() -> None:
    table = opened(CANAL_21, 3)
    table.announce_last(2, by="jefe-de-mesa")
    for what, left, clause in (
        ("ultimas-manos", 2, "CAT-III.1.5.3-74"), ("ultimo-juego", 1, "CAT-III.1.5.3-73"),
    ):  # fmt: skip
        call = told(played(table, *ROUND), Announced)[0]
        assert (call.what, call.facts, call.clause) == (what, {"left": left}, clause)
    assert not table.open


@pytest.mark.clause("CAT-III.1.5.3-56")
def test_collected_cards_are_looked_at_again_only_for_a_dispute() -> None:
    table = opened(CANAL_21, 3)
    record = played(table, *ROUND)
    with pytest.raises(Refused):
        table.disputes.review(1, record)
    number = table.disputes.open(3, 1, "total")
    table.disputes.decide(number, "se-revisa")
    again = table.disputes.review(number, record)
    assert tuple(again.events) == tuple(record.events)
