"""What a machine refuses from outside: over the network, with clause and reason, nothing lost."""

from __future__ import annotations

import asyncio
import itertools
import re
from importlib import resources
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.client import Client
from tapete.core.book.aggregate import Journal
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.plain_pots import planned_pot
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.unit import Ref
from tapete.floor.units.maquina import commands as do
from tapete.systems.machines.library import certificate, shipped
from tapete.systems.machines.program import BrokenProgram
from tapete.systems.machines.ticket_numbers import Seal
from tapete.systems.machines.validate import read_program
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import Activate, Open, Publish
from tests.floor.machines import Visit, machine_spec
from tests.floor.people import call, log_in, staff_of
from tests.floor.server import served

STILL = Clocks(betting=3600.0, decision=3600.0, pause=3600.0, numbers=3600.0)
MACHINE, TECNICO = "maquina-1", "jefe-tecnico"
NUMBERS = itertools.count(1)
EARLY = """
[pozo.callado]
of = "maquinas"
rate = "1%"
base = 1000

[pozo.nacional]
of = "maquinas"
rate = "1%"
base = 1000
scope = "casinos"
condition = "Tres sietes en cualquier casino de la red"
[pozo.lejano]
of = "maquinas"
rate = "1%"
base = 1000
scope = "casinos"
registration = "SCJ-4711"
condition = "Tres sietes en cualquier casino de la red"
link = { me = "sur", centre = "norte", peers = { norte = "http://127.0.0.1:1/api/pots/lejano" } }
"""
"""A pot whose conditions nobody published, one between casinos that is not registered, and one that
another casino keeps, which is not reached."""


@pytest.mark.clause("CAT-VI.7.3-06")
def test_no_bet_enters_a_pot_before_its_conditions_are_published() -> None:
    pot = Journal(POT, "campana")
    pot.do(Open(planned_pot(plan(), "campana")))
    with pytest.raises(Refused) as early:
        pot.do(Activate())
    assert (early.value.code, early.value.clause) == ("condition-not-published", "CAT-VI.7.3-06")
    spec = machine_spec("campana-pozo", pots=("campana",), minimum_return="79%")
    links = {Ref(POT.kind, "campana"): pot}
    visit = Visit(spec, links=links, seed="pot")
    visit.do(do.Insert(amount=10_000))
    with pytest.raises(Refused) as refused:
        visit.do(do.Play(bet="1x1"))
    assert refused.value.clause.startswith("CAT-VI.7.3")
    assert visit.unit.cabinet.credits[1] == 10_000 and not visit.unit.cabinet.meters.get("plays")
    pot.do(Publish())
    pot.do(Activate())
    visit.do(do.Play(bet="1x1"))
    assert visit.unit.cabinet.meters["plays"] == 1


@pytest.mark.clause(
    "CAT-VI.5-03", "CAT-VI.4.1-06", "CAT-VI.3-10", "CAT-VI.7.2-02", "CAT-VI.7.3-06", "CAT-VI.7.4-01"
)  # fmt: skip
def test_over_the_network_bad_bets_money_tickets_and_programs_are_refused(tmp_path: Path) -> None:
    password: list[str] = []
    url, at = f"sqlite:///{tmp_path}/casino.db", [1_700_000_000.0]
    example = (resources.files("tapete") / "plans" / "ejemplo.toml").read_text("utf-8")
    file = tmp_path / "plan.toml"
    file.write_text(example + EARLY, "utf-8")
    with served(
        url, password=password, games=("maquina",), clocks=STILL, now=lambda: at[0], plan=str(file)
    ) as address:
        asyncio.run(_tried(address, password[0]))
        asyncio.run(_pots_tried(address, password[0]))
        number = asyncio.run(_ticket_tried(address, password[0]))
        at[0] += 31 * 86_400
        asyncio.run(_ticket_expired(address, number))


