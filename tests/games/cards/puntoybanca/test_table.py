"""Places, staff and roles at the tables of the chapter."""

from __future__ import annotations

import pytest

from tapete.core.book.account import account
from tapete.core.book.roles import CROUPIER, JEFE, JUGADOR
from tapete.core.table.table import PLENTY, Table
from tapete.games.registry import find
from tests.core.tables import refused
from tests.games.cards.puntoybanca.rounds import (
    ALL,
    BANCA_WINS,
    MIDI,
    MINI,
    PYB,
    a_table,
    of_kind,
    play,
    said,
)
from tests.games.cards.puntoybanca.test_bets import betting

every_game = pytest.mark.parametrize("game", ALL)


@pytest.mark.clause(
    "CAT-III.2.4.1-01",
    "CAT-III.2.4.2-15",
    "CAT-III.2.3.1-01",
    "CAT-III.2.3.3-01",
    "CAT-III.2.3.4-01",
)
@pytest.mark.parametrize(
    ("game", "places", "changes"),
    [(PYB, 14, {}), (PYB, 9, {"players_max": "9"}), (MIDI, 9, {}), (MINI, 7, {})],
)
def test_a_table_has_fourteen_nine_or_seven_places_and_nobody_else_plays(
    game: str, places: int, changes: dict[str, str]
) -> None:
    table = a_table(game, seats=range(1, places + 1), changes=changes)
    refusal = refused(table.sit, places + 1, "one more")
    assert (refusal.code, refusal.clause) == ("table-full", "CAT-III.2.4.2-15")


@pytest.mark.clause("CAT-III.2.4.2-15")
@pytest.mark.parametrize(("game", "places"), [(PYB, 10), (MIDI, 7), (MINI, 9)])
def test_no_other_size_of_table_is_allowed(game: str, places: int) -> None:
    with pytest.raises(ValueError, match="places, not"):
        find(game).rules_of(changes={"players_max": str(places)})


@pytest.mark.clause("CAT-III.2.5-01")
@every_game
def test_one_player_is_enough_and_none_is_not(game: str) -> None:
    assert play(a_table(game, seats=(3,)), BANCA_WINS, {3: {"banca": 1000}})
    refusal = refused(a_table(game, seats=()).begin)
    assert (refusal.code, refusal.clause) == ("players-missing", "CAT-III.2.5-01")


@pytest.mark.clause("CAT-III.2.4.2-01", "CAT-III.2.4.2-02", "CAT-III.2.4.2-09")
@pytest.mark.parametrize(
    ("game", "changes", "croupiers"),
    [(PYB, {}, 2), (PYB, {"players_max": "9"}, 1), (MIDI, {}, 1), (MINI, {}, 1)],
)
def test_a_table_of_fourteen_needs_two_croupiers_the_others_one_always_under_a_chief(
    game: str, changes: dict[str, str], croupiers: int
) -> None:
    table = Table(find(game), changes=changes, seats=(1,))
    refusal = refused(table.open_play, [CROUPIER] * (croupiers - 1) + [JEFE])
    assert (refusal.code, refusal.clause) == ("croupiers-missing", "CAT-III.2.4.2-01")
    assert refused(table.open_play, [CROUPIER] * croupiers).code == "jefe-de-mesa-missing"
    table.open_play([CROUPIER] * croupiers + [JEFE])
    table.open_play([CROUPIER] * (croupiers + 1) + [JEFE])  # a second support croupier


@pytest.mark.clause("CAT-III.2.4.2-08", "CAT-III.2.4.2-09", "CAT-III.2.4.2-12")
@every_game
def test_croupiers_collect_tips_and_change_money_and_nobody_else_does(game: str) -> None:
    table = a_table(game)
    table.exchange.change(1, 5000)
    table.exchange.tip(1, 500)
    assert (table.desk.accounts[account("tips")], table.desk.accounts[account("seat:1")]) == (
        500,
        PLENTY + 4500,
    )
    for by in (JUGADOR, JEFE):
        assert refused(table.exchange.tip, 1, 500, by=by).code == "not-your-role"
        assert refused(table.exchange.change, 1, 500, by=by).code == "not-your-role"


@pytest.mark.clause("CAT-III.2.4.2-03", "CAT-III.2.4.2-12", "CAT-III.2.4.2-13", "CAT-III.2.4.2-14")
@every_game
def test_the_croupier_announces_start_close_points_and_winner_and_runs_the_deal(
    game: str,
) -> None:
    record = play(a_table(game), BANCA_WINS)
    told = said(record.events)
    order = [told.index(what) for what in ("hagan-juego", "no-mas-apuestas", "puntos", "natural")]
    assert order == sorted(order)
    assert len(of_kind(record.events, "result-shown")) == 1
    table = betting(a_table(game))
    assert refused(table.close_bets, by=JUGADOR).code == "not-your-role"
    assert refused(table.begin, by=JUGADOR).code == "not-your-role"


@pytest.mark.clause("CAT-III.2.6.3-03")
@every_game
def test_who_sits_out_more_than_three_rounds_in_a_row_has_to_free_the_place(game: str) -> None:
    table = a_table(game)
    for _ in range(3):
        play(table, BANCA_WINS, {1: {"banca": 1000}})
    assert refused(table.idle.complain, 4).code == "seat-not-claimable"
    play(table, BANCA_WINS, {1: {"banca": 1000}})
    table.idle.complain(4)
    table.places.free_seat(4)
    assert set(table.players) == {1}


@pytest.mark.clause("CAT-III.2.6.3-04", "CAT-III.2.6.3-05", "CAT-III.2.6.2-01")
@pytest.mark.parametrize("breach", ["CAT-III.2.6.3-04", "CAT-III.2.6.3-05", "CAT-III.2.6.2-01"])
def test_a_player_who_deals_slowly_or_touches_the_cards_is_warned_then_kept_out(
    breach: str,
) -> None:
    table = a_table()
    assert refused(table.places.exclude, "seat-4", breach).code == "caution-first"
    table.conduct.caution("seat-4", breach)
    table.places.exclude("seat-4", breach)
    play(table, BANCA_WINS, {1: {"banca": 1000}})
    assert set(table.players) == {1}
