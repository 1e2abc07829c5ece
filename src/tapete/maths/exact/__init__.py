"""The exact lane: the game's own round played over every answer of chance, in exact fractions.

Games with too many ways have a lane of their own (`CLOSED`), reading the same rules.
"""

from tapete.maths.exact import baccarat as baccarat
from tapete.maths.exact import poker as poker
from tapete.maths.exact import puntoybanca as puntoybanca
from tapete.maths.exact import treinta as treinta
from tapete.maths.exact import twentyone as twentyone
from tapete.maths.exact import war as war
from tapete.maths.exact.chain import Endless
from tapete.maths.exact.odds import BetOdds, exact_odds
from tapete.maths.exact.paths import TooLarge

__all__ = ["BetOdds", "Endless", "TooLarge", "exact_odds"]
