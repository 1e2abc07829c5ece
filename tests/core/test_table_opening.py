"""A table opens with its staff, plays, announces its last throws and closes."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

import msgspec
import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.act import Act
from tapete.core.round.ask import Round
from tapete.core.round.event import Announced, BetPlaced, ResultShown
from tapete.core.round.game import Game, Setup, TableState
from tapete.core.table.table import Table
from tapete.games.roulette.ball import BallThrown
from tapete.games.roulette.french import RULETA_FRANCESA
from tests.core.tables import STAFF, a_table, changed, play, refused, rojo, said


@pytest.mark.clause("CAT-II.1.3.2-01")
@pytest.mark.parametrize(
    ("staff", "code"),
    [
        (("croupier", "jefe-de-mesa"), "croupiers-missing"),
        (("croupier", "croupier"), "jefe-de-mesa-missing"),
        ((), "croupiers-missing"),
    ],
)
def test_a_table_needs_its_croupiers_and_a_jefe_de_mesa(staff: tuple[str, ...], code: str) -> None:
    table = Table(RULETA_FRANCESA)
    refusal = refused(table.open_play, staff)
    assert (refusal.code, refusal.clause) == (code, "CAT-II.1.3.2-01")
    assert not table.open
    table.open_play(STAFF)
    assert table.open


@pytest.mark.clause("CAT-I.3.2-10")
def test_the_jefe_de_mesa_directs_the_game_and_opens_and_closes_it() -> None:
    table = Table(RULETA_FRANCESA)
    for role in ("croupier", "jugador", "cajero"):
        refusal = refused(table.open_play, STAFF, by=role)
        assert (refusal.code, refusal.clause) == ("not-your-role", "CAT-I.3.2-10")
        assert not table.open
    table.open_play(STAFF, by="jefe-de-mesa")
    refused(table.open_play, [*STAFF, "croupier"], by="jugador")
    assert table.staff == Counter(STAFF)  # whoever was on duty still is
    assert refused(table.suspend, "corte-de-luz", by="croupier").clause == "CAT-I.3.2-10"
    assert said(table.log) == ["mesa-abierta"]


@pytest.mark.clause("CAT-I.3.2-09")
def test_the_croupier_does_what_else_the_game_assigns_to_him_and_nothing_more() -> None:
    class TurnTheWheel(Act[Any, Any], frozen=True, kw_only=True, tag="girar"):
        way: str

        def carry_out(self, setup: Setup[Any, Any], state: Any) -> Round[Any]:
            yield Announced(what="cilindro", facts={"way": self.way}, clause="CAT-II.1.4-26")
            return msgspec.structs.replace(state, wheel=self.way)

    table = a_table(changed(acts=(TurnTheWheel,)))
    for role in ("jugador", "cajero"):
        refusal = refused(table.act, "girar", way="izquierda", by=role)
        assert (refusal.code, refusal.clause) == ("not-your-role", "CAT-I.3.2-09")
    table.act("girar", way="izquierda", by="croupier")
    assert said(table.log) == ["mesa-abierta", "cilindro"]
    thrown = next(e for e in play(table).events if isinstance(e, BallThrown))
    assert thrown.wheel == "izquierda"
    refusal = refused(table.act, "cortar-las-cartas")
    assert (refusal.code, refusal.clause) == ("no-such-act", "CAT-I.3.2-09")


def test_where_one_person_may_be_both_the_tallador_directs_the_table() -> None:
    craps = changed(
        values={"chief_separate": False, "staff": {"tallador": (1, 1), "pagador": (1, 2)}},
        clauses={"staff": "CAT-IV.1.4.2-01", "chief_separate": "CAT-IV.1.4.2-09"},
    )
    table = Table(craps)
    refusal = refused(table.open_play, ["tallador", "pagador", "pagador", "pagador"])
    assert (refusal.code, refusal.clause) == ("staff-missing", "CAT-IV.1.4.2-01")
    assert refused(table.open_play, ["pagador", "pagador"]).code == "staff-missing"
    assert refused(table.open_play, ["tallador", "pagador"], by="pagador").code == "not-your-role"
    table.open_play(["tallador", "pagador"], by="tallador")
    table.suspend("pausa", by="tallador")
    assert refused(table.resume, by="pagador").code == "not-your-role"

    separate = Table(changed(values={"staff": {"tallador": (1, 1)}}, clauses={"staff": "x"}))
    assert refused(separate.open_play, ["tallador", "pagador"]).code == "jefe-de-mesa-missing"


@pytest.mark.clause("CAT-I.1-13")
def test_a_round_starts_with_the_placing_of_the_bet_and_ends_with_the_result() -> None:
    table = a_table()
    record = play(table, rojo(), result="3")
    kinds = [type(event) for event in record.events]
    assert kinds.index(BetPlaced) < kinds.index(ResultShown)
    live = table.begin()
    assert refused(table.begin).clause == "CAT-I.1-13"
    assert refused(table.act, "cambio", seat=3).code == "round-in-course"
    assert refused(table.announce_last).code == "round-in-course"
    assert refused(table.open_play, STAFF).code == "round-in-course"
    live.run(lambda ask: ask.some(lambda n: 0))
    assert live.ended
    table.finish()
    assert table.rounds == 2
    assert refused(table.finish).code == "no-round"


@pytest.mark.clause("CAT-I.3.2-07")
def test_the_croupier_announces_the_start_the_end_of_betting_and_the_result() -> None:
    events = play(a_table(), rojo(), result="3").events
    start = next(i for i, e in enumerate(events) if e == announced("hagan-juego", e.clause))
    bet = next(i for i, e in enumerate(events) if isinstance(e, BetPlaced))
    close = next(i for i, e in enumerate(events) if e == announced("no-mas-apuestas", e.clause))
    result = next(i for i, e in enumerate(events) if isinstance(e, ResultShown))
    assert start < bet < close < result
    shown = events[result]
    assert isinstance(shown, ResultShown) and shown.result == "3"
    table = a_table()
    assert refused(table.begin, by="jugador").clause == "CAT-I.3.2-07"


def announced(what: str, clause: str) -> Announced:
    return Announced(what=what, clause=clause)


@pytest.mark.clause("CAT-I.3.2-12")
def test_the_fewest_and_the_most_players_are_what_the_game_fixes() -> None:
    clauses = {"players_min": "CAT-II.2.5-01", "players_max": "CAT-II.1.3.2-09"}
    game = changed(values={"players_min": 2, "players_max": 3}, clauses=clauses)
    table = a_table(game, seats=())
    table.sit(1, "ana")
    table.sit(2, "ana")  # two places, one player
    refusal = refused(table.begin)
    assert (refusal.code, refusal.clause) == ("players-missing", "CAT-II.2.5-01")
    assert refusal.facts == {"present": 1, "needed": 2}
    table.sit(3, "benito")
    refusal = refused(table.sit, 4, "carla")
    assert (refusal.code, refusal.clause) == ("table-full", "CAT-II.1.3.2-09")
    play(table)


def test_no_round_is_played_at_a_table_that_is_not_open() -> None:
    table = Table(RULETA_FRANCESA)
    assert refused(table.begin).code == "table-closed"


@pytest.mark.clause("CAT-II.1.4-35")
def test_the_last_three_throws_are_announced_and_then_the_table_closes() -> None:
    table = a_table()
    play(table)
    table.announce_last()
    table.announce_last()  # said once
    last = table.log[-1]
    assert isinstance(last, Announced)
    assert (last.what, last.facts, last.clause) == ("ultimas-tiradas", {"left": 3}, "CAT-II.1.4-35")
    assert [play(table).header.last_rounds_left for _ in range(3)] == [3, 2, 1]
    assert said(table.log) == ["mesa-abierta", "ultimas-tiradas", "mesa-cerrada"]
    assert refused(table.begin).code == "table-closed"
    assert refused(table.resume).code == "not-suspended"
    table.open_play(STAFF)
    assert play(table).header.last_rounds_left is None


def test_a_table_closed_for_a_time_opens_again_and_its_last_throws_still_count() -> None:
    table = a_table()
    table.announce_last()
    play(table)
    table.suspend("cilindro-descompuesto")
    assert refused(table.begin).code == "table-closed"
    assert refused(table.suspend, "otra-vez").code == "table-closed"
    table.resume()
    play(table)
    play(table)
    assert not table.open


def test_closing_in_the_middle_of_a_round_voids_it_and_gives_the_chips_back() -> None:
    table = a_table(seats=())
    table.sit(3, "ana", chips=5000)
    table.begin()
    table.bet(rojo(3, 2000))
    table.close_bets()
    assert table.available(3) == 3000
    record = table.suspend("disco-roto")
    assert record is not None and record.result is None
    assert table.available(3) == 5000
    table.resume()
    assert play(table, rojo()).header.number == 2


def test_the_game_says_when_a_round_may_begin_and_when_the_table_may_close() -> None:
    allowed, decided = [False], [False]

    def ready(setup: Setup[Any, Any], state: TableState) -> None:
        if not allowed[0]:
            raise Refused("CAT-IV.1.5-01", "no-shooter")

    def ended(setup: Setup[Any, Any], state: TableState) -> bool:
        return setup.last_rounds_left == 0 and decided[0]

    table = a_table(changed(ready=ready, ended=ended))
    assert refused(table.begin).code == "no-shooter"
    assert table.live is None and table.rounds == 0
    allowed[0] = True
    table.announce_last()
    for _ in range(5):
        play(table)
    assert table.open and table.last_rounds_left == 0
    decided[0] = True
    play(table)
    assert not table.open


def test_a_game_is_always_ready_and_closes_with_its_last_throw_unless_it_says_otherwise() -> None:
    plain: Game[Any, Any] = Game(
        **{
            field.name: getattr(RULETA_FRANCESA, field.name)
            for field in dataclasses.fields(RULETA_FRANCESA)
            if field.name not in ("ready", "ended")
        }
    )
    table = a_table(plain)
    plain.ready(table.setup(), TableState())
    for left, ends in ((None, False), (1, False), (0, True)):
        table.last_rounds_left = left
        assert plain.ended(table.setup(), TableState()) is ends
