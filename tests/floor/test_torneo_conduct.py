"""Conduct at a tournament: the table of penalties, who imposes them, what becomes of the player,
and the director's word (COL-2, COL-9)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.kernel.unit import Surroundings
from tapete.floor.storage.store import Store
from tapete.floor.units import build
from tapete.floor.units.torneo.kind import table_of
from tapete.floor.units.torneo.tables import dealing
from tapete.floor.units.torneo.view import STAFF
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.reglamento import proposed, reglamento, step_of
from tests.floor.test_torneo import DIRECTOR, PEOPLE, SPEC, Evening

SUPERVISOR = "jefe-de-mesa"

PENALISED = {
    "esquivar-ciegas": ("COL-7.3-05", "COL-7.3-09", "COL-7.3-19"),
    "ocultar-fichas": ("COL-7.4-10",),
    "botar-antes-de-turno": ("COL-7.5.1-24", "COL-7.5.2-23"),
    "ocultar-cartas": ("COL-7.5.1-26",),
    "baraja-defectuosa": ("COL-7.5.1-31",),
    "actuar-fuera-de-turno": ("COL-7.5.2-13", "COL-9.1-17", "COL-9.1-16"),
    "dejar-la-mesa": ("COL-7.5.2-22", "COL-9.1-18", "COL-7.5.2-21"),
    "hablar-de-mas": ("COL-7.5.4-03",),
    "un-jugador-por-mano": ("COL-7.5.4-05", "COL-9.1-01", "COL-9.1-02"),
    "hablar-con-espectadores": ("COL-9.1-20", "COL-9.1-21"),
    "no-mostrar": ("COL-7.5.5-05",),
    "voltear-cartas-ajenas": ("COL-7.5.5-06",),
    "anunciar-mal": ("COL-7.5.5-09", "COL-7.5.5-30"),
    "botar-con-all-in": ("COL-7.5.5-14",),
    "cartas-fuera-de-la-mesa": ("COL-8-01", "COL-9.3-10"),
    "exponer-cartas": ("COL-8-03", "COL-8-17"),
    "mostrar-a-un-retirado": ("COL-8-05",),
    "no-cooperar-con-la-transmision": ("COL-9.1-03",),
    "juego-suave": ("COL-9.1-04", "COL-9.3-09", "COL-9.1-14", "COL-7.5.4-01"),
    "etiqueta": ("COL-9.1-05",),
    "celebracion": ("COL-9.1-06",),
    "lenguaje": ("COL-9.1-07",),
    "higiene": ("COL-9.1-09",),
    "conducta-agresiva": ("COL-9.1-11",),
    "protocolo": ("COL-9.1-12", "COL-9.1-37"),
    "acuerdo-de-juego": ("COL-9.1-15", "COL-9.1-26"),
    "accion-indebida": ("COL-9.1-23",),
    "conducta-sancionable": ("COL-9.3-01", "COL-9.3-04"),
    "dispositivos": ("COL-9.4-08", "COL-9.4-02"),
    "dispositivos-prohibidos": ("COL-9.4-06", "COL-9.4-09", "COL-9.4-07"),
    "otra": ("COL-9.1-10", "COL-9.3-07"),
}
"""Faults that begin with a warning, hands or rounds, and the clauses against each."""
SENT_OUT = {
    "sacar-fichas": ("COL-7.4-12",),
    "ebriedad-armas-desorden": ("COL-9.1-32", "COL-9.1-34", "COL-9.1-33"),
    "documento-falso": ("COL-7.2-09",),
    "inasistencia": ("COL-3.1-15",),
}
"""Faults for which the table proposes the end of the tournament at once."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    found = Store(f"sqlite:///{tmp_path_factory.mktemp('torneo') / 'casino.db'}")
    found.create()
    yield found
    found.close()


@pytest.fixture(scope="module")
def seated(store: Store) -> Evening:
    """Twelve players at two tables of six; each test leaves the field as large as it was."""
    evening = Evening(store)
    evening.seated()
    return evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Store(f"sqlite:///{tmp_path / 'casino.db'}")
    found.create()
    evening = Evening(found)
    evening.seated()
    yield evening
    found.close()


