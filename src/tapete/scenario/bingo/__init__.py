"""Scenarios of bingo: sales, balls, calls and prizes, through the game itself and its pots."""

from __future__ import annotations

from tapete.core.book.refused import Refused
from tapete.scenario.bingo.figures import judge_figures
from tapete.scenario.bingo.game import Hallway
from tapete.scenario.cases import BadCase, read_cases
from tapete.scenario.compare import Difference, Result
from tapete.systems.bingo.hall import ELECTRONIC, TRADITIONAL

GAMES = frozenset({TRADITIONAL, ELECTRONIC})


def play_bingo(text: str, file: str) -> Result:
    """Play every game of a file in a row, and answer its other questions."""
    (fields,) = read_cases(text)
    found: list[Difference] = []
    try:
        found += judge_figures(fields)
        if fields.get("round"):
            found += Hallway(fields).run()
    except (BadCase, KeyError, ValueError) as error:
        found.append(Difference("broken-file", found=f"{type(error).__name__}: {error}", line=1))
    except Refused as refusal:
        found.append(Difference("cannot-open", refusal=refusal))
    return Result(file, title=str(fields.get("title", "")), differences=tuple(found))
