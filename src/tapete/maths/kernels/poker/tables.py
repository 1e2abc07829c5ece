"""The tables of the evaluator: what every multiset of ranks is worth, and where it is found.

Each card is a number of 64 bits. Its upper half is a random number of its rank: the sum over a hand
tells its ranks and loses only their order. The lowest 16 bits count the four suits. A sum is found
in two steps: its first bits name a bucket, the bucket tells how far its members are shifted, and
the next bits plus that shift are their place, which no other multiset of that many cards has.
The shifts are found when the tables are made, the fullest bucket first.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import RANKS, SUITS
from tapete.games.poker.hands import FIVE, THREE
from tapete.maths.kernels.compiled import compiled

Words = NDArray[np.uint64]
Places = NDArray[np.uint16]

DECK = len(RANKS) * len(SUITS)
LEVEL = 12
"""Bits of a rank under its level: the level is the place of its category in `FIVE` or `THREE`."""
NOT_A_CARD = 1 << 20
"""The bit of a sum that says some byte in it was no card."""

RANK_KEYS = (
    0x28D7546F, 0xB4435F82, 0xA1FDF184, 0xA9631F0C, 0x430155DF, 0x11A98A6D, 0xE942CA3B,
    0xB3EACF09, 0x47C5049C, 0x51A781F6, 0xCDF75025, 0x73397858, 0xF22809F9,
)  # fmt: skip
"""One number a rank, from the two up. Nothing is special about them but that the places below are
enough for all multisets of 3, 5, 6 and 7 cards; about one choice in three would do as well."""

SHAPES = {3: (7, 10), 5: (11, 13), 6: (12, 15), 7: (13, 16)}
"""For each number of cards: bits that name the bucket, and bits that name the place."""

CARTA_ALTA, PAR, DOS_PARES, TRIO, ESCALERA, COLOR, FULL, POKER, DE_COLOR, REAL = range(len(FIVE))
ALTA_3, PAR_3, COLOR_3, ESCALERA_3, TRIO_3, DE_COLOR_3 = range(len(THREE))
_ACE = len(RANKS) - 1


class Tables(NamedTuple):
    """All that the compiled functions look things up in. ``shiftN`` and ``placeN`` are for hands of
    N cards; those of three and five hold the flushes in a second half."""

    card: Words
    """What a card adds to a sum; a byte that is no card adds `NOT_A_CARD`."""
    shift3: Places
    place3: Places
    shift5: Places
    place5: Places
    shift6: Places
    place6: Places
    shift7: Places
    place7: Places
    flush: Places
    """The rank of the best flush out of the 13 bits of a suit."""


@cache
def tables() -> Tables:
    """Made at the first call, in a fraction of a second, and kept.

    >>> sum(table.nbytes for table in tables()) // 1024
    274
    """
    five = _multisets(5)
    flushes = _flush_strengths()
    ladder = np.unique(np.concatenate([_strengths(five), flushes[flushes > 0]]))
    packed = {n: _packed(n, _ranked(_strengths(_multisets(n)), ladder)) for n in (6, 7)}
    of_five = _ranked(_strengths(five), ladder)
    # Five of a suit have five ranks: where a rank repeats, the second half stays empty.
    suited = np.where(five.max(1) == 1, flushes[(five > 0) @ (1 << np.arange(len(RANKS)))], 0)
    three = _three(False)
    steps = np.unique(np.concatenate([three, _three(True)]))
    return Tables(
        _cards(),
        *_packed(3, _ranked(three, steps), _ranked(_three(True), steps)),
        *_packed(5, of_five, _ranked(suited, ladder)),
        *packed[6],
        *packed[7],
        _ranked(flushes, ladder).astype(np.uint16),
    )


def _cards() -> Words:
    found = np.full(256, NOT_A_CARD, np.uint64)
    for card in range(DECK):
        rank, suit = divmod(card, len(SUITS))
        found[card] = RANK_KEYS[rank] << 32 | 1 << 4 * suit
    return found


@cache
def _multisets(cards: int) -> NDArray[np.int64]:
    """How many of each rank, for every choice of so many cards."""
    chosen = np.array(list(combinations_with_replacement(range(len(RANKS)), cards)))
    counts: NDArray[np.int64] = (chosen[:, :, None] == np.arange(len(RANKS))).sum(1)
    possible: NDArray[np.int64] = counts[counts.max(1) <= len(SUITS)]
    return possible


# -- what hands are worth, written out ----------------------------------------------------------
# A strength is the level and then the ranks that decide, four bits each, from the weightiest.


@compiled
def _straight(mask: int) -> int:
    """The rank that tops the best five in a row, or -1; the ace also stands under the two."""
    run = mask << 1 | mask >> 12 & 1
    for top in range(12, 2, -1):
        if run >> (top - 3) & 31 == 31:
            return top
    return -1


@compiled
def _strength(counts: NDArray[np.int64]) -> int:
    """The best five cards of a multiset of ranks, suits apart."""
    quad, trio, pair, second, mask = -1, -1, -1, -1, 0
    for rank in range(12, -1, -1):
        if counts[rank]:
            mask |= 1 << rank
        if counts[rank] == 4 and quad < 0:
            quad = rank
        elif counts[rank] >= 3 and trio < 0:
            trio = rank
        elif counts[rank] >= 2 and pair < 0:
            pair = rank
        elif counts[rank] >= 2 and second < 0:
            second = rank
    straight = _straight(mask)
    if quad >= 0:
        level, head, groups, kickers = POKER, quad, 1 << quad, 1
    elif trio >= 0 and pair >= 0:
        level, head, groups, kickers = FULL, trio << 4 | pair, 0, 0
    elif straight >= 0:
        level, head, groups, kickers = ESCALERA, straight, 0, 0
    elif trio >= 0:
        level, head, groups, kickers = TRIO, trio, 1 << trio, 2
    elif second >= 0:
        level, head, groups, kickers = DOS_PARES, pair << 4 | second, 1 << pair | 1 << second, 1
    elif pair >= 0:
        level, head, groups, kickers = PAR, pair, 1 << pair, 3
    else:
        level, head, groups, kickers = CARTA_ALTA, 0, 0, 5
    return level << 24 | _kickers(head, mask & ~groups, kickers)


@compiled
def _kickers(head: int, mask: int, count: int) -> int:
    """The highest ranks of a mask written after what decides before them."""
    for rank in range(12, -1, -1):
        if count and mask >> rank & 1:
            head = head << 4 | rank
            count -= 1
    return head


@compiled
def _strengths(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    found = np.empty(len(counts), np.int64)
    for i in range(len(counts)):
        found[i] = _strength(counts[i])
    return found


@compiled
def _flush_strengths() -> NDArray[np.int64]:
    """By the 13 bits of a suit; 0 where there are fewer than five."""
    found = np.zeros(1 << 13, np.int64)
    for mask in range(1 << 13):
        bits = 0
        for rank in range(13):
            bits += mask >> rank & 1
        if bits < 5:
            continue
        straight = _straight(mask)
        if straight == 12:
            found[mask] = REAL << 24
        elif straight >= 0:
            found[mask] = DE_COLOR << 24 | straight
        else:
            found[mask] = COLOR << 24 | _kickers(0, mask, 5)
    return found


def _three(suited: bool) -> NDArray[np.int64]:
    """Three cards (CAT-III.3.5.3-20): a trio beats a straight and a straight beats a flush."""
    return np.array([_strength_three(row, suited) for row in _multisets(3).tolist()])


def _strength_three(counts: list[int], suited: bool) -> int:
    ranks = sorted((rank for rank in range(13) for _ in range(counts[rank])), reverse=True)
    high, middle, low = ranks
    if high == low:
        return TRIO_3 << 24 | high
    if middle in (high, low):
        return PAR_3 << 24 | middle << 4 | (low if middle == high else high)
    top = high if high - low == 2 else 1 if ranks == [_ACE, 1, 0] else None
    if top is not None:
        return (DE_COLOR_3 if suited else ESCALERA_3) << 24 | top
    return (COLOR_3 if suited else ALTA_3) << 24 | high << 8 | middle << 4 | low


# -- where they are found -----------------------------------------------------------------------


def _ranked(strengths: NDArray[np.int64], ladder: NDArray[np.int64]) -> NDArray[np.int64]:
    """Ranks: the level in the upper bits, under it the step within the level, from 0."""
    levels = strengths >> 24
    first = np.searchsorted(ladder, levels << 24)
    return levels << LEVEL | np.searchsorted(ladder, strengths) - first


def _packed(cards: int, *ranks: NDArray[np.int64]) -> tuple[Places, Places]:
    """The shifts of the buckets, and the ranks in their places, one half after another."""
    bucket_bits, place_bits = SHAPES[cards]
    keys = np.array(RANK_KEYS, np.uint64)
    sums = (_multisets(cards).astype(np.uint64) * keys).sum(1, dtype=np.uint64) << np.uint64(32)
    bucket = (sums >> np.uint64(64 - bucket_bits)).astype(np.int64)
    place = (sums >> np.uint64(64 - bucket_bits - place_bits)).astype(np.int64)
    order = np.argsort(bucket, kind="stable")
    members = np.bincount(bucket, minlength=1 << bucket_bits)
    starts = np.concatenate([[0], np.cumsum(members)])
    shifts, places = _find_shifts(place[order], starts, np.argsort(-members), place_bits)
    if len(np.unique(places)) < len(places):
        raise ValueError("the numbers of the ranks leave two hands one place")
    found = np.zeros((len(ranks), 1 << place_bits), np.uint16)
    for half, values in zip(found, ranks, strict=True):
        half[places] = values[order]
    return shifts, found.reshape(-1)


@compiled
def _find_shifts(place: Any, starts: Any, fullest: Any, place_bits: int) -> Any:
    """For each bucket the first shift at which all its members find a free place."""
    mask = (1 << place_bits) - 1
    used = np.zeros(mask + 1, np.bool_)
    shifts = np.zeros(len(fullest), np.uint16)
    places = np.zeros(len(place), np.int64)
    for bucket in fullest:
        for shift in range(mask + 1):
            free = True
            for i in range(starts[bucket], starts[bucket + 1]):
                places[i] = (place[i] + shift) & mask
                free = free and not used[places[i]]
            if free:
                break
        shifts[bucket] = shift
        for i in range(starts[bucket], starts[bucket + 1]):
            used[places[i]] = True
    return shifts, places
