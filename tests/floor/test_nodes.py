"""Several nodes on one PostgreSQL: a table has one keeper, and another when that one dies."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx
import pytest

from tapete.client import Client
from tapete.floor.audit import audit
from tapete.floor.store import Store
from tests.floor.postgres import fresh_database
from tests.floor.process import SLOW, Server

GAMES = '"black-jack", "ruleta-francesa"'
CLOCKS = {**SLOW, "pause": 0.05}


def test_a_dead_nodes_tables_go_on_elsewhere_with_the_round_intact(
    postgres: str, tmp_path: Path
) -> None:
    url = fresh_database(postgres)
    one = Server(tmp_path, url, CLOCKS, GAMES, "uno")
    two = Server(tmp_path, url, CLOCKS, GAMES, "dos")
    client = Client(one.address)

    async def bet() -> str:
        await client.guest("Ana")
        table = client.table("black-jack-1")
        await table.connect()
        await table.sit(2, chips=100_000)
        await table.until(lambda view: view.ask is not None and view.ask.kind == "bets")
        state = await table.bet("principal", 20_000)
        await table.disconnect()
        await client.http.aclose()
        return state

    async def go_on(state: str) -> None:
        there = Client(two.address)
        there.me, there.csrf = client.me, client.csrf
        there.http.cookies = client.http.cookies
        table = there.table("black-jack-1")
        await table.connect()
        table.seat = 2
        assert table.view.state == state
        assert table.view.placed == {"principal": {2: 20_000}}
        await table.take_down("principal")
        assert await there.wallet() == 900_000
        await table.disconnect()
        await there.http.aclose()

    try:
        one.start(tables=2)
        two.start(tables=0)
        state = asyncio.run(bet())
        elsewhere = httpx.get(f"{two.address}/api/tables/black-jack-1")
        assert elsewhere.status_code == 503
        assert elsewhere.json()["facts"]["address"] == one.address
        one.kill()
        deadline = time.monotonic() + 30
        while httpx.get(f"{two.address}/health").json()["tables"] < 2:
            assert time.monotonic() < deadline, "nobody took the tables"
            time.sleep(0.1)
        asyncio.run(go_on(state))
    finally:
        one.kill()
        two.kill()
    store = Store(url)
    assert list(audit(store)) == []
    store.close()


@pytest.mark.parametrize("rounds", [3])
def test_two_nodes_started_at_once_share_the_tables_and_never_one_of_them(
    postgres: str, tmp_path: Path, rounds: int
) -> None:
    url = fresh_database(postgres)
    games = '"black-jack", "ruleta-francesa", "craps", "war"'
    nodes = [Server(tmp_path, url, SLOW, games, name) for name in ("uno", "dos")]
    try:
        nodes[0].start()
        nodes[1].start(tables=0)
        for _ in range(rounds):
            kept = [httpx.get(f"{node.address}/health").json()["tables"] for node in nodes]
            assert sum(kept) == 4
            time.sleep(0.6)
    finally:
        for node in nodes:
            node.kill()
