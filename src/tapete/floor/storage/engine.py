"""The engine: connections to SQLite or PostgreSQL, and statements that are compiled once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, islice
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    CursorResult,
    Engine,
    Select,
    Table,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.expression import Executable
from sqlalchemy.types import TypeDecorator

Written = Callable[[Sequence[Any]], Sequence[Any]]

WRITES = "writes"
PIPELINE = "pipeline"
NOTHING: Mapping[str, Any] = {}
LENGTHS = (64, 48, 32, 24, *range(16, 0, -1))
"""How many rows go into one statement: so many that any number is soon made up of them, and so few
that the database keeps a statement of each ready."""
KEPT_READY = 256
CONNECTIONS = 15
"""How many one process holds at most, and keeps: opening one for a single statement takes
PostgreSQL longer than the statement."""
CARRIED_OVER = 8000
"""So many pages (32 MB) SQLite writes ahead before it carries them over into the file. The same
pages of the indexes are written again and again: the fewer times, the less is carried."""
PRIVATE = 0o600
PATIENCE = {
    "connect_timeout": 5,
    "options": "-c statement_timeout=120000 -c lock_timeout=15000",
    "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}  # fmt: skip
"""How long PostgreSQL is waited for: nothing is waited for without end."""


def open_engine(url: str) -> Engine:
    """A connection to the database; SQLite writes ahead and waits for the disk."""
    sqlite = make_url(url).get_backend_name() == "sqlite"
    settings: dict[str, Any] = {"cached_statements": KEPT_READY} if sqlite else dict(PATIENCE)
    pool = {} if sqlite else {"pool_size": CONNECTIONS, "max_overflow": 0}
    engine = create_engine(url, future=True, connect_args=settings, hide_parameters=True, **pool)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def _settings(connection: Any, _: Any) -> None:
            connection.isolation_level = None  # transactions begin where we say so
            cursor = connection.cursor()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON",
                           "busy_timeout=30000", "secure_delete=ON",
                           f"wal_autocheckpoint={CARRIED_OVER}"):  # fmt: skip
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        @event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            # Whoever only reads does not wait for whoever writes.
            writes = connection.get_execution_options().get(WRITES)
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    elif engine.dialect.name == "postgresql":

        @event.listens_for(engine, "connect")
        def _numbers(connection: Any, _: Any) -> None:
            # Whole numbers all go as one type: a statement with others would be prepared anew.
            from psycopg.types.numeric import Int8Dumper

            connection.adapters.register_dumper(int, Int8Dumper)
            connection.prepared_max = KEPT_READY

    return engine


def close_engine(engine: Engine) -> None:
    """Close every connection; one that a thread still reads with, when it is given back."""

    @event.listens_for(engine.pool, "checkin")
    def _given_back(_: Any, entry: ConnectionPoolEntry) -> None:
        entry.close()

    engine.dispose()


def keep_private(engine: Engine) -> None:
    """The file of SQLite is its owner's alone, and with it what SQLite writes beside it."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name == ":memory:":
        return
    with suppress(OSError):  # whatever cannot be opened SQLite says
        os.close(os.open(name, os.O_RDWR | os.O_CREAT, PRIVATE))
    for file in (name, f"{name}-wal", f"{name}-shm"):
        with suppress(OSError):
            os.chmod(file, PRIVATE)


def in_pages(
    engine: Engine, query: Select[Any], key: Column[Any], many: int, after: Any = 0
) -> Iterator[Any]:
    """The rows of a query after a key, in its order; so many at a time are in memory, and nobody
    who writes waits for whoever reads them."""
    page = query.order_by(key).limit(many)
    while True:
        with engine.connect() as connection:
            rows = connection.execute(page.where(key > after)).all()
        yield from rows
        if len(rows) < many:
            return
        after = rows[-1]._mapping[key]


class Prepared:
    """A statement compiled once for the database; what is done often does not wait for it to be
    built again. Its values are given by name."""

    def __init__(self, engine: Engine, statement: Executable) -> None:
        compiled = statement.compile(dialect=engine.dialect)  # type: ignore[attr-defined]
        self.sql = str(compiled)
        self.names: Sequence[str] | None = compiled.positiontup

    def run(self, connection: Connection, given: Mapping[str, Any] = NOTHING) -> CursorResult[Any]:
        """Execute it with these values."""
        values = given if self.names is None else tuple(given[name] for name in self.names)
        return connection.exec_driver_sql(self.sql, values)


class Untouched(Exception):
    """A row that was to be changed is not there, or not as it was known."""


