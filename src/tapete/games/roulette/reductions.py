"""Reductions: winning bets around the number turned into plenos, so that one sum pays them all.

Two caballos are worth one pleno, three calles, four cuadros, six líneas. That holds for stake and
win together (a caballo brings 18 for 1, a pleno 36), never for the win alone (CAT-II.1.4-33,
CAT-II.2.5-46). The five-number bet (7 for 1) has no such measure and is paid by the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from tapete.core.round.bets import Stake
from tapete.games.roulette.rules import RouletteRules, kind_of

PLENO = "pleno"


class Payout(msgspec.Struct, frozen=True):
    """What one player is handed for the number, stakes included, worked out both ways.

    ``plenos`` is what his bets around the number come to in plenos; ``apart`` what is paid by the
    table either way.
    """

    seat: int
    plenos: Fraction
    by_reduction: Fraction
    by_table: Fraction
    apart: Fraction


def in_plenos(rules: RouletteRules, bet: str, amount: int) -> Fraction | None:
    """A bet in plenos; None if it cannot be reduced (línea especial, columns, simple chances).

    A caballo of 1,000 weighs as much as 500 on its number.
    """
    kind = kind_of(bet)
    if kind != PLENO and kind not in rules.reductions:
        return None
    return Fraction(amount, rules.bets[kind].covers)


def handed(rules: RouletteRules, bet: str, amount: int | Fraction) -> Fraction:
    """Stake and win of a winning bet by the pay table, before any rounding."""
    return amount * (1 + rules.pay(kind_of(bet)).ratio)


def totals(rules: RouletteRules, stakes: Iterable[Stake], number: str) -> dict[int, Payout]:
    """What each player is handed for this number, by reduction and by the pay table."""
    plenos: dict[int, Fraction] = {}
    table: dict[int, Fraction] = {}
    apart: dict[int, Fraction] = {}
    for stake in stakes:
        if number not in rules.spots[stake.bet]:
            continue
        seat, paid = stake.seat, handed(rules, stake.bet, stake.amount)
        table[seat] = table.get(seat, Fraction(0)) + paid
        reduced = in_plenos(rules, stake.bet, stake.amount)
        if reduced is None:
            apart[seat] = apart.get(seat, Fraction(0)) + paid
        else:
            plenos[seat] = plenos.get(seat, Fraction(0)) + reduced
    none = Fraction(0)
    return {
        seat: Payout(
            seat=seat,
            plenos=plenos.get(seat, none),
            by_reduction=handed(rules, PLENO, plenos.get(seat, none)) + apart.get(seat, none),
            by_table=paid,
            apart=apart.get(seat, none),
        )
        for seat, paid in table.items()
    }
