"""An aggregate: whatever lives longer than a round, kept as the log of all that happened to it.

A pot, a series of cards, a ball set, a ticket, a book with folios, a tournament. A new kind of
aggregate is one struct of state, its commands, its events and two functions::

    def decide(state: Counter, command: Count) -> tuple[Counted, ...]: ...   # or raise Refused
    def evolve(state: Counter, event: Counted) -> Counter: ...

    COUNTER = Aggregate("contador", Counter(), Count, Counted, decide, evolve)
    journal = Journal(COUNTER, "puerta")
    journal.do(Count(3))

``decide`` changes nothing, ``evolve`` decides nothing. Meters and balances are fields of the state,
so they are folds of the log and never counters of their own; ``evolve`` raises if an identity
between them fails.

The journal is written as text, one entry for each command that was carried out::

    aggregate 1
    kind "contador"
    id "puerta"
    = 3ab0…                                      digest of the lines above
    # 1
    > count {"people":3}                         the command
    ! counted people=3 [CAT-I.1-01]              its events, as in an acta
    = 51c9…                                      digest of the entry and of the digest before it
    seal 77fe…                                   digest of everything above

`replay` checks digests and seal, decides every command again and compares the events.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from tapete.core.book.datafile import exact
from tapete.core.round.acta import BrokenRecord, read_event
from tapete.core.round.event import Event
from tapete.core.round.record import line_of_event
from tapete.core.round.replay import Divergence

FORMAT = 1
TITLE = "aggregate"
SEAL = "seal "
DIGEST = "= "
NUMBER = "# "
COMMAND = "> "
EVENT = "! "


def _kebab(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Command(msgspec.Struct, frozen=True, tag_field="do", tag=_kebab):
    """Something that may be done with an aggregate; ``LinkTable`` is written ``link-table``."""


S = TypeVar("S", bound=msgspec.Struct)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


class Aggregate(Generic[S, C, E]):
    """A kind of aggregate: its state before anything happened, commands (a union of them), the base
    class of its events, and the two functions that make it."""

    def __init__(
        self,
        kind: str,
        start: S,
        commands: Any,
        events: type[E],
        decide: Callable[[S, C], Sequence[E]],
        evolve: Callable[[S, E], S],
    ) -> None:
        self.kind, self.start, self.events = kind, start, events
        self.decide, self.evolve = decide, evolve
        self._commands = msgspec.json.Decoder(commands, dec_hook=exact)
        self._states = msgspec.json.Decoder(type(start), dec_hook=exact)

    def fold(self, events: Iterable[E], state: S | None = None) -> S:
        """The state after these events."""
        found = self.start if state is None else state
        for event in events:
            found = self.evolve(found, event)
        return found

    def freeze(self, state: S) -> bytes:
        """A state in one piece, to begin from it later; dictionaries keep their order."""
        return _frozen.encode(state)

    def thaw(self, frozen: bytes | str) -> S:
        """A state out of one piece."""
        return self._states.decode(frozen)

    def read_entry(self, number: int, body: str, digest: str) -> Entry[C, E]:
        """An entry out of its lines. Raises `ValueError` if they are none."""
        command: C | None = None
        events: list[E] = []
        for line in body.split("\n"):
            if line.startswith(COMMAND) and command is None and not events:
                command = self._read_command(line.removeprefix(COMMAND))
            elif line.startswith(EVENT):
                events.append(self._read_event(line))
            else:
                raise ValueError(f"a line of an entry begins with > or !, not {line[:12]!r}")
        return Entry(number, command, tuple(events), body, digest)

    def _read_command(self, text: str) -> C:
        name, _, fields = text.partition(" ")
        command: C = self._commands.decode(json.dumps({"do": name, **json.loads(fields)}))
        return command

    def _read_event(self, line: str) -> E:
        event = read_event(line)
        if not isinstance(event, self.events):
            raise ValueError(f"{self.kind} has no event {line[:40]!r}")
        return event


_frozen = msgspec.json.Encoder(enc_hook=str)


class Entry(msgspec.Struct, Generic[C, E], frozen=True):
    """A command that was carried out and the events it brought about; ``body`` are its lines as
    they were written, without number and digest. ``digest`` chains it to the entry before. Without
    a command its events are taken as they stand: it was carried over from a log that kept none."""

    number: int
    command: C | None
    events: tuple[E, ...]
    body: str
    digest: str


def body_of(command: Command | None, events: Sequence[Event]) -> str:
    """A command and its events as lines."""
    lines = [] if command is None else [_line_of_command(command)]
    return "\n".join([*lines, *map(line_of_event, events)])


def _line_of_command(command: Command) -> str:
    name = str(command.__struct_config__.tag)
    fields = json.loads(_frozen.encode(command))
    del fields["do"]
    return f"{COMMAND}{name} {json.dumps(fields, ensure_ascii=False, separators=(',', ':'))}"


def chained(before: str, number: int, body: str) -> str:
    """The digest of an entry and, through the one before, of all that came before it."""
    return _sha256(f"{before}\n{NUMBER}{number}\n{body}")


class Snapshot(msgspec.Struct, Generic[S], frozen=True):
    """An aggregate after so many entries, and the digest of the last of them."""

    number: int
    digest: str
    state: S


class Journal(Generic[S, C, E]):
    """One aggregate in use: its state, and the entries since it was taken up.

    It is taken up at its very beginning, or from a snapshot.
    """

    def __init__(
        self, aggregate: Aggregate[S, C, E], id: str, since: Snapshot[S] | None = None
    ) -> None:
        self.aggregate, self.id = aggregate, id
        title = _sha256("\n".join(_title(aggregate.kind, id)))
        self.resume(since or Snapshot(0, title, aggregate.start))

    def resume(self, since: Snapshot[S]) -> None:
        """Go on from here, whatever was done since."""
        self.since = since
        self.entries: list[Entry[C, E]] = []
        self.number, self.digest, self.state = since.number, since.digest, since.state

    def do(self, command: C) -> tuple[E, ...]:
        """Carry out a command, or raise `Refused` and change nothing; gives its events. A command
        that brings about nothing is not written."""
        events = tuple(self.aggregate.decide(self.state, command))
        if events:
            self._append(command, events)
        return events

    def take(self, entry: Entry[C, E]) -> None:
        """Take in an entry that was written elsewhere. Raises `Divergence` if it does not follow
        on what is here."""
        number, state = self.number + 1, self.state
        digest = chained(self.digest, number, entry.body)
        if (number, digest) != (entry.number, entry.digest):
            found = f"entry {number} {digest[:12]}"
            raise Divergence(number, f"entry {entry.number} {entry.digest[:12]}", found)
        self.state = self.aggregate.fold(entry.events, state)
        self.number, self.digest = number, digest
        self.entries.append(entry)

    def snapshot(self) -> Snapshot[S]:
        """Everything to go on from here."""
        return Snapshot(self.number, self.digest, self.state)

    def text(self) -> str:
        """The journal as lines, chained and sealed."""
        lines = _title(self.aggregate.kind, self.id)
        if self.since.number:
            frozen = self.aggregate.freeze(self.since.state).decode()
            lines += [
                f"after {self.since.number}",
                f"before {self.since.digest}",
                f"state {frozen}",
            ]
        lines.append(DIGEST + _sha256("\n".join(lines)))
        for entry in self.entries:
            lines += [f"{NUMBER}{entry.number}", entry.body, DIGEST + entry.digest]
        body = "\n".join(lines) + "\n"
        return f"{body}{SEAL}{_sha256(body)}\n"

    def _append(self, command: C, events: tuple[E, ...]) -> None:
        number = self.number + 1
        state = self.aggregate.fold(events, self.state)
        body = body_of(command, events)
        digest = chained(self.digest, number, body)
        self.entries.append(Entry(number, command, events, body, digest))
        self.number, self.digest, self.state = number, digest, state


def replay(aggregate: Aggregate[S, C, E], text: str) -> Journal[S, C, E]:
    """The journal out of its text, every command decided again.

    Raises `BrokenRecord` with the first line of the entry that was changed after it was written,
    `Divergence` with the number of the entry that today's rules decide in another way.
    """
    blocks = _blocks(text)
    line, title = blocks[0]
    journal = _begun(aggregate, title)
    for line, block in blocks[1:]:
        head, *body, digest = block
        try:
            number = int(head.removeprefix(NUMBER))
            entry = aggregate.read_entry(number, "\n".join(body), digest.removeprefix(DIGEST))
        except (ValueError, KeyError, msgspec.ValidationError, RecursionError) as error:
            raise BrokenRecord(line, str(error)) from None
        decided_again(journal, entry)
        journal.take(entry)
    return journal


def decided_again(journal: Journal[S, C, E], entry: Entry[C, E]) -> None:
    """Raise `Divergence` unless the entry is what its command brings about here and now."""
    if entry.command is None:
        return
    try:
        events = tuple(journal.aggregate.decide(journal.state, entry.command))
        journal.aggregate.fold(events, journal.state)
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
        raise Divergence(entry.number, entry.body, found) from error
    found = body_of(entry.command, events)
    if found != entry.body:
        raise Divergence(entry.number, entry.body, found)


def _title(kind: str, id: str) -> list[str]:
    return [f"{TITLE} {FORMAT}", f"kind {json.dumps(kind)}", f"id {json.dumps(id)}"]


def _begun(aggregate: Aggregate[S, C, E], title: list[str]) -> Journal[S, C, E]:
    """The journal before its first entry, out of its title."""
    if title[0] != f"{TITLE} {FORMAT}":
        raise BrokenRecord(1, f"this format is not known here: {title[0]}")
    fields = dict(line.split(" ", 1) for line in title[:-1])
    if fields["kind"] != json.dumps(aggregate.kind):
        raise BrokenRecord(2, f"this is a {fields['kind']}, not a {aggregate.kind}")
    since: Snapshot[S] | None = None
    if "after" in fields:
        since = Snapshot(int(fields["after"]), fields["before"], aggregate.thaw(fields["state"]))
    return Journal(aggregate, json.loads(fields["id"]), since)


def _blocks(text: str) -> list[tuple[int, list[str]]]:
    """The title and each entry as their lines, with the number of the first; all fit their digests
    and the seal. Only a line feed ends a line, whatever else stands in a free text."""
    *lines, seal, end = ["", *text.split("\n")]
    if not lines[1:] or end or not seal.startswith(SEAL):
        raise BrokenRecord(len(lines) + bool(end), "the last line is no seal: it was cut short")
    blocks: list[tuple[int, list[str]]] = []
    first, block, before = 1, list[str](), ""
    for number, line in enumerate(lines[1:], 1):
        block.append(line)
        if not line.startswith(DIGEST):
            continue
        above = "\n".join(block[:-1])
        found = _sha256(f"{before}\n{above}" if before else above)
        if line != DIGEST + found:
            raise BrokenRecord(first, "these lines do not fit their digest: they were changed")
        blocks.append((first, block))
        before = _before(block, found)
        first, block = number + 1, []
    if block:
        raise BrokenRecord(first, "these lines have no digest")
    if seal != SEAL + _sha256("\n".join(lines[1:]) + "\n"):
        raise BrokenRecord(len(lines), "the seal does not fit: it was changed after it was written")
    return blocks


def _before(block: list[str], digest: str) -> str:
    """The digest that the next entry is chained to: after a snapshot that of the entry before."""
    named = next((line for line in block if line.startswith("before ")), None)
    return digest if named is None else named.removeprefix("before ")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
