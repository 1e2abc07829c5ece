"""The reader's language: what he asks for, else what his program says, else Spanish."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from tapete.core.book.account import CLP, Unit
from tapete.core.round.acta import read_event
from tapete.core.round.event import Event
from tapete.core.round.record import line_of_event
from tapete.floor.api.guard import Connection
from tapete.telling.explain import Teller, person_in
from tapete.telling.texts import LANGS

FIRST = LANGS[0]


def lang_of(connection: Connection) -> str:
    """The language of whoever is asking; Spanish unless he says otherwise."""
    return asked_lang(connection) or FIRST


def asked_lang(connection: Connection) -> str | None:
    """The language he names, by ``?lang=`` or by ``Accept-Language``, if it is one of ours."""
    said = connection.query_params.get("lang")
    if said in LANGS:
        return str(said)
    return preferred(connection.headers.get("accept-language", ""))


def preferred(header: str) -> str | None:
    """The first of our languages in the order of a header.

    >>> preferred("fr, en-GB;q=0.8, es;q=0.9"), preferred("en"), preferred("*")
    ('es', 'en', None)
    """
    found = []
    for n, part in enumerate(header[:200].split(",")):
        name, _, weight = part.strip().partition(";q=")
        lang = name.strip().lower()[:2]
        if lang in LANGS:
            found.append((-_number(weight), n, lang))
    return min(found)[2] if found else None


def _number(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


def sentence(
    event: Event, lang: str, line: str | None = None,
    name_of: Callable[[str], str] | None = None, unit: Unit = CLP,
) -> str:  # fmt: skip
    """An event as a sentence; ``line`` is its line, if it was written before; people in it go by
    the name ``name_of`` gives to their id, amounts are in this unit of account."""
    who = person_in(event)
    called = name_of(who) if name_of is not None and who is not None else None
    return _sentence(line_of_event(event) if line is None else line, lang, who, called, unit)


@lru_cache(4096)
def _sentence(line: str, lang: str, who: str | None, called: str | None, unit: Unit) -> str:
    # Every listener of a table is told the same words.
    names = None if who is None or called is None else {who: called}
    return Teller(lang, names=names, unit=unit).event(read_event(line))
