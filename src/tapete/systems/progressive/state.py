"""The pot as its events make it: levels, meters, tables and positions. Amounts are exact."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import msgspec
from msgspec.structs import replace

from tapete.core.pot import ADVANCE, MAIN, RESERVE, Levels
from tapete.core.refused import Refused
from tapete.systems.progressive.events import (
    BASE,
    COMMISSION,
    PotRestarted,
    PrizePaid,
    PromotionGiven,
)
from tapete.systems.progressive.terms import Algorithm, PotTerms

NONE = Fraction(0)


class Split(msgspec.Struct, frozen=True):
    """What a bet came to: shares of the pots and of the house, and of an advance repaid."""

    main: Fraction = NONE
    reserve: Fraction = NONE
    commission: Fraction = NONE
    repaid: Fraction = NONE


class Balances(msgspec.Struct, frozen=True, kw_only=True):
    """What is where. ``base`` is all the house put in, ``advance`` what it is still owed;
    ``contributions`` are all the bets, ``paid`` all the prizes."""

    main: Fraction = NONE
    reserve: Fraction = NONE
    commission: Fraction = NONE
    advance: Fraction = NONE
    base: Fraction = NONE
    contributions: Fraction = NONE
    paid: Fraction = NONE

    @property
    def levels(self) -> Levels:
        """The pots in whole pesos, as they are shown and paid."""
        return Levels(floor(self.main), floor(self.reserve))

    def whole(self) -> dict[str, int]:
        """Each account in whole pesos; of what is owed to the house no fraction is forgotten."""
        return {
            MAIN: floor(self.main),
            RESERVE: floor(self.reserve),
            COMMISSION: floor(self.commission),
            ADVANCE: -ceil(self.advance),
            BASE: -floor(self.base),
        }

    def check(self) -> None:
        """The meters' identity: what came in is what is there and what went out."""
        came = self.base + self.contributions + self.advance
        went = self.main + self.reserve + self.paid + self.commission
        if came != went or min(self.main, self.reserve, self.commission, self.advance) < 0:
            raise AssertionError(f"the meters of the pot do not agree: {self}")

    def divide(self, algorithm: Algorithm, bet: int) -> Split:
        """How a bet is divided now (CAT-III.6.6-12): commission, the advance, reserve, main."""
        commission = bet * algorithm.commission
        repaid = min(bet - commission, self.advance)
        rest = bet - commission - repaid
        reserve = rest * algorithm.reserve
        return Split(rest - reserve, reserve, commission, repaid)

    def feed(self, bet: int, split: Split, sign: int = 1) -> Balances:
        """A divided bet goes in, or with ``sign`` -1 comes out again."""
        return replace(
            self,
            main=self.main + sign * split.main,
            reserve=self.reserve + sign * split.reserve,
            commission=self.commission + sign * split.commission,
            advance=self.advance - sign * split.repaid,
            contributions=self.contributions + sign * bet,
        )

    def pay(self, main: int, reserve: int, advance: int, sign: int = 1) -> Balances:
        """A prize goes out of each part, or comes back."""
        return replace(
            self,
            main=self.main - sign * main,
            reserve=self.reserve - sign * reserve,
            advance=self.advance + sign * advance,
            paid=self.paid + sign * (main + reserve + advance),
        )

    def restart(self, house: int, reserve: int, sign: int = 1) -> Balances:
        """The main pot gets its base, from the house and from the reserve."""
        return replace(
            self,
            main=self.main + sign * (house + reserve),
            reserve=self.reserve - sign * reserve,
            base=self.base + sign * house,
        )

    def covered(self) -> Balances:
        """After something was undone no part may be left below nothing: other tables may have
        won or repaid in between what has to go back now."""
        main, reserve, advance = self.main, self.reserve, self.advance
        main, advance = main + max(-advance, NONE), max(advance, NONE)
        main, reserve = main + min(reserve, NONE), max(reserve, NONE)
        spare = min(reserve, max(-main, NONE))
        main, reserve = main + spare, reserve - spare
        main, advance = max(main, NONE), advance + max(-main, NONE)
        return replace(self, main=main, reserve=reserve, advance=advance)


