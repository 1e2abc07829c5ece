"""Chance gone wrong on purpose: what has been seen in other casinos, to be caught here."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Any

from tapete.chance import Chance, seeded, shuffle
from tapete.core.round.ask import ChanceAsk, Pick
from tapete.core.round.chance import DrawCard, Spin
from tapete.core.table.table import Table
from tests.chance.rounds import Electronic

# Scaling


class Remainder(Chance):
    """A word's remainder, whatever the word."""

    def __call__(self, n: int) -> int:
        [x] = self._words(self._width, 1)
        self._read += 1
        self._used += 1
        self._draws += 1
        return x % n


class OneTooMany(Chance):
    """The first word beyond the last whole turn is taken too."""

    def __call__(self, n: int) -> int:
        limit = self._size - self._size % n
        while True:
            [x] = self._words(self._width, 1)
            self._read += 1
            if x <= limit:
                self._used += 1
                self._draws += 1
                return x % n
            self._refused += 1


class NeverTheLast(Chance):
    """Off by one: the last of n never comes."""

    def __call__(self, n: int) -> int:
        return super().__call__(max(1, n - 1))


# Orders


def swap_with_any(cards: MutableSequence[Any], pick: Pick) -> None:
    """Every card changes places with any card, not with one of those left."""
    for i in range(len(cards)):
        j = pick(len(cards))
        cards[i], cards[j] = cards[j], cards[i]


def never_stays(cards: MutableSequence[Any], pick: Pick) -> None:
    """Off by one: no card is left where it lies, so only orders of one cycle come."""
    for i in range(len(cards) - 1, 0, -1):
        j = pick(i)
        cards[i], cards[j] = cards[j], cards[i]


def random_sort_key(cards: MutableSequence[Any], pick: Pick) -> None:
    """Sorted by keys drawn at random: cards with the same key keep their order."""
    keys = [pick(256) for _ in cards]
    cards[:] = [card for _, card in sorted(zip(keys, cards, strict=True), key=lambda pair: pair[0])]


class DeckNotReset:
    """The cards of the last deal are not put back: the next deal goes on with the rest."""

    def __init__(self) -> None:
        self.left: list[Any] = []

    def __call__(self, cards: MutableSequence[Any], pick: Pick) -> None:
        if not self.left:
            self.left = list(cards)
            shuffle(self.left, pick)
        first = self.left.pop()
        rest = [card for card in cards if card != first]
        shuffle(rest, pick)
        cards[:] = [first, *rest]


# Seeds


def time_seeded(clock: Callable[[], float]) -> Chance:
    """A generator that starts from the second it is started in."""
    return seeded(int(clock()))


class SeedReused:
    """The generator starts again from its seed every so many draws."""

    def __init__(self, seed: int, every: int) -> None:
        self.seed, self.every, self.drawn = seed, every, 0
        self.chance = seeded(seed)

    def __call__(self, n: int) -> int:
        if self.drawn % self.every == 0:
            self.chance = seeded(self.seed)
        self.drawn += 1
        return self.chance(n)


# Dealers who look at the table


def numbers_bet_on(table: Table) -> set[str]:
    """The single numbers that carry bets in the round in course."""
    live = table.live
    events = [] if live is None else live.events
    bets = [str(getattr(event, "bet", "")) for event in events if event.kind == "bet-placed"]
    return {bet.removeprefix("pleno:") for bet in bets if bet.startswith("pleno:")}


class NearMiss(Electronic):
    """A loser sees his number's neighbour come up."""

    def __call__(self, ask: ChanceAsk[Any], table: Table) -> Any:
        answer = super().__call__(ask, table)
        hoped = sorted(numbers_bet_on(table))
        if isinstance(ask, Spin) and hoped and answer not in hoped:
            answer = ask.places[(ask.places.index(hoped[0]) + 1) % len(ask.places)]
            self.given[-1] = answer
        return answer


class WinWithheld(Electronic):
    """A number that would win is drawn again."""

    def __call__(self, ask: ChanceAsk[Any], table: Table) -> Any:
        answer = super().__call__(ask, table)
        while isinstance(ask, Spin) and answer in numbers_bet_on(table):
            answer = ask.some(self.pick)
        self.given[-1] = answer
        return answer


class CardsRepaired(Electronic):
    """An ace on its way to the players is changed for a card further down."""

    def __call__(self, ask: ChanceAsk[Any], table: Table) -> Any:
        answer = super().__call__(ask, table)
        if isinstance(ask, DrawCard) and answer.startswith("A"):
            answer = next(card for card in ask.left if ask.left[card] and card[0] != "A")
            self.given[-1] = answer
        return answer
