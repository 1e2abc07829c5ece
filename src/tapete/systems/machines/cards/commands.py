"""What may be done with prepaid cards."""

from __future__ import annotations

from typing import TypeAlias

from tapete.core.book.aggregate import Command
from tapete.systems.machines.cards.state import Means, Slot


class OpenCards(Command, frozen=True):
    """Begin a casino's cards."""

    good_days: int | None = None
    kept_days: int | None = None


class Sell(Command, frozen=True):
    """The cage sells a new card and loads it, for money or from the account of a ``person``."""

    card: str
    number: str
    amount: int
    means: Means
    id: str
    person: str = ""
    holder: str = ""


class Load(Command, frozen=True):
    """The cage loads a card that is shown to it; ``id`` tells it from another loading."""

    card: str
    number: str
    amount: int
    means: Means
    id: str
    person: str = ""


class PutIn(Command, frozen=True):
    """A card goes into a machine, and so much of what it holds to the credits; all, if unsaid."""

    card: str
    number: str
    slot: Slot
    amount: int | None = None


class TakeOut(Command, frozen=True):
    """A card comes out of the machine that has it, with the credits that are left."""

    card: str
    slot: Slot
    amount: int


class Block(Command, frozen=True):
    """A card is lost: nobody uses it any more."""

    card: str


class Unblock(Command, frozen=True):
    """A blocked card was found."""

    card: str


class Refund(Command, frozen=True):
    """The cage gives back what a card holds, and keeps the card: to whoever shows it, in money or
    to an account; of a blocked one to its holder's account."""

    card: str
    means: Means
    id: str
    number: str = ""
    person: str = ""


class PassDays(Command, frozen=True):
    """So many days go by."""

    days: int


CardCommand: TypeAlias = (
    OpenCards | Sell | Load | PutIn | TakeOut | Block | Unblock | Refund | PassDays
)
