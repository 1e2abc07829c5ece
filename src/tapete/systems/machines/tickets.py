"""Tickets (TITO) as an aggregate: issued, presented, paid once; void, expired, of another house.

A ticket's validation number comes in as data: it is keyed outside, so that its neighbours tell
nothing of it. Presenting locks it for one taker; the same request gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from tapete.core.book.aggregate import Aggregate, Command
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.systems.machines.pages import Pages, every, find, put, without
from tapete.systems.machines.ticket_events import (
    DaysPassed,
    Into,
    NumbersReserved,
    TicketAnnulled,
    TicketEvent,
    TicketIssued,
    TicketPaid,
    TicketPresented,
    TicketReleased,
    TicketsOpened,
)

TICKETS: ClauseId = "CAT-VI.4.1-06"
ISSUED, PRESENTED, PAID = "emitido", "presentado", "cobrado"
VOID, EXPIRED = "anulado", "vencido"


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """One ticket. ``day`` is when it was issued, ``taker`` and ``request`` who presented it;
    ``holder`` is to whom the machine gave it, though whoever has it is paid."""

    number: str
    amount: int
    day: int
    state: str = ISSUED
    casino: str = ""
    taker: str = ""
    request: str = ""
    holder: str = ""
    device: int = 0


class Count(msgspec.Struct, frozen=True):
    """Tickets in number and in pesos."""

    number: int = 0
    pesos: int = 0

    def plus(self, amount: int, number: int = 1) -> Count:
        return Count(self.number + number, self.pesos + amount)


class TicketBook(msgspec.Struct, frozen=True, kw_only=True):
    """All tickets of a casino by name; ``good_days`` is how long one is good, the last included.

    ``pages`` are the tickets, a hundred neighbours a page; ``issued`` and ``counts`` (by state) are
    folds of the log. ``serials`` is the last serial number that was given to a ticket or to a
    device, ``reserved`` are those that devices have for when they are cut off. Tickets that are
    paid, void or expired are forgotten ``kept_days`` after they were issued, their counts are not.
    """

    pages: Pages[Ticket] = {}
    issued: Count = Count()
    counts: dict[str, Count] = {}
    good_days: int | None = None
    kept_days: int | None = None
    day: int = 0
    casino: str = ""
    serials: int = 0
    reserved: dict[int, tuple[int, ...]] = {}

    @property
    def next_serial(self) -> int:
        """The serial number of the next ticket."""
        return max(self.serials, self.issued.number) + 1

    def find(self, name: str) -> Ticket | None:
        """The ticket of this name."""
        return find(self.pages, name)

    def all(self) -> Iterator[tuple[str, Ticket]]:
        """Every ticket that is not forgotten."""
        return every(self.pages)

    def count(self, *states: str) -> Count:
        """The casino's own tickets in these states; all of them if none is named."""
        if not states:
            return self.issued
        found = [self.counts.get(state, Count()) for state in states]
        return Count(sum(one.number for one in found), sum(one.pesos for one in found))

    def check(self) -> TicketBook:
        """Check the balance: the tickets issued are those paid, void, expired and live, in
        number and in pesos."""
        whole = self.count(ISSUED, PRESENTED, PAID, VOID, EXPIRED)
        assert whole == self.issued, "every ticket is somewhere, and so is its money"
        assert all(one.number >= 0 <= one.pesos for one in self.counts.values())
        return self


class OpenBook(Command, frozen=True):
    """Begin a casino's tickets."""

    casino: str = ""
    good_days: int | None = None
    kept_days: int | None = None


class Reserve(Command, frozen=True):
    """Give a device so many serial numbers more, to issue tickets while it is cut off."""

    device: int
    count: int


class Issue(Command, frozen=True):
    """A machine issues a ticket; or one of another casino is known of. ``serial``: it was issued
    while the machine was cut off, with a number that it had been given."""

    name: str
    number: str
    amount: int
    casino: str | None = None
    holder: str = ""
    device: int = 0
    serial: int = 0


class Present(Command, frozen=True):
    """Somebody presents a ticket: a machine or a cashier, with a request of its own."""

    name: str
    by: str
    request: str
    number: str
    amount: int | None = None