async def _pots_tried(address: str, password: str) -> None:
    """A machine is not made with a pot that may not be live: neither it nor the pot is there."""
    async with staff_of(address, password) as staff:
        for pot, code, clause in (
            ("callado", "condition-missing", "CAT-VI.7.3-06"),
            ("nacional", "pot-not-registered", "CAT-VI.7.4-01"),
        ):
            row = {"number": 90, "programs": ["tres-cerezas"], "pots": [pot]}
            body = {"kind": "maquina", "id": f"maquina-{pot}", "row": row}
            answer = await call(staff.admin, "POST", "/api/units", body)
            told = answer.json()
            assert (answer.status_code, told["code"], told["clause"]) == (409, code, clause), told
            assert told["text"]
            units = (await call(staff.admin, "GET", "/api/units?kind=maquina")).json()
            assert f"maquina-{pot}" not in {one["id"] for one in units}
        row = {"number": 91, "programs": ["tres-cerezas"], "pots": ["lejano"]}
        body = {"kind": "maquina", "id": "maquina-lejana", "row": row}
        assert (await call(staff.admin, "POST", "/api/units", body)).status_code == 200
        rita = staff.keep(Client(address))
        await rita.guest("Rita")
        path = "/api/units/maquina-lejana"
        for command in ({"do": "insert", "amount": 900}, {"do": "play", "bet": "1x1"}):
            sent = {"id": f"n{next(NUMBERS)}", "role": "jugador", "command": command}
            answer = await call(rita, "POST", f"{path}/commands", sent)
        told, view = answer.json(), (await call(rita, "GET", path)).json()
        assert (told["code"], told["clause"]) == ("pot-cut-off", "CAT-VI.7.3-05")
        (pot,) = view["pots"]
        assert view["positions"][0]["credits"] == 900 and pot["cut"] and pot["casinos"] == ["norte"]
        paula = await staff.hire("paula", "jefe-de-seccion")
        (shared,) = (await call(paula, "GET", "/api/maquinas/shared-pots")).json()
        assert (shared["pot"], shared["centre"], shared["owes"]) == (
            "lejano",
            "norte",
            {"norte": 0},
        )
        assert shared["holds"] is None and not shared["up"], "nothing was heard of it yet"
        forged = {"sender": "norte", "n": 1, "body": "{}", "signature": "0" * 64}
        for name, code in (("lejano", "not-signed"), ("campana", "no-such-pot")):
            answer = await call(rita, "POST", f"/api/pots/{name}/letters", forged)
            assert (answer.json()["code"], answer.json()["clause"]) == (code, "CAT-VI.7.4-01")


async def _ticket_tried(address: str, password: str) -> str:
    """A ticket in the hands of two cashiers and a machine; gives the number of one that is live."""
    async with staff_of(address, password) as staff:
        ana, berta = await staff.hire("ana", "cajero"), await staff.hire("berta", "cajero")
        jefa = await staff.hire("jefa", "jefe-de-seccion")
        rosa = staff.keep(Client(address))
        holder = (await rosa.guest("Rosa")).id

        async def at_machine(command: dict[str, Any]) -> httpx.Response:
            body = {"id": f"n{next(NUMBERS)}", "role": "jugador", "command": command}
            return await call(rosa, "POST", "/api/units/maquina-2/commands", body)

        async def issued(amount: int) -> dict[str, Any]:
            for command in (
                {"do": "insert", "amount": amount}, {"do": "cash-out", "to": "ticket"},
            ):  # fmt: skip
                assert (await at_machine(command)).status_code == 200
            mine = (await call(rosa, "GET", "/api/tickets/mine")).json()
            return next(one for one in mine if one["amount"] == amount)

        async def present(who: Client, number: str, **more: Any) -> httpx.Response:
            body = {"number": number, "request": f"r{next(NUMBERS)}", "unit": "juego", **more}
            return await call(who, "POST", "/api/tickets/present", body)

        async def both_refuse(number: str, code: str) -> None:
            """At the window of the other cashier, and in the machine."""
            for answer in (
                await present(berta, number),
                await at_machine({"do": "insert-ticket", "number": number}),
            ):
                _check_refused(answer, code)

        async def act(who: Client, name: str, what: str) -> httpx.Response:
            body = {"unit": "juego"} | ({"person": holder} if what == "pay" else {})
            return await call(who, "POST", f"/api/tickets/{name}/{what}", body)

        one = await issued(700)
        number, name = one["number"], one["name"]
        foreign = Seal(b"otra", (int(number[:2]) + 1) % 100).number(2, 1)
        await both_refuse(foreign, "other-casino")
        await both_refuse(number[:-1] + str((int(number[-1]) + 1) % 10), "unknown")
        _check_refused(await present(ana, number, amount=7000), "amount-differs")
        assert (await present(ana, number)).json()["amount"] == 700
        await both_refuse(number, "presented-elsewhere")
        _check_refused(await act(berta, name, "pay"), "presented-elsewhere")
        assert (await act(ana, name, "pay")).status_code == 200
        await both_refuse(number, "already-paid")
        _check_refused(await act(ana, name, "pay"), "already-paid")
        other = await issued(800)
        assert (await act(jefa, other["name"], "void")).status_code == 200
        await both_refuse(other["number"], "void")
        left = await issued(900)
        (owed,) = [
            one
            for one in (await call(ana, "GET", "/api/tickets/liability")).json()
            if one["unit"] == "juego"
        ]
        counts = {name: tuple(owed[name]) for name in ("issued", "paid", "void", "expired", "live")}
        assert counts == {
            "issued": (3, 2400), "paid": (1, 700), "void": (1, 800), "expired": (0, 0),
            "live": (1, 900),
        }  # fmt: skip
        return str(left["number"])


