"""Reels, compiled: whole plays of a program, free games and second screens included.

What a line pays is looked up by the symbols on it, written as one number. Most lines are lost with
their first three symbols: for each place of the first three reels the lines that may still pay are
listed, and only those are looked at. Ways are the same, a symbol's run in the place of a line
(`tapete.maths.kernels.ways`). A program of one line and no features is one draw over its
whole cycle and one look at what that combination pays. Windows are held against
`tapete.systems.machines.reels.Machinery` stop by stop.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled, inlined
from tapete.maths.kernels.stream import Stream, below
from tapete.maths.kernels.ways import OpenRows, ways_rows
from tapete.systems.machines.program import Level, Reels
from tapete.systems.machines.reels import Machinery, follow, scatter_row

MOST = 5_000_000
"""Combinations of symbols or of stops that a table is made of."""


class ReelTables(NamedTuple):
    """A program at one bet. Reels are taken together in three parts: the first two, the third, the
    rest; a part stands at one of so many places, one for each combination of its stops. Strips are
    those of the paid game, then of free games. A pot pays nothing here."""

    sizes: NDArray[np.int64]
    """By strips and part: its places."""
    starts: NDArray[np.int32]
    """By strips and place of the first two parts: where their lines begin in the two that follow,
    and in the next place where they end."""
    which: NDArray[np.uint16]
    """The lines, or the symbols of ways, that may pay."""
    where: NDArray[np.int32]
    """Of each where its payments begin, by how it ends."""
    ends: NDArray[np.int32]
    """By strips, place of the third part and line: how it ends."""
    pays: NDArray[np.int32]
    counts: NDArray[np.uint8]
    """By strips, part, place and symbol that counts anywhere: how many the window shows."""
    by_count: NDArray[np.int64]
    """By symbol and count: credits paid, free games, whether the second screen opens."""
    branches: NDArray[np.int64]
    """Of the second screen: weight up to here, credits, screen that follows or -1."""
    screens: NDArray[np.int64]
    multiplier: int
    retrigger: bool


def parts_of(reels: int) -> tuple[range, range, range]:
    """The reels of each part.

    >>> parts_of(5)
    (range(0, 2), range(2, 3), range(3, 5))
    """
    return range(min(2, reels)), range(min(2, reels), min(3, reels)), range(min(3, reels), reels)


def reel_tables(program: Reels, level: Level) -> ReelTables:
    """The tables of a program; `ValueError` for lines of too many symbols."""
    machine = Machinery(program)
    layout, rows = machine.layout, program.rows
    reels = len(layout.strips)
    sets = (layout.strips, layout.free_strips)
    counting = list(dict.fromkeys(s.symbol for s in layout.scatters))
    for feature in (program.free, program.pick):
        if feature is not None and feature.symbol not in counting:
            counting.append(feature.symbol)
    parts = parts_of(reels)
    sizes = np.array(
        [[prod(len(strips[reel]) for reel in part) for part in parts] for strips in sets],
        dtype=np.int64,
    )
    counts = np.zeros((2, 3, int(sizes.max()), len(counting)), dtype=np.uint8)
    for at, strips in enumerate(sets):
        for n, part in enumerate(parts):
            for place, stops in enumerate(product(*(range(len(strips[reel])) for reel in part))):
                shown = {
                    reel: [strips[reel][(stop + row) % len(strips[reel])] for row in range(rows)]
                    for reel, stop in zip(part, stops, strict=True)
                }
                for k, name in enumerate(counting):
                    counts[at, n, place, k] = sum(column.count(name) for column in shown.values())
    free, pick = program.free, program.pick
    by_count = np.zeros((len(counting), rows * reels + 1, 3), dtype=np.int64)
    for n, name in enumerate(counting):
        for seen in range(rows * reels + 1):
            row_paid = scatter_row(layout.scatters, name, seen)
            by_count[n, seen, 0] = 0 if row_paid is None else row_paid.pays * level.stake
            if free is not None and free.symbol == name:
                by_count[n, seen, 1] = free.won(seen)
            if pick is not None and pick.symbol == name:
                by_count[n, seen, 2] = seen >= pick.count
    branches, screens = _screens(program, level)
    open_ = ways_rows(machine, parts) if program.ways else _line_rows(machine, level, parts, sizes)
    may = np.asarray(open_.pays.any(axis=1))
    starts, which, where = _that_may_pay(open_.begun, may)
    kept = np.cumsum(may) - 1  # of the beginnings that may pay, which is it
    return ReelTables(
        sizes, starts, which, (kept[where] * open_.pays.shape[1]).astype(np.int32),
        open_.ends, open_.pays[may].ravel() * np.int32(level.credits),
        counts, by_count, branches, screens,
        1 if free is None else free.multiplier, free is not None and free.retrigger,
    )  # fmt: skip


def _line_rows(
    machine: Machinery, level: Level, parts: tuple[range, range, range], sizes: NDArray[np.int64]
) -> OpenRows:
    """The lines that are played, the symbols on them written as one number."""
    program, layout = machine.program, machine.layout
    symbols, reels = sorted(layout.symbols()), len(layout.strips)
    base = len(symbols)
    if base**reels > MOST:
        raise ValueError(f"{program.id}: no table of its lines")
    played = (program.lines or ())[: level.parts]
    rest = base ** len(parts[2])
    lines = np.zeros((2, 3, int(sizes.max()), len(played)), dtype=np.int32)
    for at, strips in enumerate((layout.strips, layout.free_strips)):
        for n, part in enumerate(parts):
            for place, stops in enumerate(product(*(range(len(strips[reel])) for reel in part))):
                for k, line in enumerate(played):
                    number = sum(
                        symbols.index(strips[reel][(stop + line[reel]) % len(strips[reel])])
                        * base ** (reels - 1 - reel)
                        for reel, stop in zip(part, stops, strict=True)
                    )
                    lines[at, n, place, k] = number if n == 2 else number // rest
    pays = np.array(
        [follow(machine.reader, names).pays for names in product(symbols, repeat=reels)],
        dtype=np.int32,
    )
    begun = [
        (lines[at, 0, :first, None, :] + lines[at, 1, None, :second, :])
        .reshape(first * second, -1)
        .astype(np.int64)
        for at, (first, second, _) in enumerate(sizes)
    ]
    return OpenRows(begun, np.ascontiguousarray(lines[:, 2]), pays.reshape(-1, rest))


def _that_may_pay(
    begun: list[NDArray[np.int64]], may: NDArray[np.bool_]
) -> tuple[NDArray[np.int32], NDArray[np.uint16], NDArray[np.int64]]:
    """The lines that may still pay at each place of the first two parts."""
    most = max(map(len, begun))
    starts = np.zeros((len(begun), most + 1), dtype=np.int32)
    which, where, total = [], [], 0
    for at, numbers in enumerate(begun):
        place, line = np.nonzero(may[numbers])
        starts[at, 0] = total
        each = np.bincount(place, minlength=len(numbers))
        starts[at, 1 : len(numbers) + 1] = total + np.cumsum(each)
        total += len(place)
        which.append(line.astype(np.uint16))
        where.append(numbers[place, line])
    return starts, np.concatenate(which), np.concatenate(where)


def _screens(program: Reels, level: Level) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The second screen as rows of branches; the screen it begins with is the first."""
    if program.pick is None:
        return np.zeros((0, 3), dtype=np.int64), np.zeros(1, dtype=np.int64)
    nodes = program.pick.nodes
    order = [program.pick.start, *(name for name in nodes if name != program.pick.start)]
    rows: list[tuple[int, int, int]] = []
    firsts = []
    for name in order:
        firsts.append(len(rows))
        weight = 0
        for branch in nodes[name]:
            weight += branch.weight
            leads = -1 if branch.next is None else order.index(branch.next)
            rows.append((weight, branch.pays * level.stake, leads))
    return np.array(rows, dtype=np.int64), np.array([*firsts, len(rows)], dtype=np.int64)


