"""What the compiled rounds of poker against the bank have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import DECK, SUITS, Card
from tapete.games.poker.hands import ACE_LOW, HEIGHT
from tapete.maths.kernels.cards import CODES
from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.kernel import Tally
from tapete.maths.kernels.poker import Tables as Ranks
from tapete.maths.kernels.poker import evaluate3, evaluate5, tables
from tapete.maths.kernels.stream import Cards, Stream
from tapete.maths.strategy.poker.ranking import NUMBER, hand
from tapete.maths.strategy.poker.suits import choose, new_names, place, sort
from tapete.maths.strategy.poker.terms import Terms

Ints = NDArray[np.int64]
Longs = NDArray[np.int64]
LEVELS = 10

NUMBERS: Cards = np.zeros(256, np.uint8)
"""Cards of a tape, as the other kernels write them, by their numbers in a deck."""
for _card in DECK:
    NUMBERS[CODES[_card]] = NUMBER[_card]


def cards_of(size: int, number: int) -> list[Card]:
    """Some cards that make the hand of a number.

    >>> cards_of(5, 7461)[0], len(set(cards_of(5, 3000)))
    ('Ac', 5)
    """
    found = hand(size, number)
    height = {**{high: rank for rank, high in HEIGHT.items()}, ACE_LOW: "A"}
    suited = "color" in found.category or "real" in found.category
    cards = []
    for at, high in enumerate(found.ranks):
        suit = found.ranks[:at].count(high)
        if not suited and suit == 0 and at == size - 1:
            suit = 1  # so that it is no flush
        cards.append(Card(height[high] + SUITS[suit]))
    return cards


def least_rank(size: int, number: int) -> int:
    """The rank by the evaluator of the lowest hand that opens; 0 where any does."""
    if number == 0:
        return 0
    cards = np.array([[NUMBER[card] for card in cards_of(size, number)]], np.uint8)
    return int((evaluate3 if size == 3 else evaluate5)(cards)[0])


def wins(terms: Terms) -> Ints:
    """What a winning hand of each category nets, in units of the ante."""
    paid = zip(terms.ante, terms.pays, strict=True)
    found = [int(terms.unit * (ante + terms.bet * bet)) for ante, bet in paid]
    return np.array(found + [0] * (LEVELS - len(found)), np.int64)


class DeckKernel:
    """A round of its own deck after another; the game says how one is played."""

    unit: int
    nets: Ints
    low: int
    """The net of the first count, below zero."""

    def __init__(self, unit: int, low: int, high: int) -> None:
        self.unit, self.low = unit, low
        self.nets = np.arange(low, high + 1, dtype=np.int64)
        self.ranks: Ranks = tables()
        self.binomials = choose()

    def rounds(self, rounds: int, stream: Stream, counts: Ints) -> None:
        """Play rounds and count their nets."""
        raise NotImplementedError

    def tape(self, decks: Cards, nets: Ints) -> None:
        """Play a round from each deck."""
        raise NotImplementedError

    def play(self, rounds: int, stream: Stream) -> Tally:
        counts = np.zeros(len(self.nets), np.int64)
        self.rounds(rounds, stream, counts)
        return Tally(counts, rounds)

    def on_tape(self, tape: NDArray[np.uint8], rounds: int) -> Ints:
        """The net of each round played from decks in a given order, one a row."""
        nets = np.zeros(min(rounds, len(tape)), np.int64)
        self.tape(NUMBERS[tape[: len(nets)]], nets)
        return nets


def deck() -> Cards:
    """The cards of a deck, in order."""
    return np.arange(len(DECK), dtype=np.uint8)


@compiled
def five(ranks: Ranks, a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """The key of five cards."""
    return ranks.card[a] + ranks.card[b] + ranks.card[c] + ranks.card[d] + ranks.card[e]


@compiled
def settle(mine: Any, bank: Any, least: int, win: Any, closed: int, lose: int) -> int:
    """The net of a hand that goes on against the croupier's."""
    if bank < least:
        return closed
    if mine > bank:
        return int(win[mine >> 12])
    return 0 if mine == bank else lose


@compiled
def renamed(cards: Any, count: int, lead: int, order: Any, other: Any, binomials: Longs) -> int:
    """The place of the set that stands for these cards, its cards in ``other``, the new names of
    the suits in the first half of ``order`` (the other half is working space). ``lead``: the suit
    that comes first, -1 for none."""
    masks = order[4:]
    for s in range(4):
        masks[s] = 0
    for i in range(count):
        masks[cards[i] & 3] |= 1 << (cards[i] >> 2)
    if lead >= 0:
        masks[lead] |= 1 << 13
    new_names(masks, 0, order)
    for i in range(count):
        other[i] = (cards[i] >> 2) << 2 | order[cards[i] & 3]
    sort(other, count)
    return int(place(other, count, binomials))


@compiled
def pair_place(a: int, b: int, order: Any) -> int:
    """The place of two cards once the suits are renamed."""
    x, y = (a >> 2) << 2 | order[a & 3], (b >> 2) << 2 | order[b & 3]
    low, high = min(x, y), max(x, y)
    return int(high * (high - 1) // 2 + low)
