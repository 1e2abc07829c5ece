"""Reels: what a window shows, what a line, the ways and the scatters of it pay.

The rows of a pay table are compiled into a reader that goes along a line symbol by symbol. The
same reader pays a play and is summed over by the par sheet: one rule, written once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from tapete.systems.machines.program import Level, Reels, Why, Wild, why

POT = "pozo"
STOPS = re.compile(r"([^\s*]+)(?:\*([1-9]\d{0,3}))?")
NAME = re.compile(r"[^\s*!|=]+")
Window: TypeAlias = tuple[tuple[str, ...], ...]
"""For each reel what it shows, from the top row down."""


class BadRow(ValueError):
    """A row, strip or line that cannot be read, and why."""

    def __init__(self, why: Why) -> None:
        super().__init__(str(why))
        self.why = why


class Cell(NamedTuple):
    """The condition of a row on one reel: one of ``named``, none of ``barred``, or anything."""

    named: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()


class Row(NamedTuple):
    """A row of the pay table: its left side, a cell a reel, and what it pays a credit."""

    text: str
    cells: tuple[Cell, ...]
    pays: int
    pot: bool = False
    natural: bool = False
    symbol: str = ""
    """The one symbol of a run (``bar x3``), for ways."""
    run: int = 0


class Outcome(NamedTuple):
    """The result of a line: the row by its place in the table (-1: none), credits, the pot."""

    row: int
    pays: int
    pot: bool = False


NOTHING = Outcome(-1, 0)


class Node:
    """A point along a line at which symbols still matter: where each of them leads."""

    __slots__ = ("next",)

    def __init__(self, next_: dict[str, Reading]) -> None:
        self.next = next_


Reading: TypeAlias = Node | Outcome


class Scatter(NamedTuple):
    """A row of ``scatter_pays``: so many of a symbol anywhere pay times the total bet."""

    text: str
    symbol: str
    least: int
    pays: int


class Layout(msgspec.Struct, frozen=True):
    """A reel program ready to be played and summed over."""

    strips: tuple[tuple[str, ...], ...]
    free_strips: tuple[tuple[str, ...], ...]
    rows: tuple[Row, ...]
    scatters: tuple[Scatter, ...]
    wilds: Mapping[str, tuple[frozenset[str], int]]

    def symbols(self) -> set[str]:
        """Every symbol on any strip."""
        return {name for strip in (*self.strips, *self.free_strips) for name in strip}


class Win(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something a window pays: the row, the line it stands on, credits; or the pot."""

    row: str
    credits: int
    line: int | None = None
    ways: int | None = None
    pot: bool = False


def layout_of(program: Reels) -> Layout:
    """Compile a program's strips and rows; `BadRow` says what cannot be read."""
    strips = tuple(strip(text) for text in program.reels)
    free = program.free.reels if program.free is not None else None
    free_strips = strips if free is None else tuple(strip(text) for text in free)
    if len(free_strips) != len(strips):
        raise BadRow(why("free-reels", reels=len(strips)))
    rows = tuple(row(text, len(strips)) for text in program.pays)
    scatters = tuple(_scatter(text) for text in program.scatter_pays)
    apart = {s.symbol for s in scatters} | set(program.wild)
    paid = {name for r in rows for cell in r.cells for name in cell.named | cell.barred} - apart
    wilds = {name: (_stands_for(wild, paid), wild.times) for name, wild in program.wild.items()}
    return Layout(strips, free_strips, rows, scatters, wilds)


def _stands_for(wild: Wild, paid: set[str]) -> frozenset[str]:
    return frozenset(paid if wild.for_ is None else wild.for_)


def strip(text: str) -> tuple[str, ...]:
    """The stops of a reel from top to bottom.

    >>> strip("siete bar*2 nada")
    ('siete', 'bar', 'bar', 'nada')
    """
    stops: list[str] = []
    for part in text.split():
        read = STOPS.fullmatch(part)
        if read is None:
            raise BadRow(why("stop-form", stop=part))
        stops += [read[1]] * int(read[2] or 1)
    if not stops:
        raise BadRow(why("reel-empty"))
    return tuple(stops)


