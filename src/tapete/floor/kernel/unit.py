"""What a node hosts: a gaming table, a bingo hall, a machine, a tournament.

A unit takes commands one after another and tells what came of each. It reads no clock, disk or
socket: the same unit with the same commands tells the same, so it is rebuilt from its log on any
machine. Its place in the log is its `tapete.floor.kernel.chain.Chain`; who keeps it on this node
its `tapete.floor.kernel.keeper.Keeper`.

How to host a new kind
----------------------
A folder ``floor/units/<kind>/`` beside ``mesa``, and one line in `tapete.floor.units.KINDS`:

1. ``spec.py``: a `Spec` with the kind as its tag, all a unit is built from. ``shared()`` names the
   aggregates it shares: ``Ref("pozo", "mayor")`` is a plain pot
   (`tapete.floor.aggregates.plain_pots`).
2. ``commands.py``: a `Command` a thing that may be asked of it, and their union.
3. ``unit.py``: the `Unit`. ``apply`` carries a command out or raises `Refused` having changed
   nothing; chance inside a step is a `tapete.floor.kernel.draws.Draws`, what shared pots answer a
   `tapete.floor.aggregates.pot_door.PotDoor`: both leave their answers in the envelope, so that
   ``again`` gives the same. ``transfers`` folds the events into money (`at_unit`, `wallet`),
   ``due`` is what the house does when (`tapete.floor.kernel.due`), ``check`` who may send what:
   every command, every role. Whoever takes a place is told by `SeatTaken` and `SeatFreed`: one
   person, one place, anywhere.
4. ``__init__.py``: its `Kind`: the roles that may send it anything, the commands that must say what
   their sender saw (``answers``), and whatever of the methods of `Kind` is not as usual.

Units of the plan stand under ``[room.<kind>.<id>]``, plain pots under ``[pozo.<id>]``; others are
made by ``POST /api/units``. Over the network a unit of any kind is at ``/api/units/{id}`` (view,
``/commands``, ``/events``, ``/socket``); routes for its screens alone go into `Kind.routes`. Log,
ledger, leases, audit, backup and crash recovery know nothing of the kind.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from tapete.core.book.account import CLP
from tapete.core.book.account import Unit as UnitOfAccount
from tapete.core.book.datafile import exact
from tapete.core.book.plan import Plan
from tapete.core.round.ask import Pick
from tapete.core.round.event import Event, Moment
from tapete.core.round.felt import PUBLIC
from tapete.core.round.record import Record
from tapete.floor.kernel.clocks import USUAL, Clocks
from tapete.floor.kernel.due import Do, Due, Place
from tapete.floor.money.accounts import LedgerAccount
from tapete.floor.money.ledger import Transfer
from tapete.games.poker.pot import CreditsMoved

if TYPE_CHECKING:
    from tapete.floor.audit.findings import Finding
    from tapete.floor.house.casino import Casino
    from tapete.floor.kernel.chain import Step
    from tapete.floor.kernel.keeper import Keeper
    from tapete.floor.kernel.port import Kept
    from tapete.floor.people.person import Person
    from tapete.floor.storage.store import Store


class Ref(NamedTuple):
    """Which aggregate: its kind and its id. In this order they are locked."""

    kind: str
    id: str


class Spec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """What a unit is. Units of one ``group`` are kept by one node, whoever it is. ``unidad`` is the
    unit of account of all its chips, pesos if it is not said."""

    id: str
    group: str = ""
    unidad: UnitOfAccount = ""

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)

    @property
    def unit(self) -> UnitOfAccount:
        """The unit of account of all its chips: pesos, play chips, a tournament's own."""
        return self.unidad or CLP

    def shared(self) -> tuple[Ref, ...]:
        """The aggregates it shares with other units, such as a pot."""
        return ()


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", omit_defaults=True,
              forbid_unknown_fields=True):  # fmt: skip
    """Something asked of a unit."""


C = TypeVar("C")


