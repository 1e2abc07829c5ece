"""Letters between casinos, as an aggregate: what was posted and not yet delivered, and how far each
correspondent was heard. Halls of a joint game write them, and casinos that share a pot.

A letter is posted with the step that makes it and heard with the step it brings about, so neither
is lost or done twice whoever is killed when. Letters of one sender are numbered from 1 and heard in
their order; a correspondent who cannot be reached keeps nobody waiting but himself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, TypeAlias

import msgspec
from msgspec.structs import replace

from tapete.core.book.aggregate import Aggregate, Command
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event


class Letter(msgspec.Struct, frozen=True):
    """A letter: to whom, its number among those to him, what it says."""

    to: str
    n: int
    body: str


class Mail(msgspec.Struct, frozen=True, kw_only=True):
    """The correspondence of one casino: letters on their way, the last number posted to each, the
    last heard of each."""

    waiting: tuple[Letter, ...] = ()
    posted: dict[str, int] = msgspec.field(default_factory=dict)
    heard: dict[str, int] = msgspec.field(default_factory=dict)

    def next_to(self, to: str) -> Letter | None:
        """The letter that somebody is to be given now."""
        return next((letter for letter in self.waiting if letter.to == to), None)


class Post(Command, frozen=True):
    """A letter is written."""

    to: str
    body: str


class Deliver(Command, frozen=True):
    """Somebody has a letter."""

    to: str
    n: int


class Hear(Command, frozen=True):
    """A letter came in."""

    sender: str
    n: int
    body: str


AnyMailCommand: TypeAlias = Post | Deliver | Hear


class MailEvent(Event, frozen=True, kw_only=True):
    """Something that happened in a correspondence."""

    kind: ClassVar[str] = "letter"


class LetterPosted(MailEvent, frozen=True, kw_only=True):
    """A letter goes out."""

    kind: ClassVar[str] = "letter-posted"
    to: str
    n: int
    body: str


class LetterDelivered(MailEvent, frozen=True, kw_only=True):
    """A letter was received and written down there."""

    kind: ClassVar[str] = "letter-delivered"
    to: str
    n: int


class LetterHeard(MailEvent, frozen=True, kw_only=True):
    """A letter came in."""

    kind: ClassVar[str] = "letter-heard"
    sender: str
    n: int


def decide(clause: ClauseId, state: Mail, command: AnyMailCommand) -> Sequence[MailEvent]:
    """What a command brings about, or `Refused`; under the clause that links these casinos."""
    match command:
        case Post(to, body):
            return (LetterPosted(to=to, n=state.posted.get(to, 0) + 1, body=body, clause=clause),)
        case Deliver(to, n):
            on_its_way = state.next_to(to)
            if on_its_way is None or on_its_way.n != n:
                raise Refused(clause, "no-such-letter", to=to, n=n)
            return (LetterDelivered(to=to, n=n, clause=clause),)
        case Hear(sender, n):
            wanted = state.heard.get(sender, 0) + 1
            if n != wanted:
                raise Refused(clause, "letter-out-of-order", sender=sender, n=n, wanted=wanted)
            return (LetterHeard(sender=sender, n=n, clause=clause),)


def evolve(state: Mail, event: MailEvent) -> Mail:
    """The state after an event."""
    match event:
        case LetterPosted(to=to, n=n, body=body):
            waiting = (*state.waiting, Letter(to, n, body))
            return replace(state, waiting=waiting, posted={**state.posted, to: n})
        case LetterDelivered(to=to, n=n):
            left = tuple(one for one in state.waiting if (one.to, one.n) != (to, n))
            return replace(state, waiting=left)
        case LetterHeard(sender=sender, n=n):
            return replace(state, heard={**state.heard, sender: n})
    return state


def correspondence(clause: ClauseId) -> Aggregate[Mail, AnyMailCommand, MailEvent]:
    """Letters under the clause that links these casinos."""
    return Aggregate("correo", Mail(), AnyMailCommand, MailEvent, partial(decide, clause), evolve)
