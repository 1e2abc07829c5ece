"""Words from the operating system's kernel: for play.

The kernel is read for every draw. A seed of 256 bits, however good what is made of it, reaches
2²⁵⁶ orders at most, and eight decks have more than 2³⁰²⁴ (`tests/chance/test_reach.py`).
"""

from __future__ import annotations

import os

from tapete.chance.port import WIDTH, Chance


def kernel(w: int, count: int) -> list[int]:
    """So many words of w bits out of the kernel's entropy.

    >>> all(0 <= word < 2**12 for word in kernel(12, 100))
    True
    """
    size = -(-w // 8)
    raw = os.urandom(size * count)
    if w == WIDTH:
        return memoryview(raw).cast("Q").tolist()
    spare = 8 * size - w
    return [
        int.from_bytes(raw[at : at + size], "little") >> spare for at in range(0, len(raw), size)
    ]


def system() -> Chance:
    """Draws from the kernel.

    >>> 0 <= system()(6) < 6
    True
    """
    return Chance(kernel)
