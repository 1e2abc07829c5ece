"""Very many cards at once, compiled: made, checked ball by ball, or a whole game in one pass.

The faces are those of `tapete.systems.bingo.design`, number by number; what is checked here is what
a game checks card by card, and tests hold both against it.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from tapete.maths.kernels.compiled import compiled
from tapete.systems.bingo.cards import BALLS, TENS, Shape
from tapete.systems.bingo.design import BITS, WORD, words

ROWS, PER_ROW, NUMBERS = 3, 5, 15
STATES = (PER_ROW + 1) ** ROWS
SUBSETS = np.array([1, 2, 4, 3, 5, 6, 7], dtype=np.int64)
"""Sets of rows that a column may fill, in the order in which cards are counted."""
SPARE = 1.4
"""Words read for each card: about a fifth are passed over."""

Faces = Any
"""Numbers of each card, row by row: one row of fifteen small whole numbers a card."""


class Tables(NamedTuple):
    """Of a shape: ways to complete a card by column and places left, columns, binomials."""

    ways: Any
    lows: Any
    sizes: Any
    choose: Any


def tables(shape: Shape = TENS) -> Tables:
    """The counts that turn a number into a card."""
    columns = len(shape.columns)
    ways = np.zeros((columns + 1, STATES), dtype=np.uint64)
    ways[columns, 0] = 1
    sizes = [high - low + 1 for low, high in shape.columns]
    for column in range(columns - 1, -1, -1):
        for state in range(STATES):
            left = (state // 36, state // 6 % 6, state % 6)
            total = 0
            for subset in map(int, SUBSETS):
                rows = [row for row in range(ROWS) if subset >> row & 1]
                if all(left[row] for row in rows):
                    after = state - sum(6 ** (2 - row) for row in rows)
                    total += comb(sizes[column], len(rows)) * int(ways[column + 1, after])
            ways[column, state] = total
    choose = np.array([[comb(n, k) for k in range(4)] for n in range(12)], dtype=np.uint64)
    lows = np.array([low for low, _ in shape.columns], dtype=np.int64)
    return Tables(ways, lows, np.array(sizes, dtype=np.int64), choose)


@compiled
def _unrank_all(
    indices: Any, ways: Any, lows: Any, sizes: Any, choose: Any, subsets: Any, found: Any
) -> None:
    columns = lows.shape[0]
    filled = np.zeros(3, dtype=np.int64)
    for card in range(indices.shape[0]):
        index = indices[card]
        state = 215
        filled[:] = 0
        for column in range(columns):
            for subset in subsets:
                a, b, c = subset & 1, subset >> 1 & 1, subset >> 2 & 1
                if (
                    (a and state // 36 == 0)
                    or (b and state // 6 % 6 == 0)
                    or (c and state % 6 == 0)
                ):
                    continue
                after = state - 36 * a - 6 * b - c
                count = a + b + c
                rest = ways[column + 1, after]
                block = choose[sizes[column], count] * rest
                if index >= block:
                    index -= block
                    continue
                chosen = index // rest
                index -= chosen * rest
                lowest, still = 0, count
                for row in range(3):
                    if not subset >> row & 1:
                        continue
                    while True:
                        skip = choose[sizes[column] - lowest - 1, still - 1]
                        if chosen < skip:
                            break
                        chosen -= skip
                        lowest += 1
                    found[card, row * 5 + filled[row]] = lows[column] + lowest
                    filled[row] += 1
                    lowest += 1
                    still -= 1
                state = after
                break


def make(seed: str, size: int, shape: Shape = TENS) -> Faces:
    """The faces of a design, all at once."""
    kept = np.zeros((0, NUMBERS), dtype=np.uint8)
    read, ask = 0, int(size * SPARE) + 64
    known = tables(shape)
    while True:
        some = np.frombuffer(words(seed, read, ask), dtype="<u8") & np.uint64((1 << BITS) - 1)
        read += len(some) * 8 // WORD
        indices = some[some < np.uint64(shape.cards)]
        found = np.zeros((len(indices), NUMBERS), dtype=np.uint8)
        _unrank_all(indices, *known, SUBSETS, found)
        kept = different(np.concatenate([kept, found]) if len(kept) else found)
        if len(kept) >= size:
            return kept[:size]
        ask = size - len(kept) + 64


def different(faces: Faces) -> Faces:
    """Without cards whose fifteen numbers stand on one before."""
    keys = np.zeros((len(faces), 2), dtype=np.uint64)
    _keys(faces, keys)
    order = np.lexsort((keys[:, 1], keys[:, 0]))  # stable: of equal ones the first stays
    ranked = keys[order]
    again = np.zeros(len(faces), dtype=bool)
    again[order[1:]] = (ranked[1:] == ranked[:-1]).all(axis=1)
    return faces[~again] if again.any() else faces


@compiled
def _keys(faces: Any, keys: Any) -> None:
    for card in range(faces.shape[0]):
        for at in range(15):
            number = faces[card, at]
            if number < 64:
                keys[card, 0] |= np.uint64(1) << np.uint64(number)
            else:
                keys[card, 1] |= np.uint64(1) << np.uint64(number - 64)


# A game


class Index(NamedTuple):
    """For each ball the rows it stands in, one after the other; built while cards are sold."""

    starts: Any
    rows: Any


@compiled
def _index(faces: Any, starts: Any, rows: Any) -> None:
    for card in range(faces.shape[0]):
        for at in range(15):
            starts[faces[card, at] + 1] += 1
    for ball in range(1, 92):
        starts[ball] += starts[ball - 1]
    at_ball = starts.copy()
    for card in range(faces.shape[0]):
        for at in range(15):
            number = faces[card, at]
            rows[at_ball[number]] = card * 3 + at // 5
            at_ball[number] += 1


def index_of(faces: Faces) -> Index:
    """The index of these cards."""
    starts = np.zeros(BALLS + 2, dtype=np.int64)
    rows = np.zeros(faces.size, dtype=np.int32)
    _index(faces, starts, rows)
    return Index(starts, rows)


@compiled
def _mark(rows: Any, missing: Any, lines: Any, bingos: Any) -> tuple[int, int]:
    """Mark one ball: rows that are complete with it, and cards whose rows all are."""
    found, full = 0, 0
    for row in rows:
        missing[row] -= 1
        if missing[row] == 0:
            lines[found] = row
            found += 1
            first = row - row % 3
            if missing[first] == 0 and missing[first + 1] == 0 and missing[first + 2] == 0:
                bingos[full] = row // 3
                full += 1
    return found, full


class Check:
    """The check of a game ball by ball: which rows and cards each ball completes."""

    def __init__(self, faces: Faces, index: Index | None = None) -> None:
        self.index = index_of(faces) if index is None else index
        self._missing = np.full(len(faces) * ROWS, PER_ROW, dtype=np.uint8)
        self._lines = np.zeros(len(faces) * ROWS, dtype=np.int64)
        self._bingos = np.zeros(len(faces), dtype=np.int64)

    def ball(self, number: int) -> tuple[Any, Any]:
        """The rows (three a card) and the cards, both counted from 0, complete with this ball."""
        starts, rows = self.index
        lines, bingos = _mark(
            rows[starts[number] : starts[number + 1]], self._missing, self._lines, self._bingos
        )
        return self._lines[:lines].copy(), self._bingos[:bingos].copy()


@compiled
def _times(faces: Any, place: Any, lines: Any, bingos: Any) -> None:
    for card in range(faces.shape[0]):
        line, whole = 255, 0
        for row in range(3):
            last = 0
            for at in range(5):
                at_ball = place[faces[card, row * 5 + at]]
                last = max(last, at_ball)
            line, whole = min(line, last), max(whole, last)
        lines[card], bingos[card] = line, whole


def whole_game(faces: Faces, order: Any) -> tuple[Any, Any]:
    """The ball with which each card has its line and its bingo, for an order of all ninety."""
    place = np.zeros(BALLS + 1, dtype=np.uint8)
    place[np.asarray(order)] = np.arange(1, BALLS + 1)
    lines, bingos = (np.zeros(len(faces), dtype=np.uint8) for _ in range(2))
    _times(faces, place, lines, bingos)
    return lines, bingos
