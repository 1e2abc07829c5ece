"""The edge of the house: what is turned away, what an answer carries, what nobody may exhaust."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from tapete.cli.serve import _bound
from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.floor.api.listening import MISSED_MAX
from tapete.floor.api.tables import EVENTS_MAX
from tapete.floor.house.logs import without_values
from tapete.floor.people.passwords import IN_LINE, HashThreads
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Dispute
from tapete.floor.units.mesa.unit import ABOUT_MAX, DISPUTES_MAX
from tests.floor.people import call, staff_of
from tests.floor.postgres import fresh_database
from tests.floor.security.test_messages import answer_to, socket_of
from tests.floor.server import served

TABLE = "big-six-1"
House = tuple[str, str]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    if request.param == "postgresql":
        url = fresh_database(request.getfixturevalue("postgres"))
    password: list[str] = []
    with served(url, password=password, games=("big-six",)) as address:
        yield address, password[0]


def run(house: House, work: Callable[[Client], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(600), Client(house[0]) as client:
            await client.guest("Ana")
            await work(client)

    asyncio.run(all_of_it())


HUGE = 10**30
STRANGE: list[dict[str, Any]] = [
    {"id": "a\0b", "command": {"do": "begin"}},
    {"id": "1", "command": {"do": "sit", "seat": HUGE, "player": "x", "chips": 1}},
    {"id": "2", "command": {"do": "sit", "seat": 1, "player": "x", "chips": HUGE}},
    {"id": "3", "command": {"do": "dispute", "seat": 1, "round": HUGE, "about": "x"}},
    {"id": "4", "command": {"do": "dispute", "seat": 1, "round": 1, "about": "x\0"}},
    {"id": "5", "command": {"do": "answer", "answer": ["\0"], "seat": 1}},
    {"id": "6", "command": {"do": "act", "name": "x", "facts": {"\0": [HUGE]}}},
]


def test_what_cannot_be_written_down_is_the_senders_fault(house: House) -> None:
    async def work(client: Client) -> None:
        for body in STRANGE:
            answer = await call(client, "POST", f"/api/tables/{TABLE}/commands", body)
            assert (answer.status_code, answer.json()["code"]) == (400, "not-understood"), body
        async with socket_of(client) as wire:
            for body in STRANGE:
                heard = await answer_to(wire, json.dumps(body))
                assert heard["denied"]["code"] == "not-a-command", body
        for path in ("/api/tables/a%00b", "/api/tables/a%00b/offers?seat=1",
                     f"/api/tables/{TABLE}/offers?seat={HUGE}", "/api/pots/%00",
                     f"/api/tables/{TABLE}/events?start={HUGE}", "/api/clauses/%00"):  # fmt: skip
            assert 400 <= (await call(client, "GET", path)).status_code < 500, path
        for name in ("A\0na", "A\ud800"):
            answer = await client.http.post(
                "/api/guest", content=json.dumps({"name": name}).encode(),
                headers={"content-type": "application/json"},
            )  # fmt: skip
            assert 400 <= answer.status_code < 500

    run(house, work)


def test_what_staff_send_cannot_break_the_house_either(house: House) -> None:
    async def work() -> None:
        async with staff_of(*house) as staff:
            for path, body in (
                ("/api/staff", {"id": "x\0", "name": "X", "password": "x" * 20, "roles": []}),
                ("/api/barred", {"rut": "1\0-9", "why": "armas"}),
                ("/api/cage/buy", {"id": "1", "amount": HUGE, "person": "x"}),
                ("/api/people", {"name": "\0", "rut": "1-9", "born": "x", "password": "x"}),
                ("/api/days/%00", {}), ("/api/people/%00/roles", {"roles": []}),
            ):  # fmt: skip
                answer = await call(staff.admin, "POST", path, body)
                assert 400 <= answer.status_code < 500, (path, answer.text)
            for path in ("/api/rounds?player=%00", "/api/cage/people?find=%00", "/api/days/%00",
                         "/api/cage/receipts/%00", f"/api/audit?start={HUGE}"):  # fmt: skip
                assert (await call(staff.admin, "GET", path)).status_code < 500, path

    asyncio.run(work())


def test_a_change_is_sent_as_json_and_as_nothing_else(house: House) -> None:
    async def work(client: Client) -> None:
        for path, body in (("/api/guest", {"name": "Ana"}), ("/api/login", {"id": "x"})):
            for kind in ("text/plain", "application/x-www-form-urlencoded", "", None):
                headers = {} if kind is None else {"content-type": kind}
                answer = await client.http.post(
                    path, content=json.dumps(body).encode(), headers=headers
                )
                assert (answer.status_code, answer.json()["code"]) == (415, "not-json"), kind

    run(house, work)


def test_no_answer_of_the_api_is_kept_or_taken_for_something_else(house: House) -> None:
    async def work(client: Client) -> None:
        for path, kept in (
            ("/api/me", "no-store"), ("/api/tables", "no-store"), ("/api/nada", "no-store"),
            ("/api/words/es", "no-cache"), ("/api/tables/nada", "no-store"),
        ):  # fmt: skip
            headers = (await client.http.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff", path
            assert headers["cache-control"] == kept, path

    run(house, work)


@pytest.mark.clause("CAT-I.6-02")
def test_a_player_does_not_bury_the_chief_in_disagreements(house: House) -> None:
    async def work(client: Client) -> None:
        async with client.table(TABLE) as table:
            await table.sit(6, chips=10_000)
            with pytest.raises(Refused) as found:
                await table.send(Dispute(seat=6, round=1, about="x" * (ABOUT_MAX + 1)))
            assert found.value.code == "text-too-long"
            for n in range(DISPUTES_MAX):
                await table.send(Dispute(seat=6, round=1, about=f"discrepancia {n}"))
            with pytest.raises(Refused) as found:
                await table.send(Dispute(seat=6, round=1, about="otra"))
            assert found.value.code == "too-many-disputes"
            await table.leave()

    run(house, work)


def test_history_is_read_page_by_page(house: House) -> None:
    async def work(client: Client) -> None:
        async with client.table(TABLE) as table:
            await table.sit(4, chips=10_000)
            await table.leave()
            upto = table.view.next
        path = f"/api/tables/{TABLE}/events"
        assert (await call(client, "GET", f"{path}?limit={EVENTS_MAX + 1}")).status_code == 400
        numbers: list[int] = []
        start: int | None = 1
        while start is not None:
            page = (await call(client, "GET", f"{path}?start={start}&limit=3")).json()
            assert len(page["events"]) <= 3
            numbers += [event["n"] for event in page["events"]]
            start = page["next"]
        assert numbers == sorted(set(numbers)) and numbers[0] == 1
        assert set(numbers) <= set(range(1, upto + 100)) and len(numbers) >= 4
        assert MISSED_MAX >= EVENTS_MAX

    run(house, work)


# Without a house


def test_a_line_of_hashes_has_an_end_and_nothing_else_waits_in_it() -> None:
    async def work() -> None:
        hashes, gate = HashThreads(), asyncio.Event()
        loop = asyncio.get_running_loop()
        blocked = [
            loop.create_task(hashes.run(lambda: asyncio.run_coroutine_threadsafe(
                gate.wait(), loop).result())) for _ in range(IN_LINE)
        ]  # fmt: skip
        await asyncio.sleep(0)
        with pytest.raises(Refused) as found:
            await hashes.run(int)
        assert found.value.code == "too-many-tries"
        assert await asyncio.to_thread(lambda: "at once") == "at once"
        gate.set()
        await asyncio.gather(*blocked)
        assert await hashes.run(int) == 0
        hashes.close()

    asyncio.run(work())


def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        store = Store(f"sqlite:///{tmp_path}/c.db")
        store.create()
        with store.writing() as connection:
            connection.execute(text("INSERT INTO casino VALUES ('a', 'b')"))
        files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(old)
    assert "c.db" in files and set(files.values()) == {0o600}, files
    os.chmod(tmp_path / "c.db", 0o644)
    again = Store(f"sqlite:///{tmp_path}/c.db")
    again.create()
    again.close()
    assert stat.S_IMODE((tmp_path / "c.db").stat().st_mode) == 0o600


def test_a_failed_statement_says_nothing_of_its_values(store: Store) -> None:
    add = text("INSERT INTO casino (key, value) VALUES (:key, :value)")
    values = {"key": "secreto-1", "value": "secreto-2"}
    with store.writing() as connection:
        connection.execute(add, values)
    with pytest.raises(IntegrityError) as found, store.writing() as connection:
        connection.execute(add, values)
    said = without_values(None, "", {"why": repr(found.value), "exception": str(found.value)})
    assert "secreto" not in str(said) and "casino" in str(said)


def test_a_small_answer_does_not_wait_for_a_larger_one() -> None:
    with (
        _bound("127.0.0.1", 0, "en") as server,
        socket.create_connection(server.getsockname()),
        server.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_the_client_is_told_that_the_node_is_alive(house: House) -> None:
    async def work(client: Client) -> None:
        async with socket_of(client) as wire:
            heard = [json.loads(await wire.recv())["is"] for _ in range(2)]
        assert "beat" in heard

    run(house, work)


def test_a_file_of_the_client_may_be_kept(house: House) -> None:
    assert httpx.get(f"{house[0]}/health", timeout=600).headers.get("cache-control") is None
