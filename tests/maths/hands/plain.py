"""Equity by the plainest way: every deal one by one, ranked by the games' own ranking."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

from tapete.core.round.cards import DECK, Card
from tapete.games.poker.hands import best, best_of_both
from tapete.maths.hands.ranges import Combo

Weighted = dict[Combo, int]


def shares(
    ranges: Sequence[Weighted],
    board: Sequence[Card],
    dead: Sequence[Card] = (),
    omaha: bool = False,
) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Win, tie and equity of each player."""
    sums = [[Fraction(0)] * 3 for _ in ranges]
    total = 0
    for hands in product(*(each.items() for each in ranges)):
        cards = [card for hand, _ in hands for card in hand]
        gone = {*cards, *board, *dead}
        if len(gone) < len(cards) + len(board) + len(dead):
            continue
        weight = 1
        for _, each in hands:
            weight *= each
        deck = [card for card in DECK if card not in gone]
        for rest in combinations(deck, 5 - len(board)):
            lying = (*board, *rest)
            values = [
                (best_of_both(hand, lying) if omaha else best((*hand, *lying)))[:2]
                for hand, _ in hands
            ]
            winners = [p for p, value in enumerate(values) if value == max(values)]
            total += weight
            for p in winners:
                sums[p][0 if len(winners) == 1 else 1] += weight
                sums[p][2] += Fraction(weight, len(winners))
    return [(won / total, tied / total, part / total) for won, tied, part in sums]


def any_hand(gone: Sequence[Card]) -> Weighted:
    """A random hand: every two cards that are left, alike."""
    return {hand: 1 for hand in combinations([card for card in DECK if card not in gone], 2)}
