"""Ruleta Francesa (CAT-II.1): one zero, money chips, half or prison at zero."""

from tapete.core.game import Game
from tapete.games.roulette.cloth import RouletteRules
from tapete.games.roulette.roulette import RouletteState, opening, play

RULETA_FRANCESA = Game(
    id="ruleta-francesa", rules=RouletteRules, state=RouletteState, opening=opening, play=play
)
