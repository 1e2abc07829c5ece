"""What happens to prepaid cards."""

from __future__ import annotations

from typing import ClassVar

from tapete.core.round.event import Event
from tapete.systems.machines.cards.state import Means, Slot


class CardEvent(Event, frozen=True, kw_only=True):
    """Something that happened to prepaid cards."""

    kind: ClassVar[str] = "prepaid"


class CardsOpened(CardEvent, frozen=True, kw_only=True):
    """A casino's cards begin."""

    kind: ClassVar[str] = "prepaid-opened"
    good_days: int | None
    kept_days: int | None = None


class CardSold(CardEvent, frozen=True, kw_only=True):
    """A new card."""

    kind: ClassVar[str] = "prepaid-sold"
    card: str
    number: str
    id: str
    holder: str = ""


class CardLoaded(CardEvent, frozen=True, kw_only=True):
    """A card holds more."""

    kind: ClassVar[str] = "prepaid-loaded"
    card: str
    amount: int
    means: Means
    id: str
    person: str = ""


class CardPutIn(CardEvent, frozen=True, kw_only=True):
    """A card is in a machine; ``amount`` of it became credits."""

    kind: ClassVar[str] = "prepaid-put-in"
    card: str
    slot: Slot
    amount: int


class CardTakenOut(CardEvent, frozen=True, kw_only=True):
    """A card came out of its machine, with ``amount`` of credits."""

    kind: ClassVar[str] = "prepaid-taken-out"
    card: str
    amount: int


class CardBlocked(CardEvent, frozen=True, kw_only=True):
    """A card is blocked, or not any more."""

    kind: ClassVar[str] = "prepaid-blocked"
    card: str
    on: bool


class CardRefunded(CardEvent, frozen=True, kw_only=True):
    """What a card held was given back; it is used no more."""

    kind: ClassVar[str] = "prepaid-refunded"
    card: str
    amount: int
    means: Means
    id: str
    person: str = ""


class CardDaysPassed(CardEvent, frozen=True, kw_only=True):
    """Days went by; these cards are not good any more, and what they held is the house's."""

    kind: ClassVar[str] = "prepaid-days-passed"
    days: int
    expired: tuple[str, ...]
    amount: int = 0
    forgotten: tuple[str, ...] = ()
