"""Prepaid cards at the cage: sold, loaded, blocked when lost, and what they hold given back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from sqlalchemy import Connection

from tapete.core.book.account import CLP, Unit
from tapete.core.book.refused import Fact, Refused
from tapete.floor.aggregates.cards.door import DEVICE, last_of, name_of, read_number
from tapete.floor.aggregates.cards.host import CardHost, ref_of
from tapete.floor.aggregates.shared import done_by_house
from tapete.floor.aggregates.tickets.codes import bar_code, qr_code
from tapete.floor.money.ledger import ONE_UNIT
from tapete.floor.people.person import check_admitted
from tapete.floor.people.presence import reasons_of
from tapete.systems.machines.cards.commands import (
    Block,
    CardCommand,
    Load,
    Refund,
    Sell,
    Unblock,
)
from tapete.systems.machines.cards.state import CARDS, GOOD, Card, Means, id_of

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino
    from tapete.floor.people.person import Person

NOTED = {"sell": "card.sold", "load": "card.loaded", "block": "card.blocked",
         "unblock": "card.unblocked", "refund": "card.refunded"}  # fmt: skip

Decided: TypeAlias = Callable[[], CardCommand]
"""What is to be done, upon the book as it is when it is done."""


class CardRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card as a list shows it: of its number the last four digits; ``machine`` is the one that
    has it now, ``holder`` who bought it."""

    name: str
    last: str
    balance: int
    state: str
    unit: Unit
    machine: int = 0
    holder: str = ""


class Plastic(msgspec.Struct, frozen=True, kw_only=True):
    """A card as its bearer has it: the whole number, its codes, and what it holds."""

    name: str
    balance: int
    unit: Unit
    number: str
    bars: str
    qr: str
    state: str
    machine: int
    good_days: int | None


class CardSums(msgspec.Struct, frozen=True, kw_only=True):
    """Totals of the book of cards: deposits, withdrawals, and the live balance owed to bearers."""

    unit: Unit
    sold: int
    loaded: int
    spent: int
    returned: int
    refunded: int
    expired: int
    live: int


