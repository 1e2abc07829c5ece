"""The engine: connections to SQLite or PostgreSQL, and statements that are compiled once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, CursorResult, Engine, create_engine, event
from sqlalchemy.sql.expression import Executable

WRITES = "writes"


def open_engine(url: str) -> Engine:
    """A connection to the database; SQLite writes ahead and waits for the disk."""
    engine = create_engine(url, future=True)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def _settings(connection: Any, _: Any) -> None:
            connection.isolation_level = None  # transactions begin where we say so
            cursor = connection.cursor()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON",
                           "busy_timeout=30000"):  # fmt: skip
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        @event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            # Whoever only reads does not wait for whoever writes.
            writes = connection.get_execution_options().get(WRITES)
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


class Prepared:
    """A statement compiled once for the database; what is written often does not wait for it to be
    built again. Its values are given by name."""

    def __init__(self, engine: Engine, statement: Executable) -> None:
        compiled = statement.compile(dialect=engine.dialect)  # type: ignore[attr-defined]
        self.sql = str(compiled)
        self.names: Sequence[str] | None = compiled.positiontup

    def run(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> CursorResult[Any]:
        """Execute it with every one of these."""
        names = self.names
        given: list[Any] = list(rows)
        if names is not None:
            given = [tuple(row[name] for name in names) for row in rows]
        return connection.exec_driver_sql(self.sql, given if len(given) > 1 else given[0])
