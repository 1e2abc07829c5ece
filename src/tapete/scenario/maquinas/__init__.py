"""Scenarios of gaming machines: par sheets, plays, money, tickets and pots, through the machines
themselves."""

from __future__ import annotations

from pathlib import Path

from tapete.core.book.datafile import BrokenFile
from tapete.scenario.cases import BadCase, read_cases
from tapete.scenario.compare import Difference, Result
from tapete.scenario.maquinas import sheets
from tapete.scenario.maquinas.steps import Steps

KEYS = frozenset({"machines", "par", "hand", "watch", "interleavings"})
PROGRAMS = "programas"


def is_of_machines(keys: frozenset[str]) -> bool:
    """Whether a file with these keys is a scenario of machines."""
    alone = "step" in keys and bool(keys & {"tickets", "pots"})
    return (bool(keys & KEYS) or alone) and "game" not in keys


def play_machines(text: str, file: str) -> Result:
    """Play every step of a file, in order."""
    (fields,) = read_cases(text)
    folder = Path(file).parent / PROGRAMS
    found: list[Difference] = []
    try:
        found += sheets.judge_sheets(fields, folder)
        found += Steps(fields, folder).run()
    except (BadCase, BrokenFile, OSError, KeyError, ValueError, StopIteration) as error:
        found.append(Difference("broken-file", found=f"{type(error).__name__}: {error}", line=1))
    return Result(file, title=str(fields.get("title", "")), differences=tuple(found))
