"""Charts of poker against the bank, as ``tapete strategy`` shows and writes them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tapete.cli.odds import percent, progress
from tapete.games.poker.bank.rules import BankRules
from tapete.telling.guides import row_label, ten
from tapete.telling.names import move_name
from tapete.telling.tables import CellValue, csv_text
from tapete.telling.texts import t

if TYPE_CHECKING:
    from tapete.maths.strategy.poker.advice.guide import Cell, Guide, Part
    from tapete.maths.strategy.poker.solution import Solution

COLOURS = {
    "voy": (46, 125, 70),
    "ir": (46, 125, 70),
    "servido": (46, 125, 70),
    "comprar": (33, 97, 168),
    "cambiar:1": (33, 97, 168),
    "cambiar:2": (72, 61, 139),
    "paso": (217, 164, 32),
    "no-ir": (194, 59, 52),
    "no-voy": (194, 59, 52),
}


def solved(rules: BankRules, lang: str) -> tuple[Solution, Guide]:
    """The game solved and its chart, with a progress bar while it takes its time."""
    from tapete.maths.strategy.poker.advice.guide import guide
    from tapete.maths.strategy.poker.solution import solution

    with progress(t("strategy.working", lang, game=rules.game)) as tick:
        found = solution(rules, tick)
        return found, guide(rules, found)


def facts(found: Solution, chart: Guide) -> dict[str, Any]:
    """All there is to know, as it is written out."""
    return {
        "edge": str(found.edge),
        "edge_float": float(found.edge),
        "least": chart.least,
        "parts": msgspec.to_builtins(chart.parts),
    }


def as_csv(chart: Guide) -> str:
    """The chart as a table: one line for each row, column and move."""
    head = ("decision", "group", "from", "to", "column", "move", "share")
    rows: list[tuple[CellValue, ...]] = [head]
    for part in chart.parts:
        for line in part.lines:
            for column, cell in zip(part.columns, line.cells, strict=True):
                for move, share in cell.shares.items():
                    row = (part.decision, line.group, line.low, line.high, column, move)
                    rows.append((*row, Decimal(f"{share:.6f}")))
    return csv_text(rows)


def show(console: Console, found: Solution, chart: Guide, lang: str) -> None:
    """Print the chart."""
    for part in chart.parts:
        console.print()
        console.print(Text(t(f"pokerchart.part.{part.decision}", lang), style="bold"))
        console.print(_table(part, lang))
    console.print()
    for line in notes(found, chart, lang):
        console.print(Text(line, style="dim"))


def notes(found: Solution, chart: Guide, lang: str) -> list[str]:
    """The rule in a word where there is one, the edge, and how to read the shares."""
    said = []
    if chart.least:
        said.append(t("pokerchart.least", lang, hand=ten(chart.least)))
    said.append(t("pokerchart.edge", lang, edge=percent(found.edge, lang, 4)))
    if any(len(cell.shares) > 1 for cell in _cells(chart)):
        said.append(t("pokerchart.mixed", lang))
    return said


def _cells(chart: Guide) -> list[Cell]:
    return [cell for part in chart.parts for line in part.lines for cell in line.cells]


def _table(part: Part, lang: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("", min_width=9)
    single = len(part.columns) == 1
    for column in part.columns:
        table.add_column(ten(column), justify="left" if single else "center", min_width=3)
    for line in part.lines:
        drawn = [
            Text(f" {words(cell, lang) if single else code(cell, lang)} ", style=_style(cell))
            for cell in line.cells
        ]
        table.add_row(row_label(line.group, line.low, line.high, lang), *drawn)
    return table


def code(cell: Cell, lang: str) -> str:
    """A cell in a letter; small, with its share in tenths, where the other cards decide.

    A dot where there are no such hands.
    """
    if not cell.shares:
        return "·"
    letter = t(f"pokerchart.letter.{cell.move}", lang)
    if cell.always:
        return letter
    tenths = min(9, max(1, round(cell.shares[cell.move] * 10)))
    return f"{letter.lower()}{tenths}"


def words(cell: Cell, lang: str) -> str:
    """A cell in words: the move, or each with its share."""
    if cell.always:
        return move_words(cell.move, lang)
    shares = sorted(cell.shares.items(), key=lambda item: -item[1])
    return ", ".join(
        f"{move_words(move, lang)} {percent(Fraction(share), lang, 1)}" for move, share in shares
    )


def move_words(move: str, lang: str) -> str:
    """A move, with how many cards it gives up."""
    return move_name(move, lang)


def _style(cell: Cell) -> str:
    if not cell.shares:
        return "dim"
    red, green, blue = COLOURS[cell.move]
    if cell.always:
        return f"bold white on #{red:02x}{green:02x}{blue:02x}"
    return f"bold #{red:02x}{green:02x}{blue:02x}"
