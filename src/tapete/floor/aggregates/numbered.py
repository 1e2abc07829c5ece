"""Books of numbered papers, tickets and prepaid cards, on this node: their numbers, days and money.

The number of a ticket or of a card is written nowhere: a book knows it by its serial number, and
the key that makes numbers of those is the casino's.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import cached_property
from typing import TypeAlias

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from tapete.core.book.aggregate import Entry
from tapete.floor.aggregates.shared import C, E, KeptEntry, S, Shared
from tapete.floor.audit.findings import Finding, same_transfers
from tapete.floor.money.accounts import LedgerAccount
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.systems.machines.ticket_numbers import Seal

KEY = "tickets"
CLEAR = re.compile(r"[0-9a-f]{64}")
"""How an older casino kept the key."""
REMEMBERED = 60
"""Days for which a settled ticket is remembered beyond those for which it is good."""
Moves: TypeAlias = Callable[[str, E], Iterable[tuple[LedgerAccount, LedgerAccount, int]]]
"""What an event of a book moves in a unit of account."""


class NumberedBook(Shared[S, C, E]):
    """The book of one unit of account."""

    @cached_property
    def seal(self) -> Seal:
        """What makes its numbers; an audit needs none."""
        return seal_of(self.store)

    def today(self, at: float) -> int:
        """The day of the house at a moment, counted on."""
        return date.fromisoformat(self.store.calendar.day_of(at)).toordinal()


def transfers_of(kind: str, book: str, entry: Entry[C, E], moves: Moves[E]) -> list[Transfer]:
    """What an entry of a book moves by itself, at the cage and as days go by. What becomes credits,
    and comes back from them, moves with the machine's own step."""
    return [
        Transfer(
            id=f"{kind}:{book}:{entry.number}.{n}.{k}", source=source, target=target,
            amount=amount, state="posted", clause=event.clause, why=event.kind,
        )
        for n, event in enumerate(entry.events)
        for k, (source, target, amount) in enumerate(moves(book, event))
        if amount
    ]  # fmt: skip


def check_moves(
    store: Store, kind: str, book: str, log: Sequence[KeptEntry[C, E]], moves: Moves[E]
) -> Iterator[Finding]:
    """Check that the transfers of a book stand in the ledger, and no others of it do."""
    made = {one: kept.at for kept in log for one in transfers_of(kind, book, kept.entry, moves)}
    yield from same_transfers(store, f"{kind}:{book}:", made)


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
