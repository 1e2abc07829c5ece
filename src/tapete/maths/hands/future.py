"""What a hand may still become: every board that can come, counted by category."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import DECK, Card
from tapete.games.poker.hands import FIVE
from tapete.maths.hands.players import HOLDEM, choices, own_cards, read_board
from tapete.maths.hands.reading import NotUnderstood, apart, numbers, read_cards
from tapete.maths.kernels.poker import LEVEL, evaluate5, evaluate6, evaluate7, evaluate_omaha

Ranks = NDArray[np.uint16]

_EVALUATE = {5: evaluate5, 6: evaluate6, 7: evaluate7}


def read_hand(
    own: str | Iterable[str], board: str | Iterable[str], game: str
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """A player's own cards and the board, or a refusal."""
    mine, lying = read_cards(own), read_board(list(board) if not isinstance(board, str) else board)
    if len(mine) != own_cards(game):
        raise NotUnderstood(
            "hand-size", text=" ".join(mine), count=len(mine), wanted=own_cards(game)
        )
    apart(mine, lying)
    return mine, lying


def ranks_on(own: Iterable[Card], boards: NDArray[np.uint8]) -> Ranks:
    """The rank of one hand on boards of three to five cards, one a row."""
    mine = numbers(own)
    held = np.broadcast_to(mine, (len(boards), len(mine)))
    if len(mine) == 4:
        return evaluate_omaha(held, boards)
    return _EVALUATE[2 + boards.shape[1]](np.hstack([held, boards]))


def by_the_river(
    own: str | Iterable[str],
    board: str | Iterable[str] = "",
    dead: str | Iterable[str] = "",
    game: str = HOLDEM,
) -> dict[str, Fraction]:
    """The chance of each category when all five cards lie, from the lowest.

    >>> chances = by_the_river("Ah Kh", "Qh 2h 3c")
    >>> chances["color"], chances["escalera-real"]
    (Fraction(377, 1081), Fraction(1, 1081))
    """
    mine, lying = read_hand(own, board, game)
    gone = read_cards(dead)
    apart(mine, lying, gone)
    deck = numbers(card for card in DECK if card not in {*mine, *lying, *gone})
    missing = 5 - len(lying)
    if len(deck) < missing:
        raise NotUnderstood("too-many-cards", players=1, dead=len(gone))
    rows = choices(len(deck), missing)
    boards = np.hstack([np.broadcast_to(numbers(lying), (len(rows), len(lying))), deck[rows]])
    levels = np.bincount(ranks_on(mine, boards) >> LEVEL, minlength=len(FIVE))
    return {name: Fraction(int(n), len(rows)) for name, n in zip(FIVE, levels, strict=True)}


def improving(
    own: str | Iterable[str],
    board: str | Iterable[str],
    dead: str | Iterable[str] = "",
    game: str = HOLDEM,
) -> dict[str, tuple[Card, ...]]:
    """The next cards that lift a hand into a higher category, by what they make of it.

    >>> improving("Ah Kh", "Qh 2h 3c")["par"]
    ('2c', '2d', '2s', '3d', '3s', 'Qc', 'Qd', 'Qs', 'Kc', 'Kd', 'Ks', 'Ac', 'Ad', 'As')
    """
    mine, lying = read_hand(own, board, game)
    if len(lying) not in (3, 4):
        return {}
    gone = read_cards(dead)
    apart(mine, lying, gone)
    deck = [card for card in DECK if card not in {*mine, *lying, *gone}]
    now = int(ranks_on(mine, numbers(lying)[None])[0]) >> LEVEL
    after = ranks_on(mine, np.array([numbers((*lying, card)) for card in deck])) >> LEVEL
    found: dict[str, tuple[Card, ...]] = {}
    for level in range(now + 1, len(FIVE)):
        cards = tuple(
            card for card, then in zip(deck, after.tolist(), strict=True) if then == level
        )
        if cards:
            found[FIVE[level]] = cards
    return found
