"""The registry: every game built, by its public id."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from tapete.core.game import Game
from tapete.games.cards.baccarat.game import BACCARAT
from tapete.games.cards.puntoybanca.games import MIDI, MINI, PUNTO_Y_BANCA
from tapete.games.cards.treinta.treinta import TREINTA_Y_CUARENTA
from tapete.games.cards.twentyone.games import (
    BLACK_JACK,
    CANAL_21,
    CHALLENGE_21,
    PERFECT_PAIRS,
)
from tapete.games.cards.war.war import WAR
from tapete.games.dice.chuck import CHUCK_A_LUCK
from tapete.games.dice.corona import CORONA_Y_ANCLA
from tapete.games.dice.craps.game import CRAPS, MINI_CRAPS
from tapete.games.roulette.american import (
    RULETA_AMERICANA_DOBLE_CERO,
    RULETA_AMERICANA_UN_CERO,
)
from tapete.games.roulette.big_six import BIG_SIX
from tapete.games.roulette.french import RULETA_FRANCESA

GAMES: dict[str, Game[Any, Any]] = {
    game.id: game
    for game in (
        RULETA_FRANCESA,
        RULETA_AMERICANA_UN_CERO,
        RULETA_AMERICANA_DOBLE_CERO,
        BIG_SIX,
        BLACK_JACK,
        PERFECT_PAIRS,
        CHALLENGE_21,
        CANAL_21,
        PUNTO_Y_BANCA,
        BACCARAT,
        MIDI,
        MINI,
        WAR,
        TREINTA_Y_CUARENTA,
        CRAPS,
        MINI_CRAPS,
        CORONA_Y_ANCLA,
        CHUCK_A_LUCK,
    )
}


def find(game: str) -> Game[Any, Any]:
    """The game with this id, or a KeyError that says what there is.

    >>> find("ruleta-francesa").id
    'ruleta-francesa'
    """
    if game not in GAMES:
        near = get_close_matches(game, GAMES, n=3) or list(GAMES)
        raise KeyError(f"there is no game {game}; there are: {', '.join(near)}")
    return GAMES[game]
