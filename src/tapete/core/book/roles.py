"""The people at a table by the names the regulation gives them."""

from __future__ import annotations

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused

JUGADOR = "jugador"
CROUPIER = "croupier"
TALLADOR = "tallador"
PAGADOR = "pagador"
JEFE = "jefe-de-mesa"
JEFE_DE_SECCION = "jefe-de-seccion"
JEFE_DE_SALA = "jefe-de-sala"
AUXILIAR = "auxiliar-de-sala"
"""Sees to people in a room (CAT-V.2.2.2.2-03, CAT-VI.4.2.2-01)."""

JEFE_TECNICO = "jefe-tecnico"
ADMINISTRADOR = "administrador"

CROUPIERS = (CROUPIER, TALLADOR, PAGADOR)
"""The tallador and the pagadores of craps are croupiers (CAT-IV.1.4.2-01)."""
CHIEFS = (JEFE, JEFE_DE_SECCION, JEFE_DE_SALA)
"""Those who decide a disagreement, or stand in for one who does (CAT-I.6-02)."""
MACHINERY = "sistema"
"""Equipment that answers by itself, whoever deals: the processor of a pot."""
PLANNERS = (ADMINISTRADOR, JEFE_TECNICO, MACHINERY)
"""Those who put an approved betting plan in force; by itself, where starting it is approving it."""


class PutTo(msgspec.Struct, frozen=True):
    """Whom a question is put to: some roles, at one ``seat`` where it is a player's own decision,
    and the clause that says so."""

    roles: tuple[str, ...]
    clause: ClauseId
    seat: int | None = None

    @property
    def chief(self) -> str | None:
        """The role that has to rule, where it is neither a player's nor the croupier's matter."""
        others = self.seat is not None or CROUPIER in self.roles
        return None if others else self.roles[0]

    def check(self, by: str, seat: int | None) -> None:
        """Raise `Refused` unless a person in this role, at this seat, may answer."""
        if self.seat is not None and by in self.roles and seat != self.seat:
            raise Refused(self.clause, "not-your-hand", seat=seat, hand=self.seat)
        only(self.roles, by, self.clause, "answer")


def to_croupier() -> PutTo:
    """The croupier deals, throws and closes the betting (CAT-I.1-08)."""
    return PutTo(CROUPIERS, "CAT-I.1-08")


def to_player(seat: int) -> PutTo:
    """A choice belongs to the player whose hand it is (CAT-I.1-11)."""
    return PutTo((JUGADOR,), "CAT-I.1-11", seat)


def only(roles: tuple[str, ...], by: str, clause: ClauseId, command: str) -> None:
    """Raise `Refused` unless the role is one of those the clause names for a command."""
    if by not in roles:
        raise Refused(clause, "not-your-role", role=by, command=command, roles=" ".join(roles))
