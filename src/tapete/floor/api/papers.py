"""What the office writes and reads, as typed messages."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from tapete.core.book.clause import ClauseId
from tapete.floor.table.attending import OnDuty

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,64}$")]
"""A name in the register: of a person, a table, a movement."""


class StaffIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who works here: the name he comes in with, his own, a password, his roles."""

    id: Id
    name: str
    password: str
    roles: tuple[str, ...]


class RolesIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody may do from now on."""

    roles: tuple[str, ...]


class DutyIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody is put on duty at a table, in one of his roles; with none he goes off duty."""

    person: Id
    role: str | None = None


class StaffView(msgspec.Struct, frozen=True, kw_only=True):
    """Who is on duty at a table or hall, and the roles in which one can be."""

    roles: tuple[str, ...]
    staff: tuple[OnDuty, ...]


class TableIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new table: its game and edition; limits come from the betting plan. With a ``pot`` it is
    linked to it, and ``informed`` is the report of that to the authority."""

    id: Id
    game: str
    edition: str = "scj-2023"
    attended: bool = False
    changes: dict[str, str] = {}
    pot: Id | None = None
    informed: str = ""


class ExclusionIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """I keep myself out: until a moment, or for good."""

    until: Annotated[float, Meta(ge=0, le=1e11)] | None = None


class PersonRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody the casino knows."""

    id: str
    name: str
    guest: bool
    roles: tuple[str, ...]


class FloorRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the chiefs see it: its state, who plays and who is on duty (and what they are
    called), and what its bank has won since the last close.

    What a table of another node is doing is not known here: ``here`` is false. ``asks`` is the kind
    of question that is open, ``decides`` whether a player is to answer it.
    """

    id: str
    game: str
    attended: bool
    here: bool
    address: str
    open: bool
    suspended: bool
    round: int
    players: dict[int, str]
    staff: dict[str, str]
    names: dict[str, str]
    asks: str | None
    decides: bool
    held: int
    disputes: int
    win: int


class ClauseOut(msgspec.Struct, frozen=True, kw_only=True):
    """A rule in the reader's language, and where the document says it."""

    id: ClauseId
    lang: str
    rule: str
    document: str
    edition: str
    section: str
    lines: tuple[int, int]
    games: tuple[str, ...]
    source: str
    overruled_by: tuple[ClauseId, ...]
    """What is followed instead of it, where a declared reading overrules it."""
