"""Changing tables: one transaction, so that a player is always at exactly one of the two."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.floor.api.app import application
from tapete.floor.audit.whole import audit
from tapete.floor.house.casino import Casino
from tapete.floor.house.settings import Settings
from tapete.floor.kernel.clocks import Clocks

STILL = Clocks(betting=3600.0, decision=3600.0, pause=0.0)
WAR, JACK = "war-1", "black-jack-1"


@pytest.mark.clause("CAT-I.5.1-02")
def test_a_player_changes_tables_in_one_step_or_stays_where_he_is(tmp_path: Path) -> None:
    async def evening() -> None:
        games = ("war", "black-jack")
        casino = Casino(Settings(db=f"sqlite:///{tmp_path}/c.db", games=games, clocks=STILL))
        casino.prepare()
        await casino.start()
        transport = httpx.ASGITransport(app=application(casino))  # type: ignore[arg-type]
        try:
            async with (
                asyncio.timeout(600),
                httpx.AsyncClient(transport=transport, base_url="http://casino") as http,
            ):
                await _changes(casino, http)
        finally:
            await casino.stop()
        assert not [one for one in audit(casino.store) if one.outcome == "bad"]

    asyncio.run(evening())


async def _changes(casino: Casino, http: httpx.AsyncClient) -> None:
    me = (await http.post("/api/guest", json={"name": "Ana"})).json()
    http.headers["x-csrf"] = me["csrf"]

    async def send(table: str, command: dict[str, Any], id: str) -> Any:
        body = {"id": id, "command": command}
        return await http.post(f"/api/tables/{table}/commands", json=body)

    async def move(id: str, there: str, here: str, **more: Any) -> Any:
        return await http.post(f"/api/tables/{here}/move", json={"id": id, "there": there, **more})

    async def places() -> Any:
        return (await http.get("/api/me")).json()["places"]

    sit = {"do": "sit", "seat": 2, "player": me["id"], "chips": 90_000}
    assert (await move("no", WAR, JACK, seat=1)).json()["code"] == "not-seated-there"
    assert (await send(WAR, sit, "sit")).status_code == 200
    assert await places() == {WAR: [2]}

    # What the new table refuses leaves the old place as it was.
    assert (await move("a", WAR, JACK, seat=1, chips=0)).json()["code"] == "no-chips"
    assert (await move("b", WAR, JACK, seat=99)).status_code == 409
    assert await places() == {WAR: [2]}
    assert casino.mesa(WAR).table.available(2) == 90_000

    assert (await move("c", WAR, JACK, seat=3)).status_code == 200
    assert await places() == {JACK: [3]}
    assert casino.mesa(JACK).table.available(3) == 90_000
    assert (await move("c", WAR, JACK, seat=3)).status_code == 200  # sent again, done once

    # With a bet on the felt the round is played first.
    while casino.mesa(JACK).table.open_bets is None:
        await casino.keeper(JACK).changed(1)
    bet = {"do": "bet", "action": {"do": "place", "seat": 3, "bet": "principal", "amount": 5000}}
    assert (await send(JACK, bet, "bet")).status_code == 200
    assert (await move("d", JACK, WAR, seat=1)).json()["code"] == "round-in-course"
    assert await places() == {JACK: [3]}
