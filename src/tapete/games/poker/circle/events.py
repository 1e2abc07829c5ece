"""What happens to chips in a pot. Pots are accounts of the table: ``pozo:1`` is the main one."""

from __future__ import annotations

from typing import ClassVar

from tapete.core.event import COMMISSION, Event, Posting, at_seat, on_spot


class BetGathered(Event, frozen=True, kw_only=True):
    """The croupier brings a bet from its spot to a pot."""

    kind: ClassVar[str] = "bet-gathered"
    seat: int
    bet: str
    pot: str
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return ((on_spot(self.seat, self.bet), -self.amount), (self.pot, self.amount))


class PotWon(Event, frozen=True, kw_only=True):
    """A player takes a pot, or his part of it."""

    kind: ClassVar[str] = "pot-won"
    pot: str
    seat: int
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return ((self.pot, -self.amount), (at_seat(self.seat), self.amount))


class PotGivenBack(Event, frozen=True, kw_only=True):
    """Chips go back from a pot to the player who had put them in, and why."""

    kind: ClassVar[str] = "pot-given-back"
    pot: str
    seat: int
    amount: int
    why: str

    def postings(self) -> tuple[Posting, ...]:
        return ((self.pot, -self.amount), (at_seat(self.seat), self.amount))


class CommissionGivenBack(Event, frozen=True, kw_only=True):
    """The house puts back the commission of a hand that does not count."""

    kind: ClassVar[str] = "commission-given-back"
    pot: str
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return ((COMMISSION, -self.amount), (self.pot, self.amount))
