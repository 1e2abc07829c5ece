"""The door: whoever is kept out by what is written, or rests, leaves the units, on whichever node
he sits; and whoever closed his page and did not come back loses his place."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tapete.core.book.refused import Refused
from tapete.core.round.event import Moment
from tapete.floor.house.logs import log
from tapete.floor.kernel.due import Do
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.people.presence import barred_among, to_be_seen_out
from tapete.floor.people.protection import to_leave
from tapete.floor.storage.store import LostUnit
from tapete.floor.units import KINDS

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino

LOOK_EVERY = 5.0
"""Seconds between one look at the door and the next."""


class HungUp:
    """Who closed his last page of a unit of this node, and when."""

    def __init__(self) -> None:
        self._since: dict[tuple[str, str], Moment] = {}

    def went(self, unit: str, person: str, at: Moment) -> None:
        self._since[unit, person] = at

    def came(self, unit: str, person: str) -> None:
        self._since.pop((unit, person), None)

    def before(self, moment: Moment) -> list[tuple[str, str, Moment]]:
        """Those who have not come back since a moment."""
        return [(*key, at) for key, at in self._since.items() if at <= moment]


async def let_go_of_absent(casino: Casino) -> None:
    """Free the seats of players who are not present (CAT-I.5.1-02): a page that was closed frees
    the place of its player after a while, though no turn of his is waited for."""
    for unit, person, at in casino.hung_up.before(casino.now() - casino.settings.clocks.gone):
        keeper = casino.keepers.get(unit)
        if keeper is None or keeper.lost or person not in keeper.unit.present():
            casino.hung_up.came(unit, person)
            continue
        kind = KINDS[keeper.unit.spec.kind]
        await _carry_out(casino, keeper, kind.let_go(keeper.unit, person, at))


async def see_out_barred(casino: Casino) -> None:
    """Remove players who are barred from the tables of this node, now or when the round is over,
    whoever barred them and where, also if that broke off half done."""

    def look() -> list[tuple[str, str]]:
        with casino.store.engine.connect() as connection:
            now = casino.now()
            resting = to_leave(connection, now, casino.store.calendar.begin_of(now))
            return [*to_be_seen_out(connection, now), *resting]

    for person, table in await asyncio.to_thread(look):
        keeper = casino.keepers.get(table)
        if keeper is None or keeper.lost or person not in keeper.unit.present():
            continue
        await send_away(casino, keeper, person)
    for keeper in list(casino.keepers.values()):
        unit = keeper.unit
        people = () if keeper.lost else tuple(KINDS[unit.spec.kind].taking_part(unit))
        for person in await asyncio.to_thread(_barred, casino, people) if people else ():
            await send_away(casino, keeper, person)


async def send_away(casino: Casino, keeper: Keeper, person: str) -> None:
    """Have a person leave a unit, in the way of its kind. What is refused now is retried at the
    next look."""
    kind = KINDS[keeper.unit.spec.kind]
    await _carry_out(casino, keeper, kind.see_out(keeper.unit, person))


async def _carry_out(casino: Casino, keeper: Keeper, what: Sequence[Do]) -> None:
    kind = KINDS[keeper.unit.spec.kind]
    for due in what:
        try:
            await kind.carry(casino, keeper, casino.by_system(due.command, due.role), None)
        except (Refused, LostUnit) as refusal:
            log.info("not-seen-out", unit=keeper.unit_id, why=str(refusal))
        except Exception as error:  # what is wrong at one unit keeps nobody in at the others
            log.error("not-seen-out", unit=keeper.unit_id, exc_info=error)


def _barred(casino: Casino, people: tuple[str, ...]) -> list[str]:
    with casino.store.engine.connect() as connection:
        return sorted(barred_among(connection, people, casino.now()))


async def see_out(casino: Casino) -> None:
    """The same; what cannot be done just now is tried again."""
    try:
        await see_out_barred(casino)
        await let_go_of_absent(casino)
    except Exception as error:  # without this the door would be kept no more, and nobody told
        log.error("door-not-kept", node=casino.node, why=type(error).__name__, exc_info=error)


async def keep_the_door(casino: Casino) -> None:
    """Look every few seconds who has to leave."""
    while True:
        await asyncio.sleep(LOOK_EVERY)
        await see_out(casino)
