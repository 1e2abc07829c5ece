"""What a unit says is due: the house does it, chance answers it, or nothing is due before a
moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tapete.core.round.ask import Ask
from tapete.core.round.cards import Card
from tapete.core.round.event import Moment


@dataclass(frozen=True)
class Do:
    """The house sends this command. ``in_time``: somebody else's that comes in first counts
    instead; otherwise it is sent whatever came in between."""

    command: Any
    role: str
    in_time: bool = False


@dataclass(frozen=True)
class Place:
    """A place in a sealed order of cards: its number, the hash that promised it, how many of its
    cards are out; and the players' numbers that have a part in it, by seat. An order of no cards is
    the house's own number, and ``out`` what was drawn with it."""

    order: int
    promise: str
    out: int
    numbers: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Draw:
    """Chance answers this: out of what was sealed if there is anything to deal from."""

    ask: Ask[Any]
    place: Place | None = None


@dataclass(frozen=True)
class Seal:
    """These cards are shuffled, their order kept sealed under this number and promised; without
    cards a number of the house."""

    order: int
    cards: Mapping[Card, int]


@dataclass(frozen=True)
class Reveal:
    """An order whose cards are played is opened."""

    order: int
    promise: str


@dataclass(frozen=True)
class Until:
    """Nothing before this moment, unless somebody does something."""

    moment: Moment


@dataclass(frozen=True)
class Idle:
    """Nothing, until somebody does something."""


Due: TypeAlias = Do | Draw | Seal | Reveal | Until | Idle
