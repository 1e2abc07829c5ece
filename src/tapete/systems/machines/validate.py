"""Whether a program can be enabled at all: symbols known, rows readable, every award reachable.

A program whose award no draw can reach, whose free games never end, or which pays only from pots
is refused with file, line and reason (CAT-VI.5-04, CAT-VI.7.3-01).
"""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.book.datafile import line_of
from tapete.games.registry import GAMES
from tapete.systems.machines.bingo import BALLS, IN_ROW, LINES, is_row, within
from tapete.systems.machines.law import count_law, games_expected, line_law, shown
from tapete.systems.machines.poker import RANKS, unknown_rows, unreached_rows
from tapete.systems.machines.program import (
    AnyProgram,
    Bingo,
    BrokenProgram,
    Keno,
    Mesa,
    Pick,
    Reels,
    VideoPoker,
    Why,
    read_fields,
    why,
)
from tapete.systems.machines.reels import (
    BadRow,
    Layout,
    layout_of,
    scatter_row,
    symbol_rows,
    ways_of,
)

CARDS_MOST = 200
"""Cards of a program of bingo: its screen has them all."""
Problem = tuple[str, Why, tuple[str | int, ...]]
"""A code, the reason, and the path of it in the file."""


def read_program(text: str, file: str) -> AnyProgram:
    """A program out of its text, or `BrokenProgram` with file, line, code and reason."""
    program = read_fields(text, file)
    for code, said, path in _problems(program):
        raise BrokenProgram(file, line_of(text, path), code, said)
    return program


def _problems(program: AnyProgram) -> Iterator[Problem]:
    match program:
        case Reels():
            yield from _reels(program)
        case VideoPoker():
            yield from _video_poker(program)
        case Keno():
            yield from _keno(program)
        case Bingo():
            yield from _bingo(program)
        case Mesa():
            if program.game not in GAMES:
                yield "bad-program", why("no-game", game=program.game), ("game",)


def _reels(program: Reels) -> Iterator[Problem]:
    if program.ways == (program.lines is not None):
        yield "lines-or-ways", why("lines-and-ways"), ("lines",)
    reels = len(program.reels)
    for line in program.lines or ():
        if len(line) != reels or not all(0 <= at < program.rows for at in line):
            said = why("line-form", reels=reels, line=" ".join(map(str, line)))
            yield "lines-or-ways", said, ("lines",)
    try:
        layout = layout_of(program)
    except BadRow as bad:
        yield "bad-row", bad.why, ("pays",)
        return
    yield from _rows(program, layout)
    yield from _unknown(program, layout)
    yield from _features(program)
    yield from _unreachable(program, layout)
    if all(row.pot for row in layout.rows) and not layout.scatters and not _picks_pay(program):
        if any(row.pot for row in layout.rows):
            yield "only-pots", why("pots-alone"), ("pays",)
        else:
            yield "bad-row", why("nothing-to-win"), ("pays",)
    free = program.free
    if free is not None and free.retrigger:
        expected = games_expected(free, layout.free_strips, program.rows)
        if expected >= 1:
            said = why("free-endless", games=str(expected))
            yield "series-endless", said, ("free", "games")


def _picks_pay(program: Reels) -> bool:
    nodes = {} if program.pick is None else program.pick.nodes
    return any(branch.pays for branches in nodes.values() for branch in branches)


def _rows(program: Reels, layout: Layout) -> Iterator[Problem]:
    for row in layout.rows:
        if program.ways and not row.run:
            yield "bad-row", why("ways-runs", row=row.text), ("pays",)
        if program.ways and "|" in row.symbol:
            yield "bad-row", why("ways-symbol", row=row.text), ("pays",)
        if row.pot and (program.ways or len(program.lines or ()) != 1):
            yield "bad-row", why("pot-lines", row=row.text), ("pays",)
        if row.pot and program.pot is None:
            yield "bad-row", why("pot-base", row=row.text), ("pays",)
    if program.ways:  # a symbol pays one run: which of the two a window has would be open
        kinds = {(row.symbol, row.natural) for row in layout.rows}
        for symbol in sorted(
            {symbol for symbol, natural in kinds if (symbol, not natural) in kinds}
        ):
            yield "bad-row", why("ways-natural", symbol=symbol), ("pays",)
    left = [(row.text, row.natural) for row in layout.rows]
    twice = sorted({text for text, natural in left if left.count((text, natural)) > 1})
    if twice:
        yield "bad-row", why("row-twice", rows=", ".join(twice)), ("pays",)


