"""Tables of War and Treinta y Cuarenta for tests: bets, cards and moves in, events out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask, Choose
from tapete.core.round.bets import BetAction, Limits, Place, Remove, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.cards import Card
from tapete.core.round.chance import DrawCard, Irregular
from tapete.core.round.event import Announced, BetReturned, CardDealt, Event, RoundVoided, net
from tapete.core.round.record import Record
from tapete.core.round.shoe import Shoe
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.cards.between import PackState
from tapete.games.registry import find
from tests.terms import terms_of

WAR = "war"
TREINTA = "treinta-y-cuarenta"

Bets = Mapping[int, Mapping[str, int]]
Moves = Mapping[int, Sequence[str]]
E = TypeVar("E", bound=Event)


def opened(
    game: str,
    *seats: int,
    rules: str = "scj-2023",
    changes: dict[str, str] | None = None,
    limits: Limits | None = None,
    extra: dict[str, Any] | None = None,
    plan: Plan | None = None,
) -> Table:
    """A table with its staff, open for play."""
    found = find(game)
    terms = terms_of(found, limits, extra)
    table = Table(found, edition=rules, changes=changes, terms=terms, seats=seats, plan=plan)
    table.open_play(staff_of(table.rules))
    return table


@dataclass
class Answers:
    """The answers of one round: a slip, the cards in their order, each seat's moves in its own."""

    slip: Slip
    cards: list[Card | Irregular]
    moves: dict[int, list[str]]
    asked: list[Ask[Any]] = field(default_factory=list)

    def __call__(self, ask: Ask[Any]) -> Any:
        self.asked.append(ask)
        match ask:
            case BetWindow():
                return self.slip
            case DrawCard():
                return self.cards.pop(0)
            case Choose():
                moves = self.moves.get(ask.seat, [])
                if ask.optional and not (moves and ask.fits(moves[0])):
                    return ask.default
                return moves.pop(0)
        raise AssertionError(ask)


@dataclass
class Played:
    """A round that was played."""

    record: Record
    asked: list[Ask[Any]]

    @property
    def events(self) -> tuple[Event, ...]:
        return self.record.events

    def of(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def net(self, seat: int) -> int:
        return net(self.events, seat)

    def said(self) -> list[str]:
        return [event.what for event in self.of(Announced)]

    def one(self, what: str) -> Announced:
        [event] = [event for event in self.of(Announced) if event.what == what]
        return event

    def dealt(self, zone: str) -> list[str | None]:
        return [event.card for event in self.of(CardDealt) if event.to == zone]

    def voided(self) -> RoundVoided:
        [event] = self.of(RoundVoided)
        return event

    def back(self, seat: int) -> dict[str, int]:
        """What came back to a seat, bet by bet."""
        return {event.bet: event.amount for event in self.of(BetReturned) if event.seat == seat}

    def choices(self, seat: int) -> list[Choose]:
        return [ask for ask in self.asked if isinstance(ask, Choose) and ask.seat == seat]


def slip(bets: Bets, remove: Mapping[int, Iterable[str]] | None = None) -> Slip:
    actions: list[BetAction] = [Remove(s, bet) for s, on in (remove or {}).items() for bet in on]
    actions += [Place(s, bet, n) for s, on in bets.items() for bet, n in on.items()]
    return Slip(tuple(actions))


def played(
    table: Table,
    bets: Bets,
    cards: str | Iterable[Any] = (),
    moves: Moves | None = None,
    remove: Mapping[int, Iterable[str]] | None = None,
) -> Played:
    """One round. All its cards and moves must be used up."""
    came: list[Any] = list(cards.split() if isinstance(cards, str) else cards)
    answers = Answers(
        slip(bets, remove), came, {s: list(said) for s, said in (moves or {}).items()}
    )
    live = table.begin()
    while live.ask is not None:
        table.answer(answers(live.ask))
    assert not answers.cards and not any(answers.moves.values())
    return Played(table.finish(), answers.asked)


def prepared(table: Table, moves: Moves | None = None) -> Played:
    """The shuffle before the next round."""
    answers = Answers(Slip(), [], {s: list(said) for s, said in (moves or {}).items()})
    record = table.prepare(answers)
    assert record is not None
    return Played(record, answers.asked)


def shoe_of(table: Table) -> Shoe:
    assert isinstance(table.state, PackState)
    return table.state.shoe


def with_shoe(table: Table, *, left: int, behind: int | None) -> None:
    """Let so many cards be left in the shoe; the others lie burned, nobody knows which."""
    assert isinstance(table.state, PackState)
    shoe = table.state.shoe
    hidden = sum(shoe.unseen.values()) - left
    table.state = replace(table.state, shoe=replace(shoe, hidden=hidden, behind=behind))


def refused(table: Table, bets: Bets) -> Refused:
    """What is said to a slip that cannot be taken."""
    live = table.begin()
    assert isinstance(live.ask, BetWindow)
    with pytest.raises(Refused) as caught:
        live.answer(slip(bets))
    table.void("prueba")
    return caught.value
