"""The games of twenty-one: the main bet by the book and by composition, and the bets beside it.

The solver is loaded only when it is wanted: it brings a compiler with it.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tapete.core.book.money import odds as read_odds
from tapete.core.book.money import say_odds
from tapete.core.round.bets import Limits
from tapete.core.round.cards import mazo
from tapete.games.cards.twentyone.black_jack import pair_kind
from tapete.games.cards.twentyone.canal import EQUAL
from tapete.games.cards.twentyone.challenge import ChallengeRules
from tapete.games.cards.twentyone.places import CanalRules
from tapete.games.cards.twentyone.rules import (
    AFTER_THE_DEAL,
    INSURANCE,
    PAIRS,
    TIE_BREAK,
    BlackJackRules,
    TwentyOneRules,
)
from tapete.maths.exact.odds import CLOSED, BetOdds, Tick, untold
from tapete.maths.exact.paths import TooLarge
from tapete.maths.strategy.terms import uncovered

BEST = "optima"
BOOK = "by-book"
"""The suffix of the main bet played by composition."""


def odds(rules: TwentyOneRules, limits: Limits, tick: Tick = untold) -> dict[str, BetOdds]:
    """The figures of every bet, from a fresh shoe with one hand at the table."""
    found: dict[str, BetOdds] = {}
    for bet in rules.bets:
        if bet == PAIRS:
            found[bet] = perfect_pairs(rules)
        elif not bet.startswith(AFTER_THE_DEAL):
            found |= main_bet(rules, bet, tick)
    found |= insurances(rules)
    if isinstance(rules, CanalRules):
        found[TIE_BREAK] = tie_break(rules)
    return found


def main_bet(rules: TwentyOneRules, bet: str, tick: Tick) -> dict[str, BetOdds]:
    """A main bet by the chart (totals alone) and by composition (every card of the hand).

    The chance of each result counts the whole round: doubles and splits in bets of the first.
    """
    if setting := uncovered(rules):
        raise TooLarge(f"{rules.game} has no chart under these rules", setting)
    from tapete.maths.strategy.lanes import solution

    solved = solution(rules, bet, tick)
    clause = rules.bets[bet].clause
    pays = tuple(sorted({pay.odds for pay in rules.pays.values() if pay.bet == bet}, key=_ratio))
    found: dict[str, BetOdds] = {}
    for key, results in ((bet, solved.by_totals), (f"{bet}/{BEST}", solved.by_composition)):
        ends = tuple((Fraction(net), Fraction(chance)) for net, chance in results.ends)
        found[key] = BetOdds(key, (bet,), clause, pays, ends, Fraction(1), False, BOOK)
    return found


def _ratio(odds: str) -> Fraction:
    return Fraction(*map(int, odds.split(":")))


def insurances(rules: TwentyOneRules) -> dict[str, BetOdds]:
    """Every insurance, knowing only the croupier's first card. What the player holds is as likely
    to be any other cards, so it changes nothing on average."""
    found: dict[str, BetOdds] = {}
    tens, aces, others = 16 * rules.decks, 4 * rules.decks, 52 * rules.decks - 1
    for pay in rules.pays.values():
        if not pay.bet.startswith(INSURANCE):
            continue
        natural = Fraction(aces if pay.on == "figura" else tens, others)
        ends = ((Fraction(-1), 1 - natural), (pay.ratio, natural))
        key = f"{pay.bet}/{pay.on}" if pay.on else pay.bet
        found[key] = BetOdds(key, (pay.bet,), pay.clause, (pay.odds,), ends, Fraction(1))
    return found


def tie_break(rules: CanalRules) -> BetOdds:
    """The tie-break of two Canal 21, from a fresh shoe, for each of its two bets.

    Two aces and two tens or figures are out. A 21 in more cards has others out, which moves the
    chance of equal cards a little.
    """
    rank = 4 * rules.decks
    aces, tens, cards = rank - 2, 4 * rank - 2, 13 * rank - 4
    # Whatever tens are out, two others are of one rank as often as any two.
    of_one_rank = Fraction(rank - 1, 4 * rank - 1)
    pairs = 8 * rank * (rank - 1) + aces * (aces - 1) + tens * (tens - 1) * of_one_rank
    equal = pairs / (cards * (cards - 1))
    apart = (1 - equal) / 2  # either card is as likely to be the higher one
    pay, equal_pays = rules.pay(TIE_BREAK), read_odds(rules.option(EQUAL))
    nets = {Fraction(-1): apart, pay.ratio: apart}
    nets[equal_pays] = nets.get(equal_pays, Fraction(0)) + equal
    paid = tuple(say_odds(net) for net in sorted(nets) if net > 0)
    ends = tuple(sorted(nets.items()))
    return BetOdds(TIE_BREAK, (TIE_BREAK,), rules.bets[TIE_BREAK].clause, paid, ends, Fraction(1))


def perfect_pairs(rules: TwentyOneRules) -> BetOdds:
    """Two cards from the full shoe: whatever the first is, the second decides."""
    left = mazo(rules.decks)
    first = next(iter(left))
    left[first] -= 1
    kinds: Counter[str] = Counter()
    for card, number in left.items():
        kinds[pair_kind([first, card])] += number
    cards = sum(kinds.values())
    nets: Counter[Fraction] = Counter()
    for kind, number in kinds.items():
        nets[rules.pay(PAIRS, kind).ratio if kind else Fraction(-1)] += number
    ends = tuple((net, Fraction(number, cards)) for net, number in sorted(nets.items()))
    paid = tuple(say_odds(net) for net, _ in ends if net > 0)
    return BetOdds(PAIRS, (PAIRS,), rules.bets[PAIRS].clause, paid, ends, Fraction(1))


CLOSED[BlackJackRules] = odds
CLOSED[ChallengeRules] = odds
CLOSED[CanalRules] = odds
