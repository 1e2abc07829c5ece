"""What the house does and allows at a machine: who may do what, faults, hand-pays, programs,
and what is done when nobody does anything."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from tapete.core.book.refused import Refused
from tapete.core.book.roles import AUXILIAR, JEFE_DE_SECCION, JUGADOR
from tapete.core.round.event import Announced, Event, Moment, ResultShown
from tapete.floor.kernel.due import Do, Due, Idle, Until
from tapete.floor.kernel.unit import Envelope
from tapete.floor.table.commands import GiveNumber, OpenNumber
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina.work import Work
from tapete.systems.machines import commands as machine
from tapete.systems.machines.cabinet import PRINTER, STOPPING, VALIDATOR
from tapete.systems.machines.states import STOPPED

if TYPE_CHECKING:
    from tapete.floor.units.maquina.unit import Maquina

DIRECTOR = "director-de-maquinas"
TECNICO = "jefe-tecnico"
SYSTEM = "sistema"
CORRECTED = "CAT-VI.7.1-01"
MAINTAINED = "CAT-VI.4.2.1-03"
DIRECTED = "CAT-VI.4.2.1-01"
ROOM = "CAT-VI.4.2.1-02"
SUPPORT = "CAT-VI.4.2.2-01"
OWN = "CAT-I.5.2-02"
ALONE = "CAT-VI.3-09"
LOOK = 1.0
"""Seconds after which it is looked whether another casino has answered."""

DUTIES: Mapping[type[Any], tuple[tuple[str, ...], str]] = {
    do.Open: ((DIRECTOR, JEFE_DE_SECCION), ROOM),
    do.Close: ((DIRECTOR, JEFE_DE_SECCION), ROOM),
    do.Sign: ((DIRECTOR, JEFE_DE_SECCION), CORRECTED),
    do.Attend: ((AUXILIAR, JEFE_DE_SECCION, TECNICO, DIRECTOR), SUPPORT),
    do.Fault: ((TECNICO, JEFE_DE_SECCION), MAINTAINED),
    do.Clear: ((TECNICO,), MAINTAINED),
    do.Audit: ((TECNICO,), MAINTAINED),
    do.SelfTest: ((TECNICO,), MAINTAINED),
    do.Power: ((TECNICO,), MAINTAINED),
    do.Fetch: ((TECNICO,), MAINTAINED),
    do.Switch: ((TECNICO,), MAINTAINED),
    do.Tournament: ((DIRECTOR,), DIRECTED),
}
"""Which of the staff does what."""
ROLES = (JUGADOR, DIRECTOR, JEFE_DE_SECCION, TECNICO, AUXILIAR)


def check(
    command: Any, person: str, role: str, players: Mapping[int, str], *, line: bool = False
) -> None:
    """Raise `Refused` unless this person may send this command in this role. On a ``line`` nobody
    plays but at the cabinet."""
    what = str(command.__struct_config__.tag)
    if isinstance(command, do.OF_THE_SYSTEM):
        raise Refused(CORRECTED, "not-your-role", role=role, command=what, roles=SYSTEM)
    if isinstance(command, GiveNumber | OpenNumber):
        if role != JUGADOR or players.get(command.seat) != person:
            raise Refused(OWN, "not-yours", command=what, person=person)
        return
    if isinstance(command, do.OF_THE_PLAYER):
        if role != JUGADOR:
            raise Refused(OWN, "not-your-role", role=role, command=what, roles=JUGADOR)
        if line:
            raise Refused(ALONE, "on-a-line", command=what)
        if isinstance(command, do.COMING):
            return  # whether the position is free is the machine's to say
        mine = {position for position, who in players.items() if who == person}
        position = getattr(command, "position", min(mine, default=0))
        if position not in mine:
            raise Refused(OWN, "not-yours", command=what, person=person)
        return
    roles, clause = DUTIES[type(command)]
    if role not in roles:
        raise Refused(clause, "not-your-role", role=role, command=what, roles=" ".join(roles))


def check_there(sent: Envelope[Any], players: Mapping[int, str], *, line: bool = False) -> None:
    """Raise `Refused` unless the position still has the player this is about: he may have gone, or
    another may have come, while the command was on its way."""
    command = sent.command
    if not isinstance(command, do.OF_THE_PLAYER) or isinstance(command, do.COMING):
        return
    if sent.role == SYSTEM and line:
        return  # nobody is known at a cabinet on a line
    what, position = str(command.__struct_config__.tag), getattr(command, "position", None)
    owner = players.get(position, "") if position is not None else sent.person
    if not owner or (sent.role == JUGADOR and sent.person != owner):
        raise Refused(OWN, "not-yours", command=what, person=sent.person)


def carry_out(work: Work, sent: Envelope[Any]) -> None:
    """What the staff does at a machine."""
    command = sent.command
    match command:
        case do.Sign():
            work.do(machine.Sign(sent.person, sent.role))
        case do.Attend():
            work.do(machine.EndCall(command.position, sent.person, sent.role))
        case do.Fault():
            if command.code not in (*STOPPING, PRINTER, VALIDATOR):
                raise Refused(MAINTAINED, "no-such-fault", fault=command.code[:20])
            if command.code not in work.cabinet.faults:
                work.do(machine.Fault(command.code))
        case do.Clear():
            work.do(machine.Clear(command.code))
        case do.Audit():
            work.do(machine.Audit(command.on))
        case do.SelfTest():
            work.do(machine.SelfTest(command.digests))
        case do.Power():
            work.do(machine.Restart(test=command.test) if command.on else machine.Cut())
        case do.Fetch():
            work.do(machine.Fetch(command.program, command.text, command.back))
        case do.Switch():
            work.do(machine.Switch(command.program))
            text = work.cabinet.programs[command.program]
            right = hashlib.sha256(text.encode()).hexdigest() == command.digest
            work.do(machine.Verify(right))
        case do.Tournament():
            work.do(machine.Tournament(command.credits))


def prize_due(unit: Maquina, now: Moment) -> Due | None:
    """What is done for a play that has won a pot of another casino: it waits until that one has
    said what it comes to; None: there is none."""
    play, cabinet = unit.cabinet.play, unit.cabinet
    if play is None or not play.waits:
        return None
    if cabinet.state in STOPPED:
        return Idle()
    if unit.pots.is_answered(play.waits, unit.spec.id):
        return Do(do.TakePrize(), SYSTEM)
    return Until(now + LOOK)


def result_of(events: Iterable[Event]) -> str:
    """What a table game came to, in a word: the number, or the bank's points."""
    found = ""
    for event in events:
        if isinstance(event, ResultShown):
            found = event.result
        elif isinstance(event, Announced) and "points" in event.facts:
            found = str(event.facts["points"])
    return found


