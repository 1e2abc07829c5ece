"""A sheet of coloured characters, and the chips drawn on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rich.text import Text

FELT = "on #0b4a2a"
LINE = "#7fa98f"
YOU = "bold #ffd75f"
OTHERS = ("#5fd7ff", "#ff87d7", "#d7ffaf", "#ffaf5f", "#afafff", "#ff8787", "#87ffd7")
CHIP, HELD = "●", "▣"


@dataclass
class Canvas:
    """Characters by line and column on the green felt."""

    width: int
    height: int
    cells: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    arms: dict[tuple[int, int], int] = field(default_factory=dict)

    def write(self, y: int, x: int, text: str, style: str = "") -> None:
        for i, char in enumerate(text):
            if 0 <= x + i < self.width and 0 <= y < self.height:
                self.cells[y, x + i] = (char, style)

    def centred(self, y: int, x: int, width: int, text: str, style: str = "") -> None:
        self.write(y, x, text[:width].center(width), style)

    def box(self, y: int, x: int, height: int, width: int) -> None:
        """The outline of a box; where it meets another, the lines join."""
        for i in range(width):
            for edge in (y, y + height - 1):
                self._line(edge, x + i, _E * (i < width - 1) | _W * (i > 0))
        for i in range(height):
            for edge in (x, x + width - 1):
                self._line(y + i, edge, _S * (i < height - 1) | _N * (i > 0))

    def _line(self, y: int, x: int, arms: int) -> None:
        self.arms[y, x] = self.arms.get((y, x), 0) | arms
        self.cells[y, x] = (_GLYPHS[self.arms[y, x]], LINE)

    def lines(self) -> Iterable[Text]:
        for y in range(self.height):
            line = Text(style=FELT, no_wrap=True, overflow="crop")
            for x in range(self.width):
                char, style = self.cells.get((y, x), (" ", ""))
                line.append(char, style)
            yield line


_N, _E, _S, _W = 1, 2, 4, 8
_GLYPHS = {
    0: " ", _N: "│", _S: "│", _N | _S: "│", _E: "─", _W: "─", _E | _W: "─",
    _E | _S: "┌", _W | _S: "┐", _N | _E: "└", _N | _W: "┘",
    _N | _E | _S: "├", _N | _S | _W: "┤", _E | _S | _W: "┬", _N | _E | _W: "┴",
    _N | _E | _S | _W: "┼",
}  # fmt: skip


class Chips:
    """Whose chips are whose: yours are gold, each of the others has a colour."""

    def __init__(self, you: int | None, seats: Iterable[int]) -> None:
        self.you = you
        others = [seat for seat in sorted(seats) if seat != you]
        self.styles = {seat: OTHERS[i % len(OTHERS)] for i, seat in enumerate(others)}

    def style(self, seat: int) -> str:
        return YOU if seat == self.you else self.styles.get(seat, "white")

    def dots(self, stakes: Mapping[int, int], most: int, mark: str = CHIP) -> list[tuple[str, str]]:
        """A dot for each seat with chips here, yours first."""
        order = sorted(stakes, key=lambda seat: (seat != self.you, seat))
        return [(mark, self.style(seat)) for seat in order[:most]]

    def put(
        self, canvas: Canvas, y: int, x: int, stakes: Mapping[int, int],
        most: int, ground: str = "", mark: str = CHIP,
    ) -> None:  # fmt: skip
        """Draw the dots centred on a point."""
        dots = self.dots(stakes, most, mark)
        for i, (char, style) in enumerate(dots):
            canvas.write(y, x - (len(dots) - 1) // 2 + i, char, f"{style} {ground}".strip())


def short(amount: int) -> str:
    """An amount in the space of a chip.

    >>> [short(a) for a in (500, 1000, 2500, 25000, 1500000)]
    ['500', '1k', '2.5k', '25k', '1.5M']
    """
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if amount >= size:
            whole, rest = divmod(amount, size)
            tenth = rest * 10 // size
            return f"{whole}.{tenth}{letter}" if tenth and whole < 100 else f"{whole}{letter}"
    return str(amount)
