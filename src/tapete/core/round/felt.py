"""The felt: chips on spots, what lies in zones, markers, turn, what was said. Folded from events.

A viewer's felt is the fold of the events the viewer may know, so it cannot show more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tapete.core.book.account import Account
from tapete.core.round.event import (
    Announced,
    BetMarked,
    Event,
    MarkerPut,
    ResultShown,
    ThrowVoid,
    TurnGiven,
)
from tapete.core.round.fold import Zones, told

PUBLIC = "public"


@dataclass
class Felt:
    """The table as one viewer sees it."""

    viewer: str = PUBLIC
    chips: dict[str, dict[int, int]] = field(default_factory=dict)
    marks: dict[tuple[int, str], str] = field(default_factory=dict)
    zones: Zones = field(default_factory=Zones)
    markers: dict[str, str] = field(default_factory=dict)
    turn: tuple[int | None, str] | None = None
    said: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    net: dict[int, int] = field(default_factory=dict)
    pots: dict[str, int] = field(default_factory=dict)

    def tell(self, event: Event) -> None:
        """Fold one event in, if the viewer may know it."""
        if not event.seen_by(self.viewer):
            return
        for account, amount in event.postings():
            self._post(account, amount)
        event.lay(self.zones)
        match event:
            case Announced():
                self.said.append(event.what)
            case BetMarked():
                self.marks[event.seat, event.bet] = event.mark
            case MarkerPut(place=None):
                self.markers.pop(event.marker, None)
            case MarkerPut(place=str(place)):
                self.markers[event.marker] = place
            case ResultShown():
                self.results.append(event.result)
            case ThrowVoid():
                self.said.append(event.cause)
            case TurnGiven():
                self.turn = (event.seat, event.to)

    def _post(self, account: Account, amount: int) -> None:
        seat = account.seat
        if account.kind == "pozo":
            pot = account.text
            self.pots[pot] = self.pots.get(pot, 0) + amount
            if not self.pots[pot]:
                del self.pots[pot]
        elif seat is None:
            return
        elif account.kind in ("seat", "colour"):
            self.net[seat] = self.net.get(seat, 0) + amount
        elif account.kind == "spot":
            bet = account.spot
            spot = self.chips.setdefault(bet, {})
            spot[seat] = spot.get(seat, 0) + amount
            if not spot[seat]:
                del spot[seat]
                self.marks.pop((seat, bet), None)
            if not spot:
                del self.chips[bet]

    def on(self, bet: str, seat: int) -> int:
        """Chips of a seat on a spot."""
        return self.chips.get(bet, {}).get(seat, 0)

    def text(self) -> str:
        """The felt in plain text, the same for terminal, tests and notebooks."""
        lines = []
        if self.results:
            lines.append("results  " + " ".join(self.results[-10:]))
        lines += [f"marker   {name} {place}" for name, place in sorted(self.markers.items())]
        if self.turn is not None and self.turn[0] is not None:
            lines.append(f"turn     {self.turn[0]} {self.turn[1]}")
        for zone, lying in sorted(self.zones.items()):
            lines.append(f"cards    {zone}: " + " ".join(thing or "##" for thing in lying))
        for bet, stakes in sorted(self.chips.items()):
            on = "  ".join(
                f"{seat}:{amount}"
                + (f"({self.marks[seat, bet]})" if (seat, bet) in self.marks else "")
                for seat, amount in sorted(stakes.items())
            )
            lines.append(f"chips    {bet:<24} {on}")
        lines += [f"pot      {name:<24} {amount}" for name, amount in sorted(self.pots.items())]
        return "\n".join(lines)


def fold(events: Iterable[Event], viewer: str = PUBLIC, base: Felt | None = None) -> Felt:
    """The felt after these events, as the viewer sees it."""
    return told(events, base if base is not None else Felt(viewer))
