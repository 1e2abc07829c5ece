"""Places at a table: taken, left, limited, and freed when nobody plays at them."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.round.bets import Noticed
from tapete.core.round.event import Ruled, SeatFreed, SeatTaken
from tapete.core.round.game import Game
from tapete.core.table.table import Table
from tapete.games.registry import GAMES, find
from tests.core.tables import a_table, changed, play, refused, rojo

IDLE = changed(
    values={"idle_rounds_max": 3},
    clauses={"idle_rounds_max": "CAT-II.3.5.2-03", "idle_claim": "CAT-II.3.5.2-04"},
)


def test_a_free_place_is_taken_and_a_taken_one_is_not() -> None:
    table = a_table(seats=())
    table.sit(2, "ana")
    assert refused(table.sit, 2, "benito").code == "seat-taken"
    table.sit(3, "ana")  # a player may hold several places
    table.leave(2)
    table.sit(2, "benito")
    assert table.players == {2: "benito", 3: "ana"}
    moves = [type(event) for event in table.log if isinstance(event, SeatTaken | SeatFreed)]
    assert moves == [SeatTaken, SeatTaken, SeatFreed, SeatTaken]


@pytest.mark.clause("CAT-I.5.1-02")
def test_whatever_is_done_for_a_place_where_nobody_sits_is_refused_by_one_clause() -> None:
    table = a_table()
    table.begin()
    tried: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
        (table.bet, (rojo(9),), {}),
        (table.bet, (Noticed(9, "rojo", 40, "jefe-de-sala"),), {"by": "croupier"}),
        (table.leave, (9,), {}),
        (table.exchange.change, (9, 1000), {}),
        (table.exchange.tip, (9, 1000), {}),
    ]
    for command, args, facts in tried:
        refusal = refused(command, *args, **facts)
        assert (refusal.code, refusal.clause) == ("not-seated", "CAT-I.5.1-02")


@pytest.mark.parametrize("seat", [0, -3, "q", True, 2.0])
def test_a_place_that_is_none_is_not_taken(seat: Any) -> None:
    table = a_table()
    assert refused(table.sit, seat, "ana").code == "no-such-seat"
    assert list(table.players) == [3, 5]


@pytest.mark.parametrize("chips", [-100, 0.5, True, "mil"])
def test_who_brings_what_is_no_amount_of_chips_does_not_sit_down(chips: Any) -> None:
    table = a_table(seats=())
    told = list(table.log)
    refusal = refused(table.sit, 2, "ana", chips=chips)
    assert (refusal.code, refusal.clause) == ("bad-amount", "CAT-I.4.1-01")
    assert not table.players and table.log == told and not table.desk.accounts
    table.sit(2, "ana", chips=100)


@pytest.mark.clause("CAT-I.5.1-02")
def test_the_player_is_present_during_the_whole_play() -> None:
    table = a_table()
    table.begin()
    table.bet(rojo())
    refusal = refused(table.leave, 3)
    assert (refusal.code, refusal.clause) == ("round-in-course", "CAT-I.5.1-02")
    table.close_bets()
    assert refused(table.leave, 3).clause == "CAT-I.5.1-02"
    table.answer("17")
    table.finish()
    table.leave(3)
    assert 3 not in table.players


@pytest.mark.clause("CAT-I.5.5-02")
def test_a_health_protocol_lowers_the_places_for_a_time_without_hindering_the_game() -> None:
    table = a_table(seats=(1, 2, 3))
    assert refused(table.set_capacity, 2, by="jugador").clause == "CAT-I.3.2-10"
    table.set_capacity(2)
    play(table, rojo(1), rojo(2), rojo(3))  # those seated go on
    refusal = refused(table.sit, 4, "diego")
    assert (refusal.code, refusal.clause) == ("table-full", "CAT-I.5.5-02")
    table.leave(1)
    table.leave(2)
    table.sit(4, "diego")
    assert refused(table.sit, 5, "elena").facts == {"maximum": 2}
    table.set_capacity(None)
    table.sit(5, "elena")


@pytest.mark.clause("CAT-II.3.5.2-03")
def test_a_place_is_claimable_from_the_fourth_idle_round_in_a_row_on() -> None:
    table = a_table(IDLE)
    for _ in range(3):
        play(table, rojo(5))
        assert not table.idle.claimable(3)
    refusal = refused(table.idle.complain, 3)
    assert (refusal.code, refusal.clause) == ("seat-not-claimable", "CAT-II.3.5.2-03")
    play(table, rojo(5))
    assert table.idle.claimable(3) and not table.idle.claimable(5)
    play(table, rojo(3))
    assert not table.idle.claimable(3)  # he plays again: the count starts anew


@pytest.mark.clause("CAT-II.3.5.2-04")
@pytest.mark.parametrize("complainer", ["jugador", "croupier"])
def test_on_a_complaint_the_jefe_de_mesa_has_an_idle_player_free_the_place(complainer: str) -> None:
    table = a_table(IDLE)
    for _ in range(4):
        play(table, rojo(5))
    assert refused(table.places.free_seat, 3).code == "no-complaint"
    assert refused(table.idle.complain, 3, by="cajero").clause == "CAT-II.3.5.2-04"
    table.idle.complain(3, by=complainer)
    assert refused(table.places.free_seat, 3, by="croupier").clause == "CAT-II.3.5.2-04"
    table.places.free_seat(3)
    assert list(table.players) == [5]
    ruled = table.log[-1]
    assert isinstance(ruled, Ruled) and ruled.role == "jefe-de-mesa"
    freed = next(event for event in table.log if isinstance(event, SeatFreed))
    assert (freed.seat, freed.why) == (3, "sin-jugar")


def test_a_player_who_bets_again_after_the_complaint_keeps_his_place() -> None:
    table = a_table(IDLE)
    for _ in range(4):
        play(table, rojo(5))
    table.idle.complain(3)
    play(table, rojo(3))
    assert refused(table.places.free_seat, 3).code == "no-complaint"


def test_where_no_idle_rule_is_written_no_place_is_claimable() -> None:
    table = a_table()
    for _ in range(6):
        play(table, rojo(5))
    assert not table.idle.claimable(3)
    assert refused(table.idle.complain, 3).facts["maximum"] is None


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_who_may_claim_and_free_a_place_is_refused_by_the_games_own_idle_rule(
    game: Game[Any, Any],
) -> None:
    table = Table(game, seats=(1,))
    rules = table.rules.clauses
    own = rules.get("idle_claim") or rules.get("idle_rounds_max", "CAT-I.3.2-10")
    assert refused(table.idle.complain, 1, by="cajero").clause == own
    assert refused(table.places.free_seat, 1, by="jugador").clause == own


def test_a_round_one_sat_down_in_the_middle_of_does_not_count_as_idle() -> None:
    table = a_table(IDLE, seats=(5,))
    table.begin()
    table.sit(3, "ana")
    table.close_bets()
    table.answer("17")
    table.finish()
    assert table.idle == {5: 1}


@pytest.mark.clause("CAT-III.4.3.1-01", "CAT-III.3.4.2-06", "CAT-III.1.4.1-01")
@pytest.mark.parametrize(("game", "places"), [("war", 6), ("draw-poker", 6), ("black-jack", 7)])
def test_there_is_no_place_beyond_those_the_cloth_has(game: str, places: int) -> None:
    table = Table(find(game))
    refusal = refused(table.sit, places + 1, "ana")
    assert (refusal.code, refusal.clause) == ("no-such-seat", table.rules.by("players_max"))
    table.sit(places, "ana")
