"""Punto y Banca, exactly: every hand of six cards drawn without replacement from the full shoe.

Only values matter, so the cards are counted by value and hands are gone through value by value,
in whole numbers; who draws is asked of the same functions and the same rules as in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from tapete.core.round.bets import Limits
from tapete.core.round.cards import Card, mazo
from tapete.games.cards.puntoybanca.hand import (
    BANCA,
    EMPATE,
    PUNTO,
    HandRules,
    banca_draws,
    is_natural,
    punto_draws,
    units,
    value,
    winner,
)
from tapete.games.cards.puntoybanca.rules import PuntoYBancaRules
from tapete.maths.exact.odds import CLOSED, BetOdds, Tick, untold

VALUES = range(10)
Counts = list[int]
Weight = int


def chances(rules: HandRules, *, draws_on_five: bool = True) -> dict[str, Fraction]:
    """The chance of punto, banca and empate in the first coup of a shoe.

    ``draws_on_five`` is what the player chooses where the rules let one decide for punto.
    """
    return dict(_chances(_key(rules), rules.decks, draws_on_five))


Key = tuple[tuple[bool | None, ...], tuple[tuple[bool, ...], ...], tuple[bool, ...]]


def _key(rules: HandRules) -> Key:
    """The drawing table, asked once for every total: who draws, and on what."""
    thirds = (*VALUES, None)
    return (
        tuple(punto_draws(rules, total) for total in VALUES),
        tuple(tuple(banca_draws(rules, total, third) for third in thirds) for total in VALUES),
        tuple(is_natural(rules, total) for total in VALUES),
    )


@cache
def _chances(key: Key, decks: int, draws_on_five: bool) -> tuple[tuple[str, Fraction], ...]:
    punto_table, banca_table, natural = key
    left = _counts(decks)
    cards = sum(left)
    ways = {PUNTO: 0, BANCA: 0, EMPATE: 0}
    # Every end is weighed as an ordered draw of six cards, those not needed included.
    one_left, two_left = cards - 5, (cards - 4) * (cards - 5)
    for punto, of_punto in _two_cards(left):
        for banca, of_both in _two_cards(left, of_punto):
            if natural[punto] or natural[banca]:
                ways[winner(punto, banca)] += of_both * two_left
                continue
            draws = punto_table[punto]
            if draws_on_five if draws is None else draws:
                for third, weight in _one_card(left, of_both):
                    total = units(punto + third)
                    if banca_table[banca][third]:
                        for fourth, each in _one_card(left, weight):
                            ways[winner(total, units(banca + fourth))] += each
                    else:
                        ways[winner(total, banca)] += weight * one_left
            elif banca_table[banca][-1]:
                for third, weight in _one_card(left, of_both):
                    ways[winner(punto, units(banca + third))] += weight * one_left
            else:
                ways[winner(punto, banca)] += of_both * two_left
    every = sum(ways.values())
    return tuple((side, Fraction(count, every)) for side, count in ways.items())


def _counts(decks: int) -> Counts:
    """How many cards of each value the shoe holds.

    >>> _counts(8)
    [128, 32, 32, 32, 32, 32, 32, 32, 32, 32]
    """
    counts = [0] * len(VALUES)
    for card, count in mazo(decks).items():
        counts[value(Card(card))] += count
    return counts


def _one_card(left: Counts, weight: Weight = 1) -> Iterator[tuple[int, Weight]]:
    """Each value that may come, with the ways so far times its own; it is out while used."""
    for number in VALUES:
        count = left[number]
        if count:
            left[number] -= 1
            yield number, weight * count
            left[number] += 1


def _two_cards(left: Counts, weight: Weight = 1) -> Iterator[tuple[int, Weight]]:
    """Each pair of values that may come, as points; the second after the first, or with it."""
    for first, ways in _one_card(left, weight):
        for second, both in _one_card(left, ways):
            if second < first:
                continue
            # The same two values the other way round are as many ways again.
            yield units(first + second), both if first == second else 2 * both


def odds(rules: PuntoYBancaRules, limits: Limits, tick: Tick = untold) -> dict[str, BetOdds]:
    """The figures of punto, banca and empate; banca's winnings bear the plan's commission."""
    chance = chances(rules)
    found: dict[str, BetOdds] = {}
    for bet, row in rules.bets.items():
        pay = rules.pay(bet)
        kept = 1 - limits.commission if bet == rules.commission else Fraction(1)
        void = chance[EMPATE] if bet != EMPATE else Fraction(0)
        lost = 1 - chance[bet] - void
        ends = [(Fraction(-1), lost), (Fraction(0), void), (pay.ratio * kept, chance[bet])]
        drawn = tuple(end for end in ends if end[1])
        found[bet] = BetOdds(bet, (bet,), row.clause, (pay.odds,), drawn, Fraction(1))
    return found


CLOSED[PuntoYBancaRules] = odds
