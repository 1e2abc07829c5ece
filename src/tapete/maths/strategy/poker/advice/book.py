"""Playing by the book: every decision of a hand answered as the sums say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapete.core.round.ask import Ask, Choose
from tapete.core.round.cards import Card
from tapete.core.round.event import CardDealt, CardDiscarded, CardsCleared, CardSeen, Event, at_seat
from tapete.games.poker.bank.community import COMMON
from tapete.games.poker.bank.deal import CROUPIER
from tapete.games.poker.bank.rules import BankRules
from tapete.maths.strategy.poker.advice.moves import Moves, Sight
from tapete.maths.strategy.poker.solution import Tick, solution


class PokerBook:
    """What best play says to a decision, given what its player can see."""

    def __init__(self, moves: Moves) -> None:
        self.moves = moves

    def says(self, ask: Ask[Any], events: Sequence[Event]) -> str | None:
        """The answer to an open decision; none if it is not about the play of a hand."""
        choice = ask.choice
        return None if choice is None else self.over(choice, sight(events, choice.seat))

    def over(self, ask: Choose, seen: Sight) -> str | None:
        """The same for cards as the player sees them."""
        if len(seen.own) != self.moves.rules.cards_each:
            return None
        said = self.moves.says(seen, {option.name for option in ask.options})
        return said if said is not None and ask.fits(said) else None


def sight(events: Sequence[Event], seat: int) -> Sight:
    """What one player sees of the cards on the table."""
    zones: dict[str, list[str | None]] = {}
    mine = at_seat(seat)
    for event in events:
        match event:
            case CardDealt():
                zones.setdefault(event.to, []).append(event.card)
            case CardSeen() if event.seen_by(mine):
                zones[event.zone][event.index] = event.card
            case CardDiscarded():
                del zones[event.zone][event.index]
            case CardsCleared():
                zones.pop(event.zone, None)

    def seen(zone: str) -> tuple[Card, ...]:
        return tuple(Card(card) for card in zones.get(zone, ()) if card)

    return Sight(seen(mine), seen(CROUPIER), seen(COMMON))


def book(rules: BankRules, tick: Tick = lambda done, total: None) -> PokerBook:
    """The book of a game under these rules; summed the first time, then read from disk."""
    return PokerBook(Moves(rules, solution(rules, tick)))
