"""Strips of six, compiled: the same ones, number by number, as `tapete.systems.bingo.strips` makes
out of the seed of a design.

What a card may take and how its numbers may stand are the small tables of that module, written out
as arrays. A weight has up to ninety bits, so it is kept as two words.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from tapete.maths.bingo.fast import NUMBERS, PER_ROW, ROWS, STATES, Faces, different
from tapete.maths.kernels.compiled import compiled
from tapete.systems.bingo.cards import TENS, Shape
from tapete.systems.bingo.design import WORD, words
from tapete.systems.bingo.strips import (
    STRIP,
    Left,
    excess_of,
    left_of,
    placings,
    share_sums,
    shares,
)

FIRST = 1024 * WORD
"""Bytes of the first piece in which the stream of a seed is read; each one after it doubles what
was read, and no number stands in two of them."""
A_STRIP = 512
"""Bytes of the stream for a strip; most need fewer."""
SPARE = 16_384
"""More bytes than any strip needs: numbers beyond their bound are passed over, but not so many."""
LOW = (1 << 64) - 1
SIZES = 6
"""What a column has left beyond one number for each card is less than this."""


class Tables(NamedTuple):
    """Of a shape. The shares of state k stand from ``starts[k]`` to ``starts[k + 1]``: of the
    columns with equally much left how many give one number, two, three (``takes``), the weights
    added up (``high``, ``low``) and the state after it. ``placings``: in how many ways so many
    columns of one, two, three numbers stand in the places left."""

    starts: Any
    takes: Any
    high: Any
    low: Any
    after: Any
    placings: Any
    lows: Any
    sizes: Any


@cache
def tables(shape: Shape = TENS) -> Tables:
    """The tables of strips of this shape."""
    first = (STRIP, left_of(excess_of(shape, STRIP)))
    states: dict[tuple[int, Left], int] = {first: 0}
    queue, starts = [first], [0]
    takes, totals, after = [], [], []
    for cards, left in queue:
        totals += share_sums(shape, cards, left)
        for share in shares(shape, cards, left):
            rest: Counter[int] = Counter()
            taken = [0] * (ROWS * SIZES)
            for (size, _), numbers in zip(left, share.of, strict=True):
                for extra, columns in enumerate(numbers):
                    rest[size - extra] += columns
                    taken[ROWS * size + extra] = columns
            then = (cards - 1, tuple(sorted((+rest).items())))
            if cards > 1 and then not in states:
                states[then] = len(states)
                queue.append(then)
            takes.append(taken)
            after.append(states.get(then, 0))
        starts.append(len(takes))
    return Tables(
        np.array(starts), np.array(takes),
        np.array([total >> 64 for total in totals], dtype=np.uint64),
        np.array([total & LOW for total in totals], dtype=np.uint64),
        np.array(after), _placings(len(shape.columns)),
        np.array([low for low, _ in shape.columns]),
        np.array([high - low + 1 for low, high in shape.columns]),
    )  # fmt: skip


def _placings(columns: int) -> Any:
    found = np.zeros((columns, columns, columns, STATES), dtype=np.int64)
    for counts in product(range(columns), repeat=ROWS):
        numbers = tuple(n for n, many in enumerate(counts, 1) for _ in range(many))
        if len(numbers) >= columns or sum(numbers) > ROWS * PER_ROW:
            continue
        for left in product(range(PER_ROW + 1), repeat=ROWS):
            if sum(left) == sum(numbers):
                state = left[0] * 36 + left[1] * 6 + left[2]
                found[(*counts, state)] = placings(numbers, tuple(sorted(left)))
    return found


@compiled
def _read(stream: Any, at: Any, bits: int) -> Any:
    """The next number of so many bits, as two words; ``at``: the place, and where its piece
    ends."""
    size = (bits + 7) // 8
    if at[0] + size > at[1]:
        at[0] = at[1]
        at[1] = max(8192, 2 * at[1])
    high, low = np.uint64(0), np.uint64(0)
    for k in range(size):
        byte = np.uint64(stream[at[0] + k])
        if k < 8:
            low |= byte << np.uint64(8 * k)
        else:
            high |= byte << np.uint64(8 * (k - 8))
    at[0] += size
    if bits < 64:
        low &= (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    elif bits < 128:
        high &= (np.uint64(1) << np.uint64(bits - 64)) - np.uint64(1)
    return high, low


@compiled
def _bits(high: Any, low: Any) -> int:
    """How many bits the number below this one has."""
    if low == np.uint64(0):
        high -= np.uint64(1)
    low -= np.uint64(1)
    found = 0
    word = low
    if high:
        found, word = 64, high
    while word:
        found += 1
        word >>= np.uint64(1)
    return found


@compiled
def _below(stream: Any, at: Any, bound: int) -> Any:
    """A number below a small bound."""
    limit = np.uint64(bound)
    bits = _bits(np.uint64(0), limit)
    while True:
        _, low = _read(stream, at, bits)
        if low < limit:
            return np.int64(low)


@compiled
def _shuffle(stream: Any, at: Any, items: Any, count: int) -> None:
    for last in range(count - 1, 0, -1):
        other = _below(stream, at, last + 1)
        items[last], items[other] = items[other], items[last]


@compiled
def _share(stream: Any, at: Any, high: Any, low: Any, first: int, end: int) -> int:
    """One of the shares of a state, each as likely as it weighs."""
    most_high, most_low = high[end - 1], low[end - 1]
    bits = _bits(most_high, most_low)
    while True:
        h, w = _read(stream, at, bits)
        if h < most_high or (h == most_high and w < most_low):
            break
    for k in range(first, end):
        if h < high[k] or (h == high[k] and w < low[k]):
            return k
    return end - 1


@compiled
def _stand(stream: Any, at: Any, numbers: int, left: int, ways: Any) -> Any:
    """The rows (as bits) in which a column of so many numbers stands; ``ways``: of the columns
    after it, by the places left."""
    sums = np.zeros(3, dtype=np.int64)
    rows = np.zeros(3, dtype=np.int64)
    count, part = 0, 0
    for subset in (1, 2, 4, 3, 5, 6, 7):
        a, b, c = subset & 1, subset >> 1 & 1, subset >> 2 & 1
        if a + b + c != numbers:
            continue
        if (a and left // 36 == 0) or (b and left // 6 % 6 == 0) or (c and left % 6 == 0):
            continue
        many = ways[left - 36 * a - 6 * b - c]
        sums[count], rows[count] = many, subset
        count += 1
        x, y = part, many
        while y:
            x, y = y, x % y
        part = x
    total = 0
    for k in range(count):
        total += sums[k] // part
        sums[k] = total
    found = _below(stream, at, total)
    for k in range(count):
        if found < sums[k]:
            return rows[k]
    return rows[count - 1]


@compiled
def _strips(
    stream: Any, at: Any, starts: Any, takes: Any, high: Any, low: Any, after: Any, placings: Any,
    lows: Any, sizes: Any, found: Any,
) -> int:  # fmt: skip
    """Make strips, as many as the stream is long enough for; says how many."""
    width = lows.shape[0]
    counts = np.zeros((6, width), dtype=np.int64)
    left = np.zeros(width, dtype=np.int64)
    some = np.zeros(128, dtype=np.int64)
    held = np.zeros((6, width, 3), dtype=np.int64)
    kept = np.zeros((6, width), dtype=np.int64)
    filled = np.zeros(3, dtype=np.int64)
    tally = np.zeros(4, dtype=np.int64)
    for one in range(found.shape[0] // 6):
        if at[0] + SPARE > stream.shape[0]:
            return one
        state = 0
        left[:] = sizes - 6
        for card in range(6):
            share = _share(stream, at, high, low, starts[state], starts[state + 1])
            counts[card, :] = 1
            for size in range(6):
                many = 0
                for column in range(width):
                    if left[column] == size:
                        some[many] = column
                        many += 1
                _shuffle(stream, at, some, many)
                given = 0
                for extra in range(3):
                    for _ in range(takes[share, 3 * size + extra]):
                        counts[card, some[given]] = 1 + extra
                        given += 1
            for column in range(width):
                left[column] -= counts[card, column] - 1
            state = after[share]
        kept[:] = 0
        for column in range(width):
            many = 0
            for card in range(6):
                for _ in range(counts[card, column]):
                    some[many] = card
                    many += 1
            _shuffle(stream, at, some, many)
            for k in range(many):
                card = some[k]
                held[card, column, kept[card, column]] = lows[column] + k
                kept[card, column] += 1
        for card in range(6):
            tally[:] = 0
            for column in range(width):
                tally[counts[card, column]] += 1
            places = 215
            filled[:] = 0
            for column in range(width):
                many = counts[card, column]
                tally[many] -= 1
                ways = placings[tally[1], tally[2], tally[3]]
                rows = _stand(stream, at, many, places, ways)
                given = 0
                for row in range(3):
                    if rows >> row & 1:
                        number = held[card, column, given]
                        found[6 * one + card, row * 5 + filled[row]] = number
                        filled[row] += 1
                        given += 1
                        places -= 36 if row == 0 else 6 if row == 1 else 1
    return int(found.shape[0] // 6)


def make_strips(seed: str, size: int, shape: Shape = TENS) -> Faces:
    """The faces of a design of strips, all at once."""
    known, strips = tables(shape), size // STRIP
    needed = strips * A_STRIP + SPARE
    while True:
        stream = np.frombuffer(words(seed, 0, _pieces(needed)), dtype=np.uint8)
        found = np.zeros((strips * STRIP, NUMBERS), dtype=np.uint8)
        made = _strips(stream, np.zeros(2, dtype=np.int64), *known, found)
        kept = _different_strips(found)
        if made < strips:
            needed *= 2
        elif len(kept) < size:
            strips += (size - len(kept)) // STRIP
        else:
            return kept[:size]


def _pieces(needed: int) -> int:
    """Words of the stream that hold so many bytes, in whole pieces."""
    held = FIRST
    while held < needed:
        held *= 2
    return held // WORD


def _different_strips(faces: Faces) -> Faces:
    """Without strips with a card whose fifteen numbers stand on one of a strip before."""
    if len(different(faces)) == len(faces):
        return faces
    seen: set[bytes] = set()
    kept = []
    for strip in range(0, len(faces), STRIP):
        sets = {bytes(np.sort(face)) for face in faces[strip : strip + STRIP]}
        if seen.isdisjoint(sets):
            seen |= sets
            kept.append(faces[strip : strip + STRIP])
    return np.concatenate(kept)
