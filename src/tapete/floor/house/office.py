"""The office: new tables and other units, and persons who may not be here any more."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from tapete.core.book.bounds import CannotBe
from tapete.core.book.datafile import BrokenFile
from tapete.core.book.papers import check_papers
from tapete.core.book.refused import Fact, Refused
from tapete.floor.aggregates.pots import link_table
from tapete.floor.aggregates.shared import AnyPending, write_by_house
from tapete.floor.house.casino import Casino
from tapete.floor.house.news import UNITS
from tapete.floor.kernel.port import Overtaken
from tapete.floor.kernel.unit import Spec, Surroundings
from tapete.floor.money.ledger import MAKERS
from tapete.floor.people.door import see_out_barred
from tapete.floor.people.exclusion import term
from tapete.floor.people.permissions import CONTROL
from tapete.floor.people.person import Person, Reason
from tapete.floor.storage.crossed import again_if_crossed
from tapete.floor.storage.store import Store
from tapete.floor.units import KINDS, build
from tapete.floor.units.mesa import Mesa, TableSpec, planned_terms
from tapete.games.registry import GAMES

PLAN = "CAT-I.4.2-01"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


async def create_table(
    casino: Casino, id: str, game: str, *, edition: str, changes: dict[str, str], attended: bool,
    by: str, pot: str | None = None, informed: str = "",
) -> TableSpec:  # fmt: skip
    """A new table of a game, with the limits of the betting plan; it is taken at once. With a
    ``pot`` it is linked to it, ``informed`` being the report of that to the authority."""
    check_unit_id(id)
    if game not in GAMES:
        raise Refused(CONTROL, "no-such-game", game=game[:60])
    if game not in casino.plan.table:
        raise Refused(PLAN, "not-in-the-plan", game=game)
    table = 1 + sum(one.game == game for one in casino.specs.values())
    spec = TableSpec(
        id=id, game=game, edition=edition, terms=planned_terms(casino.plan, game, table),
        changes=changes, attended=attended, pot=pot, place=table,
        hold_minutes=casino.plan.hold_minutes,
    )  # fmt: skip
    try:
        unit = await asyncio.to_thread(Mesa, spec, plan=casino.plan)
    except CannotBe:
        raise
    except (KeyError, ValueError, BrokenFile) as error:
        why = str(error)[:200]
        raise Refused(CONTROL, "not-a-table", game=game, why=why) from None
    check_papers(
        unit.table.rules,
        casino.plan.papers_of(game),
        date.fromisoformat(casino.store.calendar.date_of(casino.now()).isoformat()),
    )
    facts: dict[str, Fact] = {
        "table": id,
        "game": game,
        "edition": edition,
        "attended": attended,
        "pot": pot,
    }

    def create(connection: Connection) -> None:
        try:
            casino.store.add_in(connection, spec)
        except IntegrityError:
            raise Refused(CONTROL, "table-exists", table=id) from None
        casino.register.note(connection, by, "table.created", facts, casino.now())
        casino.register.note_units(connection, by, [spec], casino.now())

    if pot is None:
        await asyncio.to_thread(_in_one, casino.store, create)
    else:
        host = casino.pots.host(pot)
        await link_table(host, casino.write, casino.plan, spec, informed, casino.now(), create)
    await casino.hosting.take()
    casino.news.say(UNITS)
    return spec


async def create_units(
    casino: Casino, kind: str, id: str, row: Mapping[str, Any], *, by: str
) -> Sequence[Spec]:
    """The units of a row as the plan has them, and in the same transaction what they share; taken
    at once."""
    check_unit_id(id)
    if kind not in KINDS:
        raise Refused(CONTROL, "no-such-kind", kind=kind[:20])
    try:
        specs = KINDS[kind].planned(casino.plan, id, row)
        for spec in specs:
            await asyncio.to_thread(build, spec, Surroundings(plan=casino.plan))
    except CannotBe:
        raise
    except (KeyError, ValueError, BrokenFile) as error:
        raise Refused(CONTROL, "not-a-unit", kind=kind, why=str(error)[:200]) from None
    facts: dict[str, Fact] = {"kind": kind, "unit": id}

    def create(begun: Sequence[AnyPending], connection: Connection) -> None:
        try:
            for spec in specs:
                casino.store.add_in(connection, spec)
        except IntegrityError:
            raise Refused(CONTROL, "table-exists", table=id) from None
        casino.register.note(connection, by, "unit.created", facts, casino.now())
        casino.register.note_units(connection, by, specs, casino.now())
        for what in begun:
            write_by_house(connection, casino.store, what, casino.now())

    while True:
        begun = await asyncio.to_thread(casino.shared.begun, casino.plan, specs, casino.now())
        try:
            await asyncio.to_thread(_in_one, casino.store, partial(create, begun))
            break
        except Overtaken:
            continue  # another process has just made what they share
    await casino.hosting.take()
    casino.news.say(UNITS)
    return specs


def check_unit_id(id: str) -> None:
    """Raise `Refused` for what no unit is called: by its id its money is told from others'."""
    if not NAME.fullmatch(id):
        raise Refused(CONTROL, "bad-id", id=id[:20])
    if id in MAKERS:
        raise Refused(CONTROL, "name-of-the-books", id=id)


def _in_one(store: Store, write: Callable[[Connection], None]) -> None:
    with store.writing() as connection:
        write(connection)


async def keep_out(
    casino: Casino, identity: str, why: Reason, *, by: str, until: float | None = None
) -> None:
    """Bar a person by identity number, without an end or for a term: the sessions end, and any
    place at a table is freed, here at once and on other nodes when they look (`see_out_barred`)."""
    until = term(why, until, casino.now())
    bar = partial(casino.register.bar, identity, why, by=by, now=casino.now(), until=until)
    await asyncio.to_thread(again_if_crossed, bar)
    await see_out_barred(casino)


async def exclude_himself(casino: Casino, person: Person, until: float | None) -> None:
    """A person keeps himself out. Nobody else may take that back before its time."""
    if person.rut is None:
        raise Refused("CAT-VII.3.1-03", "no-identity", person=person.id)
    await keep_out(casino, person.rut, "autoexclusion", by=person.id, until=until)
