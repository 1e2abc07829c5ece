"""Black Jack solved, from a fresh shoe, without replacement, for one hand at the table.

Two ways of playing are valued: by the chart, which looks at totals alone, and by composition,
which looks at every card of the hand. Neither remembers the other hands of a split. For both the
value is a plain sum over every way the cards can come, exact to the machine's numbers.

To remember the other hands of a split would better Black Jack by composition by 0.00003% of the
bet for each card remembered and each hand, under 0.001% in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import msgspec
import numpy as np

from tapete.maths.strategy.canal import CanalFirstCard
from tapete.maths.strategy.canal_shoe import TRIO
from tapete.maths.strategy.chart import (
    DOUBLE,
    HIT,
    PARTS,
    RETIRE,
    SPLIT,
    STAND,
    UPS,
    Cell,
    Chart,
    Row,
    name,
)  # fmt: skip
from tapete.maths.strategy.first_card import SURELY, FirstCard, Law
from tapete.maths.strategy.hands import Floats, full_shoe
from tapete.maths.strategy.shoe import BLACK_JACK, PAIR, TABLE, TWO, Play
from tapete.maths.strategy.terms import ACE, TEN, CanalTerms, Terms
from tapete.maths.strategy.totals import PAIRS, ROW, best_by_totals

Tick = Callable[[int, int], None]
SUITED = " s"
"""Written after two cards of one suit, where that matters."""


class Departure(msgspec.Struct, frozen=True):
    """A hand whose best move by composition is not the chart's.

    ``gain`` is what the better move is worth above the other, in bets; ``chance`` how often the
    hand is met in a round.
    """

    cards: str
    up: str
    chart: str
    best: str
    gain: float
    chance: float


class Results(msgspec.Struct, frozen=True):
    """The chance of each net result of a round, in bets."""

    ends: tuple[tuple[str, float], ...]

    @property
    def mean(self) -> float:
        return sum(float(Fraction(net)) * chance for net, chance in self.ends)

    @property
    def edge(self) -> float:
        """What the house keeps of the first bet."""
        return -self.mean


class Solution(msgspec.Struct, frozen=True):
    """The game solved: the chart, what it loses, and what more care would save."""

    chart: Chart
    by_totals: Results
    by_composition: Results
    departures: tuple[Departure, ...]


def solve(terms: Terms, tick: Tick = lambda done, total: None) -> Solution:
    """Solve the game under these terms. ``tick`` is told how far it is."""
    cells: dict[int, dict[tuple[str, str], Cell]] = {}
    totals: dict[Fraction, float] = {}
    composed: dict[Fraction, float] = {}
    departures: list[Departure] = []
    even_money: list[int] = []
    for done, up in enumerate(UPS):
        tick(done, len(UPS))
        first = first_card(terms, up)
        best, after, moves = first.best()
        book = best_by_totals(first)
        cells[up] = dict(_cells(first, book, moves))
        if isinstance(first, CanalFirstCard):
            cells[up] |= _bonus_cells(first)
        _add(totals, first, first.law(book, dict.fromkeys(book.splits, book)))
        _add(composed, first, first.law(best, after))
        if isinstance(first, CanalFirstCard):
            departures += _suited_departures(first, book)
        else:
            assert isinstance(best, Play)
            departures += _departures(first, book, best, moves)
        if first.takes_even_money:
            even_money.append(up)
    tick(len(UPS), len(UPS))
    parts: dict[str, dict[str, Row]] = {part: {} for part in PARTS}
    for part, label in cells[UPS[0]]:
        parts[part][label] = tuple(cells[up][part, label] for up in UPS)
    insured = tuple(up for up, ratio in terms.insurance if insurance_mean(terms, up, ratio) > 0)
    return Solution(
        Chart(**parts, even_money=tuple(even_money), insurance=insured),
        _results(totals),
        _results(composed),
        tuple(sorted(departures, key=lambda found: -found.gain * found.chance)),
    )


def first_card(terms: Terms, up: int) -> FirstCard:
    """The game of these terms against one first card."""
    if isinstance(terms, CanalTerms):
        return CanalFirstCard(terms, up)
    return FirstCard(terms, up)


def insurance_mean(terms: Terms, up: int, ratio: Fraction) -> Fraction:
    """The worth of one unit of insurance, knowing only the croupier's first cards.

    The player's own cards are as likely to be any others, so they change nothing on average.
    """
    wanted = ACE if up == TEN else TEN
    left = full_shoe(terms.decks)
    for first in (up, *terms.others):
        left[first - 1] -= 1
    chance = Fraction(int(left[wanted - 1]), int(left.sum()))
    return ratio * chance - (1 - chance)


def _add(sums: dict[Fraction, float], first: FirstCard, law: Law) -> None:
    for net, chance in law.items():
        key = Fraction(net, first.terms.unit)
        sums[key] = sums.get(key, 0.0) + chance * first.chance


def _results(sums: dict[Fraction, float]) -> Results:
    return Results(tuple((str(net), sums[net]) for net in sorted(sums)))


# -- the chart ----------------------------------------------------------------------------------


def _cells(
    first: FirstCard, play: Play, moves: dict[str, Floats]
) -> list[tuple[tuple[str, str], Cell]]:
    found: list[tuple[tuple[str, str], Cell]] = []
    _, hit = first.shoe.play_on(play.hits)
    worth = moves | {HIT: hit}
    for part, soft, totals in (("hard", False, range(4, 21)), ("soft", True, range(12, 21))):
        for total in totals:
            row = np.flatnonzero((TABLE.best == total) & (TABLE.soft == soft))
            two = row[TWO[row]]
            weights = first.dealt[two]
            average = {
                move: float(weights @ value[two] / weights.sum())
                for move, value in worth.items()
                if move != SPLIT and weights.sum() and np.isfinite(value[two]).all()
            }
            # Pairs have rows of their own; a row of nothing else goes by its pair.
            any_two = int(next((i for i in two if i not in PAIRS), two[0]))
            otherwise = HIT if play.hits[any_two] else STAND
            found.append(((part, str(total)), Cell(_move(play, any_two, ()), otherwise, average)))
    for pair in (1, *range(2, 11)):
        i = PAIR[pair]
        own = {move: float(value[i]) for move, value in worth.items() if np.isfinite(value[i])}
        if first.may_split(pair):
            own[SPLIT] = first.worth(first.split(pair, play))
        otherwise = HIT if play.hits[i] else STAND
        if pair in play.splits and play.doubles[i]:
            otherwise = DOUBLE
        found.append((("pairs", name(pair)), Cell(_move(play, i), otherwise, own)))
    return found


def _bonus_cells(first: CanalFirstCard) -> dict[tuple[str, str], Cell]:
    """Hands that hold a bonus, by totals: hard ones first."""
    found: dict[tuple[str, str], Cell] = {}
    for row in first.held_rows:
        total, soft = divmod(row, 2)
        hands = np.flatnonzero(row == ROW)
        move = HIT if first.holding[TRIO, hands[0]] else STAND
        label = f"A-{total - 11}" if soft else str(total)
        found["bonus", label] = Cell(move, move, {})
    return dict(sorted(found.items(), key=lambda cell: cell[0][1].startswith("A")))


def _departures(
    first: FirstCard, book: Play, best: Play, moves: dict[str, Floats]
) -> list[Departure]:
    """Where the best move by composition is not the chart's, among hands that are met."""
    start = first.dealt.copy()
    start[BLACK_JACK] = 0.0
    for pair in best.splits:
        start[PAIR[pair]] = 0.0
    going = np.where(best.doubles | best.retires, 0.0, start)
    met = np.where(TWO, first.dealt, first.shoe.visits(going, best.hits))
    found: list[Departure] = []
    for i in np.flatnonzero(met > 0):
        said, done = _move(book, int(i)), _move(best, int(i))
        if i == BLACK_JACK or said == done or not first.may_hit[i]:
            continue
        gain = float(moves[done][i] - moves[said][i])
        chance = float(met[i]) * first.chance
        found.append(Departure(_cards(int(i)), name(first.up), said, done, gain, chance))
    return found


