"""Baccarat, exactly: both sides for each thing the largest punto bettor may always do on five."""

from __future__ import annotations

from fractions import Fraction

from tapete.core.round.bets import Limits
from tapete.games.cards.baccarat.round import DRAW, STAND
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.puntoybanca.hand import EMPATE
from tapete.maths.exact.odds import CLOSED, BetOdds, Tick
from tapete.maths.exact.puntoybanca import chances


def odds(rules: BaccaratRules, limits: Limits, tick: Tick) -> dict[str, BetOdds]:
    """The figures of punto and banca by what is done on five (``punto/pedir``, ...).

    Banca's winnings bear the plan's commission: so it is for the banker, on what is staked
    against him, and for whoever bets beside him.
    """
    found: dict[str, BetOdds] = {}
    for choice in (DRAW, STAND):
        chance = chances(rules, draws_on_five=choice == DRAW)
        for bet, row in rules.bets.items():
            pay = rules.pay(bet)
            kept = 1 - limits.commission if bet == rules.commission else Fraction(1)
            lost = 1 - chance[bet] - chance[EMPATE]
            ends = (
                (Fraction(-1), lost),
                (Fraction(0), chance[EMPATE]),
                (pay.ratio * kept, chance[bet]),
            )
            key = f"{bet}/{choice}"
            found[key] = BetOdds(key, (bet,), row.clause, (pay.odds,), ends, Fraction(1))
    return found


CLOSED[BaccaratRules] = odds
