"""A drill: what is asked, what is right, and the events of the round that prove it.

A drill is named by what it practises, its game, its level and a seed. Whoever has the name can make
the drill again, question and key, so nothing needs to be kept of it.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

import msgspec

from tapete.core.round.bets import Limits
from tapete.core.round.event import Event
from tapete.core.round.felt import Felt

SEEDS = 2**53
"""Seeds are below this: a browser counts no further."""
NAME = re.compile(r"^([a-z-]+)\.([a-z0-9-]+)\.([a-z-]+)\.(\d{1,16})$")

FieldKind: TypeAlias = Literal["amount", "choice", "cards", "order"]


class UnknownDrill(LookupError):
    """There is no such drill."""


class Drill(msgspec.Struct, frozen=True):
    """The name of a drill.

    >>> Drill("pagos", "ruleta-francesa", "uno", 7).id
    'pagos.ruleta-francesa.uno.7'
    >>> read("pagos.ruleta-francesa.uno.7").game
    'ruleta-francesa'
    """

    kind: str
    game: str
    level: str
    seed: int

    @property
    def id(self) -> str:
        return f"{self.kind}.{self.game}.{self.level}.{self.seed}"


def read(id: str) -> Drill:
    """The drill of this name."""
    found = NAME.match(id)
    if found is None or int(found[4]) >= SEEDS:
        raise UnknownDrill(id)
    return Drill(found[1], found[2], found[3], int(found[4]))


class Field(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing to answer: an amount, one of some choices, some of these cards, or an order of the
    choices. ``seat`` is whose it is."""

    name: str
    kind: FieldKind
    seat: int | None = None
    choices: tuple[str, ...] = ()


class Colour(msgspec.Struct, frozen=True):
    """The colour chips of a seat, and what one is worth."""

    colour: str
    value: int


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """The table as it stands when the question is put. ``said`` is what players decided, ``pot``
    what a linked progressive holds."""

    game: str
    edition: str
    limits: Limits
    seats: tuple[int, ...]
    players_max: int | None
    felt: Felt
    said: tuple[Event, ...] = ()
    colours: dict[int, Colour] = {}
    pot: int | None = None


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of whoever practises: ``prompt`` names the sentence a page writes. ``seat`` is
    where he sits, if he is a player."""

    drill: Drill
    prompt: str
    scene: Scene
    fields: tuple[Field, ...]
    seat: int | None = None


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """What is right, field by field, and the events that prove it."""

    answers: dict[str, str]
    because: tuple[Event, ...]


class Made(msgspec.Struct, frozen=True):
    """A drill with its key, and the round it was made of: neither leaves with the question."""

    question: Question
    key: Key
    round: tuple[Event, ...] = ()


def marks(made: Made, given: dict[str, str]) -> dict[str, bool]:
    """Which fields were answered right; one left out is wrong."""
    return {
        field.name: _same(field.kind, made.key.answers[field.name], given.get(field.name, ""))
        for field in made.question.fields
    }


def _same(kind: FieldKind, right: str, given: str) -> bool:
    given = given.strip()
    if kind == "amount":
        return given.isdecimal() and len(given) < 19 and int(given) == int(right)
    if kind == "cards":
        return sorted(right.split()) == sorted(given.split())
    return given == right
