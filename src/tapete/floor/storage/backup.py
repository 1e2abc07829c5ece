"""Copies of a whole casino, taken while it plays, and a casino made again from one.

A copy is one SQLite file, whatever the database: it can be audited and looked at where it lies, and
a casino can be made from it on either database. Of SQLite it is made page by page with SQLite's own
online backup; of PostgreSQL row by row out of one snapshot. Both are whole: every step is one
transaction, and they hold those that had ended at one moment.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, inspect, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import counts
from tapete.floor.people.housekey import HouseKey, key_file
from tapete.floor.people.register import Register
from tapete.floor.storage import schema
from tapete.floor.storage.migrations import NewerDatabase, Unversioned
from tapete.floor.storage.picture import picture_of
from tapete.floor.storage.store import Store

KEPT = "CAT-I.6-03"
AT_ONCE = 1000
PRIVATE = 0o600
RESTORER = "respaldo"
PASSING = (schema.sessions, schema.nodes)
"""What belongs to processes and browsers of then, and is not brought back."""
Progress = Callable[[str, int, int], None]


def back_up(db: str, file: Path, tell: Progress = lambda name, done, of: None) -> dict[str, int]:
    """Copy the casino at this address into a new file. Gives how much is in it. It holds secrets
    (orders of cards not opened yet, hashes of passwords): its owner alone may read it."""
    if file.exists():
        raise Refused(KEPT, "file-exists", file=str(file))
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT, PRIVATE))
    try:
        if make_url(db).get_backend_name() == "sqlite":
            _copy_pages(str(make_url(db).database), part)
        else:
            _copy_rows(db, part, tell)
        found = check_copy(part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(file)  # a file with this name is whole
    finally:
        part.unlink(missing_ok=True)
    return found


def _copy_pages(source: str, target: Path) -> None:
    here = sqlite3.connect(f"file:{source}?mode=rw", uri=True, timeout=60)
    with closing(here) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it


def _copy_rows(db: str, target: Path, tell: Progress) -> None:
    copy = Store(f"sqlite:///{target}")
    try:
        with picture_of(db) as picture:
            with copy.make_tables():
                pass
            _copy_tables(picture, copy, tell)
    finally:
        copy.close()
    with closing(sqlite3.connect(target)) as new:
        new.execute("PRAGMA journal_mode=DELETE")


def check_copy(file: Path) -> dict[str, int]:
    """Check a backup file and count its rows. Raises `Refused` if it is none, or is damaged."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            [(said,)] = copy.execute("PRAGMA quick_check(1)").fetchall()
            if said != "ok":
                raise Refused(KEPT, "copy-damaged", file=str(file), why=str(said)[:200])
        with picture_of(f"sqlite:///{file}") as store:
            return counts(store)
    except (sqlite3.Error, SQLAlchemyError) as error:
        why = str(error).splitlines()[0]
        raise Refused(KEPT, "copy-damaged", file=str(file), why=why[:200]) from None


def restore(
    file: Path, db: str, now: float, tell: Progress = lambda name, done, of: None,
    *, key: Path | None = None,
) -> dict[str, int]:  # fmt: skip
    """Make a casino at this address, which must be empty, from a copy. Nobody is logged in there
    and no node keeps a unit: what ran then runs no more. It is noted in the audit log. ``key`` is
    the key of the house, which is in no copy; without it the casino does not start until the key
    lies where `key_file` says."""
    check_copy(file)
    _check_empty(db)
    if key is not None:
        _bring_key(key, key_file(db))
    with _of_this_version(file, db) as copy:
        target = Store(db)
        try:
            with target.make_tables():
                pass
            _copy_tables(copy, target, tell)
            with target.writing() as connection:
                for table in PASSING:
                    connection.execute(delete(table))
                connection.execute(update(schema.units).values(node=None, leased_until=0.0))
                last = connection.execute(select(func.max(schema.audit.c.n))).scalar()
                Register(target).note(connection, RESTORER, "casino.restored", {"last": last}, now)
            return counts(target)
        finally:
            target.close()


def _bring_key(key: Path, place: Path) -> None:
    """The key of the house where the casino looks for it; one that lies there stays."""
    if place.exists():
        if not place.samefile(key) and place.read_bytes() != key.read_bytes():
            raise Refused(KEPT, "file-exists", file=str(place))
        return
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as there:
        there.write(key.read_bytes())


def _check_empty(db: str) -> None:
    """Nothing is ever written over."""
    address = make_url(db)
    if address.get_backend_name() == "sqlite":
        name = str(address.database)
        there = [one for one in (name, f"{name}-wal", f"{name}-shm") if Path(one).exists()]
        if there:
            raise Refused(KEPT, "file-exists", file=there[0])
        return
    store = Store(db)
    try:
        if set(inspect(store.engine).get_table_names()) & set(schema.metadata.tables):
            raise Refused(KEPT, "casino-exists", db=str(address.database))
    finally:
        store.close()


@contextmanager
def _of_this_version(file: Path, db: str) -> Iterator[Store]:
    """The copy, brought to this version in a file of its own; what that seals is sealed with the
    key of the casino to be made."""
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        mine = Path(folder) / "copy.db"
        shutil.copyfile(file, mine)
        store = Store(f"sqlite:///{mine}")
        store.key = HouseKey(key_file(db))
        try:
            with store.make_tables():
                pass
            yield store
        except (NewerDatabase, Unversioned) as error:
            raise Refused(KEPT, "copy-damaged", file=str(file), why=str(error)) from None
        finally:
            store.close()


def _copy_tables(source: Store, target: Store, tell: Progress) -> None:
    """Every row of every table, those first that others refer to."""
    tables = schema.metadata.sorted_tables
    with target.writes.begin() as writing:
        for n, table in enumerate(tables, 1):
            with source.engine.begin() as reading:
                _copy_table(reading, writing, table)
            tell(table.name, n, len(tables))
        if writing.dialect.name == "postgresql":
            for table in (schema.audit, schema.barred):
                writing.execute(text(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'n'), "
                    f"(SELECT coalesce(max(n), 1) FROM {table.name}))"
                ))  # fmt: skip


def _copy_table(reading: Connection, writing: Connection, table: Table) -> None:
    key = list(table.primary_key.columns)
    streamed = reading.execution_options(yield_per=AT_ONCE)
    for rows in streamed.execute(select(table).order_by(*key)).partitions():
        some: list[dict[str, Any]] = [dict(row._mapping) for row in rows]
        writing.execute(insert(table), some)
