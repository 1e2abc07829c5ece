"""Whom a duty binds: a breach can be held only against the person the clause speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Literal, TypeAlias

from tapete.core.book.clause import Clause, ClauseId, register
from tapete.core.book.datafile import BrokenFile, line_of, read_toml
from tapete.core.book.overruled import overruled
from tapete.core.book.rulebook import rulebook

SUBJECTS = "clauses/subjects.toml"
DUTIES = ("obligation", "prohibition")

Subject: TypeAlias = Literal[
    "player", "right", "croupier", "chief", "operator", "spectator", "barred"
]


@cache
def subjects() -> Mapping[ClauseId, Subject]:
    """Whom every duty of the documents binds.

    >>> subjects()["CAT-I.5.2-05"], subjects()["CAT-I.5.4-01"], subjects()["CAT-II.1.5.2-01"]
    ('player', 'operator', 'right')
    """
    file = resources.files("tapete") / "clauses" / "subjects.toml"
    return read_subjects(file.read_text("utf-8"))


def read_subjects(text: str) -> Mapping[ClauseId, Subject]:
    """Read the file; every duty stands in it once, and nothing else does."""
    found: dict[ClauseId, Subject] = {}
    for subject, ids in read_toml(text, SUBJECTS, dict[Subject, tuple[ClauseId, ...]]).items():
        for i, id in enumerate(ids):
            known = register().get(id)
            if known is None or known.kind not in DUTIES or id in found:
                reason = f"{id} is no duty, or stands twice"
                raise BrokenFile(SUBJECTS, line_of(text, (subject, i)), reason)
            found[id] = subject
    missing = [id for id, one in register().items() if one.kind in DUTIES and id not in found]
    if missing:
        raise BrokenFile(SUBJECTS, 1, f"nobody is named for {', '.join(missing)}")
    return MappingProxyType(found)


@cache
def player_duties(game: str, edition: str) -> tuple[Clause, ...]:
    """The duties and prohibitions of a player of a game under an edition: the game's own clauses
    first, then those of every game.

    >>> [clause.id for clause in player_duties("ruleta-francesa", "scj-2023")][:2]
    ['CAT-II.1.5.3-01', 'CAT-II.1.5.3-02']
    """
    documents = {one.edition for one in rulebook(edition).chain}
    found = [
        register()[id]
        for id, subject in subjects().items()
        if subject == "player" and id not in overruled()
    ]
    ruling = [clause for clause in found if clause.document.edition in documents]
    own = [clause for clause in ruling if game in clause.games]
    return (*own, *(clause for clause in ruling if "general" in clause.games))
