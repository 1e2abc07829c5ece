"""What somebody who works here does in a hurry, or after his work was taken from him."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from tapete.client import Client
from tapete.floor.audit.whole import audit
from tapete.floor.money.ledger import MAKERS
from tapete.floor.storage.picture import picture_of
from tests.floor.money import money_file
from tests.floor.people import Staff, call, staff_of
from tests.floor.pots import STILL
from tests.floor.server import served

House = tuple[str, str, str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    password: list[str] = []
    with served(
        url, password=password, games=("big-six", "torneo", "sala"), plan=money_file(), clocks=STILL
    ) as address:
        yield address, password[0], url


def run(house: House, work: Callable[[Staff], Awaitable[None]]) -> None:
    async def story() -> None:
        async with asyncio.timeout(600), staff_of(house[0], house[1]) as staff:
            await work(staff)

    asyncio.run(story())


@pytest.mark.clause("CAT-I.2-01", "CAT-I.3.2-10")
def test_whoever_is_left_without_a_role_is_told_so_wherever_he_goes_on(house: House) -> None:
    """His session goes on, and nothing he could do does."""

    async def work(staff: Staff) -> None:
        bruno = await staff.hire("bruno", "cajero")
        assert (await call(bruno, "GET", "/api/cage/drawer")).status_code == 200
        body = {"roles": []}
        assert (await call(staff.admin, "POST", "/api/people/bruno/roles", body)).status_code == 200
        for path in ("cage/drawer", "cage/people", "floor", "audit", "requests", "days", "program",
                     "people/bruno/data", "people/bruno/blocked", "tables/big-six-1/staff",
                     "rounds", "audits", "tickets/liability", "cards/sums"):  # fmt: skip
            answer = await call(bruno, "GET", f"/api/{path}")
            said = answer.json()
            assert (answer.status_code, said["code"]) == (409, "not-your-role"), path
            assert said["clause"] and said["text"] == "Eso no le toca al que no tiene cargo."
        sale = {"id": "v1", "person": "bruno", "amount": 1000}
        answer = await call(bruno, "POST", "/api/cage/buy", sale)
        assert answer.json()["code"] == "not-your-role"
        assert (await call(bruno, "GET", "/api/me")).status_code == 200

    run(house, work)


@pytest.mark.clause("CAT-I.6-03")
def test_no_table_is_called_as_what_moves_money_beside_the_tables(house: House) -> None:
    """Its movements would stand among those of the cage, and theirs would be counted as its."""

    async def work(staff: Staff) -> None:
        ana = await staff.admit(31)
        assert ana.me is not None
        cajera = await staff.hire("cajera", "cajero")
        await cajera.post("/api/cage/buy", {"id": "1", "person": ana.me.id, "amount": 1000}, dict)
        for name in MAKERS:
            answer = await call(staff.admin, "POST", "/api/tables", {"id": name, "game": "big-six"})
            assert (answer.status_code, answer.json()["code"]) == (409, "name-of-the-books")
            hall = {"kind": "sala", "id": name, "row": {"game": "bingo-electronico"}}
            answer = await call(staff.admin, "POST", "/api/units", hall)
            assert (answer.status_code, answer.json()["code"]) == (409, "name-of-the-books")

    run(house, work)
    with picture_of(house[2]) as store:
        assert list(audit(store)) == []


@pytest.mark.clause("COL-7.4-01", "CAT-I.4.1-01")
def test_the_cage_has_no_chips_for_the_tables_of_a_tournament(house: House) -> None:
    """They are no money, and come out of the tournament's own box."""

    async def work(staff: Staff) -> None:
        cajero = await staff.hire("cajero", "cajero")
        for way in ("fill", "credit"):
            body = {"id": f"r-{way}", "table": "torneo-de-ruleta-mesa-1", "amount": 1000}
            answer = await call(cajero, "POST", f"/api/cage/{way}", body)
            said = answer.json() if answer.content else {}
            assert (answer.status_code, said.get("code")) == (409, "another-unit")
            assert said["clause"] == "CAT-I.4.1-01"
        body = {"id": "r-1", "table": "big-six-1", "amount": 1000}
        assert (await call(cajero, "POST", "/api/cage/fill", body)).status_code == 204

    run(house, work)


@pytest.mark.clause("CAT-I.3.2-10", "CAT-I.6-03")
def test_nobody_is_on_duty_in_a_role_that_was_taken_from_him(house: House) -> None:
    """Nor does whoever was erased stay on the list; what role he keeps he is on duty in."""

    async def on_duty(staff: Staff) -> dict[str, str]:
        found = (await call(staff.admin, "GET", "/api/tables/rueda-2/staff")).json()["staff"]
        return {one["person"]: one["role"] for one in found}

    async def work(staff: Staff) -> None:
        await staff.attended("rueda-2", "big-six")
        at: dict[str, Client] = {}
        for id, role in (("pedro", "croupier"), ("rosa", "croupier"), ("jorge", "jefe-de-mesa")):
            at[id] = await staff.hire(id, role, "cajero")
            duty = {"person": id, "role": role}
            await staff.admin.post("/api/tables/rueda-2/staff", duty, None)
        jorge = {"roles": ["jefe-de-mesa"]}
        assert (await call(staff.admin, "POST", "/api/people/jorge/roles", jorge)).is_success
        pedro = {"roles": ["cajero"]}
        async with at["pedro"].table("rueda-2") as page:
            assert page.view.viewer == "croupier"
            assert (await call(staff.admin, "POST", "/api/people/pedro/roles", pedro)).is_success
            await page.until(lambda view: view.viewer == "public")  # though nothing happens there
        assert await on_duty(staff) == {"rosa": "croupier", "jorge": "jefe-de-mesa"}
        assert (await call(staff.admin, "POST", "/api/people/rosa/erase")).is_success
        assert await on_duty(staff) == {"jorge": "jefe-de-mesa"}

    run(house, work)
    with picture_of(house[2]) as store:
        assert list(audit(store)) == []


@pytest.mark.clause("CAT-V.5-05")
def test_who_left_a_hall_is_erased_when_his_cards_have_played(house: House) -> None:
    """They play on without him, and what they win is his."""

    async def work(staff: Staff) -> None:
        ana = await staff.admit(35)
        cajero = await staff.hire("cajera-2", "cajero")
        assert ana.me is not None
        who = ana.me.id
        await cajero.post("/api/cage/buy", {"id": "b-1", "person": who, "amount": 1000}, dict)
        for n, command in enumerate(
            ({"do": "enter"}, {"do": "buy", "cards": 2}, {"do": "exit"}), 1
        ):
            sent = {"id": f"c{n}", "role": "jugador", "command": {**command, "player": who}}
            answer = await call(ana, "POST", "/api/units/bingo-practica/commands", sent)
            assert answer.status_code == 200, answer.text
        me = (await call(ana, "GET", "/api/me")).json()
        assert (me["wallet"], me["places"]) == (0, {})
        answer = await call(staff.admin, "POST", f"/api/people/{who}/erase")
        said = answer.json() if answer.content else {}
        assert (answer.status_code, said.get("code")) == (409, "has-cards-in-play")
        assert said["clause"] == "CAT-V.5-05" and "cartones" in said["text"]

    run(house, work)
