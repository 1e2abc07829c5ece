"""Who holds the shoe in Punto y Banca, and when it passes."""

from __future__ import annotations

import pytest

from tapete.core.book.roles import JUGADOR
from tapete.core.round.bets import Place, Slip
from tapete.core.table.table import PLENTY, Table
from tests.core.tables import refused
from tests.games.cards.puntoybanca.rounds import (
    BANCA_WINS,
    BOTH,
    MIDI,
    MINI,
    PUNTO_WINS,
    TIE,
    a_table,
    announced,
    asked,
    kept,
    of_kind,
    play,
    said,
)
from tests.games.cards.puntoybanca.test_bets import betting

SEATS = (2, 5, 9)
ALL_BET = {2: {"punto": 1000}, 5: {"banca": 1000}, 9: {"banca": 1000}}


def holder(table: Table) -> int | None:
    return kept(table).holder


@pytest.mark.clause("CAT-III.2.3.1-01", "CAT-III.2.5-18")
def test_a_player_deals_first_the_one_at_the_lowest_occupied_place() -> None:
    table = a_table(seats=SEATS)
    record = play(table, BANCA_WINS, ALL_BET)
    [put] = of_kind(record.events, "marker-put")
    assert (put.marker, put.place, holder(table)) == ("sabot", "seat:2", 2)


@pytest.mark.clause("CAT-III.2.5-18")
def test_who_declines_passes_the_shoe_to_his_right_until_someone_accepts() -> None:
    table = a_table(seats=SEATS)
    order = asked(table, BANCA_WINS, ALL_BET, {2: ["pasar"], 5: ["pasar"]})
    assert order == [(2, "sabot"), (5, "sabot"), (9, "sabot")]
    assert holder(table) == 9


@pytest.mark.clause("CAT-III.2.5-18")
def test_if_all_decline_the_croupier_deals_and_nobody_has_to_bet() -> None:
    table = a_table(seats=SEATS)
    record = play(table, BANCA_WINS, {5: {"banca": 1000}}, {seat: ["pasar"] for seat in SEATS})
    assert "reparte-el-croupier" in said(record.events) and holder(table) is None


@pytest.mark.clause("CAT-III.2.5-19", "CAT-III.2.4.2-04")
def test_the_shoe_passes_to_the_right_when_banca_loses_and_that_is_announced() -> None:
    table = a_table(seats=SEATS)
    told = play(table, PUNTO_WINS, ALL_BET).events
    assert announced(told, "sabot-pasa") == [{"seat": 5}]
    for follows in (9, 2):  # round the table, from the last place to the first
        assert announced(play(table, PUNTO_WINS, ALL_BET).events, "sabot-pasa") == [
            {"seat": follows}
        ]


@pytest.mark.clause("CAT-III.2.5-19")
@pytest.mark.parametrize("cards", [TIE, BANCA_WINS])
def test_a_tie_or_a_win_of_banca_keeps_the_shoe(cards: tuple[str, ...]) -> None:
    table = a_table(seats=SEATS)
    for _ in range(2):
        assert "sabot-pasa" not in said(play(table, cards, ALL_BET).events)
        assert holder(table) == 2


@pytest.mark.clause("CAT-III.2.5-19")
def test_a_dealer_without_chips_lets_the_shoe_pass() -> None:
    table = a_table(seats=SEATS)
    play(table, BANCA_WINS, ALL_BET)
    refusal = refused(table.act, "decline", seat=5)
    assert (refusal.code, refusal.clause) == ("shoe-elsewhere", "CAT-III.2.5-18")
    assert announced(table.act("decline", seat=2), "sabot-pasa") == [{"seat": 5}]
    play(table, BANCA_WINS, {5: {"banca": 1000}})
    assert holder(table) == 5


@pytest.mark.clause("CAT-III.2.5-18", "CAT-III.2.5-19")
def test_the_turn_goes_on_past_a_dealer_who_left() -> None:
    table = a_table(seats=SEATS)
    play(table, BANCA_WINS, ALL_BET)
    table.leave(2)
    play(table, BANCA_WINS, {5: {"banca": 1000}})
    assert holder(table) == 5


@pytest.mark.clause("CAT-III.2.5-20")
def test_a_player_alone_keeps_the_shoe_until_another_joins() -> None:
    table = a_table(seats=(5,))
    for _ in range(2):
        told = said(play(table, PUNTO_WINS, {5: {"banca": 1000}}).events)
        assert "conserva-el-sabot" in told and "sabot-pasa" not in told
        assert holder(table) == 5
    table.sit(3, "another", chips=PLENTY)
    joined = play(table, PUNTO_WINS, {5: {"banca": 1000}})
    assert announced(joined.events, "sabot-pasa") == [{"seat": 3}]


@pytest.mark.clause("CAT-III.2.3.3-01", "CAT-III.2.3.4-01", "CAT-III.2.5-48", "CAT-III.2.4.2-14")
@pytest.mark.parametrize("game", [MIDI, MINI])
def test_in_midi_and_mini_the_croupier_deals_and_always_keeps_the_shoe(game: str) -> None:
    table = a_table(game)
    for cards in (PUNTO_WINS, BANCA_WINS):
        record = play(table, cards)
        assert "sabot-pasa" not in said(record.events)
        assert of_kind(record.events, "marker-put") == [] and holder(table) is None
    assert refused(table.act, "decline", seat=1).code == "croupier-deals"


@pytest.mark.clause("CAT-III.2.5-47", "CAT-III.2.6.2-01", "CAT-III.2.4.2-05")
def test_the_holder_draws_only_when_the_croupier_has_a_card_drawn_and_all_see_it() -> None:
    table = betting(a_table())
    live = table.live
    assert live is not None
    refusal = refused(table.answer, BANCA_WINS[0], by=JUGADOR, seat=1)
    assert refusal.code == "not-your-role"  # bets are still open, and nobody has asked for a card
    bets = [Place(seat, bet, n) for seat, on in BOTH.items() for bet, n in on.items()]
    table.answer(Slip(tuple(bets)))
    assert refused(table.answer, BANCA_WINS[0], by=JUGADOR, seat=1).code == "not-your-role"
    for card in BANCA_WINS:
        told = table.answer(card, by="croupier")
        [dealt] = of_kind(told, "card-dealt")
        assert dealt.card == card and dealt.audience == ()
