"""Hands against each other over every board, or over boards drawn by chance.

What is counted for each player is three whole numbers: deals won alone, deals shared, and the parts
of the pot in units of `PARTS`, which two to ten players can share without a rest.
"""

from __future__ import annotations

from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled, inlined
from tapete.maths.kernels.poker.omaha import (
    BOARD,
    OWN,
    OmahaTables,
    board_of,
    own_of,
    value_omaha,
)
from tapete.maths.kernels.poker.tables import DECK, Tables
from tapete.maths.kernels.poker.value import bit, value7
from tapete.maths.kernels.stream import Stream, below

Cards = NDArray[np.uint8]
Counts = NDArray[np.int64]

MOST_PLAYERS = 10
PARTS = lcm(*range(1, MOST_PLAYERS + 1))
WON, SHARED, PART = range(3)
SQUARE = 3
"""A fourth column where deals are drawn: the square of the part, for its standard error."""


@inlined
def _left(deck: Any, hands: Any) -> Any:
    """The cards of the deck that nobody holds."""
    left, count, held = np.empty(len(deck), np.uint8), 0, np.uint64(0)
    for p in range(hands.shape[0]):
        for i in range(hands.shape[1]):
            held |= bit(hands[p, i])
    for card in deck:
        left[count] = card
        count += (held & bit(card)) == np.uint64(0)
    return left[:count]


@compiled
def all_deals(tables: Tables, deals: Cards, board: Cards, deck: Cards, counts: Counts) -> None:
    """Hold'em: deal after deal, each over every board that the deck can complete."""
    for i in range(len(deals)):
        all_boards(tables, deals[i], board, _left(deck, deals[i]), counts[i])


@compiled
def all_omaha_deals(
    tables: OmahaTables, deals: Cards, board: Cards, deck: Cards, counts: Counts
) -> None:
    """Omaha: deal after deal, each over every board that the deck can complete."""
    for i in range(len(deals)):
        all_omaha_boards(tables, deals[i], board, _left(deck, deals[i]), counts[i])


@compiled
def all_boards(tables: Tables, hands: Cards, board: Cards, deck: Cards, counts: Counts) -> None:
    """Hold'em: every board that the cards of the deck can complete."""
    players, missing = len(hands), 5 - len(board)
    keys, masks = np.zeros(players, np.uint64), np.zeros(players, np.uint64)
    for p in range(players):
        for i in range(2):
            keys[p] += tables.card[hands[p, i]]
            masks[p] |= bit(hands[p, i])
    key, mask = np.zeros(6, np.uint64), np.zeros(6, np.uint64)
    for card in board:
        key[0] += tables.card[card]
        mask[0] |= bit(card)
    ranks = np.zeros(players, np.uint16)
    at = np.zeros(5, np.int64)
    if missing == 0:
        for p in range(players):
            ranks[p] = value7(tables, keys[p] + key[0], masks[p] | mask[0])
        _count(ranks, counts)
        return
    last = missing - 1
    deep = 0
    while deep >= 0:
        while deep < last:
            card = deck[at[deep]]
            key[deep + 1] = key[deep] + tables.card[card]
            mask[deep + 1] = mask[deep] | bit(card)
            at[deep + 1] = at[deep] + 1
            deep += 1
        if players == 2:
            _last_of_two(tables, keys, masks, key[last], mask[last], deck[at[last] :], counts)
        else:
            for i in range(at[last], len(deck)):
                shared = key[last] + tables.card[deck[i]]
                cards = mask[last] | bit(deck[i])
                for p in range(players):
                    ranks[p] = value7(tables, keys[p] + shared, masks[p] | cards)
                _count(ranks, counts)
        deep = _next(at, last, len(deck))


@inlined
def _next(at: Any, last: Any, cards: Any) -> Any:
    """Move the deepest card but the last that can move, and say how deep it is; -1 at the end."""
    deep = last - 1
    while deep >= 0 and at[deep] + 1 + last - deep >= cards:
        deep -= 1
    if deep >= 0:
        at[deep] += 1
    return deep