def refused(evening: Evening, command: Any, role: str = DIRECTOR) -> tuple[str, str]:
    before = evening.now
    with pytest.raises(Refused) as refusal:
        evening.do(command, role)
    assert evening.now is before
    return refusal.value.clause, refusal.value.code


@pytest.mark.clause(
    "COL-7.3-05", "COL-7.3-09", "COL-7.3-19", "COL-7.5.1-24", "COL-7.5.2-13", "COL-7.5.2-21",
    "COL-7.5.2-22", "COL-7.5.2-23", "COL-7.5.4-01", "COL-7.5.4-03", "COL-7.5.4-05",
    "COL-7.5.5-09", "COL-7.5.5-14", "COL-7.5.5-30", "COL-8-01", "COL-8-05", "COL-9.1-01",
    "COL-9.1-02", "COL-9.1-03", "COL-9.1-04", "COL-9.1-05", "COL-9.1-06", "COL-9.1-07",
    "COL-9.1-09", "COL-9.1-10", "COL-9.1-11", "COL-9.1-12", "COL-9.1-14", "COL-9.1-15",
    "COL-9.1-16", "COL-9.1-17", "COL-9.1-18", "COL-9.1-20", "COL-9.1-23", "COL-9.1-26",
    "COL-9.3-01", "COL-9.3-04", "COL-9.3-07", "COL-9.3-09", "COL-9.3-10", "COL-9.4-02",
    "COL-9.4-06", "COL-9.4-07", "COL-9.4-09",
)  # fmt: skip
@pytest.mark.parametrize("fault", PENALISED)
def test_staff_penalise_each_fault_of_the_table_by_its_clause(seated: Evening, fault: str) -> None:
    """Whoever runs the tables sees the row and imposes what it proposes; it stands in the log
    under the clause, counts against the player, and nobody else may do it."""
    row = reglamento().fault(fault)
    assert row is not None and row.clausulas == PENALISED[fault]
    shown = {one.fault: one for one in seated.chain.unit.view(STAFF).penalties}
    assert (shown[fault].clauses, shown[fault].steps) == (row.clausulas, row.pasos)
    assert seated.chain.unit.view("public").penalties == ()
    player = PEOPLE[len(fault) % len(PEOPLE)]
    for clause in row.clausulas:
        before = seated.now.players[player]
        step = proposed(row, before.faults.get(fault, 0))
        sends = do.Penalise(player=player, fault=fault, clause=clause, proposed=True)
        for role in ("jugador", "croupier", "cajero"):
            assert refused(seated, sends, role)[1] == "not-your-role"
        if step.end:  # the next step of the ladder would end his tournament: the director's
            assert refused(seated, sends, SUPERVISOR) == ("COL-2-03", "director-expels")
            sends = do.Penalise(player=player, fault=fault, clause=clause, rounds=1)
            step = step_of("1 ronda")
        [event] = seated.do(sends, SUPERVISOR).events
        assert isinstance(event, told.Penalised)
        hands = step.hands + step.rounds * 6
        assert (event.player, event.fault, event.clause, event.hands) == (
            player, fault, clause, hands,
        )  # fmt: skip
        after = seated.now.players[player]
        assert after.faults[fault] == before.faults.get(fault, 0) + 1
        assert after.sits_out == before.sits_out + hands
        assert after.warnings == before.warnings + (not hands)


@pytest.mark.clause("COL-7.4-12", "COL-9.1-32", "COL-9.1-33", "COL-9.1-34", "COL-7.2-09",
                    "COL-3.1-15", "COL-9.3-22", "COL-9.3-04")  # fmt: skip
