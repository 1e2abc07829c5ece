"""Draws by cards before the first hand: who sits where (CAT-III.3.5.7.1-10, -11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact
from tapete.core.round.ask import Round
from tapete.core.round.cards import DECK, SUITS, Card
from tapete.core.round.chance import DrawCard
from tapete.core.round.event import Announced, CardDealt, CardsCleared
from tapete.core.round.game import Setup
from tapete.games.poker.circle.places import Given, R, S
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.poker.hands import HEIGHT

DRAWN = "sorteo"
ONE_SUIT = "un-palo"


def draw_one(left: set[Card], clause: ClauseId, source: str = DRAWN) -> Round[Card]:
    """One card out of those on the table for a draw; it does not go back."""
    ask = DrawCard(source=source, left={c: 1 for c in DECK if c in left}, clause=clause, to=source)
    card = yield from ask
    assert isinstance(card, str)  # a draw knows no irregular card
    left.discard(card)
    return card


def shuffle_for(rules: R, what: str) -> Round[None]:
    """The cards are shuffled and cut before each draw, and after it for whatever comes next."""
    yield Announced(what="mezcla-y-corte", facts={"for": what}, clause=rules.by("draw_shuffles"))


def draw_seats(setup: Setup[R, CircleTerms], state: S) -> Round[S]:
    """One card to each player in the order of the list; the highest takes the first free seat from
    the croupier's left, and so on clockwise. Of equal cards the first drawn is the higher."""
    rules, places = setup.rules, state.places
    clause = rules.by("draw_from")
    suit = suit_of(setup)
    left = {c for c in DECK if rules.draw_from != ONE_SUIT or c[1] == suit}
    yield from shuffle_for(rules, "plazas")
    drawn: list[tuple[str, Card]] = []
    for player in places.drawing:
        card = yield from draw_one(left, clause)
        facts: dict[str, Fact] = {"player": player, "card": card}
        yield CardDealt(to=DRAWN, card=card, clause=clause)
        yield Announced(what="saca-carta", facts=facts, clause=clause)
        drawn.append((player, card))
    drawn.sort(key=lambda one: HEIGHT[one[1][0]], reverse=True)
    seats = free_seats(setup, (given.seat for given in places.given))
    given = list(places.given)
    for (player, _), seat in zip(drawn, seats[: len(drawn)], strict=True):
        facts = {"player": player, "place": seat}
        yield Announced(what="plaza-sorteada", facts=facts, clause=clause)
        given.append(Given(player, seat))
    yield CardsCleared(zone=DRAWN, clause=clause)
    out = tuple(card for _, card in drawn)
    return replace(state, drawn=out, places=replace(places, drawing=(), given=tuple(given)))


def free_seats(setup: Setup[Any, CircleTerms], given: Iterable[int]) -> tuple[int, ...]:
    """Free seats clockwise from the croupier's left."""
    most = setup.rules.players_max or len(DECK)
    return tuple(sorted(set(range(1, most + 1)) - {*setup.seats, *given}, reverse=True))


def suit_of(setup: Setup[Any, CircleTerms]) -> str:
    """The suit the casino chose for the draw; the highest of the deck as it is laid out if none."""
    return setup.terms.suit or SUITS[-1]
