"""The key that calls the assistant of the room (CAT-VI.4.1-03): a lamp is lit, somebody comes."""

from __future__ import annotations

from collections.abc import Sequence

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.systems.machines.cabinet import Cabinet
from tapete.systems.machines.commands import Call, EndCall
from tapete.systems.machines.events import AssistantCalled, CallAnswered, CallWithdrawn
from tapete.systems.machines.play import MachineEvent
from tapete.systems.machines.states import check_position, check_powered

KEYS: ClauseId = "CAT-VI.4.1-03"
SUPPORT: ClauseId = "CAT-VI.4.2.2-01"


def called(cabinet: Cabinet, command: Call) -> Sequence[MachineEvent]:
    """A position calls, in a fault or in the middle of a play as well; called again, nothing
    changes."""
    check_powered(cabinet)
    check_position(cabinet, command.position)
    if command.position in cabinet.calls:
        return ()
    return (AssistantCalled(position=command.position, at=command.at, clause=KEYS),)


def call_ended(cabinet: Cabinet, command: EndCall) -> Sequence[MachineEvent]:
    """A call is answered, or withdrawn; withdrawn where nobody calls, nothing changes."""
    position, person = command.position, command.person
    if position not in cabinet.calls:
        if person:
            raise Refused(SUPPORT, "nobody-calls", position=position)
        return ()
    if not person:
        return (CallWithdrawn(position=position, clause=KEYS),)
    return (CallAnswered(position=position, person=person, role=command.role, clause=SUPPORT),)
