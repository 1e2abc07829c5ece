"""The audit of a casino that is open: in a process of its own, on a picture of one moment.

``python -m tapete.floor.auditing`` reads the address of the database from its input and writes one
line of JSON for every part done and everything found. The casino plays on meanwhile: what is
written after the picture was taken is not in it, so nothing seems wrong that was only half read.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import make_url

from tapete.core.refused import Refused
from tapete.floor.audit import audit, counts
from tapete.floor.findings import Finding
from tapete.floor.logs import log
from tapete.floor.store import Store

RECORDS = "CAT-I.6-03"
FINDINGS_MAX = 200


class AuditRun(msgspec.Struct, frozen=True, kw_only=True):
    """An audit of the whole casino: how far it is, and what it has found. ``seen`` counts what
    there was to look at."""

    state: Literal["never", "running", "done", "failed"]
    by: str
    began: float
    ended: float | None
    part: str
    done: int
    of: int
    findings: tuple[Finding, ...]
    seen: dict[str, int]


NEVER = AuditRun(
    state="never", by="", began=0.0, ended=None, part="", done=0, of=0, findings=(), seen={}
)  # fmt: skip


class Auditor:
    """The audits started on this node: one at a time, the last is remembered."""

    def __init__(self, db: str) -> None:
        self.db = db
        self.last = NEVER
        self._process: subprocess.Popen[bytes] | None = None
        self._listener: threading.Thread | None = None

    def start(self, by: str, now: float) -> AuditRun:
        """Begin one, unless one is under way."""
        if self.last.state == "running":
            raise Refused(RECORDS, "audit-under-way", person=self.last.by)
        self.last = NEVER
        self._now(state="running", by=by, began=now)
        process = subprocess.Popen(
            (sys.executable, "-m", "tapete.floor.auditing"),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self._process = process
        self._listener = threading.Thread(target=self._listen, args=(process,), daemon=True)
        self._listener.start()
        return self.last

    def stop(self) -> None:
        """The casino closes: an audit under way is given up."""
        if self._process is not None and self._listener is not None:
            self._process.kill()
            self._listener.join()

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None and process.stdout is not None
        with process:
            with suppress(BrokenPipeError):
                process.stdin.write(f"{self.db}\n".encode())  # an argument could be read by others
                process.stdin.close()
            for line in process.stdout:
                self.hear(msgspec.json.decode(line))
        if process.returncode or self.last.ended is None:
            log.error("audit-failed", code=process.returncode)
            self._now(state="failed")
        else:
            self._now(state="done")

    def hear(self, said: dict[str, Any]) -> None:
        """What the process says of itself."""
        match said:
            case {"finding": found} if len(self.last.findings) < FINDINGS_MAX:
                one = msgspec.convert(found, Finding)
                self._now(findings=(*self.last.findings, one))
            case {"part": part, "done": done, "of": of}:
                self._now(part=part, done=done, of=of)
            case {"seen": seen, "ended": ended}:
                self._now(seen=seen, ended=ended)

    def _now(self, **changes: Any) -> None:
        self.last = msgspec.structs.replace(self.last, **changes)


# The process


def main() -> None:
    """Audit the casino whose address comes by the input."""
    os.nice(10)  # the tables come first
    db = sys.stdin.readline().strip()
    with picture_of(db) as store:
        _say(part="balances", done=0, of=0)
        for found in audit(store, lambda part, done, of: _say(part=part, done=done, of=of)):
            _say(finding=found)
        _say(seen=counts(store), ended=time.time())


def _say(**said: Any) -> None:
    sys.stdout.write(msgspec.json.encode(said).decode() + "\n")
    sys.stdout.flush()


@contextmanager
def picture_of(db: str) -> Iterator[Store]:
    """The casino as it is at one moment: a copy of SQLite's file, a snapshot of PostgreSQL's."""
    address = make_url(db)
    if address.get_backend_name() == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "casino.db"
            here = sqlite3.connect(address.database or "")
            with closing(here) as old, closing(sqlite3.connect(copy)) as new:
                old.backup(new)
            yield from _open(f"sqlite:///{copy}")
        return
    engine = create_engine(db, isolation_level="REPEATABLE READ")
    with engine.connect() as keeper:
        snapshot = str(keeper.execute(text("SELECT pg_export_snapshot()")).scalar())
        yield from _open(db, snapshot)
    engine.dispose()


def _open(db: str, snapshot: str | None = None) -> Iterator[Store]:
    store = Store(db)
    if snapshot is not None:

        @event.listens_for(store.engine, "begin")
        def _same_moment(connection: Connection) -> None:
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            connection.exec_driver_sql(f"SET TRANSACTION SNAPSHOT '{snapshot}'")

    try:
        yield store
    finally:
        store.close()


if __name__ == "__main__":
    main()
