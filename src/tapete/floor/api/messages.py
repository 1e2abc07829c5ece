"""What goes over the network, as typed messages."""

from __future__ import annotations

from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from tapete.core.book.account import Unit
from tapete.core.book.clause import ClauseId
from tapete.core.round.event import Event
from tapete.core.round.record import line_of_event
from tapete.floor.api.papers import Id
from tapete.floor.kernel.unit import Kind
from tapete.floor.money.desk import Count
from tapete.floor.table.commands import AnyCommand
from tapete.floor.table.view import OfferView


class GuestIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants to play with play chips."""

    name: str


class LogIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Name or identity number, password and, for whoever has such a device, its code."""

    id: str
    password: str
    code: str = ""


class PasswordIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """My password, and the one I want from now on."""

    old: str
    new: str


class NewPasswordIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another password for somebody who lost his."""

    new: str


class AdmitIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new account: papers and password."""

    name: str
    rut: str
    born: str
    password: str
    roles: tuple[str, ...] = ("jugador",)
    address: str = ""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Whoever is asking, with the chips in his wallet (a guest's are play chips), and those to
    ``play`` with; the units where he has a place, and his seats there. ``csrf`` must come back in
    the header ``x-csrf`` with every change."""

    id: str
    name: str
    guest: bool
    roles: tuple[str, ...]
    wallet: int
    play: int
    places: dict[str, tuple[int, ...]] = {}
    csrf: str | None = None


class CommandIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command for a table. ``id`` is the sender's own: sent twice, it is done once. ``saw`` is
    the state the sender saw, if it must still be the same. Whatever answers what a table asks, or
    moves it on, says what it saw: a late click must not answer the next question."""

    id: Annotated[str, Meta(min_length=1, max_length=48)]
    command: AnyCommand
    role: str = "jugador"
    saw: str | None = None


class UnitCommandIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command for a unit of any kind: as `CommandIn`, the command being one of its kind."""

    id: Annotated[str, Meta(min_length=1, max_length=48)]
    command: dict[str, Any]
    role: str = "jugador"
    saw: str | None = None

    def read(self, kind: Kind) -> Any:
        """The command. `msgspec.ValidationError`: the kind has none such."""
        return kind.read_command(self.command)


def state_seen(kind: Kind, command: Any, saw: str | None) -> str | None:
    """What must still be the same: one no unit ever had, where it should have been said."""
    return "" if saw is None and isinstance(command, kind.answers) else saw


class UnitIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new unit: its kind, its name, and a row as the plan has them."""

    kind: str
    id: Id
    row: dict[str, Any] = {}


class UnitRow(msgspec.Struct, frozen=True, kw_only=True):
    """A unit in the list of units: ``row`` is what its kind shows there."""

    id: str
    kind: str
    here: bool
    address: str
    row: Any


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event with its number at the table; as a sentence too for whoever names a language.
    ``name`` is that of the person it speaks of: who sits down, who gets up."""

    n: int
    kind: str
    clause: ClauseId
    fields: dict[str, Any]
    line: str
    text: str | None = None
    name: str | None = None


class Events(msgspec.Struct, frozen=True, kw_only=True):
    """Events of a table in their order; ``next`` is the number to go on from, if there are more."""

    events: tuple[Told, ...]
    next: int | None = None


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
    """A table in the list of tables; ``unit`` is what it is played for, ``results`` what came last
    there, ``missing`` how many players more a round needs."""

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
    unit: Unit
    address: str = ""
    results: tuple[str, ...] = ()
    missing: int = 0


class MoveIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """I leave the table ``there`` and sit down here, in one step, with these chips; without any
    said, with those I have there."""

    id: Annotated[str, Meta(min_length=1, max_length=48)]
    there: Id
    seat: int
    chips: int | None = None


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


V = TypeVar("V")


class Hello(msgspec.Struct, Generic[V], frozen=True, kw_only=True, tag="hello", tag_field="is"):
    """The unit as the listener sees it now; events follow from ``next`` on. ``now`` is the hour of
    the server, by which its clocks run out."""

    view: V
    next: int
    now: float


class News(msgspec.Struct, Generic[V], frozen=True, kw_only=True, tag="news", tag_field="is"):
    """One step at the unit: the state after it, what was told, and how it looks now."""

    state: str
    events: tuple[Told, ...]
    view: V
    now: float


class Offers(msgspec.Struct, frozen=True, kw_only=True, tag="offers", tag_field="is"):
    """The bets open to the listener's own seat, to whoever asked for them (``offers=1``): said when
    they are others than before, none when bets are closed."""

    offers: tuple[OfferView, ...]


class Beat(msgspec.Struct, frozen=True, kw_only=True, tag="beat", tag_field="is"):
    """Nothing happened for a while, and the node is alive: whoever hears none connects again."""

    now: float


class Answered(msgspec.Struct, frozen=True, kw_only=True, tag="done", tag_field="is"):
    """A command of the listener was carried out."""

    id: str
    state: str


class NotDone(msgspec.Struct, frozen=True, kw_only=True, tag="denied", tag_field="is"):
    """A command of the listener was refused."""

    id: str | None
    denied: Denied


def told(
    n: int, event: Event, text: str | None = None, line: str | None = None, name: str | None = None
) -> Told:
    """An event as it goes over the network; ``line`` is its line, if it was written before."""
    fields = msgspec.to_builtins(event, enc_hook=str)
    for apart in ("clause", "audience", "besides"):
        fields.pop(apart, None)
    return Told(
        n=n, kind=event.kind, clause=event.clause, fields=fields, text=text, name=name,
        line=line_of_event(event) if line is None else line,
    )  # fmt: skip
