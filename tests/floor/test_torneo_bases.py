"""Reglamento and bases on the floor: whatever the regulator asks for is there, or the draft is
refused with its clause (CAT-VII.1 to 4, COL-1, COL-6)."""

from __future__ import annotations

import csv
from datetime import UTC, date
from io import StringIO

import pytest

from tapete.core.book.clause import register
from tapete.core.book.datafile import read_toml
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import rulebook
from tapete.floor.units.torneo.kind import national_holidays, table_of
from tapete.floor.units.torneo.notice import notified, reglamento_in_words
from tapete.floor.units.torneo.papers import letter, participants, ranking, registrations
from tapete.floor.units.torneo.printing import text_of
from tapete.games.registry import GAMES, find
from tapete.systems.tournament.bases import Bases, problems, read_bases
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.reglamento import TEXTS, read_reglamento, reglamento, reglamento_text
from tests.floor.torneo_desk import DESK, Desk
from tests.systems.tournament.field import BASES, changed

SIN = "texas-holdem-sin-limites"
UNDER_A_NAME = ("categoria", "juego")
"""Of these the printed Reglamento has the name, not the id."""

PARK = BASES[BASES.index("parque = [") : BASES.index("personal = [")]


@pytest.mark.clause(
    "CAT-VII.2.1.1-02", "CAT-VII.2.1.1-03", "CAT-VII.2.1.1-04", "CAT-VII.2.1.2-03",
    "CAT-VII.2.1.2-04", "CAT-VII.2.2-01", "CAT-VII.2.2-02", "CAT-VII.2.2-03", "CAT-VII.2.3.1-03",
    "CAT-VII.2.3.2-01", "CAT-VII.3-03", "CAT-VII.3-04", "CAT-VII.3.1-15", "CAT-VII.3.1-16",
    "CAT-VII.3.1-17", "CAT-VII.3.1-18", "CAT-VII.3.1-20", "CAT-VII.3.1-21", "CAT-VII.3.1-22",
    "CAT-VII.3.1-23", "CAT-VII.3.1-24", "CAT-VII.3.1-25", "CAT-VII.3.1-26", "CAT-VII.3.1-32",
    "CAT-VII.3.1-33", "CAT-VII.3.1-34", "CAT-VII.4.2-01", "CAT-VII.4.2-02", "CAT-VII.1.2-01",
    "COL-1-02", "COL-6.1-02", "COL-6.2-01", "COL-7.5.1-05", "COL-7.5.2-01",
)  # fmt: skip
@pytest.mark.parametrize(("clause", "rows"), [
    ("CAT-VII.2.1.1-02", {"homologadas": "false"}),  # tables, and whatever else is used
    ("CAT-VII.2.1.1-03", {"parque": PARK.replace('"T-01"', '" "').removeprefix("parque = ")}),
    ("CAT-VII.2.1.1-04", {"parque": PARK.replace('"SCJ-PK-01"', '"SCJ-PK-01", parque = false')
                          .removeprefix("parque = ")}),
    ("CAT-VII.2.1.2-04", {"fichas_de_valor": "true"}),
    ("CAT-VII.2.2-02", {"fichas": "{ 25 = 400, 100 = 600 }"}),
    ("CAT-VII.2.3.1-03", {"director": '"contratado"'}),
    ("CAT-VII.2.3.1-03", {"subrogante": '"contratado"'}),
    ("CAT-VII.2.3.2-01", {"croupiers": "9"}),
    ("CAT-VII.3-03", {"sala": '"restaurante"'}),
    ("CAT-VII.4.2-02", {"sala": '"ad-hoc"'}),
    ("CAT-VII.3-04", {"inicio": "2026-05-08T11:00:00"}),
    ("CAT-VII.3-04", {"termino": "2026-05-09T06:00:00"}),
    ("CAT-VII.3.1-15", {"etapas": '" "'}),
    ("CAT-VII.3.1-15", {"lugar": '""'}),
    ("CAT-VII.3.1-16", {"medios": '""'}),
    ("CAT-VII.3.1-16", {"autoexcluidos": '""'}),
    ("CAT-VII.3.1-17", {"inscripcion": '""'}),
    ("CAT-VII.3.1-18", {"cobro": '""'}),
    ("CAT-VII.3.1-18", {"entrada": "{ precio = 0, comision = 0 }"}),
    ("CAT-VII.3.1-20", {"mesas": "11", "croupiers": "11"}),
    ("CAT-VII.3.1-21", {"personal": "[]"}),
    ("CAT-VII.3.1-22", {"asignacion": '"amigos"'}),
    ("CAT-VII.3.1-23", {"fuentes": '""'}),
    ("CAT-VII.3.1-24", {"recaudacion": '""'}),
    ("CAT-VII.3.1-25", {"formula_aporte": '""'}),
    ("CAT-VII.3.1-26", {"otros_usos": '""'}),
    ("CAT-VII.3.1-32", {"segregacion": '""'}),
    ("CAT-VII.3.1-33", {"disputas": '""'}),
    ("CAT-VII.3.1-34", {"cambios": '""'}),
    ("COL-1-02", {"juego": '"omaha-poker"'}),
    ("COL-6.1-02", {"asientos": "11"}),
    ("COL-6.2-01", {"fichas": "{ 25 = 4000, 60 = 6000, 500 = 4000, 1000 = 5000, 5000 = 1200 }"}),
    ("COL-7.5.1-05", {"niveles": "[[20, 100, 200], [20, 50, 100]]", "ventanas": "{}"}),
    ("COL-7.5.1-05", {"pausas": "{ 9 = 10 }"}),
    ("COL-7.5.1-05", {"pausas": "{ 2 = -1 }"}),
    ("CAT-VII.3.1-15", {"nombre": '" "'}),
    ("CAT-VII.3.1-15", {"inicio": "2026-05-08T20:00:00-04:00"}),
    ("CAT-VII.3-04", {"horario": '["12", "05:00"]'}),
    ("CAT-VII.3-04", {"horario": '["9:00", "19:00"]'}),  # before ten in the morning, too
    ("CAT-VII.3.1-17", {"ventanas": "{ tardia = 3, cena = 2 }"}),
    ("CAT-VII.3.1-25", {"aporte": "-1"}),
    ("CAT-VII.3.1-26", {"otros": "510001"}),  # ten entries less commission are 510,000
    ("CAT-VII.3.1-27", {"unidad": "0"}),
    ("CAT-VII.2.2-02", {"pila": "20010"}),
    ("CAT-VII.2.2-02", {"recompra": "{ precio = 50000, fichas = 0 }"}),
    ("COL-3.1-17", {"vacantes": "-1"}),
    ("COL-7.5.1-43", {"reloj": "0"}),
    ("COL-7.5.1-52", {"tarjetas": "-1"}),
    ("COL-7.5.7-02", {"final": "1"}),
    ("COL-9.1-22", {"entrada": "{ precio = 60000, comision = 9000, limite = 3 }"}),
])  # fmt: skip
def test_a_draft_that_lacks_something_or_goes_against_a_clause_is_refused(
    clause: str, rows: dict[str, str]
) -> None:
    desk = Desk()
    with pytest.raises(Refused) as refusal:
        desk.drafted(changed(**rows))
    assert refusal.value.clause == clause and int(str(refusal.value.facts["line"])) > 0
    assert desk.now.bases is None
    same = {"homologadas": "CAT-VII.2.2-03 CAT-VII.2.2-01", "etapas": "CAT-VII.1.2-01",
            "segregacion": "CAT-VII.4.2-01", "fichas_de_valor": "CAT-VII.2.1.2-03",
            "niveles": "COL-7.5.2-01"}  # fmt: skip
    for field in rows.keys() & same.keys():  # the refusal names those too that say the same
        assert same[field] in str(refusal.value.facts["also"])
    desk.drafted()
    assert desk.now.bases is not None  # the same draft without the fault


