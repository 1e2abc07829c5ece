"""Folds: what is kept up to date by telling it events, one after another.

The felt is one, and so are the balances of accounts, what lies in the zones of a table or a hall,
and whatever a system counts. None of them holds anything that the events do not say.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, TypeVar

from tapete.core.book.account import Account

if TYPE_CHECKING:
    from tapete.core.round.event import Event


class Fold(Protocol):
    """Something that takes in events."""

    def tell(self, event: Event, /) -> None:
        """Take one event in."""


F = TypeVar("F", bound=Fold)


def told(events: Iterable[Event], to: F) -> F:
    """A fold after it was told these events."""
    for event in events:
        to.tell(event)
    return to


class Zones(dict[str, "list[str | None]"]):
    """The things in each zone, in order: cards, balls, symbols. None: a covered one.

    >>> zones = Zones()
    >>> zones.put("croupier", "Ah", None)
    >>> zones.turn("croupier", 1, "9c")
    >>> zones
    {'croupier': ['Ah', '9c']}
    """

    def tell(self, event: Event, /) -> None:
        event.lay(self)

    def put(self, zone: str, *things: str | None) -> None:
        """These come to lie in a zone, after what lies there already."""
        self.setdefault(zone, []).extend(things)

    def turn(self, zone: str, index: int, thing: str) -> None:
        """Uncover a thing of a zone, or put another in its place."""
        self[zone][index] = thing

    def take(self, zone: str, index: int) -> None:
        """Remove a thing from a zone."""
        del self[zone][index]

    def empty(self, zone: str) -> None:
        """A zone is empty again."""
        self.pop(zone, None)


class Balances(dict[Account, int]):
    """The balance of each account, zero unless something was posted to it. They always add up to
    zero."""

    def __missing__(self, account: Account) -> int:
        return 0

    def tell(self, event: Event, /) -> None:
        for account, amount in event.postings():
            self.add(account, amount)

    def add(self, account: Account, amount: int) -> None:
        """So much more, or below zero less, in an account."""
        now = self.get(account, 0) + amount
        if now:
            self[account] = now
        else:
            self.pop(account, None)
