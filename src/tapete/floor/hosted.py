"""A table as the floor keeps it: commands go in one after another, and each gives a step.

Nothing here reads a clock, a disk or a socket. The same table with the same commands gives the same
steps, so a table is rebuilt from its log on any machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tapete import __version__
from tapete.core.bets import Limits
from tapete.core.circle import CircleTerms
from tapete.core.datafile import exact
from tapete.core.event import Event, Moment, SeatTaken
from tapete.core.felt import PUBLIC, Felt, fold
from tapete.core.plan import Plan
from tapete.core.pot import CreditsMoved, PotPort
from tapete.core.record import Record, RoundFailed, line_of_event
from tapete.core.refused import Refused
from tapete.core.snapshot import Snapshot, restore, take
from tapete.core.table import Table
from tapete.floor.commands import (
    Answer,
    AnyCommand,
    Begin,
    Dismiss,
    Reserve,
    Sit,
    StopWaiting,
    Wait,
)
from tapete.floor.doing import apply
from tapete.floor.ledger import Transfer, transfers_of
from tapete.floor.permissions import acting_as
from tapete.floor.remembered import Noted, Said
from tapete.floor.view import (
    FeltView,
    SeatView,
    TableView,
    ask_view,
    felt_of,
    felt_view,
    limits_view,
    placed,
    shoe_view,
)
from tapete.floor.waiting import Waiter, WaitingList
from tapete.games.registry import find

CHIPS_FIRST = "CAT-I.4.1-01"
OWN_HAND = "CAT-I.1-11"
FIRST = "0" * 64


class TableSpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table is: its game, edition, limits and settings."""

    id: str
    game: str
    edition: str
    limits: Limits
    changes: dict[str, str] = {}
    extra: dict[str, Any] = {}
    circle: CircleTerms | None = None
    attended: bool = False
    pot: str | None = None


