"""Records as they are kept: the events of a round stand in the log of its unit already, so its acta
names them by their numbers there. A line ``@ 57 3`` stands for the events 57, 58 and 59.

Read back it is the same text to the letter, or its seal does not fit. A record without such lines
is kept as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tapete.floor.storage.store import Store

EVENT = "! "
_NUMBERED = re.compile(r"^@ (\d+) (\d+)$", re.MULTILINE)


def by_number(acta: str, first: int, told: Sequence[str]) -> str:
    """An acta whose events stand in the log: ``told`` are its lines from number ``first`` on. An
    event that is not among them stays.

    >>> log = ["! x", "! a", "! b", "! d"]
    >>> by_number("acta 3\\n\\n! a\\n! b\\n? spin\\n! c\\nseal 0\\n", 7, log)
    'acta 3\\n\\n@ 8 2\\n? spin\\n! c\\nseal 0\\n'
    """
    lines: list[str] = []
    at = run = 0  # where in ``told`` to look on, and how many the last line stands for
    for line in acta.split("\n"):
        found = _find(told, line, at) if line.startswith(EVENT) else None
        if found is None:
            lines.append(line)
            run = 0
            continue
        if run and found == at:
            run += 1
            lines[-1] = f"@ {first + found - run + 1} {run}"
        else:
            run = 1
            lines.append(f"@ {first + found} 1")
        at = found + 1
    return "\n".join(lines)


def _find(told: Sequence[str], line: str, at: int) -> int | None:
    for n in range(at, len(told)):
        if told[n] == line:
            return n
    return None


def in_full(store: Store, unit: str, kept: Sequence[str]) -> list[str]:
    """Actas of a unit as they were sealed, neighbours in its log. Events that are not in the log
    are missing in them, and their seals do not fit."""
    named = [(int(n), int(many)) for acta in kept for n, many in _NUMBERED.findall(acta)]
    if not named:
        return list(kept)
    last = max(n + many - 1 for n, many in named)
    told = dict(store.events_from(unit, min(n for n, _ in named), until=last))
    return [said(acta, told) for acta in kept]


def said(kept: str, told: Mapping[int, str]) -> str:
    """An acta in full, by the events of the log and their numbers.

    >>> said("acta 3\\n\\n@ 8 2\\nseal 0\\n", {8: "! a", 9: "! b"})
    'acta 3\\n\\n! a\\n! b\\nseal 0\\n'
    """

    def events(found: re.Match[str]) -> str:
        first, many = int(found[1]), int(found[2])
        return "\n".join(told.get(n, found[0]) for n in range(first, first + many))

    return _NUMBERED.sub(events, kept)
