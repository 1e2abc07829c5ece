"""Balls drawn against marked numbers, compiled: keno and the bingo of machines."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.stream import Stream, draw

ROWS = 3
"""Rows of a card of bingo."""


@compiled
def _caught(state: Any, n: int, balls: Any, drawn: int, spots: int, counts: Any) -> None:
    for _ in range(n):
        draw(balls, 0, drawn, state)
        caught = 0
        for place in range(drawn):
            if balls[place] < spots:
                caught += 1
        counts[caught] += 1


def draw_keno(balls: int, drawn: int, spots: int, n: int, state: Stream) -> NDArray[np.int64]:
    """So many plays of keno with the first numbers marked: how often each count was caught."""
    counts = np.zeros(spots + 1, dtype=np.int64)
    _caught(state, n, np.arange(balls, dtype=np.uint8), drawn, spots, counts)
    return counts


@compiled
def _filled(state: Any, n: int, balls: Any, drawn: int, row_of: Any, size: int, ends: Any) -> None:
    left = np.empty(ROWS, dtype=np.int64)
    for _ in range(n):
        draw(balls, 0, drawn, state)
        left[:] = size
        full = 0
        last = 0
        for place in range(drawn):
            row = row_of[balls[place]]
            if row < ROWS:
                left[row] -= 1
                if left[row] == 0:
                    full += 1
                    if full == ROWS:
                        last = place + 1
        ends[full, last] += 1


def draw_bingo(
    rows: tuple[tuple[int, ...], ...], balls: int, drawn: int, n: int, state: Stream
) -> NDArray[np.int64]:
    """So many plays with a card: how often so many of its rows were full, and with which ball the
    whole card was (0: it was not)."""
    row_of = np.full(balls, ROWS, dtype=np.int64)
    for row, numbers in enumerate(rows):
        row_of[[number - 1 for number in numbers]] = row
    ends = np.zeros((ROWS + 1, drawn + 1), dtype=np.int64)
    _filled(state, n, np.arange(balls, dtype=np.uint8), drawn, row_of, len(rows[0]), ends)
    return ends
