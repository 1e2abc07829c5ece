"""The rank of one hand, to be called from other compiled functions.

A hand is two numbers: ``key``, the sum of ``tables.card[c]`` over its cards, and ``mask``, with bit
``c`` set for each card ``c``. Both are put together from parts (``key`` added, ``mask`` or-ed), so
a loop over boards adds only what changed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapete.maths.kernels.compiled import compiled, inlined
from tapete.maths.kernels.poker.tables import LEVEL, SHAPES, Tables

_SUITS = 0x8888
"""The bits that are set once a suit's count has been brought to eight."""
_FIVE_OF_A_SUIT = 0x3333
_THREE_OF_A_SUIT = 0x5555

_B3, _B5, _B6, _B7 = (np.uint64(64 - SHAPES[n][0]) for n in (3, 5, 6, 7))
_P3, _P5, _P6, _P7 = (np.uint64(64 - sum(SHAPES[n])) for n in (3, 5, 6, 7))
_M3, _M5, _M6, _M7 = (np.uint64((1 << SHAPES[n][1]) - 1) for n in (3, 5, 6, 7))
_H3, _H5 = (np.uint64(SHAPES[n][1]) for n in (3, 5))
"""Where bucket and place stand in a key, which bits a place has, where the flushes begin."""


@inlined
def bit(card: Any) -> Any:
    """The bit of a card in a mask. A byte that is no card gets some bit: shifts end at 63."""
    return np.uint64(1) << (np.uint64(card) & np.uint64(63))


@inlined
def flushes(key: Any) -> Any:
    """Not 0 if five cards or more have one suit."""
    return (key + np.uint64(_FIVE_OF_A_SUIT)) & np.uint64(_SUITS)


@compiled
def value3(tables: Tables, key: Any) -> Any:
    """The rank of three cards (poker tres cartas)."""
    place = ((key >> _P3) + np.uint64(tables.shift3[key >> _B3])) & _M3
    suited = ((key + np.uint64(_THREE_OF_A_SUIT)) & np.uint64(_SUITS)) != np.uint64(0)
    return tables.place3[place | np.uint64(suited) << _H3]


@compiled
def value5(tables: Tables, key: Any) -> Any:
    """The rank of five cards. The key alone tells it."""
    place = ((key >> _P5) + np.uint64(tables.shift5[key >> _B5])) & _M5
    return tables.place5[place | np.uint64(flushes(key) != np.uint64(0)) << _H5]


@compiled
def value6(tables: Tables, key: Any, mask: Any) -> Any:
    """The rank of the best five out of six cards."""
    if flushes(key):
        return flush(tables, key, mask)
    return tables.place6[((key >> _P6) + np.uint64(tables.shift6[key >> _B6])) & _M6]


@compiled
def value7(tables: Tables, key: Any, mask: Any) -> Any:
    """The rank of the best five out of seven cards."""
    if flushes(key):
        return flush(tables, key, mask)
    return tables.place7[((key >> _P7) + np.uint64(tables.shift7[key >> _B7])) & _M7]


@compiled
def flush(tables: Tables, key: Any, mask: Any) -> Any:
    """The rank of a hand that has a flush: seven cards with a flush hold nothing better than it."""
    return tables.flush[ranks_of_suit(mask, suit_of(flushes(key)))]


@inlined
def suit_of(counts: Any) -> Any:
    """The suit whose bit is set out of 0x8888, the highest if there are several."""
    suit = (counts > np.uint64(8)) + (counts > np.uint64(0x80)) + (counts > np.uint64(0x800))
    return np.uint64(suit)


@compiled
def ranks_of_suit(mask: Any, suit: Any) -> Any:
    """The 13 bits of a suit: every fourth bit of a mask belongs to it, they are moved together."""
    bits = (mask >> suit) & np.uint64(0x1111111111111)
    bits = (bits | bits >> np.uint64(3)) & np.uint64(0x0303030303030303)
    bits = (bits | bits >> np.uint64(6)) & np.uint64(0x000F000F000F000F)
    bits = (bits | bits >> np.uint64(12)) & np.uint64(0x000000FF000000FF)
    return (bits | bits >> np.uint64(24)) & np.uint64(0x1FFF)


@inlined
def level(rank: Any) -> Any:
    """The category of a rank by its number: its place in `FIVE`, or in `THREE` for `value3`."""
    return rank >> LEVEL
