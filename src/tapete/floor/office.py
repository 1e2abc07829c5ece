"""The office: new tables, and persons who may not be here any more."""

from __future__ import annotations

import asyncio
import re

from sqlalchemy.exc import IntegrityError

from tapete.core.datafile import BrokenFile
from tapete.core.refused import Fact, Refused
from tapete.floor.casino import Casino
from tapete.floor.hosted import Hosted, TableSpec
from tapete.floor.people import Person, Reason
from tapete.floor.permissions import CONTROL
from tapete.floor.pots import link_table
from tapete.games.registry import GAMES

PLAN = "CAT-I.4.2-01"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


async def create_table(
    casino: Casino, id: str, game: str, *, edition: str, changes: dict[str, str], attended: bool,
    by: str, pot: str | None = None, informed: str = "",
) -> TableSpec:  # fmt: skip
    """A new table of a game, with the limits of the betting plan; it is taken at once. With a
    ``pot`` it is linked to it, ``informed`` being the report of that to the authority."""
    if not NAME.fullmatch(id):
        raise Refused(CONTROL, "bad-id", id=id[:20])
    if game not in GAMES:
        raise Refused(CONTROL, "no-such-game", game=game[:60])
    if game not in casino.plan.table:
        raise Refused(PLAN, "not-in-the-plan", game=game)
    spec = TableSpec(
        id=id, game=game, edition=edition, limits=casino.plan.limits(game), changes=changes,
        circle=casino.plan.circle(game), attended=attended, pot=pot,
    )  # fmt: skip
    try:
        await asyncio.to_thread(Hosted, spec, plan=casino.plan)
    except (KeyError, ValueError, BrokenFile) as error:
        why = str(error)[:200]
        raise Refused(CONTROL, "not-a-table", game=game, why=why) from None
    if pot is not None and id not in casino.specs:
        await link_table(
            casino.pots.host(pot), casino.store, casino.plan, spec, informed, casino.now()
        )
    try:
        casino.store.add_table(spec)
    except IntegrityError:
        raise Refused(CONTROL, "table-exists", table=id) from None
    facts: dict[str, Fact] = {
        "table": id,
        "game": game,
        "edition": edition,
        "attended": attended,
        "pot": pot,
    }
    with casino.store.writing() as connection:
        casino.register.note(connection, by, "table.created", facts, casino.now())
    await casino.take_tables()
    return spec


async def keep_out(
    casino: Casino, identity: str, why: Reason, *, by: str, until: float | None = None
) -> None:
    """Bar a person by identity number: the sessions end, and any place at a table is freed."""
    number = casino.register.bar(identity, why, by=by, now=casino.now(), until=until)
    known = casino.register.by_rut(number)
    if known is not None:
        await casino.see_out(known.id)


async def exclude_himself(casino: Casino, person: Person, until: float | None) -> None:
    """A person keeps himself out. Nobody else may take that back before its time."""
    if person.rut is None:
        raise Refused("CAT-VII.3.1-03", "no-identity", person=person.id)
    if until is not None and until <= casino.now():
        raise Refused("CAT-VII.3.1-03", "time-is-over", until=str(until))
    await keep_out(casino, person.rut, "autoexclusion", by=person.id, until=until)