class Clock(msgspec.Struct):
    """When something was last done at a machine: by each player, the first bet, the last question.
    The time in which nobody kept the machine does not count."""

    seen: dict[int, Moment] = {}
    betting: Moment | None = None
    asked: Moment | None = None

    def note(self, unit: Maquina, sent: Envelope[Any]) -> None:
        """Something was done."""
        position = getattr(sent.command, "position", None)
        seen = {at: when for at, when in self.seen.items() if at in unit.players}
        if position in unit.players:
            seen[position] = sent.at
        self.seen = seen
        open_ = bool(unit.cabinet.table.bets) and unit.table is None
        self.betting = (self.betting or sent.at) if open_ else None
        self.asked = sent.at if unit.asked() is not None else None

    def wake(self, now: Moment) -> None:
        """The machine is taken up again."""
        self.seen = dict.fromkeys(self.seen, now)
        self.betting = None if self.betting is None else now
        self.asked = None if self.asked is None else now

    def deadline(self, unit: Maquina) -> Moment | None:
        """When the time to bet at the table game, or to choose there, runs out."""
        if unit.table is not None and self.asked is not None:
            return self.asked + unit.clocks.decision
        return None if self.betting is None else self.betting + unit.clocks.betting

    def due(self, unit: Maquina, now: Moment) -> Due:
        """What the house does now, or when it looks again."""
        deadline = self.deadline(unit)
        if deadline is not None and unit.cabinet.state in STOPPED:
            return Idle()  # nobody's time runs out while the machine is stopped
        if deadline is not None:
            over = do.Silence() if unit.table is not None else do.Begin()
            return Do(over, SYSTEM, in_time=True) if now >= deadline else Until(deadline)
        free = not unit.assigned and unit.cabinet.state in ("libre", "jugada")
        if not self.seen or not free:
            return Idle()
        position, since = min(self.seen.items(), key=lambda one: one[1])
        if now < since + unit.clocks.idle:
            return Until(since + unit.clocks.idle)
        gone = do.Silence() if unit.cabinet.play is not None else do.Leave(position=position)
        return Do(gone, SYSTEM, in_time=True)
