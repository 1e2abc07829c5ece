"""What a hall tells beside its games: above all the money, which moves with these events and with
the refunds of a game, and with nothing else.

The takings of a game lie in the hall's ``pozo`` until it is over; commission and what cannot be
divided go to its bank.
"""

from __future__ import annotations

from typing import ClassVar

from tapete.core.book.account import BANK, Posting, move, of_person
from tapete.core.round.event import Event
from tapete.core.round.pot import MAIN, POT
from tapete.systems.bingo.events import TAKINGS


class HallEvent(Event, frozen=True, kw_only=True):
    """Something that happened in a hall beside a game."""

    kind: ClassVar[str] = "hall"


class HallOpened(HallEvent, frozen=True, kw_only=True):
    """The session opens: who is on duty, and that everything was checked."""

    kind: ClassVar[str] = "hall-opened"
    staff: tuple[str, ...]


class HallClosed(HallEvent, frozen=True, kw_only=True):
    """The session is over."""

    kind: ClassVar[str] = "hall-closed"


class SaleOpened(HallEvent, frozen=True, kw_only=True):
    """Cards are on sale: for which game, which series, how many cards there are, what one costs."""

    kind: ClassVar[str] = "hall-sale-opened"
    game: int
    series: str
    cards: int
    price: int


class CardsBought(HallEvent, frozen=True, kw_only=True):
    """A player has bought cards."""

    kind: ClassVar[str] = "hall-cards-bought"
    who: str
    cards: tuple[str, ...]
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return move(of_person(self.who), TAKINGS, self.amount)


class PrizePaid(HallEvent, frozen=True, kw_only=True):
    """A winner is paid, into his account."""

    kind: ClassVar[str] = "hall-prize-paid"
    who: str
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return move(TAKINGS, of_person(self.who), self.amount)


class HouseKept(HallEvent, frozen=True, kw_only=True):
    """The commission of a game and what the house gets of leftovers."""

    kind: ClassVar[str] = "hall-house-kept"
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return move(TAKINGS, BANK, self.amount)


class RoomKept(HallEvent, frozen=True, kw_only=True):
    """The commission of a room of another casino, in a joint game."""

    kind: ClassVar[str] = "hall-room-kept"
    room: str
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return move(TAKINGS, of_person(f"{self.room}/"), self.amount)


class HouseCovered(HallEvent, frozen=True, kw_only=True):
    """What the house puts in where a prize was paid on the spot in a game annulled after it."""

    kind: ClassVar[str] = "hall-house-covered"
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return move(BANK, TAKINGS, self.amount)


class PotIncreased(HallEvent, frozen=True, kw_only=True):
    """Part of the takings goes to a pot."""

    kind: ClassVar[str] = "hall-pot-increased"
    pot: str
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return move(TAKINGS, POT, self.amount)


class PotReturned(HallEvent, frozen=True, kw_only=True):
    """The game was annulled: what a pot had of it comes back."""

    kind: ClassVar[str] = "hall-pot-returned"
    pot: str
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return move(POT, TAKINGS, self.amount)


class PotTaken(HallEvent, frozen=True, kw_only=True):
    """A pot was won: what it held is to be paid."""

    kind: ClassVar[str] = "hall-pot-taken"
    pot: str
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return move(MAIN, TAKINGS, self.amount)


class CallHeard(HallEvent, frozen=True, kw_only=True):
    """A player called line or bingo, and the game stops."""

    kind: ClassVar[str] = "hall-call-heard"
    who: str
    what: str
    card: str


class CardRead(HallEvent, frozen=True, kw_only=True):
    """The jefe de mesa read a called card, its master on the screens."""

    kind: ClassVar[str] = "hall-card-read"
    who: str
    what: str
    card: str
    rows: tuple[tuple[int, ...], ...]
    right: bool
    missing: tuple[int, ...] = ()


class ActaOpened(HallEvent, frozen=True, kw_only=True):
    """The acta of a game begins: date and hour, signed by the jefe de mesa."""

    kind: ClassVar[str] = "hall-acta-opened"
    folio: int
    by: str
    person: str
    at: float


class ActaSigned(HallEvent, frozen=True, kw_only=True):
    """The acta of a game is closed: the signature over the digest of what was told in it."""

    kind: ClassVar[str] = "hall-acta-signed"
    folio: int
    by: str
    person: str
    at: float
    digest: str


class BookEntry(HallEvent, frozen=True, kw_only=True):
    """An incident or a complaint, in its book."""

    kind: ClassVar[str] = "hall-book-entry"
    book: str
    folio: int
    by: str
    text: str


class BreachNoted(HallEvent, frozen=True, kw_only=True):
    """A player did what the clause forbids: it stands in the book."""

    kind: ClassVar[str] = "hall-breach-noted"
    who: str
    by: str
    folio: int
    text: str = ""
