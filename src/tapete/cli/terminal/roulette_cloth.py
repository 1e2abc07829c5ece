"""The roulette cloth: the grid with its colours, and every chip on its number, line or corner."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from tapete.cli.terminal.canvas import HELD, Canvas, Chips
from tapete.core.book.bet import bet_id
from tapete.core.round.felt import Felt
from tapete.telling.names import bet_name

CELL, ROW = 5, 3
LEFT = 6
RIGHT = LEFT + 12 * CELL
BOTTOM = 3 * ROW
RED, BLACK, GREEN = "white on #a8201a", "white on #1c1c1c", "white on #1e7a46"
SIMPLE = ("menor", "par", "rojo", "negro", "impar", "mayor")


def draw(rules: Any, felt: Felt, chips: Chips, lang: str) -> RenderableType:
    """The whole cloth, 73 columns wide."""
    canvas = Canvas(width=RIGHT + 7, height=BOTTOM + 7)
    result = felt.results[-1] if felt.results else None
    _numbers(canvas, rules, result)
    _outside(canvas, rules, lang)
    for bet, stakes in felt.chips.items():
        _chips(canvas, chips, rules, bet, stakes)
    return Group(_last(rules, felt), *canvas.lines())


def colour(rules: Any, number: str) -> str:
    """The colours of a number's pocket."""
    if number in rules.zeros:
        return GREEN
    return RED if number in rules.red else BLACK


def _last(rules: Any, felt: Felt) -> Text:
    line = Text()
    for i, number in enumerate(reversed(felt.results[-18:])):
        style = colour(rules, number)
        line.append(f" {number} ", f"bold {style}" if i == 0 else style)
        line.append(" ")
    return line


def _cell(number: int) -> tuple[int, int]:
    """Top left corner of a number: 3 is at the top of the first column, 1 at its foot."""
    column, place = divmod(number - 1, 3)
    return (2 - place) * ROW, LEFT + column * CELL


def _numbers(canvas: Canvas, rules: Any, result: str | None) -> None:
    for number in range(1, 37):
        y, x = _cell(number)
        canvas.box(y, x, ROW + 1, CELL + 1)
    for number in range(1, 37):
        y, x = _cell(number)
        _label(canvas, y + 1, x + 1, CELL - 1, str(number), colour(rules, str(number)), result)
    canvas.box(0, 0, BOTTOM + 1, LEFT + 1)
    for i, zero in enumerate(reversed(rules.zeros)):
        high = (BOTTOM - 1) // len(rules.zeros)
        top = 1 + i * (high + 1) if len(rules.zeros) > 1 else 1
        for y in range(top, min(top + high + (i == 0 and len(rules.zeros) > 1), BOTTOM)):
            canvas.write(y, 1, " " * (LEFT - 1), GREEN)
        _label(canvas, _zero_line(rules, zero), 1, LEFT - 1, zero, GREEN, result, lines=1)
    for i in range(3):
        canvas.box(i * ROW, RIGHT, ROW + 1, 7)
        canvas.centred(i * ROW + 1, RIGHT + 1, 5, f"C{3 - i}", "bold")


def _zero_line(rules: Any, zero: str) -> int:
    if len(rules.zeros) == 1:
        return 4
    return 2 if zero == "00" else 6


def _label(
    canvas: Canvas, y: int, x: int, width: int, number: str, style: str,
    result: str | None, lines: int = 2,
) -> None:  # fmt: skip
    fell = number == result
    for line in range(lines):
        canvas.write(y + line, x, " " * width, style)
    said = f"›{number}‹" if fell else number
    canvas.centred(y, x, width, said, f"bold {style}" + (" underline" if fell else ""))


