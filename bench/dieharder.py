"""The raw words of chance before the battery of dieharder (R. G. Brown, after Marsaglia).

dieharder is a program of the system: ``apt install dieharder`` on Debian. It reads what
``tapete azar --crudo 0`` writes through a pipe for as long as it likes, half an hour or more for
the whole battery. A handful of its hundred results are bound to be called weak by chance: only
what it calls failed speaks against the words.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable

WORDS = [sys.executable, "-m", "tapete", "azar", "--crudo", "0"]
BATTERY = ["dieharder", "-a", "-g", "200"]
VERDICTS = ("PASSED", "WEAK", "FAILED")
MISSING = "not installed: apt install dieharder"


def measure() -> dict[str, int] | None:
    """How many tests were passed, weak and failed; None where there is no dieharder."""
    if shutil.which(BATTERY[0]) is None:
        return None
    with subprocess.Popen(WORDS, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as words:
        done = subprocess.run(
            BATTERY, stdin=words.stdout, capture_output=True, text=True, check=True
        )
        words.kill()
    return verdicts(done.stdout.splitlines())


def verdicts(lines: Iterable[str]) -> dict[str, int]:
    """The verdicts in a report of dieharder.

    >>> verdicts(["   diehard_birthdays|   0|  100|  100|0.53|  PASSED  ", "# a note"])
    {'PASSED': 1, 'WEAK': 0, 'FAILED': 0}
    """
    last = Counter(line.rsplit("|", 1)[-1].strip() for line in lines if "|" in line)
    return {verdict: last[verdict] for verdict in VERDICTS}
