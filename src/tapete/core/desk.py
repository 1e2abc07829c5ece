"""The desk of a table: its rules and plan, who is on duty, what was told, and every account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tapete.core.clause import ClauseId
from tapete.core.event import Event
from tapete.core.plan import Plan
from tapete.core.refused import Refused
from tapete.core.roles import CROUPIERS, JEFE, TALLADOR, check_role
from tapete.core.rulebook import GameRules


class Desk:
    """What every part of a table shares.

    ``log`` is what was told outside the rounds; ``accounts`` adds up every posting, in and out of
    rounds, so it always sums to zero.
    """

    def __init__(self, rules: GameRules, plan: Plan | None, table: str) -> None:
        self.rules, self.plan, self.table = rules, plan, table
        self.staff: Counter[str] = Counter()
        self.players: dict[int, str] = {}
        self.log: list[Event] = []
        self.accounts: Counter[str] = Counter()

    def tell(self, *events: Event) -> None:
        """Something happened outside a round."""
        self.log.extend(events)
        self.post(events)

    def post(self, events: Iterable[Event]) -> None:
        """Enter what these events moved."""
        for event in events:
            for account, amount in event.postings():
                self.accounts[account] += amount
                if not self.accounts[account]:
                    del self.accounts[account]

    def by(self, value: str, otherwise: ClauseId) -> ClauseId:
        """The clause of the game that sets a value, or the general one."""
        return self.rules.clauses.get(value, otherwise)

    def check(self, command: str, by: str) -> None:
        """Raise `Refused` unless the role has this command."""
        self._check(command, by, self.staff)

    def _check(self, command: str, by: str, staff: Counter[str]) -> None:
        # Where one person may hold both roles and no jefe de mesa is there, the tallador, or any
        # croupier where there is no tallador, directs the table too (CAT-IV.1.4.2-09).
        directs = TALLADOR if staff[TALLADOR] else by
        both = not self.rules.chief_separate and not staff[JEFE]
        acting = (JEFE,) if both and by == directs and by in CROUPIERS else ()
        check_role(command, by, self.rules, acting=acting)

    def on_duty(self, staff: Iterable[str], *, by: str) -> None:
        """Take the staff in who open the table, one role a person.

        Enough croupiers and somebody who directs must be there, and ``by`` be one who may open;
        otherwise whoever was on duty still is.
        """
        present = Counter(staff)
        croupiers = sum(present[role] for role in CROUPIERS)
        needed = self.rules.croupiers_min
        clause = self.by("croupiers_min", "CAT-I.3.2-01")
        if croupiers < needed:
            raise Refused(clause, "croupiers-missing", present=croupiers, needed=needed)
        for role, (low, high) in self.rules.staff.items():
            if not low <= present[role] <= high:
                raise Refused(
                    self.by("staff", clause), "staff-missing",
                    role=role, present=present[role], low=low, high=high,
                )  # fmt: skip
        if not present[JEFE] and self.rules.chief_separate:
            raise Refused(self.by("chief_separate", clause), "jefe-de-mesa-missing")
        self._check("open", by, present)
        self.staff = present
