"""Who may do what at a tournament (COL-2-01 to -05, COL-7.2, CAT-VII.2.3)."""

from __future__ import annotations

from typing import Any

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CHIEFS, CROUPIER, JUGADOR
from tapete.floor.people.permissions import ADMINISTRADOR, CAJERO, DIRECTOR_DE_TORNEO, FISCALIZADOR
from tapete.floor.table.commands import SYSTEM
from tapete.systems.tournament.life import commands as do

DIRECTION: ClauseId = "COL-2-03"
OWN: ClauseId = "CAT-I.5.2-02"
DIRECTOR = (DIRECTOR_DE_TORNEO,)
DESK = (*DIRECTOR, CAJERO)
SUPERVISORS = (*DIRECTOR, *CHIEFS)
AT_THE_TABLE = (*SUPERVISORS, CROUPIER)
ROLES = (JUGADOR, DIRECTOR_DE_TORNEO, CAJERO, *CHIEFS, CROUPIER, ADMINISTRADOR)

CHECK_PAPERS = (*DESK, *CHIEFS, ADMINISTRADOR, FISCALIZADOR)
"""Who sees the legal name under which a player entered (COL-3.1-05)."""

ALLOWED: dict[type[do.Timed], tuple[str, ...]] = {
    do.Draft: (*DIRECTOR, ADMINISTRADOR),
    do.Enter: (JUGADOR, *DESK),
    do.Withdraw: (JUGADOR, *DESK),
    do.KeepEntry: (JUGADOR, *DESK),
    do.Invite: (JUGADOR, *DIRECTOR),
    do.Buy: (JUGADOR, *DESK),
    do.Accredit: DESK,
    do.DealHand: AT_THE_TABLE,
    do.PaseOver: AT_THE_TABLE,
    do.PlayTie: AT_THE_TABLE,
    do.HandOver: AT_THE_TABLE,
    do.Eliminate: AT_THE_TABLE,
    do.CountTable: AT_THE_TABLE,
    do.ColourUp: AT_THE_TABLE,
    do.BeAbsent: AT_THE_TABLE,
    do.UseCard: (JUGADOR, *AT_THE_TABLE),
    do.Penalise: SUPERVISORS,
    do.Forfeit: SUPERVISORS,
    do.Rule: SUPERVISORS,
    do.GivePot: SUPERVISORS,
    do.HoldHand: AT_THE_TABLE,
    do.PlayOut: SUPERVISORS,
    do.Pay: DESK,
    do.Tick: (SYSTEM,),
    do.EnterCompany: (SYSTEM,),
    do.SeatCompany: (SYSTEM,),
}
"""What is not named here is the director's alone."""
ANSWERS = (do.Undo, do.MakeDeal)
"""What holds for the state its sender saw: an undo does not say what it takes back, and a deal is
reckoned with the stacks there are. All other commands name what they are about, or do nothing but
what the rules propose and owe."""
OF_A_PLAYER = (do.Enter, do.Withdraw, do.Buy, do.UseCard, do.KeepEntry)


def check_sender(command: Any, person: str, role: str) -> None:
    """Raise `Refused` unless this person may send it in this role: a player for himself alone."""
    roles = ALLOWED.get(type(command), DIRECTOR)
    if role not in roles:
        name = do.tag_of(command)
        raise Refused(DIRECTION, "not-your-role", role=role, command=name, roles=" ".join(roles))
    if role == JUGADOR and isinstance(command, OF_A_PLAYER) and command.player != person:
        raise Refused(OWN, "not-yours", command=do.tag_of(command), person=person)