@pytest.mark.clause("COL-6.1-02", "CAT-VII.3.1-19", "COL-3.2-09", "CAT-VII.3.1-27")
def test_a_refusal_names_the_clause_of_each_fault_and_a_bracket_may_begin_below_the_minimum() -> (
    None
):
    with pytest.raises(Refused) as refusal:
        read_bases(changed(asientos="4", recompra="{ precio = 50000, limite = 2 }"), "bases")
    assert refusal.value.clause == "COL-6.1-02"
    assert {"CAT-VII.3.1-19", "COL-3.2-09"} <= {*str(refusal.value.facts["also"]).split()}
    assert read_bases(changed(minimo="20"), "bases").tramos[0].desde == 10
    assert read_bases(changed(otros="510000"), "bases").otros == 510_000
    assert read_bases(changed(horario='["9:00", "24:00"]', motivo='"larga"'), "bases")


@pytest.mark.clause("COL-3.3-06", "CAT-VII.3.1-18")
def test_a_player_re_enters_as_often_as_the_bases_say() -> None:
    often = "{ precio = 60000, comision = 9000, limite = 1 }"
    desk = Desk().playing(12, changed(reentrada=often))
    again = do.Buy(player=desk.out(), what="reentrada")
    desk.do(again, DESK)
    place = desk.now.place_of(again.player)
    other = next(who for who in desk.now.tables[place[0]].seats.values() if who != again.player)
    desk.do(do.Eliminate(player=again.player, winner=other), "croupier")
    assert desk.refused(again, DESK) == ("COL-3.3-06", "re-entered-enough")


