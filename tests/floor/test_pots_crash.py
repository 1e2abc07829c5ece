"""The casino is killed for good while a bet goes into a pot: it went in once, or not yet."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx
import pytest

from tapete.client import Client
from tapete.floor.aggregates.pots import PotHost
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.failpoints import SHARED_POINTS
from tapete.floor.storage.store import Store
from tapete.floor.table.view import PotView
from tests.floor.pots import BASE, GAME, POT
from tests.floor.process import Server

CLOCKS = {"betting": 1.5, "decision": 0.3, "pause": 0.05}


@pytest.mark.parametrize("point", SHARED_POINTS)
def test_killed_between_feeding_and_telling(url: str, tmp_path: Path, point: str) -> None:
    server = Server(tmp_path, url, CLOCKS, f'"{GAME}", "draw-poker"')
    client = Client(server.address)

    async def bet() -> None:
        await client.guest("Ana")
        table = client.table(f"{GAME}-1")
        await table.connect()
        await table.sit(1, chips=100_000)
        await table.until(lambda view: view.ask is not None and view.ask.kind == "bets")
        await table.bet("ante", 2000)
        await table.bet("progresivo", 1000)
        await table.disconnect()
        await client.http.aclose()

    def pot() -> PotView | None:
        store = Store(url)
        shown = PotHost(POT, store).shown()
        store.close()
        return shown if shown.counters[f"{GAME}-1"] else None

    try:
        server.start(point, tables=2)
        asyncio.run(bet())
        assert server.died()
        server.start(tables=2)
        deadline = time.monotonic() + 300
        while (found := pot()) is None:
            assert time.monotonic() < deadline, "the bet never went in"
            time.sleep(0.1)
        assert found.increment == 810
        while httpx.get(f"{server.address}/api/tables/{GAME}-1", timeout=600).json()["round"] < 2:
            assert time.monotonic() < deadline, "the round did not end"
            time.sleep(0.1)
        shown = httpx.get(f"{server.address}/api/pots", timeout=600).json()
        assert [one["counters"] for one in shown] == [{f"{GAME}-1": 1, "draw-poker-1": 0}]
    finally:
        server.kill()
    store = Store(url)
    meters = PotHost(POT, store).written.meters
    assert meters.staked == 1000
    assert meters.current + meters.paid - meters.owed == BASE + 810
    assert list(audit(store)) == []
    store.close()
