"""Whoever compares two editions reads names: of the editions, of the rules and of their values."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from tapete.core.book.compare import book_of, changes
from tapete.core.book.rulebook import editions, rulebook
from tapete.telling.texts import LANGS, texts

WORD = re.compile(r"[a-z][a-z-]+")
VALUES = ("value", "cause", "move", "role", "hand", "bet", "game")
"""Where the page looks for the name of a value, as `wordOf` in web/src/lib/words.svelte.ts."""


def altered(lang: str) -> list[tuple[str, str, str]]:
    """What each two editions have differently in a game that has a name: what, key and value."""
    return [
        (change.what, change.key, side.value)
        for old, new in combinations(editions(), 2)
        for game in {*rulebook(old).games()} & {*rulebook(new).games()}
        if f"game.{game}" in texts(lang)
        for change in changes(book_of(old, game), book_of(new, game))
        if change.alters
        for side in (change.old, change.new)
        if side is not None
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_every_rule_and_value_that_editions_have_differently_has_a_name(lang: str) -> None:
    known, found = texts(lang), altered(lang)
    assert len(found) > 100
    rules = {f"{'option' if what == 'option' else 'rule'}.{key}"
             for what, key, _ in found if what in ("set", "option")}  # fmt: skip
    assert sorted(rules - known.keys()) == []
    values = {value for what, _, value in found if what in ("set", "option")}
    plain = " ".join(value for value in values if not value.startswith("{"))
    words = {word for word in plain.split() if WORD.fullmatch(word)}
    assert words >= {"siempre", "sin-punto"}
    unnamed = {
        word for word in words - {"true", "false"}
        if not any(f"{family}.{word}" in known for family in VALUES)
    }  # fmt: skip
    assert sorted(unnamed - {"de", "del"}) == []  # of the name of an authority


@pytest.mark.parametrize("lang", LANGS)
def test_every_edition_has_a_short_name(lang: str) -> None:
    assert [id for id in editions() if f"edition.{id}" not in texts(lang)] == []
