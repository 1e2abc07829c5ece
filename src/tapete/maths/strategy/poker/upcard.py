"""The croupier's hand once one of his five cards is seen: how many ways stay below any hand.

His other four cards are counted by their ranks alone, as if no suit mattered; then the hands all of
the seen card's suit are moved from where their ranks put them to where a flush belongs. The first
count hangs on the ranks of the dead cards, the second on those of that suit: both are tables, and a
count for any dead cards is two look-ups. Nothing is rounded.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.ranking import (
    KINDS,
    NONE,
    Ints,
    Longs,
    Ranking,
    multisets,
    numbers,
)

HIDDEN = 4


class UpCard(NamedTuple):
    """Tables for a seen card of one rank (its suit is the first).

    ``ranks[dead, at[hand]]`` counts the hidden cards whose ranks stay below a hand, given the ranks
    of the dead cards; ``suit[mask, suited_at[hand]]`` is what the seen card's suit adds to that.
    """

    ranks: Ints
    at: Ints
    suit: Ints
    suited_at: Ints


def up_card(rank: int, dead: int, ranking: Ranking) -> UpCard:
    """The tables for a seen card of this rank and so many dead cards."""
    patterns = np.array(multisets(HIDDEN), np.int64)
    with_up = ranking.add[HIDDEN, : len(patterns), rank]
    value = np.where(with_up == NONE, 0, ranking.best[HIDDEN + 1, with_up])
    order = np.argsort(value, kind="stable")
    every = np.arange(numbers(ranking) + 1)
    at = np.searchsorted(value[order], every).astype(np.int32)
    held = np.array(multisets(dead), np.int64)
    counted = np.zeros((len(held), len(patterns) + 1), np.int32)
    _count(held, patterns[order], rank, counted)
    return UpCard(counted, at, *_suited(rank, dead, value, ranking))


@compiled
def _count(held: Longs, patterns: Longs, rank: int, counted: Ints) -> None:
    left = np.zeros(13, np.int64)
    for dead in range(len(held)):
        left[:] = 4
        left[rank] -= 1
        for card in held[dead]:
            left[card] -= 1
        total = 0
        for row in range(len(patterns)):
            found, i = 1, 0
            while i < 4:
                kind, many = patterns[row, i], 1
                while i + many < 4 and patterns[row, i + many] == kind:
                    many += 1
                free = left[kind]
                if many == 1:
                    found *= max(free, 0)
                elif free < many:
                    found = 0
                elif many == 2:
                    found *= free * (free - 1) // 2
                elif many == 3:
                    found *= free * (free - 1) * (free - 2) // 6
                i += many
            total += found
            counted[dead, row + 1] = total


def _suited(rank: int, dead: int, value: Ints, ranking: Ranking) -> tuple[Ints, Ints]:
    """What the hands of the seen card's suit add below each hand, by the dead ranks of the suit."""
    place = {ranks: number for number, ranks in enumerate(multisets(HIDDEN))}
    others = [other for other in range(KINDS) if other != rank]
    suited = list(combinations(others, HIDDEN))
    masks = np.array([sum(1 << r for r in ranks) for ranks in suited], np.int64)
    plain = value[[place[ranks] for ranks in suited]]
    flush = ranking.flush[masks | 1 << rank]
    steps = np.unique(np.concatenate((plain, flush)))
    found = np.zeros((1 << KINDS, len(steps) + 1), np.int32)
    _move(
        masks,
        np.searchsorted(steps, plain).astype(np.int64),
        np.searchsorted(steps, flush).astype(np.int64),
        dead,
        found,
    )
    every = np.arange(numbers(ranking) + 1)
    return found, np.searchsorted(steps, every).astype(np.int32)


@compiled
def _move(masks: Longs, plain: Longs, flush: Longs, dead: int, found: Ints) -> None:
    for mask in range(len(found)):
        bits = 0
        for rank in range(13):
            bits += mask >> rank & 1
        if bits > dead:
            continue
        for i in range(len(masks)):
            if not masks[i] & mask:
                found[mask, plain[i] + 1] -= 1
                found[mask, flush[i] + 1] += 1
        for step in range(1, found.shape[1]):
            found[mask, step] += found[mask, step - 1]


@compiled
def below(up: UpCard, dead: int, mask: int, hand: int) -> int:
    """How many hands of the croupier's stay below this one."""
    return int(up.ranks[dead, up.at[hand]] + up.suit[mask, up.suited_at[hand]])
