"""What a plan sets for a hall, and how another plan takes its place between two games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.datafile import exact
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.book.roles import PLANNERS, only
from tapete.core.book.written import plain
from tapete.core.round.event import Event
from tapete.core.round.terms import TermsSet
from tapete.floor.kernel.due import Do
from tapete.floor.kernel.unit import Setting, Spec
from tapete.floor.table.commands import SetTerms
from tapete.floor.units.sala.spec import Pace, SalaSpec
from tapete.systems.bingo.plan import BingoPlan, check_plan

if TYPE_CHECKING:
    from tapete.floor.units.sala.unit import Sala

APPROVED: ClauseId = "CAT-V.5-07"
MAKING = (
    "game", "edition", "series", "positions", "company", "extractor", "manual", "terminals",
    "unidad",
)  # fmt: skip
"""What a row of the plan says of a hall that holds as long as the hall does."""


def setting(sala: Sala) -> Setting:
    """The settings of a hall now."""
    return _setting(sala.spec, sala.plan, sala.pace)


def planned_setting(plan: Plan, sala: Sala) -> Setting | None:
    """The same as its row in a plan has it; a hall the office made has none."""
    from tapete.floor.units.sala.kind import KIND

    row = plan.room.get("sala", {}).get(sala.spec.id)
    if row is None:
        return None
    try:
        made: Spec = KIND.planned(plan, sala.spec.id, row)[0]
    except ValueError as error:
        raise Refused(APPROVED, "not-a-unit", kind="sala", why=str(error)[:200]) from None
    assert isinstance(made, SalaSpec)
    check_plan(made.bingo_plan, joint=made.joint is not None)
    return _setting(made, made.bingo_plan, made.pace)


def _setting(spec: SalaSpec, plan: BingoPlan, pace: Pace) -> Setting:
    """Its pots were begun with it, and casinos that play together have one plan."""
    written: dict[str, Any] = msgspec.json.decode(plain(plan))
    fixed = {name: msgspec.to_builtins(getattr(spec, name)) for name in MAKING}
    fixed |= {"cards": spec.design.size, "strips": spec.design.strips}
    fixed["pots"] = [pot.id for pot in plan.pots]
    if spec.joint is not None:
        return Setting({"pace": msgspec.to_builtins(pace)}, {**fixed, "plan": written})
    return Setting({"plan": written, "pace": msgspec.to_builtins(pace)}, fixed)


def resetting(sala: Sala) -> Do | None:
    """The command that sets what the plan in force changes, if anything, once no game is in
    course or on sale."""
    return None if sala.live is not None else sala.replanning.due()


def set_terms(sala: Sala, command: SetTerms) -> list[Event]:
    """Set what the plan in force says."""
    only(PLANNERS, command.by, APPROVED, "set-terms")
    sala.session.between_rounds()
    before = setting(sala).may
    plan = msgspec.convert(command.terms.get("plan", before.get("plan")), BingoPlan, dec_hook=exact)
    if sala.spec.joint is None:
        check_plan(plan)
        sala.set_plan(plan)
    sala.pace = msgspec.convert(command.terms["pace"], Pace)
    after = setting(sala).may
    return [TermsSet(by=command.by, before=before, after=after, clause=APPROVED)]
