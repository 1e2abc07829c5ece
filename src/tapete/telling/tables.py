"""Tables for other programs, CSV and XLSX. A text stays a text: a spreadsheet would take a name
that begins like a formula for one, and whoever chose it would compute in the reader's office."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from decimal import Decimal
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from xlsxwriter import Workbook

CellValue: TypeAlias = str | int | float | Decimal
FORMULA = ("=", "+", "-", "@", "\t", "\n", "＝", "＋", "－", "＠")
"""How a cell begins that a spreadsheet works out instead of showing it."""
TEXT = "'"
"""Written before a text that begins so, it is shown as it stands."""


def csv_text(rows: Iterable[Sequence[CellValue]]) -> str:
    """Rows as comma-separated values. Numbers are written as numbers, whatever their sign.

    >>> csv_text([("jugador", "fichas"), ('=HYPERLINK("http://x")', -5)])
    'jugador,fichas\\n"\\'=HYPERLINK(""http://x"")",-5\\n'
    """
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerows([_shown(cell) for cell in row] for row in rows)
    return written.getvalue()


def _shown(cell: CellValue) -> CellValue:
    if not isinstance(cell, str):
        return cell
    lines = cell.replace("\r", "\n")  # the one end of a line that is quoted
    return TEXT + lines if lines.lstrip(" ").startswith(FORMULA) else lines


def workbook(written: BytesIO) -> Workbook:
    """A book of sheets in which only `write_formula` makes a formula and nothing makes a link."""
    from xlsxwriter import Workbook  # heavy, and few write one

    plain = {"strings_to_formulas": False, "strings_to_urls": False}
    return Workbook(written, {"in_memory": True, **plain})
