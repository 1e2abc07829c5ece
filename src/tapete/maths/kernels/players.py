"""Players for the engine lane: what is answered where the rules leave a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tapete.core.round.ask import Choose
from tapete.core.round.event import Event
from tapete.maths.strategy.book import Book
from tapete.maths.strategy.chart import Chart

Player = Callable[[Choose, Sequence[Event]], str]
"""A player sees what is asked of him and all that was told in the round."""


def by_chart(chart: Chart) -> Player:
    """What the chart says, and silence where it says nothing."""
    book = Book(chart)
    return lambda ask, told: book.says(ask, told) or ask.default
