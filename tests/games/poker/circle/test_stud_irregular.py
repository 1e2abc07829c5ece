"""What goes wrong at the studs, and what the regulation makes of it (CAT-III.3.6.4, AJ-2.3.7.1);
what players may not do (CAT-III.3.6.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place, Remove
from tapete.core.round.cards import Card
from tapete.core.round.chance import DrawCard, Exposed, Glimpsed, Mishap, NotAsked, Stuck
from tapete.core.round.event import (
    BetReturned,
    CardDealt,
    CardSeen,
    MarkerPut,
    RoundVoided,
)
from tapete.core.round.felt import fold
from tapete.core.round.record import Record
from tapete.core.table.table import Table
from tapete.games.poker.circle.speak import CardsExposed, OutOfTurn, Speak
from tests.games.poker.circle.studs import (
    SEVEN,
    STUD,
    Script,
    dealt,
    net,
    played,
    ruled,
    said,
    state_of,
    table_of,
    told,
)
from tests.games.poker.circle.test_places import folding
from tests.terms import change_terms

STACKS = dict.fromkeys((1, 2, 3, 4), 60_000)
# To 4 3 2 1. Stud: a king before 3; Seven: the two of 1 is the lowest.
STUD_CARDS = "2c 3c 4c 5c 9d Kd 8d 7d"
SEVEN_CARDS = "2c 3c 4c 5c 6c 7c 8c 9c Td Jd Qd 2d"


def four(game: str, edition: str = "scj-2023", **more: Any) -> Table:
    return table_of(game, STACKS, button=1 if game == STUD else None, edition=edition, **more)


def voided(record: Record) -> list[tuple[str, str]]:
    return [(event.cause, event.clause) for event in told(record.events, RoundVoided)]


# Cards


@pytest.mark.clause("CAT-III.3.6.4-16", "AJ-2.3.7.1-02")
@pytest.mark.parametrize(
    ("edition", "clause"), [("scj-2023", "CAT-III.3.6.4-16"), ("aj-bolivia", "AJ-2.3.7.1-02")]
)
@pytest.mark.parametrize("game", [STUD, SEVEN])
def test_stuck_cards_are_burned_and_the_game_goes_on(game: str, edition: str, clause: str) -> None:
    cards = STUD_CARDS if game == STUD else SEVEN_CARDS
    stuck = Stuck((Card("As"), Card("Ks")))
    table = four(game, edition)
    live, _ = dealt(table, [cards[:5], stuck, cards[5:]])
    burned = [event for event in told(live.events, CardDealt) if event.to == "quemadas"]
    assert [(event.card, event.clause) for event in burned] == [(None, clause)] * 2
    assert not told(live.events, RoundVoided)


@pytest.mark.clause("CAT-III.3.6.4-18", "CAT-III.3.6.1-03")
@pytest.mark.parametrize("seen", [Exposed(Card("7c")), Glimpsed("seat:2", Card("7c"))])
def test_in_stud_a_covered_card_that_is_seen_annuls_the_hand(seen: Any) -> None:
    table = four(STUD)
    record = played(table, ["As Kd", seen])
    assert voided(record) == [("carta-vista", "CAT-III.3.6.4-18")]
    [back] = told(record.events, BetReturned)
    assert (back.seat, back.amount, back.clause) == (4, 1000, "CAT-III.3.6.1-03")
    assert net(record) == {}
    # Cards dealt uncovered are for everybody to see.
    live, _ = dealt(table, ["2c 3c 4c 5c 9d Kd", Exposed(Card("8d")), "7d"])
    assert not told(live.events, RoundVoided)


@pytest.mark.clause("CAT-III.3.6.4-17", "AJ-2.3.7.1-07")
@pytest.mark.parametrize("edition", ["scj-2023", "aj-bolivia"])
def test_in_seven_stud_it_stays_uncovered_and_the_third_card_is_dealt_covered(edition: str) -> None:
    table = four(SEVEN, edition)
    cards = ["2c 3c 4c 5c 6c", Exposed(Card("2h")), "8c 9c Td Jd Qd 7d"]
    live, ask = dealt(table, cards)
    mine = [event.card for event in told(live.events, CardDealt) if event.to == "seat:3"]
    assert mine == [None, "2h", None]
    assert ask.seat == 3  # the two counts as his uncovered card
    looked = [event.card for event in told(live.events, CardSeen) if event.audience == ("seat:3",)]
    assert looked == ["3c", "Jd"]


@pytest.mark.clause("CAT-III.3.6.4-19", "AJ-2.3.7.1-08")
@pytest.mark.parametrize(
    ("edition", "clause"), [("scj-2023", "CAT-III.3.6.4-19"), ("aj-bolivia", "AJ-2.3.7.1-08")]
)
def test_a_seventh_card_uncovered_between_two_ends_the_betting(edition: str, clause: str) -> None:
    moves = {
        1: ["apostar:1000", "retirarse"],
        2: ["retirarse"],
        4: ["subir:2000", "pasar", "pasar", "pasar"],
        3: ["ir", "pasar", "pasar", "pasar"],
    }
    cards = [
        SEVEN_CARDS + " 3d Ts 5d" + " 8d 9d 4h" + " 7h 8h 9h" + " Qh",
        Exposed(Card("2s")),
        "3s",
    ]
    record = played(four(SEVEN, edition), cards, moves)
    assert said(record.events)["sin-mas-apuestas"] == clause
    [shown] = [e for e in told(record.events, CardSeen) if e.clause == clause]
    assert (shown.zone, shown.card, shown.audience) == ("seat:4", "2s", ())
    assert net(record) == {1: -1000, 3: -2000, 4: 3000}  # tens, shown at once


@pytest.mark.clause("CAT-III.3.6.4-19")
def test_among_more_than_two_the_game_goes_on_and_the_card_does_not_count_as_uncovered() -> None:
    moves = {
        1: ["apostar:1000", "pasar", "pasar", "pasar"],
        2: ["retirarse"],
        4: ["ir", "pasar", "pasar", "pasar"],
        3: ["ir", "pasar", "pasar", "pasar"],
    }
    cards = [
        SEVEN_CARDS + " 3d 4d Ts 5d" + " 8d 9d 9h 4h" + " 7h 8h 9s Th" + " Qh",
        Exposed(Card("4s")), "3s 5s",
    ]  # fmt: skip
    _, ask = dealt(four(SEVEN), cards, moves)
    assert (ask.seat, ask.about) == (4, "ronda-5")  # tens and nines; the fours of 1 are no pair


@pytest.mark.clause("AJ-2.3.7.1-09")
def test_in_bolivia_cards_dealt_before_the_betting_ended_are_burned_and_one_more_for_each() -> None:
    went = {1: ["apostar:1000"], 4: ["ir"], 3: ["ir"], 2: ["retirarse"]}
    early = NotAsked(1, Card("As"))
    cards = [SEVEN_CARDS + " 3d", early, "Ks Qs Js" + " 4d 5d 6d"]
    live, _ = dealt(four(SEVEN, "aj-bolivia"), cards, went)
    burned = [e.clause for e in told(live.events, CardDealt) if e.to == "quemadas"]
    assert burned == ["AJ-2.3.7.1-09"] * 4  # that one, and one for each of three
    later = [e.card for e in told(live.events, CardDealt) if e.to.startswith("seat")][12:]
    assert later == ["4d", "5d", "6d"]


@pytest.mark.clause("CAT-III.3.6.4-02")
@pytest.mark.parametrize("game", [STUD, SEVEN])
def test_cards_dealt_wrong_are_put_in_order_unless_somebody_objects(game: str) -> None:
    cards = STUD_CARDS if game == STUD else SEVEN_CARDS
    wrong = Mishap("orden-equivocado")
    live, _ = dealt(four(game), [cards[:5], wrong, cards[5:]])
    assert said(live.events)["las-cartas-estan-bien-dadas"] == "CAT-III.3.6.4-02"
    record = played(four(game), [cards[:5], wrong], {2: ["objetar"]})
    assert voided(record) == [("orden-equivocado", "CAT-III.3.6.4-02")]
    record = played(four(game), [cards[:5], wrong], rulings=["quemar"])
    assert voided(record) == [("orden-equivocado", "CAT-III.3.6.4-02")]


@pytest.mark.clause("CAT-III.3.6.4-05", "CAT-III.3.6.4-04", "CAT-III.3.6.4-06", "CAT-III.3.4.1-04")
@pytest.mark.parametrize("game", [STUD, SEVEN])
def test_a_machine_that_jams_annuls_the_hand_and_the_next_shuffle_is_by_hand(game: str) -> None:
    table = four(game)
    change_terms(table, cards="barajadora-de-cartas")
    prepared = table.prepare(folding)
    assert prepared is not None and "barajadora" in said(prepared.events)
    record = played(table, ["As", Mishap("barajadora-trancada")])
    assert voided(record) == [("barajadora-trancada", "CAT-III.3.6.4-05")]
    prepared = table.prepare(folding)
    assert prepared is not None
    assert said(prepared.events)["barajadora-vaciada"] == "CAT-III.3.6.4-04"
    assert "barajado-manual" in said(prepared.events)
    assert said(table.act("barajadora-retirada")) == {"barajadora-retirada": "CAT-III.3.6.4-06"}


@pytest.mark.clause("CAT-III.3.6.4-01")
def test_a_card_seen_at_the_cut_and_the_deck_is_shuffled_again() -> None:
    table = four(STUD)
    table.act("carta-vista-al-cortar")
    with pytest.raises(Refused, match="cards-must-be-shuffled"):
        table.begin()
    assert table.prepare(folding) is not None
    table.begin()


@pytest.mark.clause("CAT-III.3.6.4-22")
def test_a_button_out_of_place_found_before_the_blind_annuls_the_hand() -> None:
    table = four(STUD)
    table.act("boton-mal-puesto")
    record = played(table, "")
    assert voided(record) == [("boton-mal-puesto", "CAT-III.3.6.4-22")]
    assert not told(record.events, CardDealt) and net(record) == {}
    # The hand is dealt again from the same place, and found later the hand stands.
    live, _ = dealt(table, ["2c 3c", Mishap("boton-mal-puesto"), "4c 5c 9d Kd 8d 7d"])
    assert [event.place for event in told(live.events, MarkerPut)] == ["1"]
    assert said(live.events)["boton-mal-puesto-sigue"] == "CAT-III.3.6.4-22"
    with pytest.raises(Refused, match="no-such-act"):  # Seven Stud has no button
        four(SEVEN).act("boton-mal-puesto")


# Cards shown


@pytest.mark.clause("CAT-III.3.6.4-21", "AJ-2.3.7.1-15")
@pytest.mark.parametrize(
    ("edition", "clause"), [("scj-2023", "CAT-III.3.6.4-21"), ("aj-bolivia", "AJ-2.3.7.1-15")]
)
def test_who_lets_his_cards_be_seen_is_warned_and_the_second_time_loses_the_hand(
    edition: str, clause: str
) -> None:
    table = four(STUD, edition)
    live, ask = dealt(table, STUD_CARDS)
    assert ask.seat == 3
    heard = table.answer(CardsExposed(2))
    assert ruled(heard) == [("cartas-expuestas:2", "advertencia")]
    assert [(e.zone, e.card, e.clause) for e in told(heard, CardSeen)] == [("seat:2", "4c", clause)]
    heard = table.answer(CardsExposed(2))
    assert ruled(heard) == [("cartas-expuestas:2", "pierde-la-mano")]
    table.answer("ir")
    assert isinstance(live.ask, Speak) and live.ask.seat == 1  # 2 is out of the hand
    assert state_of(table).manners.exposed == ()  # noted when the hand is over
    while live.ask is not None:
        table.answer(folding(live.ask))
    table.finish()
    assert state_of(table).manners.exposed == (2,)
    table.leave(2)
    assert state_of(table).manners.exposed == ()


@pytest.mark.clause("CAT-III.3.6.4-20", "AJ-2.3.7.1-14")
@pytest.mark.parametrize(
    ("game", "edition", "clause"),
    [
        (SEVEN, "scj-2023", "CAT-III.3.6.4-20"),
        (SEVEN, "aj-bolivia", "AJ-2.3.7.1-14"),
        (STUD, "aj-bolivia", "AJ-2.3.7.1-14"),
    ],
)
def test_uncovered_by_mistake_he_covers_them_again_and_nothing_is_held_against_him(
    game: str, edition: str, clause: str
) -> None:
    table = four(game, edition)
    live, _ = dealt(table, STUD_CARDS if game == STUD else SEVEN_CARDS)
    for _ in range(2):
        heard = table.answer(CardsExposed(2, by_mistake=True))
        assert said(heard) == {"cubre-sus-cartas": clause} and not ruled(heard)
    while live.ask is not None:
        table.answer(folding(live.ask))
    table.finish()
    assert state_of(table).manners.exposed == ()


def test_in_stud_by_the_catalogue_a_mistake_is_a_warning_too() -> None:
    table = four(STUD)
    dealt(table, STUD_CARDS)
    assert ruled(table.answer(CardsExposed(2, by_mistake=True)))


# What players may not do


@pytest.mark.clause("CAT-III.3.6.3-02")
@pytest.mark.parametrize("game", [STUD, SEVEN])
def test_nobody_is_told_what_another_holds_covered(game: str) -> None:
    cards = STUD_CARDS if game == STUD else SEVEN_CARDS
    live, _ = dealt(four(game), cards)
    covered = cards.split()[: 4 if game == STUD else 8]
    for viewer in ("public", "croupier", "seat:1"):
        known = {card for zone in fold(live.events, viewer).zones.values() for card in zone}
        mine = {covered[3], covered[-1]} if viewer == "seat:1" else set()
        assert known & set(covered) == mine


@pytest.mark.clause("CAT-III.3.6.3-03")
def test_a_player_may_not_play_another_players_hand() -> None:
    table = four(STUD)
    dealt(table, STUD_CARDS)
    with pytest.raises(Refused, match="not-your-hand"):
        table.answer("ir", by="jugador", seat=2)
    table.answer("ir", by="jugador", seat=3)


@pytest.mark.clause("CAT-III.3.6.3-04", "CAT-III.3.6.3-08", "AJ-2.3.6.3-01")
def test_once_the_round_has_begun_no_bet_is_added_or_withdrawn() -> None:
    table = four(STUD)
    dealt(table, STUD_CARDS, {3: ["ir"]})
    for action in (Place(3, "apuesta", 1000), Remove(3, "apuesta")):
        with pytest.raises(Refused) as closed:
            table.bet(action)
        assert closed.value.clause == "CAT-III.3.6.2-04"
    with pytest.raises(Refused):
        table.answer(OutOfTurn(3, "subir:3000"))  # he has spoken


@pytest.mark.clause("CAT-III.3.6.3-06")
def test_nobody_decides_anything_before_the_deal_is_complete() -> None:
    table = four(STUD)
    script = Script(STUD_CARDS)
    table.prepare(script)
    live = table.begin()
    for _ in range(8):
        assert isinstance(live.ask, DrawCard)
        with pytest.raises(Refused):
            table.answer("retirarse")
        assert not [e for e in told(live.events, CardSeen) if e.audience]  # nor looks at his card
        table.answer(script(live.ask))
    assert isinstance(live.ask, Speak)


@pytest.mark.clause("AJ-2.3.7.1.3-01", "AJ-2.3.7.1.3-02")
@pytest.mark.parametrize("game", [STUD, SEVEN])
def test_in_bolivia_cards_handed_in_covered_lose_and_face_up_they_speak(game: str) -> None:
    rules = four(game, "aj-bolivia").rules
    assert rules.by("pot_divided") == "AJ-2.3.7.1.3-01"
    if game == SEVEN:
        return
    cards = STUD_CARDS + " 9h Kh" + " 6d 4d" + " 3d 5d"
    moves = {
        2: ["retirarse"],
        1: ["retirarse"],
        3: ["ir", "pasar", "pasar", "pasar"],
        4: ["ir", "pasar", "pasar", "pasar"],
    }
    for said_, won in (("tapar", {4: 1000, 3: -1000}), ("mostrar", {3: 1000, 4: -1000})):
        record = played(four(game, "aj-bolivia"), cards, {**moves, 3: [*moves[3], said_]})
        assert net(record) == won
    tie = "2c 2d 4c 5c 9d 9h 8d 7d" + " Th Ts" + " Kd Ks" + " 3d 3h"
    moves[4], moves[3] = ["ir", *["pasar"] * 3], ["ir", *["pasar"] * 3]
    record = played(four(game, "aj-bolivia"), tie, moves)
    assert net(record) == {}  # each takes his own back
