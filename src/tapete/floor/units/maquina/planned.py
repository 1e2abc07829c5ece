"""What a plan sets for a machine, and how another plan takes its place between two plays."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from tapete.core.book.account import CLP
from tapete.core.book.money import share
from tapete.core.book.plan import Plan
from tapete.floor.kernel.due import Do
from tapete.floor.kernel.unit import Setting
from tapete.floor.table.commands import SetTerms
from tapete.systems.machines.commands import SetLimits

if TYPE_CHECKING:
    from tapete.floor.units.maquina.unit import Maquina
    from tapete.floor.units.maquina.work import Work

MAY = ("minimum_return", "handpay", "two_signatures")
MAKING = ("number", "programs", "denomination", "positions", "pots", "alone", "line", "offline")
"""What a row of the plan says of a machine that holds as long as the machine does."""


def minimum_of(unit: Maquina) -> Fraction | None:
    """The least a machine must return: as the plan said last, or when it was made."""
    if unit.cabinet.minimum:
        return Fraction(unit.cabinet.minimum)
    return share(unit.spec.minimum_return) if unit.spec.minimum_return else None


def setting(unit: Maquina) -> Setting | None:
    """The settings of a machine now; for one of a tournament its bases set them."""
    spec, cabinet = unit.spec, unit.cabinet
    if spec.torneo or not cabinet.programs:
        return None
    may = _may(str(minimum_of(unit) or ""), cabinet.handpay_from, cabinet.two_sign_above)
    return Setting(may, {name: _plain(getattr(spec, name)) for name in MAKING})


def planned_setting(plan: Plan, unit: Maquina) -> Setting | None:
    """The same as a plan has it: for all machines, and in the row of this one. One that the office
    made has no row: of a plan only the least return binds it. Play money is paid by no hand."""
    spec = unit.spec
    if spec.torneo or not unit.cabinet.programs:
        return None
    made = {"handpay": spec.handpay, "two_signatures": spec.two_signatures}
    row = plan.room.get("maquina", {}).get(spec.id)
    said = {**msgspec.to_builtins(plan.maquinas), **(made if row is None else row)}
    row = row or {}
    minimum = said.get("minimum_return") or ""
    by_hand = spec.unit == CLP
    may = _may(
        str(share(minimum)) if minimum else "", said.get("handpay") if by_hand else None,
        said.get("two_signatures") if by_hand else None,
    )  # fmt: skip
    fixed = {name: _plain(row.get(name, getattr(spec, name))) for name in MAKING}
    return Setting(may, fixed)


def _plain(value: Any) -> Any:
    """A value as it is written."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _may(minimum: str, handpay: Any, two_signatures: Any) -> Mapping[str, Any]:
    return dict(zip(MAY, (minimum, handpay, two_signatures), strict=True))


def resetting(unit: Maquina) -> Do | None:
    """The command that sets what the plan in force changes, if anything, once nothing is in the
    machine and nothing is played."""
    cabinet = unit.cabinet
    busy = unit.in_course or cabinet.table.bets or cabinet.hand_pays_waiting or cabinet.tournament
    if busy or cabinet.cards or any(cabinet.credits.values()) or unit.assigned:
        return None
    return unit.replanning.due()


def set_terms(work: Work, command: SetTerms) -> None:
    """Set what the plan in force says."""
    minimum, handpay, two_signatures = (command.terms[name] for name in MAY)
    least = Fraction(minimum) if minimum else None
    work.do(SetLimits(command.by, least, handpay, two_signatures))
