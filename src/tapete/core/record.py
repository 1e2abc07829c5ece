"""The acta: the record of a round. Its header and answers replay it; its events read without code.

The text form is described in docs/acta.md. ``replay`` gives the same events or names the step
at which the round goes another way.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from json.encoder import encode_basestring
from typing import Any

import msgspec

from tapete.core.ask import digest, plain
from tapete.core.bets import Limits
from tapete.core.circle import CircleTerms
from tapete.core.datafile import exact
from tapete.core.event import Event, Unknown
from tapete.core.game import Game, Setup, TableState
from tapete.core.live import Live
from tapete.core.refused import Refused
from tapete.core.rulebook import rulebook

FORMAT = 2
UNSEALED = 1
SEAL = "seal"


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the round was given: game, edition, settings, seats, and the state it began with."""

    game: str
    rules: str
    version: str
    book: str
    table: str = ""
    number: int = 1
    seats: tuple[int, ...]
    limits: Limits
    changes: dict[str, str] = {}
    throws_left: int | None = None
    preparing: bool = False
    stacks: dict[int, int] = {}
    circle: CircleTerms | None = None
    extra: dict[str, Any] = {}
    state: dict[str, Any]


class Step(msgspec.Struct, frozen=True):
    """An answer, the fingerprint of the ask it answered, and the events told before it."""

    told: int
    kind: str
    digest: str
    answer: Any


class BrokenRecord(Exception):
    """A text that is not a record: line and reason."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(f"line {line}: {reason}")


class Divergence(Exception):
    """The round, played again, goes another way. ``step`` counts answers from 1."""

    def __init__(self, step: int, expected: str, found: str) -> None:
        self.step, self.expected, self.found = step, expected, found
        super().__init__(f"step {step}: the record has {expected}; played again it is {found}")


class Record(msgspec.Struct, frozen=True):
    """A round written down."""

    header: Header
    steps: tuple[Step, ...]
    events: tuple[Event, ...]
    result: dict[str, Any] | None

    def text(self, told: Sequence[str] | None = None) -> str:
        """The acta as text, to be read by people and read back exactly, with its seal. ``told`` are
        its events as lines, if they have been written as such already."""
        lines = [line_of_event(event) for event in self.events] if told is None else told
        return _with_seal("\n".join(self._lines(lines)) + "\n")

    def _lines(self, events: Sequence[str]) -> Iterator[str]:
        yield f"acta {FORMAT}"
        for name, value in msgspec.to_builtins(self.header, enc_hook=str).items():
            yield f"{name} {_json(value)}"
        yield ""
        told = 0
        for step in self.steps:
            yield from events[told : step.told]
            told = step.told
            yield f"? {step.kind} {step.digest}"
            yield f"= {_json(step.answer)}"
        yield from events[told:]
        if self.result is not None:
            yield f"end {_json(self.result)}"


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


def record_of(header: Header, live: Live[Any]) -> Record:
    """The record of a live round, ended or not."""
    steps = tuple(
        Step(told, _kind(ask), digest(ask), _builtins(answer)) for told, ask, answer in live.steps
    )
    result = _builtins(live.result) if live.ended else None
    return Record(header, steps, tuple(live.events), result)


def header_of(
    game: Game[Any, Any],
    setup: Setup[Any],
    state: TableState,
    *,
    version: str,
    changes: dict[str, str] | None = None,
    table: str = "",
    number: int = 1,
    preparing: bool = False,
) -> Header:
    """The header of a round about to begin, or of what is done before it (``preparing``)."""
    return Header(
        game=game.id,
        rules=setup.rules.edition,
        version=version,
        book=rulebook(setup.rules.edition).digest(game.id),
        table=table,
        number=number,
        seats=setup.seats,
        limits=setup.limits,
        changes=changes or {},
        throws_left=setup.throws_left,
        preparing=preparing,
        stacks=setup.stacks,
        circle=setup.circle,
        extra=setup.extra,
        state=_builtins(state),
    )


def replay(record: Record, find: Callable[[str], Game[Any, Any]]) -> Live[Any]:
    """Play the record again. Raises `Divergence` at the first step that differs."""
    game = find(record.header.game)
    head = record.header
    setup = Setup(
        rules=game.rules_of(head.rules, head.changes),
        limits=head.limits,
        seats=head.seats,
        throws_left=head.throws_left,
        stacks=head.stacks,
        circle=head.circle,
        extra=head.extra,
    )
    state = msgspec.convert(head.state, game.state)
    round_ = game.prepare(setup, state) if head.preparing else game.play(setup, state)
    if round_ is None:
        raise Divergence(1, "something to prepare", "nothing to prepare")
    try:
        live: Live[Any] = Live(round_)
    except Exception as error:
        raise Divergence(1, "a round", f"{type(error).__name__}: {error}") from error
    for number, step in enumerate(record.steps, 1):
        _same_events(number, record, live, step.told)
        ask = live.ask
        if ask is None:
            raise Divergence(number, f"{step.kind} {step.digest}", "the end of the round")
        if (_kind(ask), digest(ask)) != (step.kind, step.digest):
            raise Divergence(number, f"{step.kind} {step.digest}", f"{_kind(ask)} {digest(ask)}")
        try:
            live.answer(msgspec.convert(step.answer, ask.answer_type))
        except (Refused, msgspec.ValidationError) as error:
            raise Divergence(number, f"answer {_json(step.answer)}", f"refused: {error}") from None
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
            raise Divergence(number, f"answer {_json(step.answer)}", found) from error
    _same_events(len(record.steps) + 1, record, live, len(record.events))
    if record.result is not None:
        if not live.ended:
            raise Divergence(len(record.steps) + 1, "the end of the round", _kind(live.ask))
        if _builtins(live.result) != record.result:
            found = _json(_builtins(live.result))
            raise Divergence(len(record.steps) + 1, f"end {_json(record.result)}", found)
    return live


def _same_events(number: int, record: Record, live: Live[Any], told: int) -> None:
    for i in range(max(told, len(live.events))):
        expected = line_of_event(record.events[i]) if i < told else "no event"
        found = line_of_event(live.events[i]) if i < len(live.events) else "no event"
        if expected != found:
            raise Divergence(number, expected, found)


def line_of_event(event: Event) -> str:
    """One event as a line: ``! bet-lost seat=3 bet="rojo" amount=500 [CAT-II.1.4-23]``."""
    fields = msgspec.to_builtins(event)
    clause, audience = fields.pop("clause"), fields.pop("audience", ())
    if "besides" in fields:
        fields |= fields.pop("besides")
    kind = event.kind
    if isinstance(event, Unknown):
        kind, fields = event.named, dict(event.fields)
    said = "".join([f" {name}={_json(value)}" for name, value in fields.items()])
    to = f" @{','.join(audience)}" if audience else ""
    return f"! {kind}{said} [{clause}]{to}"


def read_record(text: str) -> Record:
    """Read an acta. Records of older versions are read too; what is unknown stays readable."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("acta "):
        raise BrokenRecord(1, "a record begins with 'acta' and the number of its format")
    version = lines[0].removeprefix("acta ")
    if not version.isdecimal() or int(version) > FORMAT:
        raise BrokenRecord(1, f"this format is not known here: {version}")
    if int(version) > UNSEALED:
        lines = _without_seal(text)
    header: dict[str, Any] = {}
    steps: list[Step] = []
    events: list[Event] = []
    result: dict[str, Any] | None = None
    asked: tuple[str, str] | None = None
    for number, line in enumerate(lines[1:], 2):
        try:
            if not line:
                continue
            mark, _, rest = line.partition(" ")
            if mark == "!":
                events.append(_read_event(rest))
            elif mark == "?":
                kind, _, print_ = rest.partition(" ")
                asked = (kind, print_)
            elif mark == "=" and asked is not None:
                steps.append(Step(len(events), *asked, json.loads(rest)))
                asked = None
            elif mark == "end":
                result = json.loads(rest)
            elif not steps and not events:
                header[mark] = json.loads(rest)
            else:
                raise ValueError(f"a line begins with !, ?, = or end, not {mark!r}")
        except (ValueError, KeyError, msgspec.ValidationError, RecursionError) as error:
            raise BrokenRecord(number, str(error)) from None
    try:
        head = msgspec.convert(header, Header, dec_hook=exact, str_keys=True)
    except (msgspec.ValidationError, ValueError, ZeroDivisionError) as error:
        raise BrokenRecord(1, f"header: {error}") from None
    return Record(head, tuple(steps), tuple(events), result)


