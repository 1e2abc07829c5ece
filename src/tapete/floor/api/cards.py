"""Prepaid cards over the network: a player's own, the cashier's window, what the casino owes."""

from __future__ import annotations

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from tapete.core.book.account import CLP
from tapete.floor.aggregates.cards.desk import CARDS, CardRow, CardSums, Plastic
from tapete.floor.api.books import Amount, Asked, Digits, Someone, Text, known_unit
from tapete.floor.api.guard import House, person_of, somebody
from tapete.floor.api.office import Few, allowed
from tapete.floor.house.casino import Casino


class SellIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new card for so much, paid in money or from the account of a ``person``; ``holder``: who
    may have it blocked. The ``id`` is the sender's own: sent again, it gives the same card."""

    amount: Amount
    id: Text
    unit: Text = CLP
    person: Someone = ""
    holder: Someone = ""


class LoadIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So much more for a card, by its number."""

    number: Digits
    amount: Amount
    id: Text
    unit: Text = CLP
    person: Someone = ""


class RefundIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give back what a card holds, in money or to the account of a ``person``."""

    number: Digits
    id: Text
    unit: Text = CLP
    person: Someone = ""


class ReadIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card's number as it was read."""

    number: Digits
    unit: Text = CLP


class CardIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which book of cards; ``on``: block it, or let it be used again."""

    unit: Text = CLP
    on: bool = True


class LostIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which book of cards, and an id of the sender's own."""

    id: Text
    unit: Text = CLP


class Cards(Controller):
    """Prepaid cards of gaming machines (CAT-VI.4.1-06)."""

    path = "/api/cards"
    tags = ("cards",)
    guards = (somebody,)

    @get("/mine")
    async def mine(self, casino: House, request: Asked) -> list[Plastic]:
        """The good cards I bought, with their numbers and codes."""
        return casino.cards.mine(person_of(request))

    @get("/")
    async def all(
        self, casino: House, request: Asked, unit: FromQuery[str] = CLP, limit: Few = 100
    ) -> list[CardRow]:
        """Cards of the house, the newest first; of a number the last digits."""
        allowed(request, "card.see")
        return casino.cards.rows(book_of(casino, unit), limit)

    @get("/sums")
    async def sums(self, casino: House, request: Asked) -> list[CardSums]:
        """What came to cards, what went from them, and what they hold."""
        allowed(request, "card.see")
        return [casino.cards.sums(unit) for unit in casino.cards.units()]

    @post("/sell", status_code=HTTP_200_OK)
    async def sell(self, data: JSONBody[SellIn], casino: House, request: Asked) -> Plastic:
        """Sell a card and load it."""
        by, unit = allowed(request, "card.sell"), book_of(casino, data.unit)
        return await casino.cards.sell(
            by, data.amount, id=data.id, unit=unit, person=data.person, holder=data.holder
        )

    @post("/load", status_code=HTTP_200_OK)
    async def load(self, data: JSONBody[LoadIn], casino: House, request: Asked) -> CardRow:
        """Load a card that is shown to me."""
        by, unit = allowed(request, "card.sell"), book_of(casino, data.unit)
        return await casino.cards.load(
            by, data.number, data.amount, id=data.id, unit=unit, person=data.person
        )

    @post("/read", status_code=HTTP_200_OK)
    async def read(self, data: JSONBody[ReadIn], casino: House, request: Asked) -> CardRow:
        """What a card holds that is shown to me."""
        allowed(request, "card.sell")
        return casino.cards.look(data.number, unit=book_of(casino, data.unit))

    @post("/refund", status_code=HTTP_200_OK)
    async def refund(self, data: JSONBody[RefundIn], casino: House, request: Asked) -> CardRow:
        """Give back what a card holds that is shown to me; the card stays here."""
        by, unit = allowed(request, "card.sell"), book_of(casino, data.unit)
        return await casino.cards.refund(by, data.number, id=data.id, unit=unit, person=data.person)

    @post("/{card:str}/block", status_code=HTTP_200_OK)
    async def block(
        self, card: FromPath[str], data: JSONBody[CardIn], casino: House, request: Asked
    ) -> CardRow:
        """Block a card that was lost; found again, whoever answers for the section frees it."""
        by = allowed(request, "card.block" if data.on else "card.unblock")
        return await casino.cards.block(by, card[:40], unit=book_of(casino, data.unit), on=data.on)

    @post("/{card:str}/return", status_code=HTTP_200_OK)
    async def return_lost(
        self, card: FromPath[str], data: JSONBody[LostIn], casino: House, request: Asked
    ) -> CardRow:
        """Give what a lost card holds to the account of whoever bought it."""
        by, unit = allowed(request, "card.sell"), book_of(casino, data.unit)
        return await casino.cards.return_lost(by, card[:40], id=data.id, unit=unit)


def book_of(casino: Casino, unit: str) -> str:
    """A unit of account that has cards."""
    return known_unit(casino.cards.units(), unit, CARDS, "no-cards-here")
