"""Erasing and giving at the same instant: whoever gives a person something to keep meets the
erasure in his own transaction, or the erasure meets what was given."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.unit import Envelope
from tapete.floor.people.erasing import erase
from tapete.floor.people.person import BARRED, Person, Reason
from tapete.floor.people.presence import ERASED, lock_person
from tapete.floor.people.register import Register
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.units.maquina import commands as at_machine
from tapete.systems.tournament.life import commands as do
from tests.floor.casino import give_chips
from tests.floor.people import PASSWORD, call, some_rut
from tests.floor.played import ID, House
from tests.floor.test_cards import Hall
from tests.floor.test_tickets import ANA, CAJA, DAY, JEFA, NOON

PRIVACY, TICKETS = "COL-11-01", "CAT-VI.4.1-06"


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, 600))


async def refused(code: str, clause: str, step: Awaitable[Any]) -> None:
    with pytest.raises(Refused) as found:
        await step
    assert (found.value.code, found.value.clause) == (code, clause)


def meanwhile(
    monkeypatch: pytest.MonkeyPatch, given: Callable[[], Coroutine[Any, Any, Any]]
) -> None:
    """Something is given between the look whether there is anything and the erasure itself."""
    loop, own = asyncio.get_running_loop(), Register.erase

    def late(self: Register, id: str, **more: Any) -> None:
        monkeypatch.setattr(Register, "erase", own)
        asyncio.run_coroutine_threadsafe(given(), loop).result(600)
        own(self, id, **more)

    monkeypatch.setattr(Register, "erase", late)


async def erasing(casino: Any, person: str) -> None:
    await asyncio.to_thread(erase, casino, person, by="administrador")


def admitted(hall: Hall, n: int = 2) -> str:
    register = hall.casino.register
    return register.admit(
        "Bea", some_rut(n), "1990-05-17", PASSWORD, by="x", now=NOON
    ).id  # fmt: skip


async def ticket_of(hall: Hall, person: str) -> str:
    """A ticket that a machine gives to somebody who goes then; its name."""
    for command in (at_machine.Insert(amount=3000), at_machine.CashOut(to="ticket")):
        await hall.do("m12", command, person)
    await hall.do("m12", at_machine.Leave(), person)
    [paper] = hall.casino.tickets.mine(Person(id=person, name="Bea"))
    return paper.number


# Tickets


@pytest.mark.clause("CAT-VI.4.1-06")
def test_who_has_a_ticket_of_a_machine_is_erased_when_it_is_paid_or_not_good_any_more(
    url: str, store: Store
) -> None:
    hall = Hall(url, store, 12)
    bea, carla, dora = (admitted(hall, n) for n in (2, 3, 4))
    give_chips(store, 3000, people=[bea, carla, dora])

    async def story() -> None:
        numbers = [await ticket_of(hall, one) for one in (bea, carla, dora)]
        await refused("has-ticket", TICKETS, erasing(hall.casino, bea))
        row = await hall.casino.tickets.present(CAJA[0], numbers[0], "r1")
        await refused("has-ticket", TICKETS, erasing(hall.casino, bea))
        await hall.casino.tickets.pay(CAJA[0], row.name)
        await erasing(hall.casino, bea)
        void = hall.casino.tickets.mine(Person(id=carla, name="Carla"))[0]
        await hall.casino.tickets.void(JEFA, void.name)
        await erasing(hall.casino, carla)
        await refused("has-ticket", TICKETS, erasing(hall.casino, dora))
        good = hall.casino.tickets.host("clp").written.good_days
        assert good is not None
        hall.at += (good + 1) * DAY  # nobody has looked at the book since
        await erasing(hall.casino, dora)

    hall.run(story())


@pytest.mark.clause("CAT-VI.4.1-06")
def test_a_ticket_issued_while_its_holder_is_erased_keeps_him(
    url: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(url, store, 12)
    bea = admitted(hall)
    give_chips(store, 3000, people=[bea])

    async def story() -> None:
        # His chips are in the machine while it is looked whether he has anything.
        await hall.do("m12", at_machine.Insert(amount=3000), bea)

        async def given() -> None:
            await hall.do("m12", at_machine.CashOut(to="ticket"), bea)
            await hall.do("m12", at_machine.Leave(), bea)

        meanwhile(monkeypatch, given)
        await refused("has-ticket", TICKETS, erasing(hall.casino, bea))

    hall.run(story())


# Prepaid cards and chips


@pytest.mark.clause("CAT-VI.4.1-06")
def test_a_card_sold_while_its_holder_is_erased_keeps_him(
    url: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(url, store, 12)
    bea = admitted(hall)

    async def story() -> None:
        meanwhile(monkeypatch, lambda: hall.sold(10_000, holder=bea))
        await refused("has-card", TICKETS, erasing(hall.casino, bea))

    hall.run(story())


def test_nothing_is_sold_or_given_to_whoever_was_erased(url: str, store: Store) -> None:
    """Not in his name, not into his account, and an empty card of his is not loaded again."""
    hall = Hall(url, store, 12)
    bea = admitted(hall)

    async def story() -> None:
        empty = await hall.sold(1000, holder=bea)
        await hall.do("m12", at_machine.InsertCard(number=empty.number))
        await hall.do("m12", at_machine.CashOut(to="ticket"))
        for command in (at_machine.TakeCard(), at_machine.Leave()):
            await hall.do("m12", command)
        assert hall.casino.cards.look(empty.number).balance == 0
        bearer = await hall.sold(2000)
        [ticket] = hall.casino.tickets.mine(ANA)
        shown = await hall.casino.tickets.present(CAJA[0], ticket.number, "r1")
        await erasing(hall.casino, bea)
        before = store.balances()
        for step in (
            hall.sold(1000, holder=bea),
            hall.casino.cards.load(CAJA[0], empty.number, 500, id="v6"),
            hall.casino.cards.refund(CAJA[0], bearer.number, id="v8", person=bea),
            hall.casino.tickets.pay(CAJA[0], shown.name, person=bea),
            hall.casino.cage.buy("cajero", bea, 1000, id="v9", by="caja-1"),
        ):
            await refused("person-erased", PRIVACY, step)
        assert store.balances() == before
        register = hall.casino.register
        for change in (
            lambda: register.give_roles(bea, ("jugador",), by="x", now=NOON),
            lambda: register.reset_password(bea, PASSWORD, by="x", now=NOON),
            lambda: register.erase(bea, by="x", now=NOON),
        ):
            await refused("person-erased", PRIVACY, asyncio.to_thread(change))

    hall.run(story())


# Tournaments


class Night:
    """A tournament whose registration is open, and a guest who wants to enter."""

    def __init__(self, url: str) -> None:
        self.house = House(url)

    async def open(self) -> None:
        await self.house.open()
        self.director = await self.house.staff("directora", "director-de-torneo")
        await self.house.create({"file": "sit-and-go", "unidad": "juego"})
        await self.house.do(self.director, "director-de-torneo", "open-registration")
        guest = await self.house.guest("Bea")
        assert guest.me is not None
        self.bea = guest.me.id

    def entry(self, id: str = "c-1") -> Envelope[Any]:
        """An entry that the house has let pass already."""
        return Envelope(
            id=f"{self.bea}/{id}", person=self.bea, role="jugador", at=self.house.time,
            command=do.Enter(player=self.bea),
        )  # fmt: skip

    async def enter(self) -> None:
        await self.house.casino.keepers[ID].send(self.entry())

    async def close(self, *, entered: bool) -> None:
        assert (self.bea in self.house.unit.now.book.stacks) is entered
        found = self.house.casino.register.find(self.bea)
        assert found is not None and (found.name == "Bea") is entered
        assert list(audit(self.house.casino.store)) == []
        await self.house.casino.stop()


@pytest.mark.clause("CAT-VII.3.1-13")
def test_an_entry_bought_while_he_is_erased_keeps_him(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        night = Night(url)
        await night.open()
        meanwhile(monkeypatch, night.enter)
        await refused("in-tournament", "CAT-VII.3.1-13", erasing(night.house.casino, night.bea))
        await night.close(entered=True)

    run(story())


@pytest.mark.clause("CAT-VII.3.1-13")
def test_an_erasure_waits_for_an_entry_that_is_just_being_written(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in its transaction, and what it bought is not to be seen yet by whoever looks."""

    async def story() -> None:
        night = Night(url)
        await night.open()
        casino, looked, own = night.house.casino, threading.Event(), Register.erase
        said: list[str] = []

        def noticed(self: Register, id: str, **more: Any) -> None:
            looked.set()
            own(self, id, **more)

        def erased() -> None:
            try:
                erase(casino, night.bea, by="administrador")
            except Refused as refusal:
                said.append(refusal.code)
            finally:
                looked.set()

        monkeypatch.setattr(Register, "erase", noticed)
        other = threading.Thread(target=erased)

        def also(_: Any) -> None:
            other.start()
            assert looked.wait(600)

        await casino.keepers[ID].send(night.entry(), also=also)
        await asyncio.to_thread(other.join)
        assert said == ["in-tournament"]
        await night.close(entered=True)

    run(story())


