"""Hands as a player speaks of them: a pair of nines, four to a color, ace and king with a queen."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.ranking import KINDS, Ranking

FOUR_COLOR, FOUR_OPEN, FOUR_INSIDE, PAIR_COLOR = range(4)
HIGH = 4
"""From here by the highest card (no ace and king together), a deuce first."""
ACE_KING = HIGH + KINDS
"""From here ace and king, by the next card."""
PAIR = ACE_KING + KINDS
BETTER = PAIR + KINDS
"""From here by category: two pairs and better."""
PATTERNS = BETTER + 8


class Named(NamedTuple):
    """A pattern: its group, and what tells it from the others of the group."""

    group: str
    detail: str


def named(pattern: int, order: tuple[str, ...], ranks: str) -> Named:
    """What a pattern is called.

    >>> named(PAIR + 7, ("a", "b"), "23456789TJQKA")
    Named(group='par', detail='9')
    """
    if pattern < HIGH:
        names = ("cuatro-a-color", "cuatro-abierta", "cuatro-interna", "par-y-cuatro-a-color")
        return Named("dibujo", names[pattern])
    if pattern < ACE_KING:
        return Named("alta", ranks[pattern - HIGH])
    if pattern < PAIR:
        return Named("as-rey", ranks[pattern - ACE_KING])
    if pattern < BETTER:
        return Named("par", ranks[pattern - PAIR])
    return Named("mejor", order[pattern - BETTER + 2])


@compiled
def pattern_of(cards: Any, ranking: Ranking, draws: bool) -> int:
    """The pattern of five cards; ``draws``: four to a color or to a straight are told apart."""
    counts, suits = np.zeros(13, np.int64), np.zeros(4, np.int64)
    masks = np.zeros(4, np.int64)
    at, bits = 0, 0
    for i in range(5):
        rank = cards[i] >> 2
        counts[rank] += 1
        suits[cards[i] & 3] += 1
        masks[cards[i] & 3] |= 1 << rank
        at = ranking.add[i, at, rank]
        bits |= 1 << rank
    hand = ranking.best[5, at]
    for s in range(4):
        hand = max(hand, ranking.flush[masks[s]])
    level = ranking.level[hand]
    if level >= 2:
        return int(41 + level)
    if level == 1:
        if draws and suits.max() == 4:
            return 3
        for rank in range(13):
            if counts[rank] == 2:
                return 30 + rank
    if draws:
        if suits.max() == 4:
            return 0
        # The ranks in a row with the ace at both ends: which cards would make a straight?
        row = bits << 1 | bits >> 12
        outs = 0
        for low in range(10):
            window = row >> low & 31
            held = 0
            for j in range(5):
                held += window >> j & 1
            outs += held == 4
        if outs:
            return 1 if outs > 1 else 2
    high = 12
    while not bits >> high & 1:
        high -= 1
    if high == 12 and bits >> 11 & 1:
        low = 10
        while not bits >> low & 1:
            low -= 1
        return 17 + low
    return 4 + high


assert (HIGH, ACE_KING, PAIR, BETTER) == (4, 17, 30, 43)
