"""Every game whose rounds can be played again: those of the tables, and bingo."""

from __future__ import annotations

from typing import Any

from tapete.core.round.game import Game
from tapete.games import registry
from tapete.systems.bingo.game import BINGO


def find(game: str) -> Game[Any, Any]:
    """The game with this id, or a KeyError that says what there is.

    >>> find("bingo-electronico").id, find("war").id
    ('bingo-electronico', 'war')
    """
    return BINGO[game] if game in BINGO else registry.find(game)
