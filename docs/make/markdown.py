"""Small pieces of Markdown, and the texts the pages are written with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from tapete.core.book.clause import ClauseId, register, text
from tapete.core.book.overruled import overruled
from tapete.telling.texts import UnknownText, load

LANGS = ("es", "en")


@cache
def _said(lang: str) -> Mapping[str, str]:
    return load(Path(__file__).parent / "texts" / lang)


def say(key: str, lang: str, /, **facts: object) -> str:
    """A text of the pages, its placeholders filled in.

    >>> say("clauses", "en")
    'Clauses'
    """
    found = _said(lang).get(key)
    if found is None:
        raise UnknownText(key, lang)
    return found.format(**facts)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """
    >>> print(table(["bet", "odds"], [["pleno", "35:1"]]))
    | bet | odds |
    |---|---|
    | pleno | 35:1 |
    """
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("|" + "|".join(_cell(cell) for cell in line) + "|" for line in lines)


def _cell(text: str) -> str:
    return text if text == "---" else f" {text.strip()} ".replace("|", "\\|").replace("\n", " ")


def anchor(id: ClauseId) -> str:
    """The name of a clause inside a page.

    >>> anchor("CAT-II.1.4-21")
    'cat-ii-1-4-21'
    """
    return id.lower().replace(".", "-")


def cited(id: ClauseId, here: Iterable[ClauseId], general: str = "") -> str:
    """A clause id that leads to its text: on this page, or on the page of the general rules."""
    if id in here:
        return f"[{id}](#{anchor(id)})"
    if general and "general" in register()[id].games:
        return f"[{id}]({general}#{anchor(id)})"
    return id


def rule(id: ClauseId, lang: str) -> str:
    """What a clause says, safe inside Markdown."""
    return text(register()[id], lang).replace("<", "&lt;").replace("*", "\\*")


def clause_list(ids: Iterable[ClauseId], lang: str) -> str:
    """Clauses with their text, each with an anchor."""
    return "\n".join(
        f'- <a id="{anchor(id)}"></a>**{id}** {rule(id, lang)}{overruled_by(id, lang)}'
        for id in ids
    )


def overruled_by(id: ClauseId, lang: str) -> str:
    """That a clause is overruled, and what is followed instead."""
    if id not in overruled():
        return ""
    return " " + say("overruled", lang, by=", ".join(overruled()[id].by))
