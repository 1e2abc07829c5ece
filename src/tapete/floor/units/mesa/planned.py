"""What a plan sets for a gaming table, and how another plan takes its place between two rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.datafile import exact
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.book.roles import JEFE
from tapete.core.book.written import plain
from tapete.core.round.terms import BrokenTerms, TermsSet
from tapete.core.table.holds import HOLD
from tapete.floor.kernel.due import Do
from tapete.floor.kernel.unit import InForce, Setting
from tapete.floor.table.commands import SetTerms, Suspend
from tapete.floor.units.mesa.spec import TableSpec, planned_terms

if TYPE_CHECKING:
    from tapete.floor.units.mesa.unit import Mesa

PLANNED: ClauseId = "CAT-I.4.2-01"
LEFT = "fuera-del-plan"
"""Why a table is closed whose game the plan in force does not have."""
MAKING = ("game", "edition", "changes", "attended", "pot")
"""What a row of the plan says of a table that holds as long as the table does."""


def setting(mesa: Mesa) -> Setting | None:
    """The settings of a table now; for one of a tournament its bases set them."""
    if mesa.spec.torneo:
        return None
    terms = msgspec.json.decode(plain(mesa.table.terms))
    return _setting(terms, mesa.hold_minutes, {name: getattr(mesa.spec, name) for name in MAKING})


def planned_setting(plan: Plan, mesa: Mesa) -> Setting | None:
    """The same as a plan has it: by its row for this very table, or for the tables of the game."""
    spec = mesa.spec
    if spec.torneo:
        return None
    row = dict(plan.room.get("mesa", {}).get(spec.id, {}))
    made = {name: row.get(name, getattr(spec, name)) for name in MAKING}
    game = str(made["game"])
    _check_planned(plan, game)
    try:
        terms = row.get("terms") or planned_terms(plan, game, _place(plan, mesa, row))
    except BrokenTerms as error:
        raise Refused(PLANNED, "not-a-table", game=game, why=str(error)[:200]) from None
    return _setting(terms, plan.hold_minutes, made)


def check_planned(mesa: Mesa, force: InForce | None) -> None:
    """Raise `Refused` if the plan in force does not have the game of this table: what is bet there
    would have no approved limits (CAT-I.4.2-01), nor the game a plan it is offered by
    (R196-RES-02)."""
    if force is not None and not mesa.spec.torneo:
        _check_planned(force.plan, mesa.spec.game)


def _check_planned(plan: Plan, game: str) -> None:
    if game not in plan.table:
        raise Refused(PLANNED, "not-in-the-plan", game=game)


def closing(mesa: Mesa, force: InForce | None) -> Do | None:
    """Between two rounds the house closes a table whose game has left the plan."""
    try:
        check_planned(mesa, force)
    except Refused:
        return Do(Suspend(why=LEFT), JEFE) if mesa.table.open else None
    return None


def _setting(terms: dict[str, Any], hold_minutes: int, made: dict[str, Any]) -> Setting:
    may = {name: value for name, value in terms.items() if name not in ("unit", "pot")}
    return Setting(
        may={"terms": may, "hold_minutes": hold_minutes}, fixed={**made, "unit": terms.get("unit")}
    )


def _place(plan: Plan, mesa: Mesa, row: dict[str, Any]) -> int:
    """Which table of its game it is. One that does not say keeps the way its cards come, if the
    plan still has that way."""
    spec: TableSpec = mesa.spec
    ways, way = plan.table[spec.game].cards, getattr(mesa.table.terms, "cards", "")
    kept = ways.index(way) + 1 if way in ways else 1
    return int(row.get("table", 0)) or spec.place or kept


def set_terms(mesa: Mesa, command: SetTerms) -> None:
    """Set what the plan in force says, between two rounds."""
    table, said = mesa.table, command.terms
    terms = {**msgspec.json.decode(plain(table.terms)), **said["terms"]}
    after = msgspec.convert(terms, table.game.terms, dec_hook=exact)
    table.check("set-terms", command.by)
    table.between_rounds()
    if after != table.terms:
        table.set_terms(after, PLANNED, by=command.by)
    minutes = int(said["hold_minutes"])
    if minutes != mesa.hold_minutes:
        before = {"hold_minutes": mesa.hold_minutes}
        mesa.hold_minutes = minutes
        table.desk.tell(
            TermsSet(by=command.by, before=before, after={"hold_minutes": minutes}, clause=HOLD)
        )
