"""Tables of the games of twenty-one and rounds played card by card, for their tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask, Choose
from tapete.core.round.bets import Limits, Place
from tapete.core.round.betting import BetWindow
from tapete.core.round.cards import card
from tapete.core.round.chance import Exposed
from tapete.core.round.event import Announced, CardDealt, Event, net
from tapete.core.round.game import Game
from tapete.core.round.record import Record
from tapete.core.table.roles import staff_of
from tapete.core.table.table import PLENTY, Table
from tapete.scenario.answers import Answers
from tapete.scenario.file import RoundPlan, Tried
from tests.terms import terms_of

Bets = dict[int, Any]


def opened(
    game: Game[Any, Any],
    *seats: int,
    limits: Limits | None = None,
    people: dict[str, Sequence[int]] | None = None,
    **given: Any,
) -> Any:
    """An open table; ``people`` are those who hold several places."""
    terms = terms_of(game, limits, given.pop("extra", None))
    table = Table(game, seats=seats, terms=terms, **given)
    for name, places in (people or {}).items():
        for place in places:
            table.sit(place, name, chips=PLENTY)
    table.open_play(staff_of(table.rules))
    return table


def drawn(cards: str | Iterable[object]) -> tuple[Any, ...]:
    each = cards.split() if isinstance(cards, str) else cards
    return tuple(card(one) if isinstance(one, str) else one for one in each)


def played(
    table: Table,
    bets: Bets,
    cards: str | Iterable[object],
    moves: dict[int, str] | None = None,
    refused: Sequence[tuple[int, str]] = (),
) -> Record:
    """One round: every card and every move given is used, and none besides.

    ``refused`` are moves that must be refused at every question put to the seat.
    """
    plan = RoundPlan(
        bets={seat: on if isinstance(on, dict) else {"principal": on} for seat, on in bets.items()},
        chance=drawn(cards),
        moves={seat: tuple(said.split()) for seat, said in (moves or {}).items()},
        refused=tuple(Tried(seat=seat, move=move) for seat, move in refused),
    )
    answers = Answers(plan, table.rounds + 1, table.begin())
    while answers.live.ask is not None:
        answers.give()
    answers.check_all_used()
    return table.finish()


def won(record: Record) -> dict[int, int]:
    """What each seat of the table won or lost."""
    return {seat: net(record.events, seat) for seat in record.header.seats}


def told(events: Iterable[Event] | Record, kind: type[Event]) -> list[Any]:
    every = events.events if isinstance(events, Record) else events
    return [event for event in every if isinstance(event, kind)]


def said(events: Iterable[Event] | Record) -> list[tuple[str, str]]:
    """What was announced, each with its clause."""
    return [(event.what, event.clause) for event in told(events, Announced)]


def dealt(record: Record, zone: str) -> str:
    """The cards that came to a zone, in order."""
    return " ".join(event.card for event in told(record, CardDealt) if event.to == zone)


def betting(table: Table) -> BetWindow:
    """A round is begun and its betting open."""
    ask = table.begin().ask
    assert isinstance(ask, BetWindow)
    return ask


def asked(table: Table, bets: Bets, cards: str, *moves: str) -> Choose:
    """The question put to a player after these bets and cards; ``moves`` are answered first."""
    betting(table)
    for seat, on in bets.items():
        for bet, amount in (on if isinstance(on, dict) else {"principal": on}).items():
            table.bet(Place(seat, bet, amount))
    table.close_bets()
    answers, left = list(moves), list(drawn(cards))
    live = table.live
    assert live is not None
    while left or answers:
        table.answer(answers.pop(0) if isinstance(live.ask, Choose) else left.pop(0))
    assert isinstance(live.ask, Choose)
    return live.ask


def moves_of(ask: Choose) -> set[str]:
    return {option.name for option in ask.options}


def refusal(window: BetWindow, *places: Place) -> tuple[str, str]:
    """The clause and code with which the last of these bets, or the close, is refused."""
    open_bets = window.open()
    for place in places[:-1]:
        open_bets.take(place)
    with pytest.raises(Refused) as refused:
        open_bets.take(places[-1])
        open_bets.close()
    return refused.value.clause, refused.value.code


def shoe_of(table: Table, **changes: Any) -> None:
    """Change the shoe on the table: where the cut card stands, how many cards are left."""
    state: Any = table.state
    table.state = replace(state, shoe=replace(state.shoe, **changes))


def burned(text: str) -> Exposed:
    """A card that comes out of the shoe face up."""
    return Exposed(card(text))


class Cuts:
    """Everybody who is offered the cut, and the seat that takes it."""

    def __init__(self, *takes: int, at: int = 200) -> None:
        self.takes, self.at, self.offered = takes, at, list[Choose]()

    def __call__(self, ask: Ask[Any]) -> str:
        assert isinstance(ask, Choose)
        self.offered.append(ask)
        return f"cortar:{self.at}" if ask.seat in self.takes else "no"