@inlined
def window_pays(
    at: int, first: Any, second: Any, third: Any, sizes: Any, starts: Any, which: Any, where: Any,
    ends: Any, pays: Any, counts: Any, by_count: Any,
) -> tuple[int, int, int]:  # fmt: skip
    """What a window pays, its three parts at these places: credits of lines and scatters, free
    games, the second screen."""
    paid = games = opens = 0
    place = first * sizes[at, 1] + second
    for n in range(starts[at, place], starts[at, place + 1]):
        paid += pays[where[n] + ends[at, third, which[n]]]
    for n in range(by_count.shape[0]):
        seen = (
            np.int64(counts[at, 0, first, n]) + counts[at, 1, second, n] + counts[at, 2, third, n]
        )
        paid += by_count[n, seen, 0]
        games += by_count[n, seen, 1]
        opens += by_count[n, seen, 2]
    return paid, games, opens


@compiled
def _plays(
    state: Any, n: int, sizes: Any, starts: Any, which: Any, where: Any, ends: Any, pays: Any,
    counts: Any, by_count: Any, branches: Any, screens: Any, multiplier: int, retrigger: bool,
    sums: Any,
) -> None:  # fmt: skip
    paid = squares = won = spins = 0
    for _ in range(n):
        total = 0
        games = 1
        at = 0
        while games > 0:
            games -= 1
            first = np.int64(below(state, sizes[at, 0]))
            second = np.int64(below(state, sizes[at, 1])) if sizes[at, 1] > 1 else 0
            third = np.int64(below(state, sizes[at, 2])) if sizes[at, 2] > 1 else 0
            credits, more, opens = window_pays(
                at, first, second, third, sizes, starts, which, where, ends, pays, counts, by_count
            )
            spins += 1
            total += credits * (multiplier if at else 1)
            if at == 0 and opens:
                screen = 0
                while screen >= 0:
                    row, last = screens[screen], screens[screen + 1]
                    drawn = np.int64(below(state, branches[last - 1, 0]))
                    while branches[row, 0] <= drawn:
                        row += 1
                    total += branches[row, 1]
                    screen = branches[row, 2]
            if at == 0 or retrigger:
                games += more
            at = 1
        paid += total
        squares += total * total
        won += total > 0
    sums[0], sums[1], sums[2], sums[3] = paid, squares, won, spins


