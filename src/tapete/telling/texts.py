"""Every text a person reads, in Spanish and English, by a symbolic key."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import localcontext
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from babel.numbers import format_currency, format_decimal

from tapete.core.book.account import CLP, Unit, is_of_tournament
from tapete.core.book.fault import Fault

LANGS = ("es", "en")
_MONEY_LOCALE = {"es": "es_CL", "en": "en"}
ID, TEXT = "msgid", "msgstr"


class UnknownText(KeyError):
    """No text has that key in that language."""

    def __init__(self, key: str, lang: str) -> None:
        super().__init__(key, lang)
        self.key = key
        self.lang = lang

    def __str__(self) -> str:
        return f"no text {self.key!r} in {self.lang!r}"


class BrokenTexts(ValueError):
    """A file of texts cannot be used: the file, and why."""


def t(key: str, lang: str, /, **facts: object) -> str:
    """The text with that key, its placeholders filled in.

    >>> t("clauses.lines", "en", first=54, last=60)
    'lines 54 to 60'
    """
    text = texts(lang).get(key)
    if text is None:
        raise UnknownText(key, lang)
    return text.format(**facts)


def worded(said: str, lang: str) -> str:
    """What is wrong with something that was written, in a language; any other text as it is.

    >>> worded(Fault("fault.missing", "{name} is missing", name="title"), "es")
    'falta title'
    """
    if not isinstance(said, Fault):
        return said
    facts = {
        name: worded(fact, lang) if isinstance(fact, str) else fact
        for name, fact in said.facts.items()
    }
    return t(said.key, lang, **facts)


@cache
def texts(lang: str) -> Mapping[str, str]:
    """Every text of a language by its key, from all the ``.po`` files of its folder."""
    if lang not in LANGS:
        raise ValueError(f"texts are written in {' and '.join(LANGS)}, not {lang!r}")
    return load(files("tapete") / "locale" / lang)


def load(folder: Traversable) -> Mapping[str, str]:
    """Read and join the ``.po`` files of a folder. A key may be defined only once."""
    found: dict[str, str] = {}
    home: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(".po"):
            continue
        for key, text in _messages(file):
            if key in found:
                raise BrokenTexts(f"{file.name}: {key!r} is already defined in {home[key]}")
            found[key], home[key] = text, file.name
    return MappingProxyType(found)


def _messages(file: Traversable) -> Iterator[tuple[str, str]]:
    """Keys and texts of a ``.po`` file: comments, ``msgid``, ``msgstr``, and lines that go on.

    Babel reads these files too; to read them at every start it takes ten times as long.
    """
    parts: dict[str, list[str]] = {ID: [], TEXT: []}
    last = TEXT
    seen: set[str] = set()
    lines = file.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate([*lines, f'{ID} ""'], 1):
        if not line or line.startswith("#"):
            continue
        word, _, quoted = ("", "", line) if line.startswith('"') else line.partition(" ")
        if word == ID and parts[TEXT]:
            key = "".join(parts[ID])
            if key in seen:
                raise BrokenTexts(f'{file.name}: "{key}" is defined twice')
            seen.add(key)
            if key:
                yield key, "".join(parts[TEXT])
            parts = {ID: [], TEXT: []}
        elif word and (word not in parts or word == last):
            raise BrokenTexts(f"{file.name}: line {number} is neither {ID} nor {TEXT}")
        last = word or last
        try:
            parts[last].append(_unquoted(quoted))
        except ValueError:
            raise BrokenTexts(f"{file.name}: line {number} is not a text in quotes") from None


def _unquoted(quoted: str) -> str:
    """A text out of its quotes: `ValueError` if it is in none. Most have nothing escaped."""
    text = quoted[1:-1]
    if quoted == f'"{text}"' and '"' not in text and "\\" not in text:
        return text
    return str(json.loads(quoted))


def default_lang() -> str:
    """The reader's language by the environment: English if it says so, else Spanish."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "en" if value.lower().startswith("en") else "es"
    return "es"


def pesos(amount: int, lang: str) -> str:
    """An amount of Chilean pesos as the reader writes it.

    >>> pesos(12345, "es")
    '$12.345'
    """
    with exactly(amount):
        return format_currency(amount, "CLP", locale=_MONEY_LOCALE[lang])


def money(amount: int, lang: str, unit: Unit = CLP) -> str:
    """An amount in its unit of account: pesos, play chips too being counted in them; or the chips
    of a tournament, which are worth nothing outside it (COL-7.4-01).

    >>> money(12345, "es"), money(12345, "es", "torneo:verano"), money(1, "en", "torneo:verano")
    ('$12.345', '12.345 fichas', '1 chip')
    """
    if not is_of_tournament(unit):
        return pesos(amount, lang)
    return t("money.chip" if amount == 1 else "money.chips", lang, amount=number(amount, lang))


def number(value: float, lang: str, pattern: str = "#,##0") -> str:
    """A number as the reader writes it.

    >>> number(1234.5, "es", "#,##0.0")
    '1.234,5'
    """
    with exactly(value):
        return format_decimal(value, pattern, locale=_MONEY_LOCALE[lang])


@contextmanager
def exactly(number: int | float) -> Iterator[None]:
    """Room for every digit of a number while it is written."""
    with localcontext() as context:
        context.prec = max(context.prec, len(f"{number:.0f}") + 12)
        yield
