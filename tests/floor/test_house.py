"""The house over the network: pots on display, lights, days, each open to whom it concerns."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CHIEFS, CROUPIERS, JUGADOR
from tapete.floor.aggregates.pots import PotReport
from tapete.floor.money.calendar import calendar_of
from tapete.floor.money.day import ClosedDay, DayReport
from tapete.floor.people.permissions import ADMINISTRADOR, CAJERO, PERMISSIONS, ROLES
from tapete.floor.storage.store import now
from tapete.floor.table.commands import FailLight, MendLight
from tapete.floor.table.view import PotView
from tests.floor.people import Staff, call, staff_of
from tests.floor.pots import BASE, GAME, POT, STILL
from tests.floor.server import served

TABLE = f"{GAME}-1"
ROUTES = {
    "GET /api/days": "day.read",
    "GET /api/days/2000-01-01": "day.read",
    "POST /api/days/nunca": "day.close",
    f"GET /api/pots/{POT}/report": "records.read",
}


@pytest.fixture
def house(url: str) -> Iterator[tuple[str, str]]:
    password: list[str] = []
    with served(url, clocks=STILL, password=password, games=(GAME, "draw-poker")) as address:
        yield address, password[0]


async def everybody(staff: Staff) -> None:
    for role in ROLES:
        client = staff.admin if role == ADMINISTRADOR else await staff.hire(f"p-{role}", role)
        for route, action in ROUTES.items():
            answer = await call(client, *route.split())
            assert answer.status_code < 500, answer.text
            let = answer.status_code < 400 or answer.json()["code"] != "not-your-role"
            assert let == (role in PERMISSIONS[action].roles), (route, role)
        await light(staff, role)


async def light(staff: Staff, role: str) -> None:
    """The lights of a table are the business of those who attend it and direct it."""
    client = next(c for c in staff.clients if c.me is not None and role in c.me.roles)
    for command in (FailLight(seat=3), MendLight(seat=3)):
        try:
            await client.table(TABLE).post(command, role=role)
            done = True
        except Refused as refusal:
            assert refusal.code == ("not-yours" if role == JUGADOR else "not-your-role")
            done = False
        assert done == (role in (*CROUPIERS, *CHIEFS)), role


@pytest.mark.clause("CAT-III.6.6-02")
def test_days_reports_and_lights_are_open_to_those_whom_they_concern(
    house: tuple[str, str],
) -> None:
    async def run() -> None:
        async with staff_of(*house) as staff:
            await everybody(staff)

    asyncio.run(run())


@pytest.mark.clause("CAT-III.6.4.1-10", "CAT-III.6.4.1-12", "CAT-III.6.3-03", "CAT-III.6.4.1-13")
def test_the_pots_are_on_display_to_everybody_and_the_day_is_closed_once(
    house: tuple[str, str],
) -> None:
    async def run() -> None:
        async with staff_of(*house) as staff:
            stranger = staff.keep(type(staff.admin)(house[0]))
            (shown,) = await stranger.get("/api/pots", list[PotView])
            assert shown == await stranger.get(f"/api/pots/{POT}", PotView)
            assert (shown.amount, shown.increment, shown.due) == (BASE, 0, ())
            assert shown.tables == {TABLE: GAME, "draw-poker-1": "draw-poker"}
            assert [row.hand for row in shown.prizes][-1] == "escalera-real"
            assert (await call(stranger, "GET", "/api/pots/ninguno")).json()[
                "code"
            ] == "no-such-pot"
            table = (await call(stranger, "GET", f"/api/tables/{TABLE}")).json()
            assert table["progressive"]["amount"] == BASE
            assert set(table["progressive"]["lights"].values()) == {"apagada"}
            report: PotReport = await staff.admin.get(f"/api/pots/{POT}/report", PotReport)
            assert report.base == BASE and set(report.informed.values()) == {
                "plan-de-apuestas-2023"
            }
            cashier = await staff.hire("caja-1", CAJERO)
            today = calendar_of(plan()).day_of(now())
            closed: DayReport = await cashier.post(f"/api/days/{today}", {}, DayReport)
            assert set(closed.tables) == {TABLE, "draw-poker-1"} and set(closed.pots) == {POT}
            with pytest.raises(Refused) as refusal:
                await cashier.post(f"/api/days/{today}", {}, DayReport)
            assert refusal.value.code == "day-closed"
            kept: ClosedDay = await cashier.get(f"/api/days/{today}", ClosedDay)
            assert (kept.by, kept.report) == ("caja-1", closed)
            assert await cashier.get("/api/days", list[str]) == [today]

    asyncio.run(run())
