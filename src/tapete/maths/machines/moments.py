"""Sums over all windows of a reel program, exactly: what it pays, squared, with its features.

A window is gone through reel by reel. What lines have settled is added up; windows that leave the
same lines open at the same point are one. So the work is that of the symbols, not of the stops.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, TypeAlias

from tapete.systems.machines.law import Strips, count_law, cycle, shown
from tapete.systems.machines.program import Level, Reels
from tapete.systems.machines.reels import (
    Layout,
    Machinery,
    Node,
    Outcome,
    Reading,
    scatter_row,
    symbol_rows,
    ways_of,
)

Counts: TypeAlias = tuple[int, ...]
"""How many of each special symbol the window shows so far."""


class Side(NamedTuple):
    """What counts of special symbols bring: pay per credit, free games, a pick; or the top."""

    pays: int
    games: int
    picks: bool
    top: bool = False


class Moments(NamedTuple):
    """Means over all windows: pay x per credit, free games n, pick a, and their products."""

    x: Fraction
    n: Fraction
    a: Fraction
    xx: Fraction
    xn: Fraction
    xa: Fraction
    nn: Fraction
    na: Fraction
    hit: Fraction
    top: Fraction

    def square(self, per_game: Fraction, per_pick: Fraction) -> Fraction:
        """The mean of (x + per_game n + per_pick a) squared."""
        return (
            self.xx
            + per_game**2 * self.nn
            + per_pick**2 * self.a
            + 2 * per_game * self.xn
            + 2 * per_pick * self.xa
            + 2 * per_game * per_pick * self.na
        )


class Special:
    """The symbols that count anywhere in the window, and what their counts bring."""

    def __init__(self, machine: Machinery, level: Level) -> None:
        program, scatters = machine.program, machine.layout.scatters
        names = [scatter.symbol for scatter in scatters]
        names += [f.symbol for f in (program.free, program.pick) if f is not None]
        self.symbols = tuple(dict.fromkeys(names))
        self._program, self._scatters, self._level = program, scatters, level
        self._sides: dict[Counts, Side] = {}

    def counts(self, column: Sequence[str]) -> Counts:
        return tuple(column.count(symbol) for symbol in self.symbols)

    def side(self, counts: Counts, top: Fraction | int = 0) -> Side:
        """What these counts bring; ``top`` is the prize to look out for, per credit."""
        if counts not in self._sides:
            seen = dict(zip(self.symbols, counts, strict=True))
            won = [scatter_row(self._scatters, symbol, n) for symbol, n in seen.items()]
            pays = [row.pays * self._level.parts for row in won if row is not None]
            free, pick = self._program.free, self._program.pick
            self._sides[counts] = Side(
                sum(pays),
                0 if free is None else free.won(seen[free.symbol]),
                pick is not None and seen[pick.symbol] >= pick.count,
                bool(top) and top in pays,
            )
        return self._sides[counts]


def plus(first: Counts, second: Counts) -> Counts:
    """Counts added place by place."""
    return tuple(map(int.__add__, first, second))


# -- lines --------------------------------------------------------------------------------------

Open: TypeAlias = tuple[tuple[int, Node], ...]
State: TypeAlias = tuple[Open, Fraction | int, bool, Counts]
"""Lines still open with their readers, what the others pay, whether one shows the top, counts."""


def line_moments(
    machine: Machinery, level: Level, strips: Strips, *, value: Callable[[Outcome], Fraction | int],
    top: Fraction | int = 0,
) -> Moments:  # fmt: skip
    """The moments of a game of lines. ``value`` is what an outcome pays per credit."""
    special = Special(machine, level)
    lines = (machine.program.lines or ())[: level.parts]
    rows = machine.program.rows
    start: list[tuple[int, Node]] = []
    paid: Fraction | int = 0
    shows_top = False
    for number in range(len(lines)):
        if isinstance(machine.reader, Node):
            start.append((number, machine.reader))
        else:  # whatever the reels show, every line pays the same
            won = value(machine.reader)
            paid, shows_top = paid + won, bool(top) and won == top
    at: dict[State, int] = {(tuple(start), paid, shows_top, (0,) * len(special.symbols)): 1}
    for reel, strip in enumerate(strips):
        columns = [
            (column, special.counts(column), stops) for column, stops in shown(strip, rows).items()
        ]
        after: defaultdict[State, int] = defaultdict(int)
        for (open_, settled, seen, counts), weight in at.items():
            if not open_:
                for more, stops in _merged_counts(columns):
                    after[(), settled, seen, plus(counts, more)] += weight * stops
                continue
            for column, more, stops in columns:
                still, sum_, shows = _along(open_, column, lines, reel, value, top)
                state = (still, settled + sum_, seen or shows, plus(counts, more))
                after[state] += weight * stops
        at = after
    ends = [
        (settled, special.side(counts, top), seen, weight)
        for (_, settled, seen, counts), weight in at.items()
    ]
    return _moments(ends, cycle(strips))


def _merged_counts(
    columns: Sequence[tuple[tuple[str, ...], Counts, int]],
) -> list[tuple[Counts, int]]:
    law: Counter[Counts] = Counter()
    for _, counts, stops in columns:
        law[counts] += stops
    return list(law.items())


def _along(
    open_: Open, column: tuple[str, ...], lines: Sequence[Sequence[int]], reel: int,
    value: Callable[[Outcome], Fraction | int], top: Fraction | int,
) -> tuple[Open, Fraction | int, bool]:  # fmt: skip
    """Open lines one reel further: those still open, what was settled, whether it is the top."""
    still: list[tuple[int, Node]] = []
    paid: Fraction | int = 0
    shows = False
    for number, node in open_:
        reading: Reading = node.next[column[lines[number][reel]]]
        if isinstance(reading, Outcome):
            won = value(reading)
            paid += won
            shows = shows or (bool(top) and won == top)
        else:
            still.append((number, reading))
    return tuple(still), paid, shows


def _moments(ends: Sequence[tuple[Fraction | int, Side, bool, int]], total: int) -> Moments:
    sums: list[Fraction | int] = [0] * 10
    for lines, side, seen, weight in ends:
        x, n, a = lines + side.pays, side.games, int(side.picks)
        hit = int(bool(x or n or a))
        top = int(seen or side.top)
        for place, term in enumerate((x, n, a, x * x, x * n, x * a, n * n, n * a, hit, top)):
            sums[place] += term * weight
    return Moments(*(Fraction(sum_) / total for sum_ in sums))


# -- ways ---------------------------------------------------------------------------------------

Key: TypeAlias = tuple[str, bool]


class Way(NamedTuple):
    """A symbol's run: all ways, ways of wilds alone, what its longest row pays, and that row."""

    ways: int = 1
    wild: int = 1
    pays: int = 0
    row: int = -1


