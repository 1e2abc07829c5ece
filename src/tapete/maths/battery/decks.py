"""Tests of shuffled packs: a row a deal, the card (0 … n-1) at each place from the first on."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, factorial, sqrt

import numpy as np
from numpy.typing import NDArray

from tapete.maths.battery.streams import Stream, serial
from tapete.maths.battery.survival import chi_square, normal, two_sided

Decks = NDArray[np.int64]
MOST_FIXED = 4


def card_by_place(decks: Decks) -> float:
    """Every card at every place as often: (n - 1)² degrees, since each deal fills each place and
    places each card."""
    deals, n = decks.shape
    counts = np.zeros((n, n))
    for place in range(n):
        counts[place] = np.bincount(decks[:, place], minlength=n)
    distance = float(((counts - deals / n) ** 2).sum() / (deals / n)) * (n - 1) / n
    return two_sided(chi_square(distance, (n - 1) ** 2))


def first_pairs(decks: Decks) -> float:
    """The first two cards: every ordered pair as often (2,652 of them in a deck)."""
    deals, n = decks.shape
    counts = np.bincount(decks[:, 0] * n + decks[:, 1], minlength=n * n)
    expected = deals / (n * (n - 1))
    pairs = np.delete(counts, np.arange(n) * (n + 1))
    distance = float(((pairs - expected) ** 2 / expected).sum())
    if pairs.sum() != deals:
        return 0.0  # a card came twice
    return two_sided(chi_square(distance, n * (n - 1) - 1))


def adjacency(decks: Decks) -> float:
    """Cards that lay one on another in a new pack do so again as often as chance brings it."""
    deals, n = decks.shape
    found = int((decks[:, 1:] == decks[:, :-1] + 1).sum())
    mean = (n - 1) / n
    variance = (n - 2) / n + mean - mean**2
    return normal((found - deals * mean) / sqrt(deals * variance))


def fixed_points(decks: Decks) -> float:
    """Cards that stay where they lay: none, one, two… as often as Poisson(1) has it."""
    deals, n = decks.shape
    stayed = np.minimum((decks == np.arange(n)).sum(1), MOST_FIXED)
    law = [exp(-1) / factorial(k) for k in range(MOST_FIXED)]
    expected = deals * np.array([*law, 1 - sum(law)])
    counts = np.bincount(stayed, minlength=MOST_FIXED + 1)
    return chi_square(float(((counts - expected) ** 2 / expected).sum()), MOST_FIXED)


def cycles(decks: Decks) -> float:
    """How many cycles the orders fall into: 1 + 1/2 + … + 1/n on average."""
    deals, n = decks.shape
    mean = sum(1 / k for k in range(1, n + 1))
    variance = mean - sum(1 / k**2 for k in range(1, n + 1))
    found = sum(_cycles(deck) for deck in decks.tolist())
    return normal((found - deals * mean) / sqrt(deals * variance))


def _cycles(order: list[int]) -> int:
    """
    >>> _cycles([1, 0, 2])
    2
    """
    seen, count = [False] * len(order), 0
    for start in range(len(order)):
        count += not seen[start]
        while not seen[start]:
            seen[start] = True
            start = order[start]
    return count


def first_card_between_deals(decks: Decks) -> float:
    """The first card of a deal says nothing of the first card of the next."""
    return serial(Stream("first cards", decks.shape[1], decks[:, :1]))


DECK_TESTS: dict[str, Callable[[Decks], float]] = {
    "card-by-place": card_by_place,
    "first-pairs": first_pairs,
    "adjacency": adjacency,
    "fixed-points": fixed_points,
    "cycles": cycles,
    "first-card-between-deals": first_card_between_deals,
}
