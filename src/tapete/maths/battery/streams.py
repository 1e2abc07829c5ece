"""Seven tests of a stream of outcomes, each giving how likely chance alone would be so far out.

An outcome of a round has one or more parts (the dice of a throw, two wheels side by side), each a
number below ``n``, all as likely as each other.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from tapete.maths.battery.survival import chi_square, normal, poisson, two_sided

Values = NDArray[np.int64]

LAGS = 10
COUPONS_A_BIN = 10
MOST_BINS = 10
SPARSE = 0.1
"""Tuples a cell at most when duplicates are counted."""
MANY = 50.0
"""Expected duplicates from which on they are as good as normal."""


class Stream(msgspec.Struct, frozen=True):
    """Outcomes of many rounds: a row a round, a column a part, each a number below ``n``."""

    name: str
    n: int
    outcomes: Values

    @property
    def flat(self) -> Values:
        """All parts one after another as they were drawn."""
        return self.outcomes.ravel()


def frequency(stream: Stream) -> float:
    """Chi-square: each value as often as any other, and not too exactly so."""
    counts = np.bincount(stream.flat, minlength=stream.n)
    return two_sided(chi_square(_distance(counts, len(stream.flat) / stream.n), stream.n - 1))


def serial(stream: Stream) -> float:
    """Overlapping serial: each pair of neighbours as often as any other (Good, 1953). What the
    pairs say beyond the single values has n² - n degrees of freedom."""
    x, n = stream.flat, stream.n
    singles = _distance(np.bincount(x, minlength=n), len(x) / n)
    pairs = _distance(np.bincount(x * n + np.roll(x, -1), minlength=n * n), len(x) / n**2)
    return two_sided(chi_square(pairs - singles, n * n - n))


def coupon(stream: Stream) -> float:
    """Coupon collector: how many draws it takes until every value has come once."""
    lengths = _collected(stream.flat, stream.n)
    if len(lengths) < 2 * COUPONS_A_BIN:
        return 0.0 if len(stream.flat) > 50 * stream.n * np.log(stream.n) else 1.0
    bins = min(MOST_BINS, len(lengths) // COUPONS_A_BIN)
    until = _coupon_law(stream.n)  # until[r]: the chance of being done after r draws
    edges = sorted({int(np.searchsorted(until, part / bins)) for part in range(1, bins)})
    steps = np.diff([0.0, *(until[edge] for edge in edges), 1.0])
    counts = np.bincount(np.searchsorted(edges, lengths), minlength=len(steps))
    expected = steps * len(lengths)
    return chi_square(float(((counts - expected) ** 2 / expected).sum()), len(steps) - 1)


def _collected(values: Values, n: int) -> Values:
    found, seen, began = [], set[int](), 0
    for place, value in enumerate(values.tolist(), 1):
        seen.add(value)
        if len(seen) == n:
            found.append(place - began)
            seen.clear()
            began = place
    return np.array(found, dtype=np.int64)


def _coupon_law(n: int) -> NDArray[np.float64]:
    """The chance of having every value after 0, 1, 2… draws, until it is as good as certain."""
    having = np.zeros(n + 1)
    having[0] = 1.0
    again = np.arange(n + 1) / n
    done = [0.0]
    while done[-1] < 1 - 1e-9:
        fresh = having * (1 - again)
        having = having * again
        having[1:] += fresh[:-1]
        done.append(float(having[n]))
    return np.array(done)


def runs(stream: Stream) -> float:
    """Runs above and below the middle: neither too many nor too few (Wald and Wolfowitz)."""
    side = 2 * stream.flat - (stream.n - 1)
    high = side[side != 0] > 0
    above, total = int(high.sum()), len(high)
    below = total - above
    if not above or not below:
        return 0.0
    found = 1 + int((high[1:] != high[:-1]).sum())
    twice = 2 * above * below
    mean = 1 + twice / total
    variance = twice * (twice - total) / (total**2 * (total - 1))
    return normal((found - mean) / sqrt(variance)) if variance > 0 else 0.0


def correlation(stream: Stream) -> float:
    """Serial correlation: no outcome follows the one 1 … 10 places before (Ljung and Box)."""
    x = stream.flat - (stream.n - 1) / 2
    size, spread = len(x), len(x) * (stream.n**2 - 1) / 12
    q = sum(float(x[k:] @ x[:-k] / spread) ** 2 / (size - k) for k in range(1, LAGS + 1))
    return chi_square(size * (size + 2) * q, LAGS)


def between_parts(stream: Stream) -> float:
    """Correlation between parts: what one part shows says nothing of the part beside it."""
    x, n = stream.outcomes, stream.n
    distance, degrees = 0.0, 0
    for left in range(0, x.shape[1] - 1, 2):
        counts = np.bincount(x[:, left] * n + x[:, left + 1], minlength=n * n).reshape(n, n)
        expected = np.outer(counts.sum(1), counts.sum(0)) / len(x)
        there = expected > 0
        distance += float(((counts - expected)[there] ** 2 / expected[there]).sum())
        degrees += (n - 1) ** 2
    return two_sided(chi_square(distance, degrees))


def duplicates(stream: Stream) -> float:
    """Duplicates: as many equal tuples of outcomes as chance brings, neither more nor fewer."""
    x, n = stream.flat, stream.n
    length = next(t for t in range(1, 64) if len(x) // t <= SPARSE * n**t)
    tuples = x[: len(x) // length * length].reshape(-1, length)
    _, counts = np.unique(tuples, axis=0, return_counts=True)
    pairs = int((counts * (counts - 1) // 2).sum())
    mean = len(tuples) * (len(tuples) - 1) / 2 / n**length
    return poisson(pairs, mean) if mean < MANY else normal((pairs - mean) / sqrt(mean))


def _distance(counts: Values, expected: float) -> float:
    return float(((counts - expected) ** 2 / expected).sum())


TESTS: dict[str, Callable[[Stream], float]] = {
    "frequency": frequency,
    "serial": serial,
    "coupon": coupon,
    "runs": runs,
    "correlation": correlation,
    "between-parts": between_parts,
    "duplicates": duplicates,
}
