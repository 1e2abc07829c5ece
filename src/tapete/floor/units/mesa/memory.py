"""A table between two rounds, written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tapete.core.round.event import Moment
from tapete.core.table.snapshot import Snapshot, restore, take
from tapete.floor.kernel.unit import OtherVersion
from tapete.floor.table.view import FeltView
from tapete.floor.table.waiting import Waiter
from tapete.floor.units.mesa.orders import Promised

if TYPE_CHECKING:
    from tapete.floor.units.mesa.unit import Mesa

VERSION = 5
"""Of what a table writes down of itself: another cannot be read, and the log is read instead."""


class Versioned(msgspec.Struct, frozen=True):
    """The version of what was written down."""

    version: int


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """A table between rounds; ``dealing``: the last of its orders is in use."""

    version: int
    owners: dict[int, str]
    table: Snapshot
    felt: FeltView
    waiting: tuple[Waiter, ...] = ()
    orders: tuple[Promised, ...] = ()
    last_order: int = 0
    given: dict[int, str] = {}
    dealing: bool = False
    missed: dict[int, int] = {}
    seen: dict[int, Moment] = {}
    leaving: tuple[int, ...] = ()
    invited: int = 0
    cards: dict[int, int] = {}
    shuffled: Moment = 0.0
    knocked: dict[int, tuple[int, ...]] = {}
    staked: dict[int, int] = {}
    void: bool = False
    hold_minutes: int = 30


def write_down(mesa: Mesa) -> bytes:
    """A table between two rounds in one piece."""
    directed = mesa.directed
    memory = Memory(
        version=VERSION, owners=dict(mesa.owners), table=take(mesa.table), felt=mesa.felt,
        waiting=tuple(mesa.waiting.all), orders=mesa.orders.all(), last_order=mesa.orders.last,
        given=dict(mesa.orders.given),
        dealing=mesa.orders.in_use is not None,
        cards={} if directed is None else directed.cards,
        shuffled=0.0 if directed is None else directed.shuffled,
        knocked={} if directed is None else directed.knocked,
        staked={} if directed is None else directed.staked,
        void=directed is not None and directed.void,
        hold_minutes=mesa.hold_minutes,
        **mesa.company.memory(),
    )  # fmt: skip
    return msgspec.json.encode(memory)


def take_up(mesa: Mesa, memory: bytes) -> None:
    """Go on from what was written down. `OtherVersion`: by another version of it."""
    if msgspec.json.decode(memory, type=Versioned).version != VERSION:
        raise OtherVersion
    found = msgspec.json.decode(memory, type=Memory)
    restore(mesa.table, found.table)
    mesa.owners, mesa.felt = dict(found.owners), found.felt
    mesa.waiting.remember(found.waiting)
    mesa.orders.remember(found.orders, found.last_order, found.given, in_use=found.dealing)
    if mesa.directed is not None:
        mesa.directed.cards, mesa.directed.shuffled = dict(found.cards), found.shuffled
        mesa.directed.knocked, mesa.directed.void = dict(found.knocked), found.void
        mesa.directed.staked = dict(found.staked)
    mesa.hold_minutes = found.hold_minutes
    mesa.company.remember(found.missed, found.seen, found.leaving, found.invited)
