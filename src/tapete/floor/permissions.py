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
from tapete.core.roles import (
    CHIEFS,
    CROUPIER,
    CROUPIERS,
    JEFE,
    JEFE_DE_SALA,
    JEFE_DE_SECCION,
    JUGADOR,
)
from tapete.floor.commands import (
    SYSTEM,
    Act,
    Answer,
    AnyCommand,
    Begin,
    Bet,
    Bring,
    CashCredits,
    CloseBets,
    Complain,
    Dispute,
    Leave,
    LoadCredits,
    PressButton,
    PutAway,
    ReleaseButton,
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
        "person.find": Permission((CAJERO, *CHIEFS, FISCALIZADOR, ADMINISTRADOR), "COL-11-01"),
        "person.roles": Permission((ADMINISTRADOR,), CONTROL),
        "person.bar": Permission((*CHIEFS, ADMINISTRADOR), "CAT-I.5.3-02"),
        "duty.see": Permission((*CROUPIERS, *CHIEFS, ADMINISTRADOR), CONTROL),
        "desk.see": Permission((*CHIEFS, ADMINISTRADOR), CONTROL),
        # Looking
        "floor.see": Permission((CAJERO, *WATCHERS), CONTROL),
        "records.read": Permission(WATCHERS, "CAT-I.6-03"),
        "program.read": Permission(WATCHERS, CONTROL),
        "program.check": Permission((JEFE_TECNICO, FISCALIZADOR, ADMINISTRADOR), CONTROL),
        "program.approve": Permission((JEFE_TECNICO, ADMINISTRADOR), CONTROL),
        "audit.read": Permission((FISCALIZADOR, ADMINISTRADOR), "CAT-I.6-03"),
        "audit.run": Permission((FISCALIZADOR, ADMINISTRADOR), "CAT-I.6-03"),
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


ACTS_OF_PLAYERS: Mapping[str, str] = MappingProxyType(
    {
        # What a player does between rounds, or has the croupier do for him, and the fact that says
        # who he is. Roulette: his colour (CAT-II.2.5). Canal 21: his places and who waits for one.
        "comprar-color": "seat", "comprar-mas": "seat", "cambiar-color": "seat",
        "devolver-color": "seat", "propina-en-color": "seat",
        "posiciones": "seat", "ceder-posicion": "seat",
        "esperar": "player", "dejar-de-esperar": "player",
        # The shoe and the dice: letting them go on, choosing dice (CAT-III.2.5-18, CAT-IV.1.5-03).
        "decline": "seat", "choose-dice": "seat",
        # Baccarat: the bank and the place (CAT-III.2). Poker among players: the place (CAT-III.3).
        "banco": "seat", "asociarse": "seat", "pedir-plaza": "seat",
        "ausentarse": "seat", "volver": "seat", "levantarse": "seat", "ceder-plaza": "seat",
    }
)  # fmt: skip
OTHERS_CHIPS = ("associate", "share")
"""Facts of an act that move somebody else's chips: he has to say so himself."""
IN_CASH = ("paid", "efectivo")


def acting_as(command: AnyCommand, role: str, *, attended: bool) -> str:
    """The role in which a command is carried out. Where the system deals there is no croupier to
    ask: what a player would have him do (a colour, the next shoe) is done at the player's word."""
    his = isinstance(command, LoadCredits | CashCredits) or (
        isinstance(command, Act) and command.name in ACTS_OF_PLAYERS
    )
    return CROUPIER if his and role == JUGADOR and not attended else role


OWN = (Sit, Leave, Bring, PutAway)
"""What moves a player's place and the chips of his wallet: his alone, by no word of another."""
DEALING = (Begin, CloseBets, Bet)
AT_HIS_REQUEST = (Answer, Act, LoadCredits, CashCredits, PressButton, ReleaseButton)
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
        isinstance(command, AT_HIS_REQUEST) and role in CROUPIERS
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
        case LoadCredits() if command.instrument == IN_CASH[1]:
            mine = False
        case (Leave() | Bring() | PutAway() | Tip() | Dispute() | LoadCredits() | CashCredits()
              | PressButton() | ReleaseButton()):  # fmt: skip
            mine = players.get(command.seat) == person
        case Bet():
            action = command.action
            mine = not isinstance(action, Throw | Noticed) and players.get(action.seat) == person
        case Answer():
            mine = command.seat is not None and players.get(command.seat) == person
        case Act():  # whether the player may is the game's to say
            mine = _names_himself(command, person, players)
        case Complain():
            mine = person in players.values()
        case _:
            mine = False
    if not mine:
        what = str(command.__struct_config__.tag)
        raise Refused("CAT-I.5.2-02", "not-yours", command=what, person=person)


def _names_himself(act: Act, person: str, players: Mapping[int, str]) -> bool:
    """Whether an act is the player's own, with his own chips, and none of them money."""
    who = act.facts.get(ACTS_OF_PLAYERS.get(act.name, "seat"))
    mine = (
        who == person if isinstance(who, str) else type(who) is int and players.get(who) == person
    )
    paid = act.facts.get(IN_CASH[0]) == IN_CASH[1]
    return mine and not paid and not any(act.facts.get(fact) for fact in OTHERS_CHIPS)
