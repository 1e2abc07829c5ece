"""Streams of chance for kernels: seeded, independent of each other, and without bias.

A stream is the state of a xoshiro256++ generator (Blackman and Vigna, 2019): four words of 64 bits.
Stream ``n`` of a seed is what numpy's `SeedSequence` gives its ``n``-th child, so streams of one
seed have nothing to do with each other and can be made in any order, by any number of workers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled, inlined, mul_high

Stream = NDArray[np.uint64]
Cards = NDArray[np.uint8]

_ONE = np.uint64(1)
_TOGETHER = 6
"""Cards drawn out of one number of 64 bits: 416 to the sixth power is far below 2 to the 64th."""


def stream(seed: int, number: int = 0) -> Stream:
    """Stream ``number`` of a seed.

    >>> bool((stream(7, 1) == stream(7, 1)).all()), bool((stream(7, 1) == stream(7, 2)).any())
    (True, False)
    """
    words = np.random.SeedSequence(seed, spawn_key=(number,)).generate_state(4, np.uint64)
    return words.astype(np.uint64)


@inlined
def _turn(x: Any, bits: int) -> Any:
    return (x << np.uint64(bits)) | (x >> np.uint64(64 - bits))


@compiled
def next_word(state: Stream) -> Any:
    """The next 64 bits."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    word = _turn(s0 + s3, 23) + s0
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    state[1] = s1 ^ s2
    state[0] = s0 ^ s3
    state[2] = s2 ^ shifted
    state[3] = _turn(s3, 45)
    return word


@compiled
def below(state: Stream, n: Any) -> Any:
    """One of 0 .. n-1, each exactly as likely (Lemire, 2019: what would be uneven is redrawn)."""
    bound = np.uint64(n)
    while True:
        word = next_word(state)
        low = word * bound
        if low >= bound or low >= (np.uint64(0) - bound) % bound:
            return mul_high(word, bound)


@compiled
def draw(cards: Cards, start: int, stop: int, state: Stream) -> int:
    """Draw the cards at the places ``start`` .. ``stop`` out of all from ``start`` on.

    A Fisher-Yates shuffle from the front, gone only as far as it is needed. Six places are drawn
    out of one word (Brackett-Rozinsky and Lemire, 2024): what one place leaves of the word serves
    the next, and a word that would favour some order is redrawn whole. Returns how far it went:
    ``stop``, or a few cards more.
    """
    total = len(cards)
    i = start
    while i < stop:
        if i + _TOGETHER > total:
            j = np.uint64(i) + below(state, total - i)
            cards[i], cards[j] = cards[j], cards[i]
            i += 1
            continue
        b0 = np.uint64(total - i)
        b1, b2, b3 = b0 - _ONE, b0 - np.uint64(2), b0 - np.uint64(3)
        b4, b5 = b0 - np.uint64(4), b0 - np.uint64(5)
        orders = b0 * b1 * b2 * b3 * b4 * b5
        while True:
            word = next_word(state)
            j0 = mul_high(word, b0)
            word *= b0
            j1 = mul_high(word, b1)
            word *= b1
            j2 = mul_high(word, b2)
            word *= b2
            j3 = mul_high(word, b3)
            word *= b3
            j4 = mul_high(word, b4)
            word *= b4
            j5 = mul_high(word, b5)
            word *= b5
            if word >= orders or word >= (np.uint64(0) - orders) % orders:
                break
        k = np.uint64(i)
        j0 += k
        cards[k], cards[j0] = cards[j0], cards[k]
        k += _ONE
        j1 += k
        cards[k], cards[j1] = cards[j1], cards[k]
        k += _ONE
        j2 += k
        cards[k], cards[j2] = cards[j2], cards[k]
        k += _ONE
        j3 += k
        cards[k], cards[j3] = cards[j3], cards[k]
        k += _ONE
        j4 += k
        cards[k], cards[j4] = cards[j4], cards[k]
        k += _ONE
        j5 += k
        cards[k], cards[j5] = cards[j5], cards[k]
        i += _TOGETHER
    return i


@compiled
def shuffled(cards: Cards, shoes: int, state: Stream) -> NDArray[np.uint8]:
    """Whole shoes in random order, one a row: a tape that engine and kernel can both play."""
    rows = np.empty((shoes + 1, len(cards)), np.uint8)[:shoes]
    for row in range(shoes):
        rows[row] = cards
        draw(rows[row], 0, len(cards), state)
    return rows
