"""The money of a pot, in whole pesos, and the identity that holds after every event."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import msgspec
from msgspec.structs import replace

from tapete.core.round.pot import Levels
from tapete.systems.pot.terms import Terms

NONE = Fraction(0)


class Split(msgspec.Struct, frozen=True, kw_only=True):
    """A bet as the pot divided it: whole pesos to each part, and the fractions of a peso left
    behind (below zero: a peso was made up with what was there)."""

    main: int = 0
    reserve: int = 0
    overflow: int = 0
    repaid: int = 0
    residue: Fraction = NONE
    reserve_residue: Fraction = NONE

    @property
    def contributed(self) -> int:
        """All that went into the pot."""
        return self.main + self.reserve + self.overflow + self.repaid


class Meters(msgspec.Struct, frozen=True, kw_only=True):
    """The meters of a pot: its balances, and what came and went since it was set up.

    ``current``, ``reserve`` and ``overflow`` are held now. ``staked`` are all bets, ``contributed``
    the part of them that went into the pot; ``seeded`` is what the house put in as base,
    ``advanced`` and ``repaid`` what it lent and got back, ``moved`` what went to other pots less
    what came from them. The residues are fractions of a peso carried to the next bet.
    """

    current: int = 0
    reserve: int = 0
    overflow: int = 0
    staked: int = 0
    contributed: int = 0
    seeded: int = 0
    advanced: int = 0
    repaid: int = 0
    paid: int = 0
    moved: int = 0
    residue: Fraction = NONE
    reserve_residue: Fraction = NONE

    @property
    def commission(self) -> int:
        """The part of the bets that is not the pot's."""
        return self.staked - self.contributed

    @property
    def owed(self) -> int:
        """The advance of the house that is not yet repaid."""
        return self.advanced - self.repaid

    @property
    def held(self) -> int:
        """All the money in the pot."""
        return self.current + self.reserve + self.overflow

    @property
    def levels(self) -> Levels:
        """The balances that prizes can be paid from."""
        return Levels(self.current, self.reserve)

    def check(self) -> None:
        """Assert the identity of the meters: what was paid in is what is held plus what was paid
        out."""
        came = self.seeded + self.contributed + self.advanced
        if came != self.held + self.paid + self.repaid + self.moved:
            raise AssertionError(f"the meters of the pot do not agree: {self}")
        if min(self.current, self.reserve, self.overflow, self.owed) < 0:
            raise AssertionError(f"the meters of the pot are below zero: {self}")
        if not (0 <= self.residue < 1 and 0 <= self.reserve_residue < 1):
            raise AssertionError(f"the meters of the pot carry whole pesos: {self}")

    def divide(self, terms: Terms, bet: int) -> Split:
        """Divide a bet. The pot has ⌊rate · all bets⌋ pesos whatever their order, and the reserve
        its share of them likewise.

        >>> terms = Terms(pot="a", rate=Fraction(3, 200))
        >>> split = Meters().divide(terms, 15_637_833)
        >>> split.main, split.residue
        (234567, Fraction(99, 200))
        """
        exact = self.residue + terms.rate * bet
        whole = floor(exact)
        repaid = min(whole, self.owed)
        exact_reserve = self.reserve_residue + terms.reserve * (whole - repaid)
        reserve = floor(exact_reserve)
        rest = whole - repaid - reserve
        main = rest if terms.limit is None else min(rest, max(terms.limit - self.current, 0))
        return Split(
            main=main, reserve=reserve, overflow=rest - main, repaid=repaid,
            residue=exact - whole - self.residue,
            reserve_residue=exact_reserve - reserve - self.reserve_residue,
        )  # fmt: skip

    def feed(self, bet: int, split: Split, sign: int = 1) -> Meters:
        """A divided bet goes in, or with ``sign`` -1 comes out again."""
        return replace(
            self,
            current=self.current + sign * split.main,
            reserve=self.reserve + sign * split.reserve,
            overflow=self.overflow + sign * split.overflow,
            staked=self.staked + sign * bet,
            contributed=self.contributed + sign * split.contributed,
            repaid=self.repaid + sign * split.repaid,
            residue=self.residue + sign * split.residue,
            reserve_residue=self.reserve_residue + sign * split.reserve_residue,
        )

    def pay(self, main: int, reserve: int, advance: int, sign: int = 1) -> Meters:
        """A prize goes out of each part, or comes back."""
        return replace(
            self,
            current=self.current - sign * main,
            reserve=self.reserve - sign * reserve,
            advanced=self.advanced + sign * advance,
            paid=self.paid + sign * (main + reserve + advance),
        )

    def seeds(self, terms: Terms) -> tuple[int, int, int]:
        """The sources of a new base: overflow, reserve, the house."""
        overflow = min(terms.base, self.overflow)
        spare = self.reserve if terms.restart == "reserva" else 0
        reserve = min(terms.base - overflow, spare)
        return overflow, reserve, terms.base - overflow - reserve

    def restart(self, overflow: int, reserve: int, house: int, sign: int = 1) -> Meters:
        """The pot gets its base, or gives it back."""
        return replace(
            self,
            current=self.current + sign * (overflow + reserve + house),
            overflow=self.overflow - sign * overflow,
            reserve=self.reserve - sign * reserve,
            seeded=self.seeded + sign * house,
        )

    def move(self, other: Meters, sign: int = 1) -> Meters:
        """All that another pot holds and owes comes in; ``sign`` -1: all of one's own goes out."""
        return replace(
            self,
            current=self.current + sign * other.current,
            reserve=self.reserve + sign * other.reserve,
            overflow=self.overflow + sign * other.overflow,
            advanced=self.advanced + max(sign, 0) * other.owed,
            repaid=self.repaid + max(-sign, 0) * other.owed,
            moved=self.moved - sign * (other.held - other.owed),
            residue=self.residue + sign * other.residue,
            reserve_residue=self.reserve_residue + sign * other.reserve_residue,
        )

    def covered(self, terms: Terms) -> Meters:
        """After something was undone or moved: residues are below a peso again, and no part is left
        below nothing, since others may have won or repaid in between what has to go back now. What
        overflow and reserve cannot cover the house advances."""
        whole, spare = floor(self.residue), floor(self.reserve_residue)
        current, reserve, overflow = (
            self.current + whole - spare,
            self.reserve + spare,
            self.overflow,
        )
        advanced, repaid = self.advanced, self.repaid
        too_much = max(repaid - advanced, 0)
        current, repaid = current + too_much, repaid - too_much
        current, reserve = current + min(reserve, 0), max(reserve, 0)
        current, overflow = current + min(overflow, 0), max(overflow, 0)
        spilt = min(overflow, max(-current, 0))
        current, overflow = current + spilt, overflow - spilt
        spent = min(reserve, max(-current, 0))
        current, reserve = current + spent, reserve - spent
        lent = max(-current, 0)
        current, advanced = current + lent, advanced + lent
        if terms.limit is not None and current > terms.limit:
            current, overflow = terms.limit, overflow + current - terms.limit
        return replace(
            self,
            current=current, reserve=reserve, overflow=overflow, advanced=advanced, repaid=repaid,
            contributed=self.contributed + whole, residue=self.residue - whole,
            reserve_residue=self.reserve_residue - spare,
        )  # fmt: skip
