"""A progressive in use: its journal, and the link through which a table speaks to it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from tapete.core.book.aggregate import Aggregate, Journal, Snapshot
from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place, Remove
from tapete.core.round.event import Event
from tapete.core.round.pot import PROGRESIVO, Levels, PotAsk, PotBetReturned, PotFed, PotPaid
from tapete.core.table.table import Table
from tapete.games.poker.pot import CreditsMoved, Lights, PotClosing, PotCredited, PotLevels
from tapete.games.poker.progressive import Link
from tapete.systems.pot.commands import Prize
from tapete.systems.pot.events import PotEvent
from tapete.systems.progressive.commands import (
    BuyCredits,
    CashCredits,
    End,
    FailLight,
    Feed,
    Give,
    Lock,
    MendLight,
    Pay,
    ProgressiveCommand,
    Stake,
    TakeBack,
    Withdraw,
)
from tapete.systems.progressive.decide import decide
from tapete.systems.progressive.events import (
    CreditsBought,
    CreditsCashed,
    CreditsStaked,
    CreditsTakenBack,
)
from tapete.systems.progressive.evolve import evolve
from tapete.systems.progressive.state import ProgressiveState, table_of, terms_of
from tapete.systems.progressive.terms import MANUAL

PROGRESSIVE = Aggregate(
    "progresivo", ProgressiveState(), ProgressiveCommand, PotEvent, decide, evolve
)
"""The pot of one or more tables."""


class ProgressiveJournal(Journal[ProgressiveState, ProgressiveCommand, PotEvent]):
    """A progressive and all that happened to it.

    Whoever reaches it first is served first: wins of different tables come in the order received.
    """

    def __init__(self, id: str, since: Snapshot[ProgressiveState] | None = None) -> None:
        super().__init__(PROGRESSIVE, id, since)

    @property
    def events(self) -> list[PotEvent]:
        """All that happened since it was taken up."""
        return [event for entry in self.entries for event in entry.events]

    def link(self, table: str) -> TablePot:
        """The link of a table that was linked to this pot."""
        table_of(self.state, table)
        return TablePot(self, table)


class TablePot:
    """The pot as one table sees it (`games.poker.pot.AcceptorPort`); nothing once unlinked."""

    def __init__(self, pot: ProgressiveJournal, table: str) -> None:
        self.pot, self.table = pot, table
        self._moved: list[CreditsMoved] = []

    @property
    def linked(self) -> bool:
        return self.table in self.pot.state.tables

    def terms(self) -> Link | None:
        """The terms of the link now; none while the pot may take no bets."""
        state = self.pot.state
        if not state.pot.active or not self.linked:
            return None
        terms, positions = terms_of(state), table_of(state, self.table).positions
        return Link(
            credit=terms.credit,
            min=terms.min,
            max=terms.max,
            closed=tuple(seat for seat, position in positions.items() if position.faulty),
            complementary=terms.complementary,
            pot=terms.pot,
        )

    def answer(self, ask: PotAsk[Any]) -> Any:
        """Close the bets of the table, or say what the pot holds."""
        return ask.of(self)

    def lights(self, ask: PotClosing) -> Lights:
        """Close the bets of the table: the positions that are lit take part."""
        if not self.linked:
            return Lights(())
        self._do(Lock(self.table, dict(ask.bets)))
        positions = self.pot.state.tables[self.table].positions
        return Lights(tuple(seat for seat in ask.seats if positions[seat].lit))

    def levels(self, ask: PotLevels) -> Levels:
        """The balance of the pot."""
        return self.pot.state.meters.levels

    def take(self, events: Sequence[Event]) -> None:
        """Take in what a round told: bets, bets handed back, prizes."""
        mine = [e for e in events if isinstance(e, PotFed | PotBetReturned | PotPaid | PotCredited)]
        for kind, told in groupby(mine, type):
            if kind is PotPaid:
                prizes = tuple(prize_of(event) for event in told if isinstance(event, PotPaid))
                self._do(Pay(self.table, prizes))
                continue
            for event in told:
                self._take(event)

    def _take(self, event: Event) -> None:
        match event:
            case PotFed():
                self._do(Feed(self.table, event.seat, event.amount))
            case PotBetReturned():
                self._do(Withdraw(self.table, event.seat))
            case PotCredited():
                self._do(Give(self.table, event.seat, event.prize, event.credits))

    def end(self, *, voided: bool) -> None:
        """The round of the table is over."""
        if self.linked:
            self._do(End(self.table, voided))

    def light(self, seat: int, *, works: bool) -> None:
        """The light of a position fails, or works again."""
        self._do(MendLight(self.table, seat) if works else FailLight(self.table, seat))

    # The electronic acceptor

    @property
    def buttons(self) -> bool:
        """Whether the acceptors of the pot are electronic."""
        return self.linked and terms_of(self.pot.state).acceptor != MANUAL

    def load(self, seat: int, credits: int, instrument: str) -> None:
        """Credits are bought and loaded on the meter of a position."""
        self._do(BuyCredits(self.table, seat, credits, instrument))

    def cash(self, seat: int) -> None:
        """The credits of a meter become chips again."""
        self._do(CashCredits(self.table, seat))

    def leave(self, seat: int) -> tuple[CreditsMoved, ...]:
        """Cash the credits of a place as chips, for the player who leaves it."""
        if not self.buttons:
            return ()
        position = self.pot.state.tables[self.table].positions.get(seat)
        if position is not None and (position.credits or position.promotional):
            self.cash(seat)
        return self.moved()

    def stake(self, seat: int, credits: int) -> int:
        """The button is pressed; gives what the credits are worth."""
        self._do(Stake(self.table, seat, credits))
        return credits * terms_of(self.pot.state).credit

    def take_back(self, seat: int) -> None:
        """The bet on the pot goes back to its meter."""
        self._do(TakeBack(self.table, seat))

    def moved(self) -> tuple[CreditsMoved, ...]:
        """The movements of table chips at the acceptors since the last call."""
        moved, self._moved = tuple(self._moved), []
        return moved

    def _do(self, command: ProgressiveCommand) -> None:
        for event in self.pot.do(command):
            if isinstance(event, OF_THE_ACCEPTOR) and event.moved:
                self._moved.append(
                    CreditsMoved(
                        seat=event.seat, credits=_onto_meter(event), why=event.kind,
                        moved=event.moved, clause=event.clause,
                    )
                )  # fmt: skip


OF_THE_ACCEPTOR = (CreditsBought, CreditsCashed, CreditsStaked, CreditsTakenBack)


def _onto_meter(
    event: CreditsBought | CreditsCashed | CreditsStaked | CreditsTakenBack,
) -> int:
    """The credits that come on the meter by this, below nought those that leave it."""
    match event:
        case CreditsBought():
            return event.credits
        case CreditsTakenBack():
            return event.credits + event.promotional
    return -event.credits


def prize_of(told: PotPaid) -> Prize:
    """A prize as a round has told it."""
    return Prize(
        place=told.seat, prize=told.prize, amount=told.amount, main=told.main,
        reserve=told.reserve, advance=told.advance, whole=told.whole, clause=told.clause,
    )  # fmt: skip


def press(table: Table, link: TablePot, seat: int, credits: int) -> None:
    """A player presses the button of his position: credits leave the meter and lie on the pot's
    spot of the table. If the table refuses the bet the credits are back on the meter."""
    link.pot.do(Stake(link.table, seat, credits))
    amount = credits * terms_of(link.pot.state).credit
    try:
        table.bet(Place(seat, PROGRESIVO, amount))
    except Refused:
        link.pot.do(TakeBack(link.table, seat, credits))
        raise


def release(table: Table, link: TablePot, seat: int) -> None:
    """A player takes his bet on the pot back before the close: the credits are his again."""
    table.bet(Remove(seat, PROGRESIVO))
    link.pot.do(TakeBack(link.table, seat))
