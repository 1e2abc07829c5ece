"""One command at a machine while it is carried out: the cabinet as it becomes, and what is told.

Nothing of it is the machine's until all of it went well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask
from tapete.core.round.event import Event
from tapete.core.round.live import Live
from tapete.floor.aggregates.pot_door import PotDoor
from tapete.floor.units.maquina.spec import MachineSpec
from tapete.systems.machines.cabinet import Cabinet
from tapete.systems.machines.commands import (
    CloseTable,
    Continue,
    MachineCommand,
    Play,
    SettleTable,
)
from tapete.systems.machines.events import PlayEnded, PotFed, PotWon, TablePlayEnded
from tapete.systems.machines.machine import MACHINE
from tapete.systems.machines.play import MachineEvent, PlayBet, PlayResult, level_of
from tapete.systems.machines.program import AnyProgram, Reels
from tapete.systems.machines.section import Answers, put_in, run
from tapete.systems.machines.states import check_going_on
from tapete.systems.pot.commands import Contribute, Win
from tapete.systems.pot.events import PotEvent, PrizePaid

FED, WON = "CAT-VI.7.3-03", "CAT-VI.7.3-05"


class Work:
    """The work of a command on a machine."""

    def __init__(self, cabinet: Cabinet, players: dict[int, str]) -> None:
        self.cabinet, self.players = cabinet, players
        self.events: list[Event] = []

    @property
    def ended(self) -> int:
        """The number of plays the command ended."""
        return sum(isinstance(event, PlayEnded | TablePlayEnded) for event in self.events)

    def do(self, command: MachineCommand) -> None:
        """Something is done at the cabinet, or refused."""
        self.tell(*MACHINE.decide(self.cabinet, command))

    def can(self, command: MachineCommand) -> Sequence[MachineEvent]:
        """The events a command would bring about, or `Refused`."""
        return MACHINE.decide(self.cabinet, command)

    def tell(self, *events: Event) -> None:
        """These things happened."""
        for event in events:
            self.events.append(event)
            if isinstance(event, MachineEvent):
                self.cabinet = MACHINE.evolve(self.cabinet, event)

    # Plays

    def play(self, bet: PlayBet, answers: Answers, pots: PotDoor, spec: MachineSpec) -> None:
        """A play from its bet to its end, or to the first choice its player has not made. Its bet
        enters the pots before it has a result."""
        program = self.cabinet.program()
        in_tournament = self.cabinet.tournament is not None
        stake = level_of(program, bet).stake * bet.denomination
        fed = [] if in_tournament else _fed(pots, spec, bet.position, stake)
        said, live = run(program, bet, answers)
        asks = ""
        if live.ended and not in_tournament:
            won, asks = _won(pots, spec, bet.position, live)
            fed += won
        prize = _prize(fed, live, program, spec, in_tournament)
        self._told(fed, MACHINE.decide(self.cabinet, Play(bet, said, prize, asks=asks)))

    def go_on(self, answers: Answers, pots: PotDoor, spec: MachineSpec) -> None:
        """The play in course goes on with more answers."""
        open_ = self.cabinet.play
        if open_ is None:
            raise Refused("CAT-VI.5-03", "no-play")
        given = list(open_.answers)

        def first_those(ask: Ask[Any]) -> Any:
            return given.pop(0) if given else answers(ask)

        program = self.cabinet.program()
        in_tournament = self.cabinet.tournament is not None
        said, live = run(program, open_.bet, first_those)
        won, asks = list[PotFed | PotWon](), ""
        if live.ended and not in_tournament and not open_.waits:
            won, asks = _won(pots, spec, open_.bet.position, live)
        prize = _prize(won, live, program, spec, in_tournament)
        more = Continue(said[len(open_.answers) :], prize, asks)
        self._told(won, MACHINE.decide(self.cabinet, more))

    def take_prize(self, pots: PotDoor, spec: MachineSpec) -> None:
        """The casino that keeps the pot has said what the play in course has won of it."""
        open_ = self.cabinet.play
        if open_ is None or not open_.waits:
            raise Refused("CAT-VI.5-03", "no-play")
        check_going_on(self.cabinet)
        amount, position = pots.take(open_.waits, spec.id), open_.bet.position
        if amount:
            self.tell(PotWon(pot=open_.waits, amount=amount, position=position, clause=WON))
        self.do(Continue((), amount))

    # The table game behind the machine

    def close_table(self, pots: PotDoor, spec: MachineSpec) -> None:
        """No more bets: those that are down enter the pots before there is a result."""
        self.can(CloseTable())
        bets = self.cabinet.table.bets
        fed = _all_fed(pots, spec, {at: sum(own.values()) for at, own in bets.items()})
        self.do(CloseTable(prizes=_by_position(fed)))
        self.tell(*fed)

    def settle_table(self, ended: SettleTable, pots: PotDoor, spec: MachineSpec) -> None:
        """The game is over; what was staked more in its course enters the pots too."""
        more = {at: more for at, more in ended.raised.items() if more}
        fed = _all_fed(pots, spec, more, begun=True)
        self.tell(*fed)
        self.do(replace(ended, prizes=_by_position(fed)))

    def _told(self, pots: list[PotFed | PotWon], events: Any) -> None:
        """What pots did stands behind the bet, before what came of it."""
        first, *rest = events
        self.tell(first, *pots, *rest)


def _fed(
    pots: PotDoor, spec: MachineSpec, position: int, stake: int, *, begun: bool = False
) -> list[PotFed | PotWon]:
    """The bet enters the machine's pots; a mystery pot may be won by it."""
    told: list[PotFed | PotWon] = []
    for pot in spec.pots:
        bet = Contribute(spec.id, position, stake, True)
        events = pots.feed(pot, bet, far=pot in spec.far, begun=begun)
        told.append(PotFed(pot=pot, amount=put_in(events), clause=FED))
        told += _prizes(pot, position, events)
    return told


