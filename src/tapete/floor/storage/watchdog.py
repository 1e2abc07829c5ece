"""The watchdog of a database over a network: a server that hangs stops neither the event loop nor,
for longer than it must, anybody else.

A statement that has not ended in time has its connection cut. Until the database answers again
nobody begins another: they are told at once that it does not.
"""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import time
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from tapete.floor.house.logs import log

IN_THE_LOOP, IN_A_THREAD = 3.0, 60.0
"""Seconds a statement may take where everybody waits for it, and where nobody else does."""
LOOK_EVERY = 0.25
PROBE = {"connect_timeout": 2, "options": "-c statement_timeout=2000"}


class DatabaseDown(SQLAlchemyError):
    """The database did not answer a moment ago, and has not answered since."""

    def __init__(self) -> None:
        super().__init__("the database does not answer")


class Watchdog:
    """Watches the statements of one engine."""

    def __init__(
        self, engine: Engine, *, in_the_loop: float = IN_THE_LOOP, in_a_thread: float = IN_A_THREAD
    ) -> None:
        self.engine, self.in_the_loop, self.in_a_thread = engine, in_the_loop, in_a_thread
        self.down = False
        self._running: dict[int, tuple[float, Any]] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._listen()
        self._thread.start()

    def stop(self) -> None:
        """Nothing more is watched."""
        self._stop.set()

    def _listen(self) -> None:
        engine = self.engine

        @event.listens_for(engine, "before_cursor_execute")
        def _begins(connection: Connection, *_: Any) -> None:
            self._begins(connection)

        @event.listens_for(engine, "after_cursor_execute")
        def _ends(connection: Connection, *_: Any) -> None:
            self._ends(connection.connection.dbapi_connection)

        for ending in ("commit", "rollback"):  # ended when the connection is given back
            event.listen(engine, ending, self._begins)

        @event.listens_for(engine, "checkin")
        def _given_back(dbapi: Any, _: Any) -> None:
            self._ends(dbapi)

        @event.listens_for(engine, "close")
        def _closed(dbapi: Any, _: Any) -> None:
            self._ends(dbapi)

        @event.listens_for(engine, "checkout")
        def _taken(*_: Any) -> None:
            if self.down:
                raise DatabaseDown

    def _begins(self, connection: Connection) -> None:
        if connection.invalidated:
            return
        dbapi = connection.connection.dbapi_connection
        seconds = self.in_the_loop if _in_the_loop() else self.in_a_thread
        self._running[id(dbapi)] = (time.monotonic() + seconds, dbapi)

    def _ends(self, dbapi: Any) -> None:
        self._running.pop(id(dbapi), None)

    def _watch(self) -> None:
        while not self._stop.wait(min(LOOK_EVERY, self.in_the_loop / 2)):
            now = time.monotonic()
            for key, (until, dbapi) in list(self._running.items()):
                if now > until and self._running.pop(key, None) is not None:
                    self.down = True
                    log.error("database-hangs", cut=True)
                    _cut(dbapi)
            if self.down and self._answers():
                self.down = False
                log.info("database-answers")

    def _answers(self) -> bool:
        probe = create_engine(self.engine.url, poolclass=NullPool, connect_args=PROBE)
        try:
            with probe.connect() as connection:
                connection.execute(text("SELECT 1"))
        except SQLAlchemyError:
            return False
        finally:
            probe.dispose()
        return True


def _in_the_loop() -> bool:
    """Whether this thread runs an event loop just now."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _cut(dbapi: Any) -> None:
    """Shut the socket of a connection: whoever waits for its answer is told that there is none."""
    try:
        file = os.dup(dbapi.pgconn.socket)
    except Exception as error:  # it is closed already
        log.debug("not-cut", why=repr(error))
        return
    with socket.socket(fileno=file) as there:
        try:
            there.shutdown(socket.SHUT_RDWR)
        except OSError as error:
            log.debug("not-cut", why=repr(error))
