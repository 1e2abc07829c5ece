"""The chain of a unit: each command it carries out is a step with a number, chained by its hash to
the one before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.core.round.event import Event
from tapete.core.round.record import Record
from tapete.floor.kernel.unit import Envelope, Mark, OtherVersion, Unit
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage.kept_actas import by_number

FIRST = "0" * 64
U = TypeVar("U", bound=Unit)


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One command carried out: what was told, what money moved, and the round that ended with it.

    ``first`` is the number of its first event at the unit; ``hash`` chains it to the step before.
    ``text`` is the envelope and ``lines`` the events as they are written; ``acta`` is the record,
    ``kept`` as it is written: with its events by their numbers (`tapete.floor.storage.kept_actas`).
    """

    unit: str
    number: int
    envelope: Envelope[Any]
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
    kept: str | None = None


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """A unit at rest, and its place in the log."""

    steps: int
    told: int
    hash: str
    unit: msgspec.Raw


class Chain(Generic[U]):
    """A unit in memory, and its place in the log."""

    def __init__(self, unit: U) -> None:
        self.unit = unit
        self.steps = 0
        self.told = 0
        self.hash = FIRST
        self._lines: list[str] = []
        """The events told since the last record, as lines."""

    @property
    def id(self) -> str:
        return self.unit.spec.id

    @property
    def mark(self) -> Mark:
        """The moment it is at."""
        return Mark(self.hash, self.told + 1)

    def apply(self, envelope: Envelope[Any], *, again: bool = False) -> Step:
        """Carry a command out. `Refused` means that nothing has happened.

        ``again``: it was carried out before, and what is shared has what came of it already.
        """
        came = self.unit.apply(as_read(envelope), again=again)
        number = self.steps + 1
        transfers = self.unit.transfers(number, came.events)
        text = said_of(came.envelope)
        told = self.told + len(came.lines)
        self._lines += came.lines
        kept = None
        if came.acta is not None:
            kept = by_number(came.acta, told - len(self._lines) + 1, self._lines)
            self._lines.clear()
        step = Step(
            unit=self.id, number=number, envelope=came.envelope, first=self.told + 1,
            events=came.events, transfers=tuple(transfers), record=came.record, round=came.round,
            before=self.hash, hash=link(self.hash, text, came.lines), text=text, lines=came.lines,
            acta=came.acta, kept=kept,
        )  # fmt: skip
        self.steps, self.told, self.hash = number, told, step.hash
        return step

    def replay(self, envelopes: Iterable[Envelope[Any]]) -> list[Step]:
        """Carry out again what was carried out since."""
        return [self.apply(envelope, again=True) for envelope in envelopes]

    def memory(self) -> bytes | None:
        """Everything to go on from here; None while the unit is not at rest."""
        unit = self.unit.memory()
        if unit is None:
            return None
        memory = Memory(
            steps=self.steps, told=self.told, hash=self.hash, unit=msgspec.Raw(unit)
        )  # fmt: skip
        return msgspec.json.encode(memory)

    def remember(self, body: bytes) -> None:
        """Go on from here. `OtherVersion`: it cannot be read."""
        try:
            memory = msgspec.json.decode(body, type=Memory)
        except msgspec.ValidationError as error:
            raise OtherVersion(str(error)) from error
        self.unit.remember(bytes(memory.unit))
        self.steps, self.told, self.hash = memory.steps, memory.told, memory.hash
        self._lines.clear()


def link(before: str, text: str, lines: Sequence[str]) -> str:
    """The fingerprint of a step as it is written and, through the one before, of all before it."""
    return hashlib.sha256("\n".join((before, text, "\n".join(lines))).encode()).hexdigest()


def said_of(envelope: Envelope[Any]) -> str:
    """An envelope as it is written: always the same text for the same envelope."""
    return _written(envelope).decode()


def as_read(envelope: Envelope[Any]) -> Envelope[Any]:
    """An envelope with what its command says by name in the order in which it will be read back: a
    unit that goes through it does the same then."""
    command = envelope.command
    named = {
        field: _in_order(value)
        for field in command.__struct_fields__
        if isinstance(value := getattr(command, field), dict) and value
    }
    if not named:
        return envelope
    return replace(envelope, command=replace(command, **named))


def _in_order(value: Any) -> Any:
    """
    >>> list(_in_order({10: {"b": 1, "a": 2}, 2: ()}).items())
    [(10, {'a': 2, 'b': 1}), (2, ())]
    """
    if not isinstance(value, dict):
        return value
    return {name: _in_order(value[name]) for name in sorted(value, key=str)}


def same_command(one: Any, other: Any) -> bool:
    """Whether two commands say the same, one of them read back from the log."""
    return _written(one) == _written(other)


def _written(value: Any) -> bytes:
    try:
        return _said.encode(value)
    except TypeError:  # seats as keys: numbers are put in order as text
        return _said.encode(msgspec.to_builtins(value, str_keys=True, enc_hook=str))


_said = msgspec.json.Encoder(enc_hook=str, order="deterministic")
