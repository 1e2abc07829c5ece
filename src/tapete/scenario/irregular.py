"""Irregular results as a scenario writes them, turned into the typed answers of chance."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.core.book.fault import Fault, placed
from tapete.core.round.cards import card
from tapete.core.round.chance import (
    Exposed,
    Glimpsed,
    Mishap,
    NoResult,
    NotAsked,
    Skipped,
    Stuck,
    Surplus,
)
from tapete.core.round.event import at_seat
from tapete.scenario.faults import at, has_no

Irregularity = Exposed | Stuck | NotAsked | Surplus | Glimpsed | Skipped | Mishap

_OF_THE_THROW = ("dado-fuera", "dado-apoyado", "tope-entre-dos")
_MISHAPS = (
    "orden-equivocado",
    "sin-carta-de-corte",
    "sabot-agotado",
    "barajadora-trancada",
    "boton-mal-puesto",
)
_KINDS: dict[str, tuple[Any, tuple[str, ...], tuple[str, ...]]] = {
    # name: type, fields that must stand there, fields that may
    "tirada-nula": (NoResult, ("cause",), ()),
    "carta-descubierta": (Exposed, ("card",), ()),
    "cartas-pegadas": (Stuck, ("cards",), ("chosen",)),
    "carta-no-pedida": (NotAsked, ("seat", "card"), ()),
    "carta-de-mas": (Surplus, ("card",), ()),
    "carta-vista": (Glimpsed, ("seat", "card"), ()),
    "sin-carta": (Skipped, ("seat",), ()),
}


def read_irregular(entry: dict[str, Any]) -> NoResult | Irregularity:
    """
    >>> read_irregular({"irregular": "dado-fuera"})
    NoResult(cause='dado-fuera')
    >>> read_irregular({"irregular": "carta-descubierta", "card": "7d"})
    Exposed(card='7d')
    """
    said = dict(entry)
    name = str(said.pop("irregular", None))
    if name in _OF_THE_THROW or name in _MISHAPS:
        _check_fields(name, said, (), ())
        return NoResult(name) if name in _OF_THE_THROW else Mishap(name)
    if name not in _KINDS:
        names = ", ".join([*_KINDS, *_OF_THE_THROW, *_MISHAPS])
        raise ValueError(
            Fault(
                "fault.irregular",
                "an irregular result is one of {names}; not {said!r}",
                names=names,
                said=name,
            )
        )
    kind, needed, allowed = _KINDS[name]
    _check_fields(name, said, needed, allowed)
    several = said.get("cards", ())
    if not isinstance(several, list | tuple):
        raise ValueError(
            Fault(
                "fault.card-list", "{name}: cards are a list, not {said!r}", name=name, said=several
            )
        )
    for text in [said.get("card"), said.get("chosen"), *several]:
        if text is not None:
            card(str(text))
    if kind is Glimpsed:
        seat = said.pop("seat")
        said["who"] = at_seat(seat) if isinstance(seat, int) else seat
    try:
        found: NoResult | Irregularity = msgspec.convert({"irregular": name, **said}, kind)
    except msgspec.ValidationError as error:
        raise ValueError(at(name, placed(error))) from None
    return found


def _check_fields(
    name: str, said: dict[str, Any], needed: tuple[str, ...], allowed: tuple[str, ...]
) -> None:
    for field in needed:
        if field not in said:
            raise ValueError(Fault("fault.needs", "{name} needs {field}", name=name, field=field))
    for field in said:
        if field not in needed + allowed:
            raise ValueError(has_no(name, field))
