"""The audit of a casino that is open: in a process of its own, on a picture of one moment.

``python -m tapete.floor.audit.auditing`` reads the address of the database and where the key of the
house lies from its input, and writes one line of JSON for every part done and everything found. The
casino plays on meanwhile: what is written after the picture was taken is not in it, so nothing
seems wrong that was only half read.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec

from tapete.core.book.refused import Refused
from tapete.floor.audit.audited import last_close, note_passed, start_of
from tapete.floor.audit.findings import Finding
from tapete.floor.audit.whole import audit, counts
from tapete.floor.house.logs import log
from tapete.floor.people.housekey import HouseKey
from tapete.floor.storage.picture import picture_of

RECORDS = "CAT-I.6-03"
FINDINGS_MAX = 200


class AuditRun(msgspec.Struct, frozen=True, kw_only=True):
    """An audit of the whole casino: how far it is, and what it has found. ``seen`` counts what
    there was to look at; ``since`` is the close it begins at, if it does not begin with the first
    step: a day, or ``last``."""

    state: Literal["never", "running", "done", "failed"]
    by: str
    since: str
    began: float
    ended: float | None
    part: str
    done: int
    of: int
    findings: tuple[Finding, ...]
    seen: dict[str, int]


NEVER = AuditRun(
    state="never", by="", since="", began=0.0, ended=None, part="", done=0, of=0, findings=(),
    seen={},
)  # fmt: skip


class Auditor:
    """The audits started on this node: one at a time, the last is remembered."""

    def __init__(self, db: str, key: Path) -> None:
        self.db, self.key = db, key
        self.last = NEVER
        self._process: subprocess.Popen[bytes] | None = None
        self._listener: threading.Thread | None = None

    def start(self, by: str, now: float, since: str = "") -> AuditRun:
        """Begin one, unless one is under way: of everything, or from a close on."""
        if self.last.state == "running":
            raise Refused(RECORDS, "audit-under-way", person=self.last.by)
        self.last = NEVER
        self._now(state="running", by=by, began=now, since=since)
        process = subprocess.Popen(
            (sys.executable, "-m", "tapete.floor.audit.auditing"),
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
                # An argument could be read by others.
                said = (self.db, str(self.key.absolute()), self.last.by, self.last.since)
                process.stdin.write("".join(f"{one}\n" for one in said).encode())
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
    """Audit the casino whose address comes by the input, where its key lies, and by whom and from
    where on."""
    os.nice(10)  # the tables come first
    db, key, by, since = (sys.stdin.readline().rstrip("\n") for _ in range(4))
    with picture_of(db) as store:
        store.key = HouseKey(Path(key))
        _say(part="balances", done=0, of=0)
        found = 0
        close = start_of(store, since)
        for one in audit(
            store, lambda part, done, of: _say(part=part, done=done, of=of), since=close
        ):
            found += 1
            _say(finding=one)
        seen, last = counts(store), last_close(store)
    if not found:
        note_passed(db, by, close, last, time.time())
    _say(seen=seen, ended=time.time())


def _say(**said: Any) -> None:
    sys.stdout.write(msgspec.json.encode(said).decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
