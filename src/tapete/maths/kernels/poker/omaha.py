"""Omaha: exactly two of four own cards and three of the board (CAT-III.3.3.8-02).

The six pairs of a hand and the ten trios of a board are written down once; what each two of them
make without a flush stands in one table, by the ranks of the pair and of the trio.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import bits_set, compiled, inlined
from tapete.maths.kernels.poker.tables import RANK_KEYS, SHAPES, tables
from tapete.maths.kernels.poker.value import bit, ranks_of_suit, suit_of

Hand = NDArray[np.uint64]

OWN = 8
"""Numbers that `own_of` writes: six pairs, the key, the mask."""
BOARD = 13
"""Numbers that `board_of` writes: up to ten trios, the key, the mask, how many trios."""
_KEY, _MASK = 6, 7
_BOARD_KEY, _BOARD_MASK, _COUNT = 10, 11, 12
_RANKS = len(RANK_KEYS)
_R = np.uint64(_RANKS)


class OmahaTables(NamedTuple):
    """What pairs and trios make together; cards and flushes as in `Tables`."""

    card: NDArray[np.uint64]
    flush: NDArray[np.uint16]
    pair: NDArray[np.uint16]
    """The number of a pair of ranks, in any order."""
    trio: NDArray[np.uint16]
    """Where the row of a trio of ranks begins, in any order."""
    place: NDArray[np.uint16]
    """The rank of trio and pair."""


@cache
def omaha_tables() -> OmahaTables:
    """Made at the first call and kept."""
    found = tables()
    pairs, trios = _ranks(2), _ranks(3)
    pair = np.zeros(_RANKS**2, np.uint16)
    for at, ranks in enumerate(pairs):
        for a, b in permutations(ranks):
            pair[a * _RANKS + b] = at
    trio = np.zeros(_RANKS**3, np.uint16)
    for at, ranks in enumerate(trios):
        for a, b, c in permutations(ranks):
            trio[(a * _RANKS + b) * _RANKS + c] = at * len(pairs)
    card = np.array(RANK_KEYS, np.uint64) << np.uint64(32)
    key = card[trios].sum(1, dtype=np.uint64)[:, None] + card[pairs].sum(1, dtype=np.uint64)
    # Five of one rank, which no deck deals, get some rank.
    place = found.place5[_place5(key, found.shift5)].reshape(-1)
    return OmahaTables(found.card, found.flush, pair, trio, place)


def _ranks(count: int) -> NDArray[np.int64]:
    return np.array(list(combinations_with_replacement(range(_RANKS), count)))


def _place5(key: Hand, shifts: NDArray[np.uint16]) -> Hand:
    """Where five cards of several suits stand, as `value5` finds them."""
    bucket_bits, place_bits = SHAPES[5]
    shift = shifts[key >> np.uint64(64 - bucket_bits)].astype(np.uint64)
    place: Hand = (key >> np.uint64(64 - bucket_bits - place_bits)) + shift
    return place & np.uint64((1 << place_bits) - 1)


@compiled
def own_of(tables: OmahaTables, cards: NDArray[np.uint8], own: Hand) -> None:
    """Write down the four cards of a player."""
    a, b, c, d = cards[0], cards[1], cards[2], cards[3]
    i, j, k, m = _of_rank(a), _of_rank(b), _of_rank(c), _of_rank(d)
    pair, card = tables.pair, tables.card
    own[0], own[1], own[2] = pair[i * _R + j], pair[i * _R + k], pair[i * _R + m]
    own[3], own[4], own[5] = pair[j * _R + k], pair[j * _R + m], pair[k * _R + m]
    own[_KEY] = card[a] + card[b] + card[c] + card[d]
    own[_MASK] = bit(a) | bit(b) | bit(c) | bit(d)


@compiled
def board_of(tables: OmahaTables, cards: NDArray[np.uint8], board: Hand) -> None:
    """Write down a board of five cards."""
    a, b, c, d, e = cards[0], cards[1], cards[2], cards[3], cards[4]
    i, j, k, m, n = _of_rank(a), _of_rank(b), _of_rank(c), _of_rank(d), _of_rank(e)
    trio, card = tables.trio, tables.card
    ij, ik, im = (i * _R + j) * _R, (i * _R + k) * _R, (i * _R + m) * _R
    jk, jm, km = (j * _R + k) * _R, (j * _R + m) * _R, (k * _R + m) * _R
    board[0], board[1], board[2] = trio[ij + k], trio[ij + m], trio[ij + n]
    board[3], board[4], board[5] = trio[ik + m], trio[ik + n], trio[im + n]
    board[6], board[7], board[8] = trio[jk + m], trio[jk + n], trio[jm + n]
    board[9], board[_COUNT] = trio[km + n], 10
    board[_BOARD_KEY] = card[a] + card[b] + card[c] + card[d] + card[e]
    board[_BOARD_MASK] = bit(a) | bit(b) | bit(c) | bit(d) | bit(e)


@compiled
def short_board_of(tables: OmahaTables, cards: NDArray[np.uint8], board: Hand) -> None:
    """Write down a board of three or four cards, as it lies before the river."""
    found, key, mask, count = 0, np.uint64(0), np.uint64(0), len(cards)
    for i in range(count):
        key += tables.card[cards[i]]
        mask |= bit(cards[i])
        for j in range(i + 1, count - 1):
            first = (_of_rank(cards[i]) * _R + _of_rank(cards[j])) * _R
            for k in range(j + 1, count):
                board[found] = tables.trio[first + _of_rank(cards[k])]
                found += 1
    board[_BOARD_KEY], board[_BOARD_MASK], board[_COUNT] = key, mask, found


@inlined
def _of_rank(card: Any) -> Any:
    return np.uint64(card >> 2)


@compiled
def value_omaha(tables: OmahaTables, own: Hand, board: Hand) -> Any:
    """The best rank of two own cards and three of the board."""
    place = tables.place
    a, b, c, d, e, f = own[0], own[1], own[2], own[3], own[4], own[5]
    u = v = w = x = y = z = np.uint64(0)
    for i in range(np.int64(board[_COUNT])):
        row = board[i]
        # Six maxima of their own: none waits for another.
        u, v = max(u, np.uint64(place[row + a])), max(v, np.uint64(place[row + b]))
        w, x = max(w, np.uint64(place[row + c])), max(x, np.uint64(place[row + d]))
        y, z = max(y, np.uint64(place[row + e])), max(z, np.uint64(place[row + f]))
    best = np.uint16(max(max(max(u, v), max(w, x)), max(y, z)))
    # Two own cards of a suit and three on the board: counts brought to eight where they suffice.
    two = own[_KEY] + np.uint64(0x6666)
    three = board[_BOARD_KEY] + np.uint64(0x5555)
    suited = two & three & np.uint64(0x8888)
    if suited:
        suit = suit_of(suited)
        mine = ranks_of_suit(own[_MASK], suit)
        shared = ranks_of_suit(board[_BOARD_MASK], suit)
        best = max(best, _best_flush(tables.flush, mine, shared))
    return best


@compiled
def _best_flush(flush: NDArray[np.uint16], mine: Any, shared: Any) -> Any:
    """The best flush of two bits of the one and three of the other; both have enough."""
    one, best = np.uint64(1), np.uint16(0)
    first = mine
    while first & (first - one):
        rest = first & (first - one)
        low = first ^ rest
        second = rest
        while second:
            others = second & (second - one)
            pair = low | second ^ others
            # Three of the board stay when as many as it has more are taken away.
            out = shared
            if bits_set(shared) == np.uint64(3):
                best = max(best, flush[pair | shared])
            elif bits_set(shared) == np.uint64(4):
                while out:
                    gone = out & (np.uint64(0) - out)
                    best = max(best, flush[pair | shared ^ gone])
                    out ^= gone
            else:
                while out:
                    gone = out & (np.uint64(0) - out)
                    out ^= gone
                    more = out
                    while more:
                        too = more & (np.uint64(0) - more)
                        best = max(best, flush[pair | shared ^ gone ^ too])
                        more ^= too
            second = others
        first = rest
    return best
