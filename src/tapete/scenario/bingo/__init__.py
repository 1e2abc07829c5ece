"""Scenarios of bingo: sales, balls, calls and prizes, through the game itself and its pots."""

from __future__ import annotations

from functools import partial

from tapete.core.book.fault import fault_of
from tapete.core.book.refused import Refused
from tapete.scenario.bingo.figures import judge_figures
from tapete.scenario.bingo.game import Hallway
from tapete.scenario.bingo.shapes import BingoShape
from tapete.scenario.cases import BadCase, Fields, explained, read_cases
from tapete.scenario.compare import Difference, Result
from tapete.scenario.file import check_head
from tapete.scenario.reader import Reader
from tapete.systems.bingo.hall import ELECTRONIC, TRADITIONAL

GAMES = frozenset({TRADITIONAL, ELECTRONIC})


def play_bingo(text: str, file: str) -> Result:
    """Play every game of a file in a row, and answer its other questions."""
    (fields,) = read_cases(text)
    read = Reader(text, file)
    read.known(fields, BingoShape)
    check_head(read)
    check = partial(read.check, fields, BingoShape)
    found = explained(partial(_played, fields, read), check)
    return Result(file, title=str(fields.get("title", "")), differences=tuple(found))


def _played(fields: Fields, read: Reader) -> list[Difference]:
    try:
        found = judge_figures(fields)
        return [*found, *Hallway(fields).run()] if fields.get("round") else found
    except BadCase as bad:
        return [Difference("broken-file", found=fault_of(bad), line=read.line(*bad.path))]
    except Refused as refusal:
        return [Difference("cannot-open", refusal=refusal)]
