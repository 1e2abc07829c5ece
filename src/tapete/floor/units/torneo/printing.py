"""Documents of a tournament on paper: a title and parts; what a part says are paragraphs, rows of a
name and what belongs to it, and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace

from tapete.telling.sheet import FELT, PAPER, Sheet, latin

Line = str | tuple[str, ...]
"""A paragraph; a row of a name and a text; or a row of a table, whose first row heads it."""
Parts = Mapping[str, Sequence[Line]]
PAIR, RULE = 2, (205, 200, 190)
LABEL = 46
"""Of a hundred and ninety millimetres, those of a name."""


def document(title: str, parts: Parts, under: str = "") -> bytes:
    """A document of a title, a line under it, and parts; a part that says nothing is left out."""
    sheet = Sheet(title)
    if under:
        sheet.face()
        sheet.quiet(under)
    for name, lines in parts.items():
        if lines:
            sheet.head(name)
            _part(sheet, lines)
    return bytes(sheet.output())


def _part(sheet: Sheet, lines: Sequence[Line]) -> None:
    for width, run in groupby(lines, lambda line: 0 if isinstance(line, str) else len(line)):
        rows = list(run)
        if not width:
            for said in rows:
                assert isinstance(said, str)
                sheet.line_of(said)
        else:
            _table(sheet, [row for row in rows if isinstance(row, tuple)], headed=width != PAIR)


def _table(sheet: Sheet, rows: Sequence[tuple[str, ...]], *, headed: bool) -> None:
    sheet.face(9.5)
    sheet.set_draw_color(*RULE)
    wide = sheet.epw
    longest = [max(4, *(len(row[n]) for row in rows)) for n in range(len(rows[0]))]
    shares = [min(one, 60) for one in longest] if headed else [LABEL, wide - LABEL]
    with sheet.table(
        col_widths=[int(share) for share in shares], first_row_as_headings=headed,
        borders_layout=TableBordersLayout.HORIZONTAL_LINES, text_align="LEFT", line_height=5,
        headings_style=FontFace(emphasis="BOLD", color=PAPER, fill_color=FELT), padding=0.8,
    ) as table:  # fmt: skip
        for row in rows:
            cells = table.row()
            for n, said in enumerate(row):
                bold = FontFace(emphasis="BOLD") if not headed and n == 0 else None
                cells.cell(latin(said), style=bold)
    sheet.ln(1.5)
    sheet.face()


def text_of(parts: Parts) -> str:
    """All that a document says, as one text."""
    return "\n".join(
        line if isinstance(line, str) else ": ".join(line)
        for name, lines in parts.items() for line in (name, *lines)
    )  # fmt: skip


def pesos(amount: int) -> str:
    """
    >>> pesos(60000)
    '$60.000'
    """
    return f"${whole(amount)}"


def whole(amount: int) -> str:
    """
    >>> whole(20000)
    '20.000'
    """
    return f"{amount:,}".replace(",", ".")
