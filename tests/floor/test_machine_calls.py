"""A player at a machine calls the assistant of the room (CAT-VI.4.1-03): a lamp is lit, the room
sees since when, and somebody of the staff comes."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.floor.api.machines import calls_of, significant
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.storage.store import Store
from tapete.floor.units.maquina import Maquina
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina.house import ROLES
from tests.floor.casino import leased
from tests.floor.machines import Visit, machine_spec
from tests.floor.people import call, staff_of
from tests.floor.server import served

AUXILIAR, TECNICO = "auxiliar-de-sala", "jefe-tecnico"
STILL = Clocks(betting=3600.0, decision=3600.0, pause=3600.0, numbers=3600.0)
MACHINE = "maquina-3"
NUMBERS = itertools.count(1)


def lamps(unit: Maquina) -> dict[int, float | None]:
    """Since when each position calls, as its screen says it."""
    return {one.position: one.called for one in unit.view().positions}


@pytest.mark.clause("CAT-VI.4.1-03", "CAT-VI.4.2.2-01")
def test_a_call_lights_the_lamp_of_its_position_until_somebody_comes(store: Store) -> None:
    spec = machine_spec("ruleta-electronica", positions=2)
    store.add(spec)
    visit = Visit(spec)
    visit.do(do.Sit(position=2))
    visit.do(do.Call(position=2), at=50.0)
    assert lamps(visit.unit) == {1: None, 2: 50.0}
    visit.do(do.Call(position=2), at=60.0)
    assert lamps(visit.unit)[2] == 50.0 and visit.kinds() == [], "called again, nothing changes"
    (waits,) = calls_of(visit.unit)
    assert (waits.number, waits.position, waits.player, waits.at) == (12, 2, "ana", 50.0)
    visit.do(do.Attend(position=2), "rosa", AUXILIAR, at=70.0)
    assert lamps(visit.unit) == {1: None, 2: None} and calls_of(visit.unit) == []
    epoch = leased(store, spec.id)
    for step in visit.steps:
        store.append(step, epoch)
    answered, called, *_ = significant(store, spec.id, visit.steps[-1].number)
    assert (called.kind, called.person, called.at) == ("machine-assistant-called", "ana", 50.0)
    assert (answered.kind, answered.person, answered.at) == ("machine-call-answered", "rosa", 70.0)


@pytest.mark.clause("CAT-VI.4.1-03")
def test_a_player_calls_in_a_fault_and_in_the_middle_of_a_play_but_not_without_power() -> None:
    visit = Visit(machine_spec("jacks-or-better"))
    visit.do(do.Insert(amount=1000))
    visit.do(do.Play(bet="1x1"))
    visit.do(do.Call())
    assert lamps(visit.unit)[1] is not None and visit.unit.asked() is not None
    visit.do(do.Call(on=False))
    assert visit.kinds() == ["machine-call-withdrawn"]
    visit.do(do.Fault(code="puerta"), "tec", TECNICO)
    visit.do(do.Call(), at=9.0)
    assert lamps(visit.unit) == {1: 9.0}
    visit.do(do.Call(on=False))
    visit.do(do.Power(on=False), "tec", TECNICO)
    with pytest.raises(Refused, match="power-off"):
        visit.do(do.Call())


@pytest.mark.clause("CAT-VI.4.1-03")
def test_whoever_goes_takes_his_call_with_him_and_a_machine_remembers_who_calls() -> None:
    visit = Visit(machine_spec("tres-cerezas"))
    visit.do(do.Insert(amount=1000))
    visit.do(do.Call(), at=5.0)
    memory = visit.unit.memory()
    assert memory is not None
    again = Maquina(visit.spec)
    again.remember(memory)
    assert lamps(again) == {1: 5.0}
    visit.do(do.Leave())
    assert "machine-call-withdrawn" in visit.kinds() and lamps(visit.unit) == {1: None}
    with pytest.raises(Refused, match="nobody-calls"):
        visit.do(do.Attend(), "rosa", AUXILIAR)


@pytest.mark.clause("CAT-VI.4.2.2-01")
def test_nobody_calls_for_another_and_players_answer_no_calls() -> None:
    visit = Visit(machine_spec("tres-cerezas"))
    visit.do(do.Sit())
    visit.do(do.Call())
    with pytest.raises(Refused, match="not-yours"):
        visit.do(do.Call(on=False), "eva")
    for role in ROLES:
        if role == "jugador":
            with pytest.raises(Refused, match="not-your-role"):
                visit.do(do.Attend(), "eva", role)
        else:
            visit.unit.check(do.Attend(), "alguien", role, on_duty=True)
            with pytest.raises(Refused, match="not-your-role"):
                visit.do(do.Call(), "alguien", role)


@pytest.mark.clause("CAT-VI.4.1-03", "CAT-VI.4.2.2-01")
def test_over_the_network_the_room_sees_who_calls_and_the_assistant_answers(tmp_path: Path) -> None:
    password: list[str] = []
    url = f"sqlite:///{tmp_path}/casino.db"
    with served(url, password=password, games=("maquina",), clocks=STILL) as address:
        asyncio.run(_told_to_the_room(address, password[0]))


async def _told_to_the_room(address: str, password: str) -> None:
    async with staff_of(address, password) as staff:
        rosa = await staff.hire("rosa", AUXILIAR)
        elena = staff.keep(Client(address))
        await elena.guest("Elena")

        assert (await _send(elena, {"do": "sit"})).status_code == 200
        assert (await call(rosa, "GET", "/api/maquinas/calls")).json() == []
        assert (await _send(elena, {"do": "call"})).status_code == 200
        (waits,) = (await call(rosa, "GET", "/api/maquinas/calls")).json()
        assert (waits["unit"], waits["number"], waits["player"]) == (MACHINE, 3, "Elena")
        (place,) = (await call(elena, "GET", f"/api/units/{MACHINE}")).json()["positions"]
        assert place["called"] == waits["at"]
        assert (await call(elena, "GET", "/api/maquinas/calls")).status_code == 409
        refused = await _send(elena, {"do": "attend"})
        assert refused.json()["code"] == "not-your-role"
        assert refused.json()["clause"] == "CAT-VI.4.2.2-01"
        assert (await _send(rosa, {"do": "attend"}, AUXILIAR)).status_code == 200
        assert (await call(rosa, "GET", "/api/maquinas/calls")).json() == []
        (place,) = (await call(elena, "GET", f"/api/units/{MACHINE}")).json()["positions"]
        assert "called" not in place
        assert (await _send(rosa, {"do": "attend"}, AUXILIAR)).json()["code"] == "nobody-calls"
        assert (await call(rosa, "GET", "/api/maquinas")).status_code == 409, "no books for her"


async def _send(who: Client, command: dict[str, Any], role: str = "jugador") -> httpx.Response:
    body = {"id": f"n{next(NUMBERS)}", "role": role, "command": command}
    return await call(who, "POST", f"/api/units/{MACHINE}/commands", body)
