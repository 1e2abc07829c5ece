"""Places where a test kills the process for good, to see that nothing is lost or doubled."""

from __future__ import annotations

import os
import signal

VARIABLE = "TAPETE_FAILPOINT"

POINTS = (
    "received",  # a command has come in
    "applied",  # carried out in memory
    "fenced",  # inside the transaction: the table is still ours
    "step-written",
    "money-written",
    "before-commit",
    "committed",  # written for good, nobody told yet
    "some-told",  # the first of those who watch has been told
    "told",  # everybody has been told, the sender not yet
)

SHARED_POINTS = (  # the same at a table linked to a pot, when the pot takes something in or pays
    "shared-written",  # inside the transaction
    "shared-kept",  # written for good, nobody told yet
)


def failpoint(name: str) -> None:
    """Die here if the environment says so: ``TAPETE_FAILPOINT=committed:3`` dies the third time
    that a command of a table gets there."""
    if not _WANTED:
        return
    point, _, times = _WANTED.partition(":")
    if point != name:
        return
    _seen[name] = _seen.get(name, 0) + 1
    if _seen[name] >= int(times or 1):
        os.kill(os.getpid(), signal.SIGKILL)


def arm(wanted: str) -> None:
    """Die where this says, in this process."""
    global _WANTED
    _WANTED = wanted


_WANTED = os.environ.get(VARIABLE, "")
_seen: dict[str, int] = {}
