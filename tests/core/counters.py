"""The smallest aggregate: whoever enters and leaves by a door is counted."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, TypeAlias

import msgspec
from msgspec.structs import replace

from tapete.core.book.aggregate import Aggregate, Command
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event


class Counter(msgspec.Struct, frozen=True):
    """How many went in and out, what they said, and by which doors."""

    entered: int = 0
    left: int = 0
    inside: int = 0
    share: Fraction = Fraction(0)
    said: tuple[str, ...] = ()
    doors: dict[int, int] = {}


class Enter(Command, frozen=True):
    """People come in by a door and say something."""

    people: int
    said: str = ""
    door: int = 1


class LeaveRoom(Command, frozen=True):
    """People go out, those who are inside."""

    people: int


class Look(Command, frozen=True):
    """Nothing is done."""


class CounterEvent(Event, frozen=True, kw_only=True):
    """Something that happened to the counter."""

    kind: ClassVar[str] = "test-counter-event"


class Entered(CounterEvent, frozen=True, kw_only=True):
    kind: ClassVar[str] = "test-entered"
    people: int
    door: int
    said: str


class Left(CounterEvent, frozen=True, kw_only=True):
    kind: ClassVar[str] = "test-left"
    people: int


AnyCommand: TypeAlias = Enter | LeaveRoom | Look


def decide(state: Counter, command: AnyCommand) -> tuple[CounterEvent, ...]:
    match command:
        case Enter():
            clause = "CAT-I.1-13"
            return (
                Entered(people=command.people, door=command.door, said=command.said, clause=clause),
            )
        case LeaveRoom() if command.people > state.inside:
            raise Refused("CAT-I.1-13", "nobody-there", inside=state.inside)
        case LeaveRoom():
            return tuple(Left(people=1, clause="CAT-I.1-13") for _ in range(command.people))
        case Look():
            return ()


def evolve(state: Counter, event: CounterEvent) -> Counter:
    match event:
        case Entered():
            state = replace(
                state, entered=state.entered + event.people, inside=state.inside + event.people,
                said=(*state.said, event.said),
                doors={**state.doors, event.door: state.doors.get(event.door, 0) + event.people},
            )  # fmt: skip
        case Left():
            state = replace(
                state, left=state.left + event.people, inside=state.inside - event.people
            )
    assert state.entered == state.left + state.inside, state
    return replace(state, share=Fraction(state.left, state.entered or 1))


COUNTER = Aggregate("contador", Counter(), AnyCommand, CounterEvent, decide, evolve)
