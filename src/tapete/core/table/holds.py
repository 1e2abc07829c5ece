"""Held payments: winnings withheld while the recorded play is checked (CAT-I.6-04, CAT-I.6-05)."""

from __future__ import annotations

import msgspec

from tapete.core.book.account import in_stack, of_person
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import JEFE
from tapete.core.round.event import BetWon, Moment, PaymentHeld, PaymentReleased
from tapete.core.round.pot import PotPaid
from tapete.core.round.record import Record
from tapete.core.table.desk import Desk
from tapete.core.table.table_bets import TableBets

MINUTES = 30
HOLD: ClauseId = "CAT-I.6-04"


class Hold(msgspec.Struct, frozen=True):
    """Winnings of a round that a seat has not been given yet, and when they must be paid at the
    latest.

    ``player`` is who won it, once he has left the seat: somebody else may sit there by then.
    """

    seat: int
    round: int
    amount: int
    until: Moment
    player: str = ""


class Holds:
    """The payments a table withholds. Nothing held is ever lost: each ends in a release.

    ``payable`` is the round that has ended and whose winners are being paid; once the next one
    begins, or a winner goes, the winnings are theirs.
    """

    def __init__(self, desk: Desk, betting: TableBets) -> None:
        self.desk, self.betting = desk, betting
        self.seconds = 60 * (desk.plan.hold_minutes if desk.plan is not None else MINUTES)
        self.payable: Record | None = None
        self.gone: set[int] = set()
        self.open: dict[tuple[int, int], Hold] = {}

    def pay(self, record: Record | None) -> None:
        """A round has ended and its winners are being paid; none: the next one has begun."""
        self.payable = record
        self.gone.clear()

    def hold(self, seat: int, *, now: Moment, by: str = JEFE) -> Hold:
        """Withhold what the seat won in the round just ended; its stakes are not touched."""
        self.desk.check("hold", by)
        if not self.desk.rules.payment_hold:
            raise Refused(self.desk.by("payment_hold", HOLD), "no-hold-in-this-game")
        if self.payable is None or seat in self.gone:
            raise Refused(HOLD, "already-paid", seat=seat)
        number = self.payable.header.number
        if (seat, number) in self.open:
            raise Refused(HOLD, "already-held", seat=seat, round=number)
        events = self.payable.events
        won = sum(e.paid for e in events if isinstance(e, BetWon) and e.seat == seat)
        won += sum(e.amount for e in events if isinstance(e, PotPaid) and e.seat == seat)
        if not won:
            raise Refused(HOLD, "nothing-won", seat=seat, round=number)
        if self.betting.available(seat) < won:  # he has already given some of it away
            raise Refused(HOLD, "already-paid", seat=seat)
        hold = Hold(seat, number, won, now + self.seconds)
        self.open[seat, number] = hold
        self.desk.tell(
            PaymentHeld(seat=seat, round=number, amount=won, until=hold.until, clause=HOLD)
        )
        return hold

    def release(self, seat: int, round_: int, *, by: str = JEFE) -> None:
        """Pay what was held: the play was found right."""
        self.desk.check("release", by)
        if (seat, round_) not in self.open:
            raise Refused(HOLD, "nothing-held", seat=seat, round=round_)
        self._pay(self.open[seat, round_], "verificado")

    def tick(self, now: Moment) -> int:
        """Time goes by: pay every hold whose time is over. Gives how many."""
        over = [hold for hold in self.open.values() if now >= hold.until]
        for hold in over:
            self._pay(hold, "plazo")
        return len(over)

    def left(self, seat: int, player: str) -> None:
        """The player has gone from the seat: what is held for him follows him."""
        self.gone.add(seat)
        for key, hold in self.open.items():
            if hold.seat == seat and not hold.player:
                self.open[key] = msgspec.structs.replace(hold, player=player)

    def of(self, seat: int) -> int:
        """The amount held for the player at the seat."""
        return sum(h.amount for h in self.open.values() if h.seat == seat and not h.player)

    def _pay(self, hold: Hold, why: str) -> None:
        del self.open[hold.seat, hold.round]
        to = of_person(hold.player) if hold.player else in_stack(hold.seat)
        self.desk.tell(
            PaymentReleased(
                seat=hold.seat, round=hold.round, amount=hold.amount, to=to, why=why, clause=HOLD
            )
        )
