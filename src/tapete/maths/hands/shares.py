"""Equity: the part of the pot a hand or a range wins against others, on the average.

Exact where every deal can be gone through in reasonable time, else from deals drawn by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, factorial, sqrt
from typing import Any, NamedTuple

import numpy as np

from tapete.core.round.cards import DECK, SUITS
from tapete.maths.hands.boards import board_work, over_boards
from tapete.maths.hands.players import HOLDEM, Deals, Spot, combos_of, deals_of, read_spot
from tapete.maths.hands.reading import NotUnderstood, numbers
from tapete.maths.kernels.poker import omaha_tables, tables
from tapete.maths.kernels.poker.showdown import (
    PART,
    PARTS,
    SHARED,
    SQUARE,
    WON,
    all_deals,
    all_omaha_deals,
    some_boards,
    some_omaha_boards,
)
from tapete.maths.kernels.stream import stream

Tick = Callable[[int, int], None]

SAMPLES = 2_000_000
MOST_WORK = 4_000_000_000
"""Hands ranked for an exact answer that is not asked for: some ten seconds."""
MOST_DEALS = 2_000_000
SUIT_ORDERS = factorial(len(SUITS))
OMAHA_WORK = 40
"""A hand of Omaha takes as long as so many of hold'em."""
_SAMPLES_AT_ONCE = 20_000
_BOARDS_AT_ONCE = 1_000_000


class Share(NamedTuple):
    """What a player wins: chances (exact, or the part of the samples) and equity."""

    text: str
    win: Fraction
    tie: Fraction
    equity: Fraction
    error: float | None
    """The standard error of the equity; none if it is exact."""


class Equity(NamedTuple):
    """The shares of all players, and from how many deals they come."""

    exact: bool
    deals: int
    players: tuple[Share, ...]


def equity(
    hands: Sequence[str],
    *,
    board: str | Sequence[str] = "",
    dead: str | Sequence[str] = "",
    game: str = HOLDEM,
    samples: int | None = None,
    seed: int = 1,
    exact: bool = False,
    tick: Tick | None = None,
) -> Equity:
    """Two to ten hands or ranges against each other.

    Exact if that is feasible; ``exact`` insists on it, ``samples`` does without.

    >>> found = equity(["AhKh", "QsQd"], board="Qh 2h 3c 9d")
    >>> found.exact, found.deals, found.players[0].win
    (True, 44, Fraction(7, 44))
    >>> equity(["AhKh", "AhQd"])
    Traceback (most recent call last):
    ...
    tapete.maths.hands.reading.NotUnderstood: card-twice card=Ah
    """
    if exact and samples is not None:
        raise NotUnderstood("exact-and-samples")
    spot = read_spot(hands, board, dead, game)
    tell = tick or (lambda done, total: None)
    if samples is None:
        found = _exact(spot, None if exact else MOST_WORK, tell)
        if found is not None:
            return found
        if exact:
            raise NotUnderstood("too-many-deals")
    return _sampled(spot, samples or SAMPLES, seed, tell)


# -- every deal ---------------------------------------------------------------------------------


def _exact(spot: Spot, most: int | None, tick: Tick) -> Equity | None:
    """Go through all deals by the shorter of two ways, or do not if both are too long."""
    left = len(spot.deck) - len(spot.ranges) * spot.own
    each = len(spot.ranges) * (OMAHA_WORK if spot.own == 4 else 1) * comb(left, 5 - len(spot.board))
    other = board_work(spot)
    longest = min((work for work in (most, other) if work is not None), default=None)
    # At best all ways to name the suits fall together: more deals than this are not worth merging.
    worth = MOST_DEALS if longest is None else min(MOST_DEALS, longest // each * SUIT_ORDERS)
    deals = deals_of(spot, worth)
    if deals is not None and (longest is None or len(deals.weights) * each <= longest):
        return _by_deals(spot, deals, tick)
    if other is not None and (most is None or other <= most):
        return _by_boards(spot, tick)
    return None


def _by_deals(spot: Spot, deals: Deals, tick: Tick) -> Equity:
    """Deal after deal, each over all its boards."""
    players, board, deck = len(spot.ranges), numbers(spot.board), spot.deck
    boards = comb(len(deck) - players * spot.own, 5 - len(board))
    at_once = max(1, _BOARDS_AT_ONCE // boards)
    sums = np.zeros((players, 3), object)
    for start in range(0, len(deals.weights), at_once):
        hands, weights = deals.hands[start : start + at_once], deals.weights[start:][:at_once]
        counts = np.zeros((len(hands), players, 3), np.int64)
        if spot.own == 4:
            all_omaha_deals(omaha_tables(), hands, board, deck, counts)
        else:
            all_deals(tables(), hands, board, deck, counts)
        sums += np.tensordot(np.array(weights, object), counts.astype(object), 1)
        tick(start + len(hands), len(deals.weights))
    total = sum(deals.weights) * boards
    return Equity(True, total, _shares(spot, sums, total))


def _by_boards(spot: Spot, tick: Tick) -> Equity:
    """Board after board, all hands of two ranges at once."""
    won, shared, lost = over_boards(spot, tick)
    total = won + shared + lost
    half = PARTS // 2
    sums = np.array(
        [
            [won, shared, won * PARTS + shared * half],
            [lost, shared, lost * PARTS + shared * half],
        ],
        object,
    )
    return Equity(True, total, _shares(spot, sums, total))


def _shares(spot: Spot, sums: Any, total: int) -> tuple[Share, ...]:
    return tuple(
        Share(
            each.text,
            Fraction(int(row[WON]), total),
            Fraction(int(row[SHARED]), total),
            Fraction(int(row[PART]), total * PARTS),
            None,
        )
        for each, row in zip(spot.ranges, sums, strict=True)
    )


# -- deals drawn by chance ----------------------------------------------------------------------


def _sampled(spot: Spot, samples: int, seed: int, tick: Tick) -> Equity:
    combos = [np.zeros((0, spot.own), np.uint8)]
    heights, starts = [np.zeros(0, np.int64)], [0]
    for each in spot.ranges:
        if not each.random:
            cards, weights = combos_of(each, spot)
            combos.append(cards)
            heights.append(np.cumsum(weights.astype(np.int64)))
        starts.append(sum(map(len, combos)))
    gone = np.uint64(sum(1 << card for card in range(len(DECK)) if card not in set(spot.deck)))
    counts = np.zeros((len(spot.ranges), 4), np.int64)
    state, board = stream(seed), numbers(spot.board)
    drawn = (np.concatenate(combos), np.concatenate(heights), np.array(starts, np.int64), gone)
    done = 0
    while done < samples:
        now = min(_SAMPLES_AT_ONCE, samples - done)
        if spot.own == 4:
            some_omaha_boards(omaha_tables(), *drawn, board, now, state, counts)
        else:
            some_boards(tables(), *drawn, board, now, state, counts)
        done += now
        tick(done, samples)
    shares = _shares(spot, counts, samples)
    return Equity(
        False,
        samples,
        tuple(
            share._replace(error=_error(int(row[PART]), int(row[SQUARE]), samples))
            for share, row in zip(shares, counts, strict=True)
        ),
    )


def _error(total: int, squares: int, samples: int) -> float:
    """The standard error of the mean part of the pot."""
    mean = Fraction(total, samples)
    return sqrt((Fraction(squares, samples) - mean * mean) / samples) / PARTS
