"""The croupier's exam of a game: the fewest settlements that together show every clause the drills
of the game show. Which they are was found once and is data (`bench/exam.py` writes it)."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.school import catalogue
from tapete.school.drill import Drill


class Exam(msgspec.Struct, frozen=True, kw_only=True):
    """The drills of an exam in their order, the clauses they show together, out of how many drills
    they were chosen, and the ``bound``: fewer cannot do. Where it is the number of drills the
    choice is proved to be the smallest."""

    game: str
    drills: tuple[str, ...]
    clauses: tuple[ClauseId, ...]
    of: int
    bound: int

    @property
    def proved(self) -> bool:
        return self.bound == len(self.drills)


@cache
def exams() -> dict[str, Exam]:
    """The exam of each game that has one: those a croupier settles, every game at a table."""
    rows = json.loads((resources.files(__package__) / "exam.json").read_text("utf-8"))
    return {game: msgspec.convert({"game": game, **row}, Exam) for game, row in rows.items()}


def shown_by(drill: Drill) -> frozenset[ClauseId]:
    """The clauses that the round of a drill shows."""
    made = catalogue.make(drill)
    return frozenset(event.clause for event in (*made.round, *made.key.because) if event.clause)
