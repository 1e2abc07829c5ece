"""Players for the benches: one who always makes the same bets, one who bets at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.chance import seeded
from tapete.core.round.ask import Ask, ChanceAsk
from tapete.core.round.bets import Place, Slip
from tapete.core.round.betting import BetWindow

Answerer = Callable[[Ask[Any]], Any]
SEAT = 1


def at_random(seed: int) -> Answerer:
    """Anything legal, chance and bets alike."""
    pick = seeded(seed)
    return lambda ask: ask.some(pick)


def always(bets: dict[str, int], chance: Answerer) -> Answerer:
    """These bets whenever they do not stand; ``chance`` answers the rest."""

    def answer(ask: Ask[Any]) -> Any:
        if isinstance(ask, ChanceAsk):
            return chance(ask)
        if isinstance(ask, BetWindow):
            return slip(ask, bets)
        if ask.silence is not None:
            return ask.silence
        return chance(ask)

    return answer


def slip(window: BetWindow, bets: dict[str, int]) -> Slip:
    """Those of the bets that do not stand already."""
    down = {stake.bet for stake in window.standing if stake.seat == SEAT}
    return Slip(tuple(Place(SEAT, bet, stake) for bet, stake in bets.items() if bet not in down))
