"""Ruleta Francesa (CAT-II.1): one zero, money chips, half or prison at zero."""

from tapete.core.round.game import Game
from tapete.games.roulette.colours import leave
from tapete.games.roulette.roulette import RouletteState, opening, play, ready
from tapete.games.roulette.rules import RouletteRules, RouletteTerms
from tapete.games.roulette.staff import RuleOnMaterial

RULETA_FRANCESA = Game(
    id="ruleta-francesa",
    rules=RouletteRules,
    terms=RouletteTerms,
    state=RouletteState,
    opening=opening,
    play=play,
    acts=(RuleOnMaterial,),
    leave=leave,
    ready=ready,
)
