"""What is done at a ball, or before the first: calls of line and bingo, cards passed on, an
annulment; and what a pot answers that is won."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import MACHINERY, PutTo
from tapete.core.round.ask import Pick
from tapete.core.round.pot import PotAsk
from tapete.core.round.window import Action, OpenWindow, Window
from tapete.systems.bingo.events import LINE
from tapete.systems.bingo.hall import DIRECTOR
from tapete.systems.bingo.passing import PassOn, check_pass

LATE: ClauseId = "CAT-V.2.3-35"


class Call(Action, frozen=True, tag="call", omit_defaults=True):
    """A player calls line or bingo: stopping the game, or answering whether there are more."""

    who: str
    what: str
    card: int
    altered: bool = False

    def check(self, to: Any) -> None:
        to.check_call(self)


class Annul(Action, frozen=True, tag="annul"):
    """An error of the caller annuls the game: the Director decides (CAT-V.5-04)."""

    by: str

    def check(self, to: Any) -> None:
        if self.by != DIRECTOR:
            raise Refused("CAT-V.5-04", "director-decides", role=self.by)

    def apply(self, to: Any) -> None:
        to.annulled = True


def check_before_payment(*, paid: bool, claim: bool = False) -> None:
    """Raise `Refused` once the prizes are paid: an error in calling is not looked at any more, and
    a claim is lost (CAT-V.5-02, CAT-V.2.3-35)."""
    if paid and claim:
        raise Refused(LATE, "claim-lost")
    if paid:
        raise Refused("CAT-V.5-02", "after-payment")


class Calls(Window[Any], frozen=True, kw_only=True, tag="calls"):
    """What is done at a ball: calls, cards passed on, an annulment. Silence: the next ball; after
    the order to go on with a call's stoppage there is another window before it. ``rooms`` says of a
    joint game where each plays; ``over``: the system has found a bingo, and there is no next
    ball."""

    holders: dict[int, str]
    rooms: dict[str, str] = msgspec.field(default_factory=dict)
    line_open: bool
    manual: bool
    over: bool = False
    clause: ClauseId = "CAT-V.2.3-29"
    closing: str = "sigue-el-juego"
    closing_clause: ClauseId = LATE

    @property
    def kinds(self) -> tuple[type[Any], ...]:
        return (Call, PassOn, Annul)

    @property
    def silence(self) -> Any:
        return self.log(())

    def open(self) -> OpenCalls:
        return OpenCalls(self)

    def fingerprint(self) -> Any:
        return [self.kind, self.line_open, self.manual, self.over, sorted(self.holders.items())]

    def some(self, pick: Pick) -> Any:
        return self.silence


class OpenCalls(OpenWindow[Any]):
    """A stoppage while it lasts."""

    def __init__(self, window: Calls) -> None:
        super().__init__(window)
        self.calls = window
        self.holders, self.rooms = dict(window.holders), dict(window.rooms)
        self.annulled = False

    def check_call(self, call: Call) -> None:
        """Raise `Refused` if a call is not admitted at all; whether it is right is read after."""
        if not self.calls.manual:
            raise Refused("CAT-V.5-12", "nothing-is-called", who=call.who)
        if call.what == LINE and not self.calls.line_open:
            raise Refused(LATE, "claim-lost", who=call.who)
        if call.altered:
            raise Refused("CAT-V.2.5-02", "card-altered", card=call.card)
        if self.holders.get(call.card) != call.who:
            raise Refused("CAT-V.2.3-27", "not-his-card", card=call.card, who=call.who)

    def check_pass(self, passed: PassOn) -> None:
        """Raise `Refused` unless somebody's cards may pass to that person."""
        check_pass(passed, self.holders.values(), self.rooms)

    def pass_on(self, passed: PassOn) -> None:
        """All his cards are the other's."""
        for card, who in self.holders.items():
            if who == passed.who:
                self.holders[card] = passed.to
        if passed.who in self.rooms:
            self.rooms[passed.to] = self.rooms[passed.who]


class HallPots(Protocol):
    """The interface of a hall's pots to a game."""

    def won(self, ask: PotWon) -> int:
        """The sum the pot of this name pays: its condition is met."""


class PotWon(PotAsk[int], frozen=True, kw_only=True, tag="bingo-pot-won"):
    """A pot's condition is met: how much does it hold? The pot itself answers."""

    answer_type: ClassVar[Any] = int

    name: str
    balls: int
    clause: ClauseId = "CAT-V.2.3-34"

    def of(self, pot: HallPots) -> int:
        return pot.won(self)

    @property
    def put_to(self) -> PutTo:
        return PutTo((MACHINERY,), self.clause)

    def check(self, answer: int) -> None:
        if answer < 0:
            raise Refused(self.clause, "bad-amount", amount=answer)

    def some(self, pick: Pick) -> int:
        return 1000 * pick(100)
