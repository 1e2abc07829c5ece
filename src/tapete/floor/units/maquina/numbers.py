"""A machine's part in chance nobody can have chosen: the house promises a number, the players at
its positions give theirs, and plays draw what all of them give together
(`tapete.chance.numbers`). The same promises as at a table; a number of the house serves for some
plays and is opened when the next one stands, or nobody is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import only
from tapete.core.round.ask import Pick
from tapete.core.round.event import Announced, Event, Moment
from tapete.floor.kernel.due import Do, Due, Place, Reveal, Seal, Until
from tapete.floor.table.commands import (
    SYSTEM,
    CloseNumbers,
    GiveNumber,
    OpenNumber,
    OpenOrder,
    Promise,
)

if TYPE_CHECKING:
    from tapete.floor.kernel.unit import Envelope
    from tapete.floor.units.maquina.unit import Maquina

RANDOM = "CAT-VI.4.1-01"
OWN = "CAT-I.5.2-02"
SERVES = 300
"""After so many draws the house gives another number, and opens the one it had."""
AWAITED = "numbers-awaited"
"""A play is refused for this only for a moment: whoever sent it waits (`Machines.carry`)."""


def due(unit: Maquina, now: Moment) -> Due | None:
    """What is due of promises; None: nothing. Where nothing is sealed nothing is promised."""
    orders = unit.orders
    if unit.sealed is None or unit.spec.line or unit.in_course or not unit.cabinet.programs:
        return None
    for order in orders.played:
        return Reveal(order.n, order.promise)
    if worn(unit):
        return Seal(orders.last + 1, {})
    if orders.in_use is not None and orders.in_use.waits:
        over, closing = orders.since + unit.clocks.numbers, CloseNumbers(n=orders.in_use.n)
        return Do(closing, SYSTEM, in_time=True) if now >= over else Until(over)
    return None


def worn(unit: Maquina) -> bool:
    """Whether the house gives another number: this one has served long enough, everybody who played
    with it has gone, or somebody waits to have a part."""
    order = unit.orders.in_use
    if order is None or order.out >= SERVES:
        return True
    gone = not unit.players and bool(order.out or order.parts)
    return gone or unit.orders.is_awaited()


def carry_out(unit: Maquina, sent: Envelope[Any]) -> list[Event] | None:
    """Do what is done with numbers; None: it is something else."""
    command, orders = sent.command, unit.orders
    match command:
        case Promise():
            only((SYSTEM,), sent.role, RANDOM, "promise")
            if unit.in_course or not worn(unit):
                raise Refused(RANDOM, "order-stands", n=orders.last)
            if command.n != orders.last + 1 or command.cards:
                raise Refused(RANDOM, "not-the-next-order", n=command.n, next=orders.last + 1)
            return [replace(orders.promise(command, {}, sent.at), clause=RANDOM)]
        case OpenOrder():
            only((SYSTEM,), sent.role, RANDOM, "open-order")
            orders.check_open(command)
            if orders.in_use is not None and orders.in_use.n == command.n:
                raise Refused(RANDOM, "order-stands", n=command.n)
            orders.open(command.n)
            facts: dict[str, Fact] = {"n": command.n, "salt": command.salt, "order": ""}
            return [Announced(what="orden-abierto", facts=facts, clause=RANDOM)]
        case GiveNumber() | OpenNumber() if unit.players.get(command.seat) != sent.person:
            what = str(command.__struct_config__.tag)
            raise Refused(OWN, "not-yours", command=what, person=sent.person)
        case GiveNumber() | OpenNumber() | CloseNumbers():
            return [replace(one, clause=RANDOM) for one in orders.take(command)]
        case _:
            return None


def check_may_draw(unit: Maquina) -> None:
    """Raise `Refused` before a play begins while somebody may still open his number."""
    order = unit.orders.in_use
    if unit.draws.sealed is not None and (order is None or order.waits):
        raise Refused(RANDOM, AWAITED, machine=unit.spec.number)


def pick_of(unit: Maquina, draw: int) -> Pick:
    """What house and players draw together at a draw of the command being carried out."""
    order = unit.orders.in_use
    assert unit.sealed is not None and order is not None, "a play has begun"
    given = tuple(sorted(order.numbers.items()))
    return unit.sealed(Place(order.n, order.promise, order.out + draw, given))