def _all_fed(
    pots: PotDoor, spec: MachineSpec, stakes: Mapping[int, int], *, begun: bool = False
) -> list[PotFed | PotWon]:
    """Feed the machine's pots with the stakes of these positions."""
    all_ = sorted(stakes.items())
    return [one for at, stake in all_ for one in _fed(pots, spec, at, stake, begun=begun)]


def _by_position(told: list[PotFed | PotWon]) -> dict[int, int]:
    """What pots pay each position."""
    won = Counter[int]()
    for event in told:
        if isinstance(event, PotWon):
            won[event.position] += event.amount
    return dict(won)


def _won(
    pots: PotDoor, spec: MachineSpec, position: int, live: Live[PlayResult]
) -> tuple[list[PotFed | PotWon], str]:
    """A row that pays the pot pays the first one that rows can win; if another casino keeps that
    one it is asked, and the play waits for it."""
    won: list[PotFed | PotWon] = []
    for _ in range(live.result.pots if spec.pots else 0):
        pot = spec.pots[0] if len(spec.pots) == 1 else pots.won_by_rows(spec.pots)
        if pot in spec.far:
            pots.ask(pot, spec.id, position, live.result.pots)
            return won, pot
        won += _prizes(pot, position, pots.do(pot, Win(spec.id, (position,), final=True)))
    return won, ""


def _prizes(pot: str, position: int, events: tuple[PotEvent, ...]) -> list[PotWon]:
    return [
        PotWon(pot=pot, amount=event.amount, position=position, clause=WON)
        for event in events
        if isinstance(event, PrizePaid)
    ]


def _prize(
    told: list[PotFed | PotWon], live: Live[PlayResult], program: AnyProgram, spec: MachineSpec,
    in_tournament: bool,
) -> int | None:  # fmt: skip
    """What pots pay for the play: those linked, or what the program says its own is worth."""
    won = sum(event.amount for event in told if isinstance(event, PotWon))
    own = program.pot if isinstance(program, Reels) else None
    if live.ended and not spec.pots and own and not in_tournament:
        won += own.base * live.result.pots
    return won or None
