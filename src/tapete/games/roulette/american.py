"""Ruleta Americana (CAT-II.2), with one zero and with two: colour chips, half lost at zero."""

from tapete.core.round.game import Game
from tapete.games.roulette.colours import ACTS, leave
from tapete.games.roulette.roulette import RouletteState, opening, play, ready
from tapete.games.roulette.rules import RouletteRules, RouletteTerms
from tapete.games.roulette.staff import RuleOnMaterial


def _american(id: str) -> Game[RouletteRules, RouletteState]:
    return Game(
        id=id,
        rules=RouletteRules,
        terms=RouletteTerms,
        state=RouletteState,
        opening=opening,
        play=play,
        acts=(RuleOnMaterial, *ACTS),
        leave=leave,
        ready=ready,
    )


RULETA_AMERICANA_UN_CERO = _american("ruleta-americana-un-cero")
RULETA_AMERICANA_DOBLE_CERO = _american("ruleta-americana-doble-cero")