@pytest.mark.clause("CAT-VII.4.2-02", "CAT-VII.3-04", "CAT-VII.2.1.1-04", "CAT-VII.2.1.2-03",
                    "CAT-VII.2.1.2-04")  # fmt: skip
def test_what_is_an_exception_is_allowed_as_the_clause_says() -> None:
    Desk().drafted(changed(sala='"ad-hoc"', autorizacion="true"))
    Desk().drafted(changed(termino="2026-05-09T06:00:00", motivo='"mesa final larga"'))
    more = PARK.replace('"SCJ-PK-01"', '"SCJ-PK-01", parque = false').removeprefix("parque = ")
    Desk().drafted(changed(parque=more, ampliacion="true"))
    described = changed(reglamento_text(), resguardos='"Se guardan aparte, a cargo del director."')
    rules = read_reglamento(described, "reglamento")
    bases = read_bases(BASES, "bases")
    with_value = changed(fichas_de_valor="true")
    with pytest.raises(Refused, match="safeguards-missing"):
        read_bases(with_value, "bases")
    value = type(bases)(**{**{f: getattr(bases, f) for f in bases.__struct_fields__},
                           "fichas_de_valor": True})  # fmt: skip
    assert not list(problems(value, rules))


@pytest.mark.clause(
    "CAT-VII.3.1-02", "CAT-VII.3.1-04", "CAT-VII.3.1-05", "CAT-VII.3.1-06", "CAT-VII.3.1-07",
    "CAT-VII.3.1-08", "CAT-VII.3.1-09", "CAT-VII.3.1-10", "CAT-VII.3.1-11", "CAT-VII.3.1-12",
    "CAT-VII.3.1-13", "CAT-VII.3.1-35",
)  # fmt: skip
def test_the_reglamento_holds_all_that_is_asked_of_one() -> None:
    text = reglamento_text()
    found = reglamento()
    for field, clause in TEXTS.items():
        assert getattr(found, field).strip()
        with pytest.raises(Refused) as refusal:
            read_reglamento(changed(text, **{field: '" "'}), "reglamento")
        assert (refusal.value.clause, refusal.value.facts["field"]) == (clause, field)
    asked = {TEXTS[field] for field in TEXTS}
    assert {f"CAT-VII.3.1-{n:02d}" for n in (2, 3, 5, 6, 7, 8, 9, 10, 11, 12)} <= asked
    for old, new, clause in (
        ('cargo = "subrogante"', 'cargo = "ayudante"', "CAT-VII.3.1-04"),
        ("registros = [", "registros = []\n# [", "CAT-VII.3.1-13"),
        ('pasos = ["3 manos"]', 'pasos = ["3 azotes"]', "CAT-VII.3.1-08"),
        ('clausulas = ["COL-7.4-12"]', 'clausulas = ["COL-77-12"]', "CAT-VII.3.1-08"),
        ("ausencia_minutos = 60", "ausencia_minutos = 0", "CAT-VII.5.1-02"),
    ):
        assert old in text
        with pytest.raises(Refused) as refusal:
            read_reglamento(text.replace(old, new, 1), "reglamento")
        assert refusal.value.clause == clause
    assert {"inscripciones y lista de espera", "ranking de cada ronda y jornada"} <= {
        *found.registros
    }
    # Printed it says all that is asked, the penalties, and every rule of the house's document.
    printed = text_of(reglamento_in_words(found))
    assert all(getattr(found, field) in printed for field in TEXTS if field not in UNDER_A_NAME)
    assert all(row.dice in printed for row in found.penalidades)
    own = [one for one in register().values() if one.id.startswith("COL-")]
    assert len(own) == 440 and all(f"{one.id}: {one.regla}" in printed for one in own)


