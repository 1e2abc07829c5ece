"""The exact edge of every bet, as the mathematics of Tapete gives it."""

from __future__ import annotations

from functools import cache

from tapete.core.round.bets import Limits
from tapete.games.registry import find
from tapete.maths.exact import BetOdds, TooLarge
from tapete.maths.exact.kept import kept_odds


@cache
def of(game: str) -> tuple[BetOdds, ...]:
    """Every bet of the game under the default edition; none where they cannot be enumerated."""
    try:
        return tuple(kept_odds(find(game), find(game).rules_of(), Limits()).values())
    except TooLarge:
        return ()
