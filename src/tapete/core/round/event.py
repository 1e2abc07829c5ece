"""Events: what happened at the table. Generic: one felt, record and ledger serve every game.

Each event names the clause that made it. Money events say between which accounts chips went;
the accounts of one event always add up to zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import msgspec

from tapete.core.book.account import (
    BANK,
    COMMISSION,
    TIPS,
    Account,
    Posting,
    in_stack,
    move,
    on_hold,
    on_spot,
)
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact
from tapete.core.book.written import Plain, Written

if TYPE_CHECKING:
    from tapete.core.round.fold import Zones

Moment: TypeAlias = float
"""A moment in seconds, from any start: a table has no clock of its own."""


@lru_cache(maxsize=1024)
def at_seat(seat: int) -> str:
    """The place before a seat, as a zone of cards, a marker's place and a viewer are called."""
    return f"seat:{seat}"


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened. ``audience`` is who may know it: empty means everybody.

    ``besides`` keeps what a record of another version says of it that this code does not know.
    """

    is_told: ClassVar[bool] = True
    kind: ClassVar[str] = "event"
    kinds: ClassVar[dict[str, type[Event]]] = {}

    clause: ClauseId
    audience: tuple[str, ...] = ()
    besides: Plain = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        old = Event.kinds.setdefault(cls.kind, cls)
        if (old.__module__, old.__qualname__) != (cls.__module__, cls.__qualname__):
            raise TypeError(f"two events are called {cls.kind}")
        Event.kinds[cls.kind] = cls

    def postings(self) -> tuple[Posting, ...]:
        """The chips this event moved, account by account."""
        return ()

    def lay(self, zones: Zones) -> None:
        """Put what it shows into the zones of the felt, or take it away."""

    def seen_by(self, viewer: str) -> bool:
        """Whether the viewer (``seat:3``, ``croupier``, ``public``) may know of it."""
        return not self.audience or viewer in self.audience


class Announced(Event, frozen=True, kw_only=True):
    """The croupier, or whoever the clause names, says a phrase of the game."""

    kind: ClassVar[str] = "announced"
    what: str
    facts: Mapping[str, Fact] = {}


class BetPlaced(Event, frozen=True, kw_only=True):
    """Chips of a seat go down on a spot."""

    kind: ClassVar[str] = "bet-placed"
    seat: int
    bet: str
    amount: int
    called: str = ""

    def postings(self) -> tuple[Posting, ...]:
        return move(in_stack(self.seat), on_spot(self.seat, self.bet), self.amount)


class BetReturned(Event, frozen=True, kw_only=True):
    """Chips on a spot go back to their seat: a winner's stake, a tie, a void round, a removal."""

    kind: ClassVar[str] = "bet-returned"
    seat: int
    bet: str
    amount: int
    why: str

    def postings(self) -> tuple[Posting, ...]:
        return move(on_spot(self.seat, self.bet), in_stack(self.seat), self.amount)


class BetWon(Event, frozen=True, kw_only=True):
    """The bank pays a winning bet, its stake apart; ``dropped`` is what rounding left."""

    kind: ClassVar[str] = "bet-won"
    seat: int
    bet: str
    stake: int
    odds: str
    paid: int
    dropped: str

    def postings(self) -> tuple[Posting, ...]:
        return move(BANK, in_stack(self.seat), self.paid)


class BetLost(Event, frozen=True, kw_only=True):
    """The bank takes a losing bet, or the part of it that is lost."""

    kind: ClassVar[str] = "bet-lost"
    seat: int
    bet: str
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return move(on_spot(self.seat, self.bet), BANK, self.amount)


class BetMoved(Event, frozen=True, kw_only=True):
    """A bet goes from one spot of the cloth to another: to its number, into prison."""

    kind: ClassVar[str] = "bet-moved"
    seat: int
    bet: str
    to: str
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return move(on_spot(self.seat, self.bet), on_spot(self.seat, self.to), self.amount)


class BetMarked(Event, frozen=True, kw_only=True):
    """A bet is marked in play or resting, without moving."""

    kind: ClassVar[str] = "bet-marked"
    seat: int
    bet: str
    mark: str


class ResultShown(Event, frozen=True, kw_only=True):
    """The result that chance brought: a number, a symbol, dice (joined by ``-``)."""

    kind: ClassVar[str] = "result-shown"
    result: str
    facts: Mapping[str, Fact] = {}


class ThrowVoid(Event, frozen=True, kw_only=True):
    """A spin or throw that does not count, and why."""

    kind: ClassVar[str] = "throw-void"
    cause: str


class MarkerPut(Event, frozen=True, kw_only=True):
    """A marker (winning number, ON/OFF puck, button) is put somewhere, or taken away (no place)."""

    kind: ClassVar[str] = "marker-put"
    marker: str
    place: str | None


class TurnGiven(Event, frozen=True, kw_only=True):
    """It is this seat's turn: to decide, to throw."""

    kind: ClassVar[str] = "turn-given"
    seat: int | None
    to: str


class Chosen(Event, frozen=True, kw_only=True):
    """A player said what he does."""

    kind: ClassVar[str] = "chosen"
    seat: int
    move: str
    about: str = ""


