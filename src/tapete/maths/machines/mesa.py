"""The par sheet of a table game behind a machine: the odds of the game itself (CAT-VI.3-06)."""

from __future__ import annotations

from fractions import Fraction

from tapete.games.registry import find
from tapete.maths.exact import BetOdds, exact_odds
from tapete.maths.machines.figures import ParLevel, ParRow, Top
from tapete.systems.machines.program import Mesa

ZERO = Fraction(0)
SURE = 10
"""Decimals that stand where chances are sums of the machine's numbers: the last bits of those are
other on another processor, and no fraction is made of them."""


def mesa_levels(program: Mesa) -> tuple[list[ParLevel], dict[str, ParRow]]:
    """Every bet of the game at every denomination; a bet with a choice at its best."""
    game = find(program.game)
    best: dict[str, BetOdds] = {}
    for odds in exact_odds(game, game.rules_of(program.rules)).values():
        for bet in odds.members:
            if bet not in best or odds.back > best[bet].back:
                best[bet] = odds
    levels = [
        ParLevel(
            bet=bet,
            denomination=denomination,
            stake=denomination,
            base=_sure(odds, odds.back),
            features=ZERO,
            pot=ZERO,
            hit=_sure(odds, sum((chance for net, chance in odds.ends if net > -1), ZERO)),
            variance=_sure(odds, odds.variance),
            top=_top(odds, denomination),
        )
        for bet, odds in best.items()
        for denomination in program.denominations
    ]
    return levels, {}


def _top(odds: BetOdds, denomination: int) -> Top:
    """The most that one unit of this bet brings back, stake included, and its chance."""
    net, chance = max(odds.ends)
    return Top(int((1 + net) * denomination), _sure(odds, chance))


def _sure(odds: BetOdds, value: Fraction) -> Fraction:
    return value if odds.exact else round(value, SURE)
