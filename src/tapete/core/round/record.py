"""The acta: the record of a round. Its header and answers replay it; its events read without code.

The text form is described in docs/acta.md; `acta` reads it back, `replay` plays it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from json.encoder import encode_basestring
from typing import Any

import msgspec

from tapete.core.book.account import CLP, Unit
from tapete.core.book.datafile import exact
from tapete.core.book.source import RuleSource
from tapete.core.book.written import Written, plain
from tapete.core.round.act import Act
from tapete.core.round.ask import digest
from tapete.core.round.bets import Limits
from tapete.core.round.event import Event, Unknown
from tapete.core.round.game import Game, Setup, TableState
from tapete.core.round.live import Live

FORMAT = 3
SEAL = "seal"
ACT = "act"


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The input of the round: game, rules, settings, seats, and the state it began with.

    ``source`` is the document whose rules it was played by. ``digest`` is the fingerprint of the
    state; the whole ``state`` stands there too unless it is what the record before leaves behind.
    ``act`` is the act that was carried out as a round, with its fields; without it the record is
    that of a round of the game. An act has the number of the round that comes after it.
    """

    game: str
    source: RuleSource
    version: str
    table: str = ""
    number: int = 1
    seats: tuple[int, ...]
    terms: Written = {}
    changes: dict[str, str] = {}
    last_rounds_left: int | None = None
    act: Written | None = None
    chips: dict[int, int] = {}
    players: dict[str, tuple[int, ...]] = {}
    digest: str = ""
    state: Written | None = None

    @property
    def limits(self) -> Limits:
        """The limits of the bets, out of the terms."""
        return msgspec.convert(self.terms.get("limits", {}), Limits, dec_hook=exact)

    @property
    def unit(self) -> Unit:
        """The unit of account of every amount in it, out of the terms."""
        return str(self.terms.get("unit", CLP))

    def setup(self, game: Game[Any, Any]) -> Setup[Any, Any]:
        """The input of the round, as the game takes it."""
        return Setup(
            rules=game.rules_of(self.source.id, self.changes),
            terms=msgspec.convert(self.terms, game.terms, dec_hook=exact),
            seats=self.seats,
            last_rounds_left=self.last_rounds_left,
            chips=self.chips,
            players=self.players,
        )


class Step(msgspec.Struct, frozen=True):
    """An answer, the fingerprint of the ask it answered, and the events told before it."""

    told: int
    kind: str
    digest: str
    answer: Any


class Record(msgspec.Struct, frozen=True):
    """A round written down."""

    header: Header
    steps: tuple[Step, ...]
    events: tuple[Event, ...]
    result: Written | None

    @property
    def after(self) -> Written | None:
        """The state the round leaves behind; a round that did not end leaves what it found."""
        return self.header.state if self.result is None else self.result

    def text(self, told: Sequence[str] | None = None, *, brief: bool = False) -> str:
        """The acta as text, to be read by people and read back exactly, with its seal. ``told`` are
        its events as lines, if they have been written as such already. ``brief``: without the
        state it began with, for whoever keeps the record before."""
        lines = [line_of_event(event) for event in self.events] if told is None else told
        return _with_seal("\n".join(self._lines(lines, brief)) + "\n")

    def _lines(self, events: Sequence[str], brief: bool) -> Iterator[str]:
        yield f"acta {FORMAT}"
        head = msgspec.structs.replace(self.header, state=None) if brief else self.header
        for name, value in msgspec.to_builtins(head, enc_hook=str).items():
            yield f"{name} {as_json(value)}"
        yield ""
        told = 0
        for step in self.steps:
            yield from events[told : step.told]
            told = step.told
            yield f"? {step.kind} {step.digest}"
            yield f"= {as_json(step.answer)}"
        yield from events[told:]
        if self.result is not None:
            yield f"end {as_json(self.result)}"


