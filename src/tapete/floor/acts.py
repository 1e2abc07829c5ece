"""What a game lets happen between rounds, as a screen asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from tapete.core.cards import Card
from tapete.core.rulebook import GameRules
from tapete.core.table import Table
from tapete.floor.facts import GIVEN


class ActFact(msgspec.Struct, frozen=True, kw_only=True):
    """Something an act has to be told: a seat, an amount, a card... ``kind`` says how it is asked
    for, ``choices`` what there is to choose from, ``default`` what holds if it is not told."""

    name: str
    kind: str
    required: bool
    default: str | None = None
    choices: tuple[str, ...] = ()


class ActView(msgspec.Struct, frozen=True, kw_only=True):
    """Something the game lets happen between rounds; ``by`` whoever usually does it, ``own`` where
    the player of the seat may do it himself."""

    name: str
    by: str | None
    facts: tuple[ActFact, ...]
    own: bool = False


SEATS = frozenset({"seat", "to", "associate"})
NUMBERS = frozenset({"die", "counted", "chips"})
PEOPLE = frozenset({"player"})
CHOSEN = {"colour": "colours", "ruling": "material_rulings"}
"""Facts that are one of the values of a row of the rules."""


def acts_of(table: Table, own: Mapping[str, Any]) -> tuple[ActView, ...]:
    """What may happen at a table between rounds, and what has to be said with it; ``own`` are the
    acts of the players."""
    return tuple(
        _act(name, done, table.rules, own=name in own) for name, done in table.game.acts.items()
    )


def _act(name: str, done: Callable[..., Any], rules: GameRules, *, own: bool) -> ActView:
    wants, kinds = signature(done).parameters, get_type_hints(done)
    by = wants["by"].default if "by" in wants else None
    facts = [
        _fact(wants[fact], kinds[fact], rules) for fact in wants if fact not in GIVEN
    ]  # fmt: skip
    said = by if isinstance(by, str) else None
    return ActView(name=name, by=said, facts=tuple(facts), own=own)


def _fact(wanted: Parameter, kind: Any, rules: GameRules) -> ActFact:
    default = wanted.default
    said = isinstance(default, str | int) and not isinstance(default, bool)
    return ActFact(
        name=wanted.name, kind=kind_of(wanted.name, kind), required=default is wanted.empty,
        default=str(default) if said else None,
        choices=tuple(getattr(rules, CHOSEN.get(wanted.name, ""), ())),
    )  # fmt: skip


def kind_of(name: str, kind: Any) -> str:
    """How a screen asks for a fact.

    >>> kind_of("seat", int), kind_of("amount", int), kind_of("places", tuple[int, ...])
    ('seat', 'amount', 'numbers')
    """
    if get_origin(kind) in (Union, UnionType):
        kind = next(one for one in get_args(kind) if one is not NoneType)
    if get_origin(kind) is tuple:
        return "numbers" if get_args(kind)[0] is int else "people"
    if get_origin(kind) is not None:
        return "amounts"
    if kind is Card:
        return "card"
    if kind is int:
        return "seat" if name in SEATS else "number" if name in NUMBERS else "amount"
    plain = {bool: "yes", float: "moment"}.get(kind)
    return plain or ("person" if name in PEOPLE else "text")
