"""Cards as people write them, and what is said when they cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import DECK, RANKS, SUITS, Card

NUMBERS = {card: number for number, card in enumerate(DECK)}
_SIGNS = str.maketrans("♣♦♥♠", SUITS)
_SEPARATORS = re.compile(r"[\s,]+")


class NotUnderstood(ValueError):
    """Cards, hands or ranges that cannot be. ``code`` says why, ``facts`` what it was about."""

    def __init__(self, code: str, **facts: object) -> None:
        said = " ".join(f"{name}={fact}" for name, fact in facts.items())
        super().__init__(f"{code} {said}".strip())
        self.code = code
        self.facts = facts


def read_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Cards written together or apart, in upper or lower case; each may stand once.

    >>> read_cards("AhKd 2c"), read_cards(["ah", "KD"])
    (('Ah', 'Kd', '2c'), ('Ah', 'Kd'))
    >>> read_cards("Ah Kx")
    Traceback (most recent call last):
    ...
    tapete.maths.hands.reading.NotUnderstood: no-card text=Kx
    """
    words = [text] if isinstance(text, str) else list(text)
    found: list[Card] = []
    for word in words:
        joined = _SEPARATORS.sub("", plain(word))
        for i in range(0, len(joined), 2):
            card = _card(joined[i : i + 2])
            if card in found:
                raise NotUnderstood("card-twice", card=card)
            found.append(card)
    return tuple(found)


def plain(text: str) -> str:
    """What was copied from a screen as it is typed.

    >>> plain("10♥ A♠")
    'Th As'
    """
    return text.translate(_SIGNS).replace("10", "T")


def _card(text: str) -> Card:
    card = Card(text[:1].upper() + text[1:].lower())
    if card not in NUMBERS:
        raise NotUnderstood("no-card", text=text)
    return card


def number(rank: str, suit: str) -> int:
    """The number of a card: ``4 * rank + suit``, its place in the deck."""
    return len(SUITS) * RANKS.index(rank) + SUITS.index(suit)


def numbers(cards: Iterable[Card]) -> NDArray[np.uint8]:
    """Cards as the compiled functions take them.

    >>> numbers(read_cards("2c As")).tolist()
    [0, 51]
    """
    return np.array([NUMBERS[card] for card in cards], np.uint8)


def apart(*parts: Iterable[Card]) -> None:
    """Refuse a card that stands in two places."""
    seen: set[Card] = set()
    for part in parts:
        for card in part:
            if card in seen:
                raise NotUnderstood("card-twice", card=card)
            seen.add(card)
