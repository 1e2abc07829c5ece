"""What a game of twenty-one is played for: the rules of an edition as the sums need them."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import msgspec

from tapete.core.money import share
from tapete.games.cards.twentyone.rules import MAIN, TwentyOneRules

ACE, TEN = 1, 10
INSURANCE = "seguro"


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The rules that decide how a hand is best played, and for how much.

    First cards of the croupier are values: 1 is the ace, 10 a ten or figure.
    """

    decks: int
    draw_max: int
    hits_soft_17: bool
    no_draw_from: int
    win: Fraction
    natural: Fraction
    even_money: Fraction
    even_money_up: tuple[int, ...]
    insurance: Fraction
    insurance_up: tuple[int, ...]
    double_totals: tuple[int, ...]
    double_after_split: bool
    max_hands: int
    resplit_aces: bool
    surrender_loss: Fraction
    surrender_up: tuple[int, ...]

    @property
    def unit(self) -> int:
        """Parts of one bet in which every result of a hand is a whole number."""
        ratios = (self.win, self.natural, self.even_money, self.surrender_loss)
        return lcm(*(ratio.denominator for ratio in ratios))

    def hands_of(self, pair: int) -> int:
        """How many hands a pair of this value can become."""
        return min(2, self.max_hands) if pair == ACE and not self.resplit_aces else self.max_hands


def terms(rules: TwentyOneRules) -> Terms:
    """The terms of Black Jack, with or without Perfect Pairs, under these rules."""
    not_against = set(values(rules.surrender_not_against))
    return Terms(
        decks=rules.decks,
        draw_max=rules.draw_max,
        hits_soft_17=rules.soft17 == "hit",
        no_draw_from=rules.no_draw_from,
        win=rules.pay(MAIN).ratio,
        natural=rules.pay(MAIN, "black-jack").ratio,
        even_money=rules.pay(MAIN, "a-la-par").ratio,
        even_money_up=values(rules.even_money_up),
        insurance=rules.pay(INSURANCE).ratio,
        insurance_up=values(rules.insurance_up),
        double_totals=tuple(sorted(rules.double_totals)),
        double_after_split=rules.double_after_split,
        max_hands=rules.max_hands,
        resplit_aces=rules.resplit_aces,
        surrender_loss=share(rules.surrender_loss),
        surrender_up=tuple(up for up in range(ACE, TEN + 1) if up not in not_against),
    )


def values(ranks: tuple[str, ...]) -> tuple[int, ...]:
    """The values of ranks as the rulebook writes them.

    >>> values(("A", "T", "K", "7"))
    (1, 7, 10)
    """
    return tuple(sorted({value_of(rank) for rank in ranks}))


def value_of(rank: str) -> int:
    """The value of a rank, the ace as 1."""
    return ACE if rank == "A" else TEN if rank in "TJQK" else int(rank)
