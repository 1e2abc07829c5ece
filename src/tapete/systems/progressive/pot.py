"""A pot in use: its log of events, and the link through which a table speaks to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from tapete.core.ask import plain
from tapete.core.bets import Place, Remove
from tapete.core.event import Event
from tapete.core.pot import (
    PROGRESIVO,
    CreditsMoved,
    Lights,
    PotAsk,
    PotBetReturned,
    PotClosing,
    PotCredited,
    PotFed,
    PotLevels,
    PotPaid,
)
from tapete.core.refused import Refused
from tapete.core.table import Table
from tapete.games.poker.progressive import Link
from tapete.systems.progressive.commands import (
    BuyCredits,
    CashCredits,
    Command,
    End,
    FailLight,
    Feed,
    Give,
    Lock,
    MendLight,
    Pay,
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
    PotEvent,
)
from tapete.systems.progressive.evolve import evolve, fold
from tapete.systems.progressive.state import table_of, terms_of
from tapete.systems.progressive.terms import MANUAL

Keep = Callable[[Sequence[PotEvent]], None]


class Pot:
    """A pot and all that happened to it. ``keep`` is told of new events before they count.

    Whoever reaches it first is served first: wins of different tables come in the order received.
    """

    def __init__(self, past: Iterable[PotEvent] = (), keep: Keep | None = None) -> None:
        self.log = list(past)
        self.state = fold(self.log)
        self._keep = keep

    def do(self, command: Command) -> tuple[PotEvent, ...]:
        """Do something with the pot, or raise `Refused` and change nothing."""
        events = decide(command, self.state)
        if self._keep is not None and events:
            self._keep(events)
        for event in events:
            self.state = evolve(self.state, event)
        self.log += events
        return events

    def link(self, table: str) -> PotLink:
        """The link of a table that was linked to this pot."""
        table_of(self.state, table)
        return PotLink(self, table)


class PotLink:
    """What a table sees of its pot (`tapete.core.pot.PotPort`); nothing once it was unlinked."""

    def __init__(self, pot: Pot, table: str) -> None:
        self.pot, self.table = pot, table
        self._moved: list[CreditsMoved] = []

    @property
    def linked(self) -> bool:
        return self.table in self.pot.state.tables

    def terms(self) -> dict[str, Any]:
        """The terms of the link now; none while the pot may take no bets."""
        state = self.pot.state
        if not state.active or not self.linked:
            return {}
        terms, positions = terms_of(state), table_of(state, self.table).positions
        link = Link(
            credit=terms.credit,
            min=terms.min,
            max=terms.max,
            closed=tuple(seat for seat, position in positions.items() if position.faulty),
            complementary=terms.complementary,
            pot=terms.pot,
        )
        written: dict[str, Any] = json.loads(plain(link))
        return written

    def answer(self, ask: PotAsk[Any]) -> Any:
        """Close the bets of the table, or say what the pot holds."""
        match ask:
            case PotClosing() if not self.linked:
                return Lights(())
            case PotClosing():
                self._do(Lock(self.table, dict(ask.bets)))
                positions = self.pot.state.tables[self.table].positions
                return Lights(tuple(seat for seat in ask.seats if positions[seat].lit))
            case PotLevels():
                return self.pot.state.balances.levels
        raise TypeError(f"a pot does not answer {type(ask).__name__}")

    def take(self, events: Sequence[Event]) -> None:
        """Take in what a round told: bets, bets handed back, prizes."""
        mine = [e for e in events if isinstance(e, PotFed | PotBetReturned | PotPaid | PotCredited)]
        for kind, told in groupby(mine, type):
            if kind is PotPaid:
                prizes = tuple(event for event in told if isinstance(event, PotPaid))
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

    def cash(self, seat: int, *, if_any: bool = False) -> None:
        """The credits of a meter become chips again."""
        position = table_of(self.pot.state, self.table).positions.get(seat)
        if not if_any or (position is not None and (position.credits or position.promotional)):
            self._do(CashCredits(self.table, seat))

    def stake(self, seat: int, credits: int) -> int:
        """The button is pressed; gives what the credits are worth."""
        self._do(Stake(self.table, seat, credits))
        return credits * terms_of(self.pot.state).credit

    def take_back(self, seat: int) -> None:
        """The bet on the pot goes back to its meter."""
        self._do(TakeBack(self.table, seat))

    def moved(self) -> tuple[CreditsMoved, ...]:
        """What the acceptors did with chips of the table since it was last asked."""
        moved, self._moved = tuple(self._moved), []
        return moved

    def _do(self, command: Command) -> None:
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


def press(table: Table, link: PotLink, seat: int, credits: int) -> None:
    """A player presses the button of his position: credits leave the meter and lie on the pot's
    spot of the table. If the table refuses the bet the credits are back on the meter."""
    link.pot.do(Stake(link.table, seat, credits))
    amount = credits * terms_of(link.pot.state).credit
    try:
        table.bet(Place(seat, PROGRESIVO, amount))
    except Refused:
        link.pot.do(TakeBack(link.table, seat, credits))
        raise


def release(table: Table, link: PotLink, seat: int) -> None:
    """A player takes his bet on the pot back before the close: the credits are his again."""
    table.bet(Remove(seat, PROGRESIVO))
    link.pot.do(TakeBack(link.table, seat))