class Envelope(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command on its way: who sends it, in which role, when, and an id of the sender's own.

    ``link`` and ``pot`` are the terms of the linked pot and what it answered while the command was
    carried out, ``credits`` what its acceptors moved, kept so that it gives the same when it is
    carried out again.
    """

    id: str
    person: str
    role: str
    at: Moment
    command: AnyCommand
    link: dict[str, Any] | None = None
    pot: tuple[Any, ...] = ()
    credits: tuple[tuple[CreditsMoved, ...], ...] = ()


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One command carried out: what was told, what money moved, and the round that ended with it.

    ``first`` is the number of its first event at the table; ``hash`` chains it to the step before.
    ``text`` is the envelope, ``lines`` the events and ``acta`` the record as they are written.
    """

    table: str
    number: int
    envelope: Envelope
    first: int
    events: tuple[Event, ...]
    transfers: tuple[Transfer, ...]
    record: Record | None
    round: int
    before: str
    hash: str
    text: str
    lines: tuple[str, ...]
    acta: str | None


class Hosted:
    """A table in memory, its place in the log, and who owns the chips of each seat."""

    def __init__(
        self, spec: TableSpec, *, plan: Plan | None = None, pot: PotPort | None = None
    ) -> None:
        self.spec = spec
        self._port = None if pot is None else Noted(pot)
        self.table = Table(
            find(spec.game), edition=spec.edition, changes=spec.changes, limits=spec.limits,
            plan=plan, name=spec.id, version=__version__, extra=spec.extra,
            circle=spec.circle, pot=self._port,
        )  # fmt: skip
        self.waiting = WaitingList(self.table)
        self.steps = 0
        self.told = 0
        self.hash = FIRST
        self.owners: dict[int, str] = {}
        self.felt: FeltView = felt_view(Felt())
        self._folding: object = None
        self._felts: dict[str, tuple[int, Felt]] = {}
        self._told: list[str] = []
        """The events of the round in course as lines."""

    def apply(self, envelope: Envelope, *, again: bool = False) -> Step:
        """Carry a command out. `Refused` means that nothing has happened.

        ``again``: it was carried out before, and the pot has what came of it already.
        """
        table = self.table
        command = envelope.command
        if isinstance(command, Sit) and command.chips <= 0:
            raise Refused(CHIPS_FIRST, "no-chips", seat=command.seat, has=0, needed=1)
        if isinstance(command, Answer) and command.by_word and not self.spec.attended:
            raise Refused(OWN_HAND, "players-own-choice", seat=command.seat)
        if self._port is not None:
            before = Said(link=envelope.link or {}, pot=envelope.pot, credits=envelope.credits)
            self._port.begin(before if again else None)
        logged = len(table.log)
        live, known = table.live, 0 if table.live is None else len(table.live.events)
        record = self._carry_out(envelope)
        self.waiting.look(envelope.at)
        if self._port is not None and self._port.buttons:
            table.desk.tell(*self._port.moved())
        spoken: Sequence[Event]
        if record is not None:
            spoken = record.events[known:]
        else:
            live = table.live or live
            spoken = [] if live is None else live.events[known:]
        outside = table.log[logged:]
        if self._port is not None and not again:
            said = msgspec.structs.asdict(self._port.said())
            envelope = msgspec.structs.replace(envelope, **said)
        return self._step(envelope, spoken, outside, record)

    def _carry_out(self, envelope: Envelope) -> Record | None:
        command, now = envelope.command, envelope.at
        by = acting_as(command, envelope.role, attended=self.spec.attended)
        match command:
            case Wait():
                self.waiting.ask(command.player, now, by=by)
                return None
            case StopWaiting():
                self.waiting.give_up(command.player, by=by)
                return None
            case Reserve():
                self.waiting.reserve(command.player, command.until, now, by=by)
                return None
            case Sit():
                self.waiting.check_may_sit(command.player, now)
            case Dismiss():
                self.waiting.strike(command.player)
            case _:
                pass
        try:
            return apply(self.table, command, by, now)
        except RoundFailed as failure:
            return failure.record

    def _step(
        self, envelope: Envelope, spoken: Sequence[Event], outside: Sequence[Event],
        record: Record | None,
    ) -> Step:  # fmt: skip
        number = self.steps + 1
        said, besides = [*map(line_of_event, spoken)], [*map(line_of_event, outside)]
        # Who goes is told before a round begins; what follows from a round, after it.
        first = isinstance(envelope.command, Begin)
        events = (*outside, *spoken) if first else (*spoken, *outside)
        lines = (*besides, *said) if first else (*said, *besides)
        self._told += said
        self.owners |= {e.seat: e.player for e in events if isinstance(e, SeatTaken)}
        transfers = transfers_of(self.spec.id, str(number), events, self.owners, self.spec.pot)
        text = said_of(envelope)
        step = Step(
            table=self.spec.id, number=number, envelope=envelope, first=self.told + 1,
            events=events, transfers=tuple(transfers), record=record,
            round=self.table.rounds + (self.table.live is not None), before=self.hash,
            hash=link(self.hash, text, lines), text=text, lines=lines,
            acta=None if record is None else record.text(self._told),
        )  # fmt: skip
        if self.table.live is None:  # a round that was voided leaves nothing to the next
            self._told.clear()
        self.steps, self.told, self.hash = number, self.told + len(events), step.hash
        self._fold(step)
        self.table.log.clear()
        return step

    # What is seen

    def _fold(self, step: Step) -> None:
        """Between rounds the felt is the same for everybody; a round is folded when it ends."""
        events: tuple[Event, ...] = tuple(self.table.log)
        if step.record is not None:
            events = (*step.record.events, *events)
        if events:
            self.felt = felt_view(fold(events, PUBLIC, felt_of(self.felt)))
            self._felts.clear()

    def _seen_by(self, viewer: str) -> Felt:
        """The felt now: as it was between rounds, and what this viewer may know of the round. What
        was folded for the step before is gone on from."""
        live = self.table.live
        if live is not self._folding:
            self._folding = live
            self._felts.clear()
        events = [] if live is None else live.events
        done, felt = self._felts.get(viewer) or (0, felt_of(self.felt, viewer))
        fold(events[done:], viewer, felt)
        self._felts[viewer] = (len(events), felt)
        return felt

    def view(
        self, viewer: str = PUBLIC, *, names: Mapping[str, str] | None = None,
        until: float | None = None,
    ) -> TableView:  # fmt: skip
        """The table as this viewer sees it: ``seat:3``, ``croupier`` or ``public``."""
        table, live = self.table, self.table.live
        called = names or {}
        return TableView(
            id=self.spec.id, game=self.spec.game, edition=self.spec.edition,
            attended=self.spec.attended, open=table.open, suspended=table.suspended,
            state=self.hash, next=self.told + 1, round=table.rounds + (live is not None),
            viewer=viewer, limits=limits_view(table.limits), players_max=table.rules.players_max,
            throws_left=table.throws_left,
            seats=tuple(
                SeatView(
                    seat=seat, player=who, name=called.get(who, who), chips=table.available(seat)
                )
                for seat, who in sorted(table.players.items())
            ),
            felt=felt_view(self._seen_by(viewer)), placed=placed(table),
            ask=ask_view(None if live is None else live.ask, viewer, until),
            pot=table.pot.terms().get("pot"), shoe=shoe_view(table),
            waiting=tuple(self.waiting.all),
        )  # fmt: skip

    def view_as(self, viewer: str, view: TableView, *, until: float | None = None) -> TableView:
        """The table at the moment of a view, as another viewer sees it: most of it is the same."""
        if viewer == view.viewer:
            return view
        live = self.table.live
        open_ = live is None or not any(event.audience for event in live.events)
        return msgspec.structs.replace(
            view, viewer=viewer, felt=view.felt if open_ else felt_view(self._seen_by(viewer)),
            ask=ask_view(None if live is None else live.ask, viewer, until),
        )  # fmt: skip

    # Putting a table down and taking it up again

    def memory(self) -> Memory:
        """Everything to go on from here; only between rounds."""
        return Memory(
            steps=self.steps, told=self.told, hash=self.hash, owners=dict(self.owners),
            table=take(self.table), felt=self.felt, waiting=tuple(self.waiting.all),
        )  # fmt: skip

    def remember(self, memory: Memory) -> None:
        """Go on from here."""
        restore(self.table, memory.table)
        self.steps, self.told, self.hash = memory.steps, memory.told, memory.hash
        self.owners, self.felt = dict(memory.owners), memory.felt
        self._felts.clear()
        self._told.clear()
        self.waiting.remember(memory.waiting)

    def replay(self, envelopes: Iterable[Envelope]) -> list[Step]:
        """Carry out again what was carried out since."""
        return [self.apply(envelope, again=True) for envelope in envelopes]


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """A hosted table between rounds."""

    steps: int
    told: int
    hash: str
    owners: dict[int, str]
    table: Snapshot
    felt: FeltView
    waiting: tuple[Waiter, ...] = ()


def chained(before: str, envelope: Envelope, events: Sequence[Event]) -> str:
    """The fingerprint of a step and, through the one before, of all that came before it."""
    return link(before, said_of(envelope), tuple(map(line_of_event, events)))


def link(before: str, text: str, lines: Sequence[str]) -> str:
    """The same of a step as it is written."""
    return hashlib.sha256("\n".join((before, text, "\n".join(lines))).encode()).hexdigest()


def said_of(envelope: Envelope) -> str:
    """An envelope as it is written: always the same text for the same envelope."""
    return _said.encode(envelope).decode()


_said = msgspec.json.Encoder(enc_hook=str, order="deterministic")


def read_envelope(text: str | bytes) -> Envelope:
    """An envelope out of the log or the network."""
    return msgspec.json.decode(text, type=Envelope, dec_hook=exact)
