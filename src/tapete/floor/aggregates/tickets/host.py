"""The book of tickets on this node, its money, and how a machine speaks to it.

A machine issues and takes tickets within its own step; at the cage a ticket is presented and paid
by `tapete.floor.aggregates.tickets.desk`. The number of a ticket is written nowhere: the book knows
a ticket by device and serial number, and the key that makes numbers of them is the casino's.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import cached_property

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from tapete.core.book.account import Unit
from tapete.core.book.aggregate import Entry, Journal
from tapete.core.book.plan import Plan
from tapete.floor.aggregates.shared import KeptEntry, Shared
from tapete.floor.aggregates.tickets.door import TicketLink, pass_days
from tapete.floor.audit.findings import Finding, finding, same_transfers
from tapete.floor.kernel.unit import Ref, Spec
from tapete.floor.money.accounts import CAGE, WORLD, LedgerAccount, in_tickets, vault, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.systems.machines.ticket_events import (
    DaysPassed,
    TicketAnnulled,
    TicketEvent,
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
from tapete.systems.machines.validation import Seal

KEY = "tickets"
CLEAR = re.compile(r"[0-9a-f]{64}")
"""How an older casino kept the key."""
REMEMBERED = 60
"""Days for which a settled ticket is remembered beyond those for which it is good."""


class TicketHost(Shared[TicketBook, TicketCommand, TicketEvent]):
    """The tickets of one unit of account on this node."""

    def __init__(self, id: str, store: Store) -> None:
        super().__init__(Journal(TICKET_BOOK, id), store)

    @cached_property
    def seal(self) -> Seal:
        """What makes numbers of tickets; an audit needs none."""
        return seal_of(self.store)

    def link(self, unit: str) -> TicketLink:
        return TicketLink(self.journal, self.seal, self.today)

    def begin(self, plan: Plan, units: Sequence[Spec], at: float) -> None:
        """The book of a unit of account, on the day of the house."""
        good = plan.maquinas.ticket_days
        self.journal.do(OpenBook("", good, None if good is None else good + REMEMBERED))
        self.pass_days(at)

    def today(self, at: float) -> int:
        """The day of the house at a moment, counted on."""
        return date.fromisoformat(self.store.calendar.day_of(at)).toordinal()

    def transfers(self, entry: Entry[TicketCommand, TicketEvent]) -> list[Transfer]:
        return transfers_of(self.id, entry)

    def pass_days(self, at: float) -> None:
        """Bring the book to the day of a moment."""
        pass_days(self.journal, self.today(at))


def ref_of(unit: Unit) -> Ref:
    """The book of tickets of a unit of account."""
    return Ref(TICKET_BOOK.kind, unit)


# The money


def transfers_of(book: str, entry: Entry[TicketCommand, TicketEvent]) -> list[Transfer]:
    """What an entry of the book moves by itself: tickets paid at the cage, void and expired ones.
    What a machine credits or issues moves with the machine's own step."""
    found: list[Transfer] = []
    for n, event in enumerate(entry.events):
        for k, (source, target, amount) in enumerate(_moves(book, event)):
            if amount:
                found.append(
                    Transfer(
                        id=f"tickets:{book}:{entry.number}.{n}.{k}", source=source, target=target,
                        amount=amount, state="posted", clause=event.clause, why=event.kind,
                    )
                )  # fmt: skip
    return found


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
    made = {one: kept.at for kept in log for one in transfers_of(unit, kept.entry)}
    yield from same_transfers(store, f"tickets:{unit}:", made)
    live, held = state.count(ISSUED, PRESENTED).pesos, store.balance(in_tickets(unit))
    if live != held:
        yield finding("ticket-money", in_tickets(unit).text, live, held)


# The key


def seal_of(store: Store) -> Seal:
    """What makes the numbers of this casino's tickets. The first that asks makes its key; in the
    database it stands sealed with the key of the house, so that a copy of it makes no numbers."""
    c = schema.casino
    query = select(c.c.value).where(c.c.key == KEY)
    with store.engine.connect() as connection:
        found = connection.execute(query).scalar()
    if found is None or CLEAR.fullmatch(str(found)):
        _keep_sealed(store, None if found is None else str(found))
        with store.engine.connect() as connection:
            found = connection.execute(query).scalar()
    key = store.key.open(str(found), KEY)
    return Seal(key, casino_of(key))


def casino_of(key: bytes) -> int:
    """The two digits of a casino with this key."""
    return int.from_bytes(hashlib.sha256(b"casino" + key).digest()[:8], "big") % 100


def _keep_sealed(store: Store, clear: str | None) -> None:
    """Keep a new key sealed, or seal the one that an older casino kept in clear."""
    c = schema.casino
    made = bytes.fromhex(clear) if clear is not None else secrets.token_bytes(32)
    while clear is None and not casino_of(made):  # on a line 00 says that there is no number
        made = secrets.token_bytes(32)
    with suppress(IntegrityError), store.writing() as connection:  # another node may be first
        store.key.mark(connection)
        sealed = store.key.seal(made, KEY)
        if clear is None:
            connection.execute(insert(c).values(key=KEY, value=sealed))
        else:
            same = (c.c.key == KEY) & (c.c.value == clear)
            connection.execute(update(c).where(same).values(value=sealed))
