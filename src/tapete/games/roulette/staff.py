"""What people at a roulette table decide between throws: faulty material, playing at two tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from tapete.core.event import Event, Ruled
from tapete.core.game import Setup
from tapete.core.refused import Refused
from tapete.core.roles import JEFE
from tapete.games.roulette.roulette import RouletteState
from tapete.games.roulette.rules import SIMPLE, RouletteRules

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


def check_two_tables(
    rules: RouletteRules, here: Iterable[str], elsewhere: Sequence[Iterable[str]]
) -> None:
    """Refuse bets at more tables than a player may be at: two, with simple chances only.

    ``elsewhere`` holds the player's bets table by table (CAT-II.1.5.2-01, CAT-II.2.6.2-01).
    """
    tables = [list(bets) for bets in elsewhere]
    tables = [bets for bets in tables if bets]
    if not tables:
        return
    if len(tables) + 1 > rules.tables_max:
        raise Refused(rules.by("tables_max"), "too-many-tables", maximum=rules.tables_max)
    for bet in (*here, *(bet for bets in tables for bet in bets)):
        if bet not in SIMPLE:
            raise Refused(rules.by("tables_max"), "two-tables-simple-only", bet=bet)
