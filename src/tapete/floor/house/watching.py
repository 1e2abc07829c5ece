"""Watching over what runs: at the start, every day and on demand. Tables played by a program that
was not approved are closed, and opened again when it is what was approved."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from tapete.core.book.refused import Refused
from tapete.core.book.roles import JEFE
from tapete.floor.house.identity import CLOSED, REOPENED, WHY, IdentityView
from tapete.floor.house.in_force import load, put_in_force
from tapete.floor.house.logs import log
from tapete.floor.table.commands import Resume, Suspend
from tapete.floor.units import KINDS
from tapete.floor.units.mesa import Mesa
from tapete.floor.units.mesa.planned import check_planned

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino

TO_APPROVE = (
    "closed until the administrador or the jefe técnico approves what runs: "
    "/fiscalia/programa, or POST /api/program/approve"
)
PROGRAM = "program"
"""News that what runs was approved."""


async def look(casino: Casino, by: str, why: str) -> IdentityView:
    """Hold what runs against what was approved, and close or open the tables of this node."""
    identity = casino.identity
    differs = await asyncio.to_thread(identity.check, by, why=why, at=casino.now())
    await asyncio.to_thread(put_in_force, casino)
    if differs:
        log.error("program-differs", node=casino.node, parts=differs, changed=identity.changed)
    for table in list(casino.keepers):
        await settle(casino, table)
    return identity.view(tuple(sorted(identity.closed())))


def say_closed(casino: Casino) -> None:
    """Log which tables start closed because the program is not approved, and how to open them."""
    differs = casino.identity.differs
    if differs:
        tables = [one.unit for one in casino.keepers.values() if isinstance(one.unit, Mesa)]
        log.error(
            "program-differs", node=casino.node, parts=differs, tables=len(tables),
            open=sum(mesa.table.open for mesa in tables), todo=TO_APPROVE,
        )  # fmt: skip


async def approve(casino: Casino, by: str) -> IdentityView:
    """What is here now may run: whoever may say so says so. A plan that cannot be read cannot be
    approved. The other processes look at it anew."""
    await asyncio.to_thread(load, casino.settings.plan)
    await asyncio.to_thread(casino.identity.approve, by, at=casino.now())
    found = await look(casino, by, "aprobacion")
    casino.news.say(PROGRAM)
    return found


async def look_again(casino: Casino) -> None:
    """Another process was told that what is here may run."""
    try:
        await look(casino, "sistema", "aviso")
    except Exception as error:  # the daily look does it
        log.error("program-not-read", node=casino.node, why=repr(error))


async def settle(casino: Casino, table: str) -> None:
    """Close a table that may not be played as things are, or let it open again."""
    keeper, identity = casino.keepers[table], casino.identity
    if keeper.lost:
        return
    due = KINDS[keeper.unit.spec.kind].resetting(keeper.unit)
    if due is not None:
        with suppress(Refused):  # somebody was quicker: it is due when his round is over
            await keeper.send(casino.by_system(due.command, due.role))
    if not isinstance(keeper.unit, Mesa):
        return
    spec, play = keeper.unit.spec, keeper.unit.table
    differs, planned = identity.concerns(spec.edition), _is_planned(keeper.unit, casino)
    if differs or not planned:
        if differs and play.open:  # one that left the plan has closed, or does after its round
            await keeper.send(casino.by_system(Suspend(why=WHY), JEFE))
        if table not in identity.closed():
            identity.note(CLOSED, table, casino.now())
    elif table in identity.closed():
        if play.suspended and not spec.attended:  # an attended one its jefe de mesa opens
            await keeper.send(casino.by_system(Resume(), JEFE))
        identity.note(REOPENED, table, casino.now())


def _is_planned(mesa: Mesa, casino: Casino) -> bool:
    """Whether the plan in force has the game of a table."""
    try:
        check_planned(mesa, casino.in_force)
    except Refused:
        return False
    return True


async def keep_looking(casino: Casino) -> None:
    """Look every day."""
    while True:
        await asyncio.sleep(casino.settings.look_every)
        try:
            await asyncio.to_thread(casino.personal.tidy, now=casino.now())
            await look(casino, "sistema", "diario")
        except Exception as error:  # it is tried again
            log.error("program-not-read", node=casino.node, why=repr(error))
