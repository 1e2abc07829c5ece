"""What may be done with a pot: by the casino, and by the rounds of its units."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from tapete.core.book.aggregate import Command
from tapete.core.book.clause import ClauseId
from tapete.systems.pot.meters import Meters
from tapete.systems.pot.terms import Terms


class Open(Command, frozen=True):
    """Set a pot up. It begins with its base where nothing else is said."""

    terms: Terms
    main: int | None = None
    reserve: int = 0


class Publish(Command, frozen=True):
    """Tell the public what wins the pot."""


class Activate(Command, frozen=True):
    """Let the pot take bets."""


class Suspend(Command, frozen=True):
    """Take the pot out of operation, between rounds."""

    by: str


class Change(Command, frozen=True):
    """Set other terms, while the pot is not in operation."""

    terms: Terms
    by: str


class Draw(Command, frozen=True):
    """The threshold of a mystery pot, drawn uniformly on base + 1 … limit, and its salt."""

    threshold: int
    salt: str


class Contribute(Command, frozen=True):
    """A bet of a unit enters the pot, before its result is known. ``final``: its round cannot be
    undone any more."""

    unit: str
    place: int
    amount: int
    final: bool = False


class Withdraw(Command, frozen=True):
    """The bets of a place come back out of the pot: its round is void."""

    unit: str
    place: int


class Prize(msgspec.Struct, frozen=True):
    """A prize as a round has told it: so much of the pot itself, of the reserve, of an advance.
    ``whole``: it is all that the pot held, which begins again."""

    place: int
    prize: str
    amount: int
    main: int
    clause: ClauseId
    reserve: int = 0
    advance: int = 0
    whole: bool = False


class Pay(Command, frozen=True):
    """The prizes of a round, in the order it told them."""

    unit: str
    prizes: tuple[Prize, ...]


class Win(Command, frozen=True):
    """The whole pot is won in one round of a unit, by these places together."""

    unit: str
    places: tuple[int, ...]
    prize: str = "pozo"
    final: bool = False


class End(Command, frozen=True):
    """The round of a unit is over, or ``voided``."""

    unit: str
    voided: bool = False


class Move(Command, frozen=True):
    """Move all that the pot holds to another pot, and close it."""

    to: str
    by: str


class Receive(Command, frozen=True):
    """Take in all that another pot held."""

    source: str
    by: str
    meters: Meters


class Close(Command, frozen=True):
    """Close an empty pot for good."""

    by: str


PotCommand: TypeAlias = (
    Open
    | Publish
    | Activate
    | Suspend
    | Change
    | Draw
    | Contribute
    | Withdraw
    | Pay
    | Win
    | End
    | Move
    | Receive
    | Close
)
