"""The documents of a tournament: they say what the bases say."""

from __future__ import annotations

import csv
from datetime import datetime
from fractions import Fraction
from importlib.resources import files
from io import BytesIO, StringIO
from typing import Any

import msgspec
import openpyxl
import pytest

from tapete.floor.units.torneo.bases_paper import bases_document, bases_in_words
from tapete.floor.units.torneo.ficha import information_sheet
from tapete.floor.units.torneo.kind import national_holidays
from tapete.floor.units.torneo.notice import notice, reglamento_document
from tapete.floor.units.torneo.papers import payment_orders, results
from tapete.floor.units.torneo.printing import pesos, text_of, whole
from tapete.floor.units.torneo.prize_sheet import Rows, prize_sheets
from tapete.systems.tournament.bases import Bases, Hired, Precio, Tramo, read_bases
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life.entries import prospect
from tapete.systems.tournament.reglamento import reglamento
from tapete.systems.tournament.rounds import Ronda
from tests.systems.tournament.field import Field, changed


@pytest.mark.clause("CAT-VII.3.1-28", "CAT-VII.3.1-23", "COL-3.4.1-02")
@pytest.mark.parametrize("bounty", [0, 5_000])
def test_the_spreadsheet_reads_back_to_the_brackets_and_prizes_of_the_bases(bounty: int) -> None:
    """What is sold, at which price, commission and bounty; brackets; and prizes out of a fund that
    is the tournament's own, all by formulas that live."""
    field = Field(text=changed(recompensa=str(bounty), aporte="100000"))
    field.announced()
    bases: Bases = field.now.rules
    written = prize_sheets(bases)
    live = openpyxl.load_workbook(BytesIO(written))
    shown = openpyxl.load_workbook(BytesIO(written), data_only=True)
    assert len(live.sheetnames) == len(bases.tramos)
    for tramo, name in zip(bases.tramos, live.sheetnames, strict=True):
        rows, sheet, seen = Rows(4, len(tramo.reparto)), live[name], shown[name]
        sold = [[seen.cell(row, column).value for column in range(1, 6)]
                for row in range(rows.first_sale, rows.last_sale + 1)]  # fmt: skip
        assert sold == [
            ["Entradas", tramo.desde, 60_000, 9_000, bounty],
            ["Reentradas", 0, 60_000, 9_000, bounty],
            ["Recompras", 0, 50_000, 0, 0], ["Add-on", 0, 30_000, 3_000, 0],
        ]  # fmt: skip
        places = range(rows.first, rows.last + 1)
        assert [Fraction(sheet[f"B{row}"].value) for row in places] == list(tramo.percent)
        assert all(str(sheet[f"E{row}"].value).startswith("=") for row in places)
        assert str(sheet[f"B{rows.fund}"].value).startswith("=MAX(SUM(F")
        assert seen[f"B{rows.fund}"].value == tramo.desde * (51_000 - bounty) + 100_000
        assert [seen[f"E{row}"].value for row in places] == [*prospect(field.now, tramo.desde)]
        assert seen[f"E{rows.last + 2}"].value == "cuadra"


def test_sheet_bases_notice_reglamento_and_orders_are_documents() -> None:
    field = Field()
    field.announced()
    written = (
        information_sheet(field.now.rules), bases_document(field.now),
        notice(field.now, national_holidays()), reglamento_document(reglamento()),
        payment_orders(field.now, str.upper),
    )  # fmt: skip
    assert all(one.startswith(b"%PDF") and len(one) > 1200 for one in written)


@pytest.mark.clause("CAT-VII.4.1-03", "CAT-VII.3.1-14")
@pytest.mark.parametrize("file", ["ejemplo", "maquinas", "black-jack", "ruleta"])
def test_the_bases_in_words_say_every_row_of_the_file(file: str) -> None:
    text = (files("tapete") / "bases" / f"{file}.toml").read_text("utf-8")
    bases = read_bases(text, file)
    said = text_of(bases_in_words(bases))
    for field in bases.__struct_fields__:
        value = getattr(bases, field)
        if field in ("nombre", "practica", "categoria", "sala", "juego", "asignacion", "director",
                     "subrogante", "modalidad", "variante"):  # fmt: skip
            continue  # the title, or said by its name
        for one in _words(value):
            assert one in said, (field, one)


def _words(value: Any) -> list[str]:
    """What must be read of a row: its texts, numbers, moments."""
    match value:
        case bool() | None:
            return []
        case str():
            return [value]
        case int():
            return [whole(value)] if value else []
        case datetime():
            return [f"{value:%d-%m-%Y, %H:%M}"]
        case Tramo():
            return [str(value.desde), *(share.replace(".", ",") for share in value.reparto)]
        case Precio():
            return [pesos(value.precio), pesos(value.comision)] if value.limite != 0 else []
        case Ronda():
            return [str(value.cuantos), value.eliminacion]
        case Hired():
            return [str(value.numero)]
        case dict():
            return [word for one in value.values() for word in _words(one)]
        case tuple():
            return [word for one in value for word in _words(one)]
        case _:
            return [word for one in msgspec.structs.astuple(value) for word in _words(one)]


@pytest.mark.clause("CAT-VII.3.1-31")
def test_results_read_back_to_places_and_prizes() -> None:
    field = Field()
    field.playing(12)
    field.do(do.CloseRegistration(at=3700.0))
    while field.now.stage == "en-juego":
        field.knock_out()
    field.do(do.Pay())
    rows = list(csv.DictReader(StringIO(results(field.now, str.upper))))
    assert [row["lugar"] for row in rows] == [str(place) for place in range(1, 13)]
    assert [int(row["premio"]) for row in rows[:4]] == [*field.now.prizes, 0]
    assert rows[0]["jugador"] == field.now.live[0].upper()
    assert sum(int(row["por_pagar"]) for row in rows) == 0
