"""Who may do what in a hall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.book.clause import ClauseId
from tapete.core.book.duty import Duty
from tapete.core.book.refused import Refused
from tapete.core.book.roles import AUXILIAR, JEFE, JUGADOR, only
from tapete.core.table.roles import Duties
from tapete.floor.table.commands import (
    SYSTEM,
    Answer,
    CloseNumbers,
    GiveNumber,
    OpenNumber,
    OpenOrder,
    Promise,
    SetTerms,
)
from tapete.floor.units.sala import commands as do
from tapete.floor.units.sala.spec import SalaSpec
from tapete.systems.bingo.hall import DIRECTOR, TRADITIONAL

HALL = Duties(
    commands={"open": Duty((DIRECTOR, SYSTEM), "CAT-V.3.2.2.1-01")},
    further=Duty((DIRECTOR,), "CAT-V.3.2.2.1-01"), broken="CAT-V.5-04",
)  # fmt: skip
"""The Director answers for a session; a game that breaks down is annulled."""

LOCUTOR, VENDEDOR, CAJERO = "locutor", "vendedor", "cajero"
SELLERS = (VENDEDOR, LOCUTOR, CAJERO)
"""The locutor may also sell and collect (CAT-V.2.2.2.1-03)."""
OWN = (do.Enter, do.Exit, do.Buy, do.Ready, do.PassCards, do.Shout, do.Complain)
"""What a player does for himself alone."""
DIRECTED: dict[type[Any], tuple[tuple[str, ...], ClauseId]] = {
    do.OpenHall: ((DIRECTOR,), "CAT-V.2.2.2.1-01"), do.CloseHall: ((DIRECTOR,), "CAT-V.2.2.2.1-01"),
    do.LastGame: ((DIRECTOR, LOCUTOR), "CAT-V.2.3-37"),
    do.UndoSale: ((DIRECTOR, JEFE), "CAT-V.2.2.2.1-02"), do.Annul: ((DIRECTOR,), "CAT-V.5-04"),
    do.NoteIncident: ((JEFE, DIRECTOR), "CAT-V.5-01"),
    do.NoteBreach: ((JEFE, DIRECTOR), "CAT-V.5-03"),
}  # fmt: skip
"""What the Director decides, and what others do besides him."""
ON_PAPER: dict[type[Any], tuple[tuple[str, ...], ClauseId]] = {
    do.BeginSale: ((JEFE,), "CAT-V.2.3-05"), do.Buy: (SELLERS, "CAT-V.2.2.2.2-01"),
    do.PutOnSale: ((JEFE,), "CAT-V.2.3-08"), do.HandIn: (SELLERS, "CAT-V.2.3-14"),
    do.StartGame: ((JEFE,), "CAT-V.2.3-15"), do.CallBall: ((LOCUTOR,), "CAT-V.2.2.2.1-03"),
    do.ReadCard: ((JEFE,), "CAT-V.2.3-30"), do.AskMore: ((JEFE, LOCUTOR), "CAT-V.2.3-33"),
    do.GoOn: ((JEFE,), "CAT-V.2.2.2.1-02"), do.SignActa: ((JEFE,), "CAT-V.2.3-18"),
    do.ChangeBalls: ((DIRECTOR,), "CAT-V.2.2.1-12"),
    do.BringBalls: ((DIRECTOR,), "CAT-V.2.2.1-11"),
    do.FindImperfect: ((JEFE, LOCUTOR), "CAT-V.2.2.1-10"),
    do.CountBalls: ((JEFE,), "CAT-V.2.3-03"),
}  # fmt: skip
"""What people do where there is paper: each role its own commands and no others."""
FOR_PLAYERS: dict[type[Any], tuple[tuple[str, ...], ClauseId]] = {
    do.Enter: ((AUXILIAR, *SELLERS), "CAT-V.2.2.2.2-03"),
    do.Exit: ((AUXILIAR, *SELLERS), "CAT-V.2.2.2.2-03"),
    do.Shout: ((*SELLERS, JEFE), "CAT-V.2.3-29"),
    do.PassCards: ((JEFE,), "CAT-V.5-05"), do.Complain: ((JEFE, DIRECTOR), "CAT-V.2.2.1-19"),
}  # fmt: skip
"""What people who work in a hall with paper do for a player who has no screen."""
AT_THE_KIOSK: dict[type[Any], tuple[tuple[str, ...], ClauseId]] = {
    kind: ((CAJERO, AUXILIAR), "CAT-V.3.2.1-04") for kind in (do.Enter, do.Exit, do.Buy)
}
"""Where terminals are mobile they are handed out, and cards are sold, at a kiosk."""
AUTOMATIC = (
    do.BeginSale, do.StartGame, do.SealRoom, do.Hear, do.Delivered, Answer, Promise, OpenOrder,
    CloseNumbers, SetTerms,
)  # fmt: skip
"""What the system does by itself where there are terminals (CAT-V.5-12)."""


def check_may(
    spec: SalaSpec, command: Any, person: str, role: str, *, on_duty: bool,
    places: Mapping[str, int],
) -> None:  # fmt: skip
    """Raise `Refused` unless this person, at his place, may send it in this role."""
    what, paper = str(command.__struct_config__.tag), spec.game == TRADITIONAL
    staffed = {**DIRECTED, **(ON_PAPER if paper else {})}
    helped = FOR_PLAYERS if paper else AT_THE_KIOSK if spec.terminals == "moviles" else {}
    if role != JUGADOR and type(command) not in staffed and type(command) in helped:
        staffed = {**staffed, **helped}
    if type(command) in staffed:
        roles, clause = staffed[type(command)]
        only(roles, role, clause, what)
        if not on_duty:
            raise Refused(clause, "not-on-duty", role=role, command=what)
    elif isinstance(command, OWN):
        if role != JUGADOR or command.player != person:
            raise Refused("CAT-I.5.2-02", "not-yours", command=what, person=person)
    elif isinstance(command, GiveNumber | OpenNumber):
        if role != JUGADOR or places.get(person) != command.seat:
            raise Refused("CAT-I.5.2-02", "not-yours", command=what, person=person)
    elif isinstance(command, AUTOMATIC) or not paper:
        raise Refused("CAT-V.5-12", "not-your-role", role=role, command=what, roles=SYSTEM)
    else:
        raise Refused("CAT-V.2.2.2.1-02", "not-your-role", role=role, command=what, roles="")