class Ruled(Event, frozen=True, kw_only=True):
    """A person in charge decided a question."""

    kind: ClassVar[str] = "ruled"
    role: str
    question: str
    ruling: str


class CardDealt(Event, frozen=True, kw_only=True):
    """A card goes to a zone; ``card`` is absent when it lies covered."""

    kind: ClassVar[str] = "card-dealt"
    to: str
    card: str | None = None

    def lay(self, zones: Zones) -> None:
        zones.put(self.to, self.card)


class CardSeen(Event, frozen=True, kw_only=True):
    """A covered card is known to its audience: the ``index``-th card of the zone."""

    kind: ClassVar[str] = "card-seen"
    zone: str
    index: int
    card: str

    def lay(self, zones: Zones) -> None:
        zones.turn(self.zone, self.index, self.card)


class CardDiscarded(Event, frozen=True, kw_only=True):
    """One card of a zone, the ``index``-th, goes to the discard tray without being shown."""

    kind: ClassVar[str] = "card-discarded"
    zone: str
    index: int

    def lay(self, zones: Zones) -> None:
        zones.take(self.zone, self.index)


class CardsCleared(Event, frozen=True, kw_only=True):
    """The cards of a zone go to the discard tray."""

    kind: ClassVar[str] = "cards-cleared"
    zone: str

    def lay(self, zones: Zones) -> None:
        zones.empty(self.zone)


class RoundVoided(Event, frozen=True, kw_only=True):
    """The round does not count; what was at stake in it has gone back.

    When the table itself voids it, ``undone`` takes back every chip the ``round`` had moved.
    """

    kind: ClassVar[str] = "round-voided"
    cause: str
    round: int | None = None
    undone: tuple[Posting, ...] = ()

    def postings(self) -> tuple[Posting, ...]:
        return self.undone


class ChipsChanged(Event, frozen=True, kw_only=True):
    """Money or chips of a player become other chips of the same worth; or he brings or takes them.

    ``gave`` and ``got`` count pieces by name (a value, a colour). ``source`` and ``target`` are
    accounts: ``cash:<n>`` is what a player has outside the table, ``seat:<n>`` his chips at it.
    """

    kind: ClassVar[str] = "chips-changed"
    seat: int
    source: Account
    target: Account
    amount: int
    gave: Mapping[str, int] = {}
    got: Mapping[str, int] = {}

    def postings(self) -> tuple[Posting, ...]:
        return move(self.source, self.target, self.amount)


class Tipped(Event, frozen=True, kw_only=True):
    """A player gives a tip; it falls into the slot for tips, an account of its own."""

    kind: ClassVar[str] = "tipped"
    seat: int
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return move(in_stack(self.seat), TIPS, self.amount)


class CommissionTaken(Event, frozen=True, kw_only=True):
    """The house keeps its commission: a ``share`` of what was ``won``, in whole pesos.

    ``source`` is the account it comes from: the bank when a payment was made net of it, the
    banker's seat, a pot. ``seat`` is whose winnings bore it, where they are one player's.
    """

    kind: ClassVar[str] = "commission-taken"
    source: Account
    won: int
    share: str
    amount: int
    seat: int | None = None

    def postings(self) -> tuple[Posting, ...]:
        return move(self.source, COMMISSION, self.amount)


class PaymentHeld(Event, frozen=True, kw_only=True):
    """Winnings of a seat are withheld until the play is verified, at the latest ``until``."""

    kind: ClassVar[str] = "payment-held"
    seat: int
    round: int
    amount: int
    until: float

    def postings(self) -> tuple[Posting, ...]:
        return move(in_stack(self.seat), on_hold(self.seat), self.amount)


class PaymentReleased(Event, frozen=True, kw_only=True):
    """Withheld winnings are paid: verified, or the time for it is over."""

    kind: ClassVar[str] = "payment-released"
    seat: int
    round: int
    amount: int
    to: Account
    why: str

    def postings(self) -> tuple[Posting, ...]:
        return move(on_hold(self.seat), self.to, self.amount)


class SeatTaken(Event, frozen=True, kw_only=True):
    """A player takes a place."""

    kind: ClassVar[str] = "seat-taken"
    seat: int
    player: str


class SeatFreed(Event, frozen=True, kw_only=True):
    """A place is free again, and why: left, asked to free it, excluded."""

    kind: ClassVar[str] = "seat-freed"
    seat: int
    player: str
    why: str


class Unknown(Event, frozen=True, kw_only=True):
    """An event of a version this code does not have: readable, nothing more."""

    kind: ClassVar[str] = "unknown"
    named: str
    fields: Written


def nets(events: Iterable[Event]) -> dict[int, int]:
    """Won or lost by each seat in these events. Chips on the felt are still the seat's own, and
    what a player brings to the table or takes away is neither won nor lost."""
    found: dict[int, int] = {}
    for event in events:
        for account, amount in event.postings():
            seat = account.seat
            if seat is not None and account.kind != "held":
                found[seat] = found.get(seat, 0) + amount
    return dict(sorted(found.items()))


def net(events: Iterable[Event], seat: int) -> int:
    """Won or lost by one seat in these events."""
    return nets(events).get(seat, 0)
