"""Tickets on the floor: issued by a machine, paid once wherever presented, owed to the peso."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from itertools import pairwise, permutations
from typing import Any

import pytest
from sqlalchemy import select, update

from tapete.core.book.aggregate import Journal
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.numbered import KEY, seal_of
from tapete.floor.aggregates.shared import Hosts
from tapete.floor.aggregates.tickets.codes import DIGITS, bar_code, qr_code, widths
from tapete.floor.audit.whole import audit
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.money.accounts import CAGE, in_tickets, wallet
from tapete.floor.people.person import Person
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.units.maquina import commands as do
from tapete.systems.machines.ticket_numbers import Seal
from tapete.systems.machines.tickets import TICKET_BOOK, Issue, OpenBook, Present, Reserve
from tests.floor.casino import give_chips
from tests.floor.machines import machine_spec, sent
from tests.floor.pots import STILL

NOON = 1_700_000_000.0
DAY = 86_400.0
TICKETS = "CAT-VI.4.1-06"


def staff(id: str, *roles: str) -> Person:
    return Person(id=id, name=id, roles=roles)


CAJA = [staff("caja-1", "cajero"), staff("caja-2", "cajero")]
JEFA = staff("jefa", "jefe-de-seccion")
ANA = staff("ana", "jugador")


class Hall:
    """A casino with machines that issue and take tickets, on a clock that is held."""

    def __init__(self, url: str, store: Store, *numbers: int) -> None:
        self.url, self.store, self.at = url, store, NOON
        machines = [
            machine_spec("tres-cerezas", id=f"m{n}", number=n, tickets=True) for n in numbers
        ]
        Hosts(store, SHARED).begin(plan(), machines, NOON)
        for spec in machines:
            store.add(spec)
        give_chips(store)
        self.casino = self.node("uno")
        self._ids = 0

    def node(self, name: str) -> Casino:
        settings = Settings(db=self.url, node=name, clocks=STILL, lease=1e6)
        return Casino(settings, now=lambda: self.at)

    async def do(self, machine: str, command: Any) -> Any:
        """A player does something, past the door of the house."""
        self._ids += 1
        keeper = self.casino.keeper(machine)
        return await keeper.send(sent(command, id=f"t{self._ids}", at=self.at))

    async def issued(self, machine: str, amount: int) -> str:
        """A ticket of this amount; gives its number."""
        await self.do(machine, do.Insert(amount=amount))
        await self.do(machine, do.CashOut(to="ticket"))
        await self.do(machine, do.Leave())
        return self.casino.tickets.mine(ANA)[0].number

    async def take(self, machine: str, number: str) -> int:
        """A machine takes a ticket, and gives it out again to the account."""
        await self.do(machine, do.InsertTicket(number=number))
        credits = self.casino.keeper(machine).unit.cabinet.credits[1]
        await self.do(machine, do.Leave())
        return int(credits)

    def sound(self) -> None:
        """The audit finds nothing, and the live tickets are in the ledger."""
        assert list(audit(self.store)) == []
        owed = self.casino.tickets.liability("clp")
        assert self.store.balance(in_tickets()) == owed.live[1]
        parts = (owed.paid, owed.void, owed.expired, owed.live)
        assert owed.issued == tuple(map(sum, zip(*parts, strict=True)))


def test_all_orders_of_two_cashiers_and_a_machine_pay_a_ticket_once(url: str, store: Store) -> None:
    hall = Hall(url, store, 12)
    orders = sorted(set(permutations(["caja-1", "caja-1", "caja-2", "caja-2", "maquina"])))
    assert len(orders) == 30

    async def one(order: tuple[str, ...], number: str) -> list[str]:
        """Each cashier presents and then pays; the machine does both in one step."""
        desk, paid, names = hall.casino.tickets, [], {}
        for taker in order:
            try:
                if taker == "maquina":
                    await hall.take("m12", number)
                    paid.append(taker)
                elif taker not in names:
                    names[taker] = ""
                    by = CAJA[taker == "caja-2"]
                    names[taker] = (await desk.present(by, number, taker)).name
                elif names[taker]:
                    await desk.pay(CAJA[taker == "caja-2"], names[taker])
                    paid.append(taker)
            except Refused as refused:
                assert refused.code in ("presented-elsewhere", "already-paid"), refused
        return paid

    async def run() -> None:
        await hall.casino.start()
        for order in orders:
            number = await hall.issued("m12", 700)
            assert len(await one(order, number)) == 1, order
        assert hall.casino.tickets.liability("clp").paid == (30, 21_000)
        hall.sound()
        await hall.casino.stop()

    asyncio.run(run())


def test_from_two_nodes_at_the_same_time_one_is_paid(url: str, store: Store) -> None:
    """Another node presents at the cage what a machine here takes at this moment."""
    hall = Hall(url, store, 12)

    async def run() -> None:
        await hall.casino.start()
        other = hall.node("dos")
        await other.start()
        for _ in range(4):
            number = await hall.issued("m12", 900)
            both = await asyncio.gather(
                hall.take("m12", number), other.tickets.present(CAJA[0], number, "q"),
                hall.casino.tickets.present(CAJA[1], number, "q"), return_exceptions=True,
            )  # fmt: skip
            won = [one for one in both if not isinstance(one, BaseException)]
            lost = [one for one in both if isinstance(one, Refused)]
            assert len(won) == 1 and len(lost) == 2, both
        hall.sound()
        await other.stop()
        await hall.casino.stop()

    asyncio.run(run())


@pytest.mark.clause("CAT-VI.4.1-06")
def test_every_refusal_of_a_ticket_at_the_window_and_in_the_machine(url: str, store: Store) -> None:
    hall = Hall(url, store, 12, 31)
    seal = seal_of(store)

    async def refused(code: str, step: Awaitable[Any]) -> None:
        with pytest.raises(Refused) as found:
            await step
        assert (found.value.code, found.value.clause) == (code, TICKETS)

    async def run() -> None:
        await hall.casino.start()
        desk = hall.casino.tickets
        number = await hall.issued("m12", 1000)
        foreign = Seal(b"otra", (seal.casino + 1) % 100).number(12, 1)
        for wrong, code in (
            ("no es un numero", "unknown"), (seal.number(12, 999), "unknown"),
            (number[:-1] + str((int(number[-1]) + 1) % 10), "unknown"), (foreign, "other-casino"),
        ):  # fmt: skip
            await refused(code, desk.present(CAJA[0], wrong, "q"))
            await refused(code, hall.do("m31", do.InsertTicket(number=wrong)))
            with pytest.raises(Refused) as found:  # it is named by what is printed on it
                await desk.present(CAJA[0], wrong, "q")
            assert found.value.facts["ticket"] == wrong
        await refused("amount-differs", desk.present(CAJA[0], number, "q", amount=10_000))
        row = await desk.present(CAJA[0], number, "q")
        assert (await desk.present(CAJA[0], number, "q")).amount == 1000  # the answer was lost
        await refused("presented-elsewhere", desk.present(CAJA[1], number, "r"))
        await refused("presented-elsewhere", hall.do("m31", do.InsertTicket(number=number)))
        await refused("presented-elsewhere", desk.pay(CAJA[1], row.name))
        with pytest.raises(Refused, match="not-your-role"):
            await desk.release(CAJA[1], row.name)
        await desk.release(JEFA, row.name)
        assert await hall.take("m31", number) == 1000  # another machine credits it
        await refused("already-paid", desk.present(CAJA[0], number, "s"))
        number = await hall.issued("m31", 500)
        await desk.void(JEFA, desk.mine(ANA)[0].name)
        await refused("void", hall.do("m12", do.InsertTicket(number=number)))
        number = await hall.issued("m31", 800)
        hall.at += 30 * DAY
        assert (await desk.present(CAJA[0], number, "t")).amount == 800  # the thirtieth day is good
        hall.at += DAY
        assert (await desk.release(CAJA[0], desk.rows("clp", 1)[0].name)).state == "vencido"
        await refused("expired", desk.present(CAJA[0], number, "u"))
        await refused("expired", hall.do("m12", do.InsertTicket(number=number)))
        assert not any(hall.casino.keeper("m12").unit.cabinet.credits.values())
        assert desk.liability("clp").live == (0, 0) == desk.liability("clp").live
        hall.sound()
        await hall.casino.stop()

    asyncio.run(run())


def test_a_ticket_is_paid_in_money_or_to_an_account_and_the_printer_may_fail(
    url: str, store: Store
) -> None:
    hall = Hall(url, store, 12)

    async def run() -> None:
        await hall.casino.start()
        desk = hall.casino.tickets
        number = await hall.issued("m12", 1500)
        name = (await desk.present(CAJA[0], number, "q")).name
        await desk.pay(CAJA[0], name)
        assert store.balance(CAGE) == -1500
        before = store.balance(wallet("ana"))
        await hall.do("m12", do.Insert(amount=600))
        keeper = hall.casino.keeper("m12")
        await keeper.send(sent(do.Fault(code="impresora"), "jefa", "jefe-de-seccion"))
        await hall.do("m12", do.CashOut(to="ticket"))  # by hand: no ticket is printed
        assert keeper.unit.cabinet.handpay is not None and desk.mine(ANA) == []
        await keeper.send(sent(do.Sign(), "jefa", "jefe-de-seccion"))
        assert store.balance(wallet("ana")) == before
        hall.sound()
        await hall.casino.stop()

    asyncio.run(run())


def test_numbers_do_not_repeat_and_tell_nothing_of_their_neighbours() -> None:
    seal = Seal(bytes(range(32)), 7)
    numbers = [seal.number(12, n) for n in range(1, 20_001)]
    assert len(set(numbers)) == len(numbers) and all(len(one) == 18 for one in numbers)
    assert all(seal.read(one) == (12, n) for n, one in enumerate(numbers[:500], 1))
    # Every digit of what follows differs from the one before it as often as chance has it.
    for at in range(2, 18):
        same = sum(a[at] == b[at] for a, b in pairwise(numbers))
        assert abs(same - 2000) < 5 * (20_000 * 0.1 * 0.9) ** 0.5, at
    other = Seal(bytes(32), 7)
    agree = sum(seal.number(3, n) == other.number(3, n) for n in range(1000))
    assert agree == 0


def test_a_device_cut_off_issues_what_it_was_given_and_reports_it_once() -> None:
    """Off line a cabinet uses numbers given beforehand, no more than those; unknown until told."""
    seal, book = Seal(b"clave", 7), Journal(TICKET_BOOK, "clp")
    book.do(OpenBook("", 30))
    book.do(Issue("12-000001", "1111", 700, None, "", 12))
    book.do(Reserve(12, 3))
    assert book.state.reserved == {12: (2, 3, 4)} and book.state.next_serial == 5
    first = seal.number(12, 2)
    with pytest.raises(Refused, match="unknown"):
        book.do(Present("12-000002", "caja", "q", first[-4:]))
    report = Issue("12-000002", first[-4:], 5000, None, "", 12, 2)
    book.do(report)
    with pytest.raises(Refused, match="number-used"):  # told twice
        book.do(report)
    for device, serial in ((12, 5), (31, 3)):
        wrong = Issue(f"{device}-{serial:06}", "0000", 5000, None, "", device, serial)
        with pytest.raises(Refused, match="number-not-given"):
            book.do(wrong)
    book.do(Present("12-000002", "caja", "q", first[-4:]))
    assert book.state.issued.pesos == 5700 and book.state.next_serial == 5


def read_widths(found: tuple[int, ...]) -> str:
    """The digits of bars and spaces, as a scanner reads them."""
    signs = "".join("w" if one > 1 else "n" for one in found)
    assert signs.startswith("nnnn") and signs.endswith("wnn")
    pairs = signs[4:-3]
    digits = ""
    for at in range(0, len(pairs), 10):
        pair = pairs[at : at + 10]
        digits += f"{DIGITS.index(pair[::2])}{DIGITS.index(pair[1::2])}"
    return digits


def test_a_scanner_reads_the_bars_of_a_ticket() -> None:
    number = Seal(b"clave", 7).number(12, 1)
    assert read_widths(widths(number)) == number
    drawn = bar_code(number)
    assert drawn.count("M") == len(widths(number)) // 2 + 1 and "<svg" in qr_code(number)
    with pytest.raises(ValueError, match="even"):
        widths("123")


def test_the_key_of_the_numbers_stands_sealed_in_the_database(store: Store) -> None:
    """A copy of the database makes no numbers; one that an older casino kept in clear is sealed the
    first time it is read, and makes the same numbers."""
    number = seal_of(store).number(7, 1)
    c = schema.casino
    with store.engine.begin() as connection:
        kept = str(connection.execute(select(c.c.value).where(c.c.key == KEY)).scalar())
        key = store.key.open(kept, KEY)
        assert key.hex() not in kept
        connection.execute(update(c).where(c.c.key == KEY).values(value=key.hex()))
    assert seal_of(store).number(7, 1) == number
    with store.engine.connect() as connection:
        sealed = str(connection.execute(select(c.c.value).where(c.c.key == KEY)).scalar())
    assert key.hex() != sealed and store.key.open(sealed, KEY) == key
