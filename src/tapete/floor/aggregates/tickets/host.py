"""The book of tickets on this node, its money, and how a machine speaks to it.

A machine issues and takes tickets within its own step; at the cage a ticket is presented and paid
by `tapete.floor.aggregates.tickets.desk`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tapete.core.book.account import Unit
from tapete.core.book.aggregate import Entry, Journal
from tapete.core.book.plan import Plan
from tapete.floor.aggregates.numbered import (
    REMEMBERED,
    NumberedBook,
    check_moves,
    transfers_of,
)
from tapete.floor.aggregates.shared import KeptEntry
from tapete.floor.aggregates.tickets.door import TicketLink, pass_days
from tapete.floor.audit.findings import Finding, finding
from tapete.floor.kernel.unit import Ref, Spec
from tapete.floor.money.accounts import CAGE, WORLD, LedgerAccount, in_tickets, vault, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage.store import Store
from tapete.systems.machines.ticket_events import (
    DaysPassed,
    TicketAnnulled,
    TicketEvent,
    TicketIssued,
    TicketPaid,
)
from tapete.systems.machines.tickets import (
    ISSUED,
    PRESENTED,
    TICKET_BOOK,
    OpenBook,
    TicketBook,
    TicketCommand,
)

KIND = "tickets"


class TicketHost(NumberedBook[TicketBook, TicketCommand, TicketEvent]):
    """The tickets of one unit of account on this node."""

    def __init__(self, id: str, store: Store) -> None:
        super().__init__(Journal(TICKET_BOOK, id), store)

    def link(self, unit: str) -> TicketLink:
        return TicketLink(self.journal, self.seal, self.today)

    def begin(self, plan: Plan, units: Sequence[Spec], at: float) -> None:
        """The book of a unit of account, on the day of the house."""
        good = plan.maquinas.ticket_days
        self.journal.do(OpenBook("", good, None if good is None else good + REMEMBERED))
        self.pass_days(at)

    def transfers(self, entry: Entry[TicketCommand, TicketEvent]) -> list[Transfer]:
        return transfers_of(KIND, self.id, entry, _moves)

    def people(self, entry: Entry[TicketCommand, TicketEvent]) -> Iterator[str]:
        for event in entry.events:
            match event:
                case TicketIssued():
                    yield event.holder
                case TicketPaid(into="cuenta"):
                    yield event.person

    def pass_days(self, at: float) -> None:
        """Bring the book to the day of a moment."""
        pass_days(self.journal, self.today(at))


def ref_of(unit: Unit) -> Ref:
    """The book of tickets of a unit of account."""
    return Ref(TICKET_BOOK.kind, unit)


def _moves(unit: Unit, event: TicketEvent) -> Iterator[tuple[LedgerAccount, LedgerAccount, int]]:
    match event:
        case TicketPaid(into="cuenta"):
            yield in_tickets(unit), wallet(event.person, unit), event.amount
        case TicketPaid(into="dinero"):
            yield in_tickets(unit), vault(unit), event.amount
            yield CAGE, WORLD, event.amount
        case TicketAnnulled() | DaysPassed():
            yield in_tickets(unit), vault(unit), event.amount
        case _:
            return


def check_tickets(
    store: Store, unit: str, log: Sequence[KeptEntry[TicketCommand, TicketEvent]], state: TicketBook
) -> Iterator[Finding]:
    """The money of all live tickets is in the ledger, and what the book moved stands there."""
    yield from check_moves(store, KIND, unit, log, _moves)
    live, held = state.count(ISSUED, PRESENTED).pesos, store.balance(in_tickets(unit))
    if live != held:
        yield finding("ticket-money", in_tickets(unit).text, live, held)
