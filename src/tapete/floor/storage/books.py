"""The books: the ledger's transfers and balances in the database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import IntegrityError

from tapete.core.book.refused import Refused
from tapete.floor.money.accounts import LedgerAccount, ledger_account
from tapete.floor.money.calendar import Calendar
from tapete.floor.money.ledger import Transfer, row_of
from tapete.floor.storage import schema
from tapete.floor.storage.engine import (
    WRITES,
    Prepared,
    Untouched,
    at_once,
    inserting,
    open_engine,
    updating,
)
from tapete.floor.storage.rows import Moves, added_up, moves_of
from tapete.floor.storage.turnstile import Turnstile
from tapete.floor.storage.watchdog import Watchdog

FUNDS = "CAT-I.4.1-01"
USED = "CAT-I.5.1-03"
DAY_LOCK = "SELECT pg_advisory_xact_lock(19996)"
DAY_LOCK_SHARED = "SELECT pg_advisory_xact_lock_shared(19996)"
KNOWN = 65_536
"""So many accounts are known to be there without looking."""


class Books:
    """Moving money, and what every account holds."""

    def __init__(self, url: str, engine: Engine | None = None) -> None:
        self.engine = engine or open_engine(url)
        slow = self.engine.dialect.name != "sqlite"
        self.watchdog = Watchdog(self.engine) if slow else None
        self.calendar = Calendar("UTC", 0)
        """The days of the house; whoever runs one has those of its plan."""
        self.writes = self.engine.execution_options(**{WRITES: True})
        self.turn = Turnstile(self.engine)
        a = schema.accounts
        self._transfers = inserting(self.engine, schema.transfers)
        self._open = inserting(self.engine, a, "ON CONFLICT DO NOTHING")
        self._add = updating(
            self.engine, a, "balance = balance + column2", 2, "accounts.id = column1"
        )
        self._closed = Prepared(self.engine, select(func.max(schema.days.c.day)))
        self.opened: set[str] = set()
        """Accounts known to be there; forgotten whenever something is rolled back."""

    @contextmanager
    def writing(self, *, closing: bool = False) -> Iterator[Connection]:
        """One transaction: all of it is written, or nothing. Until it ends nobody closes the day;
        whoever is ``closing`` it waits for all the others."""
        try:
            with self.turn, self.writes.begin() as connection:
                connection.info["closed"] = self._last_close(connection, closing)
                yield connection
        except BaseException:
            self.opened.clear()
            raise

    def _last_close(self, connection: Connection, closing: bool) -> str | None:
        """The last day that is closed; it stays so, or is ours to close, until all is written."""
        if self.engine.dialect.name != "postgresql":
            return self._closed.run(connection).scalar()
        with at_once(connection) as pipeline:
            pipeline.send(DAY_LOCK if closing else DAY_LOCK_SHARED)
            closed = pipeline.send(self._closed.sql)
        found: str | None = closed.fetchone()[0]
        return found

    def post(self, connection: Connection, transfers: Sequence[Transfer], at: float) -> None:
        """Move money inside a transaction. An account that may not owe never goes below zero."""
        if transfers:
            self.post_rows(connection, [moves_of(transfers, at, self.calendar.day_of(at))])

    def post_rows(self, connection: Connection, moves: Sequence[Moves]) -> None:
        """The same of moves at several moments. What is taken from an account by one of them and
        put there by another is set off: whoever calls sees to it that none needs another."""
        if not moves:
            return
        closed = connection.info.get("closed")
        self._transfers.run(connection, [row for one in moves for row in one.after(closed)])
        changes = added_up(moves)
        if not changes:
            return
        self._open_accounts(connection, [account for account, _ in changes])
        try:
            self._add.run(connection, changes, every=True)
        except IntegrityError as error:
            raise Refused(FUNDS, "no-funds", account=_account_below_zero(changes)) from error
        except Untouched:  # an account was thought to be there and is not
            self.opened.clear()
            raise

    def _open_accounts(self, connection: Connection, accounts: Sequence[str]) -> None:
        """Accounts that have not been used before begin at zero."""
        new = [account for account in accounts if account not in self.opened]
        if new:
            if len(self.opened) > KNOWN:
                self.opened.clear()
            self._open.run(connection, [(one, 0, ledger_account(one).may_owe) for one in new])
            self.opened.update(new)

    def post_once(self, connection: Connection, transfers: Sequence[Transfer], at: float) -> bool:
        """Move money unless these very transfers were made before. Says whether it was moved. An
        id under which something else was moved is refused."""
        t = schema.transfers
        ids = [transfer.id for transfer in transfers]
        rows = connection.execute(select(t).where(t.c.id.in_(ids))).all()
        if not rows:
            self.post(connection, transfers, at)
            return True
        if {row_of(row) for row in rows} != {transfer.row() for transfer in transfers}:
            raise Refused(USED, "id-used", id=ids[0].rpartition(":")[0])
        return False

    def balance(self, account: LedgerAccount) -> int:
        """What an account holds."""
        with self.engine.connect() as connection:
            return self.balance_in(connection, account)

    def balance_in(self, connection: Connection, account: LedgerAccount) -> int:
        """The same inside a transaction."""
        a = schema.accounts
        found = connection.execute(select(a.c.balance).where(a.c.id == account.text)).scalar()
        return int(found or 0)

    def balances(self) -> dict[LedgerAccount, int]:
        """What every account holds, those at zero left out."""
        a = schema.accounts
        with self.engine.connect() as connection:
            rows = connection.execute(select(a.c.id, a.c.balance).where(a.c.balance != 0))
            return {ledger_account(row.id): int(row.balance) for row in rows}


def _account_below_zero(changes: Sequence[tuple[str, int]]) -> str:
    """The account that cannot give what is asked: the first that gives and may not owe."""
    giving = (one for one, amount in changes if amount < 0 and not ledger_account(one).may_owe)
    return next(giving, "")
