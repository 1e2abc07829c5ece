"""The exact lane: the game's own round played over every answer of chance, in exact fractions."""

from tapete.maths.exact.odds import BetOdds, TooLarge, exact_odds

__all__ = ["BetOdds", "TooLarge", "exact_odds"]
