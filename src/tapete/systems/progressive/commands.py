"""What may be done with a pot: by the casino, the croupier, a player, a round."""

from __future__ import annotations

from typing import TypeAlias

from tapete.core.book.aggregate import Command
from tapete.core.book.instrument import MONEY_CHIPS
from tapete.systems.pot.commands import Prize
from tapete.systems.progressive.terms import ProgressiveTerms


class Open(Command, frozen=True):
    """Set a pot up. It begins with its base where nothing else is said."""

    terms: ProgressiveTerms
    main: int | None = None
    reserve: int = 0


class Activate(Command, frozen=True):
    """Let the pot take bets."""


class Suspend(Command, frozen=True):
    """Take the pot out of operation, between rounds."""

    by: str


class Change(Command, frozen=True):
    """Set other terms, while the pot is not in operation."""

    terms: ProgressiveTerms
    by: str


class LinkTable(Command, frozen=True, kw_only=True):
    """Link a table: its places and those of them with an acceptor, its limits of the bet, the
    homologation of its equipment, and the report of it to the authority."""

    table: str
    game: str
    edition: str
    casino: str = ""
    places: int
    acceptors: tuple[int, ...]
    min: int | None = None
    max: int | None = None
    homologation: str
    informed: str


class UnlinkTable(Command, frozen=True):
    """Take a table off the pot."""

    table: str
    informed: str


class FailLight(Command, frozen=True):
    """The light of a position does not work."""

    table: str
    seat: int


class MendLight(Command, frozen=True):
    """The light of a position works again."""

    table: str
    seat: int


class BuyCredits(Command, frozen=True):
    """A player buys credits and the croupier loads them."""

    table: str
    seat: int
    credits: int
    instrument: str


class CashCredits(Command, frozen=True):
    """A player wants the value of his credits back."""

    table: str
    seat: int


class Stake(Command, frozen=True):
    """A player presses the button, or puts chips (``instrument``) into the slot, for so many
    credits more."""

    table: str
    seat: int
    credits: int
    instrument: str = MONEY_CHIPS


class TakeBack(Command, frozen=True):
    """A player takes his bet back before the close, or some credits of it."""

    table: str
    seat: int
    credits: int | None = None


class Lock(Command, frozen=True):
    """The croupier closes the bets of a table: ``bets`` lie there, in pesos by seat."""

    table: str
    bets: dict[int, int]


class Feed(Command, frozen=True):
    """A bet of a closed table goes into the pot."""

    table: str
    seat: int
    amount: int


class Withdraw(Command, frozen=True):
    """A bet comes back out of the pot: its round is void."""

    table: str
    seat: int


class Pay(Command, frozen=True):
    """The prizes of a hand, as the round told them."""

    table: str
    prizes: tuple[Prize, ...]


class Give(Command, frozen=True):
    """A complementary prize in promotional credits."""

    table: str
    seat: int
    prize: str
    credits: int


class End(Command, frozen=True):
    """The round of a table is over; ``voided`` by the table, if it was."""

    table: str
    voided: bool = False


class CloseDay(Command, frozen=True):
    """Read the meters of the day."""

    day: str


ProgressiveCommand: TypeAlias = (
    Open
    | Activate
    | Suspend
    | Change
    | LinkTable
    | UnlinkTable
    | FailLight
    | MendLight
    | BuyCredits
    | CashCredits
    | Stake
    | TakeBack
    | Lock
    | Feed
    | Withdraw
    | Pay
    | Give
    | End
    | CloseDay
)
