"""A machine of a tournament: while it is played the tournament gives the machine to a player and
switches tournament mode on and off. Nobody comes or goes by himself then, and no money goes in or
out, so that the machine's own meters stand still (CAT-VII.2.1.3-06)."""

from __future__ import annotations

from typing import Any

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.event import SeatFreed, SeatTaken
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina.work import Work
from tapete.systems.machines import commands as machine
from tapete.systems.machines.cabinet import Cabinet

METERS: ClauseId = "CAT-VII.2.1.3-06"
ALIKE: ClauseId = "CAT-VII.1.2-02"
SEATS: ClauseId = "CAT-VII.3.1-22"
SEAT = 1
"""Its one position: tournament mode has credits of one player."""
MOVED = "torneo"
NOT_HERE = (
    do.Sit, do.Insert, do.InsertTicket, do.CashOut, do.Leave, do.Select, do.Tournament, do.Switch,
    do.Close,
)  # fmt: skip
"""What nobody does at a machine that its tournament has given to a player."""


def check_free(given: do.Assign, cabinet: Cabinet, command: Any) -> None:
    """Raise `Refused` for what only the tournament does at its machine, and for more plays than
    everybody makes."""
    if given.player and isinstance(command, NOT_HERE):
        what = str(command.__struct_config__.tag)
        raise Refused(METERS, "tournament-arranges", command=what)
    if isinstance(command, do.Play) and plays_left(given, cabinet) == 0:
        raise Refused(ALIKE, "plays-made", plays=given.plays)


def plays_left(given: do.Assign, cabinet: Cabinet) -> int | None:
    """The plays its player may still make; none: it is not a tournament's now."""
    mode = cabinet.tournament
    if mode is None or not given.player:
        return None
    return max(given.plays - mode.meters.get("plays", 0), 0)


def assign(work: Work, given: do.Assign, command: do.Assign) -> None:
    """The machine is a player's, with credits of the tournament or none for now; or nobody's."""
    was = work.players.get(SEAT)
    if was is not None and was != given.player:
        raise Refused(SEATS, "position-taken", position=SEAT)
    if work.cabinet.play is not None:
        raise Refused("CAT-VI.5-03", "in-play", position=SEAT)
    if work.cabinet.tournament is not None:
        work.do(machine.Tournament(None))
    if was is not None and was != command.player:
        work.do(machine.EndCall(SEAT))
        del work.players[SEAT]
        work.tell(SeatFreed(seat=SEAT, player=was, why=MOVED, clause=SEATS))
    if command.player and was != command.player:
        work.players[SEAT] = command.player
        work.tell(SeatTaken(seat=SEAT, player=command.player, clause=SEATS))
    if command.player and command.credits is not None:
        work.do(machine.Tournament(command.credits))