def test_what_ends_a_players_tournament_is_the_directors_and_he_leaves_at_once(
    evening: Evening,
) -> None:
    for n, (fault, clauses) in enumerate(SENT_OUT.items()):
        player = PEOPLE[n]
        sends = do.Penalise(player=player, fault=fault, proposed=True)
        assert refused(evening, sends, SUPERVISOR) == ("COL-2-03", "director-expels")
        out = do.Expel(player=player, reason="visto en cámara", fault=fault, disqualified=n != 1)
        assert refused(evening, out, SUPERVISOR)[1] == "not-your-role"
        chips = sum(evening.now.book.stacks.values())
        evening.do(out)
        acta = evening.now.actas[-1]
        assert set(clauses) < set(acta.clauses) and acta.facts == player
        assert evening.now.players[player].standing == (
            "descalificado" if out.disqualified else "eliminado-por-sancion"
        )
        assert evening.now.place_of(player) is None  # his seat is free: he has left
        assert sum(evening.now.book.stacks.values()) == chips - 20_000
        said = [one for one in evening.now.notices if one.player == player]
        left = "abandonar de inmediato el área" in said[-1].text if said else False
        assert left == out.disqualified
    unknown = do.Expel(player=PEOPLE[5], reason="x", fault="no-existe")
    assert refused(evening, unknown) == ("COL-9.1-23", "not-in-the-table")
    proposed = do.Penalise(player=PEOPLE[5], fault="no-existe", proposed=True)
    assert refused(evening, proposed) == ("COL-9.1-23", "not-in-the-table")


@pytest.mark.clause("COL-9.3-08", "COL-9.3-11", "COL-9.3-12", "COL-9.3-13", "COL-9.3-15",
                    "COL-9.1-35", "COL-9.1-37", "COL-9.1-21", "COL-9.4-08", "COL-8-03")  # fmt: skip
def test_penalties_go_from_a_warning_to_every_date_and_in_no_order(evening: Evening) -> None:
    one, other, third = PEOPLE[:3]
    talk = do.Penalise(player=one, fault="hablar-con-espectadores", proposed=True)
    for hands in (0, 6, 12, 12):  # a word first, then a round of six, then two, and no more
        [event] = evening.do(talk, SUPERVISOR).events
        assert isinstance(event, told.Penalised) and event.hands == hands
    device = do.Penalise(player=other, fault="dispositivos", proposed=True)
    assert [evening.do(device, SUPERVISOR).events[0].hands for _ in range(2)] == [0, 1]
    shown = do.Penalise(player=other, fault="exponer-cartas", clause="COL-8-03", proposed=True)
    [event] = evening.do(shown, SUPERVISOR).events
    assert (event.hands, event.clause) == (0, "COL-8-03")  # a warning
    # Any step at once, whatever came before: four rounds, a number of hands, and out.
    assert evening.do(
        do.Penalise(player=third, fault="etiqueta", rounds=4), SUPERVISOR
    ).events[0].hands == 24  # fmt: skip
    too_many = do.Penalise(player=third, fault="etiqueta", rounds=5)
    assert refused(evening, too_many) == ("COL-9.1-35", "too-many-rounds")
    evening.do(do.Penalise(player=third, fault="escupió", clause="COL-9.1-10", hands=2), SUPERVISOR)
    assert evening.now.players[third].sits_out == 26  # the hand it falls in does not count
    unfounded = do.Penalise(player=third, fault="escupió", hands=1)
    assert refused(evening, unfounded) == ("COL-9.1-42", "no-such-clause")
    evening.do(do.Expel(player=third, reason="amenazas", disqualified=True, all_dates=True))
    assert evening.now.barred == {third: None}


@pytest.mark.clause("COL-9.1-36", "COL-9.1-38", "COL-9.3-14", "COL-9.3-16", "COL-9.3-17",
                    "COL-7.5.1-38")  # fmt: skip
def test_who_is_suspended_is_dealt_in_and_killed_at_whatever_table_and_told_when_it_is_over(
    evening: Evening,
) -> None:
    player = next(iter(evening.now.tables[1].seats.values()))
    evening.do(do.Penalise(player=player, fault="demora", clause="COL-9.1-12", hands=3), SUPERVISOR)
    [told_him] = [one for one in evening.now.notices if one.player == player]
    assert told_him.text == "{player} queda fuera 3 manos y permanece fuera del área del torneo."

    def away(table: int) -> tuple[int, ...]:
        """The seats dealt in, posted for and killed in the next hand of a table."""
        spec = replace(SPEC, jugado=True, group=SPEC.id)
        mesa = build(table_of(spec, evening.now.rules, table), Surroundings(plan=plan()))
        return dealing(evening.now, table, mesa).away or ()

    place = evening.now.place_of(player)
    assert away(1) == (place[1],)
    evening.do(do.DealHand(table=1, positions=(3, 2, 1)), "croupier")
    evening.do(do.HandOver(table=1), "croupier")
    free = next(seat for seat in range(1, 10) if seat not in evening.now.tables[2].seats)
    evening.do(do.MovePlayer(player=player, to=f"2-{free}", reason="necesidad especial"))
    assert evening.now.players[player].sits_out == 2 and away(2) == (free,)
    for left in (1, 0):
        evening.do(do.DealHand(table=2, positions=(3, 2, 1)), "croupier")
        assert evening.now.players[player].sits_out == left
        evening.do(do.HandOver(table=2), "croupier")
    assert away(2) == ()
    back = evening.now.notices[-1]
    assert (back.channel, back.player) == ("personal", player)
    assert back.text == "{player} puede volver a su asiento después de esta mano."


