"""Texas Hold'em against the bank: every board, every two own cards, every two of the croupier's.

A board is dealt once for all that differ from it by the names of the suits. On it all pairs of own
cards are put in order; how many of the croupier's lie below or beside each, without its two cards,
follows by counting cards. What a player knows on the way (flop, four cards) takes its share of that
from each board that can follow.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.ranking import CARDS, Ints, Longs, Ranking
from tapete.maths.strategy.poker.suits import Sets, choose, renamings, sets, sort, unplace

PAIRS = CARDS * (CARDS - 1) // 2
BOARD, FLOP, FOUR = 5, 3, 4
HELD = 47 * 46 // 2
"""Pairs of own cards a board leaves."""
BANK = 45 * 44 // 2
"""Pairs the croupier can have beside them."""
PLACE, HAND, CLOSED, WON, TIED, LOST = range(6)
"""Columns of what happens to a pair on a board: its place and the number of its hand, and how many
of the croupier's pairs do not open, are beaten, tie and win."""


class Space(NamedTuple):
    """The sets of cards a board is made of, and what becomes of two own cards when suits are
    renamed."""

    flops: Sets
    fours: Sets
    renamed: Ints
    binomials: Longs


@cache
def space(*, fours: bool) -> Space:
    """The tables; those of four cards only where they are wanted."""
    renamed = np.zeros((len(renamings()), PAIRS), np.int32)
    _rename(renamings(), renamed)
    return Space(sets(FLOP), sets(FOUR if fours else FLOP), renamed, choose())


@compiled
def _rename(names: Ints, renamed: Ints) -> None:
    for n in range(len(names)):
        for b in range(52):
            for a in range(b):
                x = (a >> 2) << 2 | names[n, a & 3]
                y = (b >> 2) << 2 | names[n, b & 3]
                low, high = min(x, y), max(x, y)
                renamed[n, b * (b - 1) // 2 + a] = high * (high - 1) // 2 + low


def room() -> tuple[Longs, Longs]:
    """Working space for `play_board`."""
    return np.zeros((HELD, 6), np.int64), np.zeros(3 * HELD + 7464 + 4 * CARDS, np.int64)


@compiled
def play_board(board: Longs, opens: int, ranking: Ranking, found: Longs, work: Longs) -> None:
    """What happens on a board to every pair of own cards."""
    first, second = work[:1081], work[1081:2162]
    order, ends = work[2162:3243], work[3243:10707]
    less, same = work[10707:10759], work[10759:10811]
    shut, used = work[10811:10863], work[10863:10915]
    less[:], same[:], shut[:], used[:], ends[:] = 0, 0, 0, 0, 0
    ranks, suit, mask = 0, -1, 0
    for i in range(5):
        used[board[i]] = 1
        ranks = ranking.add[i, ranks, board[i] >> 2]
    for s in range(4):
        held, bits = 0, 0
        for i in range(5):
            if board[i] & 3 == s:
                held += 1
                bits |= 1 << (board[i] >> 2)
        if held >= 3:
            suit, mask = s, bits
    total, closed = 0, 0
    for b in range(52):
        if used[b]:
            continue
        with_b = ranking.add[5, ranks, b >> 2]
        mask_b = mask | 1 << (b >> 2) if b & 3 == suit else mask
        for a in range(b):
            if used[a]:
                continue
            hand = ranking.best[7, ranking.add[6, with_b, a >> 2]]
            if suit >= 0:
                mask_a = mask_b | 1 << (a >> 2) if a & 3 == suit else mask_b
                hand = max(hand, ranking.flush[mask_a])
            first[total], second[total] = a, b
            found[total, 0] = b * (b - 1) // 2 + a
            found[total, 1] = hand
            ends[hand + 1] += 1
            if hand < opens:
                closed += 1
                shut[a] += 1
                shut[b] += 1
            total += 1
    for hand in range(7463):
        ends[hand + 1] += ends[hand]
    for i in range(total):
        hand = found[i, 1]
        order[ends[hand]] = i
        ends[hand] += 1
    begin = 0
    while begin < total:
        hand = found[order[begin], 1]
        end = ends[hand]
        for k in range(begin, end):
            i = order[k]
            same[first[i]] += 1
            same[second[i]] += 1
        for k in range(begin, end):
            i = order[k]
            a, b = first[i], second[i]
            lower = begin - less[a] - less[b]
            tied = end - begin - same[a] - same[b] + 1
            none = closed - shut[a] - shut[b] + int(hand < opens)
            if hand < opens:
                lower, tied = none, 0
            found[i, 2] = none
            found[i, 3] = lower - none
            found[i, 4] = tied
            found[i, 5] = 990 - lower - tied
        for k in range(begin, end):
            i = order[k]
            a, b = first[i], second[i]
            less[a] += 1
            less[b] += 1
            same[a] = same[b] = 0
        begin = end


@compiled
def part(board: Longs, out: int, also: int, cards: Longs) -> int:
    """The board without one or two of its cards, in rising order; how many are left."""
    count = 0
    for i in range(5):
        if i != out and i != also:
            cards[count] = board[i]
            count += 1
    return count


@compiled
def locate(cards: Longs, count: int, of: Sets, binomials: Longs) -> tuple[int, int]:
    """The kind of a set of cards, and the renaming that leads there."""
    here = 0
    for i in range(count):
        here += binomials[cards[i], i + 1]
    return int(of.kind[here]), int(of.name[here])


@compiled
def merge(worth: Any, one: Longs, count: int, binomials: Longs, names: Ints, renamed: Ints) -> None:
    """Put together the own cards that are one beside a set of cards that a renaming leaves alone:
    each gets the sum of all."""
    cards, other = np.zeros(count, np.int64), np.zeros(count, np.int64)
    sums = np.zeros(PAIRS, np.int64)
    members = np.zeros(24, np.int64)
    for kind in range(len(one)):
        unplace(one[kind], count, binomials, cards)
        same = 0
        for n in range(len(names)):
            for i in range(count):
                other[i] = (cards[i] >> 2) << 2 | names[n, cards[i] & 3]
            sort(other, count)
            if (other == cards).all():
                members[same] = n
                same += 1
        if same == 1:
            continue
        # Each of an orbit is met as often as it has renamings that leave it alone.
        sums[:] = 0
        for pair in range(PAIRS):
            smallest = pair
            for m in range(same):
                smallest = min(smallest, renamed[members[m], pair])
            sums[smallest] += worth[kind, pair]
        for pair in range(PAIRS):
            smallest = pair
            for m in range(same):
                smallest = min(smallest, renamed[members[m], pair])
            worth[kind, pair] = sums[smallest]


Bytes = NDArray[np.uint8]
