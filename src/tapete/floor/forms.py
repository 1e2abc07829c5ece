"""What may happen instead of a result, as a form that a console fills in: nothing has to be known
of the games to enter it."""

from __future__ import annotations

from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec

from tapete.core.ask import Ask
from tapete.core.chance import DrawCard, Mishap, NoResult, Roll, Spin

NAME = "irregular"
"""The field that names what was irregular."""


class FormView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An irregular answer: what is sent as it stands, and the fields to be filled in.

    ``needs`` must be there, ``may`` can be left out: ``card`` a card, ``cards`` several, ``chosen``
    one of them, ``seat`` a place, ``who`` whose card was seen (``seat:3``, ``croupier``), ``cause``
    a cause in a word, ``move`` a move, ``by_mistake`` yes or no.
    """

    answer: dict[str, str]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


def forms_of(ask: Ask[Any]) -> dict[str, FormView]:
    """Every irregular answer to this question by its name; the list of causes of a void spin or
    throw is open, so ``tirada-nula`` takes another.

    >>> from tapete.core.chance import DrawCard
    >>> ask = DrawCard(source="sabot", left={}, clause="CAT-I.1-04", irregular=("sin-carta",))
    >>> forms_of(ask)["sin-carta"].needs
    ('seat',)
    """
    kinds = {_name(kind): kind for kind in _irregular(ask.answer_type)}
    match ask:
        case Spin() | Roll():
            tag = _name(NoResult)
            listed = {
                cause: FormView(answer={NAME: tag, "cause": cause}) for cause in ask.void
            }  # fmt: skip
            return {**listed, tag: _form(NoResult)}
        case DrawCard():
            return {
                name: _form(kinds[name])
                if name in kinds
                else FormView(answer={NAME: _name(Mishap), "what": name})
                for name in ask.irregular
            }
    return {name: _form(kind) for name, kind in kinds.items()}


def _irregular(answers: Any) -> list[type[msgspec.Struct]]:
    many = get_origin(answers) in (Union, UnionType)
    return [kind for kind in (get_args(answers) if many else (answers,)) if _tagged(kind)]


def _tagged(kind: Any) -> bool:
    return (
        isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__struct_config__.tag_field == NAME
    )


def _name(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _form(kind: type[msgspec.Struct]) -> FormView:
    fields = msgspec.structs.fields(kind)
    return FormView(
        answer={NAME: _name(kind)},
        needs=tuple(field.name for field in fields if field.required),
        may=tuple(field.name for field in fields if not field.required),
    )
