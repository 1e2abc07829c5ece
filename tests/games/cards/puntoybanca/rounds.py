"""Tables of Punto y Banca for the tests, and rounds in which every card is said beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.book.plan import Plan
from tapete.core.round.ask import Ask, Choose
from tapete.core.round.bets import Limits, Place, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.cards import card
from tapete.core.round.chance import DrawCard
from tapete.core.round.event import Announced, Event, nets
from tapete.core.round.record import Record
from tapete.core.table.roles import staff_of
from tapete.core.table.table import PLENTY, Table
from tapete.games.cards.puntoybanca.state import PuntoYBancaState
from tapete.games.registry import find
from tests.terms import terms_of

PYB, MIDI, MINI = "punto-y-banca", "midi-punto-y-banca", "mini-punto-y-banca"
ALL = (PYB, MIDI, MINI)

Bets = Mapping[int, Mapping[str, int]]
BOTH: Bets = {1: {"punto": 1000}, 4: {"banca": 1000}}

# Rounds by their result, each dealt with four cards.
PUNTO_WINS = ("9c", "2d", "Kd", "5s")  # 9 to 7
BANCA_WINS = ("Kc", "9d", "4h", "Qs")  # 4 to 9
TIE = ("3d", "Kc", "4s", "7h")  # 7 to 7


class Says:
    """An answerer: these bets, these cards in their order, these moves of each seat."""

    def __init__(
        self, cards: Sequence[Any], bets: Bets, moves: Mapping[int, Sequence[str]]
    ) -> None:
        self.cards = [card(c) if isinstance(c, str) else c for c in cards]
        self.bets, self.moves = bets, {seat: list(said) for seat, said in moves.items()}
        self.asked: list[Choose] = []

    def __call__(self, ask: Ask[Any]) -> Any:
        if isinstance(ask, BetWindow):
            placed = [(seat, bet, n) for seat, on in self.bets.items() for bet, n in on.items()]
            return Slip(tuple(Place(*bet) for bet in placed))
        if isinstance(ask, DrawCard):
            return self.cards.pop(0)
        assert isinstance(ask, Choose)
        self.asked.append(ask)
        said = self.moves.get(ask.seat, [])
        return said.pop(0) if said and ask.fits(said[0]) else ask.default


def a_table(
    game: str = PYB,
    *,
    seats: Sequence[int] = (1, 4),
    limits: Limits | None = None,
    plan: Plan | None = None,
    changes: dict[str, str] | None = None,
    **extra: Any,
) -> Table:
    """An open table with these seats taken."""
    found = find(game)
    terms = terms_of(found, limits, extra)
    table = Table(found, terms=terms, plan=plan, changes=changes, name="mesa-1")
    for seat in seats:
        table.sit(seat, f"seat-{seat}", chips=PLENTY)
    table.open_play(staff_of(table.rules))
    return table


def play(
    table: Table,
    cards: Sequence[Any],
    bets: Bets = BOTH,
    moves: Mapping[int, Sequence[str]] | None = None,
) -> Record:
    """One round with these cards, all of them used."""
    says = Says(cards, bets, moves or {})
    record = table.play(says)
    assert says.cards == [], "cards left"
    return record


def asked(
    table: Table,
    cards: Sequence[Any],
    bets: Bets = BOTH,
    moves: Mapping[int, Sequence[str]] | None = None,
) -> list[tuple[int, str]]:
    """Who was asked what in one round."""
    says = Says(cards, bets, moves or {})
    table.play(says)
    return [(ask.seat, ask.about) for ask in says.asked]


def net(record: Record) -> dict[int, int]:
    """What each seat won or lost."""
    return {seat: amount for seat, amount in nets(record.events).items() if amount}


def said(events: Sequence[Event]) -> list[str]:
    """What was announced, in order."""
    return [event.what for event in events if isinstance(event, Announced)]


def of_kind(events: Sequence[Event], kind: str) -> list[Any]:
    return [event for event in events if event.kind == kind]


def announced(events: Sequence[Event], what: str) -> list[dict[str, Any]]:
    """The facts of every announcement of this phrase."""
    return [dict(e.facts) for e in events if isinstance(e, Announced) and e.what == what]


def kept(table: Table) -> PuntoYBancaState:
    """What the table keeps between rounds."""
    assert isinstance(table.state, PuntoYBancaState)
    return table.state
