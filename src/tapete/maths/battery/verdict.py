"""The verdict over a family of tests: so many small probabilities are bound to come by chance."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

import msgspec

LEVEL = 0.01
TOO_MANY = 0.002
"""As many results under the level as chance brings less often than this are too many."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a family of tests is passed at 99 %, and what speaks against it.

    ``low`` are the results under 0.01, by name; ``most`` how many of those chance may bring;
    ``outliers`` those that are too small even as the smallest of them all (Holm).
    """

    low: dict[str, float]
    most: int
    outliers: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return len(self.low) <= self.most and not self.outliers


def judge(found: Mapping[str, float]) -> Verdict:
    """The verdict over these results.

    >>> judge({"a": 0.5, "b": 0.00001}).outliers
    ('b',)
    """
    low = {name: p for name, p in found.items() if p < LEVEL}
    return Verdict(low=low, most=most_low(len(found)), outliers=holm(found))


def most_low(tests: int) -> int:
    """How many of so many tests may come out under the level.

    >>> most_low(84), round(at_least(5, 84), 4)
    (4, 0.0016)
    """
    return next(k for k in range(tests + 1) if at_least(k + 1, tests) < TOO_MANY)


def at_least(k: int, tests: int) -> float:
    """The chance of k or more of so many tests coming out under the level."""
    return 1 - sum(comb(tests, i) * LEVEL**i * (1 - LEVEL) ** (tests - i) for i in range(k))


def holm(found: Mapping[str, float]) -> tuple[str, ...]:
    """The results that are rejected at the level over the whole family: the smallest is held
    against the level divided by all of them, the next by one less, until one stands."""
    rejected = []
    for done, name in enumerate(sorted(found, key=lambda name: found[name])):
        if found[name] > LEVEL / (len(found) - done):
            break
        rejected.append(name)
    return tuple(rejected)
