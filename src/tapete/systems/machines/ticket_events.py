"""What happens to tickets."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from tapete.core.round.event import Event

Into: TypeAlias = Literal["creditos", "dinero", "cuenta"]


class TicketEvent(Event, frozen=True, kw_only=True):
    """Something that happened to tickets."""

    kind: ClassVar[str] = "ticket"


class TicketsOpened(TicketEvent, frozen=True, kw_only=True):
    """A casino's tickets begin."""

    kind: ClassVar[str] = "tickets-opened"
    casino: str
    good_days: int | None
    kept_days: int | None = None


class TicketIssued(TicketEvent, frozen=True, kw_only=True):
    """A ticket came out of a machine; ``serial``: with a number that it was given beforehand."""

    kind: ClassVar[str] = "ticket-issued"
    name: str
    number: str
    amount: int
    casino: str
    holder: str = ""
    device: int = 0
    serial: int = 0


class NumbersReserved(TicketEvent, frozen=True, kw_only=True):
    """A device was given numbers for tickets that it issues while it is cut off."""

    kind: ClassVar[str] = "ticket-numbers-reserved"
    device: int
    first: int
    count: int


class TicketPresented(TicketEvent, frozen=True, kw_only=True):
    """A ticket is locked for whoever presented it; the amount is told."""

    kind: ClassVar[str] = "ticket-presented"
    name: str
    by: str
    request: str
    amount: int


class TicketPaid(TicketEvent, frozen=True, kw_only=True):
    """A ticket was paid, once and for all."""

    kind: ClassVar[str] = "ticket-paid"
    name: str
    by: str
    amount: int
    into: Into
    person: str = ""


class TicketReleased(TicketEvent, frozen=True, kw_only=True):
    """A presented ticket can be presented again."""

    kind: ClassVar[str] = "ticket-released"
    name: str


class TicketAnnulled(TicketEvent, frozen=True, kw_only=True):
    """A ticket is void."""

    kind: ClassVar[str] = "ticket-annulled"
    name: str
    amount: int


class DaysPassed(TicketEvent, frozen=True, kw_only=True):
    """Days went by; these tickets are not good any more."""

    kind: ClassVar[str] = "ticket-days-passed"
    days: int
    expired: tuple[str, ...]
    amount: int = 0
    forgotten: tuple[str, ...] = ()