class CardDesk:
    """The prepaid cards of a casino, away from its machines."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino

    def host(self, unit: Unit) -> CardHost:
        """The book of a unit of account."""
        found = self.casino.shared.host(ref_of(unit))
        assert isinstance(found, CardHost)
        return found

    async def sell(
        self, by: Person, amount: int, *, id: str, unit: Unit = CLP, person: str = "",
        holder: str = "",
    ) -> Plastic:  # fmt: skip
        """A new card, loaded for money or from the account of a person; ``holder`` is who may have
        it blocked. Whoever is kept out of the house is sold none. Asked again with the same
        ``id``, it is the same card."""
        means = self._means(unit, person)
        if holder:
            self._check_plays_for(holder, unit)
        host = self.host(unit)
        sold = ""

        def command() -> CardCommand:
            nonlocal sold
            book = host.journal.state
            again = (name for name, card in book.all() if id in map(id_of, card.done[:1]))
            sold = next(again, name_of(book.sold + 1))
            last = last_of(host.seal, sold)
            return Sell(sold, last, amount, means, id, person, holder)

        await self._do(host, by, command)
        found = host.written.find(sold)
        assert found is not None
        return plastic(host, sold, found)

    async def load(
        self, by: Person, number: str, amount: int, *, id: str, unit: Unit = CLP, person: str = ""
    ) -> CardRow:
        """More goes onto a card that is shown."""
        host, means = self.host(unit), self._means(unit, person)
        card, last = read_number(host.seal, number)
        await self._do(host, by, lambda: Load(card, last, amount, means, id, person))
        return self._row_of(host, card)

    async def refund(
        self, by: Person, number: str, *, id: str, unit: Unit = CLP, person: str = ""
    ) -> CardRow:
        """What a card holds that is shown is given back: in money, or to an account."""
        host, means = self.host(unit), self._means(unit, person)
        card, last = read_number(host.seal, number)
        await self._do(host, by, lambda: Refund(card, means, id, last, person))
        return self._row_of(host, card)

    async def return_lost(self, by: Person, card: str, *, id: str, unit: Unit = CLP) -> CardRow:
        """What a blocked card holds goes to the account of whoever bought it."""
        host = self.host(unit)
        known = host.look().find(card)
        holder = "" if known is None else known.holder
        await self._do(host, by, lambda: Refund(card, "cuenta", id, "", holder))
        return self._row_of(host, card)

    async def block(
        self, by: Person, card: str, *, unit: Unit = CLP, on: bool = True
    ) -> CardRow:  # fmt: skip
        """A card is lost, or was found again."""
        host = self.host(unit)
        await self._do(host, by, lambda: Block(card) if on else Unblock(card))
        return self._row_of(host, card)

    def look(self, number: str, *, unit: Unit = CLP) -> CardRow:
        """A card that is shown to the cashier."""
        host = self.host(unit)
        card, _ = read_number(host.seal, number)
        return self._row_of(host, card)

    async def _do(self, host: CardHost, by: Person, command: Decided) -> None:
        """Carry it out and have it written, with its money and who did it."""
        at = self.casino.now()
        done: CardCommand | None = None

        def do() -> None:
            nonlocal done
            host.pass_days(at)
            done = command()
            host.journal.do(done)

        def noted(connection: Connection) -> None:
            assert done is not None
            if host.journal.entries:
                if isinstance(done, Sell | Load):
                    card = host.journal.state.find(done.card)
                    for who in {done.person, card.holder if card else ""} - {""}:
                        check_admitted(reasons_of(connection, who, at))
                what = NOTED[str(done.__struct_config__.tag)]
                facts: dict[str, Fact] = {"card": getattr(done, "card", ""), "unit": host.id}
                self.casino.register.note(connection, by.id, what, facts, at)

        await done_by_house(self.casino.write, [host], do, at, noted)

    def _means(self, unit: Unit, person: str) -> Means:
        """How it is paid; play chips are neither sold nor cashed."""
        if not person:
            if unit != CLP:
                raise Refused(ONE_UNIT, "another-unit", unit=unit, to=CLP)
            return "dinero"
        self._check_plays_for(person, unit)
        return "cuenta"

    def _check_plays_for(self, person: str, unit: Unit) -> None:
        known = self.casino.known(person)
        if known.guest and unit == CLP:
            raise Refused(ONE_UNIT, "another-unit", unit=unit, to=known.unit)

    def _row_of(self, host: CardHost, card: str) -> CardRow:
        found = host.look().find(card)
        if found is None:
            raise Refused(CARDS, "unknown-card", card=card[:24])
        return self._row(card, found, host.id)

    def _row(self, name: str, card: Card, unit: Unit) -> CardRow:
        return CardRow(
            name=name, last=card.number, balance=card.balance, state=card.state, unit=unit,
            machine=0 if card.slot is None else card.slot.device,
            holder=self.casino.name_of(card.holder) if card.holder else "",
        )  # fmt: skip

    def mine(self, person: Person) -> list[Plastic]:
        """The good cards that a person bought, the newest first."""
        found = [
            plastic(host, name, card)
            for host in map(self.host, self.units())
            for name, card in host.look().all()
            if card.holder == person.id and card.state == GOOD
        ]
        return sorted(found, key=lambda one: int(one.name), reverse=True)

    def units(self) -> list[Unit]:
        """The units of account that have cards."""
        specs = self.casino.units.values()
        return sorted({spec.unit for spec in specs if getattr(spec, "cards", False)})

    def rows(self, unit: Unit, limit: int) -> list[CardRow]:
        """Cards of the book, the newest first."""
        found = sorted(self.host(unit).look().all(), key=lambda one: int(one[0]), reverse=True)
        return [self._row(name, card, unit) for name, card in found[:limit]]

    def sums(self, unit: Unit) -> CardSums:
        """What came to cards, what went from them, and what they hold."""
        book = self.host(unit).look()
        return CardSums(
            unit=unit, sold=book.sold, loaded=book.loaded, spent=book.spent,
            returned=book.returned, refunded=book.refunded, expired=book.expired, live=book.live,
        )  # fmt: skip


def plastic(host: CardHost, name: str, card: Card) -> Plastic:
    """A card as its bearer has it."""
    number = host.seal.number(DEVICE, int(name))
    return Plastic(
        name=name, balance=card.balance, unit=host.id, number=number, bars=bar_code(number),
        qr=qr_code(number), state=card.state, machine=0 if card.slot is None else card.slot.device,
        good_days=host.written.good_days,
    )  # fmt: skip


__all__ = ["CARDS", "CardDesk", "CardRow", "CardSums", "Plastic"]
