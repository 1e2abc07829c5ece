"""The par sheet of bingo at a machine: every card has the same odds, whatever its numbers.

The three rows of a card have no number in common, so with d balls of ninety

    S(j) = C(3, j) · C(90 − 5j, d − 5j) / C(90, d)

counts the cards with j rows full, each as often as its full rows can be chosen; a card is full with
n balls with chance C(n, 15) / C(90, 15).
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from tapete.maths.machines.figures import ParLevel, ParRow, Top
from tapete.systems.machines.bingo import BALLS, IN_ROW, ON_CARD, best_row
from tapete.systems.machines.program import Bingo

ZERO = Fraction(0)


def full_by(balls: int) -> Fraction:
    """The chance that a card is full with so many balls."""
    return Fraction(comb(balls, ON_CARD), comb(BALLS, ON_CARD))


def lines_law(drawn: int) -> dict[int, Fraction]:
    """The chance of exactly one, two and three full rows.

    >>> {lines: round(float(chance), 6) for lines, chance in lines_law(45).items()}
    {1: 0.080075, 2: 0.00165, 3: 8e-06}
    """

    def chosen(j: int) -> Fraction:
        if drawn < IN_ROW * j:
            return ZERO
        ways = comb(3, j) * comb(BALLS - IN_ROW * j, drawn - IN_ROW * j)
        return Fraction(ways, comb(BALLS, drawn))

    one, two, three = chosen(1), chosen(2), chosen(3)
    return {1: one - 2 * two + 3 * three, 2: two - 3 * three, 3: three}


def row_law(program: Bingo) -> dict[str, Fraction]:
    """The chance that a play pays each row."""
    law = lines_law(program.drawn)
    classes = [(lines, None, law[lines]) for lines in (1, 2)]
    ends = [
        (3, balls, full_by(balls) - full_by(balls - 1))
        for balls in range(ON_CARD, program.drawn + 1)
    ]
    found = dict.fromkeys(program.pays, ZERO)
    for lines, last, chance in (*classes, *ends):
        row = best_row(program.pays, lines, last)
        if row is not None:
            found[row] += chance
    return found


def bingo_levels(program: Bingo) -> tuple[list[ParLevel], dict[str, ParRow]]:
    """Every level of a program of bingo, and its rows."""
    law, pays = row_law(program), program.pays
    back = sum((chance * pays[row] for row, chance in law.items()), ZERO)
    square = sum((chance * pays[row] ** 2 for row, chance in law.items()), ZERO)
    best = max(pays.values())
    odds = sum((chance for row, chance in law.items() if pays[row] == best), ZERO)
    levels = [
        ParLevel(
            bet=level.bet, denomination=denomination, stake=level.stake * denomination, base=back,
            features=ZERO, pot=ZERO, hit=sum(law.values(), ZERO), variance=square - back**2,
            top=Top(best * level.credits * denomination, odds),
        )
        for level in program.levels()
        for denomination in program.denominations
    ]  # fmt: skip
    return levels, {row: ParRow(chance, chance * pays[row]) for row, chance in law.items()}