@pytest.mark.clause("COL-9.1-41", "COL-9.3-02", "COL-9.3-03", "COL-9.3-05", "COL-9.1-42")
def test_whoever_is_disqualified_may_be_barred_from_two_dates_or_more(evening: Evening) -> None:
    bad, worse = PEOPLE[0], PEOPLE[1]
    short = do.Expel(player=bad, reason="trampa", disqualified=True, dates=1)
    assert refused(evening, short) == ("COL-9.3-02", "dates-of-suspension")
    only_out = do.Expel(player=bad, reason="trampa", dates=2)
    assert refused(evening, only_out) == ("COL-9.3-02", "dates-of-suspension")
    evening.do(do.Expel(player=bad, reason="trampa", disqualified=True, dates=2))
    evening.do(do.Expel(player=worse, reason="insiste", disqualified=True, all_dates=True))
    evening.do(do.CloseRegistration())
    for number in (2, 3, 4):
        while evening.now.stage == "en-juego":
            loser, winner, *_ = next(
                table.seats.values() for table in evening.now.tables.values()
                if len(table.seats) > 1
            )  # fmt: skip
            evening.do(do.Eliminate(player=loser, winner=winner), "croupier")
            if any(one.what == "redraw" for one in evening.chain.unit.view(STAFF).proposals):
                evening.do(do.Redraw())
        if evening.now.due():
            evening.do(do.Pay(), "cajero")
        evening.do(do.HoldAgain())
        evening.do(do.OpenRegistration())
        assert evening.now.number == number
        enters = do.Enter(player=bad)
        if number < 4:
            assert refused(evening, enters, "cajero") == ("COL-9.1-41", "suspended-from-dates")
        else:
            evening.do(enters, "cajero")
        never = do.Enter(player=worse)
        assert refused(evening, never, "cajero") == ("COL-9.1-41", "suspended-from-dates")
        if number < 4:
            evening.do(do.Cancel(why="fuerza mayor"))


@pytest.mark.clause("COL-2-01", "COL-2-02", "COL-2-07", "COL-2-08", "CAT-VII.2.3.1-01",
                    "CAT-VII.2.3.1-02")  # fmt: skip
def test_director_or_substitute_direct_supervisors_rule_and_croupiers_run_their_table(
    evening: Evening,
) -> None:
    """Every command of the director is refused to supervisors and croupiers; both of those who may
    direct stand by their own name in what they decide."""
    phases = (
        do.Notify(day=evening.now.notified), do.OpenRegistration(), do.OpenDoors(), do.Start(),
        do.CloseRegistration(), do.Redraw(), do.BreakTable(), do.Reorder(order=(2, 1)),
        do.EndDay(stacks={}), do.NextDay(), do.HandForHand(), do.SwitchLevelling(on=False),
        do.MakeDeal(way="B", signed=()), do.Cancel(why="x"), do.HoldAgain(),
        do.Expel(player=PEOPLE[0], reason="x"),
    )  # fmt: skip
    for command in phases:
        for role in (SUPERVISOR, "croupier", "cajero", "jugador"):
            assert refused(evening, command, role) == ("COL-2-03", "not-your-role")
    for person in ("directora", "subrogante"):
        evening.do(do.Rule(facts="f", decided="d", reason="r", clauses=("COL-8-23",)), DIRECTOR,
                   person)  # fmt: skip
        assert evening.now.actas[-1].by == person
    rules = do.Rule(facts="carta expuesta", decided="sigue", reason="la vio la mesa")
    assert refused(evening, rules, "croupier")[1] == "not-your-role"
    evening.do(rules, SUPERVISOR, "supervisora")
    assert evening.now.actas[-1].by == "supervisora"
    evening.do(do.DealHand(table=1, positions=(3, 2, 1)), "croupier")
    evening.do(do.HandOver(table=1), "croupier")
    assert evening.now.tables[1].hands == 1


