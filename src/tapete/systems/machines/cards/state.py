"""What a prepaid card and the book of them are."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tapete.systems.machines.pages import Pages, every, find

GOOD, BLOCKED, REFUNDED, EXPIRED = "vigente", "bloqueada", "devuelta", "vencida"


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a card is put in: the number of a machine and a position of it."""

    device: int
    position: int = 1


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One card. ``day`` is when it was last used, ``slot`` the machine that has it now, ``holder``
    to whom it was sold, if that is known; ``done`` are the ids of what the cage did with it."""

    number: str
    balance: int
    day: int
    state: str
    slot: Slot | None = None
    holder: str = ""
    done: tuple[str, ...] = ()


class CardBook(msgspec.Struct, frozen=True, kw_only=True):
    """All cards of a casino by name; ``good_days`` is how long one is good after its last use.

    The sums in pesos are folds of the log: ``loaded`` at the cage, ``spent`` to the credits of
    machines, ``returned`` from them, ``refunded`` by the cage, ``expired`` to the house, and
    ``live``, what all cards hold. Cards that are refunded or expired are forgotten ``kept_days``
    after their last use; the sums are not.
    """

    pages: Pages[Card] = {}
    sold: int = 0
    loaded: int = 0
    spent: int = 0
    returned: int = 0
    refunded: int = 0
    expired: int = 0
    live: int = 0
    good_days: int | None = None
    kept_days: int | None = None
    day: int = 0

    def find(self, card: str) -> Card | None:
        """The card of this name."""
        return find(self.pages, card)

    def all(self) -> Iterator[tuple[str, Card]]:
        """Every card that is not forgotten."""
        return every(self.pages)

    def check(self) -> CardBook:
        """Every peso that came to cards went somewhere, or is on one."""
        came, went = self.loaded + self.returned, self.spent + self.refunded + self.expired
        assert came == went + self.live, "what cards hold is what came less what went"
        assert self.live >= 0
        return self