class Pay(Command, frozen=True):
    """Whoever presented a ticket has paid or credited it: to the credits of a machine, in money at
    the cage, or to the account of a ``person``."""

    name: str
    by: str
    into: Into = "creditos"
    person: str = ""


class Release(Command, frozen=True):
    """A presented ticket is free again: the device's log says it was not taken."""

    name: str
    by: str = ""


class Annul(Command, frozen=True):
    """A ticket is void."""

    name: str


class Days(Command, frozen=True):
    """So many days go by."""

    days: int


TicketCommand: TypeAlias = OpenBook | Reserve | Issue | Present | Pay | Release | Annul | Days


def decide(book: TicketBook, command: TicketCommand) -> Sequence[TicketEvent]:
    """The events a command brings about, or `Refused` with the reason a cashier is told."""
    match command:
        case OpenBook():
            opened = TicketsOpened(
                casino=command.casino, good_days=command.good_days,
                kept_days=command.kept_days, clause=TICKETS,
            )  # fmt: skip
            return (opened,)
        case Reserve():
            reserved = NumbersReserved(
                device=command.device, first=book.next_serial, count=command.count, clause=TICKETS
            )
            return (reserved,)
        case Issue():
            if book.find(command.name) is not None or command.amount <= 0:
                raise Refused(TICKETS, "number-used", ticket=command.name)
            if command.serial and command.serial not in book.reserved.get(command.device, ()):
                raise Refused(TICKETS, "number-not-given", ticket=command.name)
            casino = book.casino if command.casino is None else command.casino
            return (
                TicketIssued(
                    name=command.name, number=command.number, amount=command.amount,
                    casino=casino, holder=command.holder, device=command.device,
                    serial=command.serial, clause=TICKETS,
                ),
            )  # fmt: skip
        case Present():
            return _present(book, command)
        case Pay():
            ticket = _presented(book, command.name)
            if ticket.taker != command.by:
                raise Refused(TICKETS, "presented-elsewhere", ticket=command.name, by=ticket.taker)
            return (
                TicketPaid(
                    name=command.name, by=command.by, amount=ticket.amount, into=command.into,
                    person=command.person, clause=TICKETS,
                ),
            )  # fmt: skip
        case Release():
            ticket = _presented(book, command.name)
            free = TicketReleased(name=command.name, clause=TICKETS)
            if not _is_old(book, ticket, book.day):
                return (free,)
            gone = DaysPassed(days=0, expired=(command.name,), amount=ticket.amount, clause=TICKETS)
            return (free, gone)  # its days went by while it was presented
        case Annul():
            live = _live(book, command.name)
            return (TicketAnnulled(name=command.name, amount=live.amount, clause=TICKETS),)
        case Days():
            return (_days(book, command.days),)


def _days(book: TicketBook, days: int) -> DaysPassed:
    """So many days go by: which tickets are not good any more, and which are forgotten."""
    day = book.day + days
    gone = {
        name: ticket
        for name, ticket in book.all()
        if ticket.state == ISSUED and _is_old(book, ticket, day)
    }
    forgotten = tuple(
        name
        for name, ticket in book.all()
        if book.kept_days is not None
        and ticket.state in (PAID, VOID, EXPIRED)
        and day - ticket.day > book.kept_days
    )
    return DaysPassed(
        days=days, expired=tuple(gone), amount=sum(one.amount for one in gone.values()),
        forgotten=forgotten, clause=TICKETS,
    )  # fmt: skip


def _is_old(book: TicketBook, ticket: Ticket, day: int) -> bool:
    """Whether a ticket is not good any more on a day."""
    return book.good_days is not None and day - ticket.day > book.good_days


def _present(book: TicketBook, command: Present) -> Sequence[TicketEvent]:
    ticket = book.find(command.name)
    if ticket is None or ticket.number != command.number:
        raise Refused(TICKETS, "unknown", ticket=command.name)
    if ticket.casino != book.casino:
        raise Refused(TICKETS, "other-casino", ticket=command.name, casino=ticket.casino)
    if ticket.state == PRESENTED:
        if (ticket.taker, ticket.request) == (command.by, command.request):
            return ()  # the answer was lost: it is the same again
        raise Refused(TICKETS, "presented-elsewhere", ticket=command.name, by=ticket.taker)
    _live(book, command.name)
    if command.amount is not None and command.amount != ticket.amount:
        raise Refused(TICKETS, "amount-differs", ticket=command.name, amount=command.amount)
    return (
        TicketPresented(
            name=command.name, by=command.by, request=command.request, amount=ticket.amount,
            clause=TICKETS,
        ),
    )  # fmt: skip