class Position(msgspec.Struct, frozen=True):
    """A place with its acceptor: credits on its meter (bought and promotional), credits staked
    now, and its light."""

    credits: int = 0
    promotional: int = 0
    staked: int = 0
    staked_promotional: int = 0
    lit: bool = False
    faulty: bool = False

    @property
    def bet(self) -> int:
        """All the credits staked now."""
        return self.staked + self.staked_promotional


class Course(msgspec.Struct, frozen=True):
    """What the pot took in and paid in the round in course of a table, to undo it if need be."""

    fed: dict[int, tuple[int, Split]] = {}
    paid: tuple[PrizePaid, ...] = ()
    restarted: tuple[PotRestarted, ...] = ()
    given: tuple[PromotionGiven, ...] = ()


class TableLink(msgspec.Struct, frozen=True, kw_only=True):
    """A linked table. ``counter`` counts the credits staked there (CAT-III.6.4.1-09)."""

    game: str
    casino: str
    informed: str
    positions: dict[int, Position]
    locked: bool = False
    counter: int = 0
    course: Course = Course()

    def with_position(self, seat: int, position: Position) -> TableLink:
        return replace(self, positions={**self.positions, seat: position})

    def round_over(self) -> TableLink:
        """Lights go out, the acceptors open again."""
        dark = {
            seat: replace(position, staked=0, staked_promotional=0, lit=False)
            for seat, position in self.positions.items()
        }
        return replace(self, positions=dark, locked=False, course=Course())


class Tally(msgspec.Struct, frozen=True):
    """How many prizes of a kind were awarded, and what they came to."""

    count: int = 0
    amount: int = 0

    def add(self, amount: int, sign: int = 1) -> Tally:
        return Tally(self.count + sign, self.amount + sign * amount)


class PotState(msgspec.Struct, frozen=True, kw_only=True):
    """A pot. ``increment`` is what the last bets added to the main pot, ``due`` are the prizes of
    the hand last won; ``opening`` and ``before`` are meters and prizes at the last daily close."""

    terms: PotTerms | None = None
    active: bool = False
    balances: Balances = Balances()
    tables: dict[str, TableLink] = {}
    prizes: int = 0
    increment: Fraction = NONE
    due: tuple[PrizePaid | PromotionGiven, ...] = ()
    won: dict[str, Tally] = {}
    opening: Balances = Balances()
    before: dict[str, Tally] = {}
    days: tuple[str, ...] = ()

    def with_table(self, name: str, table: TableLink) -> PotState:
        return replace(self, tables={**self.tables, name: table})

    def counting(self, prize: str, amount: int, sign: int = 1) -> dict[str, Tally]:
        """The prizes won with one more of them, or one taken back."""
        return {**self.won, prize: self.won.get(prize, Tally()).add(amount, sign)}

    def undone(self, name: str) -> Balances:
        """The balances if all that the round in course of a table moved goes back."""
        course, balances = self.tables[name].course, self.balances
        for bet, split in course.fed.values():
            balances = balances.feed(bet, split, -1)
        for prize in course.paid:
            balances = balances.pay(prize.main, prize.reserve, prize.advance, -1)
        for again in course.restarted:
            balances = balances.restart(again.house, again.reserve, -1)
        return balances.covered()


def terms_of(state: PotState) -> PotTerms:
    """The terms of a pot that was set up."""
    if state.terms is None:
        raise Refused("CAT-III.6.6-14", "no-such-pot")
    return state.terms


def table_of(state: PotState, name: str) -> TableLink:
    """A table linked to the pot."""
    terms = terms_of(state)
    if name not in state.tables:
        raise Refused(terms.rules.by("linked"), "table-not-linked", table=name)
    return state.tables[name]


def position_of(state: PotState, table: str, seat: int) -> Position:
    """A position of a linked table."""
    positions = table_of(state, table).positions
    if seat not in positions:
        clause = terms_of(state).rules.by("credits")
        raise Refused(clause, "acceptor-missing", table=table, seat=seat)
    return positions[seat]
