"""The independent chip model for any number of players.

Places come out as in a race: each player's time is exponential with his stack as rate, the first
to arrive is first. So P(i is k-th) = ∫ s_i e^(-s_i t) P(exactly k-1 others came before t) dt,
summed by Gauss and Legendre over panels even in the logarithm of time. Two numbers of panels, and
that the parts must add up to the prizes, bound the error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.icm import added

Values = NDArray[np.float64]
PANELS = (16, 24, 36, 54, 81, 121, 181)
POINTS = 12


class Worth(NamedTuple):
    """What each stack is worth, and a bound on the error of each, in the prizes' unit."""

    worth: Values
    error: float


def icm_within(stacks: Sequence[int], prizes: Sequence[int], error: float) -> Worth:
    """The model to within an error: panels are added until two sums agree to it."""
    rates = np.asarray(stacks, dtype=np.float64)
    rates = rates / rates.sum()
    pay = np.asarray(prizes[: len(stacks)], dtype=np.float64)
    before: Values | None = None
    worth, bound = np.zeros(len(stacks)), float("inf")
    for panels in PANELS:
        worth = added(*_nodes(rates, panels), rates, pay)
        if before is not None:
            missing = abs(float(worth.sum()) - float(pay.sum()))
            bound = max(float(np.abs(worth - before).max()), missing)
            if bound <= error:
                break
        before = worth
    return Worth(worth, bound)


def _nodes(rates: Values, panels: int) -> tuple[Values, Values]:
    """Moments and weights, from long before anybody comes to long after the last."""
    edges = np.linspace(np.log(1e-14), np.log(45.0 / float(rates.min())), panels + 1)
    points, weights = np.polynomial.legendre.leggauss(POINTS)
    half, middle = np.diff(edges) / 2, (edges[:-1] + edges[1:]) / 2
    times: Values = np.exp((middle[:, None] + half[:, None] * points[None, :]).ravel())
    return times, (half[:, None] * weights[None, :]).ravel() * times
