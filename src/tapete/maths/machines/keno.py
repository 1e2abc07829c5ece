"""The par sheet of keno: hypergeometric."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from tapete.maths.machines.figures import ParLevel, ParRow, Top
from tapete.systems.machines.program import Keno

ZERO = Fraction(0)


def caught_law(program: Keno, spots: int) -> dict[int, Fraction]:
    """The chance of catching so many of the numbers marked."""
    rest, total = program.balls - spots, comb(program.balls, program.drawn)
    return {
        caught: Fraction(comb(spots, caught) * comb(rest, program.drawn - caught), total)
        for caught in range(spots + 1)
        if 0 <= program.drawn - caught <= rest
    }


def keno_levels(program: Keno) -> tuple[list[ParLevel], dict[str, ParRow]]:
    """Every level of a keno program, and its rows (``2 de 3``)."""
    levels, rows = [], {}
    for level in program.levels():
        law, table = caught_law(program, level.parts), program.table(level.parts)
        won = {caught: chance for caught, chance in law.items() if caught in table}
        back = sum((c * table[n] for n, c in won.items()), ZERO)
        square = sum((c * table[n] ** 2 for n, c in won.items()), ZERO)
        best = max(table.values())
        odds = sum((c for n, c in won.items() if table[n] == best), ZERO)
        for denomination in program.denominations:
            levels.append(
                ParLevel(
                    bet=level.bet,
                    denomination=denomination,
                    stake=level.stake * denomination,
                    base=back,
                    features=ZERO,
                    pot=ZERO,
                    hit=sum(won.values(), ZERO),
                    variance=square - back**2,
                    top=Top(best * level.credits * denomination, odds),
                )
            )
        for caught, pays in table.items():
            rows[f"{caught} de {level.parts}"] = ParRow(law[caught], law[caught] * pays)
    return levels, rows
