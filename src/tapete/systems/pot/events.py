"""What happens to a pot. Folded, these events are the pot; each names its clause.

``moved`` are the whole pesos an event moves between the accounts of the pot and the house; what a
round itself moved (a bet into the pot, a prize out of it) is in the events of the round. ``unit``
is the table, hall or machine an event came from, ``place`` the position there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tapete.core.book.account import Account, Posting
from tapete.core.round.event import Event

COMMISSION = Account("pot", spot="commission")
OVERFLOW = Account("pot", spot="overflow")
BASE = Account("pot", spot="base")
"""What the house has put into the pot as its base, below zero."""
FUND = Account("pot", spot="fund")
"""What the house's bank has paid into the pot of the bets it took, below zero."""
MOVED = Account("pot", spot="moved")
"""On its way to another pot, or below zero from one."""

HOUSE_ONLY = ("house",)
"""Whom a threshold is told before it is reached."""


class PotEvent(Event, frozen=True, kw_only=True):
    """Something that happened to a pot."""

    kind: ClassVar[str] = "pot-event"
    moved: tuple[Posting, ...] = ()

    def postings(self) -> tuple[Posting, ...]:
        return self.moved


class PotOpened(PotEvent, frozen=True, kw_only=True):
    """A pot is set up; ``terms`` as they are written down, and what it begins with."""

    kind: ClassVar[str] = "pot-opened"
    terms: Mapping[str, Any]
    main: int
    reserve: int


class ConditionPublished(PotEvent, frozen=True, kw_only=True):
    """The public is told what wins the pot, under this version of its terms."""

    kind: ClassVar[str] = "condition-published"
    version: int
    condition: str


class PotActivated(PotEvent, frozen=True, kw_only=True):
    """The pot may take bets."""

    kind: ClassVar[str] = "pot-activated"


class PotSuspended(PotEvent, frozen=True, kw_only=True):
    """The pot takes no bets until it is activated again."""

    kind: ClassVar[str] = "pot-suspended"
    by: str


class TermsChanged(PotEvent, frozen=True, kw_only=True):
    """A new version of the terms of a pot that is not in operation: who set it, what was set
    before and what after."""

    kind: ClassVar[str] = "pot-terms-changed"
    version: int
    by: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]


class ThresholdPromised(PotEvent, frozen=True, kw_only=True):
    """The threshold of a mystery pot is drawn: ``promise`` is the digest of it with its salt."""

    kind: ClassVar[str] = "threshold-promised"
    promise: str


class ThresholdDrawn(PotEvent, frozen=True, kw_only=True):
    """The threshold itself, which the house alone may know before it is reached."""

    kind: ClassVar[str] = "threshold-drawn"
    threshold: int
    salt: str


class ThresholdReached(PotEvent, frozen=True, kw_only=True):
    """A bet has brought a mystery pot to its threshold: promise and threshold may be compared."""

    kind: ClassVar[str] = "threshold-reached"
    unit: str
    place: int
    threshold: int
    salt: str


class BetDivided(PotEvent, frozen=True, kw_only=True):
    """A bet is divided as the algorithm says. ``final``: its round cannot be undone any more."""

    kind: ClassVar[str] = "bet-divided"
    unit: str
    place: int
    amount: int
    final: bool = False


class BetWithdrawn(PotEvent, frozen=True, kw_only=True):
    """A bet came back out of the pot: its round is void."""

    kind: ClassVar[str] = "bet-withdrawn"
    unit: str
    place: int
    amount: int


class PrizePaid(PotEvent, frozen=True, kw_only=True):
    """A prize is registered and leaves the pot, in the order it was received: so much of the pot
    itself, of the reserve, and of an advance by the house. ``winners`` of one round share it;
    ``odd`` are the pesos that could not be divided."""

    kind: ClassVar[str] = "prize-paid"
    number: int
    unit: str
    place: int
    prize: str
    amount: int
    main: int
    reserve: int = 0
    advance: int = 0
    winners: int = 1
    odd: int = 0
    final: bool = False


class PotRestarted(PotEvent, frozen=True, kw_only=True):
    """The whole pot was won: it begins again at its base."""

    kind: ClassVar[str] = "pot-restarted"
    unit: str
    house: int
    reserve: int = 0
    overflow: int = 0
    final: bool = False


class RoundOver(PotEvent, frozen=True, kw_only=True):
    """The round of a unit is over: what the pot did in it stands."""

    kind: ClassVar[str] = "round-over"
    unit: str


class RoundUndone(PotEvent, frozen=True, kw_only=True):
    """A unit voided its round: all the pot had taken in or paid in it goes back."""

    kind: ClassVar[str] = "round-undone"
    unit: str


class PotMoved(PotEvent, frozen=True, kw_only=True):
    """All that the pot holds and owes goes to another pot, and it is closed."""

    kind: ClassVar[str] = "pot-moved"
    to: str
    by: str
    meters: Mapping[str, Any]


class PotReceived(PotEvent, frozen=True, kw_only=True):
    """All that another pot held and owed comes in."""

    kind: ClassVar[str] = "pot-received"
    source: str
    by: str
    meters: Mapping[str, Any]


class PotClosed(PotEvent, frozen=True, kw_only=True):
    """An empty pot is closed for good."""

    kind: ClassVar[str] = "pot-closed"
    by: str
