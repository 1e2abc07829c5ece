"""Decks, shuffle, cut, the stop card, the last round and the last shoe."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.core.book.plan import plan
from tapete.core.round.acta import read_record
from tapete.core.round.event import Event
from tapete.core.round.record import Record, record_of
from tapete.core.round.replay import replay
from tapete.core.table.table import Table
from tapete.games.cards.puntoybanca.coup import Coup
from tapete.games.registry import find
from tests.core.tables import refused
from tests.games.cards.puntoybanca.rounds import (
    ALL,
    BANCA_WINS,
    BOTH,
    MIDI,
    MINI,
    PYB,
    Says,
    a_table,
    announced,
    kept,
    of_kind,
    play,
    said,
)

every_game = pytest.mark.parametrize("game", ALL)
SIX = ("2c", "Ad", "2h", "2s", "9c", "4d")  # a round of six cards, won by banca


def cut_after(table: Table, cards: int) -> None:
    """Move the stop card: so many cards come out before it."""
    state = kept(table)
    shoe = msgspec.structs.replace(state.shoe, behind=state.shoe.cards_left - cards)
    table.state = msgspec.structs.replace(state, shoe=shoe)


def shuffled(table: Table, moves: dict[int, list[str]] | None = None) -> tuple[Says, list[Event]]:
    """The cards are prepared; who was asked to cut, and what was told."""
    says = Says((), {}, moves or {})
    record = table.prepare(says)
    assert record is not None
    return says, list(record.events)


def finish_shoe(table: Table) -> None:
    """One round in which the stop card comes out: the shoe is finished."""
    cut_after(table, 3)
    play(table, BANCA_WINS, {seat: {"banca": 1000} for seat in table.players})


# Decks


@pytest.mark.clause("CAT-III.2.4.1-03")
@pytest.mark.parametrize(
    ("game", "decks", "allowed"),
    [(PYB, 8, True), (PYB, 6, False), *((g, d, d != 7) for g in (MIDI, MINI) for d in (6, 7, 8))],
)
def test_punto_y_banca_uses_eight_decks_midi_and_mini_six_or_eight(
    game: str, decks: int, allowed: bool
) -> None:
    if not allowed:
        with pytest.raises(ValueError, match="decks, not"):
            find(game).rules_of(changes={"decks": str(decks)})
        return
    table = a_table(game, changes={"decks": str(decks)})
    assert kept(table).shoe.cards_left == decks * 52


@pytest.mark.clause("CAT-III.2.4.1-04")
@pytest.mark.parametrize("game", [MIDI, MINI])
def test_the_number_of_decks_in_use_stands_in_every_acta(game: str) -> None:
    record = play(a_table(game, changes={"decks": "6"}), BANCA_WINS)
    head = read_record(record.text()).header
    assert head.changes == {"decks": "6"} and head.state["shoe"]["decks"] == 6


# New cards, shuffle and pre-shuffled cards


@pytest.mark.clause(
    "CAT-III.2.5-02", "CAT-III.2.5-03", "CAT-III.2.5-69", "CAT-III.2.4.2-07", "CAT-III.2.4.2-14"
)
@every_game
def test_cards_collected_after_a_play_may_be_replaced_by_new_ones_shown_washed_and_shuffled(
    game: str,
) -> None:
    table = a_table(game)
    assert len(of_kind(play(table, BANCA_WINS).events, "cards-cleared")) == 2
    table.act("cartas-nuevas")
    assert refused(table.begin).code == "cards-must-be-shuffled"
    _, told = shuffled(table)
    assert said(told)[:2] == ["cartas-a-la-vista", "chemin-y-mezcla"]
    assert announced(told, "cartas-a-la-vista") == [{"decks": 8, "cards": 416}]
    assert kept(table).shoe.cards_left == 416
    play(table, BANCA_WINS)


@pytest.mark.clause("CAT-III.2.5-67", "CAT-III.2.5-68", "CAT-III.2.4.2-06")
@every_game
def test_a_finished_shoe_is_joined_shuffled_cut_and_play_goes_on(game: str) -> None:
    table = a_table(game)
    finish_shoe(table)
    assert refused(table.begin).code == "cards-must-be-shuffled"
    _, told = shuffled(table)
    assert said(told) == ["nueva-mezcla", "corta-el-croupier", "carta-de-corte-puesta"]
    assert kept(table).shoe.cards_left == 416  # discard holder and shoe together
    play(table, BANCA_WINS)


@pytest.mark.clause("CAT-III.2.5-04", "CAT-III.2.4.1-06", "CAT-III.2.4.1-07")
@every_game
def test_pre_shuffled_cards_are_announced_at_each_change_and_skip_display_and_shuffle(
    game: str,
) -> None:
    table = a_table(game, cards="pre-barajadas")
    table.act("cartas-nuevas")
    _, told = shuffled(table)
    assert "cartas-pre-barajadas" in said(told)
    assert not {"cartas-a-la-vista", "chemin-y-mezcla", "nueva-mezcla"} & set(said(told))
    # Whoever does not want to play with them simply does not bet, or goes.
    table.leave(4)


@pytest.mark.clause("CAT-III.2.4.1-07")
def test_a_sign_can_say_permanently_that_the_cards_are_pre_shuffled() -> None:
    warned = {f"{MIDI}/cartas": "Cartas pre-barajadas", f"{PYB}/cartas": "Otra cosa"}
    casino = msgspec.structs.replace(plan(), conditions=warned)
    assert a_table(MIDI, plan=casino).signs().conditions == {"cartas": "Cartas pre-barajadas"}


@pytest.mark.clause("CAT-III.2.5-10")
@every_game
def test_a_machine_that_is_also_the_shoe_has_no_stop_card_and_takes_the_cards_back(
    game: str,
) -> None:
    table = a_table(game, cards="barajadora-continua")
    table.act("cartas-nuevas")
    _, told = shuffled(table)
    assert "carta-de-corte-puesta" not in said(told)
    for _ in range(20):
        play(table, BANCA_WINS)
        assert kept(table).shoe.tray <= table.rules.tray_max  # type: ignore[attr-defined]
        assert kept(table).shoe.cards_left == 416


# The cut


@pytest.mark.clause("CAT-III.2.5-05", "CAT-III.2.5-06")
@pytest.mark.parametrize("game", [MIDI, MINI])
def test_the_cut_is_offered_from_the_croupiers_left_clockwise_and_its_turn_goes_on(
    game: str,
) -> None:
    table = a_table(game, seats=(1, 4, 6))
    for first in ([6, 4, 1], [4, 1, 6], [1, 6, 4], [6, 4, 1]):
        finish_shoe(table)
        says, told = shuffled(table)
        assert [ask.seat for ask in says.asked] == first
        assert announced(told, "corta-el-croupier") == [{"at": 208}]


@pytest.mark.clause("CAT-III.2.5-05")
def test_the_cut_is_not_offered_to_whoever_holds_the_shoe() -> None:
    table = a_table(seats=(1, 4, 6))
    finish_shoe(table)
    assert kept(table).holder == 1
    says, _ = shuffled(table)
    assert [ask.seat for ask in says.asked] == [6, 4]


@pytest.mark.clause("CAT-III.2.5-07")
@every_game
@pytest.mark.parametrize(("at", "good"), [(51, False), (52, True), (364, True), (365, False)])
def test_a_cut_leaves_at_least_52_cards_at_one_end(game: str, at: int, good: bool) -> None:
    table = a_table(game)
    finish_shoe(table)
    says, told = shuffled(table, {4: [f"cortar:{at}"]})
    cutting = [event.move for event in of_kind(told, "chosen")]
    assert (cutting[0] == f"cortar:{at}") is good
    assert says.asked[0].seat == 4
    assert ("corta-el-croupier" in said(told)) is not good


@pytest.mark.clause("CAT-III.2.5-07", "CAT-III.2.5-08")
@every_game
def test_the_stop_card_stands_before_the_last_seven_cards_and_no_card_is_burned(
    game: str,
) -> None:
    table = a_table(game)
    finish_shoe(table)
    _, told = shuffled(table)
    assert announced(told, "carta-de-corte-puesta") == [{"behind": 7}]
    assert "se-queman" not in said(told)
    for shoe in (kept(table).shoe, kept(a_table(game)).shoe):
        assert (shoe.behind, shoe.hidden, shoe.cards_left) == (7, 0, 416)


# The last round of a shoe


@pytest.mark.clause("CAT-III.2.5-66", "CAT-III.2.5-09")
@every_game
@pytest.mark.parametrize("before", [1, 3, 5])
def test_a_stop_card_that_comes_out_during_a_round_makes_it_the_last(
    game: str, before: int
) -> None:
    table = a_table(game)
    cut_after(table, before)
    told = said(play(table, SIX).events)
    assert "ultimo-pase" in told and "ultimo-pase-por-comenzar" not in told
    assert refused(table.begin).code == "cards-must-be-shuffled"


@pytest.mark.clause("CAT-III.2.5-66")
@every_game
def test_a_stop_card_that_shows_after_a_complete_round_leaves_one_last_round(game: str) -> None:
    table = a_table(game)
    cut_after(table, 6)
    told = said(play(table, SIX).events)
    assert told[-1] == "ultimo-pase-por-comenzar" and "ultimo-pase" not in told
    last = said(play(table, SIX).events)
    assert not {"ultimo-pase", "ultimo-pase-por-comenzar"} & set(last)
    assert refused(table.begin).code == "cards-must-be-shuffled"


@pytest.mark.clause("CAT-III.2.5-08", "CAT-III.2.5-66")
def test_the_seven_cards_behind_are_enough_for_the_longest_round() -> None:
    table = a_table()
    rules: Any = table.rules
    coup = Coup(rules, kept(table).shoe)
    assert rules.behind_min > 2 * 3
    assert coup.dealer.shoe().behind == rules.behind_min


# The last shoe and the last hands


@pytest.mark.clause("CAT-III.2.5-70")
@every_game
def test_the_last_shoe_is_announced_before_it_starts_and_no_other_follows(game: str) -> None:
    table = a_table(game)
    play(table, BANCA_WINS)
    assert refused(table.act, "ultimo-sabot").code == "shoe-in-course"
    finish_shoe(table)
    assert said(table.act("ultimo-sabot")) == ["ultimo-sabot"]
    shuffled(table)
    finish_shoe(table)
    refusal = refused(table.begin)
    assert (refusal.code, refusal.clause) == ("last-shoe-over", "CAT-III.2.5-70")


@pytest.mark.clause("CAT-III.2.5-70")
def test_the_first_shoe_may_be_the_last() -> None:
    table = a_table()
    table.act("ultimo-sabot")
    finish_shoe(table)
    assert refused(table.begin).code == "last-shoe-over"


@pytest.mark.clause("CAT-III.2.5-71")
@every_game
def test_the_last_three_two_and_one_hands_are_announced(game: str) -> None:
    table = a_table(game)
    table.announce_last()
    left = [announced(play(table, BANCA_WINS).events, "ultimas-manos") for _ in range(3)]
    assert left == [[{"left": 3}], [{"left": 2}], [{"left": 1}]]
    assert not table.open


@pytest.mark.clause("CAT-III.2.5-54")
@every_game
def test_a_round_in_dispute_is_played_again_from_its_acta_with_the_very_same_cards(
    game: str,
) -> None:
    table = a_table(game)
    record: Record = play(table, SIX, BOTH)
    id = table.disputes.open(1, 1, "la tercera carta")
    table.disputes.decide(id, "como se pagó")
    live = table.disputes.review(id, record)
    assert live.events == list(record.events)
    assert record_of(record.header, replay(record, find)).text() == record.text()
