"""Playing by the book: every decision of a hand answered as the chart says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tapete.core.book.rulebook import GameRules
from tapete.core.round.ask import Ask, Choose
from tapete.core.round.cards import Card
from tapete.core.round.event import CardDealt, CardsCleared, Event
from tapete.games.cards.twentyone.deal import BURNED, CROUPIER
from tapete.games.cards.twentyone.hand import value
from tapete.games.cards.twentyone.pase import EVEN_MONEY
from tapete.games.cards.twentyone.rules import INSURANCE, TIE_BREAK
from tapete.maths.strategy.chart import Chart
from tapete.maths.strategy.lanes import solution
from tapete.maths.strategy.solve import Tick

NO = "no"


class Book:
    """What the chart says to a decision, given the cards that lie open on the table."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart

    def says(self, ask: Ask[Any], events: Sequence[Event]) -> str | None:
        """The book's answer to an open decision; none if the book has nothing to say to it.

        ``events`` are those of the round so far, as `Live` keeps them.
        """
        return None if ask.choice is None else self.over(ask.choice, on_the_table(events))

    def over(self, ask: Choose, zones: Mapping[str, Sequence[Card]]) -> str | None:
        """The same for cards that lie open by zone."""
        up = zones.get(CROUPIER, ())[:1]
        if up and ask.about == INSURANCE:
            return self._offered(ask, up[0])
        if ask.fits(TIE_BREAK):  # two equal cards pay, and the rest is even
            return TIE_BREAK
        if up and ask.about in zones:
            return self._move(ask, zones[ask.about], up[0])
        return None

    def reading(self, events: Callable[[], Sequence[Event]]) -> Callable[[Ask[Any]], str]:
        """An answerer by the book; what the book does not know gets the usual answer.

        ``Live`` holds the events: ``live.run(book.reading(lambda: live.events))``.
        """

        def answer(ask: Ask[Any]) -> str:
            said = self.says(ask, events())
            if said is None:
                assert ask.choice is not None, ask
                return ask.choice.default
            return said

        return answer

    def _move(self, ask: Choose, cards: Sequence[Card], up: Card) -> str:
        return next((move for move in self.chart.moves(cards, up) if ask.fits(move)), ask.default)

    def _offered(self, ask: Choose, up: Card) -> str:
        if value(up) in self.chart.even_money and ask.fits(EVEN_MONEY):
            return EVEN_MONEY
        if value(up) in self.chart.insurance:
            for option in ask.options:
                if option.name.startswith(INSURANCE) and option.high is not None:
                    return f"{option.name}:{option.high}"
        return NO


def on_the_table(events: Sequence[Event]) -> dict[str, list[Card]]:
    """The open cards by zone."""
    zones: dict[str, list[Card]] = {}
    for event in events:
        if isinstance(event, CardDealt) and event.card and event.to != BURNED:
            zones.setdefault(event.to, []).append(Card(event.card))
        elif isinstance(event, CardsCleared):
            zones.pop(event.zone, None)
    return zones


def book(rules: GameRules, tick: Tick = lambda done, total: None) -> Book:
    """The book of a game under these rules; solved the first time, then read from disk."""
    return Book(solution(rules, tick=tick).chart)
