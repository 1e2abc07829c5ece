"""What may not be tried without end: passwords, guests, commands, tickets, complaints.

A budget is spent by one and comes back with time. Passwords are counted by name *and* address, so
that nobody can lock somebody else out by failing in his name, and by address over all names; they
are counted before they are looked at, and given back when they were right.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network

import msgspec

from tapete.core.book.refused import Refused
from tapete.floor.people.person import login_name

ACCESS = "CAT-I.5.1-02"
KNOWN = 10_000
"""So many budgets are kept; those longest unused are forgotten first."""


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and one more every so many seconds."""

    at_once: int
    every: float


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one name from one address, one address, and one person may try."""

    passwords: Rate = Rate(5, 30.0)
    passwords_of_address: Rate = Rate(30, 6.0)
    guests_of_address: Rate = Rate(100, 10.0)
    history_of_address: Rate = Rate(600, 0.1)
    commands_of_person: Rate = Rate(1000, 0.02)
    tickets_of_person: Rate = Rate(30, 20.0)
    complaints_of_person: Rate = Rate(10, 360.0)


def line_of(address: str) -> str:
    """The line an address belongs to: of version 6 each has 2**64 of them, and they count as one.

    >>> line_of("192.0.2.7"), line_of("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), 64), strict=False))


class Budget:
    """What each has left of a rate."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._spent: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
        """How much each has spent, and when that was so."""

    def spend(self, whose: Hashable, now: float) -> None:
        """One less. Raises `Refused` if nothing is left, and then nothing is spent."""
        spent = self._now(whose, now)
        if spent > self.rate.at_once - 1:
            wait = (spent - self.rate.at_once + 1) * self.rate.every
            raise Refused(ACCESS, "too-many-tries", seconds=int(wait) + 1)
        self._keep(whose, spent + 1, now)

    def give_back(self, whose: Hashable, now: float, *, all: bool = False) -> None:
        """It was not to be counted; with ``all``, nor anything before it."""
        self._keep(whose, 0.0 if all else self._now(whose, now) - 1, now)

    def _now(self, whose: Hashable, now: float) -> float:
        spent, then = self._spent.get(whose, (0.0, now))
        return max(0.0, spent - max(0.0, now - then) / self.rate.every)

    def _keep(self, whose: Hashable, spent: float, now: float) -> None:
        self._spent.pop(whose, None)
        if spent > 0:
            self._spent[whose] = (spent, now)
        while len(self._spent) > KNOWN:
            self._spent.popitem(last=False)


class Throttle:
    """The budgets of a node."""

    def __init__(self, limits: Limits) -> None:
        self._names = Budget(limits.passwords)
        self._addresses = Budget(limits.passwords_of_address)
        self._guests = Budget(limits.guests_of_address)
        self._history = Budget(limits.history_of_address)
        self._commands = Budget(limits.commands_of_person)
        self._tickets = Budget(limits.tickets_of_person)
        self._complaints = Budget(limits.complaints_of_person)

    @contextmanager
    def attempt(self, name: str, address: str, now: float) -> Iterator[None]:
        """Around the look at a password. Raises `Refused` if name or address has to wait."""
        whose = (login_name(name), address)
        self._addresses.spend(address, now)
        try:
            self._names.spend(whose, now)
        except Refused:
            self._addresses.give_back(address, now)
            raise
        yield
        self._names.give_back(whose, now, all=True)
        self._addresses.give_back(address, now)

    def guest(self, address: str, now: float) -> None:
        """Another guest from this address."""
        self._guests.spend(address, now)

    def history(self, address: str, now: float) -> None:
        """Another look back from this address: what was told, played, moved or kept."""
        self._history.spend(address, now)

    def command(self, person: str, now: float) -> None:
        """Count one more command of this person, refused ones included."""
        self._commands.spend(person, now)

    def ticket(self, person: str, now: float) -> None:
        """Another ticket that this person puts into a machine: numbers are not guessed."""
        self._tickets.spend(person, now)

    def complaint(self, person: str, now: float) -> None:
        """Another complaint of this person: it stands in the log for ever."""
        self._complaints.spend(person, now)
