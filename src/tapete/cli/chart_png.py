"""The chart as a picture: a PNG to print or to hang beside a table.

Drawn in the font that Pillow carries, which has no accents: the texts used here have none.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from tapete.cli.strategy import COLOURS, code, label, notes, ups
from tapete.telling.texts import t

if TYPE_CHECKING:
    from tapete.maths.strategy.chart import Row
    from tapete.maths.strategy.solve import Solution

CELL, ROW, EDGE, GAP, LEFT = 64, 38, 40, 26, 130
Font = ImageFont.ImageFont | ImageFont.FreeTypeFont
INK, PAPER, FAINT = (33, 37, 41), (255, 255, 255), (110, 116, 122)


def draw(solved: Solution, title: str, subtitle: str, lang: str) -> bytes:
    """The chart drawn: hard totals, soft totals and pairs, one below the other."""
    parts: dict[str, list[tuple[str, str, Row]]] = {}
    for row in solved.chart.parts():
        parts.setdefault(row[0], []).append(row)
    wide = 2 * EDGE + LEFT + CELL * len(ups())
    rows = sum(len(rows) for rows in parts.values())
    tall = 2 * EDGE + 90 + rows * ROW + len(parts) * (ROW + GAP) + 130
    image = Image.new("RGB", (wide, tall), PAPER)
    page = ImageDraw.Draw(image)
    large, usual, small = (ImageFont.load_default(size) for size in (34, 21, 17))
    page.text((EDGE, EDGE), title, font=large, fill=INK)
    page.text((EDGE, EDGE + 46), subtitle, font=small, fill=FAINT)
    y = EDGE + 90
    for part, found in parts.items():
        page.text((EDGE, y + 8), t(f"strategy.part.{part}", lang), font=usual, fill=FAINT)
        for column, up in enumerate(ups()):
            x = EDGE + LEFT + column * CELL
            page.text((x + CELL // 2, y + ROW // 2), up, font=usual, fill=FAINT, anchor="mm")
        y += ROW
        for _, name, cells in found:
            page.text(
                (EDGE + LEFT - 18, y + ROW // 2), label(part, name),
                font=usual, fill=INK, anchor="rm",
            )  # fmt: skip
            for column, cell in enumerate(cells):
                x = EDGE + LEFT + column * CELL
                page.rectangle((x + 1, y + 1, x + CELL - 2, y + ROW - 2), fill=COLOURS[cell.move])
                middle = (x + CELL // 2, y + ROW // 2)
                page.text(middle, code(cell, lang), font=usual, fill=PAPER, anchor="mm")
            y += ROW
        y += GAP
    x = EDGE
    for move, colour in COLOURS.items():
        page.rectangle((x, y, x + 22, y + 22), fill=colour)
        said = f"{t(f'strategy.letter.{move}', lang)}  {t(f'strategy.move.{move}', lang)}"
        page.text((x + 30, y + 11), said, font=small, fill=INK, anchor="lm")
        x += 30 + int(page.textlength(said, font=small)) + 22
    lines = [part for note in notes(solved, lang) for part in fitted(page, note, small, wide)]
    for number, line in enumerate(lines):
        page.text((EDGE, y + 34 + 24 * number), line, font=small, fill=FAINT)
    kept = io.BytesIO()
    image.save(kept, "PNG", optimize=True)
    return kept.getvalue()


def fitted(page: ImageDraw.ImageDraw, text: str, font: Font, wide: int) -> list[str]:
    """The text in lines that fit the picture."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if page.textlength(longer, font=font) <= wide - 2 * EDGE:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
