"""The waiting list of a table: whoever finds no place is called when one is free, in the order in
which they asked, and the place is kept for him for a time.

A game that keeps a list of its own (the circle games, Baccarat, Canal 21) keeps it here too.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import CHIEFS, JUGADOR, only
from tapete.core.round.event import Announced, Event, Moment
from tapete.core.table.desk import DIRECTION
from tapete.core.table.seats import PLAYERS
from tapete.core.table.table import Table

KEPT = 120.0
"""Seconds for which a place is kept for whoever is called to it."""
LONGEST = 24 * 3600.0
"""The longest time a place is reserved for."""
LISTS = ("inscribir", "lista-de-espera", "esperar")
"""Acts by which games keep lists of their own."""


class Waiter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody on the list; ``until`` when a place is kept for him, and until when."""

    player: str
    until: Moment | None = None


class WaitingList:
    """Who waits for a place at a table, and for whom one is kept."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.all: list[Waiter] = []

    # What is asked of it

    def ask(self, player: str, now: Moment, *, by: str) -> None:
        """Put somebody at the end of the list. Who could sit down at once is told to."""
        only((JUGADOR, *CHIEFS), by, DIRECTION, "wait")
        self._check_new(player, now)
        if self.free() is None or len(self._kept()) < (self.free() or 0):
            raise Refused(self._clause(), "place-free", player=player)
        self.all.append(Waiter(player=player))
        self._tell("en-espera", player)

    def give_up(self, player: str, *, by: str) -> None:
        """Somebody waits no longer, or gives up the place that is kept for him."""
        only((JUGADOR, *CHIEFS), by, DIRECTION, "stop-waiting")
        if not self._has(player):
            raise Refused(self._clause(), "not-waiting", player=player)
        self.strike(player)
        self._tell("ya-no-espera", player)

    def reserve(self, player: str, until: Moment, now: Moment, *, by: str) -> None:
        """The jefe de mesa keeps a free place for somebody who is not on the list."""
        only(CHIEFS, by, DIRECTION, "reserve")
        self._check_new(player, now)
        if not now < until <= now + LONGEST:
            raise Refused(DIRECTION, "not-a-time", until=int(until))
        free = self.free()
        if free is not None and len(self._kept()) >= free:
            raise Refused(self._clause(), "no-place-free", player=player)
        self.all.insert(len(self._kept()), Waiter(player=player, until=until))
        self._tell("lugar-apartado", player, seconds=int(until - now))

    def check_may_sit(self, player: str, now: Moment) -> None:
        """Raise `Refused` if every free place is for somebody before him on the list."""
        free = self.free()
        if free is None:
            return
        alive = [w.player for w in self.all if w.until is None or now < w.until]
        called = alive[:free]
        if player in called or len(called) < free or not called:
            return
        code = "not-first-on-the-list" if player in alive else "kept-for-another"
        raise Refused(self._clause(), code, player=player, first=called[0])

    # What time and others do to it

    def strike(self, player: str) -> None:
        self.all = [waiter for waiter in self.all if waiter.player != player]

    def look(self, now: Moment) -> None:
        """Remove callers whose time has run out, and call the next to the free places."""
        for waiter in [w for w in self.all if w.until is not None and w.until <= now]:
            self.strike(waiter.player)
            self._tell("turno-vencido", waiter.player)
        for player in [w.player for w in self.all if w.player in self.table.players.values()]:
            self.strike(player)
        free = self.free()
        for n, waiter in enumerate(self.all):
            if waiter.until is None and (free is None or len(self._kept()) < free):
                self.all[n] = msgspec.structs.replace(waiter, until=now + KEPT)
                self._tell("lugar-guardado", waiter.player, seconds=int(KEPT))

    def due(self, now: Moment) -> bool:
        """Whether somebody's time is over."""
        return any(waiter.until is not None and waiter.until <= now for waiter in self.all)

    def remember(self, waiters: Iterable[Waiter]) -> None:
        self.all = list(waiters)

    # What there is

    def free(self) -> int | None:
        """Places where nobody sits, kept or not; None where there is no limit."""
        most = [
            m for m in (self.table.rules.players_max, self.table.places.capacity) if m is not None
        ]
        return max(0, min(most) - len(self.table.players)) if most else None

    def _kept(self) -> list[Waiter]:
        return [waiter for waiter in self.all if waiter.until is not None]

    def _has(self, player: str) -> bool:
        return any(waiter.player == player for waiter in self.all)

    def _check_new(self, player: str, now: Moment) -> None:
        own = self.table.game.has(*LISTS)
        if own is not None:
            raise Refused(DIRECTION, "list-of-the-game", act=own)
        self.table.conduct.check(player, now)
        if player in self.table.players.values():
            raise Refused(self._clause(), "already-seated", player=player)
        if self._has(player):
            raise Refused(self._clause(), "already-waiting", player=player)

    def _clause(self) -> ClauseId:
        """How many play is the game's to say, or the casino's for reasons of health."""
        rules, fewer = self.table.rules, self.table.places.capacity is not None
        return "CAT-I.5.5-02" if fewer else rules.clauses.get("players_max", PLAYERS)

    def _tell(self, what: str, player: str, **more: Fact) -> None:
        facts: dict[str, Fact] = {"player": player, **more}
        told: Event = Announced(what=what, facts=facts, clause=self._clause())
        self.table.desk.tell(told)
