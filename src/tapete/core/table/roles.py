"""Who may do what in a session, and at a gaming table: each command, its roles, its clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tapete.core.book.clause import ClauseId
from tapete.core.book.duty import Duty
from tapete.core.book.refused import Refused
from tapete.core.book.roles import (
    CHIEFS,
    CROUPIER,
    CROUPIERS,
    JEFE,
    JEFE_DE_SALA,
    JUGADOR,
    PLANNERS,
    TALLADOR,
    only,
)
from tapete.core.book.rulebook import GameRules
from tapete.core.round.act import Act


@dataclass(frozen=True)
class Duties:
    """The duties in a kind of session (a gaming table, a bingo hall, a machine): which role does
    what.

    ``commands`` has the duty of each command; ``further`` is the one for acts that name none.
    ``broken`` is the clause by which a round that breaks down is void. ``needed`` are the people
    without whom the session does not open, by role.
    """

    commands: Mapping[str, Duty]
    further: Duty
    broken: ClauseId
    needed: Mapping[str, int] = field(default_factory=dict)

    def check(self, command: str, by: str, staff: Counter[str], rules: GameRules) -> None:
        """Raise `Refused` unless the role has this command."""
        self._check(self.commands[command], command, by, staff, rules)

    def check_act(
        self, act: type[Act[Any, Any]], by: str, staff: Counter[str], rules: GameRules
    ) -> None:
        """Raise `Refused` unless the role may do this act."""
        duty = act.duty_of(rules)
        name = "act" if duty is None else act.name()
        self._check(duty or self.further, name, by, staff, rules)

    def usual(self, act: type[Act[Any, Any]], rules: GameRules) -> str:
        """The role that usually does an act."""
        return (act.duty_of(rules) or self.further).roles[0]

    def _check(
        self, duty: Duty, command: str, by: str, staff: Counter[str], rules: GameRules
    ) -> None:
        if not {by, *self.acting(by, staff, rules)} & {*duty.roles}:
            only(duty.roles, by, self.clause(duty, by, rules), command)

    def acting(self, by: str, staff: Counter[str], rules: GameRules) -> tuple[str, ...]:
        """Roles that whoever has this one acts in besides."""
        return ()

    def clause(self, duty: Duty, by: str, rules: GameRules) -> ClauseId:
        """The clause that keeps a duty from a role."""
        return duty.by(rules)

    def check_staff(self, staff: Counter[str], rules: GameRules) -> None:
        """Raise `Refused` unless everybody needed is there."""
        for role, needed in self.needed.items():
            if staff[role] < needed:
                clause = self.commands["open"].clause
                raise Refused(
                    clause, "staff-missing",
                    role=role, present=staff[role], low=needed, high=needed,
                )  # fmt: skip


IDLE = ("idle_claim", "idle_rounds_max")
"""The rows on who asks for an idle player's place and has it freed; most games have but one."""


DUTIES: Mapping[str, Duty] = MappingProxyType(
    {
        # The jefe de mesa directs the game in all its phases.
        "open": Duty((JEFE,), "CAT-I.3.2-10"),
        "suspend": Duty((JEFE,), "CAT-I.3.2-10"),
        "void": Duty((JEFE,), "CAT-I.3.2-10"),
        "order-last": Duty((JEFE,), "CAT-I.3.2-10"),
        "capacity": Duty((JEFE, JEFE_DE_SALA), "CAT-I.3.2-10"),
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
        "set-terms": Duty((*CHIEFS, *PLANNERS), "CAT-I.3.2-10"),
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


class TableDuties(Duties):
    """The duties at a gaming table, by its rules: enough croupiers, and somebody who directs."""

    def acting(self, by: str, staff: Counter[str], rules: GameRules) -> tuple[str, ...]:
        # Where one person may hold both roles and no jefe de mesa is there, the tallador, or any
        # croupier where there is no tallador, directs the table too (CAT-IV.1.4.2-09).
        directs = TALLADOR if staff[TALLADOR] else by
        both = not rules.chief_separate and not staff[JEFE]
        return (JEFE,) if both and by == directs and by in CROUPIERS else ()

    def clause(self, duty: Duty, by: str, rules: GameRules) -> ClauseId:
        if by == JEFE and duty.handles in rules.chief_hands_off:
            return rules.by("chief_hands_off")
        return super().clause(duty, by, rules)

    def check_staff(self, staff: Counter[str], rules: GameRules) -> None:
        croupiers = sum(staff[role] for role in CROUPIERS)
        needed = rules.croupiers_min
        clause = rules.clauses.get("croupiers_min", "CAT-I.3.2-01")
        if croupiers < needed:
            raise Refused(clause, "croupiers-missing", present=croupiers, needed=needed)
        for role, (low, high) in rules.staff.items():
            if not low <= staff[role] <= high:
                raise Refused(
                    rules.clauses.get("staff", clause), "staff-missing",
                    role=role, present=staff[role], low=low, high=high,
                )  # fmt: skip
        if not staff[JEFE] and rules.chief_separate:
            raise Refused(rules.clauses.get("chief_separate", clause), "jefe-de-mesa-missing")


GAMING_TABLE = TableDuties(commands=DUTIES, further=DUTIES["act"], broken="CAT-I.6-01")
