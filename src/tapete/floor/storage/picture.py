"""A casino as it is at one moment, for whoever reads a lot of it while it plays on.

On SQLite everything is read through one connection in one transaction, on PostgreSQL through any
number of them that share a snapshot. Nobody waits for it, and what is written meanwhile is not in
it, so nothing seems wrong that was only half read. It cannot be written to.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import StaticPool

from tapete.floor.storage.store import Store


class _OneTransaction(sqlite3.Connection):
    """A connection whose one transaction ends when it is closed, and not before."""

    def commit(self) -> None:
        """Nothing was written."""

    def rollback(self) -> None:
        """The transaction goes on."""


@contextmanager
def picture_of(db: str) -> Iterator[Store]:
    """The casino as it is now."""
    if make_url(db).get_backend_name() == "sqlite":
        with _opened(Store(db, _one_transaction(db))) as store:
            yield store
        return
    engine = create_engine(db, isolation_level="REPEATABLE READ")
    with engine.connect() as keeper:
        snapshot = str(keeper.execute(text("SELECT pg_export_snapshot()")).scalar())
        with _opened(_sharing(db, snapshot)) as store:
            yield store
    engine.dispose()


def _one_transaction(db: str) -> Any:
    # Opened by its path: what is not there is not made.
    file = f"file:{make_url(db).database}?mode=rw"
    found = sqlite3.connect(file, uri=True, factory=_OneTransaction, isolation_level=None)
    found.execute("PRAGMA query_only=ON")
    found.execute("BEGIN")
    found.execute("SELECT count(*) FROM sqlite_master")  # the moment it is of
    return create_engine("sqlite://", creator=lambda: found, poolclass=StaticPool)


def _sharing(db: str, snapshot: str) -> Store:
    store = Store(db)

    @event.listens_for(store.engine, "begin")
    def _same_moment(connection: Connection) -> None:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        connection.exec_driver_sql(f"SET TRANSACTION SNAPSHOT '{snapshot}'")

    return store


@contextmanager
def _opened(store: Store) -> Iterator[Store]:
    try:
        yield store
    finally:
        store.close()
