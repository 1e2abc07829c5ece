"""Two ranges of hold'em against each other, board by board.

On each board every hand is ranked once. Going up the ranks, what lies below a hand is known as a
sum, and the hands that share a card with it are taken out of the sum by what each card carries.
Boards that differ in the names of the suits alone are gone through once, if the ranges are the
same under the new names.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb, gcd

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import DECK
from tapete.maths.hands.players import Cards, Spot, combos_of, suit_changes
from tapete.maths.hands.reading import numbers
from tapete.maths.kernels.poker.matchup import boards_of_two
from tapete.maths.kernels.poker.tables import tables

ALL = np.array([(b, a) for a in range(len(DECK)) for b in range(a)], np.uint8)
"""The 1326 hands of two cards, the higher card second."""
_AT = {(int(b), int(a)): i for i, (b, a) in enumerate(ALL)}
_WORK = 15
"""Putting a hand in its order on a board takes as long as ranking so many."""


def _weights(spot: Spot, player: int) -> NDArray[np.int64]:
    """The weight of each of the 1326 hands."""
    found = np.zeros(len(ALL), np.int64)
    cards, weights = combos_of(spot.ranges[player], spot)
    for hand, weight in zip(np.sort(cards, axis=1).tolist(), weights, strict=True):
        found[_AT[hand[0], hand[1]]] = weight
    return found


def _changes(spot: Spot, *weights: NDArray[np.int64]) -> list[Cards]:
    """The new names of the suits under which all stays the same."""
    found = []
    for table in suit_changes(spot.board, spot.dead):
        moved = np.sort(table[ALL], axis=1).tolist()
        order = [_AT[hand[0], hand[1]] for hand in moved]
        if all((each[order] == each).all() for each in weights):
            found.append(table)
    return found


def board_work(spot: Spot) -> int | None:
    """How long this takes, in hands ranked; nothing where it is no way."""
    if len(spot.ranges) != 2 or spot.own != 2:
        return None
    mine, yours = _weights(spot, 0), _weights(spot, 1)
    boards = comb(len(spot.deck), 5 - len(spot.board)) // len(_changes(spot, mine, yours))
    return boards * int(((mine + yours) > 0).sum()) * _WORK


def over_boards(spot: Spot, tick: Callable[[int, int], None]) -> tuple[int, int, int]:
    """How often, with all weights, the first range wins, shares, loses."""
    mine, yours = _weights(spot, 0), _weights(spot, 1)
    used = (mine > 0) | (yours > 0)
    orders = np.array([table[:4] for table in _changes(spot, mine, yours)], np.uint64)
    board, deck = numbers(spot.board), spot.deck
    sums = [0, 0, 0]
    missing = 5 - len(board)
    first = range(len(deck)) if missing else range(-1, 0)
    scale = gcd(*mine.tolist()), gcd(*yours.tolist())
    for done, at in enumerate(first):
        chosen = board if at < 0 else np.append(board, deck[at])
        left = deck if at < 0 else deck[at + 1 :]
        found = boards_of_two(
            tables(), ALL[used], mine[used] // scale[0], yours[used] // scale[1],
            chosen, left, orders,
        )  # fmt: skip
        sums = [total + int(more) for total, more in zip(sums, found, strict=True)]
        tick(done + 1, len(first))
    return sums[0], sums[1], sums[2]
