"""Ruleta Francesa (CAT-II.1): one zero, money chips, half or prison at zero."""

from tapete.core.game import Game
from tapete.games.roulette.colours import leave
from tapete.games.roulette.roulette import RouletteState, opening, play, ready
from tapete.games.roulette.rules import RouletteRules
from tapete.games.roulette.staff import rule_on_material

RULETA_FRANCESA = Game(
    id="ruleta-francesa",
    rules=RouletteRules,
    state=RouletteState,
    opening=opening,
    play=play,
    acts={"material": rule_on_material},
    leave=leave,
    ready=ready,
)
