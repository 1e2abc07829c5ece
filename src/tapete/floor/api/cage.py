"""At the cage's window: people, receipts, the running day; and each person's own account."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get
from litestar.params import FromPath, FromQuery, Parameter

from tapete.core.book.account import BANK, CLP, PLAY, TIPS, Unit, in_stack
from tapete.core.book.refused import Fact, Refused
from tapete.floor.aggregates.pots import pot_report
from tapete.floor.api.guard import House, person_of, somebody
from tapete.floor.api.office import Few, allowed
from tapete.floor.house.casino import Casino
from tapete.floor.money.accounts import CAGE, VAULT, at_table, at_unit, wallet
from tapete.floor.money.day import DayReport, day_report
from tapete.floor.money.desk import (
    MONEY,
    Movement,
    PersonFile,
    Receipt,
    cage_movements,
    find_people,
    movements_of,
    receipt,
)
from tapete.floor.people.person import Person
from tapete.floor.people.presence import places_of

Asked = Request[Any, Any, Any]
Mark = Annotated[str | None, Parameter(max_length=120, pattern=r"^[^\x00-\x1f]+$")]
Sought = Annotated[str, Parameter(max_length=60)]


class Drawer(msgspec.Struct, frozen=True, kw_only=True):
    """What the cage has: values of notes and coins, of chips, its money, chips in circulation."""

    money: tuple[int, ...]
    chips: tuple[int, ...]
    cage: int
    circulating: int


class Bank(msgspec.Struct, frozen=True, kw_only=True):
    """The chips of a table's bank, and those in the slot for tips; what it is played for."""

    unit: Unit

    bank: int
    tips: int


class OpenDay(msgspec.Struct, frozen=True, kw_only=True):
    """The day that is running: what its close would say now, and what each bank holds."""

    day: str
    report: DayReport
    banks: dict[str, Bank]


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """A person's own account: his papers, the chips in his wallet (a guest's are play chips) and
    those to ``play`` with, where he sits, and what moved them."""

    id: str
    name: str
    guest: bool
    roles: tuple[str, ...]
    rut: str | None
    born: str | None
    wallet: int
    play: int
    tables: dict[str, int]
    movements: tuple[Movement, ...]


class CageDesk(Controller):
    """What a cashier looks up."""

    path = "/api"
    tags = ("cage",)
    guards = (somebody,)

    @get("/cage/people", sync_to_thread=True)
    def people(self, casino: House, request: Asked, find: Sought = "") -> list[PersonFile]:
        """People by a part of their name, or the beginning of their identity number."""
        by = allowed(request, "person.find")
        now = casino.now()
        found = find_people(casino.register, "".join(filter(str.isprintable, find)), now)
        seen: dict[str, Fact] = {"found": " ".join(one.id for one in found)}
        with casino.store.writing() as connection:
            casino.register.note(connection, by.id, "people.searched", seen, now)
        return found

    @get("/cage/drawer", sync_to_thread=True)
    def drawer(self, casino: House, request: Asked) -> Drawer:
        """Values of money and chips, and what the cage has."""
        allowed(request, "day.read")
        store = casino.store
        return Drawer(
            money=MONEY, chips=tuple(casino.plan.chips), cage=store.balance(CAGE),
            circulating=-store.balance(VAULT),
        )  # fmt: skip

    @get("/cage/movements", sync_to_thread=True)
    def movements(
        self, casino: House, request: Asked, day: FromQuery[str | None] = None, limit: Few = 100,
        after: Mark = None,
    ) -> list[Movement]:  # fmt: skip
        """Chips sold and cashed, fills and credits, the last first; page by page ``after`` the last
        movement of the page before."""
        allowed(request, "day.read")
        return cage_movements(casino.store, None if day is None else _day(day), limit, after)

    @get("/cage/receipts/{id:str}", sync_to_thread=True)
    def receipt(self, id: FromPath[str], casino: House, request: Asked) -> Receipt:
        """The receipt of something done here, as the ledger has it."""
        allowed(request, "day.read")
        return receipt(casino.register, "".join(filter(str.isprintable, id))[:100])

    @get("/cage/day", sync_to_thread=True)
    def day(self, casino: House, request: Asked) -> OpenDay:
        """The running day as its close would write it now, and the chips of every bank."""
        allowed(request, "day.read")
        return _open_day(casino)

    @get("/me/account")
    async def account(self, casino: House, request: Asked, after: Mark = None) -> Account:
        """My account: chips, tables, movements, the last first; page by page ``after`` the last
        movement of the page before."""
        me = person_of(request)
        mine = [wallet(me.id, unit) for unit in (CLP, PLAY)]
        moved = await asyncio.to_thread(movements_of, casino.store, *mine, after=after)
        return Account(
            id=me.id, name=me.name, guest=me.guest, roles=me.roles, rut=me.rut, born=me.born,
            wallet=casino.cage.wallet(me.id, me.unit), play=casino.cage.wallet(me.id, PLAY),
            tables=_units_of(casino, me), movements=tuple(moved),
        )  # fmt: skip


def _open_day(casino: Casino) -> OpenDay:
    since = casino.days.last()
    day = casino.store.calendar.open_day(casino.now(), since)
    pots = {host.id: pot_report(host.written) for host in casino.pots.all()}
    tables = {id: (spec.game, spec.unit) for id, spec in casino.specs.items()}
    with casino.store.engine.connect() as connection:
        report = day_report(connection, tables, day, since, pots)
    held = casino.store.balances()
    banks = {
        id: Bank(
            unit=spec.unit,
            bank=held.get(at_table(id, BANK, spec.unit), 0),
            tips=held.get(at_table(id, TIPS, spec.unit), 0),
        )
        for id, spec in casino.specs.items()
    }
    return OpenDay(day=day, report=report, banks=banks)


def _units_of(casino: Casino, me: Person) -> dict[str, int]:
    """Where somebody has a place, on any node, and his chips there by the ledger."""
    found: dict[str, int] = {}
    with casino.store.engine.connect() as connection:
        for id, seats in places_of(connection, me.id).items():
            kind = casino.units[id].kind if id in casino.units else "mesa"
            places = [at_unit(kind, id, in_stack(n), unit) for n in seats for unit in (CLP, PLAY)]
            found[id] = sum(casino.store.balance_in(connection, one) for one in places)
    return found


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused("CAT-I.6-03", "bad-day", day=text[:20]) from None
