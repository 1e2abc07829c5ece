"""The tables of docs/acta.md: every kind of event and every header line, read from the classes."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
from docs.make.markdown import table

import tapete.games.registry  # noqa: F401  (a game may bring events of its own)
from tapete.core.round.ask import Ask
from tapete.core.round.event import Event, Unknown
from tapete.core.round.record import Header

OF_ROUNDS = ("tapete.core.", "tapete.games.")
"""Events of a round are told by these; systems beside the tables keep logs of their own."""

HEADER = {
    "game": "the game, by its id",
    "source": "the document it was played by: `kind` (`edition`, `program`, `bases`), id, digest",
    "version": "the version of Tapete that played it",
    "table": "the table's name",
    "number": "which round of the table it was; 1 if left out",
    "seats": "the occupied seats",
    "terms": "what the casino set for it: limits, unit, commission, cards, stakes, linked pot",
    "changes": "options, values or payments changed by name",
    "last_rounds_left": "rounds left once the last ones were announced",
    "act": "the act this is the record of, with its fields; without it, a round of the game",
    "chips": "the chips before each seat, where players play among themselves",
    "players": "the seats of whoever holds more than one",
    "digest": "digest of the state it began with",
    "state": "that state, unless it is what the record before leaves behind",
}


def events() -> str:
    """Every kind of event with its fields, ``?`` after those that may be left out."""
    rows = []
    for kind, event in sorted(Event.kinds.items(), key=lambda known: known[1].__module__):
        if event is Unknown or not event.__module__.startswith(OF_ROUNDS):
            continue
        rows.append([f"`{kind}`", _fields(event), _first_line(event)])
    return table(["kind", "fields", "what happened"], rows)


def asks() -> str:
    """Every kind of ask with what it asks."""
    rows = [
        [f"`{ask.__struct_config__.tag}`", _first_line(ask)]
        for ask in _below(Ask)
        if ask.__struct_config__.tag != ask.__name__ and ask.__module__.startswith(OF_ROUNDS)
    ]
    return table(["ask", "what it asks"], sorted(rows))


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for child in kind.__subclasses__():
        yield child
        yield from _below(child)


def header() -> str:
    """Every line of the header with its meaning."""
    fields = msgspec.structs.fields(Header)
    if unsaid := [field.name for field in fields if field.name not in HEADER]:
        raise LookupError(f"say in HEADER of docs/make/events.py what these mean: {unsaid}")
    rows = [[f"`{field.name}`{_optional(field)}", HEADER[field.name]] for field in fields]
    return table(["line", "what it says"], rows)


def _fields(event: type[Event]) -> str:
    hints = get_type_hints(event)
    return ", ".join(
        f"`{field.name}`{_optional(field)} {_say_type(hints[field.name])}"
        for field in msgspec.structs.fields(event)
        if field.name not in ("clause", "audience")
    )


def _optional(field: Any) -> str:
    return "" if field.required else "?"


def _say_type(hint: Any) -> str:
    name = str(getattr(hint, "__name__", hint)) if not getattr(hint, "__args__", ()) else str(hint)
    for long in ("collections.abc.", "typing.", "tapete.core.round.bets."):
        name = name.replace(long, "")
    return name.replace("NoneType", "None").replace("None", "null").replace("|", "or")


def _first_line(kind: type[Any]) -> str:
    doc = inspect.getdoc(kind) or ""
    return " ".join(doc.split("\n\n")[0].split()).replace("``", "`")