@pytest.mark.clause("COL-2-04", "COL-2-05", "COL-2-06", "COL-9.2-01", "COL-7.5.3-11",
                    "COL-7.5.2-19", "COL-7.5.1-35", "COL-7.5.1-42", "CAT-VII.5.2-01",
                    "CAT-VII.5.2-02", "CAT-VII.5.2-03")  # fmt: skip
def test_the_directors_word_is_final_and_stands_in_an_acta_with_the_images_kept(
    evening: Evening,
) -> None:
    """What was proposed may be set aside to be fair, with the reason; nothing decides it again."""
    evening.at = 500.0
    for n, clause in enumerate(("COL-7.5.2-19", "COL-7.5.3-11", "COL-7.5.1-35", "COL-7.5.1-42"), 1):
        ruling = do.Rule(
            facts="apuesta corta sin ver la subida", proposed="iguala", decided="se retira",
            reason="lo más justo para el juego", clauses=(clause, "COL-2-04"), table=1, hand=7,
        )  # fmt: skip
        evening.do(ruling)
        acta = evening.now.actas[-1]
        assert (acta.number, acta.proposed, acta.decided) == (n, "iguala", "se retira")
        assert (acta.reason, acta.clauses[0], acta.cctv) == (ruling.reason, clause, 500.0)
        kept = evening.now.notices[-1]
        assert (kept.channel, kept.at) == ("cctv", 500.0)
        assert kept.text == f"Acta {n}: conservar las imágenes. Mesa 1, mano 7."
        again = do.Rule(facts="f", decided="iguala", reason="apela", appeals=n)
        assert refused(evening, again) == ("COL-2-06", "decision-final")
    for missing in (do.Rule(facts="f", decided="d", reason=" "), do.Rule(facts="", decided="d",
                    reason="r")):  # fmt: skip
        assert refused(evening, missing) == ("CAT-VII.5.2-01", "reason-missing")
    assert len(evening.chain.unit.view(STAFF).actas) == 4
    assert evening.chain.unit.view("public").actas == ()
    assert not [one for one in evening.chain.unit.view("public").notices if one.channel == "cctv"]


@pytest.mark.clause("COL-7.4-10", "COL-7.4-12", "COL-7.5.1-26")
def test_hidden_chips_leave_the_tournament_and_all_others_still_add_up(evening: Evening) -> None:
    player = PEOPLE[2]
    hidden = do.Forfeit(player=player, chips=5000, reason="en el bolsillo")
    assert refused(evening, hidden, "croupier")[1] == "not-your-role"
    for chips in (0, -1, 20_000, 20_001):
        taken = do.Forfeit(player=player, chips=chips, reason="en el bolsillo")
        assert refused(evening, taken) == ("COL-7.4-10", "chips-held")
    nameless = do.Forfeit(player=player, chips=1, reason="")
    assert refused(evening, nameless) == ("COL-7.4-10", "reason-missing")
    evening.do(hidden, SUPERVISOR)
    book = evening.now.book
    assert (book.stacks[player], book.removed) == (15_000, 5000)
    assert book.sold + book.added - book.removed == sum(book.stacks.values())
    assert evening.balance(evening.chain.unit.money.chips) == 12 * 20_000 - 5000
    assert evening.now.actas[-1].clauses == ("COL-7.4-10",)
    other = do.Forfeit(player=player, chips=1, reason="habló", fault="hablar-de-mas")
    assert refused(evening, other) == ("COL-9.1-23", "not-in-the-table")
    away = do.Forfeit(player=player, chips=100, reason="en el auto", fault="sacar-fichas")
    evening.do(away, SUPERVISOR)
    assert evening.now.actas[-1].clauses == ("COL-7.4-12",)
    for fault in ("ocultar-fichas", "baraja-defectuosa", "ocultar-cartas"):
        evening.do(do.Penalise(player=player, fault=fault, proposed=True), SUPERVISOR)
    assert evening.now.players[player].sits_out == 6 + 6 + 1