def _unknown(program: Reels, layout: Layout) -> Iterator[Problem]:
    known = layout.symbols()
    for row in layout.rows:
        for name in sorted({n for cell in row.cells for n in cell.named | cell.barred} - known):
            yield "unknown-symbol", why("no-symbol", symbol=name), ("pays",)
    for scatter in layout.scatters:
        if scatter.symbol not in known:
            yield "unknown-symbol", why("no-symbol", symbol=scatter.symbol), ("scatter_pays",)
    for name, (stands, _) in layout.wilds.items():
        for symbol in sorted({name, *stands} - known):
            yield "unknown-symbol", why("no-symbol", symbol=symbol), ("wild", name)
    if program.free is not None and program.free.symbol not in known:
        said = why("no-symbol", symbol=program.free.symbol)
        yield "unknown-symbol", said, ("free", "symbol")
    if program.pick is not None and program.pick.symbol not in known:
        said = why("no-symbol", symbol=program.pick.symbol)
        yield "unknown-symbol", said, ("pick", "symbol")


def _features(program: Reels) -> Iterator[Problem]:
    free, pick = program.free, program.pick
    if free is not None:
        if not free.games or not all(k.isdecimal() and n > 0 for k, n in free.games.items()):
            yield "bad-row", why("free-form"), ("free", "games")
        if free.multiplier < 1:
            yield "bad-row", why("multiplier"), ("free", "multiplier")
    if pick is not None:
        if pick.start not in pick.nodes:
            yield "bad-row", why("no-screen", screen=pick.start), ("pick", "start")
        for name, branches in pick.nodes.items():
            if not branches or any(b.weight < 0 or b.pays < 0 for b in branches):
                yield "bad-row", why("branch-form", screen=name), ("pick", "nodes")
            elif any(b.weight == 0 for b in branches):  # no draw can come to it
                yield "award-unreachable", why("branch-form", screen=name), ("pick", "nodes")
            for branch in branches:
                if branch.next is not None and branch.next not in pick.nodes:
                    yield "bad-row", why("no-screen", screen=branch.next), ("pick", "nodes")
        if _circles(program):
            yield "series-endless", why("screens-circle"), ("pick",)
        for screen in sorted(pick.nodes.keys() - _screens(pick)):
            yield "award-unreachable", why("screen-unreachable", screen=screen), ("pick", "nodes")


def _screens(pick: Pick) -> set[str]:
    """The screens that the first one leads to, itself included."""
    found, left = set(), [pick.start]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [b.next for b in pick.nodes.get(name, ()) if b.next is not None]
    return found


def _circles(program: Reels) -> bool:
    assert program.pick is not None
    nodes = program.pick.nodes

    def deeper(name: str, above: tuple[str, ...]) -> bool:
        if name in above:
            return True
        following = {b.next for b in nodes.get(name, ()) if b.next is not None}
        return any(deeper(other, (*above, name)) for other in following)

    return deeper(program.pick.start, ())


def _unreachable(program: Reels, layout: Layout) -> Iterator[Problem]:
    free, pick, rows = program.free, program.pick, program.rows
    sets = {layout.strips}
    if free is not None:
        won = {free.won(seen) for seen in count_law(layout.strips, rows, free.symbol)}
        if not any(won):
            said = why("not-shown", symbols=f"{free.symbol} x{min(map(int, free.games))}")
            yield "award-unreachable", said, ("free", "games")
        sets.add(layout.free_strips)
    reached: set[int] = set()
    if program.ways:
        for (symbol, natural), runs in symbol_rows(layout).items():
            for strips in sets:
                reached |= _ways_reached(layout, strips, program.rows, symbol, natural, runs)
    else:
        for strips in sets:
            reached |= {outcome.row for outcome in line_law(layout, strips)}
    for place, row in enumerate(layout.rows):
        if place not in reached:
            yield "award-unreachable", why("row-unreachable", row=row.text), ("pays",)
    for scatter in layout.scatters:
        counts = {seen for s in sets for seen in count_law(s, rows, scatter.symbol)}
        paid = {scatter_row(layout.scatters, scatter.symbol, seen) for seen in counts}
        if scatter not in paid:
            yield "award-unreachable", why("not-shown", symbols=scatter.text), ("scatter_pays",)
    if free is not None:
        again = (layout.strips, layout.free_strips) if free.retrigger else (layout.strips,)
        counts = {seen for s in again for seen in count_law(s, rows, free.symbol)}
        leasts = sorted(map(int, free.games))
        for least, above in zip(leasts, (*leasts[1:], None), strict=True):
            if not any(least <= seen and (above is None or seen < above) for seen in counts):
                said = why("not-shown", symbols=f"{free.symbol} x{least}")
                yield "award-unreachable", said, ("free", "games")
    if pick is not None:
        most = max(count_law(layout.strips, rows, pick.symbol))
        if most < pick.count:
            said = why("not-shown", symbols=f"{pick.symbol} x{pick.count}")
            yield "award-unreachable", said, ("pick", "count")


