"""What may be bought while a tournament runs, and until when (COL-3.1-16, -19, COL-3.2 to 3.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.systems.tournament.book import ONCE

COUNTED = ("entrada", "reentrada")
"""Sales that take up a place of the field."""
CLOSED: dict[str, ClauseId] = {
    "entrada": "COL-3.1-19", "reentrada": "COL-3.1-19",
    "recompra": "COL-3.1-19", "addon": "COL-3.4-07",
}  # fmt: skip
ALSO_CLOSED = {
    "entrada": "COL-3.1-02 COL-3.1-16", "reentrada": "COL-3.3-04 COL-3.3-06 COL-3.1-16",
    "recompra": "COL-3.2-01", "addon": "COL-3.4-05 COL-3.1-19",
}  # fmt: skip
"""Where the period of each is said besides."""


class Window(NamedTuple):
    """The time a purchase is on sale: its first and last minute, both inside."""

    opens: str
    closes: str

    def __contains__(self, at: object) -> bool:
        """Whether an hour lies in it; a window may pass midnight.

        >>> "00:40" in Window("22:00", "01:30"), "21:50" in Window("22:00", "01:30")
        (True, False)
        """
        if not isinstance(at, str):
            return False
        opens, closes, now = (_minute(hour) for hour in (self.opens, self.closes, at))
        if opens <= closes:
            return opens <= now <= closes
        return now >= opens or now <= closes


def _minute(hour: str) -> int:
    """The minute of the day an hour lies in.

    >>> _minute("21:00:59"), _minute("9:30")
    (1260, 570)
    """
    hours, minutes, *_ = hour.split(":")
    return int(hours) * 60 + int(minutes)


class Buyer(NamedTuple):
    """Who asks: chips he holds, players in play, whether a hand was dealt since he went bust, and
    entries and re-entries sold so far."""

    chips: int = 0
    live: int = 0
    missed: bool = False
    entries: int = 0


class Sales(NamedTuple):
    """The sales of a tournament: windows, chips of each kind, the most players: at once, or
    where ``total`` is set all that ever enter."""

    windows: Mapping[str, Window]
    stack: int
    chips: Mapping[str, int]
    maximum: int | None = None
    total: bool = False

    def buy(self, what: str, at: str, buyer: Buyer, bought: Mapping[str, int]) -> int:
        """The chips a player holds after buying, or `Refused` with its clause. ``bought`` counts
        what he had before; ``at`` is the hour, like 20:40."""
        window = self.windows.get(what)
        if what not in CLOSED or window is None:
            raise Refused("COL-3.1-19", "not-sold", what=what)
        if what in ONCE and bought.get(what, 0):
            raise Refused(ONCE[what], "once-only", what=what)
        if what == "entrada" and bought.get(what, 0):
            raise Refused("COL-9.1-22", "entered-already", player="")
        if at not in window:
            raise Refused(CLOSED[what], "window-closed", what=what, at=at, until=window.closes,
                          also=ALSO_CLOSED[what])  # fmt: skip
        counted = max(buyer.live, buyer.entries) if self.total else buyer.live
        if what in COUNTED and self.maximum is not None and counted >= self.maximum:
            raise Refused("COL-3.1-16", "field-full", live=counted, maximum=self.maximum,
                          also="COL-3.5.2-02")  # fmt: skip
        if what == "reentrada" and buyer.chips:
            raise Refused("COL-3.3-01", "still-has-chips", chips=buyer.chips)
        if what == "addon" and not buyer.chips:
            raise Refused("COL-3.4-01", "no-chips-left")
        if what == "recompra" and buyer.missed and not buyer.chips:
            raise Refused("COL-3.2-06", "hand-missed")
        return buyer.chips + self.chips.get(what, self.stack)
