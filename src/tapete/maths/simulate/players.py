"""Players for the engine lane: what is answered where the rules leave a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tapete.core.ask import Choose
from tapete.core.cards import Card
from tapete.core.event import CardDealt, CardsCleared, Event
from tapete.games.cards.twentyone.hand import is_soft, points, same_value, value
from tapete.maths.kernels.chart import Chart

Player = Callable[[Choose, Sequence[Event]], str]
"""A player sees what is asked of him and all that was told in the round."""

CROUPIER = "croupier"


def always(move: str) -> Player:
    """One move wherever it is open, and silence elsewhere."""
    return lambda ask, told: move if ask.fits(move) else ask.default


def by_chart(chart: Chart) -> Player:
    """The first of the chart's moves that is open; silence where it has none."""

    def play(ask: Choose, told: Sequence[Event]) -> str:
        hand, bank = lying(told, ask.about), lying(told, CROUPIER)
        if not hand or not bank:
            return ask.default
        pair = value(hand[0]) if same_value(hand) else 0
        moves = chart(points(hand), is_soft(hand), pair, value(bank[0]))
        return next((move for move in moves if ask.fits(move)), ask.default)

    return play


def lying(told: Sequence[Event], zone: str) -> list[Card]:
    """The cards that lie in a zone of the felt."""
    cards: list[Card] = []
    for event in told:
        if isinstance(event, CardsCleared) and event.zone == zone:
            cards.clear()
        elif isinstance(event, CardDealt) and event.to == zone and event.card is not None:
            cards.append(event.card)
    return cards