def _without_seal(text: str) -> list[str]:
    *lines, last = text.splitlines()
    if not last.startswith(f"{SEAL} "):
        raise BrokenRecord(len(lines) + 1, "the last line is no seal: the record was cut short")
    if sealed(text) != text:
        raise BrokenRecord(
            len(lines) + 1, "the seal does not fit: the record was changed after it was written"
        )
    return lines


def read_event(line: str) -> Event:
    """An event out of its line in a record."""
    return _read_event(line.removeprefix("! "))


def _read_event(text: str) -> Event:
    kind, _, rest = text.partition(" ")
    fields: dict[str, Any] = {}
    decoder = json.JSONDecoder()
    while rest and not rest.startswith("["):
        name, _, rest = rest.partition("=")
        value, end = decoder.raw_decode(rest)
        fields[name] = value
        rest = rest[end:].lstrip(" ")
    clause, _, audience = rest[1:].partition("]")
    known = Event.kinds.get(kind)
    heard = tuple(audience.strip().removeprefix("@").split(",")) if audience.strip() else ()
    if known is None:
        return Unknown(named=kind, fields=fields, clause=clause, audience=heard)
    names = known.__struct_fields__
    besides = {name: value for name, value in fields.items() if name not in names}
    own = {name: value for name, value in fields.items() if name in names}
    try:
        return msgspec.convert(
            {**own, "besides": besides, "clause": clause, "audience": heard}, known
        )
    except msgspec.ValidationError:
        return Unknown(named=kind, fields=fields, clause=clause, audience=heard)


def _kind(ask: Any) -> str:
    return str(ask.__struct_config__.tag)


def _builtins(value: Any) -> Any:
    return msgspec.json.decode(plain(value))


_written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _json(value: Any) -> str:
    """A value as JSON. Most are a whole number or a text, which need no looking into."""
    if type(value) is int:
        return str(value)
    return encode_basestring(value) if type(value) is str else _written(value)
