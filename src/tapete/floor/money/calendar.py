"""The days of the house: where it stands, and at which hour a day of its books begins.

A day that begins at six lasts until six the next morning, and takes 23 or 25 hours when the clocks
change.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tapete.core.book.plan import Plan

CHILE = "America/Santiago"


class NoSuchZone(ValueError):
    """The plan names a time zone that this machine does not know."""

    def __init__(self, zone: str) -> None:
        super().__init__(f"no time zone {zone!r} on this machine")


class Calendar:
    """The days of one house, by its time zone and the hour at which they begin."""

    def __init__(self, zone: str, begins: int) -> None:
        try:
            self.zone = ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise NoSuchZone(zone) from None
        self.begins = begins
        self._last = ("", 0.0, 0.0)
        """The day last asked for, its beginning and its end: most moments are of the same."""

    def day_of(self, moment: float) -> str:
        """The day a moment belongs to.

        >>> from datetime import UTC
        >>> chile = Calendar("America/Santiago", 6)
        >>> evening = datetime(2026, 7, 2, 1, 30, tzinfo=UTC).timestamp()  # 21:30 in Chile
        >>> chile.day_of(evening), chile.day_of(evening + 8 * 3600), Calendar("UTC", 0).day_of(0.0)
        ('2026-07-01', '2026-07-01', '1970-01-01')
        """
        day, first, last = self._last
        if first <= moment < last:
            return day
        found = self.date_of(moment) + timedelta(days=1)
        while self.start_of(found) > moment:
            found -= timedelta(days=1)
        end = self.start_of(found + timedelta(days=1))
        self._last = (found.isoformat(), self.start_of(found), end)
        return found.isoformat()

    def start_of(self, day: date) -> float:
        """The moment at which a day begins."""
        at = datetime(day.year, day.month, day.day, self.begins, tzinfo=self.zone)
        return at.timestamp()

    def begin_of(self, moment: float) -> float:
        """The moment at which the day of a moment began."""
        return self.between(self.day_of(moment))[0]

    def between(self, day: str) -> tuple[float, float]:
        """The moments at which a day begins and ends. Raises `ValueError` if it is no day.

        >>> first, last = Calendar("America/Santiago", 6).between("2026-04-04")  # clocks go back
        >>> (last - first) / 3600
        25.0
        """
        found = date.fromisoformat(day)
        if found.isoformat() != day:
            raise ValueError(day)
        return self.start_of(found), self.start_of(found + timedelta(days=1))

    def date_of(self, moment: float) -> date:
        """The calendar date, not the accounting day."""
        return datetime.fromtimestamp(moment, self.zone).date()

    def open_day(self, moment: float, closed: str | None) -> str:
        """The day that what happens at a moment counts for: the next one if its own was closed.

        >>> days = Calendar("UTC", 0)
        >>> [days.open_day(0.0, closed) for closed in (None, "1970-01-01", "1969-12-30")]
        ['1970-01-01', '1970-01-02', '1970-01-01']
        """
        if closed is None:
            return self.day_of(moment)
        return max(self.day_of(moment), day_after(closed))


def day_after(day: str) -> str:
    """The day after a day."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def calendar_of(plan: Plan) -> Calendar:
    """The days of the house this plan is of."""
    return Calendar(plan.zone or CHILE, plan.day_begins)
