"""The exact edge of every bet, as the mathematics of Tapete gives it."""

from __future__ import annotations

from functools import cache

from tapete.games.registry import find
from tapete.maths.exact import BetOdds, TooLarge, exact_odds


@cache
def of(game: str) -> tuple[BetOdds, ...]:
    """Every bet of the game under the default edition; none where they cannot be enumerated."""
    try:
        return tuple(exact_odds(find(game), find(game).rules_of()).values())
    except TooLarge:
        return ()