@compiled
def _last_of_two(
    tables: Tables, keys: Any, masks: Any, key: Any, mask: Any, deck: Cards, counts: Counts
) -> None:
    """The last card, where two players meet."""
    my_key, my_mask, your_key, your_mask = keys[0] + key, masks[0] | mask, keys[1] + key, masks[1]
    your_mask |= mask
    won, shared = 0, 0
    for card in deck:
        more, too = tables.card[card], bit(card)
        mine = value7(tables, my_key + more, my_mask | too)
        yours = value7(tables, your_key + more, your_mask | too)
        won += mine > yours
        shared += mine == yours
    lost = len(deck) - won - shared
    counts[0, WON] += won
    counts[1, WON] += lost
    counts[0, PART] += won * PARTS + shared * (PARTS // 2)
    counts[1, PART] += lost * PARTS + shared * (PARTS // 2)
    for p in range(2):
        counts[p, SHARED] += shared


@inlined
def _count(ranks: Any, counts: Any) -> None:
    """Write down who won a deal."""
    best, winners = ranks[0], 0
    for rank in ranks:
        best = max(best, rank)
    for rank in ranks:
        winners += rank == best
    part = PARTS // winners
    column = WON if winners == 1 else SHARED
    for p in range(len(ranks)):
        if ranks[p] == best:
            counts[p, column] += 1
            counts[p, PART] += part
            if counts.shape[1] > SQUARE:
                counts[p, SQUARE] += part * part


@compiled
def all_omaha_boards(
    tables: OmahaTables, hands: Cards, board: Cards, deck: Cards, counts: Counts
) -> None:
    """Omaha: every board that the cards of the deck can complete."""
    players, known = len(hands), len(board)
    owns, shared = np.empty((players, OWN), np.uint64), np.empty(BOARD, np.uint64)
    for p in range(players):
        own_of(tables, hands[p], owns[p])
    ranks, cards = np.zeros(players, np.uint16), np.zeros(5, np.uint8)
    for i in range(known):
        cards[i] = board[i]
    last = 4 - known
    at = np.zeros(5, np.int64)
    deep = 0
    while deep >= 0:
        while deep < last:
            cards[known + deep] = deck[at[deep]]
            at[deep + 1] = at[deep] + 1
            deep += 1
        for i in range(at[last] if last >= 0 else len(deck) - 1, len(deck)):
            if last >= 0:
                cards[4] = deck[i]
            board_of(tables, cards, shared)
            for p in range(players):
                ranks[p] = value_omaha(tables, owns[p], shared)
            _count(ranks, counts)
        deep = _next(at, last, len(deck))


# -- drawn by chance ----------------------------------------------------------------------------


@inlined
def _draw(stream: Any, mask: Any) -> Any:
    """A card that is not in the mask."""
    card = below(stream, DECK)
    while mask & bit(card):
        card = below(stream, DECK)
    return card


@compiled
def draw_hands(
    combos: Cards,
    heights: Counts,
    starts: Counts,
    gone: Any,
    hands: Cards,
    stream: Stream,
) -> Any:
    """Deal each player a hand of his range, none with a card of another, and return their mask.

    ``combos`` holds the hands of all players one after another, those of player ``p`` from
    ``starts[p]`` on; ``heights`` grows by the weight of each. A player without any has a random
    hand, which is dealt when the others have theirs. If two hands share a card all are drawn anew.
    """
    players, cards = hands.shape
    while True:
        mask = np.uint64(gone)
        free = True
        for p in range(players):
            low, high = starts[p], starts[p + 1]
            if low == high:
                continue
            wanted = np.int64(below(stream, heights[high - 1]))
            while low < high:
                middle = (low + high) // 2
                if heights[middle] <= wanted:
                    low = middle + 1
                else:
                    high = middle
            for i in range(cards):
                card = combos[low, i]
                free = free and not mask & bit(card)
                mask |= bit(card)
                hands[p, i] = card
        if free:
            break
    for p in range(players):
        if starts[p] == starts[p + 1]:
            for i in range(cards):
                card = _draw(stream, mask)
                mask |= bit(card)
                hands[p, i] = card
    return mask


@compiled
def some_boards(
    tables: Tables,
    combos: Cards,
    heights: Counts,
    starts: Counts,
    gone: Any,
    board: Cards,
    deals: int,
    stream: Stream,
    counts: Counts,
) -> None:
    """Hold'em: hands and boards drawn by chance."""
    players, missing = len(counts), 5 - len(board)
    hands, ranks = np.zeros((players, 2), np.uint8), np.zeros(players, np.uint16)
    known, lying = np.uint64(0), np.uint64(0)
    for card in board:
        known += tables.card[card]
        lying |= bit(card)
    for _ in range(deals):
        mask = draw_hands(combos, heights, starts, gone, hands, stream)
        key, cards = known, lying
        for _ in range(missing):
            card = _draw(stream, mask)
            mask |= bit(card)
            cards |= bit(card)
            key += tables.card[card]
        for p in range(players):
            a, b = hands[p, 0], hands[p, 1]
            own = tables.card[a] + tables.card[b]
            ranks[p] = value7(tables, key + own, cards | bit(a) | bit(b))
        _count(ranks, counts)


@compiled
def some_omaha_boards(
    tables: OmahaTables,
    combos: Cards,
    heights: Counts,
    starts: Counts,
    gone: Any,
    board: Cards,
    deals: int,
    stream: Stream,
    counts: Counts,
) -> None:
    """Omaha: hands and boards drawn by chance."""
    players, known = len(counts), len(board)
    hands, ranks = np.zeros((players, 4), np.uint8), np.zeros(players, np.uint16)
    own, shared = np.empty(OWN, np.uint64), np.empty(BOARD, np.uint64)
    cards = np.zeros(5, np.uint8)
    for i in range(known):
        cards[i] = board[i]
    for _ in range(deals):
        mask = draw_hands(combos, heights, starts, gone, hands, stream)
        for i in range(known, 5):
            cards[i] = _draw(stream, mask)
            mask |= bit(cards[i])
        board_of(tables, cards, shared)
        for p in range(players):
            own_of(tables, hands[p], own)
            ranks[p] = value_omaha(tables, own, shared)
        _count(ranks, counts)
