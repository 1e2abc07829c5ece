"""What is seen and written of tournaments of other games than hold'em: rounds for levels, machines
by their number, a ranking everybody reads; and how two of the same bases are told apart."""

from __future__ import annotations

import csv
from importlib.resources import files
from io import StringIO
from typing import Any

import pytest

from tapete.core.book.plan import plan
from tapete.floor.kernel.unit import Mark
from tapete.floor.units.torneo.ficha import information
from tapete.floor.units.torneo.kind import KIND
from tapete.floor.units.torneo.notice import notified
from tapete.floor.units.torneo.papers import participants, ranking
from tapete.floor.units.torneo.printing import text_of as said_in
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.floor.units.torneo.view import TorneoView, view_of
from tapete.systems.tournament.bases import read_bases
from tapete.systems.tournament.life import commands as do
from tests.systems.tournament.field import Field
from tests.systems.tournament.test_other_games import begun

PLAN = plan("ejemplo")
PLAYED = {"unidad": "juego", "jugado": True, "automatico": True}


def text_of(file: str) -> str:
    return (files("tapete") / "bases" / f"{file}.toml").read_text("utf-8")


def spec_of(file: str, **row: Any) -> TorneoSpec:
    """The tournament of a row of the plan, without its tables or machines."""
    found = KIND.planned(PLAN, file, {"file": file, **PLAYED, **row})[0]
    assert isinstance(found, TorneoSpec)
    return found


def seen(field: Field, file: str) -> TorneoView:
    """What whoever comes by sees."""
    return view_of(spec_of(file), field.now, "public", Mark("x", 1), None)


@pytest.mark.clause("CAT-VII.2.1.3-03", "CAT-VII.3.1-12")
def test_whoever_plays_at_a_machine_finds_it_by_its_number_on_the_floor() -> None:
    field = begun(text_of("maquinas"), 6)
    view = seen(field, "maquinas")
    assert view.machines and view.numbers == {f"1-{seat}": 30 + seat for seat in range(1, 7)}
    seats = {f"{one.table}-{one.seat}" for one in view.players}
    assert seats == {*view.numbers}
    rows = list(csv.DictReader(StringIO(participants(field.now, str.upper))))
    assert {row["maquina"] for row in rows} == {"31", "32", "33", "34", "35", "36"}
    assert "asiento" not in rows[0]
    [first, *_] = csv.DictReader(StringIO(ranking(field.now, str.upper)))
    assert first["maquina"] == str(view.numbers[f"{view.players[0].table}-{view.players[0].seat}"])


@pytest.mark.clause("CAT-VII.3.1-09")
def test_against_the_bank_everybody_reads_the_ranking_and_the_rounds() -> None:
    field = begun(text_of("maquinas"), 6)
    players = list(field.now.tables[1].seats.values())
    field.do(do.DealHand(table=1))
    chips = {who: 5000 + 100 * n for n, who in enumerate(players)}
    field.do(do.PaseOver(table=1, stacks=chips))
    view = seen(field, "maquinas")
    assert {one.player: one.stack for one in view.players} == chips
    assert view.round is not None and {*view.round.passes} == {*players[3:]}
    assert [(one.juego, one.jugadas, one.pases) for one in view.rounds] == [("faro", 20, 2)] * 2
    assert view.game == "faro" and not view.levels


@pytest.mark.clause("CAT-VII.1.2-05", "CAT-VII.2.1.3-05", "CAT-VII.2.1.3-06")
@pytest.mark.parametrize(
    ("file", "game", "says"),
    [
        ("maquinas", "El Faro", "Pases: 2, de 20 jugadas en 180 s a lo más. Pasan los mejores 3."),
        ("black-jack", "Black Jack", "Apuestas: de 100 a 1000 fichas. Pasan de cada mesa"),
        ("ruleta", "Ruleta Americana", "Pases: 8. Apuestas: de 100 a 1000 fichas. Pasan los mejo"),
        ("sit-and-go", "Texas Hold'em", "1: 25: 50: 0: 4"),
    ],
)
def test_sheet_and_notice_say_its_game_by_name_and_its_structure(
    file: str, game: str, says: str
) -> None:
    found = information(read_bases(text_of(file), file))
    assert game in found["Datos generales"][0][1]
    assert says in said_in({"": found["Estructura"][:2]})
    general = said_in({"": found["Datos generales"]})
    assert ("tarjetas" in general) == (file == "sit-and-go")
    field = Field()
    field.do(do.Draft(text=text_of(file)))
    told = notified(field.now, ())
    assert len(told["Máquinas"]) == (1 + 8 if file == "maquinas" else 0)
    if file == "maquinas":
        number, zone, *_ = told["Máquinas"][1]
        assert number == "31" and "Zona de torneos" in zone and not told["Mesas"]
        assert "no se mueven" in told["Máquinas"][-1][1]


def test_two_of_the_same_bases_are_called_apart_in_all_they_say() -> None:
    names = []
    for n in (1, 2):
        spec = spec_of("sit-and-go", nombre=f'Sit & go "{n}"')
        names.append(read_bases(spec.bases, "bases").nombre)
    assert names == ['Sit & go "1"', 'Sit & go "2"']
    assert read_bases(spec_of("sit-and-go").bases, "bases").nombre == "Sit & go de nueve"


def test_the_example_casino_holds_tournaments_of_other_games_and_none_shares_a_name() -> None:
    rows = PLAN.room["torneo"]
    specs = [KIND.planned(PLAN, id, row)[0] for id, row in rows.items()]
    held = [read_bases(spec.bases, spec.id) for spec in specs if isinstance(spec, TorneoSpec)]
    assert len({one.nombre for one in held}) == len(held) == len(rows)
    assert {one.categoria for one in held} == {"cartas", "ruleta", "maquinas"}
    assert {"black-jack", "faro", "ruleta-americana-un-cero"} < {one.juego for one in held}
