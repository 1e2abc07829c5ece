"""Whose turn it is to write a SQLite file: one thread of one process at a time.

SQLite alone has whoever finds it locked look again after a while; here they stand in line, and the
system wakes the next at once. Who dies with the turn has given it back.
"""

from __future__ import annotations

import fcntl
import os
import threading
from contextlib import suppress
from types import TracebackType

from sqlalchemy import Engine

PRIVATE = 0o600


class Turnstile:
    """The turn to write one database; at another kind of database everybody goes through."""

    def __init__(self, engine: Engine) -> None:
        name = engine.url.database if engine.dialect.name == "sqlite" else None
        self._path = f"{name}.turn" if name and name != ":memory:" else None
        self._thread = threading.RLock()
        self._file: int | None = None
        self._depth = 0

    def __enter__(self) -> None:
        if self._path is None:
            return
        self._thread.acquire()
        self._depth += 1
        if self._depth == 1:
            with suppress(OSError):  # without it SQLite itself keeps the others waiting
                if self._file is None:
                    self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, PRIVATE)
                fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        if self._path is None:
            return
        self._depth -= 1
        if self._depth == 0 and self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        self._thread.release()

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
