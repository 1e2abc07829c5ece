"""What happens to chips in a pot. Pots are accounts of the table: ``pozo:1`` is the main one."""

from __future__ import annotations

from typing import ClassVar

from tapete.core.book.account import COMMISSION, Account, Posting, in_stack, on_spot
from tapete.core.round.event import Event


class BetGathered(Event, frozen=True, kw_only=True):
    """The croupier brings a bet from its spot to a pot."""

    kind: ClassVar[str] = "bet-gathered"
    seat: int
    bet: str
    pot: Account
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return ((on_spot(self.seat, self.bet), -self.amount), (self.pot, self.amount))


class PotWon(Event, frozen=True, kw_only=True):
    """A player takes a pot, or his part of it."""

    kind: ClassVar[str] = "pot-won"
    pot: Account
    seat: int
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return ((self.pot, -self.amount), (in_stack(self.seat), self.amount))


class PotGivenBack(Event, frozen=True, kw_only=True):
    """Chips go back from a pot to the player who had put them in, and why."""

    kind: ClassVar[str] = "pot-given-back"
    pot: Account
    seat: int
    amount: int
    why: str

    def postings(self) -> tuple[Posting, ...]:
        return ((self.pot, -self.amount), (in_stack(self.seat), self.amount))


class CommissionGivenBack(Event, frozen=True, kw_only=True):
    """The house puts back the commission of a hand that does not count."""

    kind: ClassVar[str] = "commission-given-back"
    pot: Account
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return ((COMMISSION, -self.amount), (self.pot, self.amount))
