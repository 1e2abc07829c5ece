"""Changing tables: a player leaves one and sits down at another, in one transaction. He is never at
both, and never at neither: whatever the new table refuses, his place at the old one stays his.
"""

from __future__ import annotations

from typing import Any

from tapete.core.book.refused import Refused
from tapete.core.book.roles import JEFE, JUGADOR
from tapete.floor.house.casino import PRESENT, Casino
from tapete.floor.kernel.chain import Step
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.port import Kept, LostUnit
from tapete.floor.kernel.together import together
from tapete.floor.kernel.unit import Envelope
from tapete.floor.people.person import Person
from tapete.floor.table.commands import Leave, Sit, Void
from tapete.floor.units import KINDS
from tapete.floor.units.mesa.clockwork import NO_BETS


async def change_tables(
    house: Casino, person: Person, there: str, here: str, seat: int, chips: int | None, id: str
) -> Step | Kept:
    """Leave the table ``there`` and take a seat ``here``; gives the step of the table come to.

    In mid-round nobody leaves: it is refused with ``round-in-course``. Tables that two processes
    keep cannot be written together: ``tables-apart``."""
    coming = house.keeper(here)
    try:
        going = house.keeper(there)
    except LostUnit:
        raise Refused(PRESENT, "tables-apart", table=there) from None
    house.mesa(here)
    old = house.mesa(there)
    sent_as = f"{person.id}/{id}"
    again = await coming.find(sent_as)
    if again is not None:
        return again
    place = old.present().get(person.id)
    if place is None:
        raise Refused(PRESENT, "not-seated-there", table=there)
    has = old.table.available(place) or 0
    sit = Sit(seat=seat, player=person.id, chips=has if chips is None else chips)
    leave = Leave(seat=place)

    def sent(command: Any) -> Envelope[Any]:
        return Envelope(id=sent_as, person=person.id, role=JUGADOR, at=house.now(), command=command)

    def ending() -> list[tuple[Keeper, Envelope[Any]]]:
        """A round in which nobody has bet is over when somebody goes."""
        ends = going.unit.clockwork.nobody_bet()
        return [(going, house.by_system(Void(cause=NO_BETS), JEFE))] if ends else []

    await _allow(house, coming, person, sit)
    old.check(leave, person.id, JUGADOR, on_duty=False)
    _, step = await together([(going, sent(leave)), (coming, sent(sit))], ending)
    return step


async def _allow(house: Casino, keeper: Keeper, person: Person, command: Any) -> None:
    """Check a command before it is sent to a table."""
    kind = KINDS[keeper.unit.spec.kind]
    keeper.unit.check(command, person.id, JUGADOR, on_duty=False)
    await kind.admit(house, keeper, person, JUGADOR, command, None)
