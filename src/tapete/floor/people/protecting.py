"""Players' own limits at work: what is asked before chips are put at stake, and how they are set
(`tapete.floor.people.protection`)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import Connection

from tapete.core.book.account import Unit
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.people.lookups import Lookups
from tapete.floor.people.person import is_bot
from tapete.floor.people.presence import lock_person
from tapete.floor.people.protection import (
    KINDS_OF_LIMIT,
    Limit,
    Played,
    Protection,
    check_rest,
    check_stake,
    check_value,
    keep_protection,
    played,
    protection_of,
    protections_of,
)
from tapete.floor.people.register import fingerprint
from tapete.floor.units import KINDS

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino

NONE = Protection()
HOLDS = 5.0
"""Seconds a person's cached limits stay valid before they are read again."""


class Protecting:
    """The limits of those who play on this node."""

    def __init__(self, house: Casino) -> None:
        self.house = house
        self._set_by = Lookups(self._read, lambda person, _: person, HOLDS, house.now)
        """What somebody has set."""
        house.register.holding.append(self._set_by.look_anew)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def within_limits(self, keeper: Keeper, command: Any) -> AsyncIterator[None]:
        """Around a command that may put chips at stake. Raises `Refused` if its player does not
        want to; until it is carried out nothing else of his is."""
        stakes = KINDS[keeper.unit.spec.kind].stakes(keeper.unit, command)
        async with AsyncExitStack() as turns:
            for person, stake in sorted(stakes.items()):
                if stake <= 0 or not person or is_bot(person):
                    continue
                set_ = await self._set_by.find(person)
                if set_ == NONE:
                    continue
                turn = self._turns.setdefault(person, asyncio.Lock())
                await turns.enter_async_context(turn)
                today, session = await self.played(person, keeper.unit.spec.unit, set_)
                check_stake(set_, today, session, stake, self.house.now())
            yield

    async def played(
        self, person: str, unit: Unit, set_: Protection
    ) -> tuple[Played, Played]:  # fmt: skip
        """What somebody has played today, with what he has put down just now; and since he was last
        shown how it goes."""
        house, now = self.house, self.house.now()
        day = house.store.calendar.begin_of(now)

        def read() -> tuple[Played, Played]:
            with house.store.engine.connect() as connection:
                today = played(connection, person, unit, day, now)
                seen = max(day, set_.seen)
                return today, played(connection, person, unit, seen, now)

        today, session = await asyncio.to_thread(read)
        down = 0
        for id in today.units:
            keeper = house.keepers.get(id)
            if keeper is not None and not keeper.lost and keeper.unit.spec.unit == unit:
                down += KINDS[keeper.unit.spec.kind].put_down(keeper.unit, person)
        more = {"staked": today.staked + down, "lost": today.lost + down}
        return msgspec.structs.replace(today, **more), session

    def read(self, person: str) -> Protection:
        """The limits a person has set, as they stand in the database."""
        return self._read([person])[person]

    def _read(self, people: Collection[str]) -> dict[str, Protection]:
        with self.house.store.engine.connect() as connection:
            return protections_of(connection, people)

    # Setting them

    async def set_limits(self, person: str, wanted: Mapping[str, int | None]) -> Protection:
        """Somebody sets limits of his own: tighter at once, looser after a day."""
        now = self.house.now()
        for kind, value in wanted.items():
            check_value(kind, value)

        def change(before: Protection) -> Protection:
            more: dict[str, Limit] = {
                kind: getattr(before, kind).set(wanted[kind], now)
                for kind in KINDS_OF_LIMIT
                if kind in wanted
            }
            seen = now if "reality" in wanted else before.seen
            return msgspec.structs.replace(before, **more, seen=seen)

        facts = {kind: value for kind, value in wanted.items() if kind in KINDS_OF_LIMIT}
        return await self._change(person, change, "limits.set", facts)

    async def rest(self, person: str, until: float) -> Protection:
        """Somebody takes a break: it can be made longer and not shorter."""
        check_rest(until, self.house.now())
        return await self._change(
            person,
            lambda before: msgspec.structs.replace(before, rests=max(before.rests, until)),
            "rest.taken",
            {"until": until},
        )

    async def saw(self, person: str) -> Protection:
        """Somebody was shown how it goes, and goes on."""
        now = self.house.now()
        return await self._change(
            person, lambda before: msgspec.structs.replace(before, seen=now), "reality.seen", {}
        )

    async def _change(
        self, person: str, change: Any, what: str, facts: Mapping[str, Any]
    ) -> Protection:
        house = self.house

        def write(connection: Connection) -> Protection:
            lock_person(connection, person)
            found: Protection = change(protection_of(connection, person))
            kept = fingerprint(keep_protection(connection, person, found))
            house.register.note(connection, person, what, {**facts, "kept": kept}, house.now())
            return found

        found = await house.write(write)
        house.register.changed(person)
        return found
