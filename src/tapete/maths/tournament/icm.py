"""The independent chip model for any number of players.

Places come out as in a race: each player's time is exponential with his stack as rate, the first
to arrive is first. So P(i is k-th) = ∫ s_i e^(-s_i t) P(exactly k-1 others came before t) dt,
summed by Gauss and Legendre over panels even in the logarithm of time, from the first moment that
counts to the last. Two numbers of panels, that the parts must add up to the prizes, and what is
left out at both ends bound the error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.icm import added

Values = NDArray[np.float64]
PANELS = (8, 12, 18, 27, 40, 60, 90, 135, 200)
POINTS = 12
TAIL = 1 / 16
"""Of the error asked for, what may lie before the first moment summed, and after the last."""
SEARCHED = 200
"""So many moments are tried for the last that counts."""


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
    span = _span(rates, pay, error * TAIL)
    for panels in PANELS:
        worth = added(*_nodes(span, panels), rates, pay)
        if before is not None:
            missing = abs(float(worth.sum()) - float(pay.sum()))
            bound = max(float(np.abs(worth - before).max()), missing) + 2 * error * TAIL
            if bound <= error:
                break
        before = worth
    return Worth(worth, bound)


def _span(rates: Values, pay: Values, tail: float) -> tuple[float, float]:
    """The first and the last moment that count: what all stacks together are worth before the one
    and after the other is no more than ``tail`` each.

    Before a moment somebody comes with no more than that chance (the rates add to one). After it
    somebody is paid only if he has not come, and fewer than are paid have: by Chernoff, where so
    many are expected and k are paid, no more than exp(-(expected - k)² / (2 expected)).
    """
    most, players = float(pay.max()), len(rates)
    least = tail / max(most * players, tail)
    low = least * players
    high = -np.log(least) / float(rates.min())
    step = (high / low) ** (1 / SEARCHED)
    for moment in low * step ** np.arange(SEARCHED):
        expected = float(-np.expm1(-rates * moment).sum()) - 1.0
        over = expected - len(pay)
        if over > 0 and np.exp(-(over**2) / (2 * expected)) <= least:
            return low, float(moment)
    return low, high


def _nodes(span: tuple[float, float], panels: int) -> tuple[Values, Values]:
    """Moments and weights, from the first that counts to the last."""
    edges = np.linspace(np.log(span[0]), np.log(span[1]), panels + 1)
    points, weights = np.polynomial.legendre.leggauss(POINTS)
    half, middle = np.diff(edges) / 2, (edges[:-1] + edges[1:]) / 2
    times: Values = np.exp((middle[:, None] + half[:, None] * points[None, :]).ravel())
    return times, (half[:, None] * weights[None, :]).ravel() * times
