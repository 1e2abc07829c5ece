"""The first line and the first bingo among many cards drawn at random.

Given which balls are out, the chance that a uniform card has a line or a bingo is counted exactly,
column by column (`_chances`); cards are drawn independently, so that none of N has is a power of
it. Over the orders of balls this is a mean of samples, told with its error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tapete.core.round.ask import Pick
from tapete.maths.bingo.fast import SUBSETS, tables
from tapete.maths.kernels.compiled import compiled
from tapete.systems.bingo.cards import BALLS, TENS, Shape

ORDERS = 200
"""Orders of balls that are sampled unless somebody asks for more."""


class Sampled(NamedTuple):
    """A mean over orders of balls, and its standard error."""

    mean: float
    error: float


class Firsts(NamedTuple):
    """Of N cards: by each ball (from 0 to 90) the chance that there was a line, a bingo; and the
    ball of the first of each on average."""

    line_by: tuple[Sampled, ...]
    bingo_by: tuple[Sampled, ...]
    line: Sampled
    bingo: Sampled


@compiled
def _weights(out: Any, low: int, size: int, weights: Any) -> None:
    """For each set of rows of a column, and each part of them that must be out: the ways."""
    weights[:] = 0.0
    for a in range(size):
        one = out[low + a]
        for row in range(3):
            rows = 1 << row
            weights[rows, 0] += 1.0
            if one:
                weights[rows, rows] += 1.0
        for b in range(a + 1, size):
            two = out[low + b]
            for pair in range(3):
                first, second = (0, 1) if pair == 0 else (0, 2) if pair == 1 else (1, 2)
                rows = (1 << first) | (1 << second)
                weights[rows, 0] += 1.0
                if one:
                    weights[rows, 1 << first] += 1.0
                if two:
                    weights[rows, 1 << second] += 1.0
                if one and two:
                    weights[rows, rows] += 1.0
            for c in range(b + 1, size):
                three = out[low + c]
                here = one | (two << 1) | (three << 2)
                for need in range(8):
                    if need & ~here == 0:
                        weights[7, need] += 1.0


@compiled
def _chances(out: Any, lows: Any, sizes: Any, subsets: Any, total: float) -> tuple[float, float]:
    """The chance of a line and of a bingo on a uniform card, given which balls are out."""
    columns = lows.shape[0]
    weights = np.zeros((columns, 8, 8))
    for column in range(columns):
        _weights(out, lows[column], sizes[column], weights[column])
    line, bingo = 0.0, 0.0
    for need in range(1, 8):
        ways, after = np.zeros(216), np.zeros(216)
        ways[215] = 1.0
        for column in range(columns):
            after[:] = 0.0
            for state in range(216):
                if ways[state] == 0.0:
                    continue
                for rows in subsets:
                    a, b, c = rows & 1, rows >> 1 & 1, rows >> 2 & 1
                    if (a and state < 36) or (b and state // 6 % 6 == 0) or (c and state % 6 == 0):
                        continue
                    weight = weights[column, rows, need & rows]
                    after[state - 36 * a - 6 * b - c] += ways[state] * weight
            ways, after = after, ways
        rows_needed = (need & 1) + (need >> 1 & 1) + (need >> 2 & 1)
        line += ways[0] / total if rows_needed % 2 else -ways[0] / total
        if need == 7:
            bingo = ways[0] / total
    return line, bingo


def chances(out: Any, shape: Shape = TENS) -> tuple[float, float]:
    """The chance that a uniform card has a line, and a bingo, with these balls out."""
    known = tables(shape)
    marks = np.zeros(BALLS + 1, dtype=np.int64)
    marks[list(out)] = 1
    line, bingo = _chances(marks, known.lows, known.sizes, SUBSETS, float(shape.cards))
    return min(1.0, max(0.0, line)), min(1.0, max(0.0, bingo))


class Orders(NamedTuple):
    """Orders of balls, and by each ball the chance of a line and of a bingo on a uniform card."""

    line: Any
    bingo: Any


def sample(
    pick: Pick, *, orders: int = ORDERS, shape: Shape = TENS,
    progress: Callable[[int], None] | None = None,
) -> Orders:  # fmt: skip
    """So many orders of balls, whatever number of cards is sold."""
    line = np.zeros((orders, BALLS + 1))
    bingo = np.zeros((orders, BALLS + 1))
    known = tables(shape)
    for n in range(orders):
        left = list(range(1, BALLS + 1))
        out = np.zeros(BALLS + 1, dtype=np.int64)
        for ball in range(1, BALLS + 1):
            out[left.pop(pick(len(left)))] = 1
            one = _chances(out, known.lows, known.sizes, SUBSETS, float(shape.cards))
            line[n, ball], bingo[n, ball] = (min(1.0, max(0.0, chance)) for chance in one)
        if progress is not None:
            progress(n + 1)
    return Orders(line, bingo)


def firsts(
    cards: int, pick: Pick, *, orders: int = ORDERS, shape: Shape = TENS,
    progress: Callable[[int], None] | None = None,
) -> Firsts:  # fmt: skip
    """The first line and the first bingo among so many cards."""
    return firsts_of(cards, sample(pick, orders=orders, shape=shape, progress=progress))


def firsts_of(cards: int, sampled: Orders) -> Firsts:
    """The first line and the first bingo among so many cards, over these orders of balls."""
    line, bingo = (1 - (1 - chances) ** cards for chances in sampled)
    return Firsts(
        tuple(_mean(line[:, ball]) for ball in range(BALLS + 1)),
        tuple(_mean(bingo[:, ball]) for ball in range(BALLS + 1)),
        _mean((1 - line[:, :BALLS]).sum(axis=1)), _mean((1 - bingo[:, :BALLS]).sum(axis=1)),
    )  # fmt: skip


def _mean(values: Any) -> Sampled:
    spread = float(values.std(ddof=1)) if len(values) > 1 else 0.0
    return Sampled(float(values.mean()), spread / float(len(values)) ** 0.5)