REASONS = {PRESENTED: "presented-elsewhere", PAID: "already-paid", VOID: "void", EXPIRED: "expired"}


def _presented(book: TicketBook, name: str) -> Ticket:
    """A ticket that somebody has presented; `Refused` says what another is."""
    ticket = book.find(name)
    if ticket is None:
        raise Refused(TICKETS, "unknown", ticket=name)
    if ticket.state != PRESENTED:
        raise Refused(TICKETS, REASONS.get(ticket.state, "not-presented"), ticket=name)
    return ticket


def _live(book: TicketBook, name: str) -> Ticket:
    """A ticket that can be presented; `Refused` says why another cannot."""
    ticket = book.find(name)
    if ticket is None:
        raise Refused(TICKETS, "unknown", ticket=name)
    if ticket.casino != book.casino:
        raise Refused(TICKETS, "other-casino", ticket=name, casino=ticket.casino)
    if ticket.state != ISSUED:
        raise Refused(TICKETS, REASONS[ticket.state], ticket=name)
    return ticket


def evolve(book: TicketBook, event: TicketEvent) -> TicketBook:
    """The tickets after an event."""
    match event:
        case TicketsOpened():
            return replace(
                book, casino=event.casino, good_days=event.good_days, kept_days=event.kept_days
            )
        case TicketIssued():
            ticket = Ticket(
                number=event.number, amount=event.amount, day=book.day, casino=event.casino,
                holder=event.holder, device=event.device,
            )  # fmt: skip
            return _with(_numbered(book, event), event.name, ticket)
        case NumbersReserved():
            more = tuple(range(event.first, event.first + event.count))
            given = {**book.reserved, event.device: book.reserved.get(event.device, ()) + more}
            return replace(book, serials=more[-1], reserved=given)
        case TicketPresented():
            return _now(
                book, event.name, state=PRESENTED, taker=event.by, request=event.request
            )  # fmt: skip
        case TicketPaid():
            return _now(book, event.name, state=PAID)
        case TicketReleased():
            return _now(book, event.name, state=ISSUED, taker="", request="")
        case TicketAnnulled():
            return _now(book, event.name, state=VOID)
        case DaysPassed():
            for name in event.expired:
                book = _now(book, name, state=EXPIRED)
            left = without(book.pages, event.forgotten) if event.forgotten else book.pages
            return replace(book, pages=left, day=book.day + event.days)
    return book


def _numbered(book: TicketBook, event: TicketIssued) -> TicketBook:
    """The serial number of a new ticket is used: the next one, or one its device had been given."""
    if not event.serial:
        return replace(book, serials=book.next_serial)
    left = tuple(one for one in book.reserved[event.device] if one != event.serial)
    return replace(book, reserved={**book.reserved, event.device: left})


def _now(book: TicketBook, name: str, **changes: str) -> TicketBook:
    """A ticket changes."""
    ticket = book.find(name)
    assert ticket is not None
    return _with(book, name, replace(ticket, **changes))


def _with(book: TicketBook, name: str, ticket: Ticket) -> TicketBook:
    """A ticket as it is now, counted where it belongs; tickets of other casinos are not counted."""
    before, counts, issued = book.find(name), dict(book.counts), book.issued
    if ticket.casino == book.casino:
        if before is None:
            issued = issued.plus(ticket.amount)
        else:
            counts[before.state] = counts[before.state].plus(-before.amount, -1)
        counts[ticket.state] = counts.get(ticket.state, Count()).plus(ticket.amount)
    pages = put(book.pages, name, ticket)
    return replace(book, pages=pages, counts=counts, issued=issued).check()


TICKET_BOOK: Aggregate[TicketBook, TicketCommand, TicketEvent] = Aggregate(
    "tickets", TicketBook(), TicketCommand, TicketEvent, decide, evolve
)
