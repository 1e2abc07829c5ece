"""The writer: steps of all tables wait in one line and are written together, several to a
transaction, so that the disk is waited for once for all of them.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from itertools import groupby
from typing import Any, cast

from sqlalchemy import Connection
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError

from tapete.floor.house import metrics
from tapete.floor.house.logs import log
from tapete.floor.kernel.failpoints import failpoint
from tapete.floor.kernel.port import Entry
from tapete.floor.storage.crossed import crossed
from tapete.floor.storage.store import Store

AT_ONCE = 64
"""The most units written in one transaction."""

FATAL = (OperationalError, InterfaceError, InternalError)
"""What goes wrong with the database itself: no room, a lost connection. SQLite undoes the whole
transaction then, savepoints and all."""
STUCK = 10.0
"""Seconds after which a transaction that has not ended is taken to be stuck."""

Unit = Callable[[Connection], Any]
Waiting = tuple[Unit, "asyncio.Future[Any]"]
Result = tuple["asyncio.Future[Any]", Any, BaseException | None]


class Writer:
    """One thread that writes. ``write`` gives its result once it is on the disk."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._waiting: queue.SimpleQueue[Waiting | None]
        self._waiting = queue.SimpleQueue()
        self._last: float | None = None
        self._busy: float | None = None
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, unit: Unit) -> Any:
        """Have this written; whatever it raises is raised here, and then nothing of it is."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if isinstance(unit, Entry):
            _ = unit.rows  # made here, and not while others wait for their turn to write
        self._waiting.put((unit, done))
        return await done

    @property
    def alive(self) -> bool:
        """Whether the thread runs and is not stuck in a transaction."""
        return self._thread.is_alive() and (
            self._busy is None or time.monotonic() - self._busy < STUCK
        )

    @property
    def depth(self) -> int:
        """How much waits to be written."""
        return self._waiting.qsize()

    def age(self) -> float | None:
        """Seconds since something was last written; None: nothing was yet."""
        return None if self._last is None else time.monotonic() - self._last

    def close(self) -> None:
        """Write what waits, and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            batch = self._next_batch()
            if batch is None:
                return
            if batch:
                self._write(batch)

    def _next_batch(self) -> list[Waiting] | None:
        first = self._waiting.get()
        return None if first is None else [first, *self._more(1)]

    def _more(self, already: int) -> list[Waiting]:
        """What waits besides so many units, as much as goes into one transaction with them."""
        found: list[Waiting] = []
        while already + len(found) < AT_ONCE:
            try:
                more = self._waiting.get_nowait()
            except queue.Empty:
                break
            if more is None:
                self._waiting.put(None)
                break
            found.append(more)
        return found

    def _write(self, batch: list[Waiting]) -> None:
        began = time.perf_counter()
        self._busy = time.monotonic()
        again: list[Waiting] = []
        try:
            try:
                results = self._together(batch)
            except _Apart:
                results, again = self._one_by_one(batch)
        except BaseException as error:  # the transaction itself failed, or its answer was lost
            log.error("transaction-failed", units=len(batch), why=repr(error))
            results, again = [(done, None, error) for _, done in batch], []
        else:
            self._last = time.monotonic()
        self._busy = None
        metrics.BATCH.observe(len(batch))
        metrics.WRITE_SECONDS.observe(time.perf_counter() - began)
        failpoint("committed")
        _tell(results)
        if again:
            self._write(again)

    def _together(self, batch: list[Waiting]) -> list[Result]:
        """All of them, as long as none is refused, and what came in until it was our turn."""
        with self.store.turn:
            batch += self._more(len(batch))
            with self.store.writing() as connection:
                try:
                    values = self._written(connection, [unit for unit, _ in batch])
                except Exception as error:
                    raise _Apart from error
                failpoint("before-commit")
        return [(done, value, None) for (_, done), value in zip(batch, values, strict=True)]

    def _written(self, connection: Connection, units: list[Unit]) -> list[Any]:
        """What each unit gives, in their order; steps that follow each other go in at once."""
        values: list[Any] = []
        for steps, group in groupby(units, key=lambda unit: isinstance(unit, Entry)):
            if steps:
                entries = cast(list[Entry], list(group))
                self.store.write_steps(connection, entries)
                values += [None] * len(entries)
            else:
                values += [unit(connection) for unit in group]
        return values

    def _one_by_one(self, batch: list[Waiting]) -> tuple[list[Result], list[Waiting]]:
        """Each by itself in one transaction, those that cannot be written left out; and those that
        are to be tried again."""
        results: list[Result] = []
        again: list[Waiting] = []
        with self.store.writing() as connection:
            for unit, done in batch:
                try:
                    with connection.begin_nested():
                        results.append((done, unit(connection), None))
                except Exception as error:
                    self.store.opened.clear()
                    if crossed(error):
                        again.append((unit, done))
                    elif isinstance(error, FATAL):
                        raise  # the transaction may be over: those before it are not written either
                    else:
                        results.append((done, None, error))
            failpoint("before-commit")
        return results, again


class _Apart(Exception):
    """One of them cannot be written: nothing is, and each is tried by itself."""


def _tell(results: list[Result]) -> None:
    """Say how it ended: once for all whom the same loop waits with."""

    def settle(waiting: list[Result]) -> None:
        for done, value, error in waiting:
            if done.cancelled():
                continue
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(value)

    for loop in {result[0].get_loop() for result in results}:
        theirs = [result for result in results if result[0].get_loop() is loop]
        loop.call_soon_threadsafe(settle, theirs)
