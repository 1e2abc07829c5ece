"""Tickets at the cage: presented, paid once, released, made void; what the casino owes on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection

from tapete.core.book.account import CLP, Unit
from tapete.core.book.refused import Fact, Refused
from tapete.floor.aggregates.shared import done_by_house
from tapete.floor.aggregates.tickets.codes import bar_code, qr_code
from tapete.floor.aggregates.tickets.door import known_number, name_of
from tapete.floor.aggregates.tickets.host import TicketHost, ref_of
from tapete.floor.money.ledger import ONE_UNIT
from tapete.floor.people import permissions
from tapete.systems.machines.tickets import (
    EXPIRED,
    ISSUED,
    PAID,
    PRESENTED,
    TICKETS,
    VOID,
    Annul,
    Pay,
    Present,
    Release,
    Ticket,
    TicketCommand,
)

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino
    from tapete.floor.people.person import Person

CAGE = "caja"
NOTED = {"present": "ticket.presented", "pay": "ticket.paid", "release": "ticket.released",
         "annul": "ticket.annulled"}  # fmt: skip


class TicketRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ticket as a list shows it: of its number the last four digits."""

    name: str
    last: str
    amount: int
    state: str
    machine: int
    unit: Unit
    taker: str = ""
    holder: str = ""


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket as it is printed: the whole number, the bar code and the QR code of it."""

    name: str
    amount: int
    unit: Unit
    machine: int
    number: str
    bars: str
    qr: str
    good_days: int | None


class Liability(msgspec.Struct, frozen=True, kw_only=True):
    """The tickets issued and what became of them, in number and in pesos; the live ones are
    owed."""

    unit: Unit
    issued: tuple[int, int]
    paid: tuple[int, int]
    void: tuple[int, int]
    expired: tuple[int, int]
    live: tuple[int, int]


class TicketDesk:
    """The tickets of a casino, away from its machines."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino

    def host(self, unit: Unit) -> TicketHost:
        """The book of a unit of account."""
        found = self.casino.shared.host(ref_of(unit))
        assert isinstance(found, TicketHost)
        return found

    async def present(
        self, by: Person, number: str, request: str, *, unit: Unit = CLP, amount: int | None = None
    ) -> TicketRow:
        """A cashier presents a ticket: it is his until he has paid or released it."""
        host = self.host(unit)
        name, last = known_number(host.written, host.seal, number)
        command = Present(name, taker_of(by), request, last, amount)
        return await self._do(host, by, name, command)

    async def pay(self, by: Person, name: str, *, unit: Unit = CLP, person: str = "") -> TicketRow:
        """He pays what he has presented: in money, or to somebody's account. Play chips are never
        cashed."""
        if not person and unit != CLP:
            raise Refused(ONE_UNIT, "another-unit", unit=unit, to=CLP)
        if person:
            known = self.casino.known(person)
            if known.guest and unit == CLP:
                raise Refused(ONE_UNIT, "another-unit", unit=unit, to=known.unit)
        into: Pay = Pay(name, taker_of(by), "cuenta" if person else "dinero", person)
        return await self._do(self.host(unit), by, name, into)

    async def release(self, by: Person, name: str, *, unit: Unit = CLP) -> TicketRow:
        """A presented ticket can be presented again: by the cashier who has it, or, of a device
        that fell silent, by whoever answers for the section."""
        host = self.host(unit)

        def check() -> None:  # in the turn: another node may have written of this ticket
            found = host.journal.state.find(name)
            if found is not None and found.taker != taker_of(by):
                permissions.check("ticket.void", _role(by, "ticket.void"))

        return await self._do(host, by, name, Release(name, by.id), check)

    async def void(self, by: Person, name: str, *, unit: Unit = CLP) -> TicketRow:
        """A ticket is void."""
        return await self._do(self.host(unit), by, name, Annul(name))

    async def _do(
        self, host: TicketHost, by: Person, name: str, command: TicketCommand,
        check: Callable[[], None] = lambda: None,
    ) -> TicketRow:  # fmt: skip
        """Carry it out and have it written, with its money and who did it. ``check`` refuses it."""
        at, what = self.casino.now(), NOTED[str(command.__struct_config__.tag)]
        facts: dict[str, Fact] = {"ticket": name, "unit": host.id}

        def do() -> None:
            check()
            host.pass_days(at)
            host.journal.do(command)

        def noted(connection: Connection) -> None:
            if host.journal.entries:
                self.casino.register.note(connection, by.id, what, facts, at)

        await done_by_house(self.casino.write, [host], do, at, noted)
        found = host.written.find(name)
        assert found is not None
        return self._row(name, found, host.id)

    def _row(self, name: str, ticket: Ticket, unit: Unit) -> TicketRow:
        """A ticket as a list shows it: people by their names."""
        desk, _, who = ticket.taker.partition(" ")
        taker = f"{desk} {self._name(who)}" if desk == CAGE else ticket.taker
        return TicketRow(
            name=name, last=ticket.number, amount=ticket.amount, state=ticket.state,
            machine=ticket.device, unit=unit, taker=taker, holder=self._name(ticket.holder),
        )  # fmt: skip

    def _name(self, person: str) -> str:
        return self.casino.name_of(person) if person else ""

    def mine(self, person: Person) -> list[Paper]:
        """The live tickets that machines gave to a person, the newest first."""
        found: list[Paper] = []
        for unit in self.units():
            host = self.host(unit)
            book = host.look()
            for name, ticket in book.all():
                if ticket.holder == person.id and ticket.state == ISSUED:
                    found.append(paper(host, name, ticket, book.good_days))
        return sorted(found, key=lambda one: serial_of(one.name), reverse=True)

    def units(self) -> list[Unit]:
        """The units of account that have tickets."""
        return sorted({spec.unit for spec in self.casino.units.values() if _has_tickets(spec)})

    def rows(self, unit: Unit, limit: int) -> list[TicketRow]:
        """Tickets of the book, the newest first."""
        book = self.host(unit).look()
        found = sorted(book.all(), key=lambda one: serial_of(one[0]), reverse=True)
        return [self._row(name, ticket, unit) for name, ticket in found[:limit]]

    def liability(self, unit: Unit) -> Liability:
        """The casino's liability on tickets."""
        book = self.host(unit).look()

        def of(*states: str) -> tuple[int, int]:
            count = book.count(*states)
            return count.number, count.pesos

        return Liability(
            unit=unit, issued=of(), paid=of(PAID), void=of(VOID), expired=of(EXPIRED),
            live=of(ISSUED, PRESENTED),
        )  # fmt: skip


def serial_of(name: str) -> int:
    """The serial number of a ticket: later ones are larger."""
    return int(name.rpartition("-")[2])


def taker_of(person: Person) -> str:
    """A cashier as the book names him."""
    return f"{CAGE} {person.id}"


def paper(host: TicketHost, name: str, ticket: Ticket, good_days: int | None) -> Paper:
    """A ticket as it is printed."""
    device, _, serial = name.partition("-")
    number = host.seal.number(int(device), int(serial))
    assert name_of(int(device), int(serial)) == name
    return Paper(
        name=name, amount=ticket.amount, unit=host.id, machine=ticket.device, number=number,
        bars=bar_code(number), qr=qr_code(number), good_days=good_days,
    )  # fmt: skip


def _has_tickets(spec: object) -> bool:
    return bool(getattr(spec, "tickets", False))


def _role(person: Person, action: str) -> str:
    """The role in which somebody does this, if one of his may."""
    may = permissions.PERMISSIONS[action].roles
    return next((role for role in person.roles if role in may), person.roles[0])


__all__ = ["TICKETS", "Liability", "Paper", "TicketDesk", "TicketRow"]