def row(text: str, reels: int) -> Row:
    """A row of the pay table.

    >>> row("bar x3 = 10", 5).pays, row("siete * !bar = 5", 3).cells[2].barred
    (10, frozenset({'bar'}))
    """
    left, equals, right = (part.strip() for part in text.partition("="))
    value = right.split()
    natural = value[1:] == ["natural"]
    if not equals or not value or (len(value) > 1 and not natural):
        raise BadRow(why("row-form", row=text))
    pot = value[0] == POT
    if not pot and (not value[0].isdecimal() or int(value[0]) == 0):
        raise BadRow(why("row-pays", row=left, pays=value[0]))
    pays = 0 if pot else int(value[0])
    words = left.split()
    if len(words) == 2 and re.fullmatch(r"x[1-9]\d?", words[1]):
        run = int(words[1][1:])
        if run > reels:
            raise BadRow(why("run-long", row=left, reels=reels))
        cell = _cell(words[0])
        if not cell.named:
            raise BadRow(why("run-symbol", row=left))
        cells = (cell,) * run + (Cell(),) * (reels - run)
        return Row(left, cells, pays, pot, natural, words[0], run)
    if len(words) != reels:
        raise BadRow(why("row-reels", row=left, reels=reels))
    return Row(left, tuple(_cell(word) for word in words), pays, pot, natural)


def _cell(word: str) -> Cell:
    if word == "*":
        return Cell()
    names = frozenset(word.removeprefix("!").split("|"))
    if not all(NAME.fullmatch(name) for name in names):
        raise BadRow(why("cell-form", cell=word))
    return Cell(barred=names) if word.startswith("!") else Cell(named=names)


def _scatter(text: str) -> Scatter:
    read = re.fullmatch(r"\s*(\S+)\s+x([1-9]\d?)\s*=\s*([1-9]\d*)\s*", text)
    if read is None or not NAME.fullmatch(read[1]):
        raise BadRow(why("scatter-form", row=text))
    return Scatter(f"{read[1]} x{read[2]}", read[1], int(read[2]), int(read[3]))


# -- lines --------------------------------------------------------------------------------------


class _Standing(NamedTuple):
    """The progress of a row along a line: what wilds made of it so far."""

    times: int = 1
    own: bool = False
    helped: bool = False


def line_reader(layout: Layout, *, known: Sequence[int] | None = None) -> Reading:
    """The reader of a line: follow it symbol by symbol to the best row.

    ``known`` keeps only the rows of these places.
    """
    places = range(len(layout.rows)) if known is None else known
    symbols = sorted(layout.symbols())
    made: dict[tuple[int, tuple[_Standing | None, ...]], Reading] = {}
    unique: dict[tuple[tuple[str, int], ...], Node] = {}

    def read(reel: int, standing: tuple[_Standing | None, ...]) -> Reading:
        if (reel, standing) in made:
            return made[reel, standing]
        found: Reading
        if reel == len(layout.strips):
            found = _best(layout.rows, places, standing)
        elif not any(standing):
            found = NOTHING
        else:
            following = {
                symbol: read(
                    reel + 1,
                    tuple(
                        None if s is None else _meets(layout, layout.rows[p].cells[reel], symbol, s)
                        for p, s in zip(places, standing, strict=True)
                    ),
                )
                for symbol in symbols
            }
            found = _merged(following, unique)
        made[reel, standing] = found
        return found

    return read(0, (_Standing(),) * len(places))


def _merged(
    following: dict[str, Reading], unique: dict[tuple[tuple[str, int], ...], Node]
) -> Reading:
    """The one outcome all symbols lead to, or a node; equal nodes are one. A node is never passed
    over, though all symbols lead to it: the symbol of each reel is read once."""
    first = next(iter(following.values()))
    if isinstance(first, Outcome) and all(reading == first for reading in following.values()):
        return first
    key = tuple((s, hash(r) if isinstance(r, Outcome) else id(r)) for s, r in following.items())
    return unique.setdefault(key, Node(following))


def _meets(layout: Layout, cell: Cell, symbol: str, so_far: _Standing) -> _Standing | None:
    stands, times = layout.wilds.get(symbol, (frozenset(), 1))
    if cell.barred:
        return None if symbol in cell.barred or stands & cell.barred else so_far
    if not cell.named:
        return so_far
    if symbol in cell.named:
        return so_far._replace(own=True)
    if stands & cell.named:
        return _Standing(so_far.times * times, so_far.own, True)
    return None


def _best(
    rows: Sequence[Row], places: Iterable[int], standing: Sequence[_Standing | None]
) -> Outcome:
    """The best row that is complete: the pot first, then the highest, then the first written."""
    best = NOTHING
    for place, so_far in zip(places, standing, strict=True):
        here = rows[place]
        if so_far is None or (here.natural and so_far.helped):
            continue
        if not so_far.own and any(cell.named for cell in here.cells):
            continue  # a row needs one symbol of its own
        if here.pot:
            return Outcome(place, 0, True)
        if here.pays * so_far.times > best.pays:
            best = Outcome(place, here.pays * so_far.times)
    return best


def follow(reading: Reading, symbols: Iterable[str]) -> Outcome:
    """The result of a line of these symbols."""
    for symbol in symbols:
        if isinstance(reading, Outcome):
            return reading
        reading = reading.next[symbol]
    assert isinstance(reading, Outcome)
    return reading


# -- ways ---------------------------------------------------------------------------------------


