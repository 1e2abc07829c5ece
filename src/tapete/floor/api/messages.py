"""What goes over the network, as typed messages."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tapete.core.clause import ClauseId
from tapete.core.event import Event
from tapete.core.record import line_of_event
from tapete.floor.api.papers import Id
from tapete.floor.commands import AnyCommand
from tapete.floor.desk import Count
from tapete.floor.view import TableView


class GuestIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants to play with play chips."""

    name: str


class LogIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Name or identity number, and password."""

    id: str
    password: str


class AdmitIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new account: papers and password."""

    name: str
    rut: str
    born: str
    password: str
    roles: tuple[str, ...] = ("jugador",)


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Whoever is asking. ``csrf`` must come back in the header ``x-csrf`` with every change."""

    id: str
    name: str
    guest: bool
    roles: tuple[str, ...]
    wallet: int
    csrf: str | None = None


class CommandIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command for a table. ``id`` is the sender's own: sent twice, it is done once. ``saw`` is
    the state the sender saw, if it must still be the same."""

    id: Annotated[str, Meta(min_length=1, max_length=48)]
    command: AnyCommand
    role: str = "jugador"
    saw: str | None = None


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event with its number at the table; as a sentence too for whoever names a language."""

    n: int
    kind: str
    clause: ClauseId
    fields: dict[str, Any]
    line: str
    text: str | None = None


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """A command was carried out: the state after it, and what was told that its sender may know."""

    state: str
    step: int
    events: tuple[Told, ...]


class Denied(msgspec.Struct, frozen=True, kw_only=True):
    """A refusal: its code, the clause that makes it, and the facts."""

    code: str
    clause: ClauseId
    facts: dict[str, Any]
    text: str


class TableRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table in the list of tables."""

    id: str
    game: str
    edition: str
    attended: bool
    open: bool
    round: int
    min: int
    max: int | None
    seats: tuple[int, ...]
    players_max: int | None
    here: bool
    address: str = ""


class MoneyIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips bought or cashed at the cage, or moved to and from a table's bank; what was counted
    in each tray, if it was, must come to the amount."""

    id: Id
    amount: int
    person: Id | None = None
    table: Id | None = None
    count: Count | None = None


class BarIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person to be kept out, why, and until when."""

    rut: str
    why: str
    until: Annotated[float, Meta(ge=0, le=1e11)] | None = None


class Balance(msgspec.Struct, frozen=True):
    """What an account holds."""

    account: str
    balance: int


# The socket


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag="hello", tag_field="is"):
    """The table as the listener sees it now; events follow from ``table.next`` on. ``now`` is the
    hour of the server, by which its clocks run out."""

    table: TableView
    now: float


class News(msgspec.Struct, frozen=True, kw_only=True, tag="news", tag_field="is"):
    """One step at the table: the state after it, what was told, and what is asked now."""

    state: str
    events: tuple[Told, ...]
    table: TableView
    now: float


class Answered(msgspec.Struct, frozen=True, kw_only=True, tag="done", tag_field="is"):
    """A command of the listener was carried out."""

    id: str
    state: str


class NotDone(msgspec.Struct, frozen=True, kw_only=True, tag="denied", tag_field="is"):
    """A command of the listener was refused."""

    id: str | None
    denied: Denied


def told(n: int, event: Event, text: str | None = None, line: str | None = None) -> Told:
    """An event as it goes over the network; ``line`` is its line, if it was written before."""
    fields = msgspec.to_builtins(event, enc_hook=str)
    for name in ("clause", "audience", "besides"):
        fields.pop(name, None)
    return Told(
        n=n, kind=event.kind, clause=event.clause, fields=fields, text=text,
        line=line_of_event(event) if line is None else line,
    )  # fmt: skip
