"""The documents of a tournament: they say what the bases say."""

from __future__ import annotations

import csv
from fractions import Fraction
from io import BytesIO, StringIO

import openpyxl
import pytest

from tapete.floor.units.torneo.documents import information_sheet, prize_sheets
from tapete.floor.units.torneo.kind import national_holidays
from tapete.floor.units.torneo.papers import bases_document, notice, results
from tapete.systems.tournament.bases import read_bases
from tapete.systems.tournament.life import commands as do
from tests.systems.tournament.field import BASES, Field


@pytest.mark.clause("CAT-VII.3.1-28")
def test_the_spreadsheet_reads_back_to_the_prizes_of_the_bases() -> None:
    bases = read_bases(BASES, "bases")
    written = prize_sheets(bases)
    live = openpyxl.load_workbook(BytesIO(written))
    shown = openpyxl.load_workbook(BytesIO(written), data_only=True)
    assert len(live.sheetnames) == len(bases.tramos)
    for tramo, name in zip(bases.tramos, live.sheetnames, strict=True):
        rows = range(5, 5 + len(tramo.reparto))
        assert [Fraction(live[name][f"B{row}"].value) for row in rows] == list(tramo.percent)
        assert all(str(live[name][f"E{row}"].value).startswith("=") for row in rows)
        prizes = [shown[name][f"E{row}"].value for row in rows]
        assert sum(prizes) == shown[name]["B2"].value == tramo.desde * 51_000
        assert shown[name][f"E{rows[-1] + 2}"].value == "cuadra"


@pytest.mark.clause("CAT-VII.1.2-05")
def test_the_sheet_of_information_is_a_document() -> None:
    written = information_sheet(read_bases(BASES, "bases"))
    assert written.startswith(b"%PDF") and len(written) > 1500


@pytest.mark.clause("CAT-VII.4.1-01", "COL-15-01", "COL-15-02", "CAT-VII.4.1-03")
def test_bases_and_notice_are_documents_with_their_days() -> None:
    field = Field()
    field.announced()
    written = (bases_document(field.now), notice(field.now, national_holidays()))
    assert all(one.startswith(b"%PDF") and len(one) > 1200 for one in written)


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