class Run(NamedTuple):
    """A run of a symbol from the left, in ways: all its ways and those of wilds alone."""

    ways: int = 1
    wild: int = 1


def ways_of(layout: Layout, column: Sequence[str], symbol: str, natural: bool) -> Run:
    """The ways one reel adds to a symbol's: its own places, and wilds times their multiplier."""
    own = sum(1 for shown in column if shown == symbol)
    helped = 0
    if not natural:
        helped = sum(
            layout.wilds[shown][1]
            for shown in column
            if shown in layout.wilds and shown != symbol and symbol in layout.wilds[shown][0]
        )
    return Run(own + helped, helped)


def symbol_rows(layout: Layout) -> dict[tuple[str, bool], dict[int, int]]:
    """For each symbol the rows of its runs: length to place in the table."""
    found: dict[tuple[str, bool], dict[int, int]] = {}
    for place, here in enumerate(layout.rows):
        found.setdefault((here.symbol, here.natural), {})[here.run] = place
    return found


def ways_wins(layout: Layout, window: Window) -> list[tuple[int, int]]:
    """The rows that ways pay in a window, with the number of ways of each."""
    wins = []
    for (symbol, natural), runs in symbol_rows(layout).items():
        ways = wild = 1
        longest: tuple[int, int] | None = None
        for length, column in enumerate(window, 1):
            here = ways_of(layout, column, symbol, natural)
            ways, wild = ways * here.ways, wild * here.wild
            if not ways:
                break
            if length in runs and ways > wild:
                longest = (runs[length], ways - wild)
        if longest is not None:
            wins.append(longest)
    return wins


# -- a whole window -----------------------------------------------------------------------------


def window(strips: Sequence[Sequence[str]], stops: Sequence[int], rows: int) -> Window:
    """The symbols shown: stop s in the top row, s + 1 below it, and so on round the strip.

    >>> window((("a", "b", "c"),), (2,), 2)
    (('c', 'a'),)
    """
    return tuple(
        tuple(reel[(stop + down) % len(reel)] for down in range(rows))
        for reel, stop in zip(strips, stops, strict=True)
    )


def count(seen: Window, symbol: str) -> int:
    """The number of a symbol anywhere in the window."""
    return sum(column.count(symbol) for column in seen)


class Machinery:
    """A reel program at work: what each window pays at each bet."""

    def __init__(self, program: Reels) -> None:
        self.program = program
        self.layout = layout_of(program)
        self.reader = NOTHING if program.ways else line_reader(self.layout)

    def window(self, stops: Sequence[int], *, free: bool = False) -> Window:
        """The window at these stops, in a paid or a free game."""
        strips = self.layout.free_strips if free else self.layout.strips
        return window(strips, stops, self.program.rows)

    def wins(self, seen: Window, level: Level, *, times: int = 1) -> list[Win]:
        """The wins of a window at a bet, in credits; ``times`` multiplies every win."""
        found = [*self._ways(seen, level), *self._lines(seen, level), *self._scatters(seen, level)]
        if times == 1:
            return found
        return [msgspec.structs.replace(win, credits=win.credits * times) for win in found]

    def _lines(self, seen: Window, level: Level) -> Iterable[Win]:
        for number, line in enumerate((self.program.lines or ())[: level.parts]):
            found = follow(self.reader, (seen[reel][at] for reel, at in enumerate(line)))
            if found.row >= 0:
                text = self.layout.rows[found.row].text
                yield Win(text, found.pays * level.credits, line=number, pot=found.pot)

    def _ways(self, seen: Window, level: Level) -> Iterable[Win]:
        if self.program.ways:
            for place, ways in ways_wins(self.layout, seen):
                here = self.layout.rows[place]
                yield Win(here.text, here.pays * ways * level.credits, ways=ways)

    def _scatters(self, seen: Window, level: Level) -> Iterable[Win]:
        for symbol in dict.fromkeys(scatter.symbol for scatter in self.layout.scatters):
            paid = scatter_row(self.layout.scatters, symbol, count(seen, symbol))
            if paid is not None:
                yield Win(paid.text, paid.pays * level.stake)

    def free_games(self, seen: Window) -> int:
        """The free games that a window gives."""
        free = self.program.free
        return 0 if free is None else free.won(count(seen, free.symbol))

    def picks(self, seen: Window) -> bool:
        """Whether a window opens the second screen."""
        pick = self.program.pick
        return pick is not None and count(seen, pick.symbol) >= pick.count


def scatter_row(scatters: Iterable[Scatter], symbol: str, seen: int) -> Scatter | None:
    """The scatter row that a count of a symbol reaches: the largest count."""
    reached = [s for s in scatters if s.symbol == symbol and s.least <= seen]
    return max(reached, key=lambda scatter: scatter.least) if reached else None
