"""Dates of a tournament: notice to the regulator, publication, refunds (COL-15, COL-3.1)."""

from __future__ import annotations

from collections.abc import Container
from datetime import date, datetime, timedelta
from typing import NamedTuple

NOTICE_DAYS = 5
PUBLISHED_WITHIN = timedelta(days=2)
OWN_REFUND = timedelta(hours=48)
POSTPONED_BEFORE = timedelta(days=2)
WEEKEND = (5, 6)


def days_before(day: date, count: int, holidays: Container[date], *, running: bool = False) -> date:
    """The day so many working days before another; ``running`` counts every day."""
    while count:
        day -= timedelta(days=1)
        if running or (day.weekday() not in WEEKEND and day not in holidays):
            count -= 1
    return day


class Dates(NamedTuple):
    """The last day to notify, the last day to publish, and until when an own cancellation is
    refunded."""

    notify_by: date
    publish_by: date
    refund_until: datetime
    in_time: bool


def dates(
    start: datetime, holidays: Container[date], *, notified: date | None = None,
    running: bool = False,
) -> Dates:  # fmt: skip
    """The dates of a tournament: five working days' notice, texts published within two days of
    it, own cancellation up to 48 hours before by the wall clock."""
    notify_by = days_before(start.date(), NOTICE_DAYS, holidays, running=running)
    told = notify_by if notified is None else notified
    return Dates(notify_by, told + PUBLISHED_WITHIN, start - OWN_REFUND, told <= notify_by)


class Refund(NamedTuple):
    """The sum refunded of what was paid, and whether the casino told it too late."""

    amount: int
    breach: bool = False


def refund(why: str, at: datetime, start: datetime, paid: int, *, keeps: bool = False) -> Refund:
    """The refund of a player (COL-3.1-08, -10, -13, -14, COL-13-02)."""
    if why == "propia":
        return Refund(paid if at <= start - OWN_REFUND else 0)
    if why == "cancelado":
        return Refund(paid)
    if why in ("postergado", "adelantado"):
        late = why == "postergado" and at > start - POSTPONED_BEFORE
        return Refund(0 if keeps else paid, late)
    return Refund(0)
