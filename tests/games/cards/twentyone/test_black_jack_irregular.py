"""Black Jack (CAT-III.1.7): what goes wrong with a card, and what is done about it."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.round.bets import Limits, Place
from tapete.core.round.cards import card
from tapete.core.round.chance import Glimpsed, Irregular, Mishap, NotAsked, Skipped, Stuck, Surplus
from tapete.core.round.event import Announced, BetReturned, CardDealt, Chosen
from tapete.core.round.felt import fold
from tapete.core.table.table import Table
from tapete.games.cards.twentyone.games import BLACK_JACK, PERFECT_PAIRS
from tests.core.tables import refused
from tests.games.cards.twentyone.rounds import (
    Cuts,
    burned,
    dealt,
    opened,
    played,
    said,
    shoe_of,
    told,
    won,
)

PAIR = (card("Td"), card("2s"))
TWO = {5: 100, 3: 200}
BOTH = {5: "plantarse", 3: "plantarse"}


def one(cards: list[str | Irregular], moves: str = "plantarse") -> Any:
    record = played(opened(BLACK_JACK, 3), {3: 100}, cards, {3: moves})
    assert "quemadas" not in fold(record.events).zones  # burned cards are taken off the table
    return record, won(record)[3]


def begun(table: Table) -> None:
    """Bets are closed and the first card is to be drawn."""
    table.begin()
    table.bet(Place(3, "principal", 100))
    table.close_bets()


def burned_by(record: Any) -> list[tuple[str, str]]:
    return [(e.card, e.clause) for e in told(record, CardDealt) if e.to == "quemadas"]


@pytest.mark.clause("CAT-III.1.7-01")
def test_a_card_that_comes_out_face_up_is_burned_and_the_round_goes_on() -> None:
    record, net = one(["9c", burned("Ah"), "7h", burned("2c"), "9d", "Ts"])
    assert burned_by(record) == [("Ah", "CAT-III.1.7-01"), ("2c", "CAT-III.1.7-01")]
    assert (dealt(record, "seat:3"), dealt(record, "croupier"), net) == ("9c 9d", "7h Ts", 100)


@pytest.mark.clause("CAT-III.1.7-02")
def test_cards_drawn_after_the_round_are_burned() -> None:
    table = opened(BLACK_JACK, 3)
    played(table, {3: 100}, "9c 7h 9d Ts", {3: "plantarse"})
    left = table.state.shoe.cards_left
    told_of = table.act("carta-de-mas", card=card("Ac"))
    assert burned_by(told_of) == [("Ac", "CAT-III.1.7-02")]
    assert (table.state.shoe.cards_left, table.state.shoe.tray) == (left - 1, 5)
    shoe_of(table, unseen={**table.state.shoe.unseen, card("Ac"): 0})
    assert refused(table.act, "carta-de-mas", card=card("Ac")).code == "card-not-left"


@pytest.mark.clause("CAT-III.1.7-09")
def test_a_card_the_croupier_draws_with_17_or_more_is_burned() -> None:
    table = opened(BLACK_JACK, 3)
    record = played(table, {3: 100}, "9c 7h 9d Ts", {3: "plantarse"})
    told_of = table.act("carta-de-mas", card=card("4c"), overdrawn=True)
    assert burned_by(told_of) == [("4c", "CAT-III.1.7-09")]
    assert won(record) == {3: 100}  # his 17 stands: with the card he would have had 21


@pytest.mark.clause("CAT-III.1.7-03")
@pytest.mark.parametrize(("chosen", "kept"), [("Td", "2s"), ("2s", "Td")])
def test_of_stuck_cards_the_player_concerned_chooses_which_is_burned(
    chosen: str, kept: str
) -> None:
    table = opened(BLACK_JACK, 3)
    record = played(
        table, {3: 100}, ["9c", "7h", "8d", Stuck(PAIR), *(["Ts"] if kept == "2s" else [])],
        {3: f"pedir quemar:{chosen}" + (" plantarse" if kept == "2s" else "")},
    )  # fmt: skip
    assert burned_by(record) == [(chosen, "CAT-III.1.7-03")]
    assert dealt(record, "seat:3") == f"9c 8d {kept}"
    choice = next(e for e in told(record, Chosen) if e.move.startswith("quemar"))
    assert (choice.seat, choice.clause) == (3, "CAT-III.1.7-03")


@pytest.mark.clause("CAT-III.1.7-03")
def test_only_one_of_the_stuck_cards_may_be_chosen() -> None:
    table = opened(BLACK_JACK, 3)
    begun(table)
    stuck = Stuck(PAIR, chosen=card("3c"))
    assert refused(table.answer, stuck).code == "not-one-of-these"


@pytest.mark.clause("CAT-III.1.7-03")
def test_a_choice_told_with_the_cards_is_not_asked_again_and_the_bank_burns_the_second() -> None:
    record, _ = one(["9c", Stuck(PAIR), Stuck((card("9d"), card("Kd")), chosen=card("9d")), "7h"])
    assert [c for c, _ in burned_by(record)] == ["2s", "9d"]
    assert (dealt(record, "croupier"), dealt(record, "seat:3")) == ("Td 7h", "9c Kd")


@pytest.mark.clause("CAT-III.1.7-04")
@pytest.mark.parametrize("up", ["7h", "Ah", "Kh"])
def test_without_a_cut_card_a_round_that_cannot_end_pays_only_two_card_21(up: str) -> None:
    table = opened(PERFECT_PAIRS, 5, 3, 1)
    shoe_of(table, behind=52)
    assert said(table.act("sin-carta-de-corte"))[0] == (
        "falta-la-carta-de-corte", "CAT-III.1.7-04",
    )  # fmt: skip
    assert refused(table.act, "sin-carta-de-corte").code == "no-stop-card"
    cards = ["Ac", "9c", "8c", up, "Kd", "9d", "8d"]
    left = {card(c): cards.count(c) for c in cards}
    shoe_of(table, unseen=left, hidden=0)  # these seven cards are all there is
    record = played(table, {5: 100, 3: 200, 1: 400}, cards, {3: "plantarse", 1: "plantarse"})
    assert won(record) == {5: 150, 3: 0, 1: 0}
    void = [e for e in told(record, BetReturned) if e.why == "nula"]
    assert [(e.seat, e.clause) for e in void] == [(3, "CAT-III.1.7-04"), (1, "CAT-III.1.7-04")]
    assert refused(table.begin).code == "cards-must-be-shuffled"
    table.prepare(Cuts())
    assert (table.state.shoe.cards_left, table.state.shoe.behind) == (311, 52)


@pytest.mark.clause("CAT-III.1.7-04", "CAT-III.1.5.3-69")
def test_a_pack_that_ends_in_spite_of_the_cut_card_voids_what_cannot_be_completed() -> None:
    table = opened(BLACK_JACK, 5, 3, 1)
    bets = {5: 100, 3: 200, 1: 400}
    cards: list[Any] = ["Ac", "9c", "8c", "Ah", "Kd", "9d", "8d", "Ks", Mishap("sabot-agotado")]
    record = played(table, bets, cards, {3: "seguro:50 plantarse", 1: "pedir"})
    assert won(record) == {5: 0, 3: 0, 1: -400}  # who was over is over
    void = {(e.bet, e.clause) for e in told(record, BetReturned)}
    assert void == {("seguro", "CAT-III.1.5.3-69"), ("principal", "CAT-III.1.5.3-69")}


@pytest.mark.clause("CAT-III.1.7-05")
def test_cards_dealt_in_the_wrong_order_are_put_in_order_by_the_jefe_de_mesa() -> None:
    table = opened(BLACK_JACK, 5, 3)
    # Noticed after the second cards: they lie where the order of the shoe puts them.
    cards: list[Any] = ["9c", "Tc", "7h", "9d", Mishap("orden-equivocado"), "Td", "Ts"]
    record = played(table, TWO, cards, BOTH)
    [call] = [e for e in told(record, Announced) if e.what == "orden-equivocado"]
    assert (call.facts, call.clause) == ({"by": "jefe-de-mesa"}, "CAT-III.1.7-05")
    assert [dealt(record, zone) for zone in ("seat:5", "seat:3", "croupier")] == [
        "9c 9d", "Tc Td", "7h Ts",
    ]  # fmt: skip
    assert won(record) == {5: 100, 3: 200}


@pytest.mark.clause("CAT-III.1.7-05")
def test_a_player_left_with_one_card_when_drawing_starts_gets_his_second() -> None:
    table = opened(BLACK_JACK, 5, 3)
    cards: list[Any] = ["9c", "Tc", "7h", Skipped(5), "9d", "Td", "Ts"]
    record = played(table, TWO, cards, BOTH)
    assert ("orden-equivocado", "CAT-III.1.7-05") in said(record)
    assert (dealt(record, "seat:5"), won(record)) == ("9c 9d", {5: 100, 3: 200})


@pytest.mark.clause("CAT-III.1.7-06")
def test_a_player_who_got_no_card_at_all_has_no_hand_and_his_bets_go_back() -> None:
    table = opened(PERFECT_PAIRS, 5, 3, limits=Limits(min=100))
    bets = {5: {"principal": 100, "perfect-pairs": 50}, 3: 200}
    cards: list[Any] = [Skipped(5), "Tc", "7h", "Td", "Ts"]
    record = played(table, bets, cards, {3: "plantarse"})
    assert won(record) == {5: 0, 3: 200}
    back = [(e.bet, e.clause) for e in told(record, BetReturned) if e.seat == 5]
    assert back == [("principal", "CAT-III.1.7-06"), ("perfect-pairs", "CAT-III.1.7-06")]
    assert dealt(record, "seat:5") == ""


@pytest.mark.clause("CAT-III.1.7-07")
def test_a_card_seen_while_it_is_drawn_is_dealt_as_if_nothing_had_happened() -> None:
    record, net = one(["9c", "7h", Glimpsed("seat:3", card("9d")), "Ts"])
    assert (dealt(record, "seat:3"), net, burned_by(record)) == ("9c 9d", 100, [])


@pytest.mark.clause("CAT-III.1.7-08")
def test_a_card_that_falls_to_the_floor_is_picked_up_and_stays_in_play() -> None:
    record, net = one(["9c", "7h", Mishap("carta-al-suelo"), "9d", "Ts"])
    assert ("carta-recogida", "CAT-III.1.7-08") in said(record)
    assert (dealt(record, "seat:3"), net, burned_by(record)) == ("9c 9d", 100, [])


@pytest.mark.clause("CAT-III.1.7-10")
def test_a_disputed_card_is_burned_and_that_hand_draws_no_more() -> None:
    record, net = one(["9c", "7h", "5d", NotAsked(3, card("7c")), "Ts"], "pedir")
    assert burned_by(record) == [("7c", "CAT-III.1.7-10")]
    assert (dealt(record, "seat:3"), net) == ("9c 5d", -100)  # 14, and nobody asks him again


@pytest.mark.clause("CAT-III.1.7-10")
def test_other_hands_of_the_table_draw_on_after_a_disputed_card() -> None:
    table = opened(BLACK_JACK, 5, 3)
    cards: list[Any] = ["9c", "5c", "7h", "5d", "6d", NotAsked(5, card("7c")), "Kh", "Ts"]
    record = played(table, TWO, cards, {5: "pedir", 3: "pedir"})
    assert (dealt(record, "seat:3"), won(record)) == ("5c 6d Kh", {5: -100, 3: 200})


@pytest.mark.clause("CAT-III.1.7-10")
def test_a_double_whose_card_is_refused_was_no_double() -> None:
    record, net = one(["5c", "7h", "6d", NotAsked(3, card("7c")), "Ts"], "doblar")
    assert net == -100 and burned_by(record) == [("7c", "CAT-III.1.7-10")]
    [back] = told(record, BetReturned)
    assert (back.amount, back.why, back.clause) == (100, "nula", "CAT-III.1.7-10")


@pytest.mark.clause("CAT-III.1.7-09")
def test_a_card_too_many_in_the_middle_of_the_round_is_burned_too() -> None:
    record, net = one(["9c", "7h", "9d", Surplus(card("4c")), "Ts"])
    assert [c for c, _ in burned_by(record)] == ["4c"] and net == 100


def test_nothing_else_is_known_to_go_wrong_with_a_card() -> None:
    table = opened(BLACK_JACK, 3)
    begun(table)
    assert refused(table.answer, Mishap("barajadora-trancada")).code == "no-such-irregularity"
    same = Stuck((card("9c"),) * 7)
    assert refused(table.answer, same).code == "card-not-left"  # there are six of it
