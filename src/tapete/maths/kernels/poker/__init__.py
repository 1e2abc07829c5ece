"""Poker hands ranked by compiled code: 3, 5, 6, 7 cards, and Omaha's two and three.

A card is ``4 * rank + suit`` (ranks 2..A are 0..12, suits c d h s are 0..3), the order of
`tapete.core.round.cards.DECK`. A rank is a number of 16 bits: the higher beats the lower, equal
ranks tie, and ``rank >> 12`` is the category by its place in `tapete.games.poker.hands.FIVE`
(`THREE` for three cards). Ranks of 5, 6, 7 cards and of Omaha are one scale; three cards have
their own.

Arrays of hands: `evaluate3`, `evaluate5`, `evaluate6`, `evaluate7`, `evaluate_omaha`.
Every hand there is: `count_ranks`, `count_levels`.

From other compiled functions, one hand at a time: take ``tables()`` in Python, hand it over, and
keep a hand as two numbers of 64 bits, its key and its mask. Both are put together from parts, so
what a loop does not change is added once, outside it::

    from tapete.maths.kernels.compiled import compiled
    from tapete.maths.kernels.poker import bit, level, tables, value5, value7

    @compiled
    def how_often_ahead(tables, mine, theirs, board):       # arrays of cards, uint8
        shared, cards = np.uint64(0), np.uint64(0)
        for card in board:
            shared += tables.card[card]                     # keys are added
            cards |= bit(card)                              # masks are or-ed
        ...
        rank = value7(tables, shared + my_key, cards | my_mask)
        if level(rank) >= 6: ...                            # full or better

    how_often_ahead(tables(), ...)

``value3(tables, key)`` and ``value5(tables, key)`` need the key alone; ``value6`` and ``value7``
need the mask for the flushes. Nothing checks the cards here: they are bytes 0 to 51, each once.
Keys must stay ``np.uint64`` (numba makes floats of uint64 and int64 put together). For Omaha,
``omaha_tables()``, `own_of` and `board_of` write a hand and a board down once, and
``value_omaha(tables, own, board)`` ranks them.
"""

from __future__ import annotations

from tapete.maths.kernels.poker.evaluate import (
    evaluate3,
    evaluate5,
    evaluate6,
    evaluate7,
    evaluate_omaha,
)
from tapete.maths.kernels.poker.omaha import (
    BOARD,
    OWN,
    OmahaTables,
    board_of,
    omaha_tables,
    own_of,
    short_board_of,
    value_omaha,
)
from tapete.maths.kernels.poker.space import count_levels, count_ranks
from tapete.maths.kernels.poker.tables import LEVEL, Tables, tables
from tapete.maths.kernels.poker.value import bit, level, value3, value5, value6, value7

__all__ = [
    "BOARD",
    "LEVEL",
    "OWN",
    "OmahaTables",
    "Tables",
    "bit",
    "board_of",
    "count_levels",
    "count_ranks",
    "evaluate3",
    "evaluate5",
    "evaluate6",
    "evaluate7",
    "evaluate_omaha",
    "level",
    "omaha_tables",
    "own_of",
    "short_board_of",
    "tables",
    "value3",
    "value5",
    "value6",
    "value7",
    "value_omaha",
]
