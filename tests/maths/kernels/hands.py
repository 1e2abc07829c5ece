"""Hands of cards as numbers, for the tests of the evaluator."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import DECK, Card

Hands = NDArray[np.uint8]


@cache
def every(count: int) -> Hands:
    """Every hand of so many cards."""
    flat = np.fromiter(chain.from_iterable(combinations(range(52), count)), np.uint8)
    return flat.reshape(-1, count)


def dealt(hands: int, cards: int, seed: int) -> Hands:
    """Hands dealt by chance, each out of a whole deck."""
    order = np.random.default_rng(seed).random((hands, 52)).argsort(axis=1)
    return order[:, :cards].astype(np.uint8)


def said(hand: NDArray[np.uint8]) -> list[Card]:
    return [DECK[number] for number in hand]
