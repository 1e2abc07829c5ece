"""The books: the ledger's transfers and balances in the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from tapete.core.refused import Refused
from tapete.floor import schema
from tapete.floor.engine import WRITES, inserting, open_engine, updating
from tapete.floor.ledger import Transfer, may_owe

FUNDS = "CAT-I.4.1-01"


def day_of(moment: float) -> str:
    """The day a moment belongs to."""
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def open_day(moment: float, closed: str | None) -> str:
    """The day that what happens at a moment counts for: the next one if its own was closed.

    >>> open_day(0.0, None), open_day(0.0, "1970-01-01"), open_day(0.0, "1969-12-30")
    ('1970-01-01', '1970-01-02', '1970-01-01')
    """
    if closed is None:
        return day_of(moment)
    after = date.fromisoformat(closed) + timedelta(days=1)
    return max(day_of(moment), after.isoformat())


class Books:
    """Moving money, and what every account holds."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.writes = self.engine.execution_options(**{WRITES: True})
        a = schema.accounts
        self._transfers = inserting(self.engine, schema.transfers)
        self._open = inserting(self.engine, a, "ON CONFLICT DO NOTHING")
        self._add = updating(
            self.engine, a, "balance = balance + column2", 2, "accounts.id = column1"
        )
        self.opened: set[str] = set()
        """Accounts known to be there; forgotten whenever something is rolled back."""

    def post(self, connection: Connection, transfers: Sequence[Transfer], at: float) -> None:
        """Move money inside a transaction. An account that may not owe never goes below zero."""
        self.post_all(connection, [(transfers, at)])

    def post_all(
        self, connection: Connection, moves: Sequence[tuple[Sequence[Transfer], float]]
    ) -> None:
        """Move money at several moments inside a transaction. What is taken from an account at one
        of them and put there at another is set off: whoever calls sees to it that none needs
        another."""
        closed = connection.info.get("closed")
        rows: list[tuple[Any, ...]] = []
        moved: Counter[str] = Counter()
        for transfers, at in moves:
            day = open_day(at, closed) if transfers else ""
            for t in transfers:
                moved[t.source] -= t.amount
                moved[t.target] += t.amount
                rows.append((t.id, t.source, t.target, t.amount, t.state, t.why, t.clause, at, day))
        if not rows:
            return
        self._transfers.run(connection, rows)
        # Always in the same order, so that two who move the same money wait for each other once.
        changes = [(account, amount) for account, amount in sorted(moved.items()) if amount]
        if not changes:
            return
        self._open_accounts(connection, [account for account, _ in changes])
        try:
            done = self._add.run(connection, changes)
        except IntegrityError as error:
            raise Refused(FUNDS, "no-funds", account=_account_below_zero(changes)) from error
        if done != len(changes):  # an account was thought to be there and is not
            self.opened.clear()
            raise RuntimeError("the accounts are not those that were known")

    def _open_accounts(self, connection: Connection, accounts: Sequence[str]) -> None:
        """Accounts that have not been used before begin at zero."""
        new = [account for account in accounts if account not in self.opened]
        if new:
            self._open.run(connection, [(account, 0, may_owe(account)) for account in new])
            self.opened.update(new)

    def post_once(self, connection: Connection, transfers: Sequence[Transfer], at: float) -> bool:
        """Move money unless these very transfers were made before. Says whether it was moved."""
        t = schema.transfers
        ids = [transfer.id for transfer in transfers]
        if connection.execute(select(t.c.id).where(t.c.id.in_(ids))).first() is not None:
            return False
        self.post(connection, transfers, at)
        return True

    def balance(self, account: str) -> int:
        """What an account holds."""
        a = schema.accounts
        with self.engine.connect() as connection:
            found = connection.execute(select(a.c.balance).where(a.c.id == account)).scalar()
            return int(found or 0)

    def balances(self) -> dict[str, int]:
        """What every account holds, those at zero left out."""
        a = schema.accounts
        with self.engine.connect() as connection:
            rows = connection.execute(select(a.c.id, a.c.balance).where(a.c.balance != 0))
            return {row.id: int(row.balance) for row in rows}


def _account_below_zero(changes: Sequence[tuple[str, int]]) -> str:
    """The account that cannot give what is asked: the first that gives and may not owe."""
    giving = (account for account, amount in changes if amount < 0 and not may_owe(account))
    return next(giving, "")
