"""A ticket's number as a scanner reads it: Interleaved 2 of 5, and QR."""

from __future__ import annotations

import io
from itertools import accumulate

WIDE = 3
"""How many times a narrow bar fits into a wide one."""
QUIET = 10
"""Narrow bars of white paper before and behind: a reader needs them."""
HEIGHT = 40
DIGITS = (
    "nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn",
)  # fmt: skip
"""Five bars a digit, two of them wide (ISO/IEC 16390)."""


def widths(number: str) -> tuple[int, ...]:
    """Bars and spaces by turns, beginning with a bar: of each pair of digits the first is drawn in
    bars, the second in the spaces between them.

    >>> widths("07")
    (1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 3, 3, 1, 3, 3, 1, 1)
    """
    if len(number) % 2 or not (number.isascii() and number.isdecimal()):
        raise ValueError("an even number of digits")
    drawn = "nnnn"
    for first, second in zip(number[::2], number[1::2], strict=True):
        both = zip(DIGITS[int(first)], DIGITS[int(second)], strict=True)
        drawn += "".join(bar + space for bar, space in both)
    return tuple(WIDE if sign == "w" else 1 for sign in drawn + "wnn")


def bar_code(number: str) -> str:
    """The bar code of a number as a drawing (SVG)."""
    found = widths(number)
    ends = list(accumulate(found, initial=QUIET))
    bars = "".join(
        f"M{ends[at]} 0h{width}v{HEIGHT}h-{width}z" for at, width in enumerate(found) if at % 2 == 0
    )
    across = ends[-1] + QUIET
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {HEIGHT}" '
        f'preserveAspectRatio="none" role="img"><rect width="{across}" height="{HEIGHT}" '
        f'fill="#fff"/><path d="{bars}" fill="#000"/></svg>'
    )


def qr_code(number: str) -> str:
    """The QR code of a number as a drawing (SVG)."""
    out = io.BytesIO()
    import segno

    code = segno.make(number, error="m", micro=False)
    code.save(out, kind="svg", xmldecl=False, light="#fff", omitsize=True)
    return out.getvalue().decode()
