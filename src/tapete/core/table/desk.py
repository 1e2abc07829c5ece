"""The desk of a gaming table: its rules and plan, who sits where, and every account."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tapete.core.book.account import in_stack
from tapete.core.book.clause import ClauseId
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.round.event import Announced, Event
from tapete.core.round.fold import Balances, told
from tapete.core.table.session import Session

DIRECTION: ClauseId = "CAT-I.3.2-10"
"""The jefe de mesa directs the game: when it opens, when it closes."""


class Desk:
    """The state that every part of a gaming table shares; ``open``: it is open for play.

    ``accounts`` adds up every posting, in and out of rounds, so it always sums to zero;
    ``last_rounds_left`` counts down the last rounds once they were announced.
    """

    def __init__(self, session: Session[Any], plan: Plan | None) -> None:
        self.session, self.plan, self.table = session, plan, session.name
        self.rules: GameRules = session.rules
        self.players: dict[int, str] = {}
        self.open = False
        self.last_rounds_left: int | None = None
        self.accounts = Balances()

    def tell(self, *events: Event) -> None:
        """Something happened outside a round."""
        self.session.tell(*events)
        self.post(events)

    def post(self, events: Iterable[Event]) -> None:
        """Enter what these events moved."""
        told(events, self.accounts)

    def chips(self, seat: int) -> int:
        """The chips before a seat between rounds."""
        return self.accounts[in_stack(seat)]

    def may_move(self, seat: int, amount: int) -> None:
        """Raise `Refused` where the game does not let a seat add so many chips now or, below 0,
        give them away."""
        now = self.session
        playing = now.live is not None and now.header is not None and seat in now.header.seats
        now.game.may_move_chips(now.setup(), now.state, seat, amount, playing)

    def close(self, clause: ClauseId, why: str) -> None:
        """Close the table for play."""
        self.open = False
        self.tell(Announced(what="mesa-cerrada", facts={"why": why}, clause=clause))

    def check_open(self) -> None:
        """Raise `Refused` while the table is closed."""
        if not self.open:
            raise Refused(DIRECTION, "table-closed")

    def by(self, value: str, otherwise: ClauseId) -> ClauseId:
        """The clause of the game that sets a value, or the general one."""
        return self.rules.clauses.get(value, otherwise)

    def check(self, command: str, by: str) -> None:
        """Raise `Refused` unless the role has this command."""
        self.session.check(command, by)
