"""Clauses that another clause or a declared reading overrules: nothing is done because of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

import msgspec

from tapete.core.book.clause import ClauseId, register
from tapete.core.book.datafile import BrokenFile, line_of, read_toml

OVERRULED = "clauses/overruled.toml"


class Overruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some clauses, the clauses that are followed instead of them, and why."""

    clauses: tuple[ClauseId, ...]
    by: tuple[ClauseId, ...]
    reason: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    overruled: tuple[Overruling, ...]


@cache
def overruled() -> Mapping[ClauseId, Overruling]:
    """Every overruled clause with what overrules it.

    >>> overruled()["CAT-IV.1.7-14"].by
    ('CAT-IV.1.5-40',)
    """
    file = resources.files("tapete") / "clauses" / "overruled.toml"
    return read_overruled(file.read_text("utf-8"))


def read_overruled(text: str) -> Mapping[ClauseId, Overruling]:
    """Read the file; refuse it with line and reason if a clause is unknown or stands twice."""
    found: dict[ClauseId, Overruling] = {}
    for i, entry in enumerate(read_toml(text, OVERRULED, _File).overruled):
        if fault := _fault(entry, found):
            raise BrokenFile(OVERRULED, line_of(text, ("overruled", i)), fault)
        found |= dict.fromkeys(entry.clauses, entry)
    for entry in found.values():
        for id in entry.by:
            if id in found:
                raise BrokenFile(OVERRULED, 1, f"{id} overrules and is overruled")
    return MappingProxyType(found)


def _fault(entry: Overruling, found: Mapping[ClauseId, Overruling]) -> str | None:
    for id in (*entry.clauses, *entry.by):
        if id not in register():
            return f"there is no clause {id}"
    for id in entry.clauses:
        if id in found or id in entry.by:
            return f"{id} stands twice"
    if not entry.by or not entry.reason.strip():
        return "what overrules a clause, and why, must be said"
    return None