async def _ticket_expired(address: str, number: str) -> None:
    """A month later: everybody has to come in anew."""
    async with await log_in(address, "ana") as ana, Client(address) as olga:
        body = {"number": number, "request": "z", "unit": "juego"}
        _check_refused(await call(ana, "POST", "/api/tickets/present", body), "expired")
        await olga.guest("Olga")
        command = {"do": "insert-ticket", "number": number}
        body = {"id": "z", "role": "jugador", "command": command}
        answer = await call(olga, "POST", "/api/units/maquina-3/commands", body)
        _check_refused(answer, "expired")


def _check_refused(answer: httpx.Response, code: str) -> None:
    told = answer.json()
    assert (told.get("code"), told.get("clause")) == (code, "CAT-VI.4.1-06"), told
    assert told["text"] and answer.status_code == 409


async def _tried(address: str, password: str) -> None:
    async with staff_of(address, password) as staff:
        tec = await staff.hire("tito", TECNICO)
        elena = staff.keep(Client(address))
        await elena.guest("Elena")

        async def said(who: Client, command: dict[str, Any], role: str = "jugador") -> Any:
            body = {"id": f"n{next(NUMBERS)}", "role": role, "command": command}
            answer = await call(who, "POST", f"/api/units/{MACHINE}/commands", body)
            if answer.status_code == 200:
                return None
            told = answer.json()
            assert told["text"] and told["clause"].startswith("CAT-"), told
            return told["code"], told["clause"]

        async def credits() -> int:
            (place,) = (await call(elena, "GET", f"/api/units/{MACHINE}")).json()["positions"]
            return int(place.get("credits", 0))

        assert await said(elena, {"do": "insert", "amount": 1000}) is None
        offered = "CAT-VI.5-03"
        for wrong in ({"bet": "1x9"}, {"bet": "9x1"}, {"bet": "1x1", "denomination": 7}):
            assert await said(elena, {"do": "play", **wrong}) == ("not-offered", offered)
        assert await said(elena, {"do": "bet", "bets": {"rojo": 500}}) == ("not-offered", offered)
        poor = {"do": "play", "bet": "1x3", "denomination": 500}
        assert await said(elena, poor) == ("not-enough-credits", offered)
        for number in ("no es un ticket", "9" * 18, "1" * 17):
            found = await said(elena, {"do": "insert-ticket", "number": number})
            assert found is not None and found[0] in ("unknown", "other-casino"), number
        for lock, code in (
            ({"do": "fault", "code": "puerta"}, "fault"), ({"do": "audit", "on": True}, "audit"),
        ):  # fmt: skip
            assert await said(tec, lock, TECNICO) is None
            for command in (
                {"do": "insert", "amount": 500}, {"do": "play", "bet": "1x1"},
                {"do": "cash-out", "to": "card"}, {"do": "insert-ticket", "number": "9" * 18},
            ):  # fmt: skip
                found = await said(elena, command)
                assert found is not None and found[0] == code, (command, found)
            free = {"do": "clear", "code": "puerta"} if code == "fault" else {**lock, "on": False}
            assert await said(tec, free, TECNICO) is None
        sheet = certificate("faro")
        assert sheet is not None
        fetch = {"do": "fetch", "program": "faro", "back": str(sheet.worst)}
        changed = shipped("faro").text.replace("ancla x5 = 400", "ancla x5 = 401")
        register = "CAT-VI.3-10"
        assert await said(tec, {**fetch, "text": changed}, TECNICO) == ("digest-differs", register)
        for bad in (  # an award that no draw reaches; free games that never end
            shipped("faro").text.replace("ancla x5 = 400", "ballena x5 = 400"),
            re.sub(r"(?m)^games *=.*$", "games = { 1 = 500 }", shipped("faro").text),
        ):
            assert bad != shipped("faro").text
            with pytest.raises(BrokenProgram):
                read_program(bad, "faro.toml")
            assert await said(tec, {**fetch, "text": bad}, TECNICO) == ("digest-differs", register)
        unknown = {**fetch, "program": "ajeno", "text": shipped("faro").text}
        assert await said(tec, unknown, TECNICO) == ("not-homologated", register)
        assert await said(tec, {**fetch, "text": shipped("faro").text}, TECNICO) is None
        switch = {"do": "switch", "program": "faro", "digest": sheet.digest}
        held = await said(tec, switch, TECNICO)
        assert held is not None and held[0] == "credits-left"
        assert await credits() == 1000
        plays = await call(tec, "GET", f"/api/maquinas/{MACHINE}/plays")
        assert plays.status_code == 200 and plays.json() == {"plays": [], "before": None}
        assert (await call(elena, "GET", f"/api/maquinas/{MACHINE}/plays")).status_code == 409
