"""Texas Hold'em Bonus: to go on or not with two cards, then two bets that may be made or not.

Nobody may retire after the flop (CAT-III.3.5.7.3-15), so the turn bet and the river bet stand each
for itself: they are made where the hand wins more than it loses, given what is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import msgspec
import numpy as np

from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.boards import (
    BOARD,
    FLOP,
    FOUR,
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
from tapete.maths.strategy.poker.ranking import Ints, Longs, Ranking, five
from tapete.maths.strategy.poker.suits import renamings, sets, unplace
from tapete.maths.strategy.poker.terms import Ways

Tick = Callable[[int, int], None]
CHUNK = 2_000
LEVELS = 10
TIED, LOST, WON = range(3)


class BonusTerms(msgspec.Struct, frozen=True):
    """Stakes in antes: flop, turn and river; what a winning hand is paid on each, the ante by its
    category."""

    stakes: tuple[Fraction, Fraction, Fraction]
    pays: tuple[Fraction, Fraction, Fraction]
    ante: tuple[Fraction, ...]


class Stakes(NamedTuple):
    """The same in units: what is lost and what is won, the ante by category."""

    unit: int
    ante: Longs
    flop: int
    turn: int
    river: int
    flop_win: int
    turn_win: int
    river_win: int


class TexasBonus(NamedTuple):
    """The game solved: ``goes[pair]`` with two cards, ``turn[flop, pair]`` and
    ``river[four, pair]`` by kind of the cards seen and own cards renamed with them."""

    ways: Ways
    goes: Bytes
    turn: Bytes
    river: Bytes


def solve(terms: BonusTerms, tick: Tick = lambda done, total: None) -> TexasBonus:
    """Twice over all boards: to weigh the decisions, then to count where they lead."""
    ranking, here, boards = five(), space(fours=True), sets(BOARD)
    s = stakes(terms)
    total = len(boards.one)
    turn = np.zeros((len(here.flops.one), PAIRS), np.int64)
    river = np.zeros((len(here.fours.one), PAIRS), np.int32)
    largest = max(s.river, s.river_win) * 48 * 990 * 24
    assert largest < np.iinfo(np.int32).max, terms
    for start in range(0, total, CHUNK):
        tick(start, 2 * total)
        chunk = slice(start, start + CHUNK)
        _weigh(boards.one[chunk], boards.ways[chunk], here, ranking, s, *room(), turn, river)
    names = renamings()
    merge(turn, here.flops.one, FLOP, here.binomials, names, here.renamed)
    merge(river, here.fours.one, FOUR, here.binomials, names, here.renamed)
    turns, rivers = (turn > 0).astype(np.uint8), (river > 0).astype(np.uint8)
    # What two own cards bring is gathered on the way, by the decisions made; then they are one
    # with all that have their ranks and are suited alike.
    ends = np.zeros((PAIRS, 2, 2, WON + LEVELS), np.int64)
    for start in range(0, total, CHUNK):
        tick(total + start, 2 * total)
        chunk = slice(start, start + CHUNK)
        _tell(
            boards.one[chunk], boards.ways[chunk], here, ranking, *room(), turns, rivers, ends
        )  # fmt: skip
    tick(2 * total, 2 * total)
    return _told(s, ends, turns, rivers)


def stakes(terms: BonusTerms) -> Stakes:
    """The bets in units of the ante."""
    made = terms.stakes
    wins = tuple(stake * pay for stake, pay in zip(made, terms.pays, strict=True))
    unit = lcm(*(each.denominator for each in (*terms.ante, *made, *wins)))
    ante = np.array([int(unit * pay) for pay in terms.ante], np.int64)
    return Stakes(unit, ante, *(int(unit * each) for each in (*made, *wins)))


def _told(s: Stakes, ends: Longs, turns: Bytes, rivers: Bytes) -> TexasBonus:
    """The first decision, and the ends it leads to."""
    kinds = sets(2)
    gathered = np.zeros((len(kinds.one), *ends.shape[1:]), np.int64)
    np.add.at(gathered, kinds.kind, ends)
    ante = s.ante.tolist()
    nets = np.zeros(ends.shape[1:], np.int64)
    for turn in range(2):
        for river in range(2):
            lost = s.unit + s.flop + turn * s.turn + river * s.river
            won = s.flop_win + turn * s.turn_win + river * s.river_win
            nets[turn, river] = [0, -lost, *(level + won for level in ante)]
    chances = gathered.reshape(len(kinds.one), -1).sum(axis=1) // kinds.ways
    assert (chances == chances[0]).all()
    worth = np.zeros(len(kinds.one), np.int64)
    counts: dict[int, int] = {}
    for kind, (ways, here) in enumerate(zip(kinds.ways.tolist(), gathered, strict=True)):
        value = sum(int(n) * int(c) for n, c in zip(nets.flat, here.flat, strict=True))
        worth[kind] = value // ways
        found = {-s.unit: ways * int(chances[0])}
        if value >= -s.unit * ways * int(chances[0]):
            found = {}
            for n, c in zip(nets.flat, here.flat, strict=True):
                found[int(n)] = found.get(int(n), 0) + int(c)
        for net, count in found.items():
            counts[net] = counts.get(net, 0) + count
    goes = (worth >= -s.unit * chances[0]).astype(np.uint8)[kinds.kind]
    return TexasBonus(Ways(s.unit, counts), goes, turns, rivers)


@compiled
def _weigh(
    one: Longs, ways: Longs, here: Space, ranking: Ranking, s: Stakes, found: Longs, work: Longs,
    turn: Longs, river: Ints,
) -> None:  # fmt: skip
    board, cards = np.zeros(5, np.int64), np.zeros(5, np.int64)
    on_turn, on_river = np.zeros(len(found), np.int64), np.zeros(len(found), np.int32)
    for n in range(len(one)):
        unplace(one[n], 5, here.binomials, board)
        play_board(board, 0, ranking, found, work)
        for i in range(len(found)):
            on_turn[i] = ways[n] * (found[i, 3] * s.turn_win - found[i, 5] * s.turn)
            on_river[i] = ways[n] * (found[i, 3] * s.river_win - found[i, 5] * s.river)
        for out in range(5):
            part(board, out, out, cards)
            kind, name = locate(cards, 4, here.fours, here.binomials)
            renamed, rivers = here.renamed[name], river[kind]
            for i in range(len(found)):
                rivers[renamed[found[i, 0]]] += on_river[i]
            for also in range(out):
                part(board, out, also, cards)
                kind, name = locate(cards, 3, here.flops, here.binomials)
                renamed_too, turns = here.renamed[name], turn[kind]
                for i in range(len(found)):
                    turns[renamed_too[found[i, 0]]] += on_turn[i]


@compiled
def _tell(
    one: Longs, ways: Longs, here: Space, ranking: Ranking, found: Longs, work: Longs,
    turns: Bytes, rivers: Bytes, ends: Longs,
) -> None:  # fmt: skip
    board, cards = np.zeros(5, np.int64), np.zeros(5, np.int64)
    on_turn, on_river = np.zeros((5, 5, 1081), np.uint8), np.zeros((5, 1081), np.uint8)
    many = np.zeros((2, 2), np.int64)
    for n in range(len(one)):
        unplace(one[n], 5, here.binomials, board)
        play_board(board, 0, ranking, found, work)
        for out in range(5):
            part(board, out, out, cards)
            kind, name = locate(cards, 4, here.fours, here.binomials)
            renamed = here.renamed[name]
            for i in range(len(found)):
                on_river[out, i] = rivers[kind, renamed[found[i, 0]]]
            for also in range(out):
                part(board, out, also, cards)
                kind, name = locate(cards, 3, here.flops, here.binomials)
                renamed = here.renamed[name]
                for i in range(len(found)):
                    on_turn[out, also, i] = turns[kind, renamed[found[i, 0]]]
        for i in range(len(found)):
            many[:] = 0
            for out in range(5):  # the river, and before it the turn
                for also in range(out):
                    # Either of the two may be the river; the flop is the same.
                    bet = on_turn[out, also, i]
                    many[bet, on_river[out, i]] += 1
                    many[bet, on_river[also, i]] += 1
            own = found[i, 0]
            for t in range(2):
                for r in range(2):
                    times = ways[n] * many[t, r]
                    ends[own, t, r, 0] += times * found[i, 4]
                    ends[own, t, r, 1] += times * found[i, 5]
                    ends[own, t, r, 2 + ranking.level[found[i, 1]]] += times * found[i, 3]
