"""Every clause is shown by a test, overruled or excused with a reason; every citation stands, and
a clause of the table, a system or the floor is shown there."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tapete.cli.coverage import Coverage, checkout, coverage
from tapete.core.book.clause import Clause, register
from tapete.games.registry import GAMES

ROOT = checkout() or Path()
BESIDES = ("general", "progresivo", "torneo")
"""What a clause may speak of besides a game: every game, the pot beside some, or tournaments."""


@cache
def read() -> Coverage:
    root = checkout()
    assert root is not None
    return coverage(root)


def is_built(clause: Clause) -> bool:
    """Whether every game the clause speaks of can be played here."""
    return all(game in GAMES or game in BESIDES for game in clause.games)


def test_every_citation_and_every_excuse_stands() -> None:
    assert read().problems == ()


def test_every_excuse_has_a_reason() -> None:
    assert read().excuses
    assert all(id in register() and reason for id, reason in read().excuses.items())


def test_every_clause_is_in_one_state_only() -> None:
    states = (read().tests.keys(), read().overruled.keys(), read().excuses.keys())
    assert len(frozenset().union(*states)) == sum(len(ids) for ids in states)


def test_the_built_chapters_are_those_of_wheel_dice_cards_and_the_progressive() -> None:
    built = [clause for clause in register().values() if is_built(clause)]
    chapters = {".".join(clause.section.split(".")[:2]) for clause in built}
    cards = {"III.1", "III.2", "III.3", "III.4", "III.5", "III.6"}
    assert {"I.1", "I.4", "II.1", "II.2", "II.3", "IV.1", "IV.2", "IV.3", *cards} <= chapters
    assert {"3.1", "4.1", "2.4"} <= chapters  # Bolivia
    assert len(built) >= 1580


def test_every_clause_of_the_built_chapters_is_tested_overruled_or_excused() -> None:
    built = [clause.id for clause in register().values() if is_built(clause)]
    missing = read().missing(built)
    assert not missing, f"{len(missing)} in no state: {' '.join(missing)}"


LAYERS = {
    "floor": ("tapete.floor", "tests.browser"),
    "table": ("tapete.core.table.table", "tapete.scenario", "tapete.cli.terminal", "tapete.floor"),
    # What a pot pays is decided in the round of the game beside it.
    "system": ("tapete.systems", "tapete.games.poker.progressive", "tapete.floor"),
}
"""What a test imports, by itself or through what helps it, that goes through a layer."""


@cache
def imported(file: Path) -> frozenset[str]:
    """Every module a test file imports, and those that its own helpers import."""
    found, left = {f"tests.{file.parent.name}"}, [file]
    seen = set()
    while left:
        here = left.pop()
        seen.add(here)
        for node in ast.walk(ast.parse(here.read_text("utf-8"))):
            if not isinstance(node, ast.ImportFrom) or not node.module:
                continue
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
            helper = ROOT / f"{node.module.replace('.', '/')}.py"
            if node.module.startswith("tests.") and helper.is_file() and helper not in seen:
                left.append(helper)
    return frozenset(found)


def goes_through(place: str, layer: str) -> bool:
    """Whether the test at this place goes through a layer; a scenario is played at a table."""
    file = ROOT / place.partition("::")[0]
    if file.suffix == ".toml":
        return layer == ("system" if "scenario/torneo" in place else "table")
    names = imported(file)
    return any(name == door or name.startswith(f"{door}.") for name in names
               for door in LAYERS[layer])  # fmt: skip


@pytest.mark.parametrize("layer", LAYERS)
def test_a_clause_is_shown_by_a_test_that_goes_through_the_layer_it_speaks_of(layer: str) -> None:
    elsewhere = [
        clause.id
        for clause in register().values()
        if clause.where == layer and is_built(clause) and clause.id in read().tests
        and not any(goes_through(place, layer) for place in read().tests[clause.id])
    ]  # fmt: skip
    assert elsewhere == []
