"""A pot as its events make it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.systems.pot.meters import Meters, Split
from tapete.systems.pot.terms import Terms

NO_POT = "CAT-III.6.6-14"


class BetInPot(msgspec.Struct, frozen=True):
    """A bet in the pot, and what it came to."""

    place: int
    amount: int
    split: Split


class Payment(msgspec.Struct, frozen=True):
    """A prize by the parts of the pot it was paid from."""

    main: int
    reserve: int
    advance: int


class Seeding(msgspec.Struct, frozen=True):
    """A new base by its sources."""

    overflow: int
    reserve: int
    house: int


class Course(msgspec.Struct, frozen=True):
    """The bets and prizes of the round in course at a unit, kept to undo them if need be."""

    fed: tuple[BetInPot, ...] = ()
    paid: tuple[Payment, ...] = ()
    restarted: tuple[Seeding, ...] = ()

    @property
    def places(self) -> frozenset[int]:
        """The places with a bet in the pot."""
        return frozenset(bet.place for bet in self.fed)


class Threshold(msgspec.Struct, frozen=True):
    """The secret point at which a mystery pot is won: known to the house alone, promised to all."""

    promise: str
    amount: int | None = None
    salt: str = ""


class Pot(msgspec.Struct, frozen=True, kw_only=True):
    """A pot. ``published`` is the last version whose condition the public knows; ``prizes`` counts
    those paid; ``courses`` are the rounds that may still be undone, by unit."""

    terms: Terms | None = None
    version: int = 0
    published: int = 0
    active: bool = False
    closed: bool = False
    meters: Meters = Meters()
    prizes: int = 0
    courses: dict[str, Course] = {}
    threshold: Threshold | None = None

    def course(self, unit: str) -> Course:
        """The round in course of a unit."""
        return self.courses.get(unit, Course())

    def with_course(self, unit: str, course: Course | None) -> Pot:
        """The pot with another round in course, or none."""
        others = {name: one for name, one in self.courses.items() if name != unit}
        return replace(self, courses=others if course is None else {**others, unit: course})

    def undone(self, unit: str) -> Meters:
        """The meters if all that the round in course of a unit moved goes back."""
        course, meters = self.course(unit), self.meters
        for bet in course.fed:
            meters = meters.feed(bet.amount, bet.split, -1)
        for prize in course.paid:
            meters = meters.pay(prize.main, prize.reserve, prize.advance, -1)
        for seeds in course.restarted:
            meters = meters.restart(seeds.overflow, seeds.reserve, seeds.house, -1)
        return meters.covered(terms_of(self))


def terms_of(pot: Pot) -> Terms:
    """The terms of a pot that was set up."""
    if pot.terms is None:
        raise Refused(NO_POT, "no-such-pot")
    return pot.terms
