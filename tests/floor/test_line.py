"""A cabinet on a line: what it tells ends in the same meters, money and events as what is played at
our own machines, and no cut of the line loses or doubles any of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.floor.api.machines import watched
from tapete.floor.audit.whole import audit
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.money.accounts import CAGE, in_tickets
from tapete.floor.storage.store import Store
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina import kind as machines
from tapete.floor.units.maquina import line as lines
from tapete.floor.units.maquina.line import address_of, keep_line
from tapete.floor.units.maquina.wire import RESENDS
from tapete.systems.machines.sas.messages import ROLL, Told
from tests.floor.cabinet import CabinetDouble, cut
from tests.floor.line_room import NOON, WORTH, Room, run
from tests.floor.machines import machine_spec, sent
from tests.floor.pots import STILL
from tests.floor.test_tickets import CAJA

TECNICO = "jefe-tecnico"


def test_an_address_of_a_line_names_host_port_and_cabinet() -> None:
    for line in ("10.0.0.1:4001", "10.0.0.1:4001/0", "10.0.0.1:4001/128", "host/1"):
        with pytest.raises(ValueError, match="host:port/address"):
            address_of(line)


# A cabinet and the house


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house does not poll by itself."""
    monkeypatch.setattr(machines, "keep_line", lambda house, keeper: None)


@pytest.fixture
def room(url: str, store: Store, by_hand: None) -> Room:
    return Room(url, store)


@pytest.mark.clause("CAT-VI.3-09", "CAT-VI.4.1-06")
def test_a_session_at_a_cabinet_ends_in_our_meters_ledger_and_watch(room: Room) -> None:
    async def story() -> None:
        cabinet = room.cabinet
        cabinet.note(20_000)
        for _ in range(12):
            cabinet.play("1x1")
        cabinet.play("1x2", "0-0-0")
        await room.turns()
        assert room.unit.cabinet.meters["plays"] == 13
        assert room.unit.cabinet.state == "pago-manual", "200 for 2 credits of 500: 200,000 by hand"
        room.agrees()
        assert watched(room.unit).plays == 13

        await room.do(do.Sign(), "jefa", "jefe-de-seccion")
        before = room.store.balance(CAGE)
        await room.turns()
        assert cabinet.state.handpay is None, "the cabinet is reset when it was signed"
        assert before == -200_000, "nobody's account: the cage paid it in money"
        room.agrees()

        credits = cabinet.state.credits[1]
        cabinet.cash_out()
        await room.turns()
        room.agrees()
        (ticket,) = cabinet.printed
        assert ticket.amount == credits == room.store.balance(in_tickets())
        paid = await room.casino.tickets.present(CAJA[0], ticket.digits, "q")
        assert (paid.amount, paid.machine) == (credits, 12)
        with pytest.raises(Refused, match="presented-elsewhere"):
            await room.casino.tickets.present(CAJA[1], ticket.digits, "q")
        assert "hand-paid" in room.events()

    run(room, story)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.clause("CAT-VI.7.2-02")
def test_doors_power_and_faults_are_the_machines_own_events(room: Room) -> None:
    async def story() -> None:
        cabinet = room.cabinet
        cabinet.told.extend([Told.DOOR_OPENED, Told.DOOR_CLOSED, Told.POWER_OFF, Told.POWER_ON])
        cabinet.told.extend([Told.PAPER_OUT, Told.REEL_TILT, Told.BILL_JAM, Told.PRINTER_ON])
        await room.turns()
        assert room.events()[-8:] == [
            "fault-raised puerta", "fault-cleared puerta", "power-cut", "power-on",
            "fault-raised impresora", "fault-raised carrete", "fault-raised validador",
            "fault-cleared impresora",
        ]  # fmt: skip
        assert room.unit.cabinet.meters["doors"] == 1
        assert room.unit.cabinet.state == "falla", "a reel is put right by a person"
        await room.do(do.Clear(code="carrete"), "tec", TECNICO)
        assert room.unit.cabinet.state == "libre", "a validator out of order stops no play"
        assert room.events()[:2] == ["enabled", "line-joined"]
        await room.do(do.Audit(on=True), "tec", TECNICO)
        await room.turns()
        assert not cabinet.playing, "in the technician's mode nobody plays"

    run(room, story)


