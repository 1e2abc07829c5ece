"""Outs: the next cards that put a hand ahead of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tapete.core.round.cards import DECK, Card
from tapete.maths.hands.future import ranks_on
from tapete.maths.hands.players import HOLDEM, read_spot
from tapete.maths.hands.reading import NotUnderstood, numbers


class Outs(NamedTuple):
    """How a hand stands on the board, and the next cards that change it for the better."""

    text: str
    ahead: bool
    """Whether it leads now, alone or with others."""
    cards: tuple[Card, ...]
    """The cards after which it leads alone, where it does not now."""
    shares: tuple[Card, ...]
    """The cards after which it leads with others, where it does not lead now."""


def outs(
    hands: Sequence[str],
    board: str | Sequence[str],
    dead: str | Sequence[str] = "",
    game: str = HOLDEM,
) -> tuple[Outs, ...]:
    """The outs of each hand on a board of three or four cards.

    >>> mine, yours = outs(["AhKh", "QsQd"], "Qh 2h 3c 9d")
    >>> mine.ahead, mine.cards
    (False, ('4h', '5h', '6h', '7h', '8h', 'Th', 'Jh'))
    >>> yours.ahead, yours.cards
    (True, ())
    """
    spot = read_spot(hands, board, dead, game)
    singles = [each.single for each in spot.ranges]
    held = [single for single in singles if single is not None]
    if len(held) < len(singles):
        unknown = next(each.text for each in spot.ranges if each.single is None)
        raise NotUnderstood("outs-of-range", text=unknown)
    if len(spot.board) not in (3, 4):
        raise NotUnderstood("outs-board", count=len(spot.board))
    gone = {*spot.board, *spot.dead, *(card for hand in held for card in hand)}
    deck = [card for card in DECK if card not in gone]
    boards = np.array([numbers((*spot.board, card)) for card in deck])
    now = np.array([int(ranks_on(hand, numbers(spot.board)[None])[0]) for hand in held])
    then = np.array([ranks_on(hand, boards) for hand in held])
    best = then == then.max(0)
    leads = now == now.max()
    alone = leads & (leads.sum() == 1)
    found = []
    for p, each in enumerate(spot.ranges):
        mine = best[p] & (best.sum(0) == 1) & ~alone[p]
        shared = best[p] & (best.sum(0) > 1) & ~leads[p]
        found.append(
            Outs(
                each.text,
                bool(leads[p]),
                tuple(card for card, out in zip(deck, mine, strict=True) if out),
                tuple(card for card, out in zip(deck, shared, strict=True) if out),
            )
        )
    return tuple(found)