def _further(
    runs: dict[int, int], layout: Layout, way: Way, here: tuple[int, int], length: int
) -> Way:
    """A run one reel further. A run that has ended keeps only what it pays."""
    if not way.ways:
        return way
    ways, wild = way.ways * here[0], way.wild * here[1]
    if ways > wild and length in runs:
        place = runs[length]
        way = Way(ways, wild, layout.rows[place].pays * (ways - wild), place)
    if not ways or length >= max(runs):
        return way._replace(ways=0, wild=0)
    return way._replace(ways=ways, wild=wild)


def ways_law(
    machine: Machinery, level: Level, strips: Strips, keys: Sequence[Key], *, folded: bool = False
) -> dict[tuple[tuple[Way, ...], Counts], int]:
    """How the runs of these symbols end together, with the counts: weights of all windows.

    ``folded`` keeps of each run only whether it pays.
    """
    layout, rows = machine.layout, machine.program.rows
    special, table = Special(machine, level), symbol_rows(layout)
    at: dict[tuple[tuple[Way, ...], Counts], int] = {
        ((Way(),) * len(keys), (0,) * len(special.symbols)): 1
    }
    for length, strip in enumerate(strips, 1):
        columns: Counter[tuple[tuple[tuple[int, int], ...], Counts]] = Counter()
        for column, stops in shown(strip, rows).items():
            runs = [ways_of(layout, column, *key) for key in keys]
            columns[tuple((r.ways, r.wild) for r in runs), special.counts(column)] += stops
        after: defaultdict[tuple[tuple[Way, ...], Counts], int] = defaultdict(int)
        for (ways, counts), weight in at.items():
            for (places, more), stops in columns.items():
                moved = tuple(
                    _further(table[key], layout, way, place, length)
                    for key, way, place in zip(keys, ways, places, strict=True)
                )
                if folded:
                    moved = tuple(map(_folded, moved))
                after[moved, plus(counts, more)] += weight * stops
        at = after
    return at


