"""What a prepaid card and the book of them are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.systems.machines.pages import Pages, every, find

CARDS: ClauseId = "CAT-VI.4.1-06"
Means: TypeAlias = Literal["dinero", "cuenta"]
"""How the cage takes and gives: money, or the account of a person."""
GOOD, BLOCKED, REFUNDED, EXPIRED = "vigente", "bloqueada", "devuelta", "vencida"


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a card is put in: the number of a machine and a position of it."""

    device: int
    position: int = 1


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One card. ``day`` is when it was last used, ``slot`` the machine that has it now, ``holder``
    to whom it was sold, if that is known; ``done`` are the receipts of what the cage did
    with it, so that nothing is done twice."""

    number: str
    balance: int
    day: int
    state: str
    slot: Slot | None = None
    holder: str = ""
    done: tuple[str, ...] = ()

    def did(self, this: str) -> bool:
        """Whether the cage did this with it already, by its receipt. Raises `Refused` if it did
        something else under the same id."""
        id = id_of(this)
        before = next((one for one in self.done if id_of(one) == id), None)
        if before not in (None, id, this):  # older books kept the id alone
            raise Refused(CARDS, "id-used", id=id)
        return before is not None


def receipt(id: str, means: Means, person: str, amount: int | None = None) -> str:
    """What a book keeps of something the cage did with a card: so much put onto it, or all that it
    held given back."""
    return f"{'' if amount is None else amount} {means} {person}\n{id}"


def id_of(receipt: str) -> str:
    """The id under which something was done."""
    return receipt.rpartition("\n")[2]


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
