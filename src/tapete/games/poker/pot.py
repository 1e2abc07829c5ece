"""What a round of poker asks of its progressive pot and tells of it (CAT-III.6): at the close which
positions are lit (`PotClosing`), when there is something to pay how much the pot holds
(`PotLevels`); and the acceptors before the places.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar, Protocol, runtime_checkable

import msgspec
from msgspec.structs import replace

from tapete.core.book.account import Posting
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER, CROUPIERS, MACHINERY, PutTo
from tapete.core.round.ask import ChanceAsk, Pick, Weighted
from tapete.core.round.event import Event
from tapete.core.round.pot import Levels, PotAsk, PotPort
from tapete.core.round.shown import AskView

NOBODY = 0
"""The answer to a draw that falls on no seat."""


class Lights(msgspec.Struct, frozen=True):
    """The positions whose indicator is lit when the croupier closes the bets on the pot."""

    lit: tuple[int, ...]


class Claim(msgspec.Struct, frozen=True):
    """A hand with a prize: whose, what was staked (pesos and credits), and its category."""

    seat: int
    bet: int
    credits: int
    hand: str


class PotAnswers(Protocol):
    """What a pot can be asked by a round."""

    def lights(self, ask: PotClosing) -> Lights:
        """The positions that are lit when the bets on the pot are closed."""

    def levels(self, ask: PotLevels) -> Levels:
        """How much the pot holds."""


class PotClosing(PotAsk[Lights], frozen=True, kw_only=True, tag="pot-closing"):
    """The croupier closes the bets on the pot: which of these positions are lit?

    ``bets`` are the chips staked at each of them, by seat.
    """

    answer_type: ClassVar[Any] = Lights

    bets: tuple[tuple[int, int], ...]

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, _ in self.bets)

    def of(self, pot: PotAnswers) -> Lights:
        return pot.lights(self)

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

    def of(self, pot: PotAnswers) -> Levels:
        return pot.levels(self)

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

    @property
    def put_to(self) -> PutTo:
        """The processor of the pot draws, whoever deals the cards (or reads out what it drew)."""
        return PutTo((MACHINERY, *CROUPIERS), self.clause)

    def read(self, said: Any) -> int:
        return int(said) if isinstance(said, str) else super().read(said)

    def view(self, viewer: str) -> AskView:
        shown = super().view(viewer)
        if viewer != CROUPIER:
            return shown
        return replace(shown, results=tuple(map(str, (NOBODY, *self.seats))))

    def bets_closed_by(self) -> ClauseId:
        return self.clause


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


@runtime_checkable
class AcceptorPort(PotPort, Protocol):
    """A pot with an acceptor before each place of its tables: lights, and where they are electronic
    credits on a meter, staked by pressing a button (CAT-III.6.4.1)."""

    @property
    def buttons(self) -> bool:
        """Whether the acceptors are electronic."""

    def light(self, seat: int, *, works: bool) -> None:
        """The light of a position fails, or works again (CAT-III.6.6-02)."""

    def load(self, seat: int, credits: int, instrument: str) -> None:
        """Credits are bought and loaded on the meter of a position."""

    def cash(self, seat: int) -> None:
        """The credits of a meter are cashed."""

    def stake(self, seat: int, credits: int) -> int:
        """The button is pressed for so many credits; gives the pesos they are worth."""

    def take_back(self, seat: int) -> None:
        """The bet on the pot goes back to its meter."""

    def moved(self) -> tuple[CreditsMoved, ...]:
        """What the acceptors did with chips of this table since it was last asked."""
