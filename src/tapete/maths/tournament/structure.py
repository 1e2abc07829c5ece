"""What a structure of levels does: how long a tournament lasts, how deep the stacks are at each
level, how flat its prizes are.

A model, not a game: at each table one hand after another, blinds and ante go to one of the players,
who also wins from another what the two contest: a few big blinds, all of a stack that is short, and
now and then all of one that is not.
Entries after the start, rebuys and add-ons are not modelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import exp
from statistics import NormalDist
from typing import NamedTuple

from tapete.chance import seeded
from tapete.core.round.ask import Pick

HANDS_AN_HOUR = 30.0
SHORT = 8
"""A stack of so many big blinds is played all at once."""
ALL_IN = 25
"""How often in a thousand hands two deep stacks meet for all of the smaller one."""
STEPS = 256
CONTESTED = tuple(exp(NormalDist(1.1, 1.0).inv_cdf((n + 0.5) / STEPS)) for n in range(STEPS))
"""The big blinds contested in a hand, as likely each: their logarithm is normal."""


class Level(NamedTuple):
    """Minutes, blinds and ante of a level, and the minutes of the break after it."""

    minutes: int
    small: int
    big: int
    ante: int
    pause: int = 0


class Structure(NamedTuple):
    """Levels, the stack each begins with, seats of a table and of the final one."""

    levels: tuple[Level, ...]
    stack: int
    seats: int = 9
    final: int = 10

    def level(self, number: int) -> Level:
        """A level counted from 0; after the last one blinds double every level."""
        if number < len(self.levels):
            return self.levels[number]
        last, times = self.levels[-1], 2 ** (number - len(self.levels) + 1)
        return last._replace(
            small=last.small * times, big=last.big * times, ante=last.ante * times, pause=0
        )


class Run(NamedTuple):
    """One tournament: its minutes, and how many were left when each level began."""

    minutes: float
    left: tuple[int, ...]


def play_out(structure: Structure, players: int, pick: Pick) -> Run:
    """One tournament by the model, to the last player."""
    field = [structure.stack] * players
    hand = 60.0 / HANDS_AN_HOUR
    minutes = 0.0
    left: list[int] = []
    number = 0
    while len(field) > 1:
        level = structure.level(number)
        left.append(len(field))
        for _ in range(max(int(level.minutes / hand), 1)):
            minutes += hand
            field = _hand(field, structure, level, pick)
            if len(field) == 1:
                break
        else:
            minutes += level.pause
        number += 1
    return Run(minutes, tuple(left))


def _hand(
    field: list[int], structure: Structure, level: Level, pick: Pick
) -> list[int]:  # fmt: skip
    """A hand at every table; the field is spread over as few tables as it needs."""
    count = len(field)
    tables = 1 if count <= structure.final else -(-count // structure.seats)
    for table in range(tables):
        here = range(table, count, tables)
        if len(here) > 1:
            _contest(field, here, level, pick)
    left = [stack for stack in field if stack > 0]
    if len(left) < count:  # seats are drawn anew
        for n in range(len(left) - 1, 0, -1):
            other = pick(n + 1)
            left[n], left[other] = left[other], left[n]
    return left


def _two(here: Sequence[int], pick: Pick) -> tuple[int, int]:
    """Two of a table, one after the other."""
    first, second = pick(len(here)), pick(len(here) - 1)
    return here[first], here[second + (second >= first)]


def _contest(field: list[int], here: Sequence[int], level: Level, pick: Pick) -> None:
    (small, big), (winner, loser) = _two(here, pick), _two(here, pick)
    for seat, amount in ((small, level.small), (big, level.big + level.ante)):
        paid = min(field[seat], amount)
        field[seat] -= paid
        field[winner] += paid
    fight = int(level.big * CONTESTED[pick(STEPS)])
    if field[loser] <= SHORT * level.big or pick(1000) < ALL_IN:
        fight = field[loser]
    lost = min(fight, field[loser], field[winner])
    field[loser] -= lost
    field[winner] += lost


class LevelFigures(NamedTuple):
    """A level over many runs: how often it was reached, players left and the average stack in big
    blinds when it began."""

    level: int
    reached: float
    left: float
    depth: float


class Figures(NamedTuple):
    """Many runs: hours in the middle and at the edges (a tenth below, a tenth above), levels."""

    runs: int
    hours: tuple[float, float, float]
    levels: tuple[LevelFigures, ...]


def simulate(
    structure: Structure, players: int, runs: int, seed: int = 1,
    counted: Callable[[range], Iterable[int]] = iter,
) -> Figures:  # fmt: skip
    """Play many tournaments by the model; ``counted`` goes through their numbers, and may show how
    far it is."""
    found = [play_out(structure, players, seeded(f"{seed} {n}")) for n in counted(range(runs))]
    hours = sorted(run.minutes / 60 for run in found)
    edge = [hours[min(int(runs * part), runs - 1)] for part in (0.1, 0.5, 0.9)]
    rows = []
    for number in range(max(len(run.left) for run in found)):
        here = [run.left[number] for run in found if number < len(run.left)]
        big = structure.level(number).big
        depth = sum(structure.stack * players / left / big for left in here) / len(here)
        rows.append(LevelFigures(number + 1, len(here) / runs, sum(here) / len(here), depth))
    return Figures(runs, (edge[0], edge[1], edge[2]), tuple(rows))


class Flatness(NamedTuple):
    """How a prize table shares: the part of the field that is paid, the first prize's part, the
    first over the last, and Gini's coefficient of the paid places (0: all alike)."""

    paid: Fraction
    first: Fraction
    ratio: Fraction
    gini: Fraction


def flatness(percent: Sequence[Fraction], players: int) -> Flatness:
    """How flat a prize table is.

    >>> flatness([Fraction(50), Fraction(30), Fraction(20)], 30).gini
    Fraction(1, 5)
    """
    count, total = len(percent), sum(percent, Fraction(0))
    rising = sorted(percent)
    weighted = sum((2 * n - count - 1) * part for n, part in enumerate(rising, 1))
    return Flatness(
        Fraction(count, players), percent[0] / total, percent[0] / percent[-1],
        Fraction(weighted) / (count * total),
    )  # fmt: skip
