"""Prepaid cards on the floor: sold at the cage, in one machine at a time, owed to the peso."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import delete

from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.cards.desk import Plastic
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.shared import Hosts
from tapete.floor.audit.whole import audit
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.kernel.unit import write_spec
from tapete.floor.money.accounts import CAGE, on_cards, wallet
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.units.maquina import commands as do
from tapete.systems.machines.cards.aggregate import CARD_BOOK
from tests.floor.casino import give_chips
from tests.floor.machines import machine_spec, sent
from tests.floor.money import money_file
from tests.floor.people import some_rut
from tests.floor.pots import STILL
from tests.floor.test_tickets import ANA, CAJA, DAY, JEFA, NOON

CARDS = "CAT-VI.4.1-06"


class Hall:
    """A casino with machines that take prepaid cards, on a clock that is held."""

    def __init__(self, url: str, store: Store, *numbers: int, **fields: Any) -> None:
        self.url, self.store, self.at = url, store, NOON
        machines = [
            machine_spec("tres-cerezas", id=f"m{n}", number=n, tickets=True, cards=True, **fields)
            for n in numbers
        ]
        Hosts(store, SHARED).begin(plan(), machines, NOON)
        for spec in machines:
            store.add(spec)
        give_chips(store)
        self.casino = self.node("uno")
        self.casino.register.admit_staff(
            "ana", "Ana", "una-clave-larga", ("jugador",), by="x", now=NOON
        )
        self._ids = 0

    def node(self, name: str) -> Casino:
        settings = Settings(db=self.url, node=name, clocks=STILL, lease=1e6)
        return Casino(settings, now=lambda: self.at)

    async def do(self, machine: str, command: Any, person: str = "ana") -> Any:
        """A player does something, past the door of the house."""
        self._ids += 1
        keeper = self.casino.keeper(machine)
        return await keeper.send(sent(command, person, id=f"t{self._ids}", at=self.at))

    async def sold(self, amount: int, **more: Any) -> Plastic:
        """A new card."""
        self._ids += 1
        return await self.casino.cards.sell(CAJA[0], amount, id=f"v{self._ids}", **more)

    def credits(self, machine: str) -> int:
        return int(self.casino.keeper(machine).unit.cabinet.credits.get(1, 0))

    def held(self) -> int:
        """What all cards hold: by the book and by the ledger."""
        sums = self.casino.cards.sums("clp")
        assert sums.live == self.store.balance(on_cards())
        return sums.live

    def sound(self) -> None:
        """The audit finds nothing."""
        assert list(audit(self.store)) == []
        self.held()

    def run(self, story: Coroutine[Any, Any, None]) -> None:
        async def told() -> None:
            await self.casino.start()
            await story
            self.sound()
            await self.casino.stop()

        asyncio.run(told())


async def refused(code: str, step: Awaitable[Any]) -> None:
    with pytest.raises(Refused) as found:
        await step
    assert (found.value.code, found.value.clause) == (code, CARDS)


@pytest.mark.clause("CAT-VI.4.1-06")
def test_a_house_of_a_version_without_cards_has_them_from_its_next_start(nothing: str) -> None:
    """Its machines say nothing of cards and there is no book of them; one that was said to take
    none takes none."""
    settings = Settings(db=nothing, games=("maquina",), clocks=STILL, plan=money_file())
    old = Casino(settings, now=lambda: NOON)
    old.prepare()
    for spec in old.store.specs():
        with old.store.writing() as connection:
            old.store.change_in(connection, replace(spec, cards=None))  # type: ignore[call-arg]
    without = machine_spec("tres-cerezas", id="sin-tarjetas", number=90, cards=False)
    old.store.add(without)
    a = schema.aggregate_entries
    with old.store.writing() as connection:
        connection.execute(delete(a).where(a.c.kind == CARD_BOOK.kind))
    assert not any("cards" in write_spec(one) for one in old.store.specs() if one != without)
    old.store.close()

    async def story(casino: Casino) -> None:
        await casino.start()
        card = await casino.cards.sell(CAJA[0], 10_000, id="v1")
        put = sent(do.InsertCard(number=card.number), id="t1", at=NOON)
        await casino.keeper("maquina-1").send(put)
        view = casino.keeper("maquina-1").unit.view("seat:1")
        assert view.cards and view.positions[0].credits == 10_000
        assert not casino.keeper("sin-tarjetas").unit.view().cards
        assert list(audit(casino.store)) == []
        await casino.stop()

    casino = Casino(settings, now=lambda: NOON)
    assert casino.prepare() is None
    asyncio.run(story(casino))
    casino.store.close()


@pytest.mark.clause("CAT-VI.4.1-06")
def test_a_card_goes_from_the_cage_to_a_machine_and_back_to_the_cage(
    url: str, store: Store
) -> None:
    hall = Hall(url, store, 12, 31)

    async def story() -> None:
        card = await hall.sold(10_000)
        assert (store.balance(CAGE), hall.held()) == (10_000, 10_000)
        await hall.do("m12", do.InsertCard(number=card.number, amount=4000))
        assert (hall.credits("m12"), hall.held()) == (4000, 6000)
        view = hall.casino.keeper("m12").unit.view("seat:1")
        assert view.cards and view.positions[0].card == card.number[-4:]
        await hall.do("m12", do.Play(bet="1x1", denomination=500))
        left = hall.credits("m12")
        await hall.do("m12", do.TakeCard())
        assert (hall.credits("m12"), hall.held()) == (0, 6000 + left)
        await hall.do("m12", do.Leave())
        await hall.do("m31", do.InsertCard(number=card.number))  # all of it, elsewhere
        assert (hall.credits("m31"), hall.held()) == (6000 + left, 0)
        before = store.balance(wallet("ana"))
        await hall.do("m31", do.Leave())  # what is left goes to the card, not to his account
        assert (hall.held(), store.balance(wallet("ana"))) == (6000 + left, before)
        desk = hall.casino.cards
        again = await desk.load(CAJA[1], card.number, 500, id="c1")
        assert (again.balance, again.machine) == (6500 + left, 0)
        done = await desk.refund(CAJA[1], card.number, id="d1")
        assert (done.state, hall.held()) == ("devuelta", 0)
        assert store.balance(CAGE) == 10_000 + 500 - 6500 - left
        await refused("card-refunded", hall.do("m12", do.InsertCard(number=card.number)))

    hall.run(story())


def test_at_two_machines_and_the_cage_at_once_on_two_nodes_a_card_is_used_once(
    url: str, store: Store
) -> None:
    hall = Hall(url, store, 12, 31)

    async def story() -> None:
        other = hall.node("dos")
        await other.start()
        for turn in range(4):
            card = await hall.sold(900)
            uses = [
                hall.do("m12", do.InsertCard(number=card.number)),
                hall.do("m31", do.InsertCard(number=card.number), "bruno"),
            ]
            if turn % 2:  # the cage is quicker than machines: every other time without it
                uses.append(other.cards.refund(CAJA[1], card.number, id=f"d{turn}"))
            all = await asyncio.gather(*uses, return_exceptions=True)
            won = [one for one in all if not isinstance(one, BaseException)]
            lost = [one.code for one in all if isinstance(one, Refused)]
            assert len(won) == 1 and len(lost) == len(uses) - 1, all
            assert set(lost) <= {"card-in-use", "card-refunded"}
            for machine, person in (("m12", "ana"), ("m31", "bruno")):
                if hall.casino.keeper(machine).unit.players:
                    await hall.do(machine, do.Leave(), person)
        await other.stop()

    hall.run(story())


def test_every_refusal_at_the_window_and_in_the_machine(url: str, store: Store) -> None:
    hall = Hall(url, store, 12, 31)

    async def story() -> None:
        desk = hall.casino.cards
        card, other = await hall.sold(5000, holder="ana"), await hall.sold(300)
        ticket = desk.host("clp").seal.number(12, 1)
        for wrong in ("no es un numero", ticket, desk.host("clp").seal.number(0, 999)):
            await refused("unknown-card", desk.load(CAJA[0], wrong, 100, id="q"))
            await refused("unknown-card", hall.do("m12", do.InsertCard(number=wrong)))
        await refused(
            "not-enough-on-card", hall.do("m12", do.InsertCard(number=card.number, amount=5001))
        )
        assert hall.casino.keeper("m12").unit.players == {}  # a refused card takes no position
        await hall.do("m12", do.InsertCard(number=card.number, amount=1000))
        await refused("card-slot-taken", hall.do("m12", do.InsertCard(number=other.number)))
        await refused("card-in-use", desk.load(CAJA[0], card.number, 100, id="q"))
        await desk.block(CAJA[0], card.name)
        await refused("card-blocked", hall.do("m12", do.InsertCard(number=card.number)))
        await hall.do("m12", do.Leave())
        await refused("card-blocked", hall.do("m31", do.InsertCard(number=card.number), "bruno"))
        await refused("not-the-holder", desk.refund(CAJA[0], card.number, id="r"))
        before = store.balance(wallet("ana"))
        assert desk.mine(ANA) == []
        await desk.return_lost(CAJA[0], card.name, id="r")
        assert store.balance(wallet("ana")) == before + 5000
        await refused("no-card", hall.do("m31", do.TakeCard(), "bruno"))
        await desk.block(CAJA[0], other.name)
        await refused("not-the-holder", desk.return_lost(CAJA[0], other.name, id="s"))
        assert (await desk.block(JEFA, other.name, on=False)).state == "vigente"
        hall.at += 366 * DAY
        await refused("card-expired", desk.load(CAJA[0], other.number, 1, id="t"))
        await hall.sold(50)  # whatever is written next writes that the other expired
        assert hall.held() == 50
        await refused("card-expired", hall.do("m31", do.InsertCard(number=other.number), "bruno"))

    async def seated() -> None:
        await hall.do("m31", do.Sit(), "bruno")
        await story()

    hall.run(seated())


def test_a_fault_keeps_the_card_and_nothing_is_closed_over_it(url: str, store: Store) -> None:
    hall = Hall(url, store, 12)

    async def story() -> None:
        card = await hall.sold(2000)
        keeper = hall.casino.keeper("m12")
        await hall.do("m12", do.InsertCard(number=card.number))
        await hall.do("m12", do.CashOut(to="ticket"))
        with pytest.raises(Refused, match="card-left"):
            await keeper.send(sent(do.Close(), "jefa", "jefe-de-seccion"))
        await keeper.send(sent(do.Fault(code="puerta"), "jefa", "jefe-de-seccion"))
        with pytest.raises(Refused, match="fault"):
            await hall.do("m12", do.TakeCard())
        await keeper.send(sent(do.Clear(code="puerta"), "tec", "jefe-tecnico"))
        await hall.do("m12", do.TakeCard())
        assert hall.casino.cards.look(card.number).machine == 0
        await keeper.send(sent(do.Close(), "jefa", "jefe-de-seccion"))

    hall.run(story())


def test_sold_twice_with_one_id_is_one_card_and_play_chips_are_not_sold(
    url: str, store: Store
) -> None:
    hall = Hall(url, store, 12)

    async def story() -> None:
        desk = hall.casino.cards
        first = await desk.sell(CAJA[0], 700, id="uno")
        assert await desk.sell(CAJA[0], 700, id="uno") == first
        assert (await desk.sell(CAJA[0], 700, id="dos")).number != first.number
        before = store.balance(wallet("ana"))
        await desk.sell(CAJA[0], 800, id="tres", person="ana", holder="ana")
        assert store.balance(wallet("ana")) == before - 800
        assert [one.balance for one in desk.mine(ANA)] == [800]
        assert hall.held() == 2200
        with pytest.raises(Refused):  # nobody's account goes below nought
            await desk.sell(CAJA[0], 10**12, id="cuatro", person="ana")
        assert hall.held() == 2200 and desk.sums("clp").sold == 3

    hall.run(story())


@pytest.mark.clause("CAT-I.5.3-02", "CAT-VII.3.1-03")
def test_whoever_is_kept_out_is_sold_no_card_and_loads_none(url: str, store: Store) -> None:
    hall = Hall(url, store, 12)

    async def story() -> None:
        desk, register = hall.casino.cards, hall.casino.register
        rosa = register.admit(
            "Rosa", some_rut(1), "1980-05-17", "una-clave-larga", by="x", now=NOON
        )
        give_chips(store, 5000, people=[rosa.id])
        mine = await desk.sell(CAJA[0], 700, id="uno", person=rosa.id, holder=rosa.id)
        theirs = await hall.sold(900)
        register.bar(some_rut(1), "autoexclusion", by="jefa", now=hall.at)
        for step in (
            desk.sell(CAJA[0], 800, id="dos", holder=rosa.id),
            desk.sell(CAJA[0], 800, id="tres", person=rosa.id),
            desk.load(CAJA[0], mine.number, 800, id="cuatro"),
            desk.load(CAJA[0], theirs.number, 800, id="cinco", person=rosa.id),
        ):
            with pytest.raises(Refused) as found:
                await step
            assert (found.value.code, found.value.clause) == ("barred", "CAT-VII.3.1-03")
        assert hall.held() == 1600
        again = await desk.sell(CAJA[0], 700, id="uno", person=rosa.id, holder=rosa.id)
        assert again == mine  # what was sold before is answered as before
        for amount, who in ((701, rosa.id), (700, "")):
            with pytest.raises(Refused, match="id-used"):  # and nothing else is, under its id
                await desk.sell(CAJA[0], amount, id="uno", person=who, holder=who)
        await desk.refund(CAJA[0], mine.number, id="seis", person=rosa.id)
        assert hall.held() == 900 and store.balance(wallet(rosa.id)) == 5000

    hall.run(story())


def test_a_machine_begun_again_in_the_middle_still_has_its_card(url: str, store: Store) -> None:
    hall = Hall(url, store, 12)

    async def story() -> None:
        card = await hall.sold(2000)
        await hall.do("m12", do.InsertCard(number=card.number, amount=1500))
        await hall.casino.stop()
        hall.casino = hall.node("tres")
        hall.at += 1e7
        await hall.casino.start()
        assert hall.credits("m12") == 1500
        await refused("card-in-use", hall.casino.cards.load(CAJA[0], card.number, 1, id="x"))
        await hall.do("m12", do.TakeCard())
        assert hall.held() == 2000

    hall.run(story())