@pytest.mark.clause("CAT-VII.3.1-13", "CAT-VII.3.1-12", "CAT-VII.2.3.1-02", "COL-3-01",
                    "COL-14-01", "COL-12.1-01", "COL-7.5.4-02", "COL-1-01",
                    "COL-10-01")  # fmt: skip
def test_registrations_waiting_list_and_ranking_are_records_of_the_tournament() -> None:
    desk = Desk().seated(10, changed(maximo="10"))
    desk.at = 70.0
    desk.do(do.Withdraw(player="p9"), "jugador", "p9")
    desk.do(do.Enter(player="p10"), "jugador", "p10")
    desk.do(do.Enter(player="tarde"), "jugador", "tarde")
    desk.do(do.Accredit(player="p10"), DESK)
    desk.begun()
    rows = list(csv.DictReader(StringIO(registrations(desk.now, str.upper, UTC))))
    first, back, last = rows[0], rows[-2], rows[-1]
    assert (first["jugador"], first["entradas"], first["pagado"], first["comision"]) == (
        "P0", "1", "60000", "9000",
    )  # fmt: skip
    assert [rows[n]["entro"] for n in (0, 9)] == ["1970-01-01 00:00:00", "1970-01-01 00:01:10"]
    # Who withdrew in time stands there with what he was paid back.
    assert (back["jugador"], back["estado"], back["devuelto"]) == ("P9", "anulado", "60000")
    # He accepted this version of the bases and this Reglamento, and that he may be filmed.
    assert (first["bases"], first["reglamento"], first["imagen"]) == (
        "1", "colchagua-2025 2025-10-07", "1",
    )  # fmt: skip
    assert (last["jugador"], last["espera"], len(rows)) == ("TARDE", "1", 12)
    desk.out()
    ranked = list(csv.DictReader(StringIO(ranking(desk.now, str.upper))))
    assert [row["lugar"] for row in ranked] == [str(n) for n in range(1, 10)]
    assert ranked[0]["fichas"] == "40000" and {row["mesa"] for row in ranked} <= {"1", "2"}
    shown = list(csv.DictReader(StringIO(participants(desk.now, str.upper))))
    assert len(shown) == 11 and shown[-1]["estado"] == "en-espera"
    # Playing time and blinds are kept with it.
    assert (desk.view().clock.level, desk.view().levels[1].big) == (1, 100)


@pytest.mark.clause("COL-9.1-42", "COL-9.3-03", "COL-9.3-05")
def test_a_suspension_is_notified_by_a_letter_to_the_registered_address() -> None:
    desk = Desk().playing()
    with pytest.raises(Refused, match="not-barred"):
        letter(desk.now, "p0", "Ana Soto", "Los Olmos 12, Santa Cruz")
    desk.do(do.Expel(player="p0", reason="trampa", disqualified=True, all_dates=True))
    with pytest.raises(Refused) as refusal:
        letter(desk.now, "p0", "Ana Soto", " ")
    assert (refusal.value.clause, refusal.value.code) == ("COL-9.1-42", "address-missing")
    assert letter(desk.now, "p0", "Ana Soto", "Los Olmos 12, Santa Cruz").startswith(b"%PDF")


@pytest.mark.clause("CAT-VII.2.1.1-03", "CAT-VII.2.2-04", "CAT-VII.2.3.2-02", "CAT-VII.3.1-20",
                    "CAT-VII.1.2-03", "CAT-VII.4.1-04")  # fmt: skip
