"""``tapete games``: what may be played."""

from __future__ import annotations

import json
import re

import pytest

from tapete.games.registry import GAMES
from tests.cli.terminal import run


def test_every_game_is_listed_with_its_editions_bets_players_and_chapter() -> None:
    rows = {row["id"]: row for row in json.loads(run("games", "--json").output)}
    assert list(rows) == list(GAMES)
    french = rows["ruleta-francesa"]
    assert french["name"] == "Ruleta Francesa"
    assert "scj-2023" in french["editions"]
    assert {"pleno", "rojo", "vecinos-de-cero"} <= set(french["bets"])
    assert french["chapter"].startswith("II.1")
    assert all(row["bets"] and row["name"] and row["chapter"] for row in rows.values())


@pytest.mark.parametrize(("lang", "name"), [("es", "Ruleta Francesa"), ("en", "French Roulette")])
def test_the_list_is_for_people_too(lang: str, name: str) -> None:
    said = run("games", lang=lang).output
    assert name in said
    assert all(game in said for game in (*GAMES, "bingo-electronico", "tres-cerezas", "keno"))
    assert not re.search(r"\b1 (apuestas|bets)", said)
