"""What happens to a pot. Folded, these events are the pot; each names its clause.

``moved`` are the whole pesos an event moves between the accounts of the pot; what a round itself
moved (a bet into the pot, a prize out of it) is in the events of the round. Fractions of a peso
stay on the account of bets not divided yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tapete.core.event import Event, Posting

COMMISSION = "pot:commission"
BASE = "pot:base"
"""What the house has put into the pot as its base, below zero."""
CREDITS = "pot:credits"
"""Credits bought and neither staked nor given back, in pesos."""
PROMOTIONS = "pot:promotions"
"""What the house has given away in promotional credits and was staked, below zero."""


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


class PotActivated(PotEvent, frozen=True, kw_only=True):
    """All the papers are there: the pot may take bets."""

    kind: ClassVar[str] = "pot-activated"


class TableLinked(PotEvent, frozen=True, kw_only=True):
    """A table is linked, with an acceptor at each of its places; ``informed`` is the report of it
    to the authority."""

    kind: ClassVar[str] = "table-linked"
    table: str
    game: str
    casino: str
    places: int
    informed: str


class TableUnlinked(PotEvent, frozen=True, kw_only=True):
    """A table is linked no more."""

    kind: ClassVar[str] = "table-unlinked"
    table: str
    informed: str


class LightFailed(PotEvent, frozen=True, kw_only=True):
    """The light of a position is faulty: the position is closed."""

    kind: ClassVar[str] = "light-failed"
    table: str
    seat: int


class LightMended(PotEvent, frozen=True, kw_only=True):
    """The light of a position works again."""

    kind: ClassVar[str] = "light-mended"
    table: str
    seat: int


class CreditsBought(PotEvent, frozen=True, kw_only=True):
    """The croupier loads credits a player paid for on the meter of his position."""

    kind: ClassVar[str] = "credits-bought"
    table: str
    seat: int
    credits: int
    instrument: str


class CreditsCashed(PotEvent, frozen=True, kw_only=True):
    """A player gets the value of his credits back; promotional ones lapse."""

    kind: ClassVar[str] = "credits-cashed"
    table: str
    seat: int
    credits: int
    lapsed: int = 0


class CreditsStaked(PotEvent, frozen=True, kw_only=True):
    """A player presses the button, or puts chips into the slot: his light goes on."""

    kind: ClassVar[str] = "credits-staked"
    table: str
    seat: int
    credits: int
    promotional: int = 0


class CreditsTakenBack(PotEvent, frozen=True, kw_only=True):
    """A bet on the pot goes back to where it came from, before the close or because it is void:
    ``credits`` of his own and ``promotional`` ones to his meter."""

    kind: ClassVar[str] = "credits-taken-back"
    table: str
    seat: int
    credits: int
    promotional: int = 0


class BetsLocked(PotEvent, frozen=True, kw_only=True):
    """The croupier closes the bets of a table with the processor: these positions are lit."""

    kind: ClassVar[str] = "bets-locked"
    table: str
    lit: tuple[int, ...]


class BetDivided(PotEvent, frozen=True, kw_only=True):
    """A bet that went into the pot is divided as the algorithm says."""

    kind: ClassVar[str] = "bet-divided"
    table: str
    seat: int
    amount: int


class BetWithdrawn(PotEvent, frozen=True, kw_only=True):
    """A bet came back out of the pot: its round is void."""

    kind: ClassVar[str] = "bet-withdrawn"
    table: str
    seat: int
    amount: int


class PrizePaid(PotEvent, frozen=True, kw_only=True):
    """A prize is registered and leaves the pot, in the order it was received."""

    kind: ClassVar[str] = "prize-paid"
    number: int
    table: str
    seat: int
    prize: str
    amount: int
    main: int
    reserve: int = 0
    advance: int = 0


class PotRestarted(PotEvent, frozen=True, kw_only=True):
    """The whole main pot was won: it begins again at its base."""

    kind: ClassVar[str] = "pot-restarted"
    table: str
    house: int
    reserve: int = 0


class PromotionGiven(PotEvent, frozen=True, kw_only=True):
    """A complementary prize in promotional credits is loaded on a meter."""

    kind: ClassVar[str] = "promotion-given"
    number: int
    table: str
    seat: int
    prize: str
    credits: int


class RoundOver(PotEvent, frozen=True, kw_only=True):
    """The round of a table is over: lights go out and the next bets may be made."""

    kind: ClassVar[str] = "round-over"
    table: str


class RoundUndone(PotEvent, frozen=True, kw_only=True):
    """The table voided a round: all the pot had taken in or paid in it goes back."""

    kind: ClassVar[str] = "round-undone"
    table: str


class DayClosed(PotEvent, frozen=True, kw_only=True):
    """The meters of a day are read and a new day begins."""

    kind: ClassVar[str] = "day-closed"
    day: str
    meters: Mapping[str, str]
