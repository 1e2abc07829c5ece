"""Caribbean Poker and its Plus: five cards against five of which one is seen.

The player goes on or not (CAT-III.3.5.1-10); in the Plus he may, going on, buy one card for
another (CAT-III.3.5.1-12). Both are weighed for every hand and every seen card.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.ranking import CARDS, KINDS, Longs, Ranking, five
from tapete.maths.strategy.poker.suits import choose
from tapete.maths.strategy.poker.terms import Nets, Terms, Ways, nets
from tapete.maths.strategy.poker.upcard import UpCard, below, up_card

Tick = Callable[[int, int], None]
OWN = 5
FOLD, GO, BUY, OTHER = 0, 1, 2, 255
"""What to do with a hand: `BUY` and more, giving up a card (the lowest is 0); `OTHER` stands for a
hand that another one stands for."""
CLOSED, TIED, LOST, WON = 0, 1, 2, 3
LEVELS = 10
BOUGHT = 2
FOLDED = 0


class Caribbean(NamedTuple):
    """The game solved: ``moves[up, place]`` by the rank of the seen card, whose suit is the first,
    and the place of the hand that stands for the player's."""

    ways: Ways
    moves: NDArray[np.uint8]


def solve(
    terms: Terms, tick: Tick = lambda done, total: None, *, buying: bool = False
) -> Caribbean:
    """Every hand against every seen card and all that may lie behind it."""
    ranking = five()
    paid = nets(terms, ranking)
    moves = np.full((KINDS, comb(CARDS, OWN)), OTHER, np.uint8)
    ends = np.zeros((BOUGHT + 1, WON + LEVELS), np.int64)
    for up in range(KINDS):
        tick(up, KINDS)
        seen = up_card(up, OWN, ranking)
        after = up_card(up, OWN + 1, ranking) if buying else seen
        _sum(up, seen, after, buying, paid, ranking, choose(), moves[up], ends)
    tick(KINDS, KINDS)
    return Caribbean(_ways(paid, ranking, ends), moves)


def _ways(paid: Nets, ranking: Ranking, ends: Longs) -> Ways:
    by_level = {int(level): int(paid.win[np.argmax(ranking.level == level)]) for level in range(10)}
    counts = {-paid.unit: int(ends[FOLDED, 0])}
    for bought, price in ((1, 0), (BOUGHT, paid.price)):
        row = ends[bought].tolist()
        values = [paid.closed, 0, paid.lose, *by_level.values()]
        for value, count in zip(values, row, strict=True):
            counts[value - price] = counts.get(value - price, 0) + count
    return Ways(paid.unit, counts)


@compiled
def value(up: UpCard, dead: int, mask: int, hand: int, deals: int, paid: Nets) -> int:
    """What a hand that goes on comes to, over all the croupier can hold."""
    shut = below(up, dead, mask, paid.opens)
    if hand < paid.opens:
        return int(shut * paid.closed + (deals - shut) * paid.lose)
    less = below(up, dead, mask, hand)
    upto = below(up, dead, mask, hand + 1)
    return int(shut * paid.closed + (less - shut) * paid.win[hand] + (deals - upto) * paid.lose)


@compiled
def _tell(
    up: UpCard, dead: int, mask: int, hand: int, deals: int, opens: int, times: int,
    ranking: Ranking, ends: Any,
) -> None:  # fmt: skip
    """The same, as ends."""
    shut = below(up, dead, mask, opens)
    ends[CLOSED] += times * shut
    if hand < opens:
        ends[LOST] += times * (deals - shut)
        return
    less = below(up, dead, mask, hand)
    upto = below(up, dead, mask, hand + 1)
    ends[WON + ranking.level[hand]] += times * (less - shut)
    ends[TIED] += times * (upto - less)
    ends[LOST] += times * (deals - upto)


