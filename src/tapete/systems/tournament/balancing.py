"""Tables kept level and broken, as pure functions that return moves with their clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tapete.core.book.clause import ClauseId
from tapete.systems.tournament.positions import Positions
from tapete.systems.tournament.seats import (
    FULL_REDRAW,
    Place,
    clockwise,
    first_clockwise,
    sizes_on,
    tables_for,
)

NEXT_BIG_BLIND: ClauseId = "COL-7.3-02"
BREAKS: ClauseId = "COL-7.3-12"
REDRAWN: ClauseId = "COL-5-03"
SHORT_BY = 3
"""A table so much shorter than another stops until it is levelled."""


class TableSeats(NamedTuple):
    """The seats taken at a table now, and the positions of the hand just over.

    ``size`` stands for the seats where they do not matter.
    """

    taken: tuple[int, ...] | None
    last: Positions | None = None
    size: int = 0

    @property
    def players(self) -> int:
        return self.size if self.taken is None else len(self.taken)


class Move(NamedTuple):
    """A player goes from one place to another, by this clause."""

    start: Place
    end: Place
    clause: ClauseId


class Levelling(NamedTuple):
    """Tables that stop, the moves that make them level, whether one must wait for a hand."""

    stopped: tuple[int, ...]
    moves: tuple[Move, ...]
    sizes: dict[int, int]
    waits: bool


def level(
    tables: Mapping[int, TableSeats], seats: int, order: Sequence[int], *, least: int = 2
) -> Levelling:
    """The fewest moves after which sizes differ by less than ``least`` (COL-7.3-01 to -03).

    From the largest table (of equals the first in the order of breaking) the next big blind goes
    to the smallest (of equals the last), where his big blind comes soonest: never into the small
    blind nor the gap.
    """
    most = max(table.players for table in tables.values())
    stopped = tuple(n for n, table in sorted(tables.items()) if most - table.players >= SHORT_BY)
    now, rank = dict(tables), {number: place for place, number in enumerate(order)}
    moves: list[Move] = []
    while True:
        sizes = {number: table.players for number, table in now.items()}
        largest = min(now, key=lambda n: (-sizes[n], rank[n]))
        smallest = min(now, key=lambda n: (sizes[n], -rank[n]))
        if sizes[largest] - sizes[smallest] < max(least, 2):
            return Levelling(stopped, tuple(moves), sizes, False)
        start, end = _next_big_blind(now[largest], seats), _soonest(now[smallest], seats)
        if start is None or end is None:
            return Levelling(stopped, tuple(moves), sizes, True)
        moves.append(Move(Place(largest, start), Place(smallest, end), NEXT_BIG_BLIND))
        now[largest], now[smallest] = _without(now[largest], start), _with(now[smallest], end)


def _next_big_blind(table: TableSeats, seats: int) -> int | None:
    if table.taken is None or table.last is None:
        return None
    return first_clockwise(table.last.big, set(table.taken) - {table.last.big}, seats)


def _soonest(table: TableSeats, seats: int) -> int | None:
    """The first free seat clockwise after the next small blind, the next button's seat the last."""
    if table.taken is None or table.last is None:
        return None
    next_button, next_small = table.last.small, table.last.big
    for seat in clockwise(next_small, seats):
        if seat not in table.taken and seat != next_small:
            return seat
        if seat == next_button:
            return None
    return None


def _without(table: TableSeats, seat: int) -> TableSeats:
    return table._replace(taken=tuple(s for s in table.taken or () if s != seat))


def _with(table: TableSeats, seat: int) -> TableSeats:
    return table._replace(taken=(*(table.taken or ()), seat))


class Breaking(NamedTuple):
    """Which table breaks (0: none), on how many tables all are drawn again (0: not), how many
    seat cards there are of each table, and the sizes after."""

    table: int
    redraw: int
    share: dict[int, int]
    sizes: dict[int, int]
    clause: ClauseId = BREAKS


def breaking(
    players: Mapping[int, int], seats: int, final: int, order: Sequence[int],
    *, registration_open: bool = False,
) -> Breaking:  # fmt: skip
    """Whether the next table in the published order breaks now.

    It does when the others have room for its players; when three, two or one table will do the
    whole field is drawn again instead (COL-7.3-12, COL-5-03). While late registration lasts there
    is no order yet and no table breaks.
    """
    sizes, field = dict(players), sum(players.values())
    needed = tables_for(field, seats, final)
    if registration_open or needed >= len(players):
        return Breaking(0, 0, {}, sizes)
    if needed <= FULL_REDRAW:
        staying = sorted([number for number in order if number in players][-needed:])
        after = dict(zip(staying, sizes_on(field, needed), strict=True))
        return Breaking(0, needed, {}, after, REDRAWN)
    broken = next(number for number in order if number in players)
    left = {number: size for number, size in sizes.items() if number != broken}
    rank = {number: place for place, number in enumerate(order)}
    share: dict[int, int] = {}
    for _ in range(sizes[broken]):
        to = min(left, key=lambda n: (left[n], -rank[n]))
        left[to] += 1
        share[to] = share.get(to, 0) + 1
    return Breaking(broken, 0, dict(sorted(share.items())), left)
