"""What the house asks before somebody enters a tournament whose hands are dealt here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.core.book.refused import Refused
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.people.person import Person
from tapete.floor.people.presence import places_of
from tapete.floor.table.commands import SYSTEM
from tapete.floor.units.torneo.conductor import carry
from tapete.floor.units.torneo.unit import Torneo
from tapete.systems.tournament.life import commands as do

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino


async def admit_to_play(house: Casino, keeper: Keeper, player: Person) -> None:
    """Raise `Refused` if he sits at a table: one event at a time (COL-9.1-22). Where nobody directs
    another date begins when the last is over and somebody wants to enter."""

    def places() -> dict[str, tuple[int, ...]]:
        with house.store.engine.connect() as connection:
            return places_of(connection, player.id)

    elsewhere = await house.aside(places)
    if elsewhere:
        raise Refused("COL-9.1-22", "seated-elsewhere", table=next(iter(elsewhere)))
    unit: Torneo = keeper.unit
    if unit.spec.automatico and unit.now.stage == "terminado" and not unit.now.due():
        for again in (do.HoldAgain(), do.OpenRegistration()):
            await carry(house, keeper, house.by_system(again, SYSTEM))
