"""Duties: which roles a command is open to, and the clause that says so."""

from __future__ import annotations

from typing import NamedTuple

from tapete.core.book.clause import ClauseId
from tapete.core.book.rulebook import GameRules


class Duty(NamedTuple):
    """The roles a command is open to, whoever usually gives it first, and the clause.

    ``handles`` is what the hands touch in doing it. ``own`` names rows of a game's rulebook that
    say the same more closely, the closest first.
    """

    roles: tuple[str, ...]
    clause: ClauseId
    handles: str = ""
    own: tuple[str, ...] = ()

    def by(self, rules: GameRules) -> ClauseId:
        """The clause to cite: that of the game's own row where it has one."""
        return next((rules.by(row) for row in self.own if row in rules.clauses), self.clause)
