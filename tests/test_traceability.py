"""Every clause is shown by a test or excused with a reason, and every citation stands."""

from __future__ import annotations

from functools import cache

from tapete.cli.coverage import Coverage, checkout, coverage
from tapete.core.clause import Clause, register
from tapete.games.registry import GAMES

RESOLUTION = "RES"
"""Articles of a resolution on its own coming into force, not on any table."""


BESIDES = ("general", "progresivo")
"""What a clause may speak of besides a game: every game, or the pot beside some."""


@cache
def read() -> Coverage:
    root = checkout()
    assert root is not None
    return coverage(root)


def is_built(clause: Clause) -> bool:
    """Whether every game the clause speaks of can be played here."""
    games = all(game in GAMES or game in BESIDES for game in clause.games)
    return games and clause.section != RESOLUTION


def test_every_citation_and_every_excuse_stands() -> None:
    assert read().problems == ()


def test_every_excuse_has_a_reason() -> None:
    assert read().excuses
    assert all(id in register() and reason for id, reason in read().excuses.items())


def test_no_clause_is_both_tested_and_excused() -> None:
    assert sorted(read().tests.keys() & read().excuses.keys()) == []


def test_the_built_chapters_are_those_of_wheel_dice_cards_and_the_progressive() -> None:
    built = [clause for clause in register().values() if is_built(clause)]
    chapters = {".".join(clause.section.split(".")[:2]) for clause in built}
    cards = {"III.1", "III.2", "III.3", "III.4", "III.5", "III.6"}
    assert {"I.1", "I.4", "II.1", "II.2", "II.3", "IV.1", "IV.2", "IV.3", *cards} <= chapters
    assert {"3.1", "4.1", "2.4"} <= chapters  # Bolivia
    assert len(built) >= 1580


def test_every_clause_of_the_built_chapters_is_tested_or_excused() -> None:
    built = [clause.id for clause in register().values() if is_built(clause)]
    missing = read().missing(built)
    assert not missing, f"{len(missing)} neither tested nor excused: {' '.join(missing)}"