class Played(NamedTuple):
    """What plays came to: credits paid, their squares, plays that paid, spins (free ones too)."""

    paid: int
    squares: int
    won: int
    spins: int


def play_reels(tables: ReelTables, n: int, state: Stream) -> Played:
    """So many plays."""
    sums = np.zeros(4, dtype=np.int64)
    _plays(state, n, *tables, sums)
    return Played(*(int(one) for one in sums))


@compiled
def _cycle(state: Any, n: int, pays: Any, sums: Any) -> None:
    paid = 0
    size = len(pays)
    for _ in range(n):
        paid += pays[below(state, size)]
    sums[0] += paid


def cycle_pays(program: Reels, level: Level, pot: int = 0) -> NDArray[np.int64]:
    """What each combination of stops pays: for programs of one row and one line, no features; a
    row that pays the pot brings ``pot`` credits."""
    machine = Machinery(program)
    strips = machine.layout.strips
    plain = program.free is None and program.pick is None and not program.scatter_pays
    if not plain or program.rows != 1 or prod(map(len, strips)) > MOST:
        raise ValueError(f"{program.id}: more than one line of plain reels")
    ends = [follow(machine.reader, names) for names in product(*strips)]
    paid = [pot if end.pot else end.pays * level.credits for end in ends]
    return np.array(paid, dtype=np.int64)


def play_cycle(pays: NDArray[np.int64], n: int, state: Stream) -> int:
    """So many plays of a plain program: credits paid."""
    sums = np.zeros(1, dtype=np.int64)
    _cycle(state, n, pays, sums)
    return int(sums[0])
