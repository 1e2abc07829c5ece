"""At the cage's window: people, receipts, the running day; and each person's own account."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get
from litestar.params import FromPath, FromQuery, Parameter

from tapete.core.event import BANK, TIPS
from tapete.core.refused import Refused
from tapete.floor.api.guard import House, person_of, somebody
from tapete.floor.api.office import Few, allowed
from tapete.floor.casino import Casino
from tapete.floor.day import DayReport, day_report
from tapete.floor.desk import (
    MONEY,
    Movement,
    PersonFile,
    Receipt,
    cage_movements,
    find_people,
    movements_of,
    receipt,
)
from tapete.floor.ledger import CAGE, VAULT, at_table, wallet
from tapete.floor.pots import pot_report
from tapete.floor.store import day_of

Asked = Request[Any, Any, Any]
Sought = Annotated[str, Parameter(max_length=60)]


class Drawer(msgspec.Struct, frozen=True, kw_only=True):
    """What the cage has: values of notes and coins, of chips, its money, chips in circulation."""

    money: tuple[int, ...]
    chips: tuple[int, ...]
    cage: int
    circulating: int


class Bank(msgspec.Struct, frozen=True, kw_only=True):
    """The chips of a table's bank, and those in the slot for tips."""

    bank: int
    tips: int


class OpenDay(msgspec.Struct, frozen=True, kw_only=True):
    """The day that is running: what its close would say now, and what each bank holds."""

    day: str
    report: DayReport
    banks: dict[str, Bank]


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """A person's own account: his papers, his chips, where he sits, and what moved them."""

    id: str
    name: str
    guest: bool
    roles: tuple[str, ...]
    rut: str | None
    born: str | None
    wallet: int
    tables: dict[str, int]
    movements: tuple[Movement, ...]


class CageDesk(Controller):
    """What a cashier looks up."""

    path = "/api"
    tags = ("cage",)
    guards = (somebody,)

    @get("/cage/people", sync_to_thread=False)
    def people(self, casino: House, request: Asked, find: Sought = "") -> list[PersonFile]:
        """People by a part of their name, or the beginning of their identity number."""
        by = allowed(request, "person.find")
        now = casino.now()
        with casino.store.writing() as connection:
            casino.register.note(connection, by.id, "people.searched", {"find": find}, now)
        return find_people(casino.register, "".join(filter(str.isprintable, find)), now)

    @get("/cage/drawer", sync_to_thread=False)
    def drawer(self, casino: House, request: Asked) -> Drawer:
        """Values of money and chips, and what the cage has."""
        allowed(request, "day.read")
        store = casino.store
        return Drawer(
            money=MONEY, chips=tuple(casino.plan.chips), cage=store.balance(CAGE),
            circulating=-store.balance(VAULT),
        )  # fmt: skip

    @get("/cage/movements", sync_to_thread=False)
    def movements(
        self, casino: House, request: Asked, day: FromQuery[str | None] = None, limit: Few = 100
    ) -> list[Movement]:
        """Chips sold and cashed, fills and credits, the last first."""
        allowed(request, "day.read")
        return cage_movements(casino.store, None if day is None else _day(day), limit)

    @get("/cage/receipts/{id:str}", sync_to_thread=False)
    def receipt(self, id: FromPath[str], casino: House, request: Asked) -> Receipt:
        """The receipt of something done here, as the ledger has it."""
        allowed(request, "day.read")
        return receipt(casino.register, "".join(filter(str.isprintable, id))[:100])

    @get("/cage/day", sync_to_thread=True)
    def day(self, casino: House, request: Asked) -> OpenDay:
        """The running day as its close would write it now, and the chips of every bank."""
        allowed(request, "day.read")
        return _open_day(casino)

    @get("/me/account", sync_to_thread=False)
    def account(self, casino: House, request: Asked) -> Account:
        """My account: chips, tables, movements."""
        me = person_of(request)
        return Account(
            id=me.id, name=me.name, guest=me.guest, roles=me.roles, rut=me.rut, born=me.born,
            wallet=casino.wallet(me.id), tables=_tables_of(casino, me.id),
            movements=tuple(movements_of(casino.store, wallet(me.id))),
        )  # fmt: skip


def _open_day(casino: Casino) -> OpenDay:
    closed = casino.days.closed()
    since = closed[-1].day if closed else None
    day = day_of(casino.now())
    if since is not None and day <= since:
        day = date.fromordinal(date.fromisoformat(since).toordinal() + 1).isoformat()
    pots = {host.id: pot_report(host.written) for host in casino.pots.all()}
    games = {id: spec.game for id, spec in casino.specs.items()}
    with casino.store.engine.connect() as connection:
        report = day_report(connection, games, day, since, pots)
    held = casino.store.balances()
    banks = {
        id: Bank(bank=held.get(at_table(id, BANK), 0), tips=held.get(at_table(id, TIPS), 0))
        for id in casino.specs
    }
    return OpenDay(day=day, report=report, banks=banks)


def _tables_of(casino: Casino, person: str) -> dict[str, int]:
    """The tables of this node where somebody sits, and his chips there."""
    found: dict[str, int] = {}
    for id, keeper in casino.keepers.items():
        table = keeper.hosted.table
        for seat, who in table.players.items():
            if who == person and not keeper.lost:
                found[id] = found.get(id, 0) + (table.available(seat) or 0)
    return found


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused("CAT-I.6-03", "bad-day", day=text[:20]) from None
