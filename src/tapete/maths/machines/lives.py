"""Simulated lives of a machine under the watch: when the band is left, with a drift or without."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from tapete.systems.machines.watch import FIRST, width

PRIZES, CHANCES = (0, 200, 20, 25, 5), (0.927, 0.001, 0.012, 0.006, 0.054)
"""Tres Cerezas: what a play pays per credit."""
SIGMA = sqrt(49.1604)


def lives(back: float, plays: int, count: int, alpha: float, seed: int) -> NDArray[np.int64]:
    """When each simulated life of a machine leaves the band, looked at every 100 plays; 0: never.
    A drift takes chance from the cherries and gives it to nothing, or the other way."""
    shift = (back - 0.86) / 5
    chances = np.array(CHANCES) + np.array([-shift, 0, 0, 0, shift])
    rng = np.random.default_rng(seed)
    looks = np.arange(100, plays + 1, 100)
    drawn = rng.multinomial(100, chances, size=(count, len(looks)))
    off = np.cumsum(drawn @ np.array(PRIZES), axis=1) - 0.86 * looks
    band = np.array([SIGMA * width(int(n), alpha) for n in looks])
    out = (np.abs(off) > band) & (looks >= FIRST)
    return np.where(out.any(axis=1), looks[out.argmax(axis=1)], 0).astype(np.int64)
