"""Ranks of whole arrays of hands."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import RANKS, SUITS
from tapete.maths.kernels.compiled import bits_set, compiled
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
from tapete.maths.kernels.poker.tables import DECK, NOT_A_CARD, Tables, tables
from tapete.maths.kernels.poker.value import bit, value3, value5, value6, value7

Hands = NDArray[np.uint8]
Ranks = NDArray[np.uint16]


def evaluate3(cards: Hands) -> Ranks:
    """Three cards a row, ranked as poker tres cartas does (CAT-III.3.5.3-20).

    >>> evaluate3(np.array([[0, 4, 48], [51, 47, 43]], np.uint8)) >> 12  # A-2-3, Q-K-A of spades
    array([5, 5], dtype=uint16)
    """
    return _evaluate(_rank3, 3, cards)


def evaluate5(cards: Hands) -> Ranks:
    """Five cards a row.

    >>> royal, two = [51, 47, 43, 39, 35], [0, 1, 4, 5, 8]
    >>> evaluate5(np.array([royal, two], np.uint8)) >> 12
    array([9, 2], dtype=uint16)
    """
    return _evaluate(_rank5, 5, cards)


def evaluate6(cards: Hands) -> Ranks:
    """Six cards a row: the best five count.

    >>> evaluate6(np.array([[0, 1, 2, 4, 5, 6]], np.uint8)) >> 12
    array([6], dtype=uint16)
    """
    return _evaluate(_rank6, 6, cards)


def evaluate7(cards: Hands) -> Ranks:
    """Seven cards a row: the best five count.

    A card is ``4 * rank + suit``: ranks 2..A are 0..12, suits c d h s are 0..3. A higher rank beats
    a lower one, equal ranks tie, and ``rank >> 12`` is the category.

    >>> ranks = evaluate7(np.array([[0, 1, 2, 3, 4, 8, 12], [50, 1, 2, 3, 4, 8, 12]], np.uint8))
    >>> bool(ranks[0] > ranks[1]), ranks >> 12
    (True, array([7, 4], dtype=uint16))
    >>> evaluate7(np.array([[0, 1, 2, 3, 4, 8, 52]], np.uint8))
    Traceback (most recent call last):
    ...
    ValueError: row 0 holds 52: a card is 4 * rank + suit, from 0 (2c) to 51 (As)
    """
    return _evaluate(_rank7, 7, cards)


def evaluate_omaha(own: Hands, board: Hands) -> Ranks:
    """Four own cards and three to five of the board a row: two of the former, three of the latter
    (CAT-III.3.3.8-02).

    >>> own = np.array([[50, 0, 4, 8]], np.uint8)  # one heart in the hand, four on the board
    >>> evaluate_omaha(own, np.array([[46, 42, 38, 30, 1]], np.uint8)) >> 12
    array([1], dtype=uint16)
    """
    own = _checked(own, 4, "own cards")
    board = np.asarray(board)
    if board.ndim != 2 or not 3 <= board.shape[1] <= 5 or len(board) != len(own):
        raise ValueError(
            f"a board goes with each hand: an array of shape ({len(own)}, 3), ({len(own)}, 4) or "
            f"({len(own)}, 5), not {board.shape}"
        )
    board = _checked(board, board.shape[1], "board")
    ranks = np.empty(len(own), np.uint16)
    if _wrong_omaha(tables(), own, board):
        _refuse(np.hstack([own, board]))
    _rank_omaha(omaha_tables(), own, board, ranks)
    return ranks


def _evaluate(rank: Any, count: int, cards: Hands) -> Ranks:
    cards = _checked(cards, count, "cards")
    ranks = np.empty(len(cards), np.uint16)
    if rank(tables(), cards, ranks):
        _refuse(cards)
    return ranks


def _checked(cards: Hands, count: int, name: str) -> Hands:
    """The array as the compiled functions want it, or a refusal that says what they want."""
    cards = np.asarray(cards)
    if cards.dtype != np.uint8:
        raise ValueError(f"{name} are bytes (numpy.uint8), not {cards.dtype}")
    if cards.ndim != 2 or cards.shape[1] != count:
        raise ValueError(f"{name}: an array of shape (n, {count}) is wanted, not {cards.shape}")
    return np.ascontiguousarray(cards)


def _refuse(cards: Hands) -> None:
    """Say which row was wrong: a byte that is no card, or a card that stands in it twice."""
    wrong = cards >= DECK
    if wrong.any():
        row = int(wrong.any(1).argmax())
        byte = int(cards[row][wrong[row]][0])
        raise ValueError(
            f"row {row} holds {byte}: a card is 4 * rank + suit, from 0 (2c) to {DECK - 1} (As)"
        )
    ordered = np.sort(cards, axis=1)
    twice = ordered[:, 1:] == ordered[:, :-1]
    row = int(twice.any(1).argmax())
    rank, suit = divmod(int(ordered[row, 1:][twice[row]][0]), len(SUITS))
    raise ValueError(f"row {row} holds {RANKS[rank]}{SUITS[suit]} twice")


# -- compiled -----------------------------------------------------------------------------------
# Cards are checked while they are read: a byte that is no card marks the key, and a card that
# stands twice leaves fewer bits in the mask. What is not 0 at the end is refused.


@compiled
def _rank7(tables: Tables, cards: Hands, ranks: Ranks) -> Any:
    card, wrong = tables.card, np.uint64(0)
    for i in range(len(cards)):
        a, b, c, d = cards[i, 0], cards[i, 1], cards[i, 2], cards[i, 3]
        e, f, g = cards[i, 4], cards[i, 5], cards[i, 6]
        key = card[a] + card[b] + card[c] + card[d] + card[e] + card[f] + card[g]
        mask = bit(a) | bit(b) | bit(c) | bit(d) | bit(e) | bit(f) | bit(g)
        wrong |= bits_set(mask) ^ np.uint64(7) | key & np.uint64(NOT_A_CARD)
        ranks[i] = value7(tables, key, mask)
    return wrong


@compiled
def _rank6(tables: Tables, cards: Hands, ranks: Ranks) -> Any:
    card, wrong = tables.card, np.uint64(0)
    for i in range(len(cards)):
        a, b, c = cards[i, 0], cards[i, 1], cards[i, 2]
        d, e, f = cards[i, 3], cards[i, 4], cards[i, 5]
        key = card[a] + card[b] + card[c] + card[d] + card[e] + card[f]
        mask = bit(a) | bit(b) | bit(c) | bit(d) | bit(e) | bit(f)
        wrong |= bits_set(mask) ^ np.uint64(6) | key & np.uint64(NOT_A_CARD)
        ranks[i] = value6(tables, key, mask)
    return wrong


@compiled
def _rank5(tables: Tables, cards: Hands, ranks: Ranks) -> Any:
    card, wrong = tables.card, np.uint64(0)
    for i in range(len(cards)):
        a, b, c, d, e = cards[i, 0], cards[i, 1], cards[i, 2], cards[i, 3], cards[i, 4]
        key = card[a] + card[b] + card[c] + card[d] + card[e]
        mask = bit(a) | bit(b) | bit(c) | bit(d) | bit(e)
        wrong |= bits_set(mask) ^ np.uint64(5) | key & np.uint64(NOT_A_CARD)
        ranks[i] = value5(tables, key)
    return wrong


@compiled
def _rank3(tables: Tables, cards: Hands, ranks: Ranks) -> Any:
    card, wrong = tables.card, np.uint64(0)
    for i in range(len(cards)):
        a, b, c = cards[i, 0], cards[i, 1], cards[i, 2]
        key = card[a] + card[b] + card[c]
        wrong |= bits_set(bit(a) | bit(b) | bit(c)) ^ np.uint64(3) | key & np.uint64(NOT_A_CARD)
        ranks[i] = value3(tables, key)
    return wrong


@compiled
def _wrong_omaha(tables: Tables, own: Hands, board: Hands) -> Any:
    wrong, count = np.uint64(0), np.uint64(4 + board.shape[1])
    for i in range(len(own)):
        key, mask = np.uint64(0), np.uint64(0)
        for j in range(4):
            key += tables.card[own[i, j]]
            mask |= bit(own[i, j])
        for j in range(board.shape[1]):
            key += tables.card[board[i, j]]
            mask |= bit(board[i, j])
        wrong |= bits_set(mask) ^ count | key & np.uint64(NOT_A_CARD)
    return wrong


@compiled
def _rank_omaha(tables: OmahaTables, own: Hands, board: Hands, ranks: Ranks) -> None:
    mine, shared = np.empty(OWN, np.uint64), np.empty(BOARD, np.uint64)
    for i in range(len(own)):
        own_of(tables, own[i], mine)
        if board.shape[1] == 5:
            board_of(tables, board[i], shared)
        else:
            short_board_of(tables, board[i], shared)
        ranks[i] = value_omaha(tables, mine, shared)
