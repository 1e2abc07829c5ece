"""The order of the balls of a game: promised by the house, shuffled by the numbers of the players
in the hall, and opened when the game is over. The same numbers as at a table
(`tapete.chance.numbers`): terminals are their seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import only
from tapete.core.round.event import Announced, Event
from tapete.floor.table.commands import (
    SYSTEM,
    CloseNumbers,
    GiveNumber,
    OpenNumber,
    OpenOrder,
    Promise,
)
from tapete.floor.units.sala.clockwork import ninety

if TYPE_CHECKING:
    from tapete.core.round.event import Moment
    from tapete.floor.kernel.unit import Envelope
    from tapete.floor.units.sala.unit import Sala

BALLS_DRAWN = "CAT-V.3.2.1-08"


def carry_out(sala: Sala, sent: Envelope[Any]) -> list[Event] | None:
    """Do what is done with orders and numbers; None: it is something else."""
    command, by = sent.command, sent.role
    match command:
        case Promise():
            return _promise(sala, command, by, sent.at)
        case OpenOrder():
            return _open(sala, command, by)
        case GiveNumber() if sala.paper is not None or sala.spec.is_room:
            raise Refused(BALLS_DRAWN, "balls-drawn-elsewhere", place=command.seat)
        case GiveNumber() | OpenNumber() | CloseNumbers():
            return [replace(one, clause=BALLS_DRAWN) for one in sala.orders.take(command)]
        case _:
            return None


def _promise(sala: Sala, command: Promise, by: str, at: Moment) -> list[Event]:
    only((SYSTEM,), by, BALLS_DRAWN, "promise")
    if sala.live is None or sala.sale is not None or sala.orders.in_use is not None:
        raise Refused(BALLS_DRAWN, "order-stands", n=sala.orders.last)
    sala.orders.check_promise(command, ninety())
    return [replace(sala.orders.promise(command, ninety(), at), clause=BALLS_DRAWN)]


def _open(sala: Sala, command: OpenOrder, by: str) -> list[Event]:
    only((SYSTEM,), by, BALLS_DRAWN, "open-order")
    sala.session.between_rounds()
    sala.orders.check_open(command)
    sala.orders.open(command.n)
    facts: dict[str, Fact] = {
        "n": command.n, "salt": command.salt, "order": " ".join(command.cards),
    }  # fmt: skip
    return [Announced(what="orden-abierto", facts=facts, clause=BALLS_DRAWN)]
