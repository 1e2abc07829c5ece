"""The histogram of a simulation as a picture.

Drawn in the font that Pillow carries, which has no accents: they are left off.
"""

from __future__ import annotations

import io
import unicodedata
from fractions import Fraction

from PIL import Image, ImageDraw, ImageFont

from tapete.cli.odds import percent
from tapete.telling.texts import t

WIDE, EDGE, ROW, LEFT, RIGHT = 900, 40, 30, 110, 110
INK, PAPER, FAINT = (33, 37, 41), (255, 255, 255), (110, 116, 122)
WON, LOST, EVEN = (46, 125, 70), (194, 59, 52), (150, 150, 150)


def plain(text: str) -> str:
    """The text without accents, the minus as a hyphen."""
    text = text.replace("−", "-").replace("…", "...").replace("±", "+-")
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def draw(rows: list[tuple[str, int]], title: str, lines: list[str], lang: str) -> bytes:
    """A bar for each net, its share beside it; what was found above them, line by line."""
    top = EDGE + 60 + 22 * len(lines) + 40
    image = Image.new("RGB", (WIDE, top + ROW * len(rows) + EDGE), PAPER)
    page = ImageDraw.Draw(image)
    large, usual, small = (ImageFont.load_default(size) for size in (30, 18, 15))
    page.text((EDGE, EDGE), plain(title), font=large, fill=INK)
    for number, line in enumerate(lines):
        page.text((EDGE, EDGE + 50 + 22 * number), plain(line), font=small, fill=FAINT)
    head = plain(t("simulate.column.net", lang))
    page.text((EDGE + LEFT - 14, top - 22), head, font=small, fill=FAINT, anchor="rm")
    total = sum(count for _, count in rows)
    largest = max(count for _, count in rows)
    room = WIDE - 2 * EDGE - LEFT - RIGHT
    for number, (label, count) in enumerate(rows):
        y = top + number * ROW
        colour = WON if label.startswith("+") else EVEN if label == "0" else LOST
        page.text((EDGE + LEFT - 14, y + ROW // 2), plain(label), font=usual, fill=INK, anchor="rm")
        long = max(1, round(room * count / largest))
        page.rectangle((EDGE + LEFT, y + 4, EDGE + LEFT + long, y + ROW - 4), fill=colour)
        said = percent(Fraction(count, total), lang, 3)
        x = EDGE + LEFT + long + 8
        page.text((x, y + ROW // 2), said, font=small, fill=FAINT, anchor="lm")
    kept = io.BytesIO()
    image.save(kept, "PNG", optimize=True)
    return kept.getvalue()
