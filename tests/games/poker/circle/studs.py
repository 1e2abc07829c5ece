"""Hands of the studs, written card by card and move by move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from tapete.core.round.ask import Ask, Ruling
from tapete.core.round.bets import Limits
from tapete.core.round.cards import DECK, Card
from tapete.core.round.chance import DrawCard
from tapete.core.round.event import Announced, Event, Ruled, TurnGiven, nets
from tapete.core.round.live import Live
from tapete.core.round.record import Record
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.poker.circle.rules import CircleState
from tapete.games.poker.circle.speak import Speak
from tapete.games.poker.circle.stakes import CircleTerms, Rake
from tapete.games.registry import find

STUD, SEVEN = "stud-poker", "seven-stud-poker"
E = TypeVar("E", bound=Event)


def table_of(
    game: str,
    stacks: Mapping[int, int],
    *,
    minimum: int = 1000,
    rake: Rake | None = None,
    edition: str = "scj-2023",
    limits: Limits | None = None,
    button: int | None = None,
    **terms: Any,
) -> Table:
    """An open table with these players and their chips."""
    given = limits or Limits()
    circle = CircleTerms(limits=given, minimum=minimum, rake=rake, **terms)
    table = Table(find(game), edition=edition, terms=circle, version="test")
    for seat, chips in stacks.items():
        table.sit(seat, f"p{seat}", chips=chips)
    table.open_play(staff_of(table.rules))
    if button is not None:
        table.act("button", seat=button)
    return table


class Script:
    """Answers from a list of cards and of each seat's moves; what is left over must be nothing."""

    def __init__(
        self,
        cards: str | Iterable[Any],
        moves: Mapping[int, Iterable[str]] | None = None,
        rulings: Iterable[str] = (),
    ) -> None:
        self.cards = [one for part in ([cards] if isinstance(cards, str) else cards)
                      for one in (part.split() if isinstance(part, str) else [part])]  # fmt: skip
        self.moves = {seat: list(said) for seat, said in (moves or {}).items()}
        self.rulings = list(rulings)

    def __call__(self, ask: Ask[Any]) -> Any:
        if isinstance(ask, DrawCard):
            found = self.cards.pop(0)
            return Card(found) if isinstance(found, str) else found
        if isinstance(ask, Ruling):
            return self.rulings.pop(0) if self.rulings else ask.silence
        assert ask.choice is not None
        said = self.moves.get(ask.seat, [])
        if ask.optional and not (said and ask.fits(said[0])):
            return ask.silence
        assert said, f"{ask.seat} is asked {ask.about}: {[o.name for o in ask.choice.options]}"
        return said.pop(0)

    def check_used(self) -> None:
        assert not self.cards
        assert not any(self.moves.values()), self.moves


def played(
    table: Table,
    cards: str | Iterable[Any],
    moves: Mapping[int, Iterable[str]] | None = None,
    rulings: Iterable[str] = (),
) -> Record:
    """A whole hand."""
    script = Script(cards, moves, rulings)
    record = table.play(script)
    script.check_used()
    return record


def dealt(
    table: Table, cards: str | Iterable[Any], moves: Mapping[int, Iterable[str]] | None = None
) -> tuple[Live[Any], Speak]:
    """A hand played until the moves have run out; the question that is open then."""
    script = Script(cards, moves)
    table.prepare(script)
    live = table.begin()
    while not isinstance(live.ask, Speak) or script.moves.get(live.ask.seat):
        assert live.ask is not None
        table.answer(script(live.ask))
    script.check_used()
    assert isinstance(live.ask, Speak)
    return live, live.ask


def told(events: Iterable[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def said(events: Iterable[Event]) -> dict[str, str]:
    """What was announced, and by which clause."""
    return {event.what: event.clause for event in told(events, Announced)}


def turns(record: Record) -> list[int | None]:
    """Whose turn it was, question by question."""
    return [event.seat for event in told(record.events, TurnGiven)]


def ruled(events: Iterable[Event]) -> list[tuple[str, str]]:
    return [(event.question, event.ruling) for event in told(events, Ruled)]


def net(record: Record) -> dict[int, int]:
    """What each seat won or lost; seats that did neither are left out."""
    return {seat: amount for seat, amount in nets(record.events).items() if amount}


def state_of(table: Table) -> CircleState:
    assert isinstance(table.state, CircleState)
    return table.state


def others(*used: str) -> list[str]:
    """The cards of the deck that are not among these, to fill a deal with."""
    taken = {card for part in used for card in part.split()}
    return [card for card in DECK if card not in taken]
