"""What the log of a unit says of the orders and numbers that were promised there, whatever is drawn
with them: cards, balls, spins, plays. Each is promised once, has the players' numbers that were
opened in time, and is opened as it was promised; what came out is what they give together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tapete.core.book.refused import Refused
from tapete.core.round.cards import Card
from tapete.core.round.event import Event
from tapete.floor.audit.findings import Finding, finding
from tapete.floor.chance.orders import Opened

if TYPE_CHECKING:
    from tapete.floor.storage.store import Store

PROMISED = ("orden-prometido", "numero-prometido")
ANNOUNCED = "announced"
Picks = tuple[tuple[int, int], ...]


def parts_of(facts: Mapping[str, Any]) -> dict[int, str]:
    """The players' promises that have a part in what was promised, by seat.

    >>> parts_of({"parts": "1:ab 3:cd"})
    {1: 'ab', 3: 'cd'}
    """
    parts = (part.split(":") for part in str(facts.get("parts", "")).split())
    return {int(seat): promise for seat, promise in parts}


class OrderLog:
    """The orders of a unit as its log tells them. ``before`` is the last one promised before the
    log begins. An order that was opened is checked when the next one is promised, and only its
    promise is kept then: a table of poker has an order a hand, for years."""

    def __init__(self, unit: str, before: int) -> None:
        self.unit, self.before = unit, before
        self.current = 0
        """The order that is drawn from."""
        self.promised: dict[int, str] = {}
        self.parts: dict[int, dict[int, str]] = {}
        self.numbers: dict[int, dict[int, str]] = {}
        self.opened: dict[int, Opened] = {}
        self.drawn: dict[int, list[Card]] = {}
        self.picks: dict[int, list[Picks]] = {}
        self._found: list[Finding] = []

    def hear(self, events: Sequence[Event]) -> None:
        """Note what a step tells of orders."""
        for event in events:
            if event.kind == ANNOUNCED:
                said: Any = event
                self._hear(said.what, said.facts)

    def _hear(self, what: str, facts: Mapping[str, Any]) -> None:
        n = int(facts.get("n", 0))
        if what in PROMISED:
            self._settle()
            self.promised[n], self.drawn[n], self.picks[n] = facts["promise"], [], []
            self.parts[n], self.numbers[n] = parts_of(facts), {}
            self.current = n
        elif n not in self.promised:  # what came of it in part is not in this log any more
            return
        elif n not in self.parts:
            self._found.append(self._finding(n, f"checked before {what}"))
        elif what == "numero-abierto":
            self.numbers[n][int(facts["seat"])] = facts["number"]
        elif what == "orden-abierto":
            self.opened[n] = Opened(
                unit=self.unit, n=n, promise=self.promised[n], salt=facts["salt"],
                cards=tuple(map(Card, str(facts["order"]).split())),
                parts=self.parts[n], numbers=self.numbers[n],
            )  # fmt: skip

    def came(self, card: str) -> None:
        """A card or a ball came out of the order in use."""
        if self.current:
            self.drawn[self.current].append(Card(card))

    def decided(self, picks: Picks) -> None:
        """House and players drew this together."""
        if self.current:
            self.picks[self.current].append(picks)

    def check(self, store: Store) -> Iterator[Finding]:
        """Every order that was opened fits its promise and what came out of it, with the numbers of
        the players that had a part in it; every order kept was promised, and is what was."""
        self._settle()
        yield from self._found
        kept = {n: order.promise for n, order in store.orders(self.unit)}
        for n in sorted({*kept, *self.promised}):
            if n > self.before and kept.get(n) != self.promised.get(n):
                yield finding("order", f"{self.unit} order {n}", self.promised.get(n), kept.get(n))

    def _settle(self) -> None:
        """Check what was opened; nothing comes out of it any more."""
        for n, opened in self.opened.items():
            try:
                opened.check()
                opened.check_cards(self.drawn[n])
                for draw, picks in enumerate(self.picks[n]):
                    opened.check_draw(draw, picks)
            except Refused as error:
                self._found.append(self._finding(n, error))
            for kept in (self.parts, self.numbers, self.drawn, self.picks):
                del kept[n]
        self.opened.clear()

    def _finding(self, n: int, what: object) -> Finding:
        return finding("promise", f"{self.unit} order {n}", "kept", what)
