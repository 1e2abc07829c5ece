"""The cards of hold'em and Omaha: deal, burns, board, shuffle, and what goes wrong with them
(CAT-III.3.5.7.1-08 to -10, -32, -41, -45, -46; CAT-III.3.6.4)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.chance import Exposed, Glimpsed, Mishap, Skipped, Stuck, Surplus
from tapete.core.round.event import (
    BetPlaced,
    BetReturned,
    CardDealt,
    CardsCleared,
    CardSeen,
    RoundVoided,
)
from tapete.core.round.record import Record
from tapete.core.table.table import Table
from tests.games.poker.circle.flops import (
    BOARD,
    CON,
    OMAHA,
    SIN,
    button_of,
    chips,
    folding,
    holdem,
)
from tests.games.poker.circle.studs import net, others, played, ruled, said, state_of, told
from tests.terms import change_terms

CARDS = "As Ks Qs Js Ad Kd Qd Jc"
CHECKS = {s: ["ir", "pasar", "pasar", "pasar"] for s in (1, 2, 3, 4)}


def zones(record: Record) -> list[str]:
    return [e.to for e in told(record.events, CardDealt)]


def voided(table: Table, cards: Any, moves: dict[int, list[str]] | None = None) -> tuple[str, str]:
    """A hand that must be annulled: cause and clause; every chip is where it was."""
    before = chips(table)
    record = played(table, cards, moves)
    [void] = told(record.events, RoundVoided)
    assert chips(table) == before and sum(before.values()) == sum(chips(table).values())
    assert all(e.clause == "CAT-III.3.6.1-03" for e in told(record.events, BetReturned))
    return void.cause, void.clause


@pytest.mark.clause("CAT-III.3.5.7.1-32", "CAT-III.3.5.8-07")
@pytest.mark.parametrize(("game", "turns"), [(CON, 2), (SIN, 2), (OMAHA, 4)])
def test_after_the_blinds_covered_cards_go_one_by_one_from_the_small_blind_to_the_button(
    game: str, turns: int
) -> None:
    cards = " ".join(others("")[: 4 * turns])
    record = played(holdem(game, button=3), cards, folding(4, 3, 2))
    assert zones(record) == [f"seat:{s}" for s in (2, 1, 4, 3)] * turns  # nothing is burned first
    assert all(e.card is None for e in told(record.events, CardDealt))
    blinds = [record.events.index(e) for e in told(record.events, BetPlaced) if e.called]
    assert max(blinds) < record.events.index(told(record.events, CardDealt)[0])


@pytest.mark.clause("CAT-I.1-06")
@pytest.mark.clause("CAT-III.3.6.3-02", "CAT-III.3.6.3-06")
def test_each_player_sees_his_own_cards_only_and_when_the_deal_is_over() -> None:
    record = played(holdem(CON), CARDS, folding(2, 1, 4))
    seen = told(record.events, CardSeen)
    assert {(e.zone, e.card) for e in seen if e.zone == "seat:4"} == {
        ("seat:4", "As"),
        ("seat:4", "Ad"),
    }
    assert all(e.audience == (e.zone,) for e in seen)
    last = max(record.events.index(e) for e in told(record.events, CardDealt))
    assert min(record.events.index(e) for e in seen) > last


@pytest.mark.clause(
    "CAT-III.3.5.7.1-41", "CAT-III.3.5.7.1-45", "CAT-III.3.5.7.1-46", "CAT-III.3.6.1-02",
    "CAT-III.3.6.1-08",
)  # fmt: skip
def test_a_card_is_burned_unseen_before_flop_turn_and_river() -> None:
    record = played(holdem(SIN), CARDS + " " + BOARD, CHECKS)
    table_ = [
        (e.to, e.card, e.clause[-2:]) for e in told(record.events, CardDealt) if e.to[:4] != "seat"
    ]
    assert table_ == [
        ("quemadas", None, "41"), ("mesa", "9h", "41"), ("mesa", "8d", "41"), ("mesa", "2s", "41"),
        ("quemadas", None, "45"), ("mesa", "7c", "45"),
        ("quemadas", None, "46"), ("mesa", "Jd", "46"),
    ]  # fmt: skip


@pytest.mark.clause("R196-3.5.4-05", "R196-3.5.4-07")
def test_the_edition_of_2009_burns_one_before_the_pocket_cards_four_in_all() -> None:
    record = played(holdem(SIN, edition="scj-2009"), "Th " + CARDS + " " + BOARD, CHECKS)
    burned = [
        (i, e.clause) for i, e in enumerate(told(record.events, CardDealt)) if e.to == "quemadas"
    ]
    assert burned == [(0, "R196-3.5.4-05"), *((i, "R196-3.5.4-07") for i in (9, 13, 15))]


@pytest.mark.clause("CAT-III.3.5.7.1-52", "CAT-III.3.5.7.1-09", "R196-3.5.4-10")
def test_when_the_pots_are_given_the_cards_are_collected_and_shuffled_for_the_next_hand() -> None:
    table = holdem(CON)
    record = played(table, CARDS + " " + BOARD, CHECKS)
    cleared = {e.zone for e in told(record.events, CardsCleared)}
    assert cleared == {"seat:1", "seat:2", "seat:3", "seat:4", "mesa", "quemadas"}
    with pytest.raises(Refused) as refusal:
        table.begin()
    assert refusal.value.code == "cards-must-be-shuffled"
    shuffled = table.prepare(lambda ask: ask.silence)
    assert shuffled is not None
    assert said(shuffled.events) == {
        "barajado-manual": "CAT-III.3.5.7.1-09", "corta-el-croupier": "CAT-III.3.5.7.1-09",
    }  # fmt: skip
    assert table.begin().ask is not None


@pytest.mark.clause("CAT-III.3.5.7.1-08", "CAT-III.3.5.7.1-57", "CAT-III.3.5.8-02")
@pytest.mark.parametrize("game", [CON, OMAHA])
def test_a_new_deck_may_come_at_any_time_is_counted_and_shown(game: str) -> None:
    table = holdem(game)
    with pytest.raises(Refused) as refusal:
        table.act("cartas-nuevas", counted=51)
    assert (refusal.value.code, refusal.value.clause) == ("decks-incomplete", "CAT-III.3.5.7.1-08")
    told_ = table.act("cartas-nuevas", counted=52)
    assert told_[0].clause == "CAT-III.3.5.7.1-57"
    shuffled = table.prepare(lambda ask: ask.silence)
    assert shuffled is not None
    assert said(shuffled.events)["cartas-a-la-vista"] == "CAT-III.3.5.7.1-08"


@pytest.mark.clause("R196-3.5.4-03")
def test_the_edition_of_2009_knows_the_same_shuffle_and_no_machine() -> None:
    table = holdem(CON, edition="scj-2009")
    assert table.rules.shuffle == ("triple", "peinado", "doble")  # type: ignore[attr-defined]
    change_terms(table, cards="barajadora-de-cartas")
    with pytest.raises(Refused) as refusal:
        table.prepare(lambda ask: ask.silence)
    assert (refusal.value.code, refusal.value.clause) == ("machine-not-allowed", "R196-3.5.4-03")


# Irregular plays


@pytest.mark.clause("CAT-III.3.6.4-18", "CAT-III.3.6.1-03")
@pytest.mark.parametrize("game", [CON, SIN, OMAHA])
@pytest.mark.parametrize("seen", [Exposed("7c"), Glimpsed("seat:2", "7c")])  # type: ignore[arg-type]
def test_a_players_card_seen_in_the_deal_annuls_the_hand_and_the_blinds_go_back(
    game: str, seen: object
) -> None:
    table = holdem(game)
    assert voided(table, ["As Kd", seen]) == ("carta-vista", "CAT-III.3.6.4-18")


@pytest.mark.clause("CAT-III.3.6.4-18")
def test_a_burned_card_that_is_seen_annuls_nothing() -> None:
    cards = BOARD.split()
    record = played(holdem(CON), [CARDS, Exposed("3c"), " ".join(cards[1:])], CHECKS)  # type: ignore[arg-type]
    assert not told(record.events, RoundVoided)


@pytest.mark.clause("CAT-III.3.6.4-16", "AJ-2.3.7.1-02")
@pytest.mark.parametrize("edition", ["scj-2023", "aj-bolivia"])
def test_cards_stuck_together_are_burned_and_the_game_goes_on(edition: str) -> None:
    stuck = Stuck(("2c", "2d"))  # type: ignore[arg-type]
    table = holdem(CON, edition=edition)
    record = played(table, ["As Ks", stuck, "Qs Js Ad Kd Qd Jc " + BOARD], CHECKS)
    burned = [e.clause for e in told(record.events, CardDealt) if e.to == "quemadas"]
    assert burned[:2] == [table.rules.by("stuck")] * 2
    assert zones(record)[:5] == ["seat:4", "seat:3", "quemadas", "quemadas", "seat:2"]


@pytest.mark.clause("CAT-III.3.6.4-15")
def test_a_fourth_card_uncovered_with_the_flop_is_burned_and_is_not_the_turn() -> None:
    surplus = Surplus("Th")  # type: ignore[arg-type]
    cards = BOARD.split()
    record = played(holdem(CON), [CARDS + " " + " ".join(cards[:4]), surplus, *cards[4:]], CHECKS)
    board = [e.card for e in told(record.events, CardDealt) if e.to == "mesa"]
    assert board == ["9h", "8d", "2s", "7c", "Jd"]
    assert [e.clause for e in told(record.events, CardDealt)].count("CAT-III.3.6.4-15") == 1


@pytest.mark.clause("CAT-III.3.6.4-02")
def test_cards_dealt_wrong_are_put_in_order_and_said_to_be_well_dealt() -> None:
    record = played(
        holdem(CON), ["As Ks", Mishap("orden-equivocado"), "Qs Js Ad Kd Qd Jc"], folding(2, 1, 4)
    )
    assert said(record.events)["las-cartas-estan-bien-dadas"] == "CAT-III.3.6.4-02"
    assert ("orden-equivocado", "ordenar") in ruled(record.events)


@pytest.mark.clause("CAT-III.3.6.4-02", "CAT-III.3.6.1-03")
@pytest.mark.parametrize("what", [Mishap("orden-equivocado"), Skipped(2)])
def test_if_a_player_objects_the_cards_are_burned(what: object) -> None:
    assert voided(holdem(CON), ["As Ks", what], {2: ["objetar"]}) == (
        "orden-equivocado", "CAT-III.3.6.4-02",
    )  # fmt: skip


@pytest.mark.clause("CAT-III.3.6.4-05", "CAT-III.3.6.4-04", "CAT-III.3.6.4-06")
def test_a_machine_that_jams_in_the_deal_annuls_the_hand_and_the_next_shuffle_is_by_hand() -> None:
    table = holdem(SIN)
    change_terms(table, cards="barajadora-de-cartas")
    table.prepare(lambda ask: ask.silence)
    assert voided(table, ["As", Mishap("barajadora-trancada")])[1] == "CAT-III.3.6.4-05"
    shuffled = table.prepare(lambda ask: ask.silence)
    assert shuffled is not None
    assert said(shuffled.events)["barajadora-vaciada"] == "CAT-III.3.6.4-04"
    assert "barajado-manual" in said(shuffled.events)
    [away] = table.act("barajadora-retirada")
    assert away.clause == "CAT-III.3.6.4-06"


@pytest.mark.clause("CAT-III.3.6.4-01")
def test_a_card_exposed_when_cutting_has_the_deck_shuffled_again() -> None:
    table = holdem(CON)
    [event] = table.act("carta-vista-al-cortar")
    assert event.clause == "CAT-III.3.6.4-01"
    with pytest.raises(Refused):
        table.begin()
    assert table.prepare(lambda ask: ask.silence) is not None


@pytest.mark.clause("CAT-III.3.6.4-22")
def test_a_button_out_of_place_annuls_the_hand_before_the_big_blind_and_not_after() -> None:
    table = holdem(CON, button=3)
    table.act("boton-mal-puesto")
    record = played(table, "")
    [void] = told(record.events, RoundVoided)
    assert (void.cause, void.clause) == ("boton-mal-puesto", "CAT-III.3.6.4-22")
    assert [e.called for e in told(record.events, BetPlaced)] == ["ciega-menor"]
    assert net(record) == {}
    record = played(table, [Mishap("boton-mal-puesto"), CARDS], folding(4, 3, 2))
    assert not told(record.events, RoundVoided)
    assert said(record.events)["boton-mal-puesto-sigue"] == "CAT-III.3.6.4-22"


@pytest.mark.clause("CAT-III.3.6.4-18", "CAT-III.3.5.7.1-30")
def test_after_a_hand_that_did_not_count_the_button_stays() -> None:
    table = holdem(CON, button=3)
    voided(table, ["As Kd", Exposed("7c")])  # type: ignore[arg-type]
    assert state_of(table).button == 3
    assert button_of(played(table, CARDS, folding(4, 3, 2))) == "3"
    assert button_of(played(table, CARDS, folding(3, 2, 1))) == "2"
