"""Texas Hold'em Plus: to go on or not once the flop is seen (CAT-III.3.5.7.2-09)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.boards import (
    BOARD,
    FLOP,
    PAIRS,
    Bytes,
    Space,
    locate,
    merge,
    part,
    play_board,
    room,
    space,
)
from tapete.maths.strategy.poker.ranking import Longs, Ranking, five
from tapete.maths.strategy.poker.suits import renamings, sets, unplace
from tapete.maths.strategy.poker.terms import Nets, Terms, Ways, nets

Tick = Callable[[int, int], None]
CHUNK = 2_000
LEVELS = 10
_WON = 4
"""Columns before the winning ones: given up, the croupier does not open, ties, wins."""


class TexasPlus(NamedTuple):
    """The game solved: ``goes[flop, pair]`` by kind of flop and own cards renamed with it."""

    ways: Ways
    goes: Bytes


def solve(terms: Terms, tick: Tick = lambda done, total: None) -> TexasPlus:
    """Twice over all boards: to weigh the decisions, then to count where they lead."""
    ranking, here, boards = five(), space(fours=False), sets(BOARD)
    paid = nets(terms, ranking)
    total = len(boards.one)
    gain = np.zeros((len(here.flops.one), PAIRS), np.int64)
    for start in range(0, total, CHUNK):
        tick(start, 2 * total)
        chunk = slice(start, start + CHUNK)
        _weigh(boards.one[chunk], boards.ways[chunk], here, ranking, paid, *room(), gain)
    merge(gain, here.flops.one, FLOP, here.binomials, renamings(), here.renamed)
    goes = (gain >= 0).astype(np.uint8)
    ends = np.zeros(_WON + LEVELS, np.int64)
    for start in range(0, total, CHUNK):
        tick(total + start, 2 * total)
        chunk = slice(start, start + CHUNK)
        _tell(boards.one[chunk], boards.ways[chunk], here, ranking, paid, *room(), goes, ends)
    tick(2 * total, 2 * total)
    wins = [int(paid.win[np.argmax(ranking.level == level)]) for level in range(LEVELS)]
    counts: dict[int, int] = {}
    values = (-paid.unit, paid.closed, 0, paid.lose, *wins)
    for value, count in zip(values, ends.tolist(), strict=True):
        counts[value] = counts.get(value, 0) + count
    return TexasPlus(Ways(paid.unit, counts), goes)


@compiled
def _weigh(
    one: Longs, ways: Longs, here: Space, ranking: Ranking, paid: Nets, found: Longs, work: Longs,
    gain: Longs,
) -> None:  # fmt: skip
    """What going on is worth above giving up, by flop and own cards."""
    board, cards = np.zeros(5, np.int64), np.zeros(5, np.int64)
    more = np.zeros(len(found), np.int64)
    for n in range(len(one)):
        unplace(one[n], 5, here.binomials, board)
        play_board(board, paid.opens, ranking, found, work)
        for i in range(len(found)):
            net = found[i, 2] * paid.closed + found[i, 5] * paid.lose
            net += found[i, 3] * paid.win[found[i, 1]]
            more[i] = ways[n] * (net + 990 * paid.unit)
        for out in range(5):
            for also in range(out):
                part(board, out, also, cards)
                kind, name = locate(cards, 3, here.flops, here.binomials)
                row, renamed = gain[kind], here.renamed[name]
                for i in range(len(found)):
                    row[renamed[found[i, 0]]] += more[i]


@compiled
def _tell(
    one: Longs, ways: Longs, here: Space, ranking: Ranking, paid: Nets, found: Longs, work: Longs,
    goes: Bytes, ends: Longs,
) -> None:  # fmt: skip
    """Where the decisions lead."""
    board, cards = np.zeros(5, np.int64), np.zeros(5, np.int64)
    going = np.zeros(len(found), np.int64)
    for n in range(len(one)):
        unplace(one[n], 5, here.binomials, board)
        play_board(board, paid.opens, ranking, found, work)
        going[:] = 0
        for out in range(5):
            for also in range(out):
                part(board, out, also, cards)
                kind, name = locate(cards, 3, here.flops, here.binomials)
                row, renamed = goes[kind], here.renamed[name]
                for i in range(len(found)):
                    going[i] += row[renamed[found[i, 0]]]
        for i in range(len(found)):
            times = ways[n] * going[i]
            ends[0] += ways[n] * (10 - going[i]) * 990
            ends[1] += times * found[i, 2]
            ends[2] += times * found[i, 4]
            ends[3] += times * found[i, 5]
            ends[4 + ranking.level[found[i, 1]]] += times * found[i, 3]
