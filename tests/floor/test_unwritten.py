"""Nobody sees what is not written: not by any page of a machine, nor by any paper of a tournament.

A result that a stranger saw before its commit, and that a failed write then undid, would be drawn
again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy.exc import OperationalError

from tapete.floor.api.app import application
from tapete.floor.house.casino import Casino
from tapete.floor.house.settings import Settings
from tapete.floor.kernel.clocks import Clocks
from tests.floor.people import PASSWORD

STILL = Clocks(betting=3600.0, decision=3600.0, pause=3600.0, thinks=3600.0, numbers=0.0)
MACHINE, TOURNAMENT, ROLES = "maquina-1", "sit-and-go-1", ("director-de-maquinas", "cajero")
OF_MACHINES = (
    f"/api/units/{MACHINE}", f"/api/maquinas/{MACHINE}/recall", f"/api/maquinas/{MACHINE}/return",
    f"/api/maquinas/{MACHINE}/meters", f"/api/maquinas/{MACHINE}/desk", "/api/maquinas",
)  # fmt: skip
OF_TOURNAMENTS = tuple(
    f"/api/tournaments/{TOURNAMENT}/{paper}"
    for paper in ("participantes.csv", "inscripciones.csv", "ranking.csv", "resultados.csv",
                  "resumen.ots")
)  # fmt: skip


class NoRoom:
    """A writer that takes its time, and then finds that the disk is full."""

    def __init__(self) -> None:
        self.reached, self.go = asyncio.Event(), asyncio.Event()

    async def write(self, _: Any) -> Any:
        self.reached.set()
        await self.go.wait()
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))


def run(folder: Path, work: Callable[[Casino], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        db = f"sqlite:///{folder}/c.db"
        casino = Casino(Settings(db=db, games=("maquina", "torneo"), clocks=STILL))
        casino.prepare()
        casino.register.admit_staff("rosa", "Rosa", PASSWORD, ROLES, by="sistema", now=1.0)
        await casino.start()
        try:
            async with asyncio.timeout(600):
                await work(casino)
        finally:
            await casino.stop()

    asyncio.run(all_of_it())


async def visitor(casino: Casino, path: str, body: dict[str, str]) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=application(casino))  # type: ignore[arg-type]
    http = httpx.AsyncClient(transport=transport, base_url="http://casino")
    me = (await http.post(path, json=body)).raise_for_status().json()
    http.headers["x-csrf"] = me["csrf"]
    http.params = {"me": me["id"]}
    return http


async def send(http: httpx.AsyncClient, unit: str, id: str, **command: Any) -> httpx.Response:
    body = {"id": id, "role": "jugador", "command": command}
    return await http.post(f"/api/units/{unit}/commands", json=body)


async def pages(http: httpx.AsyncClient, paths: tuple[str, ...]) -> list[bytes]:
    found = await asyncio.gather(*(http.get(path) for path in paths))
    assert [one.status_code for one in found] == [200] * len(paths)
    return [one.content for one in found]


def test_no_page_shows_a_play_or_an_entry_that_is_being_written(tmp_path: Path) -> None:
    async def work(casino: Casino) -> None:
        ana = await visitor(casino, "/api/guest", {"name": "Ana"})
        rosa = await visitor(casino, "/api/login", {"id": "rosa", "password": PASSWORD})
        eva = await visitor(casino, "/api/guest", {"name": "Eva"})
        assert (await send(ana, MACHINE, "sit", do="sit")).is_success
        assert (await send(ana, MACHINE, "in", do="insert", amount=5000)).is_success
        enter = {"do": "enter", "player": eva.params["me"]}
        for who, unit, paths, command in (
            (ana, MACHINE, OF_MACHINES, {"do": "play", "bet": "1x1"}),
            (eva, TOURNAMENT, OF_TOURNAMENTS, enter),
        ):
            keeper, no_room = casino.keeper(unit), NoRoom()
            before = await pages(rosa, paths)
            writer, keeper.writer = keeper.writer, no_room
            sending = asyncio.create_task(send(who, unit, "x", **command))
            reached = asyncio.create_task(no_room.reached.wait())
            await asyncio.wait((sending, reached), return_when=asyncio.FIRST_COMPLETED)
            assert not sending.done(), sending.result().text
            looking = asyncio.create_task(pages(rosa, paths))
            for _ in range(200):
                await asyncio.sleep(0)
            no_room.go.set()
            assert (await sending).status_code == 500
            assert dict(zip(paths, await looking, strict=True)) == dict(
                zip(paths, before, strict=True)
            )
            keeper.writer = writer
            assert (await send(who, unit, "x", **command)).is_success
            assert await pages(rosa, paths) != before
        for one in (ana, eva, rosa):
            await one.aclose()

    run(tmp_path, work)
