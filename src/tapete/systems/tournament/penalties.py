"""Penalties that follow the player: hands he is dealt and does not play (COL-9.1-35, COL-9.3-15
to -19), and the last hands of a day (COL-7.5.1-55 to -58)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tapete.core.book.refused import Refused
from tapete.core.round.cards import Card

ROUNDS_MOST = 4
LAST_MINUTES = (5, 15)
DOING = ("en-mano", "barajando")
"""What a table may be doing that it first finishes."""


class Penalty(NamedTuple):
    """Hands a player sits out, counted from the hand after the one it was imposed in."""

    hands: int
    first: int
    left: int

    def dealt(self, hands: int = 1) -> Penalty:
        """After so many hands dealt to his seat; void hands and the gap do not count."""
        return self._replace(left=max(self.left - hands, 0))

    def longer(self, hands: int) -> Penalty:
        """Several penalties add up."""
        return self._replace(hands=self.hands + hands, left=self.left + hands)


def of_rounds(rounds: int, seated: int, hand: int) -> Penalty:
    """One to four rounds, each as many hands as players are seated now, himself included."""
    if not 1 <= rounds <= ROUNDS_MOST:
        raise Refused("COL-9.1-35", "too-many-rounds", rounds=rounds, most=ROUNDS_MOST)
    return Penalty(rounds * seated, hand + 1, rounds * seated)


def of_hands(hands: int, hand: int) -> Penalty:
    """A number of hands."""
    if hands < 1:
        raise Refused("COL-9.3-15", "no-hands", hands=hands)
    return Penalty(hands, hand + 1, hands)


class LastHands(NamedTuple):
    """How many hands each table still plays, and which tables first end the one they are in."""

    hands: int
    finish: tuple[int, ...]


def last_hands(minutes: float, card: Card, doing: Mapping[int, str]) -> LastHands:
    """The clock stopped with 15 to 5 minutes of the day's last level left, and a card from two to
    six drawn: so many hands, counted from each table's next shuffle."""
    low, high = LAST_MINUTES
    if not low <= minutes <= high:
        raise Refused("COL-7.5.1-55", "not-the-time", minutes=int(minutes), low=low, high=high)
    if card[0] not in "23456":
        raise Refused("COL-7.5.1-56", "not-such-a-card", card=card)
    finish = tuple(sorted(table for table, what in doing.items() if what in DOING))
    return LastHands(int(card[0]), finish)
