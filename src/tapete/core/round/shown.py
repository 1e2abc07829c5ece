"""How a question is shown to whoever looks at the table: plain data for a screen."""

from __future__ import annotations

from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.round.option import Option

IRREGULAR = "irregular"
"""The field that names what was irregular."""


class FormView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An irregular answer: what is sent as it stands, and the fields to be filled in.

    ``needs`` must be there, ``may`` can be left out: ``card`` a card, ``cards`` several, ``chosen``
    one of them, ``seat`` a place, ``who`` whose card was seen (``seat:3``, ``croupier``), ``cause``
    a cause in a word, ``move`` a move, ``by_mistake`` yes or no, ``chips`` the chips pushed,
    ``say`` what was said.
    """

    answer: dict[str, str]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


class AskView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An ask as a viewer is shown it. The legal answers are shown only to whoever is asked.

    The croupier of an attended table is shown what the wheel, the dice or the cards can do
    (``results``, ``dice``; of cards how many of each are ``left`` and whom the next one is for,
    ``to``; ``irregular`` and the ``forms`` to enter it; in ``good`` what looks irregular and is
    not), what may be done while betting is open (``actions``), the counters on bets (``marks``),
    and the moves a player may tell him. He reported the cards himself, so they are no secret.
    """

    kind: str
    clause: ClauseId
    seat: int | None = None
    about: str | None = None
    role: str | None = None
    options: tuple[Option, ...] = ()
    rulings: tuple[str, ...] = ()
    closed: dict[str, ClauseId] = {}
    default: str | None = None
    optional: bool = False
    until: float | None = None
    results: tuple[str, ...] = ()
    dice: int | None = None
    irregular: tuple[str, ...] = ()
    forms: dict[str, FormView] = {}
    left: dict[str, int] = {}
    to: str | None = None
    good: dict[str, ClauseId] = {}
    marks: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


def viewer_at(seat: int) -> str:
    """The name of whoever looks at the table from a seat."""
    return f"seat:{seat}"


def irregular_kinds(answers: Any) -> dict[str, type[msgspec.Struct]]:
    """The irregular answers among the types of an answer, by name."""
    many = get_origin(answers) in (Union, UnionType)
    kinds = get_args(answers) if many else (answers,)
    return {tag(kind): kind for kind in kinds if _is_irregular(kind)}


def form(kind: type[msgspec.Struct]) -> FormView:
    """The form that makes an irregular answer of this kind."""
    fields = msgspec.structs.fields(kind)
    return FormView(
        answer={IRREGULAR: tag(kind)},
        needs=tuple(field.name for field in fields if field.required),
        may=tuple(field.name for field in fields if not field.required),
    )


def tag(kind: type[msgspec.Struct]) -> str:
    """The name of a tagged struct in its JSON."""
    return str(kind.__struct_config__.tag)


def _is_irregular(kind: Any) -> bool:
    return (
        isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__struct_config__.tag_field == IRREGULAR
    )
