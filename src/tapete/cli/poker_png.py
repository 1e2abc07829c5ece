"""A chart of poker against the bank as a picture."""

from __future__ import annotations

import io
import unicodedata
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from tapete.cli.chart_png import EDGE, FAINT, GAP, INK, PAPER, ROW, fitted
from tapete.cli.poker_chart import COLOURS, code, notes, words
from tapete.telling.guides import row_label
from tapete.telling.texts import t

if TYPE_CHECKING:
    from tapete.maths.strategy.poker.advice.guide import Guide
    from tapete.maths.strategy.poker.solution import Solution

CELL, WORDS = 52, 560


def draw(found: Solution, chart: Guide, title: str, subtitle: str, lang: str) -> bytes:
    """The tables of the chart, one below the other."""
    large, usual, small = (ImageFont.load_default(size) for size in (34, 19, 17))
    names = [
        plain(row_label(line.group, line.low, line.high, lang))
        for part in chart.parts
        for line in part.lines
    ]
    left = max(int(usual.getlength(name)) for name in names) + 24
    many = max(len(part.columns) for part in chart.parts)
    wide = 2 * EDGE + left + max(WORDS, CELL * many)
    rows = sum(len(part.lines) + 1 for part in chart.parts)
    image = Image.new("RGB", (wide, 2 * EDGE + 220 + rows * ROW + len(chart.parts) * GAP), PAPER)
    page = ImageDraw.Draw(image)
    page.text((EDGE, EDGE), plain(title), font=large, fill=INK)
    page.text((EDGE, EDGE + 46), plain(subtitle), font=small, fill=FAINT)
    y = EDGE + 90
    for part in chart.parts:
        said = plain(t(f"pokerchart.part.{part.decision}", lang))
        page.text((EDGE, y + ROW // 2), said, font=usual, fill=FAINT, anchor="lm")
        single = len(part.columns) == 1
        width = WORDS if single else CELL
        for number, column in enumerate(part.columns):
            x = EDGE + left + number * width + width // 2
            page.text((x, y + ROW // 2), column, font=usual, fill=FAINT, anchor="mm")
        y += ROW
        for line in part.lines:
            name = plain(row_label(line.group, line.low, line.high, lang))
            page.text((EDGE, y + ROW // 2), name, font=usual, fill=INK, anchor="lm")
            for number, cell in enumerate(line.cells):
                x = EDGE + left + number * width
                middle = (x + width // 2, y + ROW // 2)
                if cell.shares:
                    box = (x + 1, y + 1, x + width - 2, y + ROW - 2)
                    colour = COLOURS[cell.move]
                    page.rectangle(box, fill=colour if cell.always else None, outline=colour)
                text = words(cell, lang) if single else code(cell, lang)
                ink = PAPER if cell.shares and cell.always else INK
                page.text(middle, plain(text), font=usual, fill=ink, anchor="mm")
            y += ROW
        y += GAP
    lines = [part for note in notes(found, chart, lang) for part in fitted(page, note, small, wide)]
    for number, text in enumerate(lines):
        page.text((EDGE, y + 24 * number), plain(text), font=small, fill=FAINT)
    kept = io.BytesIO()
    image.save(kept, "PNG", optimize=True)
    return kept.getvalue()


def plain(text: str) -> str:
    """Without accents, which the font does not have."""
    parted = unicodedata.normalize("NFKD", text.replace("·", "."))
    return "".join(letter for letter in parted if not unicodedata.combining(letter))
