"""Ways as the compiled reels want them: what a symbol's run is after the first three reels, how the
others end it, and what the two pay together.

What a reel adds to a run is one of few `Run`s, whatever its stop: tables are made over those.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import product
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from tapete.systems.machines.reels import Machinery, Run, symbol_rows, ways_of

K = TypeVar("K", bound=Hashable)


class OpenRows(NamedTuple):
    """What may pay in a window, a column each: the lines, or the symbols of ways."""

    begun: list[NDArray[np.int64]]
    """For the strips of paid and of free games, by place of the first two parts and column: the
    number of what it is so far."""
    ends: NDArray[np.int32]
    """By strips, place of the third part and column: the number of how it ends."""
    pays: NDArray[np.int32]
    """By the two numbers: what it pays a credit."""


class _Begun(NamedTuple):
    """A run so far: what its longest row pays, its ways and those of wilds alone."""

    paid: int = 0
    ways: int = 1
    wild: int = 1


NOT_BEGUN = _Begun()


def ways_rows(machine: Machinery, parts: Sequence[range]) -> OpenRows:
    """The runs of a program with ways."""
    columns = [
        _column(machine, parts, symbol, natural, places)
        for (symbol, natural), places in symbol_rows(machine.layout).items()
    ]
    most = max(column.pays.shape[1] for column in columns)
    begun: list[list[NDArray[np.int64]]] = [[], []]
    pays, known = [], 0
    for column in columns:
        for at, numbers in enumerate(column.begun):
            begun[at].append(numbers + known)
        known += len(column.pays)
        pays.append(np.pad(column.pays, ((0, 0), (0, most - column.pays.shape[1]))))
    ends = np.stack([column.ends for column in columns], axis=-1)
    return OpenRows([np.stack(one, axis=-1) for one in begun], ends, np.concatenate(pays))


def _column(
    machine: Machinery, parts: Sequence[range], symbol: str, natural: bool,
    places: Mapping[int, int],
) -> OpenRows:  # fmt: skip
    """The run of one symbol."""
    layout, down = machine.layout, machine.program.rows
    pays = {length: layout.rows[place].pays for length, place in places.items()}
    first, rest = (*parts[0], *parts[1]), parts[2]
    begins: dict[_Begun, int] = {}
    endings: dict[tuple[Run, ...], int] = {}
    begun, ended = [], []
    for strips in (layout.strips, layout.free_strips):
        runs = [
            [
                ways_of(layout, [*reel, *reel * down][stop : stop + down], symbol, natural)
                for stop in range(len(reel))
            ]
            for reel in strips
        ]
        begun.append(
            _numbered(
                [runs[reel] for reel in first], lambda seen: _further(NOT_BEGUN, seen, pays), begins
            )
        )
        ended.append(_numbered([runs[reel] for reel in rest], tuple, endings))
    ends = np.zeros((2, max(map(len, ended))), dtype=np.int32)
    for at, numbers in enumerate(ended):
        ends[at, : len(numbers)] = numbers
    paid = [
        [_further(begin, more, pays, len(first)).paid for more in endings] for begin in begins
    ]  # fmt: skip
    return OpenRows(begun, ends, np.array(paid, dtype=np.int32))


def _numbered(
    reels: Sequence[Sequence[Run]], what: Callable[[tuple[Run, ...]], K], known: dict[K, int]
) -> NDArray[np.int64]:
    """For each combination of stops the number of what it comes to; a new one has the next."""
    kinds = [list(dict.fromkeys(reel)) for reel in reels]
    numbers = np.array(
        [known.setdefault(what(runs), len(known)) for runs in product(*kinds)], dtype=np.int64
    )
    at = [
        np.array([kind.index(run) for run in reel]) for kind, reel in zip(kinds, reels, strict=True)
    ]
    return np.ravel(numbers.reshape([len(kind) for kind in kinds])[np.ix_(*at)])


def _further(begun: _Begun, runs: Sequence[Run], pays: Mapping[int, int], reels: int = 0) -> _Begun:
    """A run that went over so many reels, some reels further."""
    paid, ways, wild = begun
    for length, run in enumerate(runs, reels + 1):
        ways, wild = ways * run.ways, wild * run.wild
        if length in pays and ways > wild:
            paid = pays[length] * (ways - wild)
    return _Begun(paid, ways, wild)
