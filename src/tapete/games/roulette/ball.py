"""The ball: thrown against the wheel while bets are still open (CAT-II.1.4-02, CAT-II.2.5-11)."""

from __future__ import annotations

from typing import Any, ClassVar

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Round
from tapete.core.round.bets import BetAction
from tapete.core.round.event import Event


class BallThrown(Event, frozen=True, kw_only=True):
    """The wheel is turned and the ball thrown against it."""

    kind: ClassVar[str] = "ball-thrown"
    wheel: str
    ball: str


class Throw(BetAction, frozen=True, tag="throw"):
    """The croupier throws the ball while bets are still open."""

    command: ClassVar[str] = "close-bets"

    def check(self, to: Any) -> None:
        if self in to.actions:
            raise Refused(to.cloth.throw_clause, "already-thrown")

    def tell(self, to: Any) -> Round[None]:
        to.apply(self)
        yield to.cloth.thrown()

    def not_here(self, window: Any) -> Refused:
        return Refused(window.closing_clause, "no-throw-while-open")
