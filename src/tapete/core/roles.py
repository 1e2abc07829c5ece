"""Who may do what at a table: every command, the roles it is open to, and the clause."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tapete.core.ask import Ask, Choose, Ruling
from tapete.core.clause import ClauseId
from tapete.core.refused import Refused
from tapete.core.rulebook import GameRules

JUGADOR = "jugador"
CROUPIER = "croupier"
TALLADOR = "tallador"
PAGADOR = "pagador"
JEFE = "jefe-de-mesa"
JEFE_DE_SECCION = "jefe-de-seccion"
JEFE_DE_SALA = "jefe-de-sala"

CROUPIERS = (CROUPIER, TALLADOR, PAGADOR)
"""The tallador and the pagadores of craps are croupiers (CAT-IV.1.4.2-01)."""
CHIEFS = (JEFE, JEFE_DE_SECCION, JEFE_DE_SALA)
"""Those who decide a disagreement, or stand in for one who does (CAT-I.6-02)."""


IDLE = ("idle_claim", "idle_rounds_max")
"""The rows on who asks for an idle player's place and has it freed; most games have but one."""


class Duty(NamedTuple):
    """A command: the roles it is open to, the clause, and what the hands touch in doing it.

    ``own`` names rows of a game's rulebook that say the same more closely, the closest first.
    """

    roles: tuple[str, ...]
    clause: ClauseId
    handles: str = ""
    own: tuple[str, ...] = ()


DUTIES: Mapping[str, Duty] = MappingProxyType(
    {
        # The jefe de mesa directs the game in all its phases.
        "open": Duty((JEFE,), "CAT-I.3.2-10"),
        "suspend": Duty((JEFE,), "CAT-I.3.2-10"),
        "void": Duty((JEFE,), "CAT-I.3.2-10"),
        "order-last": Duty((JEFE,), "CAT-I.3.2-10"),
        "capacity": Duty((JEFE, JEFE_DE_SALA), "CAT-I.5.5-02"),
        # The croupier announces start, end and result, on instruction the last throws too.
        "begin": Duty((*CROUPIERS, JEFE), "CAT-I.3.2-07"),
        "announce-last": Duty((*CROUPIERS, JEFE), "CAT-I.3.2-07"),
        "close-bets": Duty(CROUPIERS, "CAT-I.3.2-07"),
        # The further activities of a game that it gives to nobody else.
        "act": Duty((*CROUPIERS, JEFE), "CAT-I.3.2-09"),
        "notice": Duty(CROUPIERS, "CAT-I.3.2-06"),
        # Chips and money pass through the croupier's hands alone.
        "bet": Duty((JUGADOR, *CROUPIERS), "CAT-I.3.2-03", handles="fichas"),
        "change": Duty(CROUPIERS, "CAT-I.3.2-04", handles="dinero"),
        "tip": Duty(CROUPIERS, "CAT-I.3.2-05", handles="fichas"),
        # Places, conduct, disagreements and verification.
        "complain": Duty((JUGADOR, *CROUPIERS), "CAT-I.3.2-10", own=IDLE),
        "free-seat": Duty((JEFE,), "CAT-I.3.2-10", own=IDLE),
        "caution": Duty((*CROUPIERS, JEFE), "CAT-I.5.3-01"),
        "exclude": Duty(CHIEFS, "CAT-I.5.3-02"),
        "dispute": Duty((JUGADOR, *CROUPIERS), "CAT-I.6-02"),
        "decide": Duty(CHIEFS, "CAT-I.6-02"),
        "review": Duty(CHIEFS, "CAT-I.6-03"),
        "hold": Duty(CHIEFS, "CAT-I.6-04"),
        "release": Duty(CHIEFS, "CAT-I.6-04"),
    }
)


def staff_of(rules: GameRules) -> list[str]:
    """Everybody the rules want at a table: the roles they name, croupiers, a jefe de mesa."""
    staff = [role for role, (fewest, _) in rules.staff.items() for _ in range(fewest)]
    croupiers = sum(role in CROUPIERS for role in staff)
    staff += [CROUPIER] * (rules.croupiers_min - croupiers)
    return staff if JEFE in staff else [*staff, JEFE]


def check_role(command: str, by: str, rules: GameRules, *, acting: tuple[str, ...] = ()) -> None:
    """Raise `Refused` unless the role, or one this person acts as besides, has the command."""
    duty = DUTIES[command]
    if by in duty.roles or any(role in duty.roles for role in acting):
        return
    clause = next((rules.by(row) for row in duty.own if row in rules.clauses), duty.clause)
    if by == JEFE and duty.handles in rules.chief_hands_off:
        clause = rules.by("chief_hands_off")
    only(duty.roles, by, clause, command)


def only(roles: tuple[str, ...], by: str, clause: ClauseId, command: str) -> None:
    """Raise `Refused` unless the role is one of those the clause names for a command."""
    if by not in roles:
        raise Refused(clause, "not-your-role", role=by, command=command, roles=" ".join(roles))


def check_answerer(ask: Ask[Any], by: str, seat: int | None, answer: Any = None) -> None:
    """Raise `Refused` unless this person answers such a question.

    The croupier deals, throws and closes the betting (CAT-I.1-08); a choice belongs to the player
    whose hand it is (CAT-I.1-11); a ruling to the role that the clause names.
    """
    roles: tuple[str, ...]
    if isinstance(ask, Ruling):
        roles, clause = (ask.role,), ask.clause
    elif isinstance(ask, Choose):
        roles, clause = (JUGADOR,), "CAT-I.1-11"
        if by == JUGADOR and seat != ask.whose(answer):
            raise Refused(clause, "not-your-hand", seat=seat, hand=ask.seat)
    else:
        roles, clause = CROUPIERS, "CAT-I.1-08"
    only(roles, by, clause, "answer")
