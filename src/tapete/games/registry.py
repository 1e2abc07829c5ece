"""The registry: every game built, by its public id."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from tapete.core.game import Game
from tapete.games.roulette.french import RULETA_FRANCESA

GAMES: dict[str, Game[Any, Any]] = {game.id: game for game in (RULETA_FRANCESA,)}


def find(game: str) -> Game[Any, Any]:
    """The game with this id, or a KeyError that says what there is.

    >>> find("ruleta-francesa").id
    'ruleta-francesa'
    """
    if game not in GAMES:
        near = get_close_matches(game, GAMES, n=3) or list(GAMES)
        raise KeyError(f"there is no game {game}; there are: {', '.join(near)}")
    return GAMES[game]
