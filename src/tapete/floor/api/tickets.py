"""Tickets over the network: a player's own, the cashier's window, what the casino owes."""

from __future__ import annotations

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from tapete.core.book.account import CLP
from tapete.floor.aggregates.tickets.desk import TICKETS, Liability, Paper, TicketRow
from tapete.floor.api.books import Amount, Asked, Digits, Someone, Text, known_unit
from tapete.floor.api.guard import House, person_of, somebody
from tapete.floor.api.office import Few, allowed
from tapete.floor.house.casino import Casino


class PresentIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ticket's number as it was read, and an id of the sender's own: sent again, it gives the
    same answer. ``amount``: what is printed on it, to be compared."""

    number: Digits
    request: Text
    unit: Text = CLP
    amount: Amount | None = None


class PayIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pay in money, or to the account of a ``person``."""

    unit: Text = CLP
    person: Someone = ""


class UnitIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which book of tickets."""

    unit: Text = CLP


class Tickets(Controller):
    """Tickets of gaming machines (CAT-VI.4.1-06)."""

    path = "/api/tickets"
    tags = ("tickets",)
    guards = (somebody,)

    @get("/mine")
    async def mine(self, casino: House, request: Asked) -> list[Paper]:
        """My live tickets, with their numbers and codes."""
        return casino.tickets.mine(person_of(request))

    @get("/")
    async def all(
        self, casino: House, request: Asked, unit: FromQuery[str] = CLP, limit: Few = 100
    ) -> list[TicketRow]:
        """Tickets of the house, the newest first; of a number the last digits."""
        allowed(request, "ticket.see")
        return casino.tickets.rows(book_of(casino, unit), limit)

    @get("/liability")
    async def liability(self, casino: House, request: Asked) -> list[Liability]:
        """What was issued, and what became of it."""
        allowed(request, "ticket.see")
        return [casino.tickets.liability(unit) for unit in casino.tickets.units()]

    @post("/present", status_code=HTTP_200_OK)
    async def present(self, data: JSONBody[PresentIn], casino: House, request: Asked) -> TicketRow:
        """Present a ticket at the cage: it is locked, and its amount told."""
        by, unit = allowed(request, "ticket.pay"), book_of(casino, data.unit)
        return await casino.tickets.present(
            by, data.number, data.request, unit=unit, amount=data.amount
        )

    @post("/{name:str}/pay", status_code=HTTP_200_OK)
    async def pay(
        self, name: FromPath[str], data: JSONBody[PayIn], casino: House, request: Asked
    ) -> TicketRow:
        """Pay a ticket that I have presented."""
        by, unit = allowed(request, "ticket.pay"), book_of(casino, data.unit)
        return await casino.tickets.pay(by, name[:40], unit=unit, person=data.person)

    @post("/{name:str}/release", status_code=HTTP_200_OK)
    async def release(
        self, name: FromPath[str], data: JSONBody[UnitIn], casino: House, request: Asked
    ) -> TicketRow:
        """Let go of a presented ticket."""
        by, unit = allowed(request, "ticket.release"), book_of(casino, data.unit)
        return await casino.tickets.release(by, name[:40], unit=unit)

    @post("/{name:str}/void", status_code=HTTP_200_OK)
    async def void(
        self, name: FromPath[str], data: JSONBody[UnitIn], casino: House, request: Asked
    ) -> TicketRow:
        """Make a ticket void."""
        by, unit = allowed(request, "ticket.void"), book_of(casino, data.unit)
        return await casino.tickets.void(by, name[:40], unit=unit)


def book_of(casino: Casino, unit: str) -> str:
    """A unit of account that has tickets."""
    return known_unit(casino.tickets.units(), unit, TICKETS, "no-tickets-here")
