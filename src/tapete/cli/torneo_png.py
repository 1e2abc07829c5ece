"""The depth of the stacks and the field left, level by level, as a picture."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

from tapete.cli.histogram_png import FAINT, INK, PAPER, plain
from tapete.maths.tournament.structure import Figures
from tapete.telling.texts import t

WIDE, HIGH, EDGE = 960, 560, 70
COLOURS = ((46, 125, 70), (194, 59, 52))


def draw(shown: list[tuple[str, Figures]], lang: str) -> bytes:
    """Average stack in big blinds as a line, players left as dots below, a colour a structure."""
    image = Image.new("RGB", (WIDE, HIGH), PAPER)
    page = ImageDraw.Draw(image)
    usual, small = ImageFont.load_default(20), ImageFont.load_default(14)
    levels = max(len(figures.levels) for _, figures in shown)
    deepest = max(row.depth for _, figures in shown for row in figures.levels)
    field = max(row.left for _, figures in shown for row in figures.levels)
    wide, high = WIDE - 2 * EDGE, HIGH - 2 * EDGE

    def across(level: int) -> float:
        return EDGE + wide * (level - 1) / max(levels - 1, 1)

    def up(part: float) -> float:
        return HIGH - EDGE - high * part

    page.line([(EDGE, EDGE), (EDGE, HIGH - EDGE), (WIDE - EDGE, HIGH - EDGE)], fill=FAINT, width=2)
    for level in range(1, levels + 1):
        page.text((across(level), HIGH - EDGE + 8), str(level), font=small, fill=FAINT, anchor="ma")
    for part in (0.25, 0.5, 0.75, 1.0):
        page.line([(EDGE, up(part)), (WIDE - EDGE, up(part))], fill=(225, 225, 225))
        page.text(
            (EDGE - 8, up(part)), f"{deepest * part:.0f}", font=small, fill=FAINT, anchor="rm"
        )
        page.text((WIDE - EDGE + 8, up(part)), f"{field * part:.0f}", font=small, fill=FAINT,
                  anchor="lm")  # fmt: skip
    for number, (name, figures) in enumerate(shown):
        colour = COLOURS[number % len(COLOURS)]
        line = [(across(row.level), up(row.depth / deepest)) for row in figures.levels]
        page.line(line, fill=colour, width=3)
        for row in figures.levels:
            x, y = across(row.level), up(row.left / field)
            page.ellipse((x - 4, y - 4, x + 4, y + 4), outline=colour, width=2)
        page.text((EDGE, 12 + 24 * number), plain(name), font=usual, fill=colour)
    said = plain(t("torneo.axes", lang))
    page.text((WIDE - EDGE, 16), said, font=small, fill=INK, anchor="ra")
    kept = io.BytesIO()
    image.save(kept, "PNG", optimize=True)
    return kept.getvalue()
