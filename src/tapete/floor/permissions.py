"""Who may do what on the floor: every action, the roles it is open to. One table, in one file.

What a role may do at a table is the table's to say (`tapete.core.roles`); here stands who may send
it such a command at all, and what is done away from the tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from tapete.core.bets import Noticed, Throw
from tapete.core.clause import ClauseId
from tapete.core.refused import Refused
from tapete.core.roles import CHIEFS, CROUPIERS, JEFE, JEFE_DE_SALA, JEFE_DE_SECCION, JUGADOR
from tapete.floor.commands import (
    SYSTEM,
    Act,
    Answer,
    AnyCommand,
    Begin,
    Bet,
    Bring,
    CloseBets,
    Complain,
    Dispute,
    Leave,
    PutAway,
    Sit,
    StopWaiting,
    Tick,
    Tip,
    Wait,
)

CAJERO = "cajero"
DIRECTOR_DE_BINGO = "director-de-bingo"
DIRECTOR_DE_TORNEO = "director-de-torneo"
JEFE_TECNICO = "jefe-tecnico"
FISCALIZADOR = "fiscalizador"
ADMINISTRADOR = "administrador"

ROLES = (
    JUGADOR, *CROUPIERS, JEFE, JEFE_DE_SECCION, JEFE_DE_SALA, CAJERO, DIRECTOR_DE_BINGO,
    DIRECTOR_DE_TORNEO, JEFE_TECNICO, FISCALIZADOR, ADMINISTRADOR,
)  # fmt: skip
STAFF = tuple(role for role in ROLES if role not in (JUGADOR, FISCALIZADOR))


WATCHERS = (*CHIEFS, JEFE_TECNICO, FISCALIZADOR, ADMINISTRADOR)


class Permission(NamedTuple):
    """An action, the roles it is open to, and the clause that gives it to them."""

    roles: tuple[str, ...]
    clause: ClauseId


CONTROL: ClauseId = "CAT-I.3.2-10"

PERMISSIONS: Mapping[str, Permission] = MappingProxyType(
    {
        # The cage
        "chips.buy": Permission((CAJERO,), "CAT-I.2-01"),
        "chips.cash": Permission((CAJERO,), "CAT-I.2-01"),
        "bank.fill": Permission((CAJERO, JEFE_DE_SALA), "CAT-I.2-01"),
        "bank.credit": Permission((CAJERO, JEFE_DE_SALA), "CAT-I.2-01"),
        "day.close": Permission((CAJERO, ADMINISTRADOR), "CAT-I.2-01"),
        "day.read": Permission((CAJERO, *WATCHERS), "CAT-I.2-01"),
        # Tables
        "table.command": Permission((JUGADOR, *CROUPIERS, *CHIEFS), CONTROL),
        "table.assign": Permission((*CHIEFS, ADMINISTRADOR), CONTROL),
        "table.create": Permission((ADMINISTRADOR,), CONTROL),
        # People
        "person.register": Permission((CAJERO, ADMINISTRADOR), "COL-11-01"),
        "person.roles": Permission((ADMINISTRADOR,), CONTROL),
        "person.bar": Permission((*CHIEFS, ADMINISTRADOR), "CAT-I.5.3-02"),
        "duty.see": Permission((*CROUPIERS, *CHIEFS, ADMINISTRADOR), CONTROL),
        "desk.see": Permission((*CHIEFS, ADMINISTRADOR), CONTROL),
        # Looking
        "floor.see": Permission((CAJERO, *WATCHERS), CONTROL),
        "records.read": Permission(WATCHERS, "CAT-I.6-03"),
        "audit.read": Permission((FISCALIZADOR, ADMINISTRADOR), "CAT-I.6-03"),
    }
)  # fmt: skip


def check(action: str, role: str) -> None:
    """Raise `Refused` unless the role may do this.

    >>> check("chips.buy", "cajero")
    >>> check("chips.buy", "jugador")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    tapete.core.refused.Refused: not-your-role [CAT-I.2-01] ...
    """
    allowed = PERMISSIONS[action]
    if role not in allowed.roles:
        roles = " ".join(allowed.roles)
        raise Refused(allowed.clause, "not-your-role", role=role, command=action, roles=roles)


OWN = (Sit, Leave, Bring, PutAway)
"""What moves a player's place and the chips of his wallet: his alone, by no word of another."""
DEALING = (Begin, CloseBets, Bet)
ATTENDED: ClauseId = "CAT-I.3.2-01"
DEALER: ClauseId = "CAT-I.1-08"


def check_duty(command: AnyCommand, role: str, *, attended: bool, on_duty: bool) -> None:
    """At an attended table its own croupiers deal and its own jefe de mesa directs; at an
    electronic one the system deals, and nobody else."""
    what = str(command.__struct_config__.tag)
    if isinstance(command, Tick):
        raise Refused(CONTROL, "not-your-role", role=role, command=what, roles=SYSTEM)
    if attended:
        if role in (*CROUPIERS, JEFE) and not on_duty:
            clause = CONTROL if role == JEFE else ATTENDED
            raise Refused(clause, "not-on-duty", role=role, command=what)
    elif (isinstance(command, DEALING) and role != JUGADOR) or (
        isinstance(command, Answer | Act) and role in CROUPIERS
    ):
        raise Refused(DEALER, "the-system-deals", role=role, command=what)


def check_own(command: AnyCommand, person: str, role: str, players: Mapping[int, str]) -> None:
    """A player sends commands for himself alone: his own name, his own seat."""
    if role != JUGADOR and not isinstance(command, OWN):
        return
    match command:
        case Sit() | Leave() | Bring() | PutAway() if role != JUGADOR:
            mine = False
        case Sit() | Wait() | StopWaiting():
            mine = command.player == person
        case Leave() | Bring() | PutAway() | Tip() | Dispute():
            mine = players.get(command.seat) == person
        case Bet():
            action = command.action
            mine = not isinstance(action, Throw | Noticed) and players.get(action.seat) == person
        case Answer():
            mine = command.seat is not None and players.get(command.seat) == person
        case Act():  # whether the player may is the game's to say
            seat = command.facts.get("seat")
            mine = type(seat) is int and players.get(seat) == person
        case Complain():
            mine = person in players.values()
        case _:
            mine = False
    if not mine:
        what = str(command.__struct_config__.tag)
        raise Refused("CAT-I.5.2-02", "not-yours", command=what, person=person)
