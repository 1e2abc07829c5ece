"""Tables for other programs: what somebody wrote stays a text."""

from __future__ import annotations

import csv
from collections.abc import Callable
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any

import openpyxl
import pytest

from tapete.floor.units.torneo.papers import participants, ranking, registrations, results
from tapete.floor.units.torneo.prize_sheet import prize_sheets
from tapete.telling.tables import csv_text
from tests.systems.tournament.field import Field, changed

HOSTILE = ('=HYPERLINK("http://x")', "+1", "-1", "@x", "\t=1", " =1", "\r=1", "＝1")
PAPERS = (participants, registrations, ranking, results)


@pytest.fixture(scope="module")
def played() -> Any:
    field = Field()
    field.seated(12)
    return field.now


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.__name__)
@pytest.mark.parametrize("name", HOSTILE, ids=repr)
def test_a_name_that_begins_like_a_formula_is_written_as_a_text(
    played: Any, paper: Callable[..., str], name: str
) -> None:
    rows = list(csv.DictReader(StringIO(paper(played, lambda who: name), newline="")))
    assert {row["jugador"] for row in rows} == {"'" + name.replace("\r", "\n")}


def test_numbers_and_other_texts_are_left_as_they_are() -> None:
    row = (-5, Decimal("-0.50000000"), "Ana-Luz", "a=b", "17-18", "")
    assert csv_text([row]) == "-5,-0.50000000,Ana-Luz,a=b,17-18,\n"


@pytest.mark.parametrize("name", ["=1+1", '=HYPERLINK("http://x")', "http://x"])
def test_a_name_in_a_spreadsheet_is_neither_formula_nor_link(name: str) -> None:
    field = Field(text=changed(nombre=f"'{name}'"))
    field.announced()
    book = openpyxl.load_workbook(BytesIO(prize_sheets(field.now.rules)))
    cell = book.worksheets[0]["A1"]
    assert (cell.value, cell.data_type, cell.hyperlink) == (name, "s", None)
    assert book.worksheets[0]["E2"].data_type == "f"  # ours live