def test_the_notice_lists_tables_hired_staff_and_unusual_elements() -> None:
    used = '"Mesas de bacará con paño de póker; esos días hay dos mesas menos."'
    desk = Desk().entering(changed(elementos=used))
    said = notified(desk.now, national_holidays())
    _, first, *others = said["Mesas"]
    assert first == ("1", "Sector de torneos, puesto 1", "T-01", "SCJ-PK-01", "sí")
    assert len(others) == 9
    hired = ("Croupier", "10", "se incorporan solo por el torneo (Circular 22)")
    assert hired in said["Personal"]
    assert said["Elementos de uso no habitual"] == [used.strip('"')]
    # Five working days before, the first of May and a weekend between: each day is counted.
    assert said["Plazos"][0][1] == "jueves 30-04-2026 (5 días hábiles)"
    counted = {day: why for _, day, why in said["Plazos"][4:]}
    assert [day for day, why in counted.items() if "hábil" in why] == [
        "07-05-2026", "06-05-2026", "05-05-2026", "04-05-2026", "30-04-2026",
    ]  # fmt: skip
    assert counted["01-05-2026"] == "no: feriado" and "semana" in counted["02-05-2026"]
    # A change is notified first and published afterwards, again in time.
    assert desk.refused(do.Draft(text=BASES))[1] == "not-at-this-stage"  # entries are taken
    other = Desk().drafted()
    other.do(do.Notify(day=date(2026, 4, 20)))
    other.do(do.Announce(day=date(2026, 4, 21)))
    other.do(do.Draft(text=changed(pila="25000")))
    assert (other.now.stage, other.now.version) == ("borrador", 2)
    assert other.refused(do.Announce(day=date(2026, 4, 22)))[0] == "CAT-VII.3-02"
    other.do(do.Notify(day=date(2026, 5, 4)))
    assert other.refused(do.Announce(day=date(2026, 5, 4))) == ("COL-15-01", "notified-too-late")


@pytest.mark.clause("CAT-VII.1.2-04", "COL-1-03", "CAT-VII.3-06", "COL-2-10")
def test_nothing_is_made_public_before_the_regulator_knows_and_an_objection_stops_it() -> None:
    desk = Desk().drafted()
    assert desk.now.notices == ()
    assert desk.refused(do.Announce(day=date(2026, 4, 21)))[0] == "CAT-VII.3-02"
    desk.do(do.Notify(day=date(2026, 4, 20)))
    desk.do(do.Object(why="falta el domicilio"))
    assert (desk.now.stage, desk.now.objection) == ("observado", "falta el domicilio")
    assert desk.refused(do.Announce(day=date(2026, 4, 21)))[0] == "CAT-VII.3-02"
    desk.do(do.Notify(day=date(2026, 4, 20)))
    desk.do(do.Announce(day=date(2026, 4, 21)))
    known = "Torneo de los viernes: 08-05-2026 20:00, Sala de juego principal, sector de torneos."
    for channel in ("sala", "web"):  # in Spanish, with day, hour and exact place
        assert desk.said(channel) == [f"{known} Reglamento y bases en la sala y en la web."]
    media = reglamento().publicidad.lower()
    for medium in ("web", "prensa", "correo", "radio", "volantes", "teléfono"):
        assert medium in media
    assert "autoexcluidas" in reglamento().autoexcluidos and reglamento().idioma == "castellano"


@pytest.mark.clause("CAT-VII.1.1-01", "CAT-VII.1.2-02", "CAT-VII.1.2-06", "CAT-VII.2.1.1-01",
                    "CAT-VII.3-01", "CAT-VII.5.1-03", "CAT-VII.5.2-04", "COL-1-02")  # fmt: skip