class RoundFailed(Exception):
    """A round broke down inside: the table voided it and gave every chip back.

    ``record`` is what was played of it; the error that broke it is the cause.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        super().__init__(f"round {record.header.number} of {record.header.game} was voided")


def sealed(text: str) -> str:
    """The text of a record with its last line, the fingerprint of all that stands above it.

    A record that was touched no longer fits its seal. Who could have sealed it anew is a matter
    for the ledger that keeps the seals, not for the record.
    """
    body, _, _ = text.partition(f"\n{SEAL} ")
    return _with_seal(body.removesuffix("\n") + "\n")


def _with_seal(body: str) -> str:
    return f"{body}{SEAL} {hashlib.sha256(body.encode()).hexdigest()}\n"


def record_of(header: Header, live: Live[Any], said: Callable[[Any], Any] | None = None) -> Record:
    """The record of a live round, ended or not; ``said`` gives its result as plain data."""
    steps = tuple(
        Step(told, kind_of_ask(ask), digest(ask), ask.write(answer))
        for told, ask, answer in live.steps
    )
    result = (said or as_plain)(live.result) if live.ended else None
    return Record(header, steps, tuple(live.events), result)


def header_of(
    game: Game[Any, Any],
    setup: Setup[Any, Any],
    state: TableState,
    *,
    version: str,
    changes: dict[str, str] | None = None,
    table: str = "",
    number: int = 1,
    act: Act[Any, Any] | None = None,
    cache: FingerprintCache | None = None,
) -> Header:
    """The header of a round about to begin, or of an act about to be carried out; ``cache`` keeps
    state and terms as plain data from one round to the next."""
    cache = cache or FingerprintCache()
    began, mark = cache.with_digest(state)
    return Header(
        game=game.id,
        source=game.source(setup.rules),
        version=version,
        table=table,
        number=number,
        seats=setup.seats,
        terms=cache(setup.terms),
        changes=changes or {},
        last_rounds_left=setup.last_rounds_left,
        act=None if act is None else msgspec.to_builtins(act, str_keys=True),
        chips=setup.chips,
        players=setup.players,
        digest=mark,
        state=began,
    )


def line_of_event(event: Event) -> str:
    """One event as a line: ``! bet-lost seat=3 bet="rojo" amount=500 [CAT-II.1.4-23]``."""
    kind = event.kind
    if type(event) is Unknown:
        kind = event.named
        said = [f" {name}={as_json(value)}" for name, value in event.fields.items()]
    else:
        said = []
        for name, usual, empty in _own_fields(type(event)):
            value = getattr(event, name)
            if type(value) is int:
                if value is not usual:
                    said.append(f" {name}={value}")
            elif type(value) is str:
                if value is not usual:
                    said.append(f" {name}={encode_basestring(value)}")
            elif value is not usual and (value or type(value) is not empty):
                said.append(f" {name}={as_json(msgspec.to_builtins(value, enc_hook=str))}")
    if event.besides:
        said += [f" {name}={as_json(value)}" for name, value in event.besides.items()]
    to = f" @{','.join(event.audience)}" if event.audience else ""
    return f"! {kind}{''.join(said)} [{event.clause}]{to}"


@cache
def _own_fields(kind: type[Event]) -> tuple[tuple[str, Any, Any], ...]:
    """The fields of an event that stand in its line: the name of each, the value that is left out
    because it is the usual one, and the type of which an empty one is left out."""
    common = msgspec.structs.fields(Event)
    return tuple(
        (field.name, field.default, field.default_factory)
        for field in msgspec.structs.fields(kind)[len(common) :]
    )


def kind_of_ask(ask: Any) -> str:
    return str(ask.__struct_config__.tag)


def as_plain(value: Any) -> Any:
    return msgspec.json.decode(plain(value))


def as_json(value: Any) -> str:
    """A value as JSON. Most are a whole number or a text, which need no looking into."""
    if type(value) is int or type(value) is float:
        return repr(value)
    if type(value) is str:
        return encode_basestring(value)
    return msgspec.json.encode(value).decode()


class FingerprintCache:
    """Values as plain data and their fingerprints, the last few kept: state and terms often go from
    one round to the next unchanged."""

    KEPT = 4

    def __init__(self) -> None:
        self._known: list[tuple[Any, Any, str]] = []

    def __call__(self, value: Any) -> Any:
        return self.with_digest(value)[0]

    def with_digest(self, value: Any) -> tuple[Any, str]:
        """A value as plain data, and its fingerprint."""
        for known, said, mark in self._known:
            if known is value:
                return said, mark
        said = as_plain(value)
        mark = digest(said)
        self._known = [(value, said, mark), *self._known[: self.KEPT - 1]]
        return said, mark
