"""How a machine speaks to the book of tickets while it carries a command out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tapete.core.book.aggregate import Journal
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.pot_door import PotDoor
from tapete.floor.kernel.unit import Ref
from tapete.systems.machines.ticket_events import TicketEvent
from tapete.systems.machines.ticket_numbers import Seal
from tapete.systems.machines.tickets import (
    TICKET_BOOK,
    TICKETS,
    Days,
    Issue,
    Pay,
    Present,
    Reserve,
    TicketBook,
    TicketCommand,
)

Book = Journal[TicketBook, TicketCommand, TicketEvent]


class Taken(NamedTuple):
    """A ticket that a machine took: its name and what it was worth."""

    name: str
    amount: int


def name_of(device: int, serial: int) -> str:
    """A ticket as the books call it.

    >>> name_of(12, 7)
    '12-000007'
    """
    return f"{device}-{serial:06}"


def pass_days(book: Book, today: int) -> None:
    """Days that went by since somebody last looked."""
    if today > book.state.day:
        book.do(Days(today - book.state.day))


class TicketLink:
    """The book of tickets as a machine sees it."""

    def __init__(self, book: Book, seal: Seal, today: Callable[[float], int]) -> None:
        self.book, self.seal, self.today = book, seal, today

    def issue(self, device: int, amount: int, holder: str, at: float) -> str:
        """A new ticket; gives its name."""
        pass_days(self.book, self.today(at))
        serial = self.book.state.next_serial
        name = name_of(device, serial)
        last = self.seal.number(device, serial)[-4:]
        self.book.do(Issue(name, last, amount, None, holder, device))
        return name

    def reserve(self, device: int, count: int, at: float) -> int:
        """Numbers for a device to use while it is cut off; gives how many it has."""
        pass_days(self.book, self.today(at))
        self.book.do(Reserve(device, count))
        return len(self.book.state.reserved[device])

    def report(self, device: int, number: str, amount: int, at: float) -> str:
        """A ticket that a device issued while it was cut off; gives its name."""
        pass_days(self.book, self.today(at))
        named, serial = self.seal.read(number)
        name = name_of(named, serial)
        if named != device:
            raise Refused(TICKETS, "number-not-given", ticket=name)
        last = self.seal.number(device, serial)[-4:]
        self.book.do(Issue(name, last, amount, None, "", device, serial))
        return name

    def take(self, number: str, by: str, request: str, at: float) -> Taken:
        """A ticket goes into a machine: presented and, with its credits, paid."""
        pass_days(self.book, self.today(at))
        name, last = known_number(self.book.state, self.seal, number)
        self.book.do(Present(name, by, request, last))
        found = self.book.state.find(name)
        assert found is not None
        self.book.do(Pay(name, by))
        return Taken(name, found.amount)


def read_number(seal: Seal, number: str) -> tuple[str, str]:
    """The name of the ticket with this number, and its last digits."""
    device, serial = seal.read(number)
    return name_of(device, serial), seal.number(device, serial)[-4:]


def known_number(book: TicketBook, seal: Seal, number: str) -> tuple[str, str]:
    """The same of a ticket that is in the book; `Refused` names another by the number it has."""
    name, last = read_number(seal, number)
    if book.find(name) is None:
        raise Refused(TICKETS, "unknown", ticket=number[:40])
    return name, last


class TicketDoor:
    """The calls of a machine to the book of tickets while it carries a command out: the answers
    are noted with those of pots, and given again when the command is replayed."""

    def __init__(self, links: Mapping[Ref, Any], noted: PotDoor) -> None:
        self._link: TicketLink | None = next(
            (link for ref, link in links.items() if ref.kind == TICKET_BOOK.kind), None
        )
        self._noted = noted

    def issue(self, device: int, amount: int, holder: str, at: float) -> str:
        return str(self._noted.noted(lambda: self._open().issue(device, amount, holder, at)))

    def reserve(self, device: int, count: int, at: float) -> int:
        return int(self._noted.noted(lambda: self._open().reserve(device, count, at)))

    def report(self, device: int, number: str, amount: int, at: float) -> str:
        return str(self._noted.noted(lambda: self._open().report(device, number, amount, at)))

    def take(self, number: str, by: str, request: str, at: float) -> Taken:
        said = self._noted.noted(lambda: list(self._open().take(number, by, request, at)))
        return Taken(str(said[0]), int(said[1]))

    def _open(self) -> TicketLink:
        if self._link is None:
            raise Refused(TICKETS, "no-tickets-here")
        return self._link
