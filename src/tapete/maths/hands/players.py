"""Who sits at the showdown: hands and ranges read, held against board and dead cards, and dealt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import DECK, SUITS, Card
from tapete.maths.hands.ranges import Range, read_range
from tapete.maths.hands.reading import NUMBERS, NotUnderstood, apart, numbers, read_cards
from tapete.maths.kernels.poker.showdown import MOST_PLAYERS

Cards = NDArray[np.uint8]

HOLDEM, OMAHA = "texas-holdem-sin-limites", "omaha-poker"
OWN_CARDS = {HOLDEM: 2, "texas-holdem-con-limites": 2, OMAHA: 4}
"""How many cards a player holds, by the id of the game."""
BOARDS = (0, 3, 4, 5)
"""How many cards a board has, from before the flop to the river."""
_CARD_BITS = 6


class Spot(NamedTuple):
    """Players, a board and dead cards that go together."""

    ranges: tuple[Range, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    own: int

    @property
    def deck(self) -> Cards:
        """The cards that neither lie on the board nor are dead."""
        gone = {*self.board, *self.dead}
        return numbers(card for card in DECK if card not in gone)


class Deals(NamedTuple):
    """Ways to deal the players their hands: alike but for suits, they are one with all their
    weight."""

    hands: Cards
    """By deal, player and card."""
    weights: list[int]


def own_cards(game: str) -> int:
    """How many cards a player holds in a game.

    >>> own_cards("omaha-poker")
    4
    """
    if game not in OWN_CARDS:
        raise NotUnderstood("no-such-game", game=game, games=", ".join(OWN_CARDS))
    return OWN_CARDS[game]


def read_board(text: str | Sequence[str]) -> tuple[Card, ...]:
    """Read a board: none, three, four or five cards."""
    board = read_cards(text)
    if len(board) not in BOARDS:
        raise NotUnderstood("board-size", count=len(board))
    return board


def read_spot(
    hands: Sequence[str], board: str | Sequence[str], dead: str | Sequence[str], game: str
) -> Spot:
    """Read all that is known, or refuse what cannot be."""
    own = own_cards(game)
    lying, gone = read_board(board), read_cards(dead)
    if not 2 <= len(hands) <= MOST_PLAYERS:
        raise NotUnderstood("players", count=len(hands), most=MOST_PLAYERS)
    if len(hands) * own + 5 + len(gone) > len(DECK):
        raise NotUnderstood("too-many-cards", players=len(hands), dead=len(gone))
    read = [read_range(text, own) for text in hands]
    apart(lying, gone, *(each.single or () for each in read))
    out = {*lying, *gone}
    ranges = []
    for each in read:
        left = {hand: w for hand, w in each.weights.items() if out.isdisjoint(hand)}
        if not left and not each.random:
            raise NotUnderstood("range-gone", text=each.text)
        ranges.append(Range(each.text, left))
    if not _possible([_masks(each) for each in ranges if not each.random]):
        raise NotUnderstood("ranges-collide")
    return Spot(tuple(ranges), lying, gone, own)


def _masks(each: Range) -> list[int]:
    return [sum(1 << NUMBERS[card] for card in hand) for hand in each.weights]


def _possible(masks: list[list[int]], taken: int = 0) -> bool:
    """Whether all can hold a hand at once. Those with the fewest choose first."""
    if not masks:
        return True
    first, *others = sorted(masks, key=len)
    return any(_possible(others, taken | mask) for mask in first if not mask & taken)


# -- every way to deal --------------------------------------------------------------------------


def combos_of(each: Range, spot: Spot) -> tuple[Cards, NDArray[Any]]:
    """The hands of a range one a row, and their weights, as small as they can be."""
    if each.random:
        deck = spot.deck
        rows = choices(len(deck), spot.own)
        return deck[rows], np.ones(len(rows), object)
    small = gcd(*each.weights.values())
    weights = [weight // small for weight in each.weights.values()]
    return np.array([numbers(hand) for hand in each.weights], np.uint8), np.array(weights, object)


def choices(cards: int, count: int) -> NDArray[np.int64]:
    """All choices of so many places, one a row.

    >>> choices(3, 2).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    rows = np.zeros((1, 0), np.int64)
    for _ in range(count):
        at = rows[:, -1] if rows.shape[1] else np.array([-1])
        more = cards - 1 - at
        starts = np.repeat(at + 1, more)
        within = np.arange(more.sum()) - np.repeat(np.cumsum(more) - more, more)
        rows = np.hstack([np.repeat(rows, more, axis=0), (starts + within)[:, None]])
    return rows


def deals_of(spot: Spot, most: int) -> Deals | None:
    """Every way to deal the hands, or nothing if there are more than ``most``."""
    rows = np.zeros((1, 0), np.uint8)
    masks = np.zeros(1, np.uint64)
    weights: NDArray[Any] = np.ones(1, object)
    for each in spot.ranges:
        count = len(each.weights) or _ways(len(spot.deck), spot.own)
        if len(rows) * count > most:
            return None
        combos, weight = combos_of(each, spot)
        taken = np.bitwise_or.reduce(np.uint64(1) << combos.astype(np.uint64), axis=1)
        left, right = np.nonzero((masks[:, None] & taken[None, :]) == 0)
        rows = np.hstack([rows[left], combos[right]])
        masks = masks[left] | taken[right]
        weights = weights[left] * weight[right]
    return _merged(spot, rows, weights)


def _ways(cards: int, count: int) -> int:
    found = 1
    for i in range(count):
        found = found * (cards - i) // (i + 1)
    return found


def _merged(spot: Spot, rows: Cards, weights: NDArray[Any]) -> Deals:
    """Put deals together that differ in the names of the suits alone."""
    players = len(spot.ranges)
    hands = rows.reshape(len(rows), players, spot.own)
    if players * spot.own * _CARD_BITS > 63:
        return Deals(hands, weights.tolist())
    codes = np.full(len(rows), np.iinfo(np.int64).max)
    for changed in suit_changes(spot.board, spot.dead):
        other = np.sort(changed[hands], axis=2).reshape(len(rows), -1).astype(np.int64)
        code = np.zeros(len(rows), np.int64)
        for column in other.T:
            code = code << _CARD_BITS | column
        codes = np.minimum(codes, code)
    _, first, which = np.unique(codes, return_index=True, return_inverse=True)
    sums: NDArray[Any] = np.zeros(len(first), object)
    np.add.at(sums, which, weights)
    return Deals(hands[first], sums.tolist())


def suit_changes(*parts: Sequence[Card]) -> list[Cards]:
    """The ways to rename the suits that leave these cards the same, as tables from card to card.

    >>> len(suit_changes(())), len(suit_changes(("Ah", "Kh"))), len(suit_changes(("Ah", "Ad")))
    (24, 6, 4)
    """
    found = []
    for order in permutations(range(len(SUITS))):
        table = np.array([card - card % 4 + order[card % 4] for card in range(len(DECK))], np.uint8)
        if all(set(table[numbers(part)].tolist()) == set(numbers(part).tolist()) for part in parts):
            found.append(table)
    return found
