"""A row of a rulebook with a value is a switch that something reads; the others name a clause."""

from __future__ import annotations

import ast
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from tapete.core.rulebook import GameRules
from tapete.games.registry import find

FIGURES = ("big-six", "corona-y-ancla", "chuck-a-luck")
ROULETTES = ("ruleta-francesa", "ruleta-americana-un-cero", "ruleta-americana-doble-cero")
CAUSES = "void_"  # read together, by the way their names begin


def read_anywhere() -> set[str]:
    """Every attribute the sources read."""
    root = Path(str(resources.files("tapete")))
    return {
        node.attr
        for file in root.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }


def test_every_value_of_these_games_is_read() -> None:
    general = {field.name for field in msgspec.structs.fields(GameRules)}
    values = {
        (game, field.name)
        for game in (*FIGURES, *ROULETTES)
        for field in msgspec.structs.fields(find(game).rules)
        if field.name not in general
    }
    read = read_anywhere()
    idle = {(game, name) for game, name in values if name not in read}
    assert {row for row in idle if not row[1].startswith(CAUSES)} == set()


@pytest.mark.parametrize(
    ("game", "row", "text"),
    [
        *((game, "losers_first", "false") for game in ROULETTES),
        *((game, "wheel_bets", "true") for game in ROULETTES),
        *((game, "prison_win", "pierde") for game in ROULETTES),
        *((game, "late_bet", "se-guarda") for game in FIGURES),
    ],
)
def test_what_is_done_one_way_only_names_its_clause_and_cannot_be_set(
    game: str, row: str, text: str
) -> None:
    assert find(game).rules_of().by(row).startswith("CAT-")
    with pytest.raises(ValueError, match=row):
        find(game).rules_of(changes={row: text})
