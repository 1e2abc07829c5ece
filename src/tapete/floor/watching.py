"""Watching over what runs: at the start, every day and on demand. Tables played by a program that
was not approved are closed, and opened again when it is what was approved."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tapete.core.book.roles import JEFE
from tapete.floor.commands import Resume, Suspend
from tapete.floor.identity import CLOSED, REOPENED, WHY, IdentityView
from tapete.floor.logs import log
from tapete.floor.units.mesa import Mesa

if TYPE_CHECKING:
    from tapete.floor.casino import Casino


async def look(casino: Casino, by: str, why: str) -> IdentityView:
    """Hold what runs against what was approved, and close or open the tables of this node."""
    identity = casino.identity
    differs = await asyncio.to_thread(identity.check, by, why=why, at=casino.now())
    if differs:
        log.error("program-differs", node=casino.node, parts=differs, changed=identity.changed)
    for table in list(casino.keepers):
        await settle(casino, table)
    return identity.view(tuple(sorted(identity.closed())))


async def approve(casino: Casino, by: str) -> IdentityView:
    """What is here now may run: whoever may say so says so."""
    await asyncio.to_thread(casino.identity.approve, by, at=casino.now())
    return await look(casino, by, "aprobacion")


async def settle(casino: Casino, table: str) -> None:
    """Close a table that may not be played as things are, or let it open again."""
    keeper, identity = casino.keepers[table], casino.identity
    if keeper.lost:
        return
    if not isinstance(keeper.unit, Mesa):
        return
    spec, play = keeper.unit.spec, keeper.unit.table
    if identity.concerns(spec.edition):
        if play.open:
            await keeper.send(casino.by_system(Suspend(why=WHY), JEFE))
        if table not in identity.closed():
            identity.note(CLOSED, table, casino.now())
    elif table in identity.closed():
        if play.suspended and not spec.attended:  # an attended one its jefe de mesa opens
            await keeper.send(casino.by_system(Resume(), JEFE))
        identity.note(REOPENED, table, casino.now())


async def keep_looking(casino: Casino) -> None:
    """Look every day."""
    while True:
        await asyncio.sleep(casino.settings.look_every)
        try:
            await asyncio.to_thread(casino.personal.tidy, now=casino.now())
            await look(casino, "sistema", "diario")
        except Exception as error:  # it is tried again
            log.error("program-not-read", node=casino.node, why=repr(error))
