"""Rounds of the engine played by the book, for the tests of charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from tapete.chance import seeded
from tapete.core.round.ask import ChanceAsk, Choose
from tapete.core.round.bets import Place, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.cards import Card
from tapete.core.round.event import BetLost, BetPlaced, BetReturned, BetWon, Event
from tapete.core.round.game import Game, Setup, TableState
from tapete.core.round.live import Live
from tapete.games.registry import find
from tapete.maths.strategy.book import Book

SEAT, UNIT = 1, 2
RANK = {1: "A", 10: "T"}


def card(value: int, suit: str = "s") -> Card:
    return Card(f"{RANK.get(value, str(value))}{suit}")


@cache
def table(game: str) -> tuple[Setup[Any, Any], TableState]:
    """A table just opened, with a fresh shoe."""
    found = find(game)
    rules = found.rules_of()
    return Setup(rules=rules, terms=found.terms(), seats=(SEAT,)), found.opening(rules)


def begin(game: Game[Any, Any], bets: tuple[str, ...]) -> Live[Any]:
    """A round from a fresh shoe, betting closed."""
    live = Live(game.play(*table(game.id)))
    assert isinstance(live.ask, BetWindow)
    live.answer(Slip(actions=tuple(Place(SEAT, bet, UNIT) for bet in bets)))
    return live


def dealt(game: Game[Any, Any], bets: tuple[str, ...], cards: list[Card]) -> Live[Any]:
    """A round in which these cards came first, up to the first decision after them."""
    live = begin(game, bets)
    waiting = iter(cards)
    while isinstance(live.ask, ChanceAsk):
        live.answer(next(waiting))
    return live


def nets(
    game: Game[Any, Any], book: Book, bets: tuple[str, ...], rounds: int, seed: int
) -> Counter[float]:
    """The results of many rounds by the book, each from a fresh shoe, in first bets."""
    pick = seeded(seed)
    found: Counter[float] = Counter()
    for _ in range(rounds):
        live = begin(game, bets)
        while live.ask is not None:
            if isinstance(live.ask, ChanceAsk):
                live.answer(live.ask.some(pick))
            else:
                said = book.says(live.ask, live.events)
                assert said is not None, live.ask
                live.answer(said)
        found[sum(money(live.events)) / UNIT] += 1
    return found


def money(events: list[Event]) -> Iterator[int]:
    """What each event does to the seat's chips."""
    for event in events:
        match event:
            case BetPlaced():
                yield -event.amount
            case BetWon():
                yield event.paid
            case BetReturned():
                yield event.amount
            case BetLost():
                yield 0


def asked(live: Live[Any]) -> Choose:
    assert isinstance(live.ask, Choose), live.ask
    return live.ask
