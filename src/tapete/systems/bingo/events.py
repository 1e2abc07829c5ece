"""What a game of bingo tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tapete.core.book.account import Account, Posting, move, of_person
from tapete.core.round.event import Event
from tapete.core.round.fold import Zones
from tapete.systems.bingo.hall import Card

LINE, BINGO = "linea", "bingo"
TAKINGS = Account("pozo")
"""Where the takings of a game lie until it is over."""


CALLED = "bolillas"
"""Where the balls lie that have been called."""


class BingoEvent(Event, frozen=True, kw_only=True):
    """Something that happened in a game of bingo."""

    kind: ClassVar[str] = "bingo"


class CardsSold(BingoEvent, frozen=True, kw_only=True):
    """The sale is closed: cards sold in all, ranges, takings."""

    kind: ClassVar[str] = "bingo-cards-sold"
    cards: int
    ranges: str
    takings: int


class PrizesSet(BingoEvent, frozen=True, kw_only=True):
    """The prizes of the game, and what goes to each pot, to the house and is left over."""

    kind: ClassVar[str] = "bingo-prizes-set"
    line: int
    bingo: int
    pots: Mapping[str, int]
    house: Mapping[str, int]
    leftover: int


class BallCalled(BingoEvent, frozen=True, kw_only=True):
    """A ball came out and was called: only now may it be marked."""

    kind: ClassVar[str] = "bingo-ball-called"
    ball: int
    number: int

    def lay(self, zones: Zones) -> None:
        zones.put(CALLED, str(self.ball))


class CardChecked(BingoEvent, frozen=True, kw_only=True):
    """A called card was read against its master: what it claims, and what was missing."""

    kind: ClassVar[str] = "bingo-card-checked"
    who: str
    card: str
    claim: str
    right: bool
    missing: tuple[int, ...] = ()


class Awarded(BingoEvent, frozen=True, kw_only=True):
    """A prize has its winners: cards, what each person gets, what is left over."""

    kind: ClassVar[str] = "bingo-awarded"
    prize: str
    amount: int
    cards: tuple[str, ...]
    shares: Mapping[str, int]
    leftover: int
    balls: int
    at_once: bool = False


class CardsPassed(BingoEvent, frozen=True, kw_only=True):
    """A player who leaves passes his cards on."""

    kind: ClassVar[str] = "bingo-cards-passed"
    who: str
    to: str


class Refunded(BingoEvent, frozen=True, kw_only=True):
    """Cards are paid back in full."""

    kind: ClassVar[str] = "bingo-refunded"
    who: str
    cards: int
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return move(TAKINGS, of_person(self.who), self.amount)


class GameEnded(BingoEvent, frozen=True, kw_only=True):
    """A game is over: played to its end, undone before it began, or annulled."""

    kind: ClassVar[str] = "bingo-game-ended"
    how: str
    balls: int = 0


def ranges(cards: tuple[Card, ...]) -> str:
    """Cards as they are announced: ``B 411-600, C 1-40``; electronic ones without a letter.

    >>> ranges((Card("B", 599), Card("B", 600), Card("C", 1)))
    'B 599-600, C 1'
    """
    runs: list[list[Card]] = []
    letters = list(dict.fromkeys(card.series for card in cards))
    for card in sorted(cards, key=lambda one: (letters.index(one.series), one.number)):
        last = runs[-1][-1] if runs else None
        if last is not None and (last.series, last.number + 1) == (card.series, card.number):
            runs[-1].append(card)
        else:
            runs.append([card])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1].number}" for run in runs)


def announcement(cards: tuple[Card, ...]) -> str:
    """What the jefe de mesa announces before the start (CAT-V.2.3-23)."""
    parts = []
    for letter in dict.fromkeys(card.series for card in cards):
        numbers = [card.number for card in cards if card.series == letter]
        parts.append(f"serie {letter} del {min(numbers)} al {max(numbers)}")
    return f"cartones vendidos {len(cards)}: {', '.join(parts)}"