class Envelope(msgspec.Struct, Generic[C], frozen=True, kw_only=True, omit_defaults=True):
    """A command on its way: who sends it, in which role, when, and an id of the sender's own.

    ``link`` and ``pot`` are the terms of the linked pot and what it answered while the command was
    carried out, ``credits`` what its acceptors moved, ``draws`` what chance answered, kept so that
    it gives the same when it is carried out again, and ``picks`` what each of them was drawn with,
    where numbers were promised.
    """

    id: str
    person: str
    role: str
    at: Moment
    command: C
    link: dict[str, Any] | None = None
    pot: tuple[Any, ...] = ()
    credits: tuple[tuple[CreditsMoved, ...], ...] = ()
    draws: tuple[Any, ...] = ()
    picks: tuple[tuple[tuple[int, int], ...], ...] = ()


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a command: the envelope with all that was answered from outside meanwhile, what
    was told and its lines, and the record of a round that ended with it with its text. ``round`` is
    the number of the round it belongs to."""

    envelope: Envelope[Any]
    events: tuple[Event, ...]
    lines: tuple[str, ...]
    record: Record | None = None
    acta: str | None = None
    round: int = 0


class OtherVersion(ValueError):
    """What was written down of a unit was written by another version of it."""


class Mark(NamedTuple):
    """A moment of a unit: the state that names it, and the number of the event to come next."""

    state: str
    next: int


class Unit(Protocol):
    """Whatever a node hosts."""

    @property
    def spec(self) -> Spec: ...

    def apply(self, sent: Envelope[Any], *, again: bool = False) -> Outcome:
        """Carry a command out. `Refused` means that nothing has happened. ``again``: it was carried
        out before, and all that answers from outside answers what stands in the envelope."""

    def transfers(self, step: int, events: Sequence[Event]) -> list[Transfer]:
        """The money that these events moved, told with this step: a fold of what was told so far,
        and of nothing else."""

    def memory(self) -> bytes | None:
        """Everything to go on from here, or None: it is not at rest now. It carries a version."""

    def remember(self, memory: bytes) -> None:
        """Go on from here. `OtherVersion`: it cannot be read."""

    def due(self, now: Moment) -> Due:
        """What the house does now, or when it looks again. Nothing is changed by asking."""

    def deadline(self, now: Moment) -> Moment | None:
        """When the time for what is asked now runs out, if it does."""

    def wake(self, now: Moment) -> None:
        """The unit is taken up again: the time in which nobody kept it does not count."""

    def held(self) -> Mapping[LedgerAccount, int] | None:
        """What its accounts in the ledger hold as it knows it; None: it is not at rest now."""

    def check(self, command: Any, person: str, role: str, *, on_duty: bool) -> None:
        """Raise `Refused` unless this person, on duty here or not, may send it in this role."""

    def view(
        self, viewer: str, at: Mark, *, names: Mapping[str, str] | None = None,
        until: float | None = None,
    ) -> Any:  # fmt: skip
        """The unit as this viewer sees it, people called by these names; ``until``: when the time
        for what it waits for runs out."""

    def present(self) -> Mapping[str, int]:
        """Who is here, and at which place."""


def no_secret(name: str) -> bytes:
    """Where there is no house there are no secrets."""
    return b""


class InForce(NamedTuple):
    """The plan that holds: whose approval it has, and in which role; ``sistema`` of both where
    whoever started the casino approved it."""

    plan: Plan
    person: str
    role: str


class Setting(NamedTuple):
    """What a plan sets for a unit, as it is written: ``may`` change between two rounds, ``fixed``
    holds as long as the unit does."""

    may: Mapping[str, Any]
    fixed: Mapping[str, Any] = {}


def no_plan() -> InForce | None:
    """Where there is no house no plan takes the place of another."""
    return None


@dataclass(frozen=True)
class Surroundings:
    """What a unit is built into: the casino's plan and clocks, where chance comes from, and its
    links to the aggregates it shares. Without chance it only carries out again what was. ``secret``
    gives a key of the unit's own, made of the house's; ``sealed`` what numbers that were promised
    draw together at a place; ``in_force`` the plan that holds now, once it is approved."""

    plan: Plan | None = None
    clocks: Clocks = USUAL
    chance: Pick | None = None
    links: Mapping[Ref, Any] = field(default_factory=dict)
    secret: Callable[[str], bytes] = no_secret
    sealed: Callable[[Place], Pick] | None = None
    in_force: Callable[[], InForce | None] = no_plan


MoneyOf = Callable[[int, Sequence[Event]], list[Transfer]]
"""The transfers of what a step told: its number, and its events."""


def no_audit(store: Store, spec: Any) -> Iterator[Finding]:
    """Nothing beyond what is checked of every unit."""
    return iter(())


@dataclass(frozen=True)
class Kind:
    """A kind of unit: how its specs and commands are read, how one is built, and what is audited of
    its log beyond what is audited of every unit. ``roles`` may send it anything at all; ``answers``
    are the commands that hold only for the state their sender saw; ``routes`` are those of its own
    screens; ``duties`` the roles in which persons are put on duty at one that is staffed.
    What a method says here holds for a kind that does not say otherwise.
    """

    spec: type[Spec]
    commands: Any
    build: Callable[[Any, Surroundings], Unit]
    audit: Callable[[Store, Any], Iterator[Finding]] = no_audit
    roles: tuple[str, ...] = ("jugador",)
    answers: tuple[type[Any], ...] = ()
    routes: tuple[Any, ...] = ()
    duties: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return str(self.spec.__struct_config__.tag)

    # Reading

    def read_spec(self, text: str) -> Any:
        """A spec as it is written."""
        return msgspec.json.decode(text, type=self.spec, dec_hook=exact)

    def read_envelope(self, text: str | bytes) -> Envelope[Any]:
        """An envelope out of the log."""
        envelope: Any = Envelope
        found: Envelope[Any] = msgspec.json.decode(
            text, type=envelope[self.commands], dec_hook=exact
        )
        return found

    def read_command(self, sent: Mapping[str, Any]) -> Any:
        """A command as somebody sent it. `msgspec.ValidationError`: it is none of this kind."""
        return msgspec.convert(sent, self.commands, str_keys=True)

    # The house

    def renewed(self, plan: Plan, spec: Any) -> Any:
        """A unit of a running house, with what the plan sets for it that was not known when it was
        made: by an older version, or under an older plan."""
        return spec

    def planned(self, plan: Plan, id: str, row: Mapping[str, Any]) -> Sequence[Spec]:
        """The units of a row of the plan. Raises `ValueError` if it is none."""
        if unknown := row.keys() - set(self.spec.__struct_encode_fields__):
            raise ValueError(f"{id}: {self.name} has no {' '.join(sorted(unknown))}")
        said = {"unidad": plan.unit_of(), **row, "kind": self.name, "id": id}
        return (msgspec.convert(said, self.spec, dec_hook=exact),)

    def setting(self, unit: Any) -> Setting | None:
        """What is set for a unit now, of all that a plan sets; None: nothing is."""
        return None

    def planned_setting(self, plan: Plan, unit: Any) -> Setting | None:
        """The same as this plan has it; None: it says nothing of this unit. `Refused`: the unit
        cannot be under this plan."""
        return None

    def resetting(self, unit: Any) -> Do | None:
        """What the house does between two rounds so that the plan in force holds from the next one
        on; None: it holds, or the round in course is not over."""
        return None

    def opening(self, unit: Any) -> Do | None:
        """What the house does first of all at a new unit."""
        return None

    def is_staffed(self, spec: Any) -> bool:
        """Whether persons are put on duty at it."""
        return False

    def stakes(self, unit: Any, command: Any) -> Mapping[str, int]:
        """Whose chips a command would put at stake, and at most how many."""
        return {}

    def offers(self, unit: Any, place: int) -> tuple[Any, ...]:
        """What may be bet from a place now: what its screen must know beyond the view."""
        return ()

    def put_down(self, unit: Any, person: str) -> int:
        """Chips of a person that are put down and not told yet, so that no ledger knows of them."""
        return 0

    def at_stake(self, spec: Any) -> bool:
        """Whether chips are at stake as soon as they are brought to a place there."""
        return False

    async def admit(
        self, house: Casino, keeper: Keeper, person: Person, role: str, command: Any,
        saw: str | None,
    ) -> str | None:  # fmt: skip
        """Raise `Refused` if the house, beyond the unit itself, does not allow it. Gives the state
        that must still be the same: what was seen, or what the house has made of it just now."""
        return saw

    async def carry(
        self, house: Casino, keeper: Keeper, sent: Envelope[Any], saw: str | None
    ) -> Step | Kept:
        """Have a command carried out that the house allows: by the unit alone, unless the kind has
        others take part in it."""
        return await keeper.send(sent, saw=saw)

    def beside(self, house: Casino, keeper: Keeper) -> Coroutine[None, None, None] | None:
        """What the house does beside a unit as long as this node keeps it."""
        return None

    def taking_part(self, unit: Any) -> Collection[str]:
        """Who takes part here without a place of his own that presence knows of."""
        return ()

    def see_out(self, unit: Any, person: str) -> Sequence[Do]:
        """What the house does so that somebody leaves who may not be here any more."""
        return ()

    def let_go(self, unit: Any, person: str, since: Moment) -> Sequence[Do]:
        """What the house does so that the place is free of somebody whose last page was closed, and
        who was not heard of since."""
        return ()

    def round_money(self, spec: Any, owners: Mapping[int, str]) -> MoneyOf | None:
        """What one round moves, step by step, from who had which place when it began; None: it is
        not known by itself, only by the whole log."""
        return None

    def ended(self, unit: Any) -> int | None:
        """The number of the last round that ended, of which there is a record; None: none is kept
        of its rounds."""
        return None

    # What is seen

    def stands(self, house: Casino, spec: Any, person: Person) -> str:
        """As whom somebody sees a unit at which he has no place."""
        return PUBLIC

    def shown(self, house: Casino, spec: Any, view: Any) -> Any:
        """A view, with what is to be seen there of aggregates it shares."""
        return view

    def seeing(self, house: Casino, keeper: Keeper) -> Callable[[str], Any]:
        """A unit as it is in this moment, for each viewer who asks."""
        return partial(house.seen, keeper.unit_id)

    def listed(self, house: Casino, spec: Any, person: Person | None, unit: Any | None) -> Any:
        """A unit in the list of units as somebody finds it there; None: he does not."""
        return self.row(spec, unit)

    def row(self, spec: Any, unit: Any | None) -> Any:
        """A unit in the list of units; without it: it is not kept here."""
        return spec


def write_spec(spec: Spec) -> str:
    """A spec as it is written."""
    return msgspec.json.encode(spec, enc_hook=str).decode()
