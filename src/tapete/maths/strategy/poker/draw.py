"""Draw Poker: to go on or not, and which cards to exchange (CAT-III.3.5.2-09, -11).

The player's five cards and those he draws are dead to the croupier. All sets of dead cards are
visited by their ranks: what the croupier ends with is counted once for the ranks and once for each
suit, only as finely as the hands the player can have among them ask for. Every choice of the
player's that leads to a set takes its share. No number is rounded.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from queue import SimpleQueue
from typing import Any

import numpy as np

from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.draw_bank import Bank, Keep, bank, by_ranks, by_suit
from tapete.maths.strategy.poker.draw_choice import LEVELS, NAMES, OPTIONS, OWN, WON, Draw, decide
from tapete.maths.strategy.poker.ranking import Ints, Longs, Ranking, five, multisets
from tapete.maths.strategy.poker.suits import (
    Sets,
    choose,
    place,
    sets,
    ways,
)
from tapete.maths.strategy.poker.terms import Terms, nets

Tick = Callable[[int, int], None]
CHUNK = 50
MOST_JOBS = 4
"""Threads that gather side by side; each needs some 220 MB."""


def solve(terms: Terms, keep: Keep, tick: Tick = lambda done, total: None) -> Draw:
    """Every hand, every exchange, every card that may come and all the croupier may hold."""
    ranking = five()
    croupier = bank(keep, ranking)
    hands = sets(OWN)
    option = np.full(1 << OWN, -1, np.int32)
    for number, out in enumerate(OPTIONS):
        option[sum(1 << place for place in out)] = number
    work: list[tuple[Longs, Longs]] = []
    for size in range(OWN, OWN + terms.changes + 1):
        dead = np.array(multisets(size), np.int64)
        parts = np.array(list(combinations(range(size), size - OWN)), np.int64)
        work += [(dead[at : at + CHUNK], parts) for at in range(0, len(dead), CHUNK)]
    jobs = min(MOST_JOBS, os.cpu_count() or 1)
    free: SimpleQueue[Longs] = SimpleQueue()
    sums = [np.zeros((len(hands.one), len(OPTIONS), WON + LEVELS), np.int64) for _ in range(jobs)]
    for each in sums:
        free.put(each)

    def gather(chunk: tuple[Longs, Longs]) -> None:
        found = free.get()
        _gather(*chunk, option, terms.opens, croupier, ranking, hands, choose(), found)
        free.put(found)

    with ThreadPoolExecutor(jobs) as pool:
        for done, _ in enumerate(pool.map(gather, work)):
            tick(done, len(work))
    tick(len(work), len(work))
    for each in sums[1:]:
        sums[0] += each
    return decide(sums[0], hands, nets(terms, ranking), ranking, terms.changes)


@compiled
def _gather(
    dead: Longs,
    parts: Longs,
    option: Ints,
    opens: int,
    croupier: Bank,
    ranking: Ranking,
    hands: Sets,
    binomials: Longs,
    found: Longs,
) -> None:
    size = dead.shape[1]
    for row in range(len(dead)):
        _of_ranks(dead[row], size, parts, option, opens, croupier, ranking, hands, binomials, found)


@compiled
def _of_ranks(
    ranks: Longs,
    size: int,
    parts: Longs,
    option: Ints,
    opens: int,
    croupier: Bank,
    ranking: Ranking,
    hands: Sets,
    binomials: Longs,
    found: Longs,
) -> None:
    """All sets of dead cards of these ranks."""
    deck = 52 - size - 5
    # The hands of five among them, by ranks and in one suit: the croupier is counted below each.
    plain, flush = np.zeros(len(parts), np.int64), np.full(len(parts), -1, np.int64)
    cut = np.zeros(7463, np.uint8)
    cut[opens] = 1
    for p in range(len(parts)):
        at, bits, count = 0, 0, 0
        for i in range(size):
            if not (parts[p] == i).any():
                at = ranking.add[count, at, ranks[i]]
                bits |= 1 << ranks[i]
                count += 1
        plain[p] = ranking.best[5, at]
        cut[plain[p]] = cut[plain[p] + 1] = 1
        flush[p] = ranking.flush[bits]  # none if a rank repeats
        if flush[p] >= 0:
            cut[flush[p]] = cut[flush[p] + 1] = 1
    bins, at_cut = np.zeros(7463, np.uint8), np.zeros(7463, np.int64)
    cuts = 0
    for hand in range(7463):
        if cut[hand]:
            at_cut[hand] = cuts
            cuts += 1
        bins[hand] = cuts
    # Different ranks, how many of each, and the croupier's counts by which of them a suit holds.
    kinds, many = np.zeros(size, np.int64), np.zeros(size, np.int64)
    different = 0
    for i in range(size):
        if different and kinds[different - 1] == ranks[i]:
            many[different - 1] += 1
        else:
            kinds[different], many[different] = ranks[i], 1
            different += 1
    left = np.full(13, 4, np.int64)
    for i in range(size):
        left[ranks[i]] -= 1
    work = np.zeros((15, 13), np.int64)
    common = np.zeros(cuts + 1, np.int64)
    by_ranks(croupier, left, deck, bins, common, work)
    suited = np.zeros((1 << different, cuts + 1), np.int64)
    here, others = np.zeros(13, np.int64), np.zeros(13, np.int64)
    for sub in range(1 << different):
        fits = True
        here[:] = 1
        for i in range(different):
            here[kinds[i]] = 1 - (sub >> i & 1)
            fits = fits and left[kinds[i]] >= here[kinds[i]]
            fits = fits and (many[i] > 0) >= (sub >> i & 1)
        if not fits:
            continue
        others[:] = left - here
        by_suit(croupier, here, others, deck, ranking.flush, bins, suited[sub], work)
        for i in range(1, cuts + 1):
            suited[sub, i] += suited[sub, i - 1]
    for i in range(1, cuts + 1):
        common[i] += common[i - 1]
    _of_suits(
        kinds[:different], many[:different], size, parts, option, plain, flush, at_cut, opens,
        common, suited, ranking, hands, binomials, found,
    )  # fmt: skip


@compiled
def _of_suits(
    kinds: Longs,
    many: Longs,
    size: int,
    parts: Longs,
    option: Ints,
    plain: Longs,
    flush: Longs,
    at_cut: Longs,
    opens: int,
    common: Longs,
    suited: Longs,
    ranking: Ranking,
    hands: Sets,
    binomials: Longs,
    found: Longs,
) -> None:
    """Every way to give the ranks suits, once for all that differ by the names of the suits."""
    different = len(kinds)
    chosen = np.zeros(different, np.int64)  # the suits of each rank, as bits
    for i in range(different):
        chosen[i] = (1 << many[i]) - 1
    cards, below = np.zeros(size, np.int64), np.zeros(len(common), np.int64)
    ends, held = np.zeros((len(parts), 5), np.int64), np.zeros(5, np.int64)
    subs = np.zeros(4, np.int64)
    while True:
        subs[:] = 0
        for i in range(different):
            for s in range(4):
                subs[s] |= (chosen[i] >> s & 1) << i
        times = ways(subs[0], subs[1], subs[2], subs[3])
        if times:
            count = 0
            for i in range(different):
                for s in range(4):
                    if chosen[i] >> s & 1:
                        cards[count] = kinds[i] << 2 | s
                        count += 1
            for c in range(len(common)):
                below[c] = (
                    common[c]
                    + suited[subs[0], c] + suited[subs[1], c]
                    + suited[subs[2], c] + suited[subs[3], c]
                )  # fmt: skip
            every = below[len(common) - 1]
            shut = below[at_cut[opens]]
            for p in range(len(parts)):
                hand = plain[p]
                if flush[p] >= 0 and _one_suit(cards, parts[p], size):
                    hand = flush[p]
                ends[p, 0] = shut
                ends[p, 1] = ends[p, 3] = 0
                ends[p, 2] = every - shut
                if hand >= opens:
                    less, upto = below[at_cut[hand]], below[at_cut[hand + 1]]
                    ends[p, 1], ends[p, 2], ends[p, 3] = upto - less, every - upto, less - shut
                ends[p, 4] = ranking.level[hand]
            _share(cards, size, parts, option, times, ends, held, hands, binomials, found)
        # The next choice of suits.
        i = 0
        while i < different:
            chosen[i] += 1
            while chosen[i] < 16 and _bits(chosen[i]) != many[i]:
                chosen[i] += 1
            if chosen[i] < 16:
                break
            chosen[i] = (1 << many[i]) - 1
            i += 1
        if i == different:
            return


@compiled
def _bits(number: int) -> int:
    count = 0
    while number:
        count += number & 1
        number >>= 1
    return count


@compiled
def _one_suit(cards: Longs, out: Any, size: int) -> bool:
    suit = -1
    for i in range(size):
        if not (out == i).any():
            if suit >= 0 and cards[i] & 3 != suit:
                return False
            suit = cards[i] & 3
    return True


@compiled
def _share(
    cards: Longs,
    size: int,
    parts: Longs,
    option: Ints,
    times: int,
    ends: Longs,
    held: Longs,
    hands: Sets,
    binomials: Longs,
    found: Longs,
) -> None:
    """To every hand that could be the player's first five: what becomes of it with each exchange
    that leads to these dead cards."""
    drawn = size - 5
    places, order = np.zeros(size, np.int64), np.zeros(5, np.int64)
    names = NAMES
    for n in range(len(parts)):  # the cards drawn
        count = 0
        places[:] = -1
        for i in range(size):
            new = False
            for j in range(drawn):
                new = new or parts[n, j] == i
            if not new:
                held[count] = cards[i]
                places[i] = count
                count += 1
        here = place(held, 5, binomials)
        kind, name = hands.kind[here], hands.name[here]
        for i in range(5):  # where each card stands in the hand that stands for this one
            order[i] = 0
            mine = (held[i] >> 2) << 2 | names[name, held[i] & 3]
            for j in range(5):
                order[i] += (held[j] >> 2) << 2 | names[name, held[j] & 3] < mine
        for p in range(len(parts)):  # the cards given up
            bits, fits = 0, True
            for j in range(drawn):
                at = places[parts[p, j]]
                if at < 0:
                    fits = False
                else:
                    bits |= 1 << order[at]
            if fits:
                row = found[kind, option[bits]]
                row[0] += times * ends[p, 0]
                row[1] += times * ends[p, 1]
                row[2] += times * ends[p, 2]
                row[3 + ends[p, 4]] += times * ends[p, 3]
