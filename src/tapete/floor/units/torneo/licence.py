"""Whether a casino may hold a tournament of a game at all (CAT-VII.1.2-05)."""

from __future__ import annotations

from tapete.core.book.clause import ClauseId
from tapete.core.book.datafile import line_of
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.systems.tournament.bases import Bases

LICENCE: ClauseId = "CAT-VII.1.2-05"
MACHINES = "maquina"


def check_licence(plan: Plan, bases: Bases, text: str) -> None:
    """Raise `Refused` unless the casino has the licence of each game that is played: it stands in
    its plan, on papers that name the licence. Where nothing of value is played for none is
    needed."""
    if bases.practica:
        return
    for game in sorted({ronda.juego for ronda in bases.rondas} or {bases.juego}):
        held = game in plan.table
        if bases.categoria == "maquinas":
            held = bool(plan.room.get(MACHINES))
        if not held or not plan.papers_of(game).licence:
            raise Refused(
                LICENCE, "game-not-licensed", game=game, field="juego", file="bases",
                line=line_of(text, ("juego",)),
            )  # fmt: skip
