"""What a game lets happen between rounds, as a screen asks for it."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo

from tapete.core.book.rulebook import GameRules
from tapete.core.round.act import FORM, ROW, Act
from tapete.core.round.cards import Card
from tapete.core.table.table import Table


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


def acts_of(table: Table, *, own: bool) -> tuple[ActView, ...]:
    """What may happen at a table between rounds, and what has to be said with it; ``own``: players
    do what is theirs to do by themselves."""
    return tuple(_act(act, table.rules, own=own) for act in table.game.acts)


def _act(act: type[Act[Any, Any]], rules: GameRules, *, own: bool) -> ActView:
    duty = act.duty_of(rules)
    return ActView(
        name=act.name(), by=None if duty is None else duty.roles[0], own=own and bool(act.whose),
        facts=tuple(_fact(field, rules) for field in act.fields()),
    )  # fmt: skip


def _fact(field: FieldInfo, rules: GameRules) -> ActFact:
    said = isinstance(field.default, str | int) and not isinstance(field.default, bool)
    kind, meta = plain_type(field.type)
    return ActFact(
        name=field.name, kind=meta.get(FORM) or kind_of(kind), required=field.required,
        default=str(field.default) if said else None,
        choices=tuple(getattr(rules, meta[ROW])) if ROW in meta else (),
    )  # fmt: skip


def plain_type(kind: Any) -> tuple[Any, dict[str, str]]:
    """A type that may be left out or carries a remark, without either; and the remark."""
    if get_origin(kind) in (Union, UnionType):
        kind = next(one for one in get_args(kind) if one is not NoneType)
    notes = getattr(kind, "__metadata__", ())
    meta = {key: value for note in notes for key, value in (note.extra or {}).items()}
    return (kind.__origin__ if notes else kind), meta


def kind_of(kind: Any) -> str:
    """How a screen asks for a value of this type.

    >>> kind_of(int), kind_of(tuple[int, ...]), kind_of(bool)
    ('amount', 'numbers', 'yes')
    """
    if get_origin(kind) is tuple:
        return "numbers" if get_args(kind)[0] is int else "people"
    if get_origin(kind) is not None:
        return "amounts"
    if kind is Card:
        return "card"
    return {int: "amount", bool: "yes", float: "moment"}.get(kind, "text")
