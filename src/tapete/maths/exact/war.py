"""War, exactly: the first cards and the war cards drawn without replacement from the full shoe.

Cards burned unseen change nothing: any four cards of a shuffled shoe are as good as the first.
The figures are of one player alone, per unit of his first bet.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tapete.core.round.bets import Limits
from tapete.core.round.cards import mazo
from tapete.games.cards.war.rules import BONUS, GUERRA, MAIN, RENDIRSE, TIE, WarRules
from tapete.maths.exact.odds import CLOSED, BetOdds, Tick, untold

BEST = "optima"

Ends = dict[Fraction, Fraction]
"""The chance of each net."""


def first_ties(rules: WarRules) -> dict[int, Fraction]:
    """The chance that the first two cards are both of a value, for each value."""
    left = _counts(rules)
    cards = sum(left.values())
    return {v: Fraction(n * (n - 1), cards * (cards - 1)) for v, n in left.items()}


def war_tied(rules: WarRules, value: int) -> Fraction:
    """The chance that the war cards tie too, after a first tie of this value."""
    left = _counts(rules)
    left[value] -= 2
    cards = sum(left.values())
    return Fraction(sum(n * (n - 1) for n in left.values()), cards * (cards - 1))


def _counts(rules: WarRules) -> Counter[int]:
    left: Counter[int] = Counter()
    for card, count in mazo(rules.decks).items():
        left[rules.value(card)] += count
    return left


def at_war(rules: WarRules, value: int) -> Ends:
    """What a war is worth after a first tie of this value: two bets, and the bonus of a tie.

    Whoever draws first, either is as likely to have the higher card.
    """
    tied = war_tied(rules, value)
    bets = 1 + rules.war_bet
    won = bets * rules.pay(MAIN, GUERRA).ratio
    higher = (1 - tied) / 2
    return {won: higher, -bets: higher, won + rules.pay(MAIN, BONUS).ratio: tied}


def surrendered(rules: WarRules) -> Ends:
    return {-rules.surrender_loss: Fraction(1)}


def odds(rules: WarRules, limits: Limits, tick: Tick = untold) -> dict[str, BetOdds]:
    """The figures of the war bet under each way to meet a tie, and of the bet on the tie.

    ``optima`` takes, tie by tie, whichever of war and surrender is worth more.
    """
    ties = first_ties(rules)
    wars = {value: at_war(rules, value) for value in ties}
    given_up = surrendered(rules)
    ways: dict[str, dict[int, Ends]] = {
        GUERRA: wars,
        RENDIRSE: dict.fromkeys(ties, given_up),
        BEST: {value: max(war, given_up, key=_mean) for value, war in wars.items()},
    }
    found = {}
    for choice, after in ways.items():
        ends = _first_cards(rules, ties)
        for value, tie in ties.items():
            for net, chance in after[value].items():
                ends[net] = ends.get(net, Fraction(0)) + tie * chance
        paid = {rules.pay(MAIN).odds}
        if any(after[value] is wars[value] for value in ties):
            paid |= {rules.pay(MAIN, GUERRA).odds, rules.pay(MAIN, BONUS).odds}
        found[f"{MAIN}/{choice}"] = _odds(rules, f"{MAIN}/{choice}", MAIN, ends, paid)
    tie = sum(ties.values(), Fraction(0))
    row = rules.pay(TIE)
    found[TIE] = _odds(rules, TIE, TIE, {Fraction(-1): 1 - tie, row.ratio: tie}, {row.odds})
    return found


def _first_cards(rules: WarRules, ties: dict[int, Fraction]) -> Ends:
    higher = (1 - sum(ties.values(), Fraction(0))) / 2
    return {Fraction(-1): higher, rules.pay(MAIN).ratio: higher}


def _mean(ends: Ends) -> Fraction:
    return sum((net * chance for net, chance in ends.items()), Fraction(0))


def _odds(rules: WarRules, key: str, bet: str, ends: Ends, paid: set[str]) -> BetOdds:
    clause = rules.bets[bet].clause
    return BetOdds(
        key, (bet,), clause, tuple(sorted(paid)), tuple(sorted(ends.items())), Fraction(1)
    )


CLOSED[WarRules] = odds
