"""A plan that takes the place of another: what it changes at units that exist, between two rounds.

A unit plays by what was set for it when it was made. When another plan is in force, the house sends
each unit one command (`SetTerms`) as soon as no round is in course: it stands in the log with who
approved the plan, and what is told has before and after. Nothing of a unit is changed where the
plan would make another unit of it: another game, another unit of account, other cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.floor.kernel.due import Do
from tapete.floor.kernel.unit import InForce, Setting
from tapete.floor.table.commands import SYSTEM, SetTerms

PLANNED: ClauseId = "CAT-I.4.2-01"
FIXED = "fixed-by-its-making"


class PlanChange(msgspec.Struct, frozen=True, kw_only=True):
    """One value of a unit that a plan says otherwise. ``refused`` is why it stays as it is: a code,
    empty where it changes with the next round."""

    unit: str
    what: str
    before: str
    after: str
    clause: ClauseId = PLANNED
    refused: str = ""


class Replanning:
    """Looks, between two rounds, whether the plan in force sets something else for a unit."""

    def __init__(
        self, in_force: Callable[[], InForce | None], now: Callable[[], Setting | None],
        planned: Callable[[Plan], Setting | None],
    ) -> None:  # fmt: skip
        self._in_force, self._now, self._planned = in_force, now, planned
        self._holds: Plan | None = None
        """The plan that is known to hold here already, or that cannot."""

    def due(self) -> Do | None:
        """What the house sends so that the plan in force holds; None: it does, or cannot."""
        force = self._in_force()
        if force is None or force.plan is self._holds:
            return None
        said = self._said(force.plan)
        if said is None:
            self._holds = force.plan
            return None
        command = SetTerms(terms=dict(said), by=force.role, approved=force.person)
        return Do(command, SYSTEM)

    def _said(self, plan: Plan) -> Mapping[str, Any] | None:
        """What the plan sets that is not set yet."""
        try:
            now, planned = self._now(), self._planned(plan)
        except Refused:
            return None
        if now is None or planned is None or planned == now or planned.fixed != now.fixed:
            return None
        return planned.may


def changes(unit: str, now: Setting, planned: Setting) -> Iterator[PlanChange]:
    """Every value that changes; where one that is fixed would have to, those that keep the unit as
    it is."""
    fixed = [*_differences(unit, now.fixed, planned.fixed, FIXED)]
    found = fixed or [*_differences(unit, now.may, planned.may, "")]
    yield from sorted(found, key=lambda one: one.what)


def _differences(
    unit: str, before: Any, after: Any, why: str, at: str = ""
) -> Iterator[PlanChange]:
    """Single values, by the names that lead to them."""
    if before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in {**before, **after}:
            path = f"{at}.{name}" if at else str(name)
            yield from _differences(unit, before.get(name), after.get(name), why, path)
    else:
        yield PlanChange(unit=unit, what=at, before=_said(before), after=_said(after), refused=why)


def _said(value: Any) -> str:
    """A value as a plan writes it; a dash: none.

    >>> _said(None), _said([1000, 2000]), _said({"max": 5})
    ('–', '1000 2000', 'max=5')
    """
    match value:
        case None:
            return "–"
        case list() | tuple():
            return " ".join(map(_said, value)) or "–"
        case Mapping():
            return " ".join(f"{name}={_said(one)}" for name, one in value.items()) or "–"
    return str(value).lower() if isinstance(value, bool) else str(value)
