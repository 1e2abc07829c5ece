"""Charts of best play: hands a player can tell apart, and what to do with them.

A chart is made by counting: of all hands of a row, how many does each move suit best. Where the
cards that the row leaves out decide, the shares say how often.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from tapete.core.round.cards import RANKS
from tapete.games.poker.bank.caribbean import BUY as COMPRAR
from tapete.games.poker.bank.caribbean import CaribbeanRules
from tapete.games.poker.bank.draw import EXCHANGE, STAND, DrawRules
from tapete.games.poker.bank.go import IR, NO_IR, GoRules
from tapete.games.poker.bank.rules import NO_VOY, VOY, BankRules
from tapete.games.poker.bank.texas_bonus import PASO, TexasBonusRules
from tapete.games.poker.bank.texas_plus import TexasPlusRules
from tapete.games.poker.hands import FIVE, HEIGHT
from tapete.maths.strategy.poker import draw_choice
from tapete.maths.strategy.poker.advice import counting
from tapete.maths.strategy.poker.advice.patterns import HIGH, PAIR, PATTERNS, named
from tapete.maths.strategy.poker.ranking import KINDS, Longs, hand
from tapete.maths.strategy.poker.solution import Solution

ANY = ""
"""The only column of a chart that has one."""
UPS = tuple(RANKS)


class Cell(msgspec.Struct, frozen=True):
    """How often each move is the best, among the hands of the row; nothing where there are none."""

    shares: dict[str, float]

    @property
    def move(self) -> str:
        """The move made most often."""
        return max(self.shares, key=lambda move: self.shares[move], default="")

    @property
    def always(self) -> bool:
        return len(self.shares) == 1


class Line(msgspec.Struct, frozen=True):
    """A row: the group of hands and from which to which detail of it."""

    group: str
    low: str
    high: str
    cells: tuple[Cell, ...]


class Part(msgspec.Struct, frozen=True):
    """A table of a chart: which decision, the columns, the rows."""

    decision: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]


class Guide(msgspec.Struct, frozen=True):
    """The chart of a game. ``least``: the lowest hand that goes on, where that is all there is to
    say, by its ranks."""

    parts: tuple[Part, ...]
    least: str = ""


def guide(rules: BankRules, solved: Solution) -> Guide:
    """The chart of a game under these rules."""
    match rules:
        case CaribbeanRules():
            return Guide((_caribbean(rules, solved),))
        case DrawRules():
            return Guide((_draw(solved),))
        case GoRules():
            return Guide(tuple(_go(solved)))
        case TexasPlusRules():
            counts = counting.flops(solved.table("goes"))
            return Guide((_one_column("flop", counts, (NO_VOY, VOY), board=True),))
        case TexasBonusRules():
            return Guide(tuple(_bonus(solved)))
    return _three_cards(solved)


def _cell(counts: Longs, moves: Sequence[str]) -> Cell:
    together: dict[str, int] = {}
    for count, move in zip(counts.tolist(), moves, strict=True):
        if count:
            together[move] = together.get(move, 0) + count
    total = sum(together.values())
    return Cell({move: count / total for move, count in together.items()})


def _lines(names: Sequence[tuple[str, str]], cells: Sequence[tuple[Cell, ...]]) -> Iterator[Line]:
    """Rows; neighbours of a group that say the same are one."""
    last: Line | None = None
    for (group, detail), row in zip(names, cells, strict=True):
        if not any(cell.shares for cell in row):
            continue
        together = _together(last.cells, row) if last and last.group == group else None
        if last is not None and together is not None:
            last = Line(group, last.low, detail, together)
            continue
        if last is not None:
            yield last
        last = Line(group, detail, detail, row)
    if last is not None:
        yield last


def _together(one: tuple[Cell, ...], other: tuple[Cell, ...]) -> tuple[Cell, ...] | None:
    """Two rows as one, if no cell of theirs differs; a cell without hands says nothing."""
    found = []
    for a, b in zip(one, other, strict=True):
        if a.shares and b.shares and not (a.always and b.always and a.move == b.move):
            return None
        if len(a.shares) > 1 or len(b.shares) > 1:
            return None
        found.append(a if a.shares else b)
    return tuple(found)


def _one_column(decision: str, counts: Longs, moves: Sequence[str], *, board: bool = False) -> Part:
    """A table by patterns of five cards, or of these with the pairs that lie on the board."""
    names = [_named(pattern) for pattern in range(PATTERNS)]
    if board:
        names[HIGH : HIGH + 3] = [("sobre-la-mesa", str(higher)) for higher in range(3)]
        names += [("par-en-la-mesa", detail) for _, detail in names]
    cells = [(_cell(row, moves),) for row in counts]
    return Part(decision, (ANY,), tuple(_lines(names, cells)))


def _named(pattern: int) -> tuple[str, str]:
    return named(pattern, FIVE, RANKS)


def _three_cards(solved: Solution) -> Guide:
    """Whoever goes on does so from some hand on."""
    counts = counting.three_cards(solved.table("goes"))
    goes = [number for number, (_, many) in enumerate(counts.tolist()) if many]
    stays = [number for number, (many, _) in enumerate(counts.tolist()) if many]
    least = ""
    if goes and (not stays or max(stays) < min(goes)):
        height = {high: rank for rank, high in HEIGHT.items()}
        least = "-".join(height[high] for high in hand(3, min(goes)).ranks)
    names = [(hand(3, number).category, _ranks(number)) for number in range(len(counts))]
    cells = [(_cell(row, (NO_VOY, VOY)),) for row in counts]
    return Guide((Part("tres", (ANY,), tuple(_lines(names, cells))),), least)


def _ranks(number: int) -> str:
    height = {**{high: rank for rank, high in HEIGHT.items()}, 1: "A"}
    return "-".join(height[high] for high in hand(3, number).ranks)


def _go(solved: Solution) -> Iterator[Part]:
    first, second = solved.table("first"), solved.table("second")
    for decision, rows in (
        ("linea-1", counting.line_first(first)),
        ("linea-2", counting.line_second(first, second)),
    ):
        names = [tuple(key.split("/")) for key in rows]
        cells = [(_cell(np.array(counts), (NO_IR, IR)),) for counts in rows.values()]
        ordered = sorted(zip(names, cells, strict=True), key=lambda row: row[0])
        lines = _lines([(a, b) for (a, b), _ in ordered], [cell for _, cell in ordered])
        yield Part(decision, (ANY,), tuple(lines))


def _caribbean(rules: CaribbeanRules, solved: Solution) -> Part:
    """Against each seen card."""
    moves = [NO_VOY, VOY, *(f"{COMPRAR}" for _ in range(5))]
    table = solved.table("moves")
    counts = np.array(
        [counting.five_cards(table[up], len(moves), up, draws=bool(rules.bought_max))
         for up in range(KINDS)]
    )  # fmt: skip
    names = [_named(pattern) for pattern in range(PATTERNS)]
    order = [*range(PAIR), *range(PATTERNS, 2 * PATTERNS), *range(PAIR, PATTERNS)]
    names += [("as-rey-con-igual", detail) for _, detail in names]
    cells = [tuple(_cell(counts[up, row], moves) for up in range(KINDS)) for row in order]
    names = [names[row] for row in order]
    decision = COMPRAR if rules.bought_max else VOY
    return Part(decision, UPS, tuple(_lines(names, cells)))


def _draw(solved: Solution) -> Part:
    moves = [STAND if not out else f"{EXCHANGE}:{len(out)}" for out in draw_choice.OPTIONS]
    table = solved.table("moves").copy()
    table[table == draw_choice.FOLD] = len(moves)
    counts = counting.five_cards(table, len(moves) + 1, None, draws=True)
    return _one_column(EXCHANGE, counts, (*moves, NO_VOY))


def _bonus(solved: Solution) -> Iterator[Part]:
    goes = solved.table("goes")
    rows: list[Line] = []
    for high in reversed(range(KINDS)):
        cells = []
        for low in reversed(range(KINDS)):
            # Above the pairs two cards of one suit, below them of two suits.
            a, b = max(high, low), min(high, low)
            one, other = 4 * a, 4 * b + (0 if low < high else 1)
            place = one * (one - 1) // 2 + other if one > other else other * (other - 1) // 2 + one
            cells.append(Cell({VOY if goes[place] else NO_VOY: 1.0}))
        rows.append(Line("propias", RANKS[high], RANKS[high], tuple(cells)))
    yield Part("propias", tuple(reversed(RANKS)), tuple(rows))
    yield _one_column("turn", counting.flops(solved.table("turn")), (PASO, VOY), board=True)
    yield _one_column("river", counting.fours(solved.table("river")), (PASO, VOY), board=True)
