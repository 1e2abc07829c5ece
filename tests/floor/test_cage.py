"""The cage over the network: people found, trays counted, receipts out of the ledger, the day."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from sqlalchemy import text

from tapete.client import Client
from tapete.core.book.account import BANK
from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tapete.floor.money.accounts import at_table, wallet
from tapete.floor.people.person import BOT
from tapete.floor.people.register import Register
from tapete.floor.storage.picture import picture_of
from tapete.floor.storage.store import Store
from tests.floor.money import money_file
from tests.floor.people import Staff, call, some_rut, staff_of
from tests.floor.server import served

House = tuple[str, str, str]
GAMES = ("big-six", "war")
"""One of them is played for money, the other with play chips."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    password: list[str] = []
    with served(url, password=password, games=GAMES, plan=money_file("war")) as address:
        yield address, password[0], url


def run(house: House, work: Callable[[Staff], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(600), staff_of(house[0], house[1]) as staff:
            await work(staff)

    asyncio.run(all_of_it())
    with picture_of(house[2]) as store:  # the tables play on
        assert list(audit(store)) == []


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
        rosa, rut = (await staff.admit(11, "Rosa Díaz")).me, some_rut(11)
        assert rosa is not None
        for words in ("rosa", "DIAZ ros", "díaz", rut[:8]):
            found = await read(cajera, f"/api/cage/people?find={words}")
            assert [(one["id"], one["rut"]) for one in found] == [(rosa.id, rut)], words
        store = Store(house[2])
        with store.engine.begin() as connection:
            Register(store).guest(connection, "Rosa", now=time.time(), kind=BOT)
        store.close()
        found = await read(cajera, "/api/cage/people?find=rosa")
        assert [one["id"] for one in found] == [rosa.id], "a bot of the house is nobody"
        assert await read(cajera, "/api/cage/people?find=%25") == []
        wrong = {"money": {"20000": 1}, "chips": {"5000": 3}}
        buy = {"id": "c-11", "person": rosa.id, "amount": 20_000, "count": wrong}
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
        assert (paper["by"], paper["served"]) == ("cajera", "Cajera")
        assert (paper["name"], paper["amount"]) == ("Rosa Díaz", 20_000)
        assert paper["counted"] == "20000x1 = 5000x4"
        assert [m["id"] for m in paper["movements"]] == ["compra:c-11:0", "compra:c-11:1"]
        store = Store(house[2])
        assert store.balance(wallet(rosa.id)) == 20_000
        store.close()
        await cajera.post("/api/cage/cash", {"id": "k-11", "person": rosa.id, "amount": 5000}, dict)
        assert (await read(cajera, "/api/cage/receipts/canje:k-11"))["amount"] == 5000
        answer = await call(cajera, "GET", "/api/cage/receipts/compra:nada")
        assert answer.json()["code"] == "no-such-receipt"
        moved = await read(cajera, "/api/cage/movements")
        assert [m["id"] for m in moved][:2] == ["canje:k-11:0", "compra:c-11:1"]
        notes = await read(staff.admin, "/api/audit?what=chips&person=cajera&newest=true")
        assert [(n["what"], n["facts"]["amount"]) for n in notes] == [
            ("chips.cashed", 5000), ("chips.sold", 20_000)]  # fmt: skip

    run(house, work)


@pytest.mark.clause("CAT-I.5.3-02", "COL-11-01", "COL-11-04")
def test_whoever_is_kept_out_is_sold_no_chips_and_paid_those_he_has(house: House) -> None:
    async def work(staff: Staff) -> None:
        cajera = await staff.hire("cajera-3", "cajero")
        rosa, rut = (await staff.admit(12, "Rosa Lira")).me, some_rut(12)
        assert rosa is not None
        buy = {"id": "c-12", "person": rosa.id, "amount": 20_000}
        await cajera.post("/api/cage/buy", buy, dict)
        barred = {"rut": rut, "why": "autoexclusion"}
        assert (await call(staff.admin, "POST", "/api/barred", barred)).status_code == 204
        answer = await call(cajera, "POST", "/api/cage/buy", {**buy, "id": "c-13"})
        assert (answer.status_code, answer.json()["code"]) == (409, "barred")
        await cajera.post("/api/cage/buy", buy, dict)  # what was sold before is answered as before
        for staff_id in ("cajera-3", "administrador"):  # nor is whoever works here
            own = {"id": "c-14", "person": staff_id, "amount": 20_000}
            answer = await call(cajera, "POST", "/api/cage/buy", own)
            assert (answer.json()["code"], answer.json()["clause"]) == ("barred", "COL-11-04")
        cash = {"id": "k-12", "person": rosa.id, "amount": 20_000}
        assert (await cajera.post("/api/cage/cash", cash, dict))["balance"] == 0

    run(house, work)


@pytest.mark.clause("CAT-I.2-01")
def test_a_fill_is_in_the_bank_and_in_the_day_before_it_is_closed(house: House) -> None:
    async def work(staff: Staff) -> None:
        cajera = await staff.hire("cajera-2", "cajero")
        fill = {"id": "r-1", "table": "big-six-1", "amount": 3_000_000}
        assert (await call(cajera, "POST", "/api/cage/fill", fill)).status_code == 204
        credit = {"id": "d-1", "table": "big-six-1", "amount": 1_000_000}
        assert (await call(cajera, "POST", "/api/cage/credit", credit)).status_code == 204
        more = {**credit, "id": "d-2", "amount": 2_000_001}  # than what lies there
        answer = await call(cajera, "POST", "/api/cage/credit", more)
        assert (answer.status_code, answer.json()["code"]) == (409, "not-in-the-bank")
        running = await read(cajera, "/api/cage/day")
        store = Store(house[2])
        held = store.balance(at_table("big-six-1", BANK))
        store.close()
        assert running["banks"]["big-six-1"] == {"unit": "clp", "bank": held, "tips": 0}
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
        async with ana.table("war-1") as table:
            await table.sit(4, chips=30_000)
            mine = await read(ana, "/api/me/account")
        assert (mine["id"], mine["tables"]) == (me.id, {"war-1": 30_000})
        assert (mine["wallet"], mine["play"]) == (970_000, 970_000)
        moved = [(m["why"], m["amount"]) for m in mine["movements"]]
        assert moved == [("chips-changed", 30_000), ("fichas-de-invitado", 1_000_000)]

    run(house, work)


@pytest.mark.clause("CAT-I.4.1-01")
def test_play_chips_are_never_sold_nor_cashed_nor_lost_to_who_could_cash_them(
    house: House,
) -> None:
    async def work(staff: Staff) -> None:
        cajera = await staff.hire("cajera-9", "cajero")
        guest, rosa = staff.keep(Client(house[0])), await staff.admit(19, "Rosa")
        me = await guest.guest("Invitada")
        for path in ("buy", "cash"):
            sent = {"id": f"g-{path}", "person": me.id, "amount": 5000}
            answer = await call(cajera, "POST", f"/api/cage/{path}", sent)
            assert (answer.json()["code"], answer.json()["clause"]) == (
                "another-unit", "CAT-I.4.1-01",
            )  # fmt: skip
        assert await guest.wallet() == 1_000_000
        known = await read(rosa, "/api/me/account")
        bought = {"id": "g-1", "person": known["id"], "amount": 50_000}
        assert (await call(cajera, "POST", "/api/cage/buy", bought)).status_code == 200
        async with guest.table("big-six-1") as money:
            with pytest.raises(Refused, match="money-table"):
                await money.sit(6, chips=10_000)
        async with guest.table("war-1") as first, rosa.table("war-1") as second:
            assert (first.view.unit, money.view.unit) == ("juego", "clp")
            await first.sit(5, chips=10_000)
            await second.sit(6, chips=900_000)  # of the play chips everybody has
            mine = await read(rosa, "/api/me/account")
            assert (mine["wallet"], mine["play"]) == (50_000, 100_000)
            sent = {"id": "g-2", "person": known["id"], "amount": 50_001}
            answer = await call(cajera, "POST", "/api/cage/cash", sent)
            assert answer.json()["code"] == "no-funds"
            await first.leave()
            await second.leave()
        assert (await call(rosa, "POST", "/api/me/play-chips")).json()["code"] == "has-play-chips"

    run(house, work)


def test_the_last_movements_of_years_are_read_by_index(store: Store) -> None:
    """Whoever looks at an account reads its last movements, not the whole ledger."""
    with store.engine.connect() as connection:
        for column in ("source", "target"):
            query = f"SELECT * FROM transfers WHERE {column} = 'x' ORDER BY at DESC LIMIT 50"
            explain = "EXPLAIN QUERY PLAN " if store.engine.dialect.name == "sqlite" else "EXPLAIN "
            if explain == "EXPLAIN ":
                connection.execute(text("SET enable_seqscan = off"))  # the table is empty
            said = " ".join(str(row) for row in connection.execute(text(explain + query)))
            assert f"transfers_by_{column}" in said, said
