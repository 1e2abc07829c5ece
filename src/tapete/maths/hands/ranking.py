"""What a hand is: its rank, its category, the five cards that count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import total_ordering
from itertools import combinations

import numpy as np

from tapete.core.round.cards import Card
from tapete.games.poker.hands import FIVE, THREE
from tapete.maths.hands.reading import NotUnderstood, apart, numbers, read_cards
from tapete.maths.kernels.poker import (
    LEVEL,
    evaluate3,
    evaluate5,
    evaluate6,
    evaluate7,
    evaluate_omaha,
)

_EVALUATE = {3: evaluate3, 5: evaluate5, 6: evaluate6, 7: evaluate7}


@total_ordering
class Hand:
    """A hand with its value: ``>`` beats, ``==`` ties. Made by `hand` or `omaha`.

    Hands of three cards compare only with each other.
    """

    __slots__ = ("cards", "rank")

    def __init__(self, cards: tuple[Card, ...], rank: int) -> None:
        self.cards = cards
        """The cards that count, the combination first."""
        self.rank = rank

    @property
    def category(self) -> str:
        """Its category, as `tapete.games.poker.hands` names it."""
        return (THREE if len(self.cards) == 3 else FIVE)[self.rank >> LEVEL]

    @property
    def name(self) -> str:
        """The category in words, and the ranks that count.

        >>> hand("Kh Kd Ks 2c 2d 7h 9h").name
        'full K-K-K-2-2'
        """
        ranks = "-".join(card[0] for card in self.cards)
        return f"{self.category.replace('-', ' ')} {ranks}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and hash(self) == hash(other)

    def __gt__(self, other: Hand) -> bool:
        return self.rank > self._against(other)

    def _against(self, other: Hand) -> int:
        if (len(self.cards) == 3) != (len(other.cards) == 3):
            raise ValueError("three cards do not compare with five")
        return other.rank

    def __hash__(self) -> int:
        return hash((len(self.cards), self.rank))

    def __repr__(self) -> str:
        return f"<{self.name}: {' '.join(self.cards)}>"


def hand(cards: str | Iterable[str]) -> Hand:
    """The hand that 3, 5, 6 or 7 cards make; three as poker tres cartas ranks them.

    >>> hand("Ah Kh Qh Jh Th 2c 3d")
    <escalera real A-K-Q-J-T: Ah Kh Qh Jh Th>
    >>> hand("9c 9d 9h 9s Ad") < hand("Ah Kh Qh Jh Th"), hand("2c 3d Ah").category
    (True, 'escalera')
    """
    read = read_cards(cards)
    value = _value(read)
    count = 3 if len(read) == 3 else 5
    return _shown(list(combinations(read, count)), value)


def _value(read: tuple[Card, ...]) -> int:
    if len(read) not in _EVALUATE:
        raise NotUnderstood("wrong-count", count=len(read), wanted="3, 5, 6, 7")
    return int(_EVALUATE[len(read)](numbers(read)[None])[0])


def omaha(own: str | Iterable[str], board: str | Iterable[str]) -> Hand:
    """The hand of two out of four own cards and three of the board (CAT-III.3.3.8-02).

    >>> omaha("Ah 2c 3c 4c", "Kh Qh Jh 9h 2d")
    <par 2-2-A-K-Q: 2c 2d Ah Kh Qh>
    """
    mine, shared = read_cards(own), read_cards(board)
    apart(mine, shared)
    if len(mine) != 4 or not 3 <= len(shared) <= 5:
        raise NotUnderstood("wrong-count", count=len(mine) + len(shared), wanted="4 + 3, 4, 5")
    value = int(evaluate_omaha(numbers(mine)[None], numbers(shared)[None])[0])
    choices = [
        pair + trio for pair in combinations(mine, 2) for trio in combinations(shared, 3)
    ]  # fmt: skip
    return _shown(choices, value)


def _shown(choices: Sequence[tuple[Card, ...]], value: int) -> Hand:
    """The first choice of cards that is worth the value, in the order in which it is said."""
    evaluate = _EVALUATE[len(choices[0])]
    ranks = evaluate(np.array([numbers(choice) for choice in choices], np.uint8))
    chosen = choices[int((ranks == value).argmax())]
    return Hand(_said(chosen), value)


def _said(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    ranks = [card[0] for card in cards]
    height = {card: int(numbers((card,))[0]) >> 2 for card in cards}
    if "A" in ranks and set(ranks) in (set("A2345"), set("A23")):
        height |= {card: -1 for card in cards if card[0] == "A"}
    return tuple(sorted(cards, key=lambda card: (-ranks.count(card[0]), -height[card])))


def rank(cards: str | Iterable[str]) -> int:
    """The number by which hands compare: the higher beats the lower, equal ones tie.

    >>> rank("Ah Ad 2c 3d 4s") > rank("Kh Kd Qc Js 9s")
    True
    """
    return _value(read_cards(cards))


def category(cards: str | Iterable[str]) -> str:
    """
    >>> category("Ah Ad 2c 3d 4s")
    'par'
    """
    read = read_cards(cards)
    return (THREE if len(read) == 3 else FIVE)[_value(read) >> LEVEL]


def compare(one: str | Iterable[str], other: str | Iterable[str]) -> int:
    """1 if the first hand beats the second, -1 if it is beaten, 0 if they tie.

    >>> compare("Ah Ad 2c 3d 4s", "As Ac 2d 3h 4c"), compare("2c 2d 2h", "Ac Kc Qd")
    (0, 1)
    """
    mine, yours = hand(one), hand(other)
    return (mine > yours) - (mine < yours)


def name(cards: str | Iterable[str]) -> str:
    """
    >>> name("Ah 2c 3d 4s 5h")
    'escalera 5-4-3-2-A'
    """
    return hand(cards).name
