"""Midi and Mini: covered cards, and who turns them."""

from __future__ import annotations

import pytest

from tests.games.cards.puntoybanca.rounds import (
    BANCA_WINS,
    MIDI,
    MINI,
    PYB,
    a_table,
    announced,
    asked,
    of_kind,
    play,
)

COVERED = (MIDI, MINI)
BETS = {2: {"punto": 500}, 3: {"banca": 900}, 5: {"punto": 900}, 6: {"banca": 900}}
TURNED = pytest.mark.clause("CAT-III.2.3.3-02", "CAT-III.2.3.4-02", "CAT-III.2.6.3-05")
in_both = pytest.mark.parametrize("game", COVERED)


@pytest.mark.clause("CAT-III.2.5-48")
@in_both
def test_the_first_four_cards_are_dealt_face_down_and_then_turned(game: str) -> None:
    record = play(a_table(game), ["Ac", "3d", "4h", "Kd", "7c", "5s"])
    dealt = [event.card for event in of_kind(record.events, "card-dealt")]
    assert dealt == [None, None, None, None, "7c", "5s"]
    seen = [(e.zone, e.index, e.card) for e in of_kind(record.events, "card-seen")]
    assert seen == [("punto", 0, "Ac"), ("punto", 1, "4h"), ("banca", 0, "3d"), ("banca", 1, "Kd")]
    kinds = [event.kind for event in record.events]
    points = next(n for n, e in enumerate(record.events) if getattr(e, "what", "") == "puntos")
    assert kinds.index("card-seen") < points


@pytest.mark.clause("CAT-III.2.5-47")
def test_in_punto_y_banca_they_are_dealt_face_up_and_nobody_turns_any() -> None:
    record = play(a_table(PYB), BANCA_WINS)
    assert [e.card for e in of_kind(record.events, "card-dealt")] == list(BANCA_WINS)
    assert of_kind(record.events, "card-seen") == []
    assert asked(a_table(PYB), BANCA_WINS) == [(1, "sabot")]


@TURNED
@in_both
def test_the_largest_bettor_of_each_hand_is_asked_first(game: str) -> None:
    table = a_table(game, seats=tuple(BETS))
    order = asked(table, BANCA_WINS, BETS, {5: ["voltear"], 6: ["voltear"]})
    # Of the two largest on banca, the one first on the croupier's left.
    assert order == [(5, "voltear:punto"), (6, "voltear:banca")]


@TURNED
@in_both
def test_a_refusal_passes_clockwise_from_the_croupiers_left(game: str) -> None:
    table = a_table(game, seats=tuple(BETS))
    order = asked(table, BANCA_WINS, BETS, {3: ["voltear"], 2: ["voltear"]})
    assert order[:3] == [(5, "voltear:punto"), (6, "voltear:punto"), (3, "voltear:punto")]
    assert order[3:] == [(6, "voltear:banca"), (5, "voltear:banca"), (3, "voltear:banca"),
                         (2, "voltear:banca")]  # fmt: skip


@TURNED
@in_both
def test_if_nobody_wants_to_the_croupier_turns_them(game: str) -> None:
    record = play(a_table(game, seats=tuple(BETS)), BANCA_WINS, BETS)
    assert announced(record.events, "voltea-el-croupier") == [{"hand": "punto"}, {"hand": "banca"}]


@TURNED
@in_both
def test_whoever_turns_them_no_money_hangs_on_it(game: str) -> None:
    table = a_table(game, seats=tuple(BETS))
    plain = play(table, BANCA_WINS, BETS)
    turned = play(table, BANCA_WINS, BETS, {5: ["voltear"], 6: ["voltear"]})
    paid = [[e for e in r.events if e.postings()] for r in (plain, turned)]
    assert paid[0] == paid[1]