@pytest.mark.clause("CAT-VII.3.1-13")
def test_who_buys_an_entry_waits_for_an_erasure_and_is_told(url: str) -> None:
    """The house had let the entry pass before; the erasure is in its transaction."""

    async def story() -> None:
        night = Night(url)
        await night.open()
        store = night.house.casino.store
        held, go_on = threading.Event(), threading.Event()

        def erased() -> None:
            with store.writing() as connection:
                lock_person(connection, night.bea)
                p = schema.people
                gone = p.update().where(p.c.id == night.bea).values(status=ERASED)
                connection.execute(gone)
                connection.execute(schema.papers.delete())
                held.set()
                assert go_on.wait(600)

        other = threading.Thread(target=erased)
        other.start()
        await asyncio.to_thread(held.wait)
        entering = asyncio.ensure_future(night.enter())
        await asyncio.sleep(0)
        go_on.set()
        await refused("person-erased", PRIVACY, entering)
        await asyncio.to_thread(other.join)
        assert night.bea not in night.house.unit.now.book.stacks
        await night.house.casino.stop()

    run(story())


@pytest.mark.clause("CAT-VII.3.1-03", "COL-16-01")
@pytest.mark.parametrize("why", ["autoexclusion", "pariente-del-personal"])
def test_who_is_kept_out_while_he_enters_does_not_enter(url: str, why: Reason) -> None:
    """The house had let him pass before somebody kept him out."""

    async def story() -> None:
        night = Night(url)
        await night.open()
        casino, now = night.house.casino, night.house.time
        number = some_rut(9)
        eva = await asyncio.to_thread(
            partial(casino.register.admit, "Eva", number, "1990-05-17", PASSWORD, by="x", now=now)
        )
        await casino.cage.play_chips(eva)
        night.bea = eva.id
        await asyncio.to_thread(partial(casino.register.bar, number, why, by="x", now=now))
        await refused("barred", BARRED[why], night.enter())
        assert eva.id not in night.house.unit.now.book.stacks
        assert list(audit(casino.store)) == []
        await casino.stop()

    run(story())


def test_nobody_enters_whoever_was_erased(url: str) -> None:
    """A director who has his id in front of him and does not know."""

    async def story() -> None:
        night = Night(url)
        await night.open()
        await erasing(night.house.casino, night.bea)
        lead = "director-de-torneo"
        body = {"id": "x1", "role": lead, "command": {"do": "enter", "player": night.bea}}
        answer = await call(night.director, "POST", f"/api/units/{ID}/commands", body)
        assert (answer.status_code, answer.json()["code"]) == (409, "person-erased")
        await night.close(entered=False)

    run(story())