def _ways_reached(
    layout: Layout, strips: tuple[tuple[str, ...], ...], rows: int, symbol: str, natural: bool,
    runs: dict[int, int],
) -> set[int]:  # fmt: skip
    """The rows of a symbol that some window pays: a run that ends there, with one of its own."""
    reached = set()
    columns = [
        {ways_of(layout, column, symbol, natural) for column in shown(reel, rows)}
        for reel in strips
    ]
    for length, place in runs.items():
        run = columns[:length]
        whole = all(any(here.ways for here in reel) for reel in run)
        own = any(any(here.ways > here.wild for here in reel) for reel in run)
        longer = min((other for other in runs if other > length), default=None)
        ends = longer is None or any(
            any(not here.ways for here in reel) for reel in columns[length:longer]
        )
        if whole and own and ends:
            reached.add(place)
    return reached


def _video_poker(program: VideoPoker) -> Iterator[Problem]:
    if program.wild is not None and program.wild not in RANKS:
        yield "bad-row", why("wild-rank", wild=program.wild), ("wild",)
    for row in unknown_rows(program.pays, program.wild):
        yield "bad-row", why("no-hand", row=row), ("pays", row)
    if not program.pays:
        yield "bad-row", why("nothing-to-win"), ("pays",)
    never = set(program.pays)
    for credits in program.bets.credits:
        never &= set(unreached_rows(program.table(credits), program.wild) if never else ())
    for row in sorted(never):
        yield "award-unreachable", why("row-unreachable", row=row), ("pays", row)


def _bingo(program: Bingo) -> Iterator[Problem]:
    if not IN_ROW <= program.drawn < BALLS:
        yield "bad-row", why("bingo-drawn", least=IN_ROW, most=BALLS - 1), ("drawn",)
    if not 1 <= program.cards <= CARDS_MOST:
        yield "bad-program", why("bingo-cards", most=CARDS_MOST), ("cards",)
    if not program.pays:
        yield "bad-row", why("nothing-to-win"), ("pays",)
    for row, paid in program.pays.items():
        if not is_row(row) or paid <= 0:
            yield "bad-row", why("bingo-form", row=row), ("pays", row)
            continue
        most = within(row) or program.drawn
        if most > program.drawn or most < IN_ROW * LINES[row.partition(":")[0]]:
            yield "award-unreachable", why("row-unreachable", row=row), ("pays", row)


def _keno(program: Keno) -> Iterator[Problem]:
    if not 0 < program.drawn <= program.balls:
        yield "bad-row", why("drawn", balls=program.balls), ("drawn",)
        return
    if not program.pays:
        yield "bad-row", why("nothing-to-win"), ("pays",)
    for spots, table in program.pays.items():
        if not spots.isdecimal() or not 0 < int(spots) <= program.balls or not table:
            yield "bad-row", why("spots", spots=spots), ("pays", spots)
            continue
        for caught, pays in table.items():
            if not caught.isdecimal() or pays <= 0:
                yield "bad-row", why("keno-form", spots=spots), ("pays", spots)
            elif not _catchable(program, int(spots), int(caught)):
                said = why("keno-unreachable", caught=caught, spots=spots)
                yield "award-unreachable", said, ("pays", spots)


def _catchable(program: Keno, spots: int, caught: int) -> bool:
    return caught <= min(spots, program.drawn) and spots - caught <= program.balls - program.drawn
