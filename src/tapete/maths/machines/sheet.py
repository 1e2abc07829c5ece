"""A program's par sheet: every level and every row, exactly."""

from __future__ import annotations

from typing import Any, NamedTuple

from tapete.maths.machines.bingo import bingo_levels
from tapete.maths.machines.figures import ParLevel as ParLevel
from tapete.maths.machines.figures import ParRow as ParRow
from tapete.maths.machines.keno import keno_levels
from tapete.maths.machines.mesa import mesa_levels
from tapete.maths.machines.reels import reel_levels
from tapete.maths.machines.video_poker import poker_levels
from tapete.systems.machines.program import AnyProgram, Bingo, Keno, Mesa, Reels, VideoPoker


class ParSheet(NamedTuple):
    """The mathematics of one program, as a laboratory asks for it."""

    program: AnyProgram
    levels: tuple[ParLevel, ...]
    rows: dict[str, ParRow]

    @property
    def worst(self) -> ParLevel:
        """The level that returns least: the minimum return binds it."""
        return min(self.levels, key=lambda level: level.back)

    def level(self, bet: str, denomination: int | None = None) -> ParLevel | None:
        """One level; without a denomination the first of this bet."""
        return next(
            (
                level
                for level in self.levels
                if level.bet == bet and denomination in (None, level.denomination)
            ),
            None,
        )

    def facts(self) -> dict[str, Any]:
        """The sheet as ``tapete par --json`` writes it."""
        rows: dict[str, dict[str, str]] = {}
        for name, row in self.rows.items():
            rows[name] = {} if row.odds is None else {"odds": str(row.odds)}
            rows[name]["return"] = str(row.back)
        return {
            "program": self.program.id,
            "kind": self.program.kind,
            "digest": self.program.digest,
            "levels": [level.facts() for level in self.levels],
            "rows": rows,
        }


def par_sheet(program: AnyProgram) -> ParSheet:
    """The par sheet of a program."""
    match program:
        case Reels():
            levels, rows = reel_levels(program)
        case VideoPoker():
            levels, rows = poker_levels(program)
        case Keno():
            levels, rows = keno_levels(program)
        case Bingo():
            levels, rows = bingo_levels(program)
        case Mesa():
            levels, rows = mesa_levels(program)
    return ParSheet(program, tuple(levels), rows)
