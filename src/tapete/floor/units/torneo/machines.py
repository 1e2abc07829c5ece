"""The machines of a tournament played at machines (CAT-VII.2.1.3): whose each is and whether it is
in tournament mode, when the plays of a pase are over, and what each player has then by the meters
of the mode. Nothing here reads a clock, a disk or a socket."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tapete.core.round.event import Moment
from tapete.floor.units.maquina.assigned import plays_left
from tapete.floor.units.maquina.commands import Assign
from tapete.floor.units.maquina.unit import Maquina
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life.contest import over, round_of, seats_of
from tapete.systems.tournament.life.state import Tournament

SEATED = ("acreditacion", "en-juego", "suspendido")
"""Players have machines; before, after and between days they are machines of the park as others."""

Machines = Mapping[int, Maquina]


def machine_of(now: Tournament, table: int, seat: int) -> int:
    """Which of its machines a place is: those of a zone stand together."""
    return (table - 1) * now.rules.asientos + seat


def wanted(now: Tournament) -> dict[int, Assign]:
    """Whose each machine is to be, and with which credits while a pase is played."""
    found: dict[int, Assign] = {}
    if now.stage not in SEATED:
        return found
    tie = None if now.round is None else now.round.tie
    plays = 0 if now.round is None else round_of(now)[1].jugadas
    for number, table in now.tables.items():
        seats = table.seats if now.round is None else seats_of(now, number)
        for seat, who in seats.items():
            chips = now.book.stacks.get(who, 0) if tie is None else tie.chips
            credits = chips if table.playing and chips else None
            found[machine_of(now, number, seat)] = Assign(
                player=who, credits=credits, plays=plays if credits else 0
            )  # fmt: skip
    return found


def assignments(after: Tournament, machines: Machines) -> dict[int, Assign]:
    """What each machine must be told so that all agree with the tournament."""
    to_be = wanted(after)
    found: dict[int, Assign] = {}
    for number, machine in machines.items():
        one = to_be.get(number, Assign())
        on = machine.cabinet.tournament is not None
        if machine.assigned != one.player or on != (one.credits is not None):
            found[number] = one
    return found


def has_played(machine: Maquina) -> bool:
    """Whether the plays of a pase are made at a machine, or no bet can be paid any more."""
    mode = machine.cabinet.tournament
    if mode is None or machine.in_course:
        return mode is None
    least = min(level.stake for level in machine.cabinet.program().levels())
    poor = mode.credits < least * machine.cabinet.worth
    return poor or not plays_left(machine.given, machine.cabinet)


def pases_over(now: Tournament, machines: Machines, at: Moment) -> Iterator[do.PaseOver]:
    """Pases that are over: everybody has made his plays, or their time is."""
    if now.round is None or now.stage != "en-juego":
        return
    for number, table in now.tables.items():
        if not table.playing:
            continue
        here = {who: machines[machine_of(now, number, seat)]
                for seat, who in seats_of(now, number).items()}  # fmt: skip
        if any(one.in_course for one in here.values()):
            continue
        done = all(has_played(one) for one in here.values())
        if done or is_late(now, number, at):
            stacks = {who: credits_at(one) for who, one in here.items()}
            yield do.PaseOver(table=number, stacks=stacks)


def credits_at(machine: Maquina) -> int:
    """The credits of the tournament at a machine."""
    mode = machine.cabinet.tournament
    return 0 if mode is None else mode.credits


def is_late(now: Tournament, number: int, at: Moment) -> bool:
    """Whether the time of a pase is over, or that of its round."""
    _, ronda = round_of(now)
    timed = bool(ronda.minutos) and over(now, at)
    return timed or at >= now.tables[number].since + ronda.segundos


def asked_too_long(now: Tournament, machines: Machines, at: Moment) -> Iterator[int]:
    """Machines where a play waits for a choice of its player though the time is over; a tournament
    played at tables has none."""
    if not machines or now.round is None or now.stage != "en-juego":
        return
    for number, table in now.tables.items():
        if not table.playing or not is_late(now, number, at):
            continue
        for seat in seats_of(now, number):
            place = machine_of(now, number, seat)
            if machines[place].in_course:
                yield place


def may_begin(now: Tournament, number: int, machines: Machines) -> bool:
    """Whether the machines of a table stand ready: each is its player's, in service, and empty."""
    return all(
        (one := machines.get(machine_of(now, number, seat))) is not None
        and one.assigned == who
        and one.cabinet.state == "libre"
        for seat, who in seats_of(now, number).items()
    )
