"""``python -m bench.floor.tournament``: a tournament of five hundred tables, all dealt at once.

The casino is served from a process of its own; the field are bots of the house, and somebody looks
on at every table over a socket of this process. A message's time runs from the moment the server
began to tell it (the hour it writes on its news) until it is heard.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.floor.bots import COME_IN, means, percentiles, server_says
from bench.floor.measure import KINDS, databases
from bench.floor.serving import CLOCKS, Served, folder, served
from tapete.client import Client
from tapete.core.book.plan import plan
from tapete.floor.people.register import Register
from tapete.floor.storage.store import Store
from tapete.floor.units import KINDS as UNITS

ID, SEATS = "gran-torneo", 9
PASSWORD = "una clave larga y buena"
DIRECTOR = "director-de-torneo"
SIT_AND_GO = (files("tapete") / "bases" / "sit-and-go.toml").read_text("utf-8")
WARM = 15.0


class Message(msgspec.Struct):
    """What whoever looks on reads of any message: the rest is passed over."""

    is_: str = msgspec.field(name="is")
    now: float = 0.0


_read = msgspec.json.Decoder(Message).decode


def bases(tables: int) -> str:
    """The practice tournament of one table, with so many, and stacks that last."""
    field = tables * SEATS
    changed = {
        "minimo": field, "maximo": field, "mesas": tables, "croupiers": tables, "pila": 100_000,
        "fichas": "{ 25 = 400000, 100 = 600000, 5000 = 999999 }",
        "tramos": f'[{{ desde = {field}, reparto = ["50", "30", "20"] }}]',
    }  # fmt: skip
    lines = SIT_AND_GO.splitlines()
    return "\n".join(
        f"{name} = {changed[name]}" if (name := line.partition(" =")[0]) in changed else line
        for line in lines
    )


def prepare(url: str, tables: int) -> None:
    """A casino with one tournament that its bases let begin, and somebody to direct it."""
    store = Store(url)
    store.create()
    Register(store).admit_staff("casa", "Casa", PASSWORD, (DIRECTOR,), by="bench", now=time.time())
    row = {"bases": bases(tables), "jugado": True, "automatico": True, "unidad": "juego"}
    for spec in UNITS["torneo"].planned(plan(), ID, row):
        store.add(spec)
    store.close()


class Onlooker:
    """Somebody who looks on at one table."""

    def __init__(self, address: str, number: int) -> None:
        self.where = address.replace("http", "ws", 1) + f"/api/units/{ID}-mesa-{number}/socket"
        self.took: list[float] = []

    async def come(self) -> asyncio.Task[None]:
        self.socket: ClientConnection = await connect(
            self.where, compression=None, open_timeout=120, max_size=2**22, ping_interval=None
        )
        return asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        try:
            async for text in self.socket:
                at, heard = time.time(), _read(text)  # the clock by which the server writes
                if heard.is_ == "news":
                    self.took.append(at - heard.now)
        except ConnectionClosed:
            pass


async def begin(casino: Served, tables: int) -> None:
    """The field comes in, and the cards are dealt."""
    client = Client(casino.address)
    await client.log_in("casa", PASSWORD)

    async def until(stage: str) -> None:
        asked = f"/api/units/{ID}"
        while (await client.http.get(asked, timeout=60)).json()["stage"] != stage:
            await asyncio.sleep(0.5)

    await until("inscripcion")
    invited = {"do": "invite", "bots": tables * SEATS}
    sent = {"id": "todos", "role": DIRECTOR, "command": invited}
    said = await client.http.post(
        f"/api/units/{ID}/commands", json=sent, headers={"x-csrf": client.csrf}, timeout=280
    )
    said.raise_for_status()
    await until("en-juego")
    await client.http.aclose()


async def play(casino: Served, tables: int, seconds: float) -> dict[str, Any]:
    """The tournament begins, somebody looks on at every table, and they are measured."""
    began = time.perf_counter()
    await begin(casino, tables)
    seated, gate = time.perf_counter() - began, asyncio.Semaphore(COME_IN)
    looking = [Onlooker(casino.address, n) for n in range(1, tables + 1)]

    async def enter(one: Onlooker) -> asyncio.Task[None]:
        async with gate:
            return await one.come()

    tasks = await asyncio.gather(*map(enter, looking))
    await asyncio.sleep(WARM)
    gc.collect()
    gc.disable()  # what is measured is the casino, not our own looking for garbage
    for one in looking:
        one.took.clear()
    before, used, began = await server_says(casino.address), casino.cpu(), time.perf_counter()
    await asyncio.sleep(seconds)
    spent, now = time.perf_counter() - began, casino.cpu()
    after = await server_says(casino.address)
    gc.enable()
    took = [each for one in looking for each in one.took]
    live = sum(1 for one in looking if one.took)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.gather(*(one.socket.close() for one in looking), return_exceptions=True)
    inside = means(before, after)
    return {
        "tables": tables, "live": live, "seating_seconds": round(seated, 1),
        "steps_a_second": round(inside["steps"] / spent, 1), "told_ms": percentiles(took),
        "cores": {what: round((now[what] - used[what]) / spent, 2) for what in now},
        "server_says": inside,
    }  # fmt: skip


def measure(url: str, tables: int, seconds: float) -> dict[str, Any]:
    """The figures of one database. A tournament and its tables are kept by one process."""
    with folder() as where:
        prepare(url, tables)
        with served(url, Path(where), tables, clocks=CLOCKS, workers=1) as casino:
            return asyncio.run(play(casino, tables, seconds))


def main() -> None:
    wanted = argparse.ArgumentParser(prog="python -m bench.floor.tournament")
    wanted.add_argument("--tables", type=int, default=500)
    wanted.add_argument("--seconds", type=float, default=30.0)
    wanted.add_argument("--on", choices=KINDS)
    given = wanted.parse_args()
    with databases() as known:
        for kind in [given.on] if given.on else known:
            found = measure(known[kind](), given.tables, given.seconds)
            told = found["told_ms"]
            print(f"{kind}: {found['tables']} tables, {found['live']} live, begun in"
                  f" {found['seating_seconds']} s,"
                  f" {found['steps_a_second']} steps a second")  # fmt: skip
            print(f"told at a table  p50 {told.get('p50')} ms, p99 {told.get('p99')} ms,"
                  f" longest {told.get('most')} ms")  # fmt: skip
            print(f"cores {found['cores']}; inside the server {found['server_says']}")


if __name__ == "__main__":
    main()
