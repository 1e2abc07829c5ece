"""The orders of cards that a table has promised, as its log tells them: which is dealt from, how
far it has come, whose numbers have a part in it, and which wait to be opened. What stands in one
only the dealer knows.

Where no cards are dealt an order is a number of the house alone, and what it draws together with
the players' numbers decides (`tapete.chance.numbers`).
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from tapete.chance.numbers import again, is_number, promised_number
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import MACHINERY
from tapete.core.round.ask import Ask
from tapete.core.round.cards import Card
from tapete.core.round.event import Announced, Moment
from tapete.floor.chance.orders import promise_of
from tapete.floor.table.commands import (
    Answer,
    AnyCommand,
    CloseNumbers,
    GiveNumber,
    OpenNumber,
    OpenOrder,
    Promise,
)

SHUFFLED: ClauseId = "CAT-I.1-04"
Facts = dict[str, Fact]


SERVES = 10
"""After so many draws the house gives another number, and opens the one it had."""


class Promised(msgspec.Struct, frozen=True, kw_only=True):
    """An order: its number, its promise, how many of its cards are out and which are left.
    ``parts`` are the promises of the players' numbers that have a part in it, by seat, ``numbers``
    those that were opened; ``closed``: it is not waited for the rest. ``gone`` are the seats whose
    players have left since: whoever sits there now has no part in it."""

    n: int
    promise: str
    out: int
    left: dict[Card, int]
    parts: dict[int, str] = {}
    numbers: dict[int, str] = {}
    closed: bool = False
    gone: tuple[int, ...] = ()

    @property
    def withheld(self) -> tuple[int, ...]:
        """The seats whose promised numbers are not open."""
        return tuple(sorted(self.parts.keys() - self.numbers.keys()))

    @property
    def waits(self) -> bool:
        """Whether nothing is dealt yet, because somebody may still open his number."""
        return not self.closed and bool(self.withheld)


class Orders:
    """The orders of a table. The one in use stands until its cards are shuffled again: nobody
    promises another in its place."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.in_use: Promised | None = None
        self.played: tuple[Promised, ...] = ()
        self.last = 0
        self.given: dict[int, str] = {}
        """The numbers that seats have promised for the order to come."""
        self.since: Moment = 0.0
        """Since when numbers are waited for."""

    def fits(self, left: Mapping[Card, int]) -> bool:
        """Whether the order in use holds exactly these cards still to come."""
        return self.in_use is not None and self.in_use.left == _positive(left)

    def check_promise(self, said: Promise, left: Mapping[Card, int] | None) -> None:
        """Raise `Refused` unless a new order of these cards may be promised now."""
        if said.n != self.last + 1:
            raise Refused(SHUFFLED, "not-the-next-order", n=said.n, next=self.last + 1)
        if left is None or self.fits(left):
            raise Refused(SHUFFLED, "order-stands", n=self.last)
        if said.cards != sum(left.values()):
            raise Refused(SHUFFLED, "not-these-cards", cards=said.cards, left=sum(left.values()))

    def promise(self, said: Promise, left: Mapping[Card, int], at: Moment) -> Announced:
        """Another order is dealt from. All numbers promised until now have a part in it."""
        if self.in_use is not None:
            self.played = (*self.played, self.in_use)
        self.in_use = Promised(
            n=said.n, promise=said.promise, out=0, left=_positive(left), parts=dict(self.given)
        )
        facts: Facts = {"n": said.n, "promise": said.promise, "cards": said.cards}
        if self.given:
            facts["parts"] = " ".join(f"{seat}:{hash}" for seat, hash in sorted(self.given.items()))
        self.last, self.since = said.n, at
        self.given = {}
        what = "orden-prometido" if said.cards else "numero-prometido"
        return Announced(what=what, facts=facts, clause=SHUFFLED)

    def draw(self, card: Card | None) -> None:
        """A card of the order in use came out, or something was drawn with its number."""
        if self.in_use is not None:
            left = self.in_use.left
            if card is not None:
                left = _positive({**left, card: left[card] - 1})
            self.in_use = replace(self.in_use, out=self.in_use.out + 1, left=left)

    def draws(self, ask: Ask[Any]) -> bool:
        """Whether this is drawn with the house's number: nothing of a pack, and not for the pot."""
        in_use = self.in_use
        alone = ask.is_chance and ask.pack is None and MACHINERY not in ask.put_to.roles
        return alone and in_use is not None and not in_use.left

    def worn(self) -> bool:
        """Whether the house's number has served long enough, or somebody waits to have a part."""
        if self.in_use is None:
            return True
        return self.in_use.out >= SERVES or self.is_awaited()

    def is_awaited(self) -> bool:
        """Whether somebody has promised a number who has no part in the order in use: also one who
        sits where somebody else did when it was promised."""
        order = self.in_use
        return order is not None and bool(
            self.given.keys() - (order.parts.keys() - set(order.gone))
        )

    def decide(self, command: AnyCommand, ask: Ask[Any] | None) -> bool:
        """Whether this answers chance with the house's number. What it says was drawn must then
        give what it answers."""
        if not isinstance(command, Answer) or ask is None or not self.draws(ask):
            return False
        try:
            right = ask.write(ask.some(again(command.picks))) == command.answer
        except LookupError:
            right = False
        if not right:
            raise Refused(SHUFFLED, "not-drawn-so", answer=str(command.answer))
        return True

    # Players' numbers

    def take(self, command: GiveNumber | OpenNumber | CloseNumbers) -> list[Announced]:
        """A player's number is promised, opened, or not waited for any longer. Gives what is told
        of it: of a promise nothing, until an order is promised in which it has a part."""
        facts: Facts
        match command:
            case GiveNumber():
                self.give(command)
                return []
            case OpenNumber():
                self.open_number(command)
                what = "numero-abierto"
                facts = {"n": command.n, "seat": command.seat, "number": command.number}
            case CloseNumbers():
                what = "numeros-sin-abrir"
                seats = " ".join(map(str, self.close_numbers(command)))
                facts = {"n": command.n, "seats": seats}
        return [Announced(what=what, facts=facts, clause=SHUFFLED)]

    def give(self, said: GiveNumber) -> None:
        """A seat promises a number for the order to come; it stays with what it promised first."""
        if not is_number(said.promise):
            raise Refused(SHUFFLED, "not-a-number", number=said.promise[:16])
        if self.given.setdefault(said.seat, said.promise) != said.promise:
            raise Refused(SHUFFLED, "number-promised", seat=said.seat)

    def open_number(self, said: OpenNumber) -> None:
        """A seat opens the number it promised, before anything is dealt."""
        order = self.in_use
        if order is None or order.n != said.n or not order.waits or said.seat not in order.parts:
            raise Refused(SHUFFLED, "number-not-asked", seat=said.seat, n=said.n)
        if said.seat in order.numbers:
            raise Refused(SHUFFLED, "number-open", seat=said.seat, n=said.n)
        right = is_number(said.number) and order.parts[said.seat] == promised_number(
            self.unit, said.seat, said.number
        )
        if not right:
            raise Refused(SHUFFLED, "number-not-promised", seat=said.seat, n=said.n)
        self.in_use = replace(order, numbers={**order.numbers, said.seat: said.number})

    def close_numbers(self, said: CloseNumbers) -> tuple[int, ...]:
        """What is not open has no part. Gives the seats that withheld theirs."""
        order = self.in_use
        if order is None or order.n != said.n or not order.waits:
            raise Refused(SHUFFLED, "number-not-asked", seat=0, n=said.n)
        self.in_use = replace(order, closed=True)
        return order.withheld

    def forget_those_who_left(self, seats: Container[int]) -> None:
        """Whoever is gone has no part in the order to come, and his seat none in the one in use."""
        self.given = {seat: promise for seat, promise in self.given.items() if seat in seats}
        if self.in_use is not None:
            left = [seat for seat in self.in_use.parts if seat not in seats]
            if not set(left) <= set(self.in_use.gone):
                gone = tuple(sorted({*self.in_use.gone, *left}))
                self.in_use = replace(self.in_use, gone=gone)

    def check_open(self, said: OpenOrder) -> None:
        """Raise `Refused` unless this is an order that was promised, as it was promised."""
        kept = next((one for one in self.all() if one.n == said.n), None)
        if kept is None:
            raise Refused(SHUFFLED, "no-such-order", n=said.n)
        if promise_of(said.salt, [Card(card) for card in said.cards]) != kept.promise:
            raise Refused(SHUFFLED, "promise-broken", promise=kept.promise[:16])

    def open(self, n: int) -> None:
        """An order was opened."""
        self.played = tuple(one for one in self.played if one.n != n)
        if self.in_use is not None and self.in_use.n == n:
            self.in_use = None

    def set_aside(self) -> None:
        """The order in use is not dealt from any more, and waits to be opened."""
        self.played, self.in_use = self.all(), None

    def all(self) -> tuple[Promised, ...]:
        """Every order not opened yet, the one in use last."""
        return self.played if self.in_use is None else (*self.played, self.in_use)

    def remember(
        self, all: tuple[Promised, ...], last: int, given: Mapping[int, str], *, in_use: bool
    ) -> None:
        """Go on from here."""
        self.in_use = all[-1] if in_use else None
        self.played, self.last = all[:-1] if in_use else all, last
        self.given = dict(given)


def _positive(left: Mapping[Card, int]) -> dict[Card, int]:
    return {card: count for card, count in left.items() if count}
