"""The independent chip model, exactly: what each stack is worth of the prizes still to come."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

EXACT_MOST = 12
"""So many players are summed over exactly; beyond that subsets are too many."""


def icm_exact(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """The worth of each player's chips: he is first with the chance of his share of all chips,
    second behind each other with his share of the rest, and so on, over all subsets.

    >>> [str(worth) for worth in icm_exact([5000, 3000, 2000], [50, 30, 20])]
    ['1075/28', '131/4', '202/7']
    """
    return list(_summed(tuple(stacks), tuple(prizes)))


@lru_cache(maxsize=64)
def _summed(stacks: tuple[int, ...], prizes: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Half a second of twelve players: summed once for as long as the stacks stand."""
    players, total = len(stacks), sum(stacks)
    worth = [Fraction(0)] * players
    chance = {0: (Fraction(1), 0)}
    for prize in prizes[:players]:
        following: dict[int, tuple[Fraction, int]] = {}
        for ahead, (reached, chips) in chance.items():
            for player, stack in enumerate(stacks):
                if ahead >> player & 1 or not stack:
                    continue
                next_ = reached * stack / (total - chips)
                worth[player] += next_ * prize
                both = ahead | 1 << player
                before = following.get(both, (Fraction(0), 0))[0]
                following[both] = (before + next_, chips + stack)
        chance = following
    return tuple(worth)
