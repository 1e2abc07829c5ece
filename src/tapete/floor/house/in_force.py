"""The plan in force in a house: the one that was approved, and what it changes at units and pots
that exist."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection

from tapete.core.book.datafile import BrokenFile
from tapete.core.book.plan import Plan
from tapete.core.book.plan import plan as read_plan
from tapete.core.book.refused import Refused
from tapete.core.book.roles import MACHINERY, PLANNERS
from tapete.core.book.written import plain
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.plain_pots import PlainPot, planned_pot
from tapete.floor.aggregates.pot_links import PotLinkHost
from tapete.floor.aggregates.pot_shares import share_of
from tapete.floor.aggregates.pots import PotHost
from tapete.floor.aggregates.shared import Hosts, done_by_house, stored
from tapete.floor.house.identity import PLAN
from tapete.floor.house.logs import log
from tapete.floor.house.planning import PLANNED, PlanChange, changes
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.unit import InForce, Setting
from tapete.floor.storage.store import Store
from tapete.floor.units import KINDS, build
from tapete.floor.units.mesa import TableSpec
from tapete.games.registry import GAMES
from tapete.systems.progressive.state import terms_of
from tapete.systems.progressive.terms import planned as planned_progressive

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino

AGAIN = 1.0
"""Seconds after which a pot that was in a round is looked at again."""
BUSY = "round-in-course"
POT_SET = "plan.pot"
AnyPot = PlainPot | PotHost | PotLinkHost


def load(name: str) -> Plan:
    """A plan as it is written now. Raises `Refused` if it cannot be read."""
    read_plan.cache_clear()
    try:
        return read_plan(name)
    except (BrokenFile, OSError, ValueError) as error:
        raise Refused(PLANNED, "plan-unreadable", why=str(error)[:300]) from None


def put_in_force(casino: Casino) -> None:
    """The plan of the house holds, if it is what was approved; as it is written now."""
    identity = casino.identity
    if any(part.startswith(f"{PLAN}:") for part in identity.differs):
        casino.in_force = None
        return
    digest = identity.plan_digest()
    if digest != casino.plan_digest:
        if casino.plan_digest:
            casino.plan = load(casino.settings.plan)
        casino.plan_digest = digest
    if casino.in_force is None or casino.in_force.plan is not casino.plan:
        person = identity.approved_by()
        found = casino.register.find(person)
        roles = () if found is None else found.roles
        role = next((one for one in PLANNERS if one in roles), MACHINERY)
        casino.in_force = InForce(casino.plan, person, role)


# What it changes


def stored_changes(store: Store, plan: Plan) -> Iterator[PlanChange]:
    """What a plan changes at the units and pots of a casino as it is written, open or not."""
    for spec in store.specs():
        chain: Chain[Any] = Chain(build(spec))
        store.load(chain)
        yield from unit_changes(plan, spec.id, chain.unit)
    yield from pot_changes(Hosts(store, SHARED), plan)


def not_made(store: Store, plan: Plan) -> list[str]:
    """The tables and rooms of a plan that the casino does not have: they are made in the office."""
    specs = store.specs()
    games = {spec.game for spec in specs if isinstance(spec, TableSpec)}
    known = {spec.id for spec in specs}
    rooms = [id for rows in plan.room.values() for id in rows if id not in known]
    return [*(game for game in plan.table if game not in games and game in GAMES), *rooms]


def unit_changes(plan: Plan, id: str, unit: Any) -> Iterator[PlanChange]:
    """What a plan changes at a unit."""
    kind = KINDS[unit.spec.kind]
    now = kind.setting(unit)
    if now is None:
        return
    try:
        planned = kind.planned_setting(plan, unit)
    except Refused as refused:
        yield PlanChange(
            unit=id, what="", before="", after="", clause=refused.clause, refused=refused.code
        )
        return
    if planned is not None:
        yield from changes(id, now, planned)


def pot_changes(shared: Hosts, plan: Plan) -> Iterator[PlanChange]:
    """What a plan changes at the pots."""
    for host in _pots(shared):
        planned = _planned(host, plan)
        if planned is not None:
            yield from changes(host.id, _setting(host), _planned_setting(host, plan, planned))


def _pots(shared: Hosts) -> Iterator[AnyPot]:
    for ref in stored(shared.store):
        host = shared.host(ref)
        if isinstance(host, PotLinkHost) and host.written.is_centre:
            continue  # the pot itself is here
        if isinstance(host, AnyPot):
            yield host


def _terms(host: AnyPot) -> Any:
    return terms_of(host.written) if isinstance(host, PotHost) else host.written.terms


def _setting(host: AnyPot) -> Setting:
    """How a pot is set now."""
    return _set(_terms(host), host.written.centre if isinstance(host, PotLinkHost) else None)


def _planned_setting(host: AnyPot, plan: Plan, terms: Any) -> Setting:
    """The same as a plan has it. Only pots of machines are shared."""
    share = None if isinstance(host, PotHost) else share_of(plan, host.id)
    if share is None or share.me == share.centre:
        return _set(terms, None)
    return _set(terms, share.centre)


def _set(terms: Any, centre: str | None) -> Setting:
    """Its money stays what it is, and where it is, and so does the equipment that takes it:
    ``centre`` is the other casino that keeps it."""
    may: dict[str, Any] = msgspec.json.decode(plain(terms))
    fixed = {name: may.pop(name, None) for name in ("unit", "acceptor", "fund")}
    return Setting(may, {**fixed, "link": centre})


def _planned(host: AnyPot, plan: Plan) -> Any | None:
    """The terms of a pot by this plan; None: it says nothing of it."""
    if isinstance(host, PotHost):
        return planned_progressive(plan, host.id) if host.id in plan.pot else None
    return planned_pot(plan, host.id) if host.id in plan.pozo else None


# Pots


async def keep_pots_planned(casino: Casino) -> None:
    """Set the terms of the pots as the plan in force has them, each when no round of its units is
    in course (CAT-III.6.6-16, CAT-V.2.1-05, CAT-VI.7.3-06)."""
    done: Plan | None = None
    while True:
        force = casino.in_force
        if force is not None and force.plan is not done:
            try:
                if await set_pots(casino, force):
                    done = force.plan
            except Exception as error:  # it is tried again
                log.error("pots-not-set", node=casino.node, why=repr(error))
        await asyncio.sleep(AGAIN)


async def set_pots(casino: Casino, force: InForce) -> bool:
    """Set the terms of the pots that are at rest. Says whether all of them were."""
    hosts = await asyncio.to_thread(lambda: list(_pots(casino.shared)))
    return all([await _set_pot(casino, force, host) for host in hosts])


async def _set_pot(casino: Casino, force: InForce, host: AnyPot) -> bool:
    planned = _planned(host, force.plan)
    if planned is None or planned == _terms(host):
        return True
    if _planned_setting(host, force.plan, planned).fixed != _setting(host).fixed:
        return True
    facts, at, changed = {"pot": host.id, "by": force.role}, casino.now(), False

    def do() -> None:
        nonlocal changed
        changed = host.replan(planned, force.role)

    def note(connection: Connection) -> None:
        if changed:
            casino.register.note(connection, force.person, POT_SET, facts, at)

    try:
        await done_by_house(casino.write, [host], do, at, note)
    except Refused as refused:
        log.warning("pot-not-set", pot=host.id, code=refused.code, clause=refused.clause)
        return refused.code != BUSY
    return True