def _outside(canvas: Canvas, rules: Any, lang: str) -> None:
    for i in range(3):
        canvas.box(BOTTOM, LEFT + i * 4 * CELL, 4, 4 * CELL + 1)
        canvas.centred(
            BOTTOM + 1, LEFT + i * 4 * CELL + 1, 4 * CELL - 1, bet_name(f"docena:{i + 1}", lang), ""
        )
    for i, bet in enumerate(SIMPLE):
        x = LEFT + i * 2 * CELL
        canvas.box(BOTTOM + 3, x, 4, 2 * CELL + 1)
        style = {"rojo": RED, "negro": BLACK}.get(bet, "")
        for line in (1, 2):
            canvas.write(BOTTOM + 3 + line, x + 1, " " * (2 * CELL - 1), style)
        named = {"menor": "1-18", "mayor": "19-36"}.get(bet) or bet_name(bet, lang).upper()
        canvas.centred(BOTTOM + 4, x + 1, 2 * CELL - 1, named, f"bold {style}".strip())


def _chips(canvas: Canvas, chips: Chips, rules: Any, bet: str, stakes: Mapping[int, int]) -> None:
    named = bet_id(bet)
    point = where(rules, named.spot)
    if point is None:
        return
    y, x = point
    kind = named.kind
    ground = ""
    if kind == "pleno":
        ground = colour(rules, named.on).partition(" ")[2]
    elif kind in ("rojo", "negro"):
        ground = {"rojo": RED, "negro": BLACK}[kind].partition(" ")[2]
    most = {"pleno": 4, "caballo": 2, "cuadro": 2, "calle": 3, "linea": 2}.get(kind, 8)
    if named.held:
        chips.put(canvas, y, x + 3, stakes, 3, ground, HELD)
    else:
        chips.put(canvas, y, x, stakes, most, ground)


def where(rules: Any, bet: str) -> tuple[int, int] | None:
    """The point of the drawing where the chips of a bet lie."""
    kind, on = bet_id(bet).kind, bet_id(bet).on
    if kind in SIMPLE:
        return BOTTOM + 5, LEFT + SIMPLE.index(kind) * 2 * CELL + CELL
    if kind == "docena":
        return BOTTOM + 2, LEFT + (int(on) - 1) * 4 * CELL + 2 * CELL
    if kind == "dos-docenas":
        return BOTTOM + 2, LEFT + int(on[0]) * 4 * CELL
    if kind == "columna":
        return (3 - int(on)) * ROW + 2, RIGHT + 3
    if kind == "dos-columnas":
        return (3 - int(on[0])) * ROW, RIGHT + 3
    if kind == "linea-especial":
        return 0, LEFT
    numbers = list(bet_id(bet).numbers)
    plain = [int(n) for n in numbers if n not in rules.zeros]
    if not numbers or not all(n.isdecimal() for n in numbers):
        return None
    if len(plain) < len(numbers):
        return _with_zero(rules, numbers, plain)
    spots = [_cell(n) for n in plain]
    y = _middle([y for y, _ in spots]) + (2 if kind == "pleno" else 0)
    x = _middle([x for _, x in spots])
    if kind == "pleno":
        return y, x + 2
    if kind == "calle":
        return BOTTOM, x + 2
    if kind == "linea":
        return BOTTOM, max(x for _, x in spots)
    if kind == "cuadro":
        return max(y for y, _ in spots), max(x for _, x in spots)
    across = len({x for _, x in spots}) == 2
    return (spots[0][0] + 1, max(x for _, x in spots)) if across else (spots[0][0], spots[0][1] + 2)


def _with_zero(rules: Any, numbers: list[str], plain: list[int]) -> tuple[int, int]:
    if not plain:
        if len(numbers) == 1:
            return _zero_line(rules, numbers[0]) + 1, 3
        return 4, 3
    if len(plain) == 3:
        return BOTTOM, LEFT
    ys = [_cell(n)[0] for n in plain]
    return (max(ys), LEFT) if len(ys) == 2 else (ys[0] + 1, LEFT)


def _middle(values: list[int]) -> int:
    return int(Fraction(sum(values), len(values)))
