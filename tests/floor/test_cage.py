"""The cage over the network: people found, trays counted, receipts out of the ledger, the day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from tapete.client import Client
from tapete.floor.audit import audit
from tapete.floor.ledger import at_table
from tapete.floor.store import Store
from tests.floor.people import Staff, call, some_rut, staff_of
from tests.floor.server import served

House = tuple[str, str, str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    password: list[str] = []
    with served(url, password=password, games=("big-six",)) as address:
        yield address, password[0], url


def run(house: House, work: Callable[[Staff], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(120), staff_of(house[0], house[1]) as staff:
            await work(staff)

    asyncio.run(all_of_it())
    store = Store(house[2])
    assert list(audit(store)) == []
    store.close()


async def read(client: Client, path: str) -> Any:
    answer = await call(client, "GET", path)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.clause("CAT-I.2-01", "COL-11-01")
def test_chips_are_sold_against_what_was_counted_and_the_receipt_is_the_ledgers(
    house: House,
) -> None:
    async def work(staff: Staff) -> None:
        cajera = await staff.hire("cajera", "cajero")
        await staff.admit(11, "Rosa Díaz")
        rut = some_rut(11)
        for words in ("rosa", "DIAZ ros", "díaz", rut[:8]):
            found = await read(cajera, f"/api/cage/people?find={words}")
            assert [one["id"] for one in found] == [rut], words
        assert await read(cajera, "/api/cage/people?find=%25") == []
        wrong = {"money": {"20000": 1}, "chips": {"5000": 3}}
        buy = {"id": "c-11", "person": rut, "amount": 20_000, "count": wrong}
        answer = await call(cajera, "POST", "/api/cage/buy", buy)
        assert answer.json()["code"] == "count-differs"
        buy["count"] = {"money": {"20000": 1}, "chips": {"7": 1}}
        answer = await call(cajera, "POST", "/api/cage/buy", buy)
        assert answer.json()["code"] == "no-such-piece"
        buy["count"] = {"money": {"20000": 1}, "chips": {"5000": 4}}
        for _ in range(2):  # sent twice, sold once
            await cajera.post("/api/cage/buy", buy, dict)
        found = (await read(cajera, "/api/cage/people?find=rosa"))[0]
        assert (found["wallet"], found["rut"], found["barred"]) == (20_000, rut, [])
        paper = await read(cajera, "/api/cage/receipts/compra:c-11")
        assert (paper["by"], paper["name"], paper["amount"]) == ("cajera", "Rosa Díaz", 20_000)
        assert paper["counted"] == "20000x1 = 5000x4"
        assert [m["id"] for m in paper["movements"]] == ["compra:c-11:0", "compra:c-11:1"]
        store = Store(house[2])
        assert store.balance(f"wallet:{rut}") == 20_000
        store.close()
        await cajera.post("/api/cage/cash", {"id": "k-11", "person": rut, "amount": 5000}, dict)
        assert (await read(cajera, "/api/cage/receipts/canje:k-11"))["amount"] == 5000
        answer = await call(cajera, "GET", "/api/cage/receipts/compra:nada")
        assert answer.json()["code"] == "no-such-receipt"
        moved = await read(cajera, "/api/cage/movements")
        assert [m["id"] for m in moved][:2] == ["canje:k-11:0", "compra:c-11:1"]
        notes = await read(staff.admin, "/api/audit?what=chips&person=cajera&newest=true")
        assert [(n["what"], n["facts"]["amount"]) for n in notes] == [
            ("chips.cashed", 5000), ("chips.sold", 20_000)]  # fmt: skip

    run(house, work)


@pytest.mark.clause("CAT-I.2-01")
def test_a_fill_is_in_the_bank_and_in_the_day_before_it_is_closed(house: House) -> None:
    async def work(staff: Staff) -> None:
        cajera = await staff.hire("cajera-2", "cajero")
        fill = {"id": "r-1", "table": "big-six-1", "amount": 3_000_000}
        assert (await call(cajera, "POST", "/api/cage/fill", fill)).status_code == 204
        credit = {"id": "d-1", "table": "big-six-1", "amount": 1_000_000}
        assert (await call(cajera, "POST", "/api/cage/credit", credit)).status_code == 204
        running = await read(cajera, "/api/cage/day")
        store = Store(house[2])
        held = store.balance(at_table("big-six-1", "bank"))
        store.close()
        assert running["banks"]["big-six-1"] == {"bank": held, "tips": 0}
        of_table = running["report"]["tables"]["big-six-1"]
        assert (of_table["fills"], of_table["credits"]) == (3_000_000, 1_000_000)
        paper = await read(cajera, "/api/cage/receipts/relleno:r-1")
        assert (paper["table"], paper["by"], paper["person"]) == ("big-six-1", "cajera-2", None)
        closed = await call(cajera, "POST", f"/api/days/{running['day']}", {})
        assert closed.json()["tables"]["big-six-1"] == of_table
        after = await read(cajera, "/api/cage/day")
        assert after["day"] > running["day"]
        assert after["report"]["tables"]["big-six-1"]["fills"] == 0
        assert after["banks"]["big-six-1"]["bank"] == held

    run(house, work)


def test_everybody_reads_his_own_account(house: House) -> None:
    async def work(staff: Staff) -> None:
        ana = staff.keep(Client(house[0]))
        me = await ana.guest("Ana")
        async with ana.table("big-six-1") as table:
            await table.sit(4, chips=30_000)
            mine = await read(ana, "/api/me/account")
        assert (mine["id"], mine["tables"]) == (me.id, {"big-six-1": 30_000})
        moved = [(m["why"], m["amount"]) for m in mine["movements"]]
        assert moved == [("chips-changed", 30_000), ("fichas-de-invitado", 1_000_000)]

    run(house, work)
