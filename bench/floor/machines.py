"""``python -m bench.floor.machines``: a thousand gaming machines at ten plays a minute each.

The casino is served from a process of its own; whoever plays sits in this one, a guest and a socket
a machine. A play's time runs from the command to the news of it: bet, draws and win, written.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.floor.bots import COME_IN, means, percentiles, server_says
from bench.floor.measure import KINDS, databases
from bench.floor.serving import Served, folder, served
from tapete.floor.storage.store import Store
from tapete.floor.units.maquina import MachineSpec

PROGRAM, BET = "tres-cerezas", "1x1"
CREDITS = 200_000
WARM = 10.0


class Message(msgspec.Struct):
    """What a player reads of any message: the rest is passed over."""

    is_: str = msgspec.field(name="is")
    state: str = ""
    id: str | None = None
    code: str = ""


_read = msgspec.json.Decoder(Message).decode


def name(n: int) -> str:
    return f"maquina-{n}"


def prepare(url: str, machines: int) -> None:
    """A casino with so many machines, whose results the server decides."""
    store = Store(url)
    store.create()
    for n in range(1, machines + 1):
        store.add(MachineSpec(
            id=name(n), unidad="juego", number=n, programs=(PROGRAM,), minimum_return="85%",
            server="sala-de-servidores",
        ))  # fmt: skip
    store.close()


class Player:
    """One machine, and whoever plays at it."""

    def __init__(self, address: str, n: int, pace: float) -> None:
        self.address, self.machine, self.pace = address, name(n), pace
        self.pick = random.Random(n)
        self.sent: dict[str, float] = {}
        self.took: list[float] = []
        self.refused = self.number = 0

    async def come_in(self, http: httpx.AsyncClient) -> None:
        said = await http.post("/api/guest", json={"name": f"Juega en {self.machine}"})
        cookie = "; ".join(f"{name}={value}" for name, value in said.cookies.items())
        http.cookies.clear()
        where = self.address.replace("http", "ws", 1)
        self.socket: ClientConnection = await connect(
            f"{where}/api/units/{self.machine}/socket?lang=es", compression=None, open_timeout=120,
            additional_headers={"cookie": cookie}, max_size=2**22, ping_interval=None,
        )  # fmt: skip
        await self.socket.recv()
        await self.send({"do": "insert", "amount": CREDITS})
        while self.sent:
            self.take(await self.socket.recv())
        self.took.clear()

    async def send(self, command: dict[str, Any]) -> None:
        self.number += 1
        self.sent[f"{self.number}"] = time.perf_counter()
        said = {"id": f"{self.number}", "command": command}
        await self.socket.send(msgspec.json.encode(said).decode())

    def take(self, text: str | bytes) -> None:
        heard, at = _read(text), time.perf_counter()
        if heard.id in self.sent:
            self.took.append(at - self.sent.pop(heard.id))
            self.refused += heard.is_ != "done"

    async def listen(self) -> None:
        try:
            async for text in self.socket:
                self.take(text)
        except ConnectionClosed:
            self.refused += 1

    async def play(self) -> None:
        """Play by play, at a person's pace."""
        await asyncio.sleep(self.pick.random() * self.pace)
        while True:
            await self.send({"do": "play", "bet": BET})
            await asyncio.sleep(self.pace * (0.5 + self.pick.random()))


async def play(casino: Served, machines: int, a_minute: float, seconds: float) -> dict[str, Any]:
    """Everybody sits down, warms up, and is measured."""
    players = [Player(casino.address, n, 60.0 / a_minute) for n in range(1, machines + 1)]
    gate = asyncio.Semaphore(COME_IN)

    async def enter(player: Player) -> asyncio.Task[None]:
        async with gate:
            await player.come_in(http)
            return asyncio.create_task(player.listen())

    async with httpx.AsyncClient(base_url=casino.address, timeout=120) as http:
        tasks = await asyncio.gather(*map(enter, players))
    tasks += [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(WARM)
    gc.collect()
    gc.disable()  # what is measured is the casino, not our own looking for garbage
    for player in players:
        player.took.clear()
        player.refused = 0
    before, used = await server_says(casino.address), casino.cpu()
    began, own = time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    spent, now = time.perf_counter() - began, casino.cpu()
    took = [each for player in players for each in player.took]
    inside = means(before, await server_says(casino.address))
    gc.enable()
    cores = {what: round((now[what] - used[what]) / spent, 2) for what in now}
    cores["players"] = round((time.process_time() - own) / spent, 2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.gather(*(one.socket.close() for one in players), return_exceptions=True)
    return {
        "machines": machines, "plays_a_minute": round(60 * len(took) / spent / machines, 1),
        "refused": sum(player.refused for player in players), "told_ms": percentiles(took),
        "cores": cores, "server_says": inside,
    }  # fmt: skip


def measure(
    url: str, machines: int, a_minute: float, seconds: float, workers: int
) -> dict[str, Any]:
    """The figures of one database."""
    with folder() as where:
        prepare(url, machines)
        with served(url, Path(where), machines, workers=workers) as casino:
            return asyncio.run(play(casino, machines, a_minute, seconds))


def main() -> None:
    wanted = argparse.ArgumentParser(prog="python -m bench.floor.machines")
    wanted.add_argument("--machines", type=int, default=1000)
    wanted.add_argument("--plays", type=float, default=10.0, help="of a machine in a minute")
    wanted.add_argument("--seconds", type=float, default=30.0)
    wanted.add_argument("--workers", type=int, default=1)
    wanted.add_argument("--on", choices=KINDS)
    given = wanted.parse_args()
    with databases() as known:
        for kind in [given.on] if given.on else known:
            found = measure(
                known[kind](), given.machines, given.plays, given.seconds, given.workers
            )
            told = found["told_ms"]
            print(f"{kind}: {found['machines']} machines, {found['plays_a_minute']} plays a minute"
                  f" each, refused {found['refused']}")  # fmt: skip
            print(f"play to its news  p50 {told['p50']} ms, p99 {told['p99']} ms,"
                  f" longest {told['most']} ms")  # fmt: skip
            print(f"cores {found['cores']}; inside the server {found['server_says']}")


if __name__ == "__main__":
    main()
