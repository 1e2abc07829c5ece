"""Cards as one byte: the points in the low four bits, which figure it is and its suit above them.

Kernels that count points look at the low bits alone; no two cards share a byte.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import DECK, SUITS, Card

POINTS = 15
"""The bits of a byte that hold the points: ace 1, figures 10."""
RANK = 63
"""The bits that tell the rank: points, and which of ten, jack, queen and king."""
FIGURES = "TJQK"


def code(card: Card) -> int:
    """
    >>> code(Card("Ac")) & POINTS, code(Card("7h")) & POINTS, code(Card("Ks")) & POINTS
    (1, 7, 10)
    """
    rank, suit = card[0], SUITS.index(card[1])
    figure = FIGURES.find(rank)
    points = 10 if figure >= 0 else 1 if rank == "A" else int(rank)
    return suit << 6 | max(figure, 0) << 4 | points


CODES: dict[Card, int] = {card: code(card) for card in DECK}
CARDS: dict[int, Card] = {number: card for card, number in CODES.items()}


def shoe(decks: int) -> NDArray[np.uint8]:
    """The cards of a shoe, in no order.

    >>> len(shoe(6)), len(set(shoe(6).tolist()))
    (312, 52)
    """
    return np.array([CODES[card] for card in DECK] * decks, np.uint8)


def by_rank(values: Mapping[str, int]) -> NDArray[np.uint8]:
    """What a card counts by its rank, as a table to look codes up in.

    >>> int(by_rank({"K": 13})[code(Card("Kd"))])
    13
    """
    table = np.zeros(256, np.uint8)
    for card, number in CODES.items():
        table[number] = values.get(card[0], 0)
    return table
