"""How likely is a statistic at least as far out as this, if all is chance."""

from __future__ import annotations

from math import exp, lgamma, log
from statistics import NormalDist

NORMAL = NormalDist()
_EXACT = 1e-15
_TINY = 1e-300


def chi_square(x: float, degrees: float) -> float:
    """The probability of a chi-square of so many degrees of freedom being x or more.

    >>> round(chi_square(3.841, 1), 4), round(chi_square(2651, 2651), 3)
    (0.05, 0.496)
    """
    return 1.0 if x <= 0 else _upper_gamma(degrees / 2, x / 2)


def _upper_gamma(a: float, x: float) -> float:
    """The regularised incomplete gamma function Q(a, x): by its series where that converges fast,
    by its continued fraction (Lentz) elsewhere."""
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        k = a
        while term > total * _EXACT:
            k += 1
            term *= x / k
            total += term
        return max(0.0, 1 - scale * total)
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    h = d
    for i in range(1, 100_000):
        step = -i * (i - a)
        b += 2
        d = step * d + b
        d = 1 / (d if abs(d) > _TINY else _TINY)
        c = b + step / c
        c = c if abs(c) > _TINY else _TINY
        h *= d * c
        if abs(d * c - 1) < _EXACT * 10:
            break
    return scale * h


def two_sided(upper: float) -> float:
    """Too far out on either side: outcomes may also be more even than chance would have them.

    >>> two_sided(0.02), two_sided(0.75)
    (0.04, 0.5)
    """
    return min(1.0, 2 * min(upper, 1 - upper))


def normal(z: float) -> float:
    """A standard normal at least as far from zero, on either side.

    >>> round(normal(1.96), 3)
    0.05
    """
    return min(1.0, 2 * NORMAL.cdf(-abs(z)))


def poisson(count: int, mean: float) -> float:
    """A Poisson count at least as far out as this, on either side.

    >>> round(poisson(0, 3.0), 4)
    0.0996
    """
    below = sum(exp(k * log(mean) - mean - lgamma(k + 1)) for k in range(count))
    at = exp(count * log(mean) - mean - lgamma(count + 1))
    return min(1.0, 2 * min(below + at, 1 - below))
