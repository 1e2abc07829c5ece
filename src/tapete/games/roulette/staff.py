"""What the jefe de mesa of a roulette table decides between throws: faulty material."""

from __future__ import annotations

import msgspec

from tapete.core.event import Event, Ruled
from tapete.core.game import Setup
from tapete.core.refused import Refused
from tapete.core.roles import JEFE
from tapete.games.roulette.roulette import RouletteState
from tapete.games.roulette.rules import RouletteRules

STOPS = "suspender"


def rule_on_material(
    setup: Setup[RouletteRules],
    state: RouletteState,
    *,
    material: str,
    ruling: str,
    by: str = JEFE,
) -> tuple[RouletteState, list[Event]]:
    """The croupier found the ball or wheel faulty; the jefe de mesa decides how to go on.

    With ``suspender`` no ball is thrown until he decides otherwise.
    """
    rules = setup.rules
    clause = rules.by("material_rulings")
    if by != JEFE:
        raise Refused(clause, "chief-decides", role=by, material=material)
    if ruling not in rules.material_rulings:
        rulings = " ".join(rules.material_rulings)
        raise Refused(clause, "no-such-ruling", ruling=ruling, rulings=rulings)
    ruled = Ruled(role=by, question=f"material:{material}", ruling=ruling, clause=clause)
    stopped = material if ruling == STOPS else ""
    return msgspec.structs.replace(state, stopped=stopped), [ruled]
