"""What a game of twenty-one is played for: the rules of an edition as the sums need them."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

import msgspec

from tapete.core.book.money import odds
from tapete.core.book.rulebook import GameRules
from tapete.games.cards.twentyone.canal import EQUAL
from tapete.games.cards.twentyone.challenge import ChallengeRules
from tapete.games.cards.twentyone.hand import TARGET, TENS
from tapete.games.cards.twentyone.places import CanalRules
from tapete.games.cards.twentyone.rules import (
    INSURANCE,
    MAIN,
    TIE_BREAK,
    TwentyOneRules,
)

ACE, TEN = 1, 10
MOST_HANDS = 5
"""Hands that are followed where any number may be split. The fifth moves the edge of Canal 21 by
0.0020%; what is left out is 0.00038% of the bet (with eight hands the edge is 0.798182%, and takes
seven seconds more)."""

MOST_SPLIT = 8
"""Hands a chart can follow: the orders in which more can be split are too many to go through."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The rules that decide how a hand is best played, and for how much.

    First cards of the croupier are values: 1 is the ace, 10 a ten or figure. ``insurance`` says
    what it pays by first card. ``others`` are the first cards of the bank's other hands, where each
    has one of its own and an equal bet faces each.
    """

    decks: int
    draw_max: int
    hits_soft_17: bool
    no_draw_from: int
    win: Fraction
    natural: Fraction
    even_money: Fraction
    even_money_up: tuple[int, ...]
    insurance: tuple[tuple[int, Fraction], ...]
    double_totals: tuple[int, ...]
    double_soft: bool
    double_after_split: bool
    max_hands: int
    resplit_aces: bool
    surrender_loss: Fraction
    surrender_up: tuple[int, ...]
    surrender_split: bool
    others: tuple[int, ...] = ()

    @property
    def unit(self) -> int:
        """Parts of one bet in which every result of a hand is a whole number."""
        ratios = (self.win, self.natural, self.even_money, self.surrender_loss)
        return lcm(*(ratio.denominator for ratio in ratios))

    def hands_of(self, pair: int) -> int:
        """How many hands a pair of this value can become."""
        return min(2, self.max_hands) if pair == ACE and not self.resplit_aces else self.max_hands


class CanalTerms(Terms, frozen=True, kw_only=True):
    """What only Canal 21 has: bonuses on the first three cards, and the tie-break."""

    trio: Fraction
    straight: Fraction
    sevens: Fraction
    sevens_suited: Fraction
    tie_win: Fraction
    tie_equal: Fraction

    @property
    def bonuses(self) -> tuple[Fraction, ...]:
        """What each kind of bonus pays; the first is none."""
        return (Fraction(0), self.trio, self.straight, self.sevens, self.sevens_suited)

    @property
    def unit(self) -> int:
        ratios = (*self.bonuses, self.tie_win, self.tie_equal)
        return lcm(super().unit, *(ratio.denominator for ratio in ratios))


def terms(rules: TwentyOneRules, bet: str = MAIN, others: tuple[int, ...] = ()) -> Terms:
    """The terms of a bet of Black Jack or Challenge 21 under these rules.

    In Challenge 21 one hand is played against two or three of the bank. All from one base card,
    each bet is worth the same as if it stood alone, and is best played the same way. Where each
    hand has a first card of its own, ``others`` are those of the hands after the first.
    """
    insurance = rules.pay(insurance_of(bet)).ratio
    return Terms(
        **_common(rules, bet, "black-jack"),
        insurance=tuple((up, insurance) for up in values(rules.insurance_up)),
        others=tuple(sorted(others)),
    )


def canal_terms(rules: CanalRules) -> CanalTerms:
    """The terms of Canal 21 under these rules."""
    by_first = {ACE: "as", TEN: "figura"}
    return CanalTerms(
        **_common(rules, MAIN, "canal-21"),
        insurance=tuple(
            (up, rules.pay(INSURANCE, by_first[up]).ratio) for up in values(rules.insurance_up)
        ),
        trio=rules.pay(MAIN, "trio").ratio,
        straight=rules.pay(MAIN, "escalera-de-color").ratio,
        sevens=rules.pay(MAIN, "tres-sietes").ratio,
        sevens_suited=rules.pay(MAIN, "tres-sietes-de-una-pinta").ratio,
        tie_win=rules.pay(TIE_BREAK).ratio,
        tie_equal=odds(rules.option(EQUAL)),
    )


def _common(rules: TwentyOneRules, bet: str, natural: str) -> dict[str, Any]:
    every = range(ACE, TEN + 1)
    not_against = set(values(rules.surrender_not_against))
    if rules.surrender == "no":
        not_against = {*every}
    return dict(
        decks=rules.decks,
        draw_max=rules.draw_max,
        hits_soft_17=rules.soft17 == "hit",
        no_draw_from=rules.no_draw_from,
        win=rules.pay(bet).ratio,
        natural=rules.pay(bet, natural).ratio,
        even_money=rules.pay(bet, "a-la-par").ratio,
        even_money_up=values(rules.even_money_up),
        double_totals=tuple(sorted(rules.double_totals)),
        double_soft=rules.double_soft,
        double_after_split=rules.double_after_split,
        max_hands=MOST_HANDS if rules.max_hands is None else rules.max_hands,
        resplit_aces=rules.resplit_aces,
        surrender_loss=rules.surrender_loss,
        surrender_up=tuple(up for up in every if up not in not_against),
        surrender_split=rules.surrender_split,
    )


class NotSolved(Exception):
    """There is no chart for this game under these rules."""


def is_solved(rules: GameRules, others: tuple[int, ...] = ()) -> bool:
    """Whether there is a chart for the game under these rules, and with these other first cards."""
    return isinstance(rules, TwentyOneRules) and not uncovered(rules, others)


def uncovered(rules: TwentyOneRules, others: tuple[int, ...] = ()) -> str:
    """The value of the rules that a chart cannot follow, by its name; none if it follows all.

    A chart goes by totals and by values: a ten and a king are one card to it. It has a column for
    each first card of the bank; where each hand of the bank has one, the ``others`` are given.
    """
    if rules.split_by != "valor":
        return "split_by"
    if isinstance(rules, ChallengeRules) and has_other_cards(rules) != bool(others):
        return "base_card"
    if rules.draw_max >= TARGET:
        return "draw_max"  # the bank would draw until it goes over
    if rules.no_draw_from > TARGET:
        return "no_draw_from"
    if rules.max_hands is not None and rules.max_hands > MOST_SPLIT:
        return "max_hands"
    for name in ("surrender_not_against", "even_money_up", "insurance_up"):
        if 0 < sum(rank in TENS for rank in getattr(rules, name)) < len(TENS):
            return name
    return ""


def has_other_cards(rules: GameRules) -> bool:
    """Whether each hand of the bank has a first card of its own."""
    return isinstance(rules, ChallengeRules) and rules.base_card == "una-por-mano"


def insurance_of(bet: str) -> str:
    """The insurance beside a bet.

    >>> insurance_of("principal"), insurance_of("mano-2")
    ('seguro', 'seguro-2')
    """
    return INSURANCE if bet == MAIN else bet.replace("mano", INSURANCE)


def values(ranks: tuple[str, ...]) -> tuple[int, ...]:
    """The values of ranks as the rulebook writes them.

    >>> values(("A", "T", "K", "7"))
    (1, 7, 10)
    """
    return tuple(sorted({value_of(rank) for rank in ranks}))


def value_of(rank: str) -> int:
    """The value of a rank, the ace as 1."""
    return ACE if rank == "A" else TEN if rank in "TJQK" else int(rank)
