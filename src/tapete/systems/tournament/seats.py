"""Seats of a tournament: how many tables, where the next player sits, who has the button.

Seat numbers grow counter-clockwise, as everywhere: clockwise is downwards, from 1 to the highest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tapete.core.round.cards import RANKS, Card

SUITS_LOW_TO_HIGH = "dchs"
"""In draws spades beat hearts, hearts clubs, clubs diamonds (COL-7.5.1-12)."""
FULL_REDRAW = 3
"""From so many tables down the whole field is drawn again (COL-5-03)."""


class Place(NamedTuple):
    """A seat of a table, written ``3-4``."""

    table: int
    seat: int

    def __str__(self) -> str:
        return f"{self.table}-{self.seat}"


def card_order(card: Card) -> tuple[int, int]:
    """The value of a card in a draw: rank, then suit.

    >>> max(["Qd", "Qs", "Jc"], key=card_order)
    'Qs'
    """
    return RANKS.index(card[0]), SUITS_LOW_TO_HIGH.index(card[1])


def clockwise(seat: int, seats: int) -> Iterator[int]:
    """All places after a seat, clockwise, once round and ending with it.

    >>> list(clockwise(2, 4))
    [1, 4, 3, 2]
    """
    for step in range(1, seats + 1):
        yield (seat - step - 1) % seats + 1


def first_clockwise(seat: int, among: Collection[int], seats: int) -> int:
    """The first of some seats after a seat, clockwise; the seat itself comes last."""
    return next(place for place in clockwise(seat, seats) if place in among)


def tables_for(players: int, seats: int, final: int | None = None) -> int:
    """The number of tables a field needs; where a final table is to be formed, one only if it takes
    them all.

    >>> tables_for(47, 9), tables_for(10, 9, final=10), tables_for(9, 9, final=8)
    (6, 1, 2)
    """
    if final is None:
        return -(-players // seats)
    return 1 if players <= final else max(-(-players // seats), 2)


def sizes_on(players: int, tables: int) -> list[int]:
    """The field spread over tables, as level as can be, the larger ones first.

    >>> sizes_on(47, 6)
    [8, 8, 8, 8, 8, 7]
    """
    each, more = divmod(players, tables)
    return [each + (number < more) for number in range(tables)]


def next_slips(tables: Mapping[int, Collection[int]], seats: int) -> list[Place]:
    """The seats the next slip is drawn from, all equally likely: the free ones of the least
    filled tables (COL-7.1-02, COL-7.2-03)."""
    open_ = {table: taken for table, taken in tables.items() if len(taken) < seats}
    least = min((len(taken) for taken in open_.values()), default=0)
    return [
        Place(table, seat)
        for table, taken in sorted(open_.items())
        if len(taken) == least
        for seat in range(1, seats + 1)
        if seat not in taken
    ]


class Slips:
    """The same for a whole field that draws one slip after another.

    >>> slips = Slips({1: [2], 2: []}, 2)
    >>> [str(place) for place in slips.next]
    ['2-1', '2-2']
    >>> slips.take(Place(2, 2))
    >>> [str(place) for place in slips.next]
    ['1-1', '2-1']
    """

    def __init__(self, tables: Mapping[int, Collection[int]], seats: int) -> None:
        self.tables = {table: [*taken] for table, taken in tables.items()}
        self.seats = seats
        self.next = next_slips(self.tables, seats)

    def __contains__(self, place: Place) -> bool:
        at = bisect_left(self.next, place)
        return at < len(self.next) and self.next[at] == place

    def take(self, place: Place) -> None:
        """One of them was drawn: nobody else sits at that table before the others have as many."""
        self.tables[place.table].append(place.seat)
        first = bisect_left(self.next, Place(place.table, 0))
        last = bisect_left(self.next, Place(place.table + 1, 0))
        del self.next[first:last]
        if not self.next:
            self.next = next_slips(self.tables, self.seats)


def astray(slips: Iterable[Place], tables: Iterable[int], seats: int) -> Place | None:
    """A slip that cannot have been drawn where the tables are filled evenly, in whatever order they
    came out of the box; None: all of them can.

    >>> astray([Place(1, 2), Place(1, 4), Place(2, 2)], (1, 2), 4)
    >>> str(astray([Place(1, 2), Place(1, 4), Place(1, 3), Place(2, 2)], (1, 2), 4))
    '1-4'
    """
    left, turns = Slips(dict.fromkeys(tables, ()), seats), Counter[int]()
    order: list[tuple[int, Place]] = []
    for place in sorted(slips):
        turns[place.table] += 1
        order.append((turns[place.table], place))
    for _, place in sorted(order):  # a seat of each table, then another of each
        if place not in left:
            return place
        left.take(place)
    return None


class Thresholds(NamedTuple):
    """The numbers of players left at which a table breaks, and at which all are drawn again."""

    breaks: list[int]
    redraws: list[int]


def thresholds(tables: int, seats: int, final: int) -> Thresholds:
    """When so many tables become fewer (COL-7.3-12, COL-5-03); where several are emptied at once
    it is straight to the fewest.

    >>> thresholds(6, 9, 10)
    Thresholds(breaks=[45, 36], redraws=[27, 18, 10])
    """
    at = [(n, n * seats if n > 1 else final) for n in range(tables - 1, 0, -1)]
    at = [(n, left) for n, left in at if n == 1 or left > final]
    return Thresholds(
        [left for n, left in at if n > FULL_REDRAW], [left for n, left in at if n <= FULL_REDRAW]
    )


def button_draw(
    cards: Mapping[int, Card], tables: Mapping[int, Collection[int]], seats: int
) -> dict[int, int]:
    """The button of every table: the seat with the highest card drawn at table 1; where nobody
    sits there it passes clockwise (COL-7.5.1-10, COL-7.5.1-12)."""
    drawn = max(cards, key=lambda seat: card_order(cards[seat]))
    return {
        table: drawn if drawn in taken else first_clockwise(drawn, taken, seats)
        for table, taken in tables.items()
        if taken
    }


def take_slips(
    cards: Mapping[int, Card], slips: Sequence[Place], seats: int
) -> tuple[int, dict[int, Place]]:
    """Who of a broken table goes where: the highest card takes the first of the shuffled seat
    cards, then the others clockwise (COL-7.3-13)."""
    first = max(cards, key=lambda seat: card_order(cards[seat]))
    order = [first, *(seat for seat in clockwise(first, seats) if seat in cards and seat != first)]
    return first, dict(zip(order, slips, strict=bool(slips)))
