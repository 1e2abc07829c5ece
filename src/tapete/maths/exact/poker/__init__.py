"""Poker against the bank: the first bet at best play, the bets beside it, and the progressive.

Every figure is a sum over all cards that can come, in whole numbers: as it was summed once for the
rules of the editions, else summed now. The sums are loaded only when they are wanted: they bring a
compiler with them.
"""

from __future__ import annotations

from fractions import Fraction

from tapete.core.book.money import odds as read_odds
from tapete.core.round.bets import Limits
from tapete.games.poker.bank.caribbean import CaribbeanRules
from tapete.games.poker.bank.draw import DrawRules
from tapete.games.poker.bank.go import LINE, GoRules
from tapete.games.poker.bank.rules import ANTE, BankRules
from tapete.games.poker.bank.texas_bonus import BONUS, TexasBonusRules
from tapete.games.poker.bank.texas_plus import TexasPlusRules
from tapete.games.poker.bank.tres_cartas import TresCartasRules
from tapete.maths.exact.odds import CLOSED, BetOdds, Tick, untold
from tapete.maths.exact.poker.delivered import best_play


def odds(rules: BankRules, limits: Limits, tick: Tick = untold) -> dict[str, BetOdds]:
    """The figures of every bet, for one hand at the table and a player who decides at his best.

    The first bet counts the whole round: what follows from it (second bets, a bought card) is
    counted in first bets. Of Go Poker's line a bet is one of the three.
    """
    best = best_play(rules, tick)
    main = LINE if isinstance(rules, GoRules) else ANTE
    found = {main: _odds(rules, main, best.law, {*rules.bets} - {BONUS})}
    if isinstance(rules, TexasBonusRules):
        from tapete.maths.exact.poker.side_bets import bonus_ways

        ends = bonus_ways(rules, best.goes).ends
        found[BONUS] = _odds(rules, BONUS, ends, {BONUS})
    return found


def _odds(
    rules: BankRules, bet: str, ends: tuple[tuple[Fraction, Fraction], ...], paid: set[str]
) -> BetOdds:
    """A bet with the payments of these."""
    pays = {pay.odds for pay in rules.pays.values() if pay.bet in paid}
    said = tuple(sorted(pays, key=read_odds))
    return BetOdds(bet, (bet,), rules.bets[bet].clause, said, ends, Fraction(1))


CLOSED[CaribbeanRules] = odds
CLOSED[DrawRules] = odds
CLOSED[GoRules] = odds
CLOSED[TexasBonusRules] = odds
CLOSED[TexasPlusRules] = odds
CLOSED[TresCartasRules] = odds
