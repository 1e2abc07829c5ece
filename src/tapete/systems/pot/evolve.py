"""Folding: how each event changes a pot. The identity of its meters is checked every time."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tapete.core.book.datafile import exact
from tapete.systems.pot.events import (
    BetDivided,
    BetWithdrawn,
    ConditionPublished,
    PotActivated,
    PotClosed,
    PotEvent,
    PotMoved,
    PotOpened,
    PotReceived,
    PotRestarted,
    PotSuspended,
    PrizePaid,
    RoundOver,
    RoundUndone,
    TermsChanged,
    ThresholdDrawn,
    ThresholdPromised,
    ThresholdReached,
)
from tapete.systems.pot.meters import Meters
from tapete.systems.pot.state import BetInPot, Payment, Pot, Seeding, Threshold, terms_of
from tapete.systems.pot.terms import Terms

T = TypeVar("T")


def evolve(pot: Pot, event: PotEvent) -> Pot:
    """The pot after one more event."""
    after = _evolve(pot, event)
    after.meters.check()
    return after


def _evolve(pot: Pot, event: PotEvent) -> Pot:
    match event:
        case PotOpened():
            seeded = event.main + event.reserve
            meters = Meters(current=event.main, reserve=event.reserve, seeded=seeded)
            return replace(pot, terms=_read(event.terms, Terms), version=1, meters=meters)
        case ConditionPublished():
            return replace(pot, published=event.version)
        case PotActivated():
            return replace(pot, active=True)
        case PotSuspended():
            return replace(pot, active=False)
        case TermsChanged():
            after = _read(event.after, Terms)
            meters = pot.meters.covered(after)  # a lower limit spills over
            return replace(
                pot, terms=after, version=event.version, meters=meters, threshold=None
            )  # fmt: skip
        case ThresholdPromised():
            return replace(pot, threshold=Threshold(event.promise))
        case ThresholdDrawn():
            assert pot.threshold is not None
            known = replace(pot.threshold, amount=event.threshold, salt=event.salt)
            return replace(pot, threshold=known)
        case ThresholdReached():
            return replace(pot, threshold=None)
        case PotMoved():
            meters = pot.meters.move(pot.meters, -1)
            return replace(pot, meters=meters, active=False, closed=True)
        case PotReceived():
            other = _read(event.meters, Meters)
            return replace(pot, meters=pot.meters.move(other).covered(terms_of(pot)))
        case PotClosed():
            return replace(pot, active=False, closed=True)
    return _in_round(pot, event)


def _in_round(pot: Pot, event: PotEvent) -> Pot:
    match event:
        case BetDivided():
            split = pot.meters.divide(terms_of(pot), event.amount)
            pot = replace(pot, meters=pot.meters.feed(event.amount, split))
            if event.final:
                return pot
            course = pot.course(event.unit)
            fed = (*course.fed, BetInPot(event.place, event.amount, split))
            return pot.with_course(event.unit, replace(course, fed=fed))
        case BetWithdrawn():
            course, meters = pot.course(event.unit), pot.meters
            for bet in course.fed:
                if bet.place == event.place:
                    meters = meters.feed(bet.amount, bet.split, -1)
            left = tuple(bet for bet in course.fed if bet.place != event.place)
            pot = replace(pot, meters=meters.covered(terms_of(pot)))
            return pot.with_course(event.unit, replace(course, fed=left))
        case PrizePaid():
            meters = pot.meters.pay(event.main, event.reserve, event.advance)
            pot = replace(pot, prizes=event.number, meters=meters)
            if event.final:
                return pot
            course = pot.course(event.unit)
            paid = (*course.paid, Payment(event.main, event.reserve, event.advance))
            return pot.with_course(event.unit, replace(course, paid=paid))
        case PotRestarted():
            meters = pot.meters.restart(event.overflow, event.reserve, event.house)
            pot = replace(pot, meters=meters)
            if event.final:
                return pot
            course = pot.course(event.unit)
            seeds = Seeding(event.overflow, event.reserve, event.house)
            restarted = (*course.restarted, seeds)
            return pot.with_course(event.unit, replace(course, restarted=restarted))
        case RoundOver():
            return pot.with_course(event.unit, None)
        case RoundUndone():
            return replace(pot, meters=pot.undone(event.unit)).with_course(event.unit, None)
    raise AssertionError(f"a pot does not know {event!r}")


def _read(written: object, kind: type[T]) -> T:
    return msgspec.convert(written, kind, dec_hook=exact)
