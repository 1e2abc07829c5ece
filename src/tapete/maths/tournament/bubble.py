"""Bubble factors: how much more a chip lost is worth than a chip won, by the chip model."""

from __future__ import annotations

from collections.abc import Sequence

from tapete.maths.tournament.icm import icm_within
from tapete.systems.tournament.icm import EXACT_MOST, icm_exact

NEAR = 0.01


def worth(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """What each stack is worth; who has none has the last place."""
    if len(stacks) <= EXACT_MOST:
        return [float(value) for value in icm_exact(stacks, prizes)]
    return [float(value) for value in icm_within(stacks, prizes, NEAR).worth]


def bubble_factor(stacks: Sequence[int], prizes: Sequence[int], one: int, other: int) -> float:
    """All in, ``one`` against ``other`` (counted from 0): what he loses by losing over what he wins
    by winning. 1 where a chip is worth a chip.

    >>> bubble_factor([50, 50], [100], 0, 1)
    1.0
    """
    at_risk = min(stacks[one], stacks[other])
    now = worth(stacks, prizes)[one]
    won, lost = list(stacks), list(stacks)
    won[one], won[other] = won[one] + at_risk, won[other] - at_risk
    lost[one], lost[other] = lost[one] - at_risk, lost[other] + at_risk
    return (now - _with(lost, prizes, one)) / (_with(won, prizes, one) - now)


def _with(stacks: list[int], prizes: Sequence[int], one: int) -> float:
    """What a player's stack is worth when somebody may be out: the out take the last places."""
    alive = [n for n, stack in enumerate(stacks) if stack]
    if one not in alive:
        return float(prizes[len(alive)]) if len(alive) < len(prizes) else 0.0
    return worth([stacks[n] for n in alive], prizes)[alive.index(one)]


def bubble_factors(stacks: Sequence[int], prizes: Sequence[int]) -> list[list[float | None]]:
    """Every player against every other; None against himself."""
    count = range(len(stacks))
    return [
        [None if one == other else bubble_factor(stacks, prizes, one, other) for other in count]
        for one in count
    ]
