"""Playing by the book: an answerer that answers every decision of a hand as the chart says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tapete.core.ask import Choose
from tapete.core.cards import Card
from tapete.core.event import CardDealt, CardsCleared, Event
from tapete.games.cards.twentyone.hand import value
from tapete.maths.strategy.chart import Chart

CROUPIER = "croupier"
INSURANCE, EVEN_MONEY, NO = "seguro", "a-la-par", "no"


class Book:
    """What the chart says to a decision, given the cards that lie open on the table."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart

    def answer(self, ask: Choose, events: Sequence[Event]) -> str:
        """The chart's answer to an open decision of a round in course."""
        zones = on_the_table(events)
        up = zones[CROUPIER][0]
        if ask.about == INSURANCE:
            return self._offered(ask, up)
        return self.move(ask, zones[ask.about], up)

    def move(self, ask: Choose, cards: Sequence[Card], up: Card) -> str:
        """The first of the chart's moves that is open."""
        for move in self.chart.moves(cards, up):
            if ask.fits(move):
                return move
        return ask.default

    def _offered(self, ask: Choose, up: Card) -> str:
        if value(up) in self.chart.even_money and ask.fits(EVEN_MONEY):
            return EVEN_MONEY
        if value(up) in self.chart.insurance:
            for option in ask.options:
                if option.name == INSURANCE and option.high is not None:
                    return f"{INSURANCE}:{option.high}"
        return NO


def on_the_table(events: Sequence[Event]) -> dict[str, list[Card]]:
    """The open cards by zone."""
    zones: dict[str, list[Card]] = {}
    for event in events:
        match event:
            case CardDealt(card=Card() | str() as card):
                zones.setdefault(event.to, []).append(Card(card))
            case CardsCleared():
                zones.pop(event.zone, None)
    return zones


def book(chart: Chart, told: Callable[[], Sequence[Event]]) -> Callable[[Choose], str]:
    """An answerer by the book. ``told`` gives the events of the round so far.

    ``Live`` keeps them: ``live.answer(book(chart, lambda: live.events)(live.ask))``.
    """
    reads = Book(chart)
    return lambda ask: reads.answer(ask, told())
