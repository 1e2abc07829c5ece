"""Who may do what on the floor: every action, the roles it is open to. One table, in one file.

What a role may do at a table is the table's to say (`tapete.core.table.roles`), at another unit the
unit's (`Unit.check`, `Kind.roles`); here stands what is done away from them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import (
    ADMINISTRADOR as ADMINISTRADOR,
)
from tapete.core.book.roles import (
    AUXILIAR,
    CHIEFS,
    CROUPIER,
    CROUPIERS,
    JEFE,
    JEFE_DE_SALA,
    JEFE_DE_SECCION,
    JUGADOR,
)
from tapete.core.book.roles import (
    JEFE_TECNICO as JEFE_TECNICO,
)
from tapete.core.round.game import Game
from tapete.floor.kernel.unit import Kind
from tapete.floor.people.person import BARRED
from tapete.floor.table.commands import (
    SYSTEM,
    Act,
    Answer,
    AnyCommand,
    Arrange,
    Begin,
    Bet,
    Bring,
    CashCredits,
    CloseBets,
    CloseNumbers,
    Complain,
    Dismiss,
    Dispute,
    GiveNumber,
    Invite,
    Leave,
    LoadCredits,
    OpenNumber,
    OpenOrder,
    PressButton,
    Promise,
    PutAway,
    Ready,
    ReleaseButton,
    SetTerms,
    Sit,
    StopWaiting,
    Tick,
    Tip,
    UseCard,
    Wait,
)

CAJERO = "cajero"
DIRECTOR_DE_BINGO = "director-de-bingo"
DIRECTOR_DE_TORNEO = "director-de-torneo"
DIRECTOR_DE_MAQUINAS = "director-de-maquinas"
LOCUTOR = "locutor"
VENDEDOR = "vendedor"
FISCALIZADOR = "fiscalizador"

ROLES = (
    JUGADOR, *CROUPIERS, JEFE, JEFE_DE_SECCION, JEFE_DE_SALA, CAJERO, DIRECTOR_DE_BINGO,
    LOCUTOR, VENDEDOR, AUXILIAR, DIRECTOR_DE_TORNEO, DIRECTOR_DE_MAQUINAS, JEFE_TECNICO,
    FISCALIZADOR, ADMINISTRADOR,
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
        # Tickets of machines
        "ticket.pay": Permission((CAJERO,), "CAT-VI.4.1-06"),
        "ticket.release": Permission(
            (CAJERO, JEFE_DE_SECCION, DIRECTOR_DE_MAQUINAS), "CAT-VI.4.1-06"
        ),
        "ticket.void": Permission((JEFE_DE_SECCION, DIRECTOR_DE_MAQUINAS), "CAT-VI.4.2.1-02"),
        "ticket.see": Permission((CAJERO, DIRECTOR_DE_MAQUINAS, *WATCHERS), "CAT-VI.4.1-06"),
        # Prepaid cards
        "card.sell": Permission((CAJERO,), "CAT-VI.4.1-06"),
        "card.block": Permission(
            (CAJERO, JEFE_DE_SECCION, DIRECTOR_DE_MAQUINAS), "CAT-VI.4.1-06"
        ),
        "card.unblock": Permission((JEFE_DE_SECCION, DIRECTOR_DE_MAQUINAS), "CAT-VI.4.2.1-02"),
        "card.see": Permission((CAJERO, DIRECTOR_DE_MAQUINAS, *WATCHERS), "CAT-VI.4.1-06"),
        # Tables
        # Tournaments
        "tournament.notice": Permission(
            (DIRECTOR_DE_TORNEO, ADMINISTRADOR, *WATCHERS), "CAT-VII.4.1-01"
        ),
        "tournament.orders": Permission((DIRECTOR_DE_TORNEO, CAJERO, *WATCHERS), "CAT-VII.3.1-29"),
        "tournament.registrations": Permission(
            (DIRECTOR_DE_TORNEO, CAJERO, *WATCHERS), "CAT-VII.3.1-13"
        ),
        "tournament.hands": Permission((DIRECTOR_DE_TORNEO, *WATCHERS), "COL-7.5.5-21"),
        "tournament.worth": Permission((DIRECTOR_DE_TORNEO, *WATCHERS), "COL-7.4-06"),
        "table.command": Permission((JUGADOR, *CROUPIERS, *CHIEFS), CONTROL),
        "table.assign": Permission((*CHIEFS, ADMINISTRADOR), CONTROL),
        "table.create": Permission((ADMINISTRADOR,), CONTROL),
        "unit.create": Permission((ADMINISTRADOR,), CONTROL),
        # People
        "person.register": Permission((CAJERO, ADMINISTRADOR), "COL-11-01"),
        "person.find": Permission(
            (CAJERO, DIRECTOR_DE_TORNEO, *CHIEFS, FISCALIZADOR, ADMINISTRADOR), "COL-11-01"
        ),
        "person.roles": Permission((ADMINISTRADOR,), CONTROL),
        "person.password": Permission((ADMINISTRADOR,), CONTROL),
        "person.erase": Permission((ADMINISTRADOR,), CONTROL),
        "person.bar": Permission((*CHIEFS, ADMINISTRADOR), "CAT-I.5.3-02"),
        "duty.see": Permission((*CROUPIERS, *CHIEFS, ADMINISTRADOR), CONTROL),
        "desk.see": Permission((*CHIEFS, ADMINISTRADOR), CONTROL),
        # Looking
        "signature.see": Permission((*STAFF, FISCALIZADOR), "CAT-V.2.3-18"),
        "floor.see": Permission((CAJERO, *WATCHERS), CONTROL),
        "machines.see": Permission((DIRECTOR_DE_MAQUINAS, CAJERO, *WATCHERS), "CAT-VI.4.2.1-01"),
        "machines.attend": Permission(
            (AUXILIAR, JEFE_DE_SECCION, JEFE_TECNICO, DIRECTOR_DE_MAQUINAS),
            "CAT-VI.4.2.2-01",
        ),
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
    tapete.core.book.refused.Refused: not-your-role [CAT-I.2-01] ...
    """
    allowed = PERMISSIONS[action]
    if role not in allowed.roles:
        roles = " ".join(allowed.roles)
        raise Refused(allowed.clause, "not-your-role", role=role, command=action, roles=roles)


