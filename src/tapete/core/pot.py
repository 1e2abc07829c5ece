"""A progressive pot as a table knows it: bets go into it, prizes come out of it (CAT-III.6).

The pot itself is a system of its own, shared by tables. A round asks it two things: at the close
which positions are lit (`PotClosing`), and when there is something to pay how much it holds
(`PotLevels`). The round applies the prize rules to that answer, so its record proves its prizes;
the pot takes in what the round told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from tapete.core.ask import Ask, ChanceAsk, Pick, Weighted
from tapete.core.clause import ClauseId
from tapete.core.event import Event, Posting, at_seat, on_spot
from tapete.core.live import Live
from tapete.core.refused import Refused

A = TypeVar("A")

PROGRESIVO = "progresivo"
"""The bet on the pot, in every game that has it."""

POT = "pot"
"""Bets that have gone into the pot and have not been divided yet; fractions of a peso stay here."""
MAIN = "pot:main"
RESERVE = "pot:reserve"
ADVANCE = "pot:advance"
"""What the house has advanced to the pot, below zero until it is repaid."""

NOBODY = 0
"""The answer to a draw that falls on no seat."""


class Levels(msgspec.Struct, frozen=True):
    """What a pot holds at a moment, in whole pesos: the main pot and the reserve."""

    main: int
    reserve: int = 0


class Lights(msgspec.Struct, frozen=True):
    """The positions whose indicator is lit when the croupier closes the bets on the pot."""

    lit: tuple[int, ...]


class Claim(msgspec.Struct, frozen=True):
    """A hand with a prize: whose, what was staked (pesos and credits), and its category."""

    seat: int
    bet: int
    credits: int
    hand: str


class PotAsk(Ask[A], frozen=True, kw_only=True):
    """A question put to the linked pot: the table passes it on and answers at once."""

    clause: ClauseId

    def bets_closed_by(self) -> ClauseId:
        return self.clause


class PotClosing(PotAsk[Lights], frozen=True, kw_only=True, tag="pot-closing"):
    """The croupier closes the bets on the pot: which of these positions are lit?

    ``bets`` are the chips staked at each of them, by seat.
    """

    answer_type: ClassVar[Any] = Lights

    bets: tuple[tuple[int, int], ...]

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, _ in self.bets)

    def check(self, answer: Lights) -> None:
        for seat in answer.lit:
            if seat not in self.seats or answer.lit.count(seat) > 1:
                raise Refused(self.clause, "no-bet-on-the-pot", seat=seat)

    def some(self, pick: Pick) -> Lights:
        # Of eight lights one fails; the simplest example is a table where all work.
        return Lights(tuple(seat for seat in self.seats if pick(8) != 7))


class PotLevels(PotAsk[Levels], frozen=True, kw_only=True, tag="pot-levels"):
    """How much does the pot hold now? These hands have a prize to be paid out of it."""

    answer_type: ClassVar[Any] = Levels

    claims: tuple[Claim, ...]

    def check(self, answer: Levels) -> None:
        for held in (answer.main, answer.reserve):
            if not isinstance(held, int) or isinstance(held, bool) or held < 0:
                raise Refused(self.clause, "bad-amount", amount=str(held))

    def some(self, pick: Pick) -> Levels:
        # From an empty pot to one no fixed prize can touch.
        main = pick(1000) * 10 ** pick(7) + pick(10)
        return Levels(main, pick(4) * pick(100_000))


class DrawSeat(ChanceAsk[int], frozen=True, kw_only=True, tag="draw-seat"):
    """A prize drawn at random: with probability ``odds`` one of these seats, else nobody (0)."""

    answer_type: ClassVar[Any] = int

    seats: tuple[int, ...]
    odds: Fraction
    clause: ClauseId

    def check(self, answer: int) -> None:
        if answer not in (NOBODY, *self.seats):
            raise Refused(self.clause, "not-in-the-draw", seat=answer)

    def some(self, pick: Pick) -> int:
        if pick(self.odds.denominator) >= self.odds.numerator:
            return NOBODY
        return self.seats[pick(len(self.seats))]

    def weighted(self) -> Iterator[Weighted[int]]:
        if self.odds < 1:
            yield NOBODY, 1 - self.odds
        for seat in self.seats:
            yield seat, self.odds / len(self.seats)

    def bets_closed_by(self) -> ClauseId:
        return self.clause


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
        return ((POT, -self.amount), (at_seat(self.seat), self.amount))


class PotForfeited(Event, frozen=True, kw_only=True):
    """A seat has no claim on the pot any more (it folded, exchanged, bought); its bet stays in."""

    kind: ClassVar[str] = "pot-forfeited"
    seat: int
    why: str


class PotHandRead(Event, frozen=True, kw_only=True):
    """The croupier reads the five cards of a seat that bet on the pot, whatever his own hand."""

    kind: ClassVar[str] = "pot-hand-read"
    seat: int
    hand: str


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
        return (*taken, (at_seat(self.seat), self.amount))


class PotCredited(Event, frozen=True, kw_only=True):
    """A prize in promotional credits: they can only be staked on the pot."""

    kind: ClassVar[str] = "pot-credited"
    seat: int
    prize: str
    credits: int


class CreditsMoved(Event, frozen=True, kw_only=True):
    """Credits come on the meter of a position (``credits`` above nought) or leave it, and the chips
    of its player with them: bought, cashed, staked, taken back (CAT-III.6.4.1-04)."""

    kind: ClassVar[str] = "credits-moved"
    seat: int
    credits: int
    why: str
    moved: tuple[Posting, ...]

    def postings(self) -> tuple[Posting, ...]:
        return self.moved


class PotPort(Protocol):
    """What a table needs of the pot it is linked to."""

    @property
    def buttons(self) -> bool:
        """Whether the acceptors are electronic: credits on a meter, staked by pressing a button."""

    def terms(self) -> dict[str, Any]:
        """The terms of the link for the next round, as they stand in its record."""

    def answer(self, ask: PotAsk[Any]) -> Any:
        """Answer a question of the round in course."""

    def take(self, events: Sequence[Event]) -> None:
        """Take in what the round just told."""

    def end(self, *, voided: bool) -> None:
        """The round is over; if it was voided, all the pot took in of it goes back."""

    def light(self, seat: int, *, works: bool) -> None:
        """The light of a position fails, or works again (CAT-III.6.6-02)."""

    def load(self, seat: int, credits: int, instrument: str) -> None:
        """Credits are bought and loaded on the meter of a position."""

    def cash(self, seat: int, *, if_any: bool = False) -> None:
        """The credits of a meter are cashed; ``if_any``: none is no mistake."""

    def stake(self, seat: int, credits: int) -> int:
        """The button is pressed for so many credits; gives the pesos they are worth."""

    def take_back(self, seat: int) -> None:
        """The bet on the pot goes back to its meter."""

    def moved(self) -> tuple[CreditsMoved, ...]:
        """What the acceptors did with chips of this table since it was last asked."""


class Linked:
    """A table's link to a pot; without one it does nothing and whoever answers the round answers
    for the pot too."""

    def __init__(self, port: PotPort | None) -> None:
        self.port = port

    def terms(self) -> dict[str, Any]:
        """What a round is told of the link."""
        return {"pot": self.port.terms()} if self.port is not None else {}

    def pass_on(self, live: Live[Any], told: list[Event]) -> list[Event]:
        """Let the pot take in what was told and answer what the round asks of it; gives all that
        was told."""
        if self.port is not None:
            self.port.take(told)
            while isinstance(live.ask, PotAsk):
                more = live.answer(self.port.answer(live.ask))
                self.port.take(more)
                told = [*told, *more]
        return told

    def end(self, *, voided: bool) -> None:
        """The round is over, or void."""
        if self.port is not None:
            self.port.end(voided=voided)

    def cashed(self, seat: int) -> tuple[CreditsMoved, ...]:
        """Whoever leaves a place takes the credits of its meter with him, as chips."""
        if self.port is None or not self.port.buttons:
            return ()
        self.port.cash(seat, if_any=True)
        return self.port.moved()
