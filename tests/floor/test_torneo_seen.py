"""What is done upon what one sees holds for that alone: an undo for the elimination that was last,
a deal for the stacks it was reckoned with."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tapete.client import Client
from tapete.floor.kernel.keeper import STALE
from tests.floor.people import call
from tests.floor.played import ID, House

DIRECTOR = "director-de-torneo"


async def sent(client: Client, id: str, saw: str | None, **command: Any) -> tuple[int, str, str]:
    body = {"id": id, "role": DIRECTOR, "command": command, "saw": saw}
    answer = await call(client, "POST", f"/api/units/{ID}/commands", body)
    said = answer.json()
    return answer.status_code, said.get("code", ""), said.get("clause") or ""


@pytest.mark.clause("COL-2-05", "COL-9.1-24")
@pytest.mark.parametrize("played", [False, True])
def test_an_undo_and_a_deal_hold_for_what_their_sender_saw(tmp_path: Path, played: bool) -> None:
    """Two directors: while one reaches for the button the other goes on."""

    async def day() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db")
        await house.open()
        director = await house.staff("directora", DIRECTOR, "cajero")
        row = {"file": "sit-and-go", "unidad": "juego", "jugado": played}
        await house.create(row)
        await house.do(director, DIRECTOR, "open-registration")
        before = (await house.view(director))["state"]
        await house.do(director, DIRECTOR, "put-up", text="Bienvenidos")
        now = (await house.view(director))["state"]
        moved = (409, "table-moved-on", STALE)
        deal = {"do": "make-deal", "way": "iguales", "signed": []}
        for n, command in enumerate(({"do": "undo", "reason": "error"}, deal)):
            assert await sent(director, f"a{n}", before, **command) == moved
            assert await sent(director, f"b{n}", None, **command) == moved
            assert (await sent(director, f"c{n}", now, **command))[1] not in ("", "table-moved-on")
        await house.casino.stop()

    asyncio.run(asyncio.wait_for(day(), 600))


def test_an_undo_takes_back_what_was_seen_and_nothing_since(tmp_path: Path) -> None:
    async def day() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db")
        await house.open()
        director = await house.staff("directora", DIRECTOR, "cajero")
        ids = await house.begun(director)
        await house.do(director, DIRECTOR, "eliminate", player=ids[1], winner=ids[0])
        seen = (await house.view(director))["state"]
        await house.do(director, DIRECTOR, "eliminate", player=ids[2], winner=ids[0])
        undo = {"do": "undo", "reason": "Nadie había perdido"}
        assert (await sent(director, "tarde", seen, **undo))[1] == "table-moved-on"
        assert ids[2] not in house.unit.now.live
        at = (await house.view(director))["state"]
        assert (await sent(director, "visto", at, **undo))[0] == 200
        assert ids[2] in house.unit.now.live and ids[1] not in house.unit.now.live
        await house.casino.stop()

    asyncio.run(asyncio.wait_for(day(), 600))
