"""Cards as two letters, rank and suit: ``Ah`` is the ace of hearts, ``Tc`` the ten of clubs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType

from tapete.core.book.fault import Fault

Card = NewType("Card", str)

RANKS = "23456789TJQKA"
SUITS = "cdhs"

DECK: tuple[Card, ...] = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)
"""One baraja: 52 cards, no jokers (CAT-I.1-03)."""


def card(text: str) -> Card:
    """
    >>> card("Ah")
    'Ah'
    >>> card("1h")
    Traceback (most recent call last):
    ...
    ValueError: a card is a rank 23456789TJQKA and a suit cdhs, not '1h'
    """
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise ValueError(
            Fault(
                "fault.card",
                "a card is a rank {ranks} and a suit {suits}, not {said!r}",
                ranks=RANKS,
                suits=SUITS,
                said=text,
            )
        )
    return Card(text)


def rest_of_deck(drawn: Iterable[Card]) -> dict[Card, int]:
    """One deck without these cards, counted.

    >>> sum(rest_of_deck(DECK[:5]).values())
    47
    """
    return {**mazo(1), **dict.fromkeys(drawn, 0)}


def mazo(decks: int) -> dict[Card, int]:
    """The cards of several decks, counted (CAT-I.1-12).

    >>> sum(mazo(6).values())
    312
    """
    return dict.fromkeys(DECK, decks)
