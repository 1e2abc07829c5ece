"""Three hundred terminals in one bingo hall: how long until each of them is told a ball.

``python -m bench.floor.hall`` serves a casino from a process of its own and sits at the terminals
from this one. A ball's time runs from the moment the server began to tell it to the first of them
(the hour it writes on its news) until each has it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.floor.bots import COME_IN, means, percentiles, server_says
from bench.floor.serving import Served, folder, served
from tapete.floor.storage.store import Store
from tapete.floor.units.sala import SalaSpec
from tapete.floor.units.sala.spec import Pace
from tapete.systems.bingo.design import Design

HALL = "sala-grande"
PLAN = {"price": 500, "line": "12%", "bingo": "48%", "house": "40%"}
CARDS = 2
BALL = "bingo-ball-called"


class Event(msgspec.Struct):
    kind: str
    fields: dict[str, Any] = {}


class Message(msgspec.Struct):
    """What a terminal reads of any message: the rest is passed over."""

    is_: str = msgspec.field(name="is")
    state: str = ""
    now: float = 0.0
    events: tuple[Event, ...] = ()


_read = msgspec.json.Decoder(Message).decode


class Watch:
    """When each ball was first told, and when each terminal heard it."""

    def __init__(self) -> None:
        self.first: dict[str, float] = {}
        self.heard: dict[str, list[float]] = {}
        self.bytes = 0

    def told(self, message: Message, at: float, size: int) -> None:
        if any(event.kind == BALL for event in message.events):
            self.first[message.state] = min(self.first.get(message.state, at), message.now)
            self.heard.setdefault(message.state, []).append(at)
            self.bytes += size

    def figures(self, terminals: int) -> dict[str, Any]:
        """Milliseconds: of every ball at every terminal, and of every ball until all have it."""
        whole = {state: ats for state, ats in self.heard.items() if len(ats) == terminals}
        each = [at - self.first[state] for state, ats in whole.items() for at in ats]
        last = [max(ats) - self.first[state] for state, ats in whole.items()]
        return {
            "terminals": terminals, "balls": len(whole), "bytes": self.bytes // max(1, len(each)),
            "each": percentiles(each), "last": percentiles(last),
        }  # fmt: skip


class Terminal:
    """One terminal: a guest who comes in, buys, listens, and says that he is ready."""

    def __init__(self, casino: Served, http: httpx.AsyncClient, n: int) -> None:
        self.casino, self.http, self.n = casino, http, n

    async def come_in(self) -> None:
        said = await self.http.post("/api/guest", json={"name": f"Terminal {self.n}"})
        self.me, self.csrf = said.json()["id"], said.json()["csrf"]
        self.cookie = "; ".join(f"{name}={value}" for name, value in said.cookies.items())
        self.http.cookies.clear()
        await self.send({"do": "enter"})

    async def send(self, command: dict[str, Any]) -> None:
        sent = {"id": command["do"], "command": {**command, "player": self.me}}
        headers = {"cookie": self.cookie, "x-csrf": self.csrf}
        said = await self.http.post(f"/api/units/{HALL}/commands", json=sent, headers=headers)
        said.raise_for_status()

    async def listen(self, watch: Watch) -> None:
        where = self.casino.address.replace("http", "ws", 1)
        self.socket: ClientConnection = await connect(
            f"{where}/api/units/{HALL}/socket?lang=es", compression=None, open_timeout=120,
            additional_headers={"cookie": self.cookie}, max_size=2**22, ping_interval=None,
        )  # fmt: skip
        self.listening = asyncio.create_task(self._hear(watch))

    async def _hear(self, watch: Watch) -> None:
        async for text in self.socket:
            at = time.time()  # the clock by which the server writes its hour
            watch.told(_read(text), at, len(text))

    async def leave(self) -> None:
        self.listening.cancel()
        await self.socket.close()


def prepare(url: str, terminals: int, ball: float) -> None:
    """A casino with one hall in which nobody is needed but players."""
    store = Store(url)
    store.create()
    store.add(SalaSpec(
        id=HALL, unidad="juego", plan=PLAN, design=Design("bench", 6 * terminals), company=4,
        positions=terminals, pace=Pace(sale=3600.0, ball=ball, prize=ball, between=3600.0),
    ))  # fmt: skip
    store.close()


async def play(casino: Served, terminals: int) -> dict[str, Any]:
    """A whole game: everybody buys, says he is ready, and is told the balls."""
    watch, gate = Watch(), asyncio.Semaphore(COME_IN)

    async def each(work: Callable[[Terminal], Awaitable[None]], *some: Terminal) -> None:
        async def one(terminal: Terminal) -> None:
            async with gate:
                await work(terminal)

        await asyncio.gather(*map(one, some))

    async with httpx.AsyncClient(base_url=casino.address, timeout=120) as http:
        all_ = [Terminal(casino, http, n) for n in range(1, terminals + 1)]
        await each(Terminal.come_in, *all_)
        while (await http.get(f"/api/units/{HALL}")).json()["phase"] != "venta":
            await asyncio.sleep(0.1)
        await each(lambda one: one.send({"do": "buy", "cards": CARDS}), *all_)
        await each(lambda one: one.send({"do": "ready"}), *all_[1:])
        await each(lambda one: one.listen(watch), *all_)
        gc.collect()
        gc.disable()  # what is measured is the casino, not our own looking for garbage
        before, used = await server_says(casino.address), casino.cpu()
        began, own = time.perf_counter(), time.process_time()
        await all_[0].send({"do": "ready"})
        while (await http.get(f"/api/units/{HALL}")).json()["ended"] != "terminada":
            await asyncio.sleep(0.5)
        spent = time.perf_counter() - began
        await each(Terminal.leave, *all_)
    now, inside = casino.cpu(), means(before, await server_says(casino.address))
    cores = {name: round((now[name] - used[name]) / spent, 2) for name in now}
    cores["terminals"] = round((time.process_time() - own) / spent, 2)
    return watch.figures(terminals) | {"cores": cores, "server_says": inside}


def measure(terminals: int = 300, ball: float = 0.5) -> dict[str, Any]:
    """The figures of one game."""
    with folder() as where:
        url = f"sqlite:///{where}/hall.db"
        prepare(url, terminals, ball)
        with served(url, Path(where), 1, workers=1) as casino:
            return asyncio.run(play(casino, terminals))


def main() -> None:
    wanted = argparse.ArgumentParser(prog="python -m bench.floor.hall")
    wanted.add_argument("--terminals", type=int, default=300)
    wanted.add_argument("--ball", type=float, default=0.5, help="seconds between two balls")
    given = wanted.parse_args()
    found = measure(given.terminals, given.ball)
    each, last = found["each"], found["last"]
    print(f"{found['terminals']} terminals, {found['balls']} balls, {found['bytes']} bytes a ball")
    print(f"told a ball       p50 {each['p50']} ms, p99 {each['p99']} ms, longest {each['most']}")
    print(f"last terminal     p50 {last['p50']} ms, p99 {last['p99']} ms, longest {last['most']}")
    print(f"cores {found['cores']}; inside the server {found['server_says']}")


if __name__ == "__main__":
    main()
