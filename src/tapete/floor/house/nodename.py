"""That a node's name is its own: held by the operating system or the database as long as the
process lives, and let go by them when it dies, however it dies.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from contextlib import suppress
from typing import Any

from sqlalchemy.engine import make_url

from tapete.floor.storage.store import Store

NAMES = 19_998
ALONE = "local"


class NameTaken(Exception):
    """Another process that is alive goes by this name."""

    def __init__(self, node: str) -> None:
        super().__init__(f"a node called {node} is already running on this database")


def name_of(store: Store, wanted: str) -> Name:
    """The name a node goes by: the one that is wanted, or one of its own. The only process on a
    SQLite always goes by the same, and goes on at once where it was before it died."""
    if wanted:
        return Name(store, wanted)
    if store.engine.dialect.name == "sqlite":
        with suppress(NameTaken):
            return Name(store, ALONE)
    return Name(store, f"node-{secrets.token_hex(4)}")


class Name:
    """The name of a node, held until it is let go."""

    def __init__(self, store: Store, node: str) -> None:
        self.node = node
        self._file: int | None = None
        self._connection: Any = None
        if store.engine.dialect.name == "sqlite":
            self._file = _locked(store, node)
        else:
            self._connection = _locked_there(store, node)

    def let_go(self) -> None:
        """Another may go by it now."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
        if self._connection is not None:
            _unlocked_there(self._connection)
            self._connection = None


def _locked(store: Store, node: str) -> int | None:
    """A file beside the database, locked: the system unlocks it when the process ends."""
    path = make_url(str(store.engine.url)).database
    if not path or path == ":memory:":
        return None
    file = os.open(f"{path}.{node}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise NameTaken(node) from None
    return file


def _locked_there(store: Store, node: str) -> Any:
    """A lock of the database's that lives as long as the connection."""
    connection = store.engine.raw_connection()
    connection.detach()
    there = connection.dbapi_connection
    assert there is not None
    cursor = there.cursor()
    cursor.execute(f"SELECT pg_try_advisory_lock({NAMES}, hashtext(%s))", (node,))
    held = cursor.fetchone()
    there.commit()
    if held is None or not held[0]:
        there.close()
        raise NameTaken(node)
    return there


def _unlocked_there(there: Any) -> None:
    """The lock is let go before the connection is closed: the database notices only after a while
    that a connection is gone, and a node that starts meanwhile would find its own name taken."""
    import psycopg

    with suppress(psycopg.Error):  # the connection was cut: the lock went with it
        there.execute("SELECT pg_advisory_unlock_all()")
        there.commit()
    there.close()
