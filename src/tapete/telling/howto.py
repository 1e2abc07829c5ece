"""How a game is played, in thirty seconds: the sentences of the regulation that say it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import msgspec

from tapete.core.book.clause import ClauseId, clause, text


class Sentence(msgspec.Struct, frozen=True, kw_only=True):
    """A rule in the reader's language, and its clause."""

    clause: ClauseId
    text: str


class HowTo(msgspec.Struct, frozen=True, kw_only=True):
    """What is won, what one does, and what beats what."""

    game: str
    aim: tuple[Sentence, ...]
    course: tuple[Sentence, ...] = ()
    beats: tuple[Sentence, ...] = ()


@cache
def chosen() -> dict[str, dict[str, tuple[ClauseId, ...]]]:
    """The clauses that say how each game is played, by game and part."""
    rows = tomllib.loads((resources.files(__package__) / "howto.toml").read_text("utf-8"))
    return {game: {part: tuple(ids) for part, ids in row.items()} for game, row in rows.items()}


def how_to(game: str, lang: str) -> HowTo:
    """How a game is played. `KeyError`: there is no such game.

    >>> how_to("war", "es").beats[0].clause
    'CAT-III.4.4-15'
    """
    parts = {
        part: tuple(Sentence(clause=id, text=text(clause(id), lang)) for id in ids)
        for part, ids in chosen()[game].items()
    }
    return HowTo(game=game, **parts)