@pytest.mark.clause("CAT-VI.4.1-03")
def test_the_lamp_of_a_cabinet_calls_the_assistant(room: Room) -> None:
    async def story() -> None:
        room.cabinet.told.append(Told.LAMP_ON)
        await room.turns()
        assert list(room.unit.cabinet.calls) == [1]
        await room.do(do.Attend(), "rosa", "auxiliar-de-sala")
        room.cabinet.told.append(Told.LAMP_OFF)
        await room.turns()
        assert room.events()[-2:] == ["assistant-called", "call-answered"]

    run(room, story)


@pytest.mark.clause("CAT-VI.4.1-06")
def test_a_ticket_of_another_machine_is_credited_once_wherever_the_line_is_cut(room: Room) -> None:
    """Cut before and after each message that moves money: told again, it is done once."""

    async def story() -> None:
        cabinet, casino = room.cabinet, room.casino
        other = casino.keeper("m31")
        worth = 1000
        for n, message in enumerate((b"\x70", b"\x71", b"\x57", b"\x58", b"")):
            for k, command in enumerate((do.Insert(amount=worth), do.CashOut(to="ticket"))):
                await other.send(sent(command, id=f"o{n}.{k}", at=NOON))
            name = max(casino.tickets.rows("clp", 100), key=lambda one: one.name).name
            device, serial = map(int, name.split("-"))
            cabinet.insert(casino.tickets.host("clp").seal.number(device, serial))
            room.pipe.deaf_to = message
            with pytest.raises(ConnectionError) if message in (b"\x70", b"\x71") else _nothing():
                await room.turns()
            if message in (b"\x70", b"\x71"):
                room.heal()
                await room.turns()
            assert cabinet.state.credits[1] == worth, message.hex()
            cabinet.cash_out()
            with pytest.raises(ConnectionError) if message in (b"\x57", b"\x58") else _nothing():
                await room.turns()
            room.heal()
            await room.turns()
            assert cabinet.state.credits[1] == 0
            assert len(cabinet.printed) == n + 1
            room.agrees()
        cabinet.insert(cabinet.printed[0].digits)
        await room.turns()
        cabinet.insert(cabinet.printed[0].digits)
        await room.turns()
        assert cabinet.state.meters["tickets_in"] == 6 * worth, "paid once: refused the second time"
        room.agrees()

    run(room, story)


@pytest.mark.clause("CAT-VI.4.1-06")
def test_a_cabinet_that_takes_its_time_with_a_ticket_is_waited_for(room: Room) -> None:
    """Pending is no refusal; one that it gives back after we paid it is a fault of memory."""

    async def story() -> None:
        cabinet, casino = room.cabinet, room.casino
        cabinet.slow = True
        for n, status in enumerate((0, 0x87)):
            for k, command in enumerate((do.Insert(amount=1000), do.CashOut(to="ticket"))):
                await casino.keeper("m31").send(sent(command, id=f"o{n}.{k}", at=NOON))
            name = max(casino.tickets.rows("clp", 100), key=lambda one: one.name).name
            device, serial = map(int, name.split("-"))
            cabinet.insert(casino.tickets.host("clp").seal.number(device, serial))
            await room.turns()
            assert room.unit.cabinet.faults == ()
            cabinet.finish(status)
            await room.turns()
            assert room.unit.cabinet.faults == (("memoria",) if status else ())
            assert cabinet.state.credits[1] == 1000

    run(room, story)


