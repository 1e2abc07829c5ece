"""A section of machines: machines, tickets and pots that one act moves together.

Whoever carries out such an act writes all of it or nothing. Nothing here draws: draws come with
the act, as a machine's own chance, a tape or a person gives them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from tapete.core.book.aggregate import Journal
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask
from tapete.core.round.event import Event
from tapete.core.round.live import Live
from tapete.systems.machines.cabinet import Cabinet, running_play
from tapete.systems.machines.commands import (
    CashOut,
    CloseTable,
    Continue,
    MachineCommand,
    Play,
    PutIn,
    Restart,
    SettleTable,
)
from tapete.systems.machines.events import CreditsOut
from tapete.systems.machines.machine import MACHINE
from tapete.systems.machines.play import MachineEvent, PlayBet, PlayResult, level_of, play
from tapete.systems.machines.program import AnyProgram, Reels
from tapete.systems.machines.ticket_events import TicketEvent
from tapete.systems.machines.tickets import (
    TICKET_BOOK,
    Issue,
    OpenBook,
    Pay,
    Present,
    TicketBook,
    TicketCommand,
)
from tapete.systems.pot.commands import Close, Contribute, Move, PotCommand, Receive, Suspend, Win
from tapete.systems.pot.events import FUND, PotEvent, PrizePaid
from tapete.systems.pot.state import Pot

Machine: TypeAlias = Journal[Cabinet, MachineCommand, MachineEvent]
PotJournal: TypeAlias = Journal[Pot, PotCommand, PotEvent]
Answers: TypeAlias = Callable[[Ask[Any]], Any]
"""Answers an ask with what is written of it, or raises `Waiting` if nobody has answered yet."""

DUTIES = {
    "director-de-maquinas": "CAT-VI.4.2.1-01",
    "jefe-de-seccion": "CAT-VI.4.2.1-02",
    "jefe-tecnico": "CAT-VI.4.2.1-03",
}
CONDITIONS = "CAT-VI.7.3-06"


class Waiting(Exception):
    """A play waits for its player."""


class Outcome(NamedTuple):
    """The result of an act: events of the machine, and the sum it paid."""

    events: tuple[Event, ...]
    paid: int


class Section:
    """Machines, tickets and pots of a casino."""

    def __init__(
        self, *, ticket_days: int | None = None, casino: str = "",
        on_fed: Callable[[str], None] = lambda pot: None,
    ) -> None:  # fmt: skip
        """``on_fed``: what follows a bet in a pot: the next threshold of a mystery is drawn."""
        self.on_fed = on_fed
        self.machines: dict[int, Machine] = {}
        self.pots: dict[str, PotJournal] = {}
        self.links: dict[int, tuple[str, ...]] = {}
        self.cut: set[str] = set()
        self.tickets: Journal[TicketBook, TicketCommand, TicketEvent] = Journal(
            TICKET_BOOK, "tickets"
        )
        self.tickets.do(OpenBook(casino, ticket_days))

    @staticmethod
    def open_session(duty: Iterable[str], *, checked: bool) -> None:
        """Raise `Refused` unless director, jefe de sección and jefe técnico are on duty and the
        machines were checked (CAT-VI.4.2.1, CAT-VI.5-02)."""
        present = set(duty)
        for role, clause in DUTIES.items():
            if role not in present:
                raise Refused(clause, "duty-missing", role=role)
        if not checked:
            raise Refused("CAT-VI.5-02", "not-checked")

    def add(self, number: int, pots: Iterable[str] = ()) -> Machine:
        """A new machine, linked to some pots."""
        self.machines[number] = Journal(MACHINE, f"maquina-{number}")
        self.links[number] = tuple(pots)
        return self.machines[number]

    # Plays

    def play(
        self, number: int, bet: PlayBet, answers: Answers, *, settle: bool = True,
        outside: bool = False,
    ) -> Outcome:  # fmt: skip
        """A play from its bet to its end, or to the first choice its player has not made: all of
        it is one entry of the machine's log, its pots fed before it has a result."""
        machine, linked = self.machines[number], self.linked(number)
        tried = Play(bet, (), None, linked, False, outside=outside)
        machine.aggregate.decide(machine.state, tried)
        program = machine.state.program()
        said, live = run(program, bet, answers)
        in_tournament = machine.state.tournament is not None
        stake = level_of(program, bet).stake * bet.denomination
        fed, prizes = ({}, {}) if in_tournament else self._fed(number, {bet.position: stake})
        prize = prizes.get(bet.position)
        if live.ended and settle and not in_tournament:
            prize = self._won(number, bet.position, live, program, prize)
        return self._done(machine, Play(bet, said, prize, linked, settle, fed))

    def go_on(self, number: int, answers: Answers) -> Outcome:
        """More answers to the play in course of a machine."""
        machine = self.machines[number]
        if machine.state.play is None:
            raise Refused("CAT-VI.5-03", "no-play")
        open_ = machine.state.play
        program = machine.state.program()
        given = list(open_.answers)

        def first_those(ask: Ask[Any]) -> Any:
            return given.pop(0) if given else answers(ask)

        said, live = run(program, open_.bet, first_those)
        prize = None
        if live.ended and machine.state.tournament is None:
            prize = self._won(number, open_.bet.position, live, program, None)
        return self._done(machine, Continue(said[len(open_.answers) :], prize))

    def restart(self, number: int) -> Outcome:
        """The power is back; a play that had all its draws is settled with them."""
        machine = self.machines[number]
        prize = None
        if machine.state.play is not None and machine.state.tournament is None:
            live = running_play(machine.state)
            if live.ended:
                bet = machine.state.play.bet
                prize = self._won(number, bet.position, live, machine.state.program(), None)
        return self._done(machine, Restart(prize))

    def linked(self, number: int) -> bool:
        """Whether a machine reaches all its pots."""
        return not any(pot in self.cut for pot in self.links[number])

    def close_table(self, number: int) -> None:
        """No more bets on the table game behind a machine: those that are down enter its pots."""
        machine, linked = self.machines[number], self.linked(number)
        machine.aggregate.decide(machine.state, CloseTable(linked))
        bets = machine.state.table.bets
        machine.do(CloseTable(linked, *self._fed(number, _sums(bets))))

    def settle_table(self, number: int, ended: SettleTable) -> tuple[Event, ...]:
        """The table game behind a machine is over; what was staked more enters the pots too."""
        machine = self.machines[number]
        machine.aggregate.decide(machine.state, ended)
        more = {at: amount for at, amount in ended.raised.items() if amount}
        fed, prizes = self._fed(number, more)
        return machine.do(replace(ended, fed=fed, prizes=prizes))

    def _fed(self, number: int, stakes: Mapping[int, int]) -> tuple[dict[str, int], dict[int, int]]:
        """Bets by position enter the pots of their machine: what they put into each, and what
        mystery pots pay for them. Into all or into none."""
        enter = [Contribute(unit_of(number), at, stake, True) for at, stake in stakes.items()]
        pots = [self.pots[pot] for pot in self.links[number]]
        for pot in pots:
            for bet in enter[:1]:
                pot.aggregate.decide(pot.state, bet)
        fed, prizes = Counter[str](), Counter[int]()
        for name, pot in zip(self.links[number], pots, strict=True):
            for bet in enter:
                told = pot.do(bet)
                fed[name] += put_in(told)
                for event in told:
                    if isinstance(event, PrizePaid):
                        prizes[event.place] += event.amount
                self.on_fed(name)
        return dict(fed), dict(prizes)

    def _won(
        self, number: int, position: int, live: Live[PlayResult], program: AnyProgram,
        prize: int | None,
    ) -> int | None:  # fmt: skip
        won = prize or 0
        plain = [pot for pot in self.links[number] if not is_mystery(self.pots[pot].state)]
        for _ in range(live.result.pots):  # the first takes the pot, the next what it begins with
            for pot in plain[:1]:
                won += sum(self.win(pot, number, (position,)).values())
            if not plain:  # linked to none: what the program says its pot is worth
                worth = program.pot if isinstance(program, Reels) else None
                won += 0 if worth is None else worth.base
        return won or None

    def win(self, pot: str, number: int, positions: tuple[int, ...]) -> dict[int, int]:
        """Positions of one machine win a pot in one play; gives what each gets."""
        told = self.pots[pot].do(Win(unit_of(number), positions, final=True))
        return {event.place: event.amount for event in told if isinstance(event, PrizePaid)}

    @staticmethod
    def _done(machine: Machine, command: MachineCommand) -> Outcome:
        told = machine.do(command)
        paid = sum(getattr(e, "paid", 0) for e in told if e.kind == "machine-play-ended")
        return Outcome(told, paid)

    # Tickets

    def ticket_in(self, number: int, name: str, position: int = 1) -> int:
        """A ticket goes into a machine: presented, credited and paid, or nothing of it."""
        machine, by = self.machines[number], unit_of(number)
        known = self.tickets.state.find(name)
        amount = 0 if known is None else known.amount
        machine.aggregate.decide(machine.state, PutIn("ticket", max(amount, 1), position))
        self.present(name, by, f"{by}:{machine.number}")
        machine.do(PutIn("ticket", amount, position))
        self.tickets.do(Pay(name, by))
        return amount

    def present(
        self, name: str, by: str, request: str, *, number: str | None = None,
        amount: int | None = None,
    ) -> int:  # fmt: skip
        """A ticket is presented; gives its amount. Without a number the right one is read."""
        known = self.tickets.state.find(name)
        read = number if number is not None else ("" if known is None else known.number)
        self.tickets.do(Present(name, by, request, read, amount))
        return 0 if known is None else known.amount

    def cash_out(
        self, number: int, to: str, *, name: str = "", validation: str = "",
        amount: int | None = None, position: int = 1,
    ) -> tuple[Event, ...]:  # fmt: skip
        """Credits come out of a machine; a ticket is issued in the same act."""
        machine = self.machines[number]
        out = CashOut(to, amount, position)
        for event in machine.aggregate.decide(machine.state, out):
            if to == "ticket" and isinstance(event, CreditsOut):
                self.tickets.do(Issue(name, validation, event.amount))
        return machine.do(out)

    # Pots

    def move_pot(self, pot: str, to: str | None, by: str) -> None:
        """Move all a pot holds to another; without one it would be cancelled, which a pot that
        holds money never is."""
        journal = self.pots[pot]
        if to is None:
            if journal.state.meters.held:
                held = journal.state.meters.held
                raise Refused(CONDITIONS, "pot-holds-money", pot=pot, held=held)
            journal.do(Suspend(by))
            journal.do(Close(by))
            return
        if to not in self.pots or to == pot:
            raise Refused(CONDITIONS, "no-such-pot", pot=to)
        meters = journal.state.meters
        journal.do(Suspend(by))
        journal.do(Move(to, by))
        self.pots[to].do(Receive(pot, by, meters))


def _sums(bets: Mapping[int, Mapping[str, int]]) -> dict[int, int]:
    """What each position has down."""
    return {at: sum(own.values()) for at, own in bets.items()}


def unit_of(number: int) -> str:
    """A machine as pots and tickets name it."""
    return f"maquina {number}"


def put_in(events: Iterable[PotEvent]) -> int:
    """What a bet put into a pot."""
    return sum(-n for event in events for place, n in event.moved if place == FUND)


def is_mystery(pot: Pot) -> bool:
    """Whether a pot is won by its threshold."""
    return pot.terms is not None and pot.terms.mystery


def run(
    program: AnyProgram, bet: PlayBet, answers: Answers
) -> tuple[tuple[Any, ...], Live[PlayResult]]:
    """A play as far as its answers carry it: what was said to each ask, as it is written."""
    live: Live[PlayResult] = Live(play(program, bet))
    said: list[Any] = []
    while live.ask is not None:
        try:
            written = answers(live.ask)
        except Waiting:
            break
        live.answer(live.ask.read(written))
        said.append(written)
    return tuple(said), live
