"""Scenarios of gaming machines: par sheets, plays, money, tickets and pots, through the machines
themselves."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tapete.core.book.datafile import BrokenFile
from tapete.core.book.fault import fault_of
from tapete.core.book.refused import Refused
from tapete.scenario.cases import BadCase, Fields, explained, read_cases, reason_of
from tapete.scenario.compare import Difference, Result
from tapete.scenario.file import check_head
from tapete.scenario.maquinas import sheets
from tapete.scenario.maquinas.shapes import MachinesShape
from tapete.scenario.maquinas.steps import Steps
from tapete.scenario.reader import Reader

KEYS = frozenset({"machines", "par", "hand", "watch", "interleavings"})
PROGRAMS = "programas"


def is_of_machines(keys: frozenset[str]) -> bool:
    """Whether a file with these keys is a scenario of machines."""
    alone = "step" in keys and bool(keys & {"tickets", "pots"})
    return (bool(keys & KEYS) or alone) and "game" not in keys


def play_machines(text: str, file: str) -> Result:
    """Play every step of a file, in order."""
    (fields,) = read_cases(text)
    read = Reader(text, file)
    read.known(fields, MachinesShape)
    check_head(read)
    check = partial(read.check, fields, MachinesShape)
    found = explained(partial(_played, fields, read), check)
    return Result(file, title=str(fields.get("title", "")), differences=tuple(found))


def _played(fields: Fields, read: Reader) -> list[Difference]:
    folder = Path(read.file).parent / PROGRAMS
    try:
        return [*sheets.judge_sheets(fields, folder), *Steps(fields, folder).run(read)]
    except Refused as refusal:
        return [Difference("cannot-open", found=str(refusal), refusal=refusal)]
    except BadCase as bad:
        return [Difference("broken-file", found=fault_of(bad), line=read.line(*bad.path))]
    except (BrokenFile, OSError) as error:
        return [Difference("broken-file", found=reason_of(error), line=1)]