def check_not_of_the_house(roles: Collection[str]) -> None:
    """Raise `Refused` for whoever works or inspects here: he does not play here."""
    if set(roles) & set(STAFF):
        raise Refused(BARRED["personal-del-casino"], "barred", why="personal-del-casino")
    if FISCALIZADOR in roles:
        raise Refused(BARRED["fiscalizador"], "barred", why="fiscalizador")


def check_sender(kind: Kind, command: Any, role: str) -> None:
    """Raise `Refused` unless the role may send a unit of this kind anything at all."""
    if role not in kind.roles:
        what, roles = str(command.__struct_config__.tag), " ".join(kind.roles)
        raise Refused(CONTROL, "not-your-role", role=role, command=what, roles=roles)


CASH = "efectivo"


def acting_as(command: AnyCommand, role: str, game: Game[Any, Any], *, attended: bool) -> str:
    """The role in which a command is carried out. Where the system deals there is no croupier to
    ask: what a player would have him do (a colour, the next shoe) is done at the player's word."""
    his = isinstance(command, LoadCredits | CashCredits) or (
        isinstance(command, Act) and bool(game.act(command.name).whose)
    )
    return CROUPIER if his and role == JUGADOR and not attended else role


OWN = (Sit, Leave, Bring, PutAway, Ready, Invite, GiveNumber, OpenNumber)
"""What moves a player's place and the chips of his wallet: his alone, by no word of another."""
OF_THE_SYSTEM = (Tick, Dismiss, Promise, OpenOrder, CloseNumbers, Arrange, UseCard, SetTerms)
"""What the house does by itself, and nobody sends."""
DEALING = (Begin, CloseBets, Bet)
AT_HIS_REQUEST = (Answer, Act, LoadCredits, CashCredits, PressButton, ReleaseButton)
ATTENDED: ClauseId = "CAT-I.3.2-01"
DEALER: ClauseId = "CAT-I.1-08"


def check_duty(command: AnyCommand, role: str, *, attended: bool, on_duty: bool) -> None:
    """At an attended table its own croupiers deal and its own jefe de mesa directs; at an
    electronic one the system deals, and nobody else."""
    what = str(command.__struct_config__.tag)
    if isinstance(command, OF_THE_SYSTEM):
        raise Refused(CONTROL, "not-your-role", role=role, command=what, roles=SYSTEM)
    if attended:
        if role in (*CROUPIERS, JEFE) and not on_duty:
            clause = CONTROL if role == JEFE else ATTENDED
            raise Refused(clause, "not-on-duty", role=role, command=what)
    elif (isinstance(command, DEALING) and role != JUGADOR) or (
        isinstance(command, AT_HIS_REQUEST) and role in CROUPIERS
    ):
        raise Refused(DEALER, "the-system-deals", role=role, command=what)


def check_own(
    command: AnyCommand, person: str, role: str, players: Mapping[int, str], game: Game[Any, Any]
) -> None:
    """A player sends commands for himself alone: his own name, his own seat."""
    if role != JUGADOR and not isinstance(command, OWN):
        return
    match command:
        case _ if isinstance(command, OWN) and role != JUGADOR:
            mine = False
        case Sit() | Wait() | StopWaiting():
            mine = command.player == person
        case LoadCredits() if command.instrument == CASH:
            mine = False
        case (Leave() | Bring() | PutAway() | Tip() | Dispute() | LoadCredits() | CashCredits()
              | PressButton() | ReleaseButton() | Ready() | Invite() | GiveNumber()
              | OpenNumber()):  # fmt: skip
            mine = players.get(command.seat) == person
        case Bet():
            action = command.action
            mine = action.command == "bet" and players.get(action.seat or 0) == person
        case Answer():
            mine = command.seat is not None and players.get(command.seat) == person
        case Act():  # whether the player may is the game's to say
            mine = game.act(command.name).of(command.facts).own(person, players)
        case Complain():
            mine = person in players.values()
        case _:
            mine = False
    if not mine:
        what = str(command.__struct_config__.tag)
        raise Refused("CAT-I.5.2-02", "not-yours", command=what, person=person)
