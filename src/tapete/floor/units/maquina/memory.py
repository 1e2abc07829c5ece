"""A machine between two plays, written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tapete.floor.kernel.unit import OtherVersion
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina.house import Clock
from tapete.floor.units.maquina.money import Purse
from tapete.floor.units.mesa.orders import Promised
from tapete.systems.machines.cabinet import Cabinet

if TYPE_CHECKING:
    from tapete.floor.units.maquina.unit import Maquina

VERSION = 2
"""Of what a machine writes down of itself: another cannot be read, and the log is read instead."""


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """Everything to go on from here; ``sealed``: the last of its orders is in use."""

    version: int
    cabinet: Cabinet
    players: dict[int, str]
    purse: Purse
    plays: int
    ready: tuple[int, ...]
    clock: Clock
    orders: tuple[Promised, ...] = ()
    last_order: int = 0
    given: dict[int, str] = {}
    sealed: bool = False
    assigned: do.Assign = do.Assign()


def write_down(unit: Maquina) -> bytes:
    """A machine that is in no table game in one piece."""
    orders = unit.orders
    return msgspec.json.encode(
        Memory(
            version=VERSION, cabinet=unit.cabinet, players=unit.players, purse=unit.purse,
            plays=unit.plays, ready=tuple(sorted(unit.ready)), clock=unit.clock,
            orders=orders.all(), last_order=orders.last, given=orders.given,
            sealed=orders.in_use is not None, assigned=unit.given,
        )
    )  # fmt: skip


def take_up(unit: Maquina, memory: bytes) -> None:
    """Go on from what was written down. `OtherVersion`: by another version of it."""
    try:
        found = msgspec.json.decode(memory, type=Memory)
    except msgspec.ValidationError as error:
        raise OtherVersion(str(error)) from error
    if found.version != VERSION:
        raise OtherVersion
    unit.cabinet, unit.players, unit.purse = found.cabinet, dict(found.players), found.purse
    unit.plays, unit.ready = found.plays, frozenset(found.ready)
    unit.clock, unit.table, unit.given = found.clock, None, found.assigned
    unit.orders.remember(found.orders, found.last_order, found.given, in_use=found.sealed)