@compiled
def _hand(cards: Longs, out: int, drawn: int, ranking: Ranking) -> int:
    """The hand with another card in the place of one (none if ``out`` is past the last)."""
    ranks, flush, suit, mask = 0, True, -1, 0
    for i in range(5):
        card = drawn if i == out else cards[i]
        ranks = ranking.add[i, ranks, card >> 2]
        flush = flush and (suit == -1 or card & 3 == suit)
        suit = card & 3
        mask |= 1 << (card >> 2)
    if flush:
        return int(ranking.flush[mask])
    return int(ranking.best[5, ranks])


@compiled
def _sum(
    rank: int,
    seen: UpCard,
    after: UpCard,
    buying: bool,
    paid: Nets,
    ranking: Ranking,
    binomials: Longs,
    moves: NDArray[np.uint8],
    ends: Longs,
) -> None:
    card = rank << 2
    deals, bought = binomials[46, 4], binomials[45, 4]
    # A bought card is one of 46 before the other four: 42 times the hands without one.
    scale = 46 * bought // deals if buying else 1
    cards, masks = np.zeros(5, np.int64), np.zeros(4, np.int64)
    worth = np.zeros(5, np.int64)
    here = -1
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        if card in (a, b, c, d, e):
                            continue
                        cards[0], cards[1], cards[2], cards[3], cards[4] = a, b, c, d, e
                        masks[:] = 0
                        dead = 0
                        for i in range(5):
                            masks[cards[i] & 3] |= 1 << (cards[i] >> 2)
                            dead = ranking.add[i, dead, cards[i] >> 2]
                        if masks[1] < masks[2] or masks[2] < masks[3]:
                            continue
                        same = 1 + int(masks[1] == masks[2]) + int(masks[2] == masks[3])
                        times = 24 // (same if same < 3 else 6)
                        here = place5(a, b, c, d, e, binomials)
                        hand = _hand(cards, 5, 0, ranking)
                        best = scale * value(seen, dead, masks[0], hand, deals, paid)
                        move = GO
                        if buying:
                            _buy(cards, dead, masks[0], card, after, bought, paid, ranking, worth)
                            for i in range(5):
                                if worth[i] > best:
                                    best, move = worth[i], BUY + i
                        if -paid.unit * scale * deals > best:
                            move = FOLD
                            ends[FOLDED, 0] += times * scale * deals
                        elif move == GO:
                            _tell(
                                seen, dead, masks[0], hand, deals, paid.opens, times * scale,
                                ranking, ends[GO],
                            )  # fmt: skip
                        else:
                            _told(
                                cards, move - BUY, dead, masks[0], card, after, bought, paid.opens,
                                times, ranking, ends[BOUGHT],
                            )  # fmt: skip
                        moves[here] = move


@compiled
def place5(a: int, b: int, c: int, d: int, e: int, n: Longs) -> int:
    """The place of five cards in rising order."""
    return int(a + n[b, 2] + n[c, 3] + n[d, 4] + n[e, 5])


@compiled
def _buy(
    cards: Longs, dead: int, mask: int, card: int, after: UpCard, deals: int, paid: Nets,
    ranking: Ranking, worth: Longs,
) -> None:  # fmt: skip
    """What it is worth to give up each card for one that is bought."""
    worth[:] = -46 * deals * paid.price
    for new in range(52):
        if new == card or (cards == new).any():
            continue
        more = ranking.add[5, dead, new >> 2]
        suited = mask | 1 << (new >> 2) if new & 3 == 0 else mask
        for i in range(5):
            hand = _hand(cards, i, new, ranking)
            worth[i] += value(after, more, suited, hand, deals, paid)


@compiled
def _told(
    cards: Longs, out: int, dead: int, mask: int, card: int, after: UpCard, deals: int, opens: int,
    times: int, ranking: Ranking, ends: Longs,
) -> None:  # fmt: skip
    for new in range(52):
        if new == card or (cards == new).any():
            continue
        more = ranking.add[5, dead, new >> 2]
        suited = mask | 1 << (new >> 2) if new & 3 == 0 else mask
        hand = _hand(cards, out, new, ranking)
        _tell(after, more, suited, hand, deals, opens, times, ranking, ends)