def _suited_departures(first: CanalFirstCard, book: Play) -> list[Departure]:
    """The same for hands of two cards of Canal 21; where suits matter they are told apart."""
    found: list[Departure] = []
    share = first.shoe.share
    for i in np.flatnonzero(TWO & first.may_hit):
        said = _move(book, int(i))
        for suited in (False, True) if first.matters[i] else (False,):
            worth = {move: float(value[i]) for move, value in first.moves[suited].items()}
            done = max(worth, key=lambda move: worth[move])
            gain = worth[done] - worth[said]
            part = float(share[i] if suited else 1 - share[i]) if first.matters[i] else 1.0
            if done != said and gain > SURELY:
                cards = _cards(int(i)) + (SUITED if suited else "")
                chance = float(first.dealt[i]) * first.chance * part
                found.append(Departure(cards, name(first.up), said, done, gain, chance))
    return found


def _cards(i: int) -> str:
    return "-".join(name(v + 1) for v in reversed(range(10)) for _ in range(TABLE.counts[i, v]))


def _move(play: Play, i: int, splits: Iterable[int] | None = None) -> str:
    if any(PAIR[pair] == i for pair in (play.splits if splits is None else splits)):
        return SPLIT
    if play.retires[i]:
        return RETIRE
    if play.doubles[i]:
        return DOUBLE
    return HIT if play.hits[i] else STAND
