"""How a machine speaks to the book of prepaid cards while it carries a command out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tapete.core.book.aggregate import Journal
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.pot_door import PotDoor
from tapete.floor.kernel.unit import Ref
from tapete.systems.machines.cards.aggregate import CARD_BOOK
from tapete.systems.machines.cards.commands import CardCommand, PassDays, PutIn, TakeOut
from tapete.systems.machines.cards.events import CardEvent, CardPutIn
from tapete.systems.machines.cards.state import CARDS, CardBook, Slot
from tapete.systems.machines.ticket_numbers import Seal

Book = Journal[CardBook, CardCommand, CardEvent]
DEVICE = 0
"""Numbers of tickets begin with their machine's, numbers of cards with that of no machine."""
UNREAD = {"unknown": "unknown-card", "other-casino": "card-of-another-house"}


class Used(NamedTuple):
    """A card that a machine took: its name, its last digits, and what became credits."""

    card: str
    last: str
    amount: int


def name_of(serial: int) -> str:
    """A card as the books call it.

    >>> name_of(7)
    '000007'
    """
    return f"{serial:06}"


def last_of(seal: Seal, card: str) -> str:
    """The last digits of a card's number."""
    return seal.number(DEVICE, int(card))[-4:]


def read_number(seal: Seal, number: str) -> tuple[str, str]:
    """The name of the card with this number, and its last digits."""
    try:
        device, serial = seal.read(number)
    except Refused as refused:
        raise Refused(CARDS, UNREAD[refused.code], card=number[:24]) from None
    if device != DEVICE:
        raise Refused(CARDS, "unknown-card", card=number[:24])
    return name_of(serial), last_of(seal, name_of(serial))


def pass_days(book: Book, today: int) -> None:
    """Days that went by since somebody last looked."""
    if today > book.state.day:
        book.do(PassDays(today - book.state.day))


class CardLink:
    """The book of cards as a machine sees it."""

    def __init__(self, book: Book, seal: Seal, today: Callable[[float], int]) -> None:
        self.book, self.seal, self.today = book, seal, today

    def put_in(self, number: str, slot: Slot, amount: int | None, at: float) -> Used:
        """A card goes in, and so much of what it holds to the credits."""
        pass_days(self.book, self.today(at))
        card, last = read_number(self.seal, number)
        (told,) = self.book.do(PutIn(card, last, slot, amount))
        assert isinstance(told, CardPutIn)
        return Used(card, last, told.amount)

    def take_out(self, card: str, slot: Slot, amount: int, at: float) -> str:
        """A card comes out with these credits; gives its name."""
        pass_days(self.book, self.today(at))
        self.book.do(TakeOut(card, slot, amount))
        return card


class CardDoor:
    """The calls of a machine to the book of cards while it carries a command out: the answers
    are noted with those of pots, and given again when the command is replayed."""

    def __init__(self, links: Mapping[Ref, Any], noted: PotDoor) -> None:
        self._link: CardLink | None = next(
            (link for ref, link in links.items() if ref.kind == CARD_BOOK.kind), None
        )
        self._noted = noted

    def put_in(self, number: str, slot: Slot, amount: int | None, at: float) -> Used:
        said = self._noted.noted(lambda: list(self._open().put_in(number, slot, amount, at)))
        return Used(str(said[0]), str(said[1]), int(said[2]))

    def take_out(self, card: str, slot: Slot, amount: int, at: float) -> None:
        self._noted.noted(lambda: self._open().take_out(card, slot, amount, at))

    def _open(self) -> CardLink:
        if self._link is None:
            raise Refused(CARDS, "no-cards-here")
        return self._link
