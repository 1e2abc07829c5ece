"""Words that come again with their seed: for tests, simulation and practice at the terminal.

The only module that imports `random`; no table of a casino may import this one.
"""

from __future__ import annotations

import random

from tapete.chance.port import Chance, Words


def seeded_words(seed: int | str) -> Words:
    """The same words for the same seed.

    >>> seeded_words(7)(8, 5) == seeded_words(7)(8, 5)
    True
    """
    stream = random.Random(seed)
    return lambda w, count: [stream.getrandbits(w) for _ in range(count)]


def seeded(seed: int | str) -> Chance:
    """The same draws for the same seed.

    >>> a, b = seeded(7), seeded(7)
    >>> [a(37) for _ in range(5)] == [b(37) for _ in range(5)]
    True
    """
    return Chance(seeded_words(seed))
