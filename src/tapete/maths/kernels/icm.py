"""The independent chip model, compiled: what the places behind each player's moment are worth."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled

Values = NDArray[np.float64]


@compiled
def _add(times: Any, weights: Any, rates: Any, pay: Any, worth: Any) -> None:
    players, most = len(rates), len(pay)
    before = np.empty((players + 1, most))
    behind = np.empty(most)
    came = np.empty(players)
    away = np.empty(players)
    for node in range(len(times)):
        t = times[node]
        before[0, :] = 0.0
        before[0, 0] = 1.0
        for i in range(players):
            p = -np.expm1(-rates[i] * t)
            q = np.exp(-rates[i] * t)
            came[i] = p
            away[i] = q
            before[i + 1, 0] = before[i, 0] * q
            for k in range(1, most):
                before[i + 1, k] = before[i, k] * q + before[i, k - 1] * p
        behind[:] = pay
        for i in range(players - 1, -1, -1):
            p = came[i]
            q = away[i]
            mean = 0.0
            for k in range(most):
                mean += before[i, k] * behind[k]
            worth[i] += weights[node] * rates[i] * q * mean
            for k in range(most - 1):
                behind[k] = q * behind[k] + p * behind[k + 1]
            behind[most - 1] = q * behind[most - 1]


@compiled
def _count(times: Any, rates: Any, chances: Any) -> None:
    most = chances.shape[1]
    for node in range(len(times)):
        row = chances[node]
        row[0] = 1.0
        for i in range(len(rates)):
            p = -np.expm1(-rates[i] * times[node])
            q = np.exp(-rates[i] * times[node])
            for k in range(min(i + 1, most - 1), 0, -1):
                row[k] = row[k] * q + row[k - 1] * p
            row[0] *= q


def counted(times: Values, rates: Values, most: int) -> Values:
    """For each moment, the chances that exactly 0, 1, … ``most`` - 1 players came before it."""
    chances: Values = np.zeros((len(times), most))
    _count(times, rates, chances)
    return chances


def added(times: Values, weights: Values, rates: Values, pay: Values) -> Values:
    """For each player the sum over moments of his chance to come then, times what his place pays.

    Players before him are counted one after another going up, what is behind him going down: all
    terms are positive, and nothing is divided.
    """
    worth: Values = np.zeros(len(rates))
    _add(times, weights, rates, pay, worth)
    return worth