def test_a_tournament_is_a_way_to_play_a_game_of_the_catalogue_and_keeps_its_rules() -> None:
    """Its tables are those of the game under the Reglamento, which says nothing of a rule but the
    options of tournaments: cards, hands, order and irregular plays are the Catalogue's."""
    assert (
        "torneo" not in GAMES and rulebook("colchagua-2025").games() == rulebook("scj-2023").games()
    )
    desk = Desk().drafted()
    mesa = table_of(desk.spec, desk.now.rules, 1)
    assert (mesa.game, mesa.edition) == (SIN, "colchagua-2025")
    ours, theirs = find(SIN).rules_of("colchagua-2025"), find(SIN).rules_of("scj-2023")
    told_apart = {
        name for name in ours.__struct_fields__ if getattr(ours, name) != getattr(theirs, name)
    }
    names = {"edition", "options", "source", "digest", "clauses"}
    assert told_apart <= {*names, "shuffle", "new_shuffle"}, told_apart
    assert ours.options != theirs.options
    assert desk.mesa(1).table.rules.players_max == 10


@pytest.mark.clause("CAT-VII.1.3-01", "CAT-VII.1.3-03", "CAT-VII.3.1-15", "CAT-VII.3.1-30",
                    "CAT-VII.3.1-35", "CAT-VII.3.1-14", "CAT-VII.3.1-01", "COL-1-01")  # fmt: skip
def test_bases_class_the_tournament_and_complete_one_reglamento_for_every_date() -> None:
    """Category, game, modality and variant; a level that does not exist is left blank. Special
    prizes and another policy of images only where there are any."""
    desk = Desk()
    assert desk.refused(do.Notify(day=date(2026, 4, 20))) == ("CAT-VII.3.1-14", "bases-missing")
    desk.drafted()
    bases = desk.now.rules
    assert (bases.categoria, bases.juego, bases.modalidad, bases.variante) == (
        "cartas", SIN, "texas-holdem", "sin-limites",
    )  # fmt: skip
    blank = changed(modalidad='""', variante='""', especiales='"Mejor mano: $50.000"',
                    imagen='"No se filma la mesa final."')  # fmt: skip
    desk.drafted(blank)
    assert (desk.now.rules.modalidad, desk.now.rules.especiales) == ("", "Mejor mano: $50.000")
    assert desk.now.rules.imagen == "No se filma la mesa final."
    assert desk.now.reglamento == "colchagua-2025 2025-10-07"
    desk.do(do.Notify(day=date(2026, 4, 20)))
    desk.do(do.Announce(day=date(2026, 4, 21)))
    desk.do(do.Cancel(why="fuerza mayor"))
    desk.do(do.HoldAgain())
    assert (desk.now.number, desk.now.reglamento) == (2, "colchagua-2025 2025-10-07")
    assert desk.refused(do.Enter(player="x"), DESK)[1] == "not-at-this-stage"


@pytest.mark.clause("CAT-VII.2.1.3-01", "CAT-VII.2.1.3-03", "CAT-VII.2.1.3-05",
                    "CAT-VII.2.1.3-06")  # fmt: skip
def test_a_tournament_of_machines_names_those_of_the_park_in_a_marked_zone() -> None:
    good = {
        "categoria": '"maquinas"', "sioc": '"Torneo, circulares 34 y 37"',
        "contadores": '"El torneo usa contadores propios; los normales no se mueven."',
        "maquinas": '[{ numero = 1, zona = "Isla 4, demarcada", codigo = "M-1", scj = "S-1" }]',
    }  # fmt: skip
    found = [clause for clause, _, _ in problems(read_loose(good), reglamento())]
    assert not [clause for clause in found if clause.startswith("CAT-VII.2.1.3")]
    for row, value, clause in (
        ("maquinas", "[]", "CAT-VII.2.1.3-01"),
        ("maquinas", good["maquinas"].replace("}", ", parque = false }"), "CAT-VII.2.1.3-01"),
        ("maquinas", good["maquinas"].replace("Isla 4, demarcada", ""), "CAT-VII.2.1.3-03"),
        ("sioc", '""', "CAT-VII.2.1.3-05"), ("contadores", '""', "CAT-VII.2.1.3-06"),
    ):  # fmt: skip
        found = [clause for clause, _, _ in problems(read_loose({**good, row: value}))]
        assert clause in found


def read_loose(rows: dict[str, str]) -> Bases:
    """Bases with these rows, whatever the clauses have against them."""
    return read_toml(changed(**rows), "bases", Bases)
