"""Exact chances of a reel program: of a line's rows, of counts in the window, of free games.

Strips are circles and stops equally likely, so what a row of the window shows on a reel has the
same law whatever row it is: all lines share one law.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import prod

from tapete.systems.machines.program import Free
from tapete.systems.machines.reels import Layout, Outcome, Reading, line_reader

Strips = Sequence[Sequence[str]]


def cycle(strips: Strips) -> int:
    """The number of combinations of stops the reels can show together."""
    return prod(len(reel) for reel in strips)


def line_law(
    layout: Layout, strips: Strips, reader: Reading | None = None
) -> dict[Outcome, Fraction]:
    """The chance of each outcome on one line."""
    total = cycle(strips)
    at: Counter[Reading] = Counter({line_reader(layout) if reader is None else reader: 1})
    for reel in strips:
        stops = Counter(reel)
        after: Counter[Reading] = Counter()
        for reading, weight in at.items():
            if isinstance(reading, Outcome):
                after[reading] += weight * len(reel)
                continue
            for symbol, places in stops.items():
                after[reading.next[symbol]] += weight * places
        at = after
    return {o: Fraction(weight, total) for o, weight in at.items() if isinstance(o, Outcome)}


def shown(reel: Sequence[str], rows: int) -> Counter[tuple[str, ...]]:
    """Every column a reel can show, with the number of stops that show it."""
    return Counter(
        tuple(reel[(stop + down) % len(reel)] for down in range(rows)) for stop in range(len(reel))
    )


def count_law(strips: Strips, rows: int, symbol: str) -> dict[int, Fraction]:
    """The chance of each count of a symbol anywhere in the window."""
    law: Counter[int] = Counter({0: 1})
    for reel in strips:
        here: Counter[int] = Counter()
        for column, stops in shown(reel, rows).items():
            here[column.count(symbol)] += stops
        law = _added(law, here)
    total = cycle(strips)
    return {seen: Fraction(weight, total) for seen, weight in sorted(law.items())}


def _added(first: Counter[int], second: Counter[int]) -> Counter[int]:
    law: Counter[int] = Counter()
    for a, x in first.items():
        for b, y in second.items():
            law[a + b] += x * y
    return law


def games_expected(free: Free, strips: Strips, rows: int) -> Fraction:
    """The number of free games one game on these strips gives on average."""
    law = count_law(strips, rows, free.symbol)
    return sum((chance * free.won(seen) for seen, chance in law.items()), Fraction(0))