class Pipeline:
    """Statements that were sent to PostgreSQL and whose answers are waited for together."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self._sent: list[tuple[Any, int | None]] = []

    def send(self, sql: str, values: Sequence[Any] = (), touching: int | None = None) -> Any:
        """Have it carried out, its values numbered (``$1``): by names or signs psycopg takes a long
        statement apart anew each time. Gives the cursor that will have its answer."""
        from psycopg import RawCursor

        cursor = RawCursor(self._driver)
        cursor.execute(sql, values or None)
        self._sent.append((cursor, touching))
        return cursor

    def check(self) -> None:
        """Raise `Untouched` unless each has touched the rows it should."""
        for cursor, touching in self._sent:
            if touching is not None and cursor.rowcount != touching:
                raise Untouched


@contextmanager
def at_once(connection: Connection) -> Iterator[Pipeline]:
    """Have PostgreSQL waited for once for all that `Many` is given meanwhile, not for each: every
    answer is a way there and back, and a turn of the interpreter. What is wrong with one of them is
    raised at the end. Nothing else goes over the connection until then."""
    driver, info = connection.connection.driver_connection, connection.info
    base = connection.dialect.loaded_dbapi.Error
    pipeline = info[PIPELINE] = Pipeline(driver)
    try:
        with driver.pipeline():  # type: ignore[union-attr]
            yield pipeline
    except base as error:
        raise DBAPIError.instance(
            None, None, error, base, hide_parameters=True, dialect=connection.dialect
        ) from error
    finally:
        del info[PIPELINE]
    pipeline.check()


class Many:
    """One statement for many rows: ``before`` and ``after`` stand around their values.

    The database takes the rows in without coming back to us for each, so that meanwhile our other
    threads go on.
    """

    def __init__(
        self, engine: Engine, before: str, columns: int, after: str = "",
        written: Written | None = None,
    ) -> None:  # fmt: skip
        self._numbered = engine.dialect.name == "postgresql"
        self._said = {n: f"{before} {self._marks(n, columns)} {after}" for n in LENGTHS}
        self._written = written

    def _marks(self, rows: int, columns: int) -> str:
        """Where the values of so many rows go."""
        numbers = (f"${n}" if self._numbered else "?" for n in range(1, rows * columns + 1))
        return ", ".join(f"({', '.join(islice(numbers, columns))})" for _ in range(rows))

    def written(self, row: Sequence[Any]) -> Sequence[Any]:
        """A row of values as the database is given it: texts packed, hashes as bytes. To be done
        before a transaction begins, which keeps others waiting."""
        return row if self._written is None else self._written(row)

    def run(
        self, connection: Connection, rows: Sequence[Sequence[Any]], *, every: bool = False
    ) -> None:
        """Execute it with all of these, each as `written`. ``every``: `Untouched` is raised unless
        each touches a row of the database."""
        pipeline: Pipeline | None = connection.info.get(PIPELINE)
        if pipeline is None and self._numbered:
            with at_once(connection):
                self.run(connection, rows, every=every)
            return
        done = 0
        while done < len(rows):
            length = next(n for n in LENGTHS if n <= len(rows) - done)
            values = tuple(chain.from_iterable(rows[done : done + length]))
            if pipeline is not None:
                pipeline.send(self._said[length], values, length if every else None)
            else:
                touched = connection.exec_driver_sql(self._said[length], values).rowcount
                if every and touched != length:
                    raise Untouched
            done += length


def inserting(engine: Engine, table: Table, after: str = "") -> Many:
    """New rows of a table, each with the values of all its columns."""
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    before = f"INSERT{'' if after else _or_fail(engine)} INTO {table.name} ({names}) VALUES"
    return Many(engine, before, len(table.columns), after, as_written(engine, table))


def as_written(engine: Engine, table: Table) -> Written | None:
    """How a row of a table is given to the database where a type of ours says so: texts packed,
    hashes as bytes. None: as it is."""
    dialect = engine.dialect
    ours = [
        (n, column.type.process_bind_param)
        for n, column in enumerate(table.columns)
        if isinstance(column.type, TypeDecorator)
    ]
    if not ours:
        return None

    def written(row: Sequence[Any]) -> Sequence[Any]:
        found = list(row)
        for n, process in ours:
            found[n] = process(found[n], dialect)
        return found

    return written


def updating(engine: Engine, table: Table, values: str, columns: int, where: str) -> Many:
    """Rows of a table changed, each by a row of values: these are ``column1``, ``column2``..."""
    before = f"UPDATE{_or_fail(engine)} {table.name} SET {values} FROM (VALUES"
    return Many(engine, before, columns, f") AS v WHERE {where}")


def _or_fail(engine: Engine) -> str:
    """Whoever finds that one of many rows cannot be written undoes the transaction, or the part of
    it that was tried. Unless SQLite knows, it keeps a copy of each page that a statement changes,
    to undo the statement alone: of steps that takes longer than writing them."""
    return " OR FAIL" if engine.dialect.name == "sqlite" else ""
