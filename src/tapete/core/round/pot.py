"""A pot as a table knows it: bets go into it, prizes come out of it.

The pot itself is a system of its own, shared by tables. A round asks it what it needs to know
(`PotAsk`) and applies the rules of its prizes to the answer, so its record proves its prizes; the
pot takes in what the round told. What is asked is the game's business: `tapete.games.poker.pot`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from tapete.core.book.account import Account, Posting, in_stack, on_spot
from tapete.core.book.clause import ClauseId
from tapete.core.round.ask import Ask
from tapete.core.round.event import Event
from tapete.core.round.live import Live

A = TypeVar("A")

PROGRESIVO = "progresivo"
"""The bet on the pot, in every game that has it."""

POT = Account("pot")
"""Bets that have gone into the pot and have not been divided yet."""
MAIN = Account("pot", spot="main")
RESERVE = Account("pot", spot="reserve")
ADVANCE = Account("pot", spot="advance")
"""What the house has advanced to the pot, below zero until it is repaid."""


class Levels(msgspec.Struct, frozen=True):
    """The balance of a pot, in whole pesos: the main pot and the reserve."""

    main: int
    reserve: int = 0


class PotAsk(Ask[A], frozen=True, kw_only=True):
    """A question put to the linked pot: the table passes it on and answers at once."""

    clause: ClauseId

    def bets_closed_by(self) -> ClauseId:
        return self.clause

    @property
    def pot(self) -> PotAsk[A]:
        return self

    def of(self, pot: Any) -> A:
        """What this pot answers."""
        raise NotImplementedError


class PotFed(Event, frozen=True, kw_only=True):
    """A bet on the pot goes into it: betting is closed and no card has been dealt."""

    kind: ClassVar[str] = "pot-fed"
    seat: int
    amount: int

    def postings(self) -> tuple[Posting, ...]:
        return ((on_spot(self.seat, PROGRESIVO), -self.amount), (POT, self.amount))


class PotBetReturned(Event, frozen=True, kw_only=True):
    """A bet comes back out of the pot: its round is void."""

    kind: ClassVar[str] = "pot-bet-returned"
    seat: int
    amount: int
    why: str

    def postings(self) -> tuple[Posting, ...]:
        return ((POT, -self.amount), (in_stack(self.seat), self.amount))


class PotPaid(Event, frozen=True, kw_only=True):
    """The pot pays a prize: so much from the main pot, the reserve, the house's advance.

    ``winners`` share it with equal parts; ``odd`` are the pesos that could not be divided.
    ``whole``: the prize was all that the main pot held, and it begins again.
    """

    kind: ClassVar[str] = "pot-paid"
    seat: int
    prize: str
    amount: int
    main: int
    reserve: int = 0
    advance: int = 0
    winners: int = 1
    odd: int = 0
    whole: bool = False

    def postings(self) -> tuple[Posting, ...]:
        parts = ((MAIN, self.main), (RESERVE, self.reserve), (ADVANCE, self.advance))
        taken = tuple((account, -amount) for account, amount in parts if amount)
        return (*taken, (in_stack(self.seat), self.amount))


class Complementary(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A prize drawn at random (CAT-III.6.5.1-15): how often in a round, and what it gives: pesos
    of the pot, or promotional credits."""

    prize: str
    odds: Fraction
    pesos: int = 0
    credits: int = 0


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The terms on which a table is linked to a pot, as a round is given them.

    ``credit`` is the value of one credit, ``min`` and ``max`` are the limits of the bet in pesos
    (one credit and no maximum where absent), ``closed`` the positions whose light is faulty.
    """

    credit: int
    min: int | None = None
    max: int | None = None
    closed: tuple[int, ...] = ()
    complementary: Complementary | None = None
    pot: str = ""

    @property
    def low(self) -> int:
        return self.min or self.credit

    def credits(self, amount: int) -> int:
        return amount // self.credit


class PotPort(Protocol):
    """The interface of a pot to the table linked to it."""

    def terms(self) -> Link | None:
        """The terms of the link for the next round; none while the pot may take no bets."""

    def answer(self, ask: PotAsk[Any]) -> Any:
        """Answer a question of the round in course."""

    def take(self, events: Sequence[Event]) -> None:
        """Take in what the round just told."""

    def end(self, *, voided: bool) -> None:
        """The round is over; if it was voided, all the pot took in of it goes back."""

    def leave(self, seat: int) -> Sequence[Event]:
        """A player leaves this place: give what of his the pot returns."""


class Linked:
    """A table's link to a pot; without one it does nothing and whoever answers the round answers
    for the pot too."""

    def __init__(self, port: PotPort | None) -> None:
        self.port = port

    def terms(self) -> Link | None:
        """What a round is told of the link."""
        return self.port.terms() if self.port is not None else None

    def pass_on(self, live: Live[Any], told: list[Event]) -> list[Event]:
        """Let the pot take in what was told and answer what the round asks of it; gives all that
        was told."""
        if self.port is not None:
            self.port.take(told)
            while live.ask is not None and live.ask.pot is not None:
                more = live.answer(self.port.answer(live.ask.pot))
                self.port.take(more)
                told = [*told, *more]
        return told

    def end(self, *, voided: bool) -> None:
        """The round is over, or void."""
        if self.port is not None:
            self.port.end(voided=voided)

    def leave(self, seat: int) -> Sequence[Event]:
        """What a pot returns to whoever leaves a place."""
        return () if self.port is None else self.port.leave(seat)
