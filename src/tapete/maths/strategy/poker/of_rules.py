"""The rules of a game as the sums need them, and the value of the rules they cannot follow."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from tapete.games.poker.bank.caribbean import CaribbeanRules
from tapete.games.poker.bank.draw import DrawRules
from tapete.games.poker.bank.go import LINE, WINDOWS, GoRules
from tapete.games.poker.bank.rules import ANTE, BET, NOT_OPEN, BankRules, Threshold
from tapete.games.poker.bank.texas_bonus import FLOP, RIVER, TURN, TexasBonusRules
from tapete.games.poker.bank.texas_plus import TexasPlusRules
from tapete.games.poker.bank.tres_cartas import TresCartasRules
from tapete.games.poker.hands import FIVE, THREE
from tapete.maths.strategy.poker.go import BETS, GoTerms
from tapete.maths.strategy.poker.ranking import hand
from tapete.maths.strategy.poker.terms import Terms
from tapete.maths.strategy.poker.texas_bonus import BonusTerms

NUMBERS = {3: 741, 5: 7462}
"""How many hands of so many cards can be told apart."""


class DrawTerms(msgspec.Struct, frozen=True):
    """Draw Poker: the bets, and what the croupier keeps when he holds what."""

    terms: Terms
    keeps: tuple[tuple[str, int], ...]


AnyTerms = Terms | GoTerms | BonusTerms | DrawTerms


def uncovered(rules: BankRules) -> str:
    """The value of the rules that the sums cannot follow, by its name; none if they follow all."""
    sizes = {
        TexasPlusRules: 2, TexasBonusRules: 2, CaribbeanRules: 5, DrawRules: 5,
        GoRules: 3, TresCartasRules: 3,
    }  # fmt: skip
    wanted = {"decks": 1, "deck_cards": 52, "cards_each": sizes[type(rules)]}
    match rules:
        case CaribbeanRules():
            wanted |= {"bought_max": min(rules.bought_max, 1)}
            if len(rules.croupier_up) != 1:
                return "croupier_up"
        case DrawRules():
            wanted |= {"exchange_max": min(rules.exchange_max, 2)}
        case GoRules():
            wanted |= {"line": BETS, "common": len(WINDOWS)}
        case TexasPlusRules():
            wanted |= {"flop": 3, "covered_common": 2}
        case TexasBonusRules():
            wanted |= {"flop": 3, "turn": 1, "river": 1}
    if not isinstance(rules, CaribbeanRules) and rules.croupier_up:
        return "croupier_up"
    if isinstance(rules, TexasBonusRules) and rules.opens is not None:
        return "opens"
    return next((name for name, value in wanted.items() if getattr(rules, name) != value), "")


def terms_of(rules: BankRules) -> AnyTerms:
    """What the sums need of these rules."""
    match rules:
        case GoRules():
            least = _least(rules.pays_from, 5, FIVE)
            return GoTerms(_pays(rules, LINE, 5, FIVE, least), least)
        case TexasBonusRules():
            ante = _pays(rules, ANTE, 5, FIVE, _least(rules.ante_pays, 5, FIVE))
            return BonusTerms(
                stakes=(
                    Fraction(rules.bet_times),
                    Fraction(rules.turn_times),
                    Fraction(rules.river_times),
                ),
                pays=(rules.pay(FLOP).ratio, rules.pay(TURN).ratio, rules.pay(RIVER).ratio),
                ante=ante,
            )
        case DrawRules():
            keeps = tuple((row.holding, row.keep) for row in rules.croupier_draws)
            return DrawTerms(_against_bank(rules, 5, FIVE, changes=rules.exchange_max), keeps)
        case CaribbeanRules():
            price = Fraction(rules.price_times) if rules.bought_max else Fraction(0)
            return _against_bank(rules, 5, FIVE, price=price)
        case TexasPlusRules():
            return _against_bank(rules, 5, FIVE)
        case TresCartasRules():
            return _against_bank(rules, 3, THREE)
    raise TypeError(f"{rules.game} is not summed")


def _against_bank(
    rules: BankRules,
    size: int,
    order: Sequence[str],
    *,
    price: Fraction = Fraction(0),
    changes: int = 0,
) -> Terms:
    least = 0 if rules.opens is None else _least(rules.opens, size, order)
    return Terms(
        bet=Fraction(rules.bet_times),
        opens=least,
        closed=Fraction(0) if rules.opens is None else rules.pay(ANTE, NOT_OPEN).ratio,
        ante=_pays(rules, ANTE, size, order, least),
        pays=_pays(rules, BET, size, order, least),
        price=price,
        changes=changes,
    )


def _least(threshold: Threshold, size: int, order: Sequence[str]) -> int:
    """The number of the lowest hand that will do."""
    return next(
        number for number in range(NUMBERS[size]) if threshold.reached_by(hand(size, number), order)
    )


def _pays(
    rules: BankRules, bet: str, size: int, order: Sequence[str], least: int
) -> tuple[Fraction, ...]:
    """What a bet is paid by category; nothing where every hand of it is below the least."""
    from_level = hand(size, least).level
    return tuple(
        rules.pay(bet, category).ratio if level >= from_level else Fraction(0)
        for level, category in enumerate(order)
    )
