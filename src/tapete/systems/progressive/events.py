"""What happens to a pot of tables besides what happens to any pot: tables linked, lights, credits
on the meters of acceptors, days closed (CAT-III.6).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tapete.core.book.account import Account
from tapete.systems.pot.events import PotEvent

CREDITS = Account("pot", spot="credits")
"""Credits bought and neither staked nor given back, in pesos."""
PROMOTIONS = Account("pot", spot="promotions")
"""What the house has given away in promotional credits and was staked, below zero."""


class ProgressiveSet(PotEvent, frozen=True, kw_only=True):
    """The terms of a progressive as they are written down: when it is set up, or changed."""

    kind: ClassVar[str] = "progressive-set"
    terms: Mapping[str, Any]


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


class PromotionGiven(PotEvent, frozen=True, kw_only=True):
    """A complementary prize in promotional credits is loaded on a meter."""

    kind: ClassVar[str] = "promotion-given"
    number: int
    table: str
    seat: int
    prize: str
    credits: int


class DayClosed(PotEvent, frozen=True, kw_only=True):
    """The meters of a day are read and a new day begins."""

    kind: ClassVar[str] = "day-closed"
    day: str
    meters: Mapping[str, Any]
