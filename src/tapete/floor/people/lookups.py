"""What is looked up of many people again and again, looked up for all of them at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import Generic, NamedTuple, TypeVar

from tapete.floor.people.person import Person
from tapete.floor.people.register import Register

V = TypeVar("V")

SESSION_HOLDS = 5.0
"""Seconds a cached session stays valid before it is read again."""
SWEEPS = 10
"""So often in the time a row is good for all rows are gone through: for what is half as old, and
what nobody has asked for."""


class Found(NamedTuple, Generic[V]):
    """A cached value, its time, and whether anybody has asked for it since."""

    value: V
    at: float
    asked: bool


class Lookups(Generic[V]):
    """A cache of database rows by key. A row is good for so many seconds, or until something is
    written about the person it is about. A read takes in one go, in a thread, whatever is missing,
    and now and then what was asked for and is half as old.

    ``read`` gives something for every key, ``whose`` the person it is about.
    """

    def __init__(
        self,
        read: Callable[[Collection[str]], Mapping[str, V]],
        whose: Callable[[str, V], str],
        seconds: float,
        now: Callable[[], float],
    ) -> None:
        self.read, self.whose, self.seconds, self.now = read, whose, seconds, now
        self._found: dict[str, Found[V]] = {}
        self._wanted: set[str] = set()
        self._said: set[str] = set()
        """About whom something was said while it was read: what was read may be older."""
        self._reading: asyncio.Task[None] | None = None
        self._swept = now()

    async def find(self, key: str) -> V:
        """The row of a key, from the cache or the database."""
        while (found := self._holding(key)) is None:
            self._wanted.add(key)
            if self._reading is None:
                self._reading = asyncio.create_task(self._read_again())
            await asyncio.shield(self._reading)
        return found.value

    def look_anew(self, person: str = "") -> None:
        """Something was written about a person, or about anybody. From whichever thread."""
        self._said.add(person)
        for key, found in list(self._found.items()):
            if person in ("", self.whose(key, found.value)):
                self._found.pop(key, None)

    def _holding(self, key: str) -> Found[V] | None:
        found = self._found.get(key)
        if found is None or not 0 <= self.now() - found.at < self.seconds:  # clocks are put back
            return None
        if not found.asked:
            found = self._found[key] = found._replace(asked=True)
        return found

    async def _read_again(self) -> None:
        try:
            now, self._said = self.now(), set()
            wanted, self._wanted = self._wanted, set()
            if abs(now - self._swept) >= self.seconds / SWEEPS:
                self._swept = now
                wanted |= self._sweep(now)
            for key, value in (await asyncio.to_thread(self.read, wanted)).items():
                if self._said.isdisjoint(("", self.whose(key, value))):
                    self._found[key] = Found(value, now, asked=False)
        finally:
            self._reading = None

    def _sweep(self, now: float) -> set[str]:
        """Drop what is too old and was not asked for. Gives what is to be read along."""
        half, old = now - self.seconds / 2, now - self.seconds
        rows = list(self._found.items())  # they may be dropped from another thread meanwhile
        along = {key for key, one in rows if one.asked and one.at <= half}
        for key, one in rows:
            if one.at <= old and key not in along:
                self._found.pop(key, None)
        return along


def sessions_of(register: Register, now: Callable[[], float]) -> Lookups[Person | None]:
    """Whose sessions are whose, by what is kept of their tokens; None: it is over."""
    found = Lookups(
        lambda sessions: register.people_in(sessions, now=now()),
        lambda session, person: session if person is None else person.id,
        SESSION_HOLDS,
        now,
    )
    register.holding.append(found.look_anew)
    return found