def _nothing() -> Any:
    from contextlib import nullcontext

    return nullcontext()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_what_went_on_while_the_line_was_cut_is_counted_when_it_is_healed(room: Room) -> None:
    async def story() -> None:
        cabinet = room.cabinet
        cabinet.note(5_000)
        await room.turns()
        for _ in range(3):
            cabinet.play("1x1", "9-9-9")
        cabinet.told.extend([Told.DOOR_OPENED, Told.DOOR_CLOSED])
        room.heal()
        cabinet.garbles = 3 * (1 + RESENDS)
        for _ in range(3):
            await room.line.turn()  # a turned bit is told, and nothing is counted by it
        assert room.unit.cabinet.meters.get("plays", 0) == 0
        await room.turns()
        assert room.unit.cabinet.meters["plays"] == 3
        assert room.unit.cabinet.meters["doors"] == 1
        room.agrees()

    run(room, story)


@pytest.fixture
def alone(url: str, store: Store, by_hand: None) -> Room:
    """A cabinet that may issue two tickets while its line is cut."""
    return Room(url, store, offline=2)


@pytest.mark.clause("CAT-VI.4.1-06")
def test_tickets_issued_while_the_line_is_cut_are_entered_once_when_it_is_healed(
    alone: Room,
) -> None:
    room = alone

    async def story() -> None:
        cabinet, desk = room.cabinet, room.casino.tickets
        await room.turns()
        first, second = cabinet.numbers
        seal = desk.host("clp").seal
        assert {seal.read(first)[0], seal.read(second)[0]} == {12}
        for amount in (3000, 7000):
            cabinet.note(amount)
            cabinet.cash_out_alone()
        cabinet.note(1000)
        cabinet.play("1x1", "9-9-9")
        cabinet.cash_out_alone()  # no number is left: the credits are paid by hand
        with pytest.raises(Refused, match="unknown"):
            await desk.present(CAJA[0], first, "q")
        room.heal()
        room.pipe.deaf_to = b"\x4d\x00"  # cut before it is told that they are written down
        with pytest.raises(ConnectionError):
            await room.turns()
        assert desk.liability("clp").issued == (2, 10_000) and len(cabinet.alone) == 2
        room.heal()
        await room.turns()
        assert desk.liability("clp").issued == (2, 10_000) and cabinet.alone == []
        assert room.unit.cabinet.handpay is not None
        await room.do(do.Sign(), "jefa", "jefe-de-seccion")
        await room.turns()
        room.agrees()
        paid = await desk.present(CAJA[0], first, "q")
        assert (paid.amount, paid.machine) == (3000, 12)
        assert len(cabinet.numbers) == 2 and not {first, second} & set(cabinet.numbers)
        cabinet.insert(second)  # and it takes its own ticket back, now that it is known
        await room.turns()
        assert cabinet.state.credits[1] == 7000
        room.agrees()

    run(room, story)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("wrong", ["used", "not given", "of another machine", "of no casino"])
