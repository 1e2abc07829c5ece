"""Where programs are kept: those shipped with Tapete, by id, and a casino's own, by file."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from tapete.systems.machines.poker_list import PokerList
from tapete.systems.machines.program import AnyProgram
from tapete.systems.machines.validate import read_program


@cache
def load(path: Path) -> AnyProgram:
    """The program in a file."""
    return read_program(path.read_text("utf-8"), path.name)


@cache
def shipped(id: str) -> AnyProgram:
    """A program shipped with Tapete, by its id."""
    file = resources.files("tapete") / "programs" / f"{id}.toml"
    return read_program(file.read_text("utf-8"), f"programs/{id}.toml")


def shipped_ids() -> list[str]:
    """The programs shipped with Tapete."""
    folder = resources.files("tapete") / "programs"
    return sorted(f.name[: -len(".toml")] for f in folder.iterdir() if f.name.endswith(".toml"))


class Level(msgspec.Struct, frozen=True):
    """One bet at one denomination of a certified sheet; fractions as they are written there."""

    bet: str
    denomination: int
    stake: int
    back: str = msgspec.field(name="return")
    hit: str
    channels: dict[str, str]
    variance: str = "0"
    top: dict[str, Any] = {}


class Certificate(msgspec.Struct, frozen=True):
    """The sheet a program was homologated with (CAT-VI.3-10): of which bytes, and what they return.

    It is `tapete par --json`, worked out once: a machine is enabled by it, and shows it.
    """

    program: str
    kind: str
    digest: str
    levels: tuple[Level, ...]
    rows: dict[str, dict[str, str]]

    @property
    def worst(self) -> Fraction:
        """The least return over all bets: the minimum return binds it (CAT-VI.7.3-02)."""
        return min(Fraction(level.back) for level in self.levels)

    def level(self, bet: str, denomination: int) -> Level | None:
        """One bet at one denomination."""
        return next(
            (
                level
                for level in self.levels
                if (level.bet, level.denomination) == (bet, denomination)
            ),
            None,
        )


@cache
def certificate(id: str) -> Certificate | None:
    """The certified sheet of a program shipped with Tapete; none: it is not in the register."""
    file = resources.files("tapete") / "programs" / "par" / f"{id}.json"
    return msgspec.json.decode(file.read_bytes(), type=Certificate) if file.is_file() else None


@cache
def shipped_list(program: str) -> PokerList | None:
    """The list of a shipped program, at its largest bet."""
    file = resources.files("tapete") / "programs" / "lists" / f"{program}.json"
    if not file.is_file():
        return None
    return msgspec.json.decode(file.read_bytes(), type=PokerList)
