"""How a document is read where it errs or contradicts itself: errata, readings, named options."""

from __future__ import annotations

import msgspec

from tapete.core.book.clause import ClauseId


class Erratum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mistake of the document: what is printed, how it is read, and why."""

    clause: ClauseId
    printed: str
    read: str
    why: str


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A contradiction or a gap: what is read, and the clauses on both sides."""

    clauses: tuple[ClauseId, ...]
    read: str
    why: str


class NamedOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two tenable readings offered by name; the first value is the default."""

    id: str
    values: tuple[str, ...]
    clauses: tuple[ClauseId, ...]
    why: str