def test_a_ticket_that_a_cabinet_cannot_have_issued_is_a_fault_and_owes_nothing(
    alone: Room, wrong: str
) -> None:
    room = alone

    async def story() -> None:
        cabinet, desk = room.cabinet, room.casino.tickets
        await room.turns()
        seal = desk.host("clp").seal
        cabinet.note(3000)
        cabinet.cash_out_alone()
        owed = 0
        if wrong == "used":  # the same number on two papers
            await room.turns()
            owed = 3000
            cabinet.numbers = [cabinet.printed[0].digits]
            cabinet.note(4000)
            cabinet.cash_out_alone()
        else:
            digits = {
                "not given": seal.number(12, 999), "of another machine": seal.number(31, 1),
                "of no casino": "9" * 18,
            }[wrong]  # fmt: skip
            cabinet.alone = [cabinet.alone[0]._replace(digits=digits)]
        room.heal()
        await room.line.turn()
        assert room.unit.cabinet.state == "falla" and room.unit.cabinet.faults == ("memoria",)
        await room.line.turn()  # told again, it changes nothing
        assert desk.liability("clp").issued[1] == owed
        assert list(audit(room.store)) == []

    run(room, story)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_meters_that_begin_again_at_nought_are_counted_on(room: Room) -> None:
    async def story() -> None:
        full = {"coin_in": (ROLL - 2) * WORTH, "plays": ROLL - 2, "won": 5, "lost": ROLL - 7,
                "coin_out": 0, "handpaid_wins": 0}  # fmt: skip
        report = {bet: dict.fromkeys(full, 0) for bet in ("1x2", "1x3")}
        totals = dict.fromkeys(("bills", "tickets_in", "tickets_out", "cancelled"), 0)
        joined = room.unit.cabinet.line
        assert joined is not None, "it was heard when the casino began"
        await room.do(do.Fault(code="memoria"), "tec", TECNICO)
        await room.do(do.Clear(code="memoria"), "tec", TECNICO)
        at_first = do.Report(games={"1x1": full, **report}, totals=totals)
        await room.do(at_first, "sistema", "sistema")
        after = {**full, "coin_in": WORTH, "plays": 1, "lost": ROLL - 4}
        notes = {**totals, "bills": 2_000}
        await room.do(do.Report(games={"1x1": after, **report}, totals=notes), "s", "sistema")
        cabinet = room.unit.cabinet
        assert cabinet.played["tres-cerezas/500/1x1"]["plays"] == 3
        assert cabinet.credits[1] == 500
        back = {**after, "plays": 0, "lost": ROLL - 5}
        await room.do(do.Report(games={"1x1": back, **report}, totals=notes), "s", "sistema")
        assert room.unit.cabinet.state == "falla", "meters never go back: its memory is at fault"
        assert list(audit(room.store)) == []

    run(room, story)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.clause("CAT-VI.3-09")
def test_nobody_plays_at_it_but_in_the_room(room: Room) -> None:
    async def story() -> None:
        for command in (do.Sit(), do.Insert(amount=500), do.Play(bet="1x1")):
            with pytest.raises(Refused) as refused:
                room.unit.check(command, "ana", "jugador", on_duty=False)
            assert refused.value.code == "on-a-line"
        with pytest.raises(Refused, match="not-your-role"):
            report = do.Report(games={}, totals={})
            room.unit.check(report, "tec", TECNICO, on_duty=False)

    run(room, story)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_the_house_polls_by_itself_and_tries_a_cut_line_again(
    url: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over the network: heard, cut, heard again; the fault of the link begins and ends."""
    for name in ("EVERY", "SOONEST"):
        monkeypatch.setattr(lines, name, 0.0)
    assert machines.keep_line is keep_line

    async def whole() -> None:
        cabinet = CabinetDouble("tres-cerezas", WORTH)
        server = await asyncio.start_server(cabinet.serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        store.add(
            machine_spec(
                "tres-cerezas", id="m12", denomination=WORTH, line=f"127.0.0.1:{port}/1"
            )
        )  # fmt: skip
        casino = Casino(Settings(db=url, clocks=STILL, lease=1e6), now=lambda: NOON)
        await casino.start()
        keeper = casino.keeper("m12")
        heard = asyncio.Event()

        async def told(step: Any) -> None:
            heard.set()

        keeper.watchers.append(told)

        async def until(is_so: Callable[[], bool]) -> None:
            while not is_so():
                heard.clear()
                await heard.wait()

        await until(lambda: keeper.unit.cabinet.line is not None)
        server.close()
        cut(cabinet)
        await until(lambda: keeper.unit.cabinet.faults == ("enlace",))
        cabinet.note(10_000)
        again = await asyncio.start_server(cabinet.serve, "127.0.0.1", port)
        await until(lambda: keeper.unit.cabinet.credits.get(1) == 10_000)
        assert keeper.unit.cabinet.state == "libre"
        await casino.stop()
        again.close()
        cut(cabinet)

    asyncio.run(whole())
