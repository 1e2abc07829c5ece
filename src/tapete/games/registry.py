"""The registry: every game built, by its public id."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from tapete.core.book.fault import Fault
from tapete.core.round.game import Game
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
from tapete.games.poker.bank.caribbean import CARIBBEAN_POKER, CARIBBEAN_POKER_PLUS
from tapete.games.poker.bank.draw import DRAW_POKER
from tapete.games.poker.bank.go import GO_POKER
from tapete.games.poker.bank.texas_bonus import TEXAS_HOLDEM_BONUS
from tapete.games.poker.bank.texas_plus import TEXAS_HOLDEM_PLUS
from tapete.games.poker.bank.tres_cartas import POKER_TRES_CARTAS
from tapete.games.poker.circle.games import (
    OMAHA,
    SEVEN_STUD,
    STUD,
    TEXAS_CON_LIMITES,
    TEXAS_SIN_LIMITES,
)
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
        CARIBBEAN_POKER,
        CARIBBEAN_POKER_PLUS,
        DRAW_POKER,
        POKER_TRES_CARTAS,
        GO_POKER,
        STUD,
        SEVEN_STUD,
        TEXAS_CON_LIMITES,
        TEXAS_SIN_LIMITES,
        TEXAS_HOLDEM_PLUS,
        TEXAS_HOLDEM_BONUS,
        OMAHA,
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
        raise KeyError(
            Fault(
                "fault.no-game",
                "there is no game {game}; there are: {known}",
                game=game,
                known=", ".join(near),
            )
        )
    return GAMES[game]