def _folded(way: Way) -> Way:
    """A run of which only matters whether it pays: numbers of ways are folded together."""
    if way.pays:
        return Way(0, 0, 1)
    wild = min(way.wild, 1)
    return Way(wild + 1 if way.ways > way.wild else wild, wild)


def ways_moments(machine: Machinery, level: Level, strips: Strips, best: Fraction | int) -> Moments:
    """The moments of a game of ways: symbols by pairs for the squares, all of them for the hit;
    ``best`` is the prize to look out for, per credit."""
    special = Special(machine, level)
    keys = list(symbol_rows(machine.layout))
    total = cycle(strips)
    zero = Fraction(0)
    one = [ways_law(machine, level, strips, [key]) for key in keys]
    x, xx, xn, xa = zero, zero, zero, zero
    side_law: Counter[Counts] = Counter()
    for (_, counts), weight in ways_law(machine, level, strips, []).items():
        side_law[counts] += weight
    sides = [(special.side(counts, best), weight) for counts, weight in side_law.items()]
    for law in one:
        for ((way,), counts), weight in law.items():
            side = special.side(counts, best)
            x += way.pays * weight
            xn += way.pays * side.games * weight
            xa += way.pays * side.picks * weight
            xx += way.pays * (way.pays + 2 * side.pays) * weight
    for pair in combinations(keys, 2):
        law = ways_law(machine, level, strips, pair)
        xx += 2 * sum(first.pays * second.pays * w for ((first, second), _), w in law.items())
    scatter = sum((Fraction(s.pays * w) for s, w in sides), zero)
    xx += sum(s.pays**2 * w for s, w in sides)
    xn += sum(s.pays * s.games * w for s, w in sides)
    xa += sum(s.pays * s.picks * w for s, w in sides)
    any_pay = ways_law(machine, level, strips, keys, folded=True)
    hit = sum(
        weight
        for (ways, c), weight in any_pay.items()
        if any(w.pays for w in ways) or (s := special.side(c)).pays or s.games or s.picks
    )
    highest = [
        key
        for key, law in zip(keys, one, strict=True)
        if best and any(w.pays == best for (w,), _ in law)
    ]
    shows = ways_law(machine, level, strips, highest)
    top = sum(
        weight
        for (ways, counts), weight in shows.items()
        if special.side(counts, best).top or any(way.pays == best for way in ways)
    )
    n = sum((Fraction(s.games * w) for s, w in sides), zero)
    nn = sum((Fraction(s.games**2 * w) for s, w in sides), zero)
    a = sum((Fraction(s.picks * w) for s, w in sides), zero)
    na = sum((Fraction(s.games * s.picks * w) for s, w in sides), zero)
    sums = (x + scatter, n, a, xx, xn, xa, nn, na, Fraction(hit), Fraction(top))
    return Moments(*(sum_ / total for sum_ in sums))


def moments(
    machine: Machinery, level: Level, strips: Strips, *, value: Callable[[Outcome], Fraction | int],
    top: Fraction | int = 0,
) -> Moments:  # fmt: skip
    """The moments of a game on these strips, of lines or of ways."""
    if machine.program.ways:
        return ways_moments(machine, level, strips, top)
    return line_moments(machine, level, strips, value=value, top=top)


def best_prize(machine: Machinery, level: Level, law: dict[Outcome, Fraction]) -> int:
    """The largest prize of one row of the paid game, per credit, pots apart."""
    program: Reels = machine.program
    if program.ways:
        keys = list(symbol_rows(machine.layout))
        found = [ways_law(machine, level, machine.layout.strips, [key]) for key in keys]
        lines = max((way.pays for one in found for (way,), _ in one), default=0)
    else:
        lines = max((outcome.pays for outcome in law), default=0)
    scatters = machine.layout.scatters
    shown_ = (
        scatter_row(scatters, symbol, seen)
        for symbol in {scatter.symbol for scatter in scatters}
        for seen in count_law(machine.layout.strips, program.rows, symbol)
    )
    return max(lines, *(row.pays * level.parts for row in shown_ if row is not None), 0)
