"""A par sheet as PDF, as a laboratory keeps it: what runs, what every bet returns, every prize."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace

from tapete.cli.par import Part
from tapete.maths.machines import ParSheet
from tapete.telling.names import named
from tapete.telling.texts import t

Columns = Sequence[tuple[str, Sequence[str]]]
ALONE = 40
"""Millimetres: with less left on a page a title would stand alone at its foot."""
ROOM = 8
"""Millimetres beside the text of a column."""
SIGNS = str.maketrans({"–": "-", "−": "-", "\u00a0": " ", "\u202f": " ", "“": '"', "”": '"'})
"""What the built-in faces of a PDF have no sign for."""


def write_pdf(file: Path, sheet: ParSheet, parts: Sequence[Part], lang: str) -> None:
    """Write the sheet: program and digest, then its parts one after the other; as many pages as
    that takes."""
    pdf = FPDF(format="A4", orientation="landscape")
    pdf.set_creator("Tapete")
    title = _plain(named("program", sheet.program.id, lang))
    pdf.set_title(title)
    pdf.set_margin(12)
    pdf.add_page()
    pdf.set_font("helvetica", "B", 16)
    pdf.cell(0, 9, title, new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("courier", "", 8)
    kind = _plain(named("tipo", sheet.program.kind, lang))
    pdf.cell(0, 5, f"{kind}  {sheet.program.digest}", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(3)
    for part in parts:
        if part.title and pdf.will_page_break(ALONE):
            pdf.add_page()
        if part.title:
            pdf.ln(4)
            pdf.set_font("helvetica", "B", 12)
            pdf.multi_cell(0, 8, _plain(part.title), new_x="LMARGIN", new_y="NEXT")
        _table(pdf, part.columns)
        if part.below:
            pdf.ln(2)
            pdf.set_font("helvetica", "", 8)
            pdf.multi_cell(0, 4, _plain(part.below), new_x="LMARGIN", new_y="NEXT")
    pdf.ln(3)
    pdf.set_font("helvetica", "", 8)
    pdf.multi_cell(0, 4, _plain(t("par.legend", lang)))
    pdf.output(str(file))


def _table(pdf: FPDF, columns: Columns) -> None:
    pdf.set_font("helvetica", "", 9)
    aligned = ("LEFT", *("RIGHT",) * (len(columns) - 1))
    widths = [_width(pdf, (name, *cells)) for name, cells in columns]
    with pdf.table(
        text_align=aligned, borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        headings_style=FontFace(emphasis="BOLD"), col_widths=widths,
        width=min(pdf.epw, sum(widths)), align="LEFT",
    ) as table:  # fmt: skip
        table.row([_plain(name) for name, _ in columns])
        for cells in zip(*(cells for _, cells in columns), strict=True):
            table.row([_plain(cell) for cell in cells])


def _width(pdf: FPDF, texts: Sequence[str]) -> float:
    """What the widest of these takes, so that no fraction is broken."""
    return ROOM + max(pdf.get_string_width(_plain(text), True) for text in texts)


def _plain(text: str) -> str:
    return text.translate(SIGNS).encode("latin-1", "replace").decode("latin-1")
