"""A line acknowledges as its protocol does, and wherever it is cut nothing is lost or doubled."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tapete.floor.storage.store import Store
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina import kind as machines
from tapete.floor.units.maquina.wire import RESENDS, Wire
from tapete.systems.machines.sas.messages import Poll, Told
from tests.floor.cabinet import CabinetDouble
from tests.floor.line_room import NOON, WORTH, Pipe, Room, run
from tests.floor.machines import sent


@pytest.fixture
def room(url: str, store: Store, monkeypatch: pytest.MonkeyPatch) -> Room:
    """The house does not poll by itself."""
    monkeypatch.setattr(machines, "keep_line", lambda house, keeper: None)
    return Room(url, store)


def test_any_other_poll_acknowledges_and_the_same_one_is_answered_by_the_same() -> None:
    cabinet = CabinetDouble("tres-cerezas", WORTH)
    cabinet.told.extend([Told.DOOR_OPENED, Told.DOOR_CLOSED])
    general, everybody, other = b"\x81", b"\x80", b"\x82"
    assert [cabinet.answer(general) for _ in range(3)] == [b"\x11"] * 3
    assert cabinet.answer(other) == b"", "a poll of another address"
    assert cabinet.answer(general) == b"\x12"
    assert cabinet.answer(everybody) == b"" and cabinet.answer(general) == b"\0"
    cabinet.note(1000)
    cabinet.cash_out()

    async def validated() -> None:
        pipe: Any = Pipe(cabinet)
        wire = Wire(pipe.reader, pipe, 1)
        cabinet.garbles = RESENDS
        for _ in range(2):
            assert await wire.bring(Poll.VALIDATE, bytes.fromhex("12" * 9)) in (b"\0", b"\x80")

    asyncio.run(validated())
    assert len(cabinet.printed) == 1, "heard at the third time, done once"


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("lost", [False, True], ids=["poll lost", "answer lost"])
def test_wherever_the_line_is_cut_events_come_once_in_order_and_no_money_is_lost(
    room: Room, lost: bool
) -> None:
    """The house forgets all it did not write, before each poll of a whole story in turn."""

    async def story() -> None:
        cabinet, casino = room.cabinet, room.casino
        other, cuts = casino.keeper("m31"), 0
        for k in range(int(lost), 1000, 3):
            already = casino.keeper("m12").chain.steps
            for n, command in enumerate((do.Insert(amount=1000), do.CashOut(to="ticket"))):
                await other.send(sent(command, id=f"o{k}.{n}", at=NOON))
            (paper,) = casino.tickets.rows("clp", 1)
            device, serial = map(int, paper.name.split("-"))
            cabinet.told.extend([Told.DOOR_OPENED, Told.DOOR_CLOSED, Told.POWER_OFF])
            cabinet.told.append(Told.POWER_ON)
            cabinet.insert(casino.tickets.host("clp").seal.number(device, serial))
            room.heal()
            room.pipe.left, room.pipe.lost = k, lost
            was_cut = False
            for _ in range(3):
                try:
                    await room.turns()
                except ConnectionError:
                    was_cut = True
                    room.heal()
                    await room.turns()
                if cabinet.state.credits.get(1):
                    cabinet.cash_out()
            cuts += was_cut
            told = ["fault-raised puerta", "fault-cleared puerta", "power-cut", "power-on"]
            assert room.events(already) == told, f"cut at poll {k}"
            assert cabinet.state.credits[1] == 0 and len(cabinet.printed) == cuts + (not was_cut)
            if not was_cut:
                break
        assert cuts > 20
        assert cabinet.state.meters["tickets_in"] == 1000 * (cuts + 1)
        room.agrees()

    run(room, story)
