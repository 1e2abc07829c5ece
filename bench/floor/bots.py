"""Bots that sit at every table and play at a person's pace, and note when each of them is told."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
import msgspec

from bench.floor.flood import flooded
from bench.floor.serving import game, name
from bench.floor.wire import connect

BETS = {
    "ruleta-americana-un-cero": "rojo", "black-jack": "principal", "mini-punto-y-banca": "punto",
    "craps": "pass", "big-six": "1",
}  # fmt: skip
PACE = 5.0
"""Seconds between two commands of a bot, about."""
COME_IN = 24
"""Bots who come in at the same time."""
AGAIN = 0.5
"""Seconds after which a bot that was turned away tries again."""
COMES_IN = 120
"""Seconds in which a bot must have come in."""
BEGINS = 3.0
"""Seconds after which a flood has begun."""
LOOKS = 12
"""How often the memory of the casino is looked at while it is measured."""


class Ask(msgspec.Struct):
    kind: str
    seat: int | None = None
    options: tuple[dict[str, Any], ...] = ()


class View(msgspec.Struct):
    ask: Ask | None = None
    next: int = 0


class Message(msgspec.Struct):
    """What a bot reads of any message: the rest is passed over."""

    is_: str = msgspec.field(name="is")
    state: str = ""
    id: str | None = None
    view: View | None = None


_read = msgspec.json.Decoder(Message).decode


class Watch:
    """When a command was sent, and when each seat of its table was told."""

    def __init__(self) -> None:
        self.told: list[float] = []
        self.answered: list[float] = []
        self.counts: Counter[str] = Counter()
        self._sent: dict[str, float] = {}
        self._seats: Counter[str] = Counter()
        self._last: dict[str, tuple[int, float]] = {}

    def sit(self, table: str) -> None:
        self._seats[table] += 1

    def heard(self, table: str, state: str, at: float) -> None:
        count = self._last.get(state, (0, 0.0))[0] + 1
        self._last[state] = (count, at)
        self._settle(table, state)

    def answer(self, table: str, state: str, sent: float, at: float) -> None:
        self.answered.append(at - sent)
        self._sent[state] = sent
        self._settle(table, state)

    def _settle(self, table: str, state: str) -> None:
        count, at = self._last.get(state, (0, 0.0))
        if state in self._sent and count >= self._seats[table]:
            self.told.append(at - self._sent.pop(state))

    def forget(self) -> None:
        """Begin to measure."""
        self.told.clear()
        self.answered.clear()
        self.counts.clear()
        self._last.clear()


class Bot:
    """One seat."""

    def __init__(self, address: str, table: int, seat: int, watch: Watch) -> None:
        self.address, self.table, self.seat, self.watch = address, name(table), seat, watch
        self.bet = BETS[game(table)]
        self.pick = random.Random(table * 100 + seat)
        self.view = View()
        self.waiting: dict[str, float] = {}
        self.number = 0
        self.seated = asyncio.Event()

    async def come_in(self, http: httpx.AsyncClient) -> None:
        said = await http.post("/api/guest", json={"name": f"Bot {self.table} {self.seat}"})
        self.me = said.json()["id"]
        self.cookie = "; ".join(f"{n}={v}" for n, v in said.cookies.items())
        http.cookies.clear()
        async with asyncio.timeout(COMES_IN):
            while not self.seated.is_set():  # the table may go to another worker meanwhile
                self.waiting.clear()
                await self.connect()
                self.send({"do": "sit", "seat": self.seat, "player": self.me, "chips": 900_000})
                sits = asyncio.ensure_future(self.seated.wait())
                await asyncio.wait((sits, self.socket.closed), return_when=asyncio.FIRST_COMPLETED)
                sits.cancel()

    async def connect(self) -> None:
        """Open a socket at the table, whoever keeps it."""
        where = f"{self.address}/api/tables/{self.table}/socket?lang=es"
        while True:
            try:
                self.socket = await connect(where, self.cookie, self.take)
                return
            except OSError:  # it is just changing hands
                await asyncio.sleep(AGAIN)

    def send(self, command: dict[str, Any]) -> None:
        self.number += 1
        id = f"{self.number}"
        self.waiting[id] = time.perf_counter()
        self.socket.send(msgspec.json.encode({"id": id, "command": command}))

    def take(self, text: bytes) -> None:
        at = time.perf_counter()
        heard = _read(text)
        self.watch.counts["messages"] += 1
        self.watch.counts["bytes"] += len(text)
        if heard.view is not None:
            self.view = heard.view
        if heard.is_ == "news":
            self.watch.heard(self.table, heard.state, at)
        elif heard.id is not None:
            sent = self.waiting.pop(heard.id, at)
            self.watch.counts[heard.is_] += 1
            self.seated.set()
            if heard.is_ == "done":
                self.watch.answer(self.table, heard.state, sent, at)

    async def listen(self) -> None:
        """Note it if the casino hangs up, and come back."""
        while True:
            await self.socket.closed
            self.watch.counts["cut off"] += 1
            await self.connect()

    async def play(self, begins: float) -> None:
        """Bet in every window now and then, and answer when asked, from so many seconds on."""
        await asyncio.sleep(begins + self.pick.random() * PACE)
        while True:
            ask = self.view.ask
            if ask is not None and ask.kind == "bets":
                place = {"do": "place", "seat": self.seat, "bet": self.bet, "amount": 5000}
                self.send({"do": "bet", "action": place})
            elif ask is not None and ask.seat == self.seat and ask.options:
                move = str(ask.options[-1]["name"])
                self.send({"do": "answer", "answer": move, "seat": self.seat})
                await asyncio.sleep(0.5)
                continue
            await asyncio.sleep(PACE * (0.5 + self.pick.random()))


async def play(
    address: str, tables: int, seats: int, warm: float, seconds: float,
    cpu: Callable[[], dict[str, float]], memory: Callable[[], int], flood: int = 0,
    spread: float = 0.0,
) -> dict[str, Any]:  # fmt: skip
    """Fill the tables, let them warm up, and measure; then, if so, as long again while so many try
    passwords without a pause. The tables begin within ``spread`` seconds: with none, all of them at
    once, and so they end their betting at once ever after. ``cpu`` gives what the processes of the
    casino have used of the processor so far, by name, ``memory`` the megabytes they hold now."""
    watch = Watch()
    places = [(n % tables, n // tables + 1) for n in range(seats)]
    bots = [Bot(address, table, seat, watch) for table, seat in places]
    gate = asyncio.Semaphore(COME_IN)

    async def enter(bot: Bot) -> asyncio.Task[None]:
        async with gate:
            await bot.come_in(http)
            watch.sit(bot.table)
            return asyncio.create_task(bot.listen())

    began = time.perf_counter()
    limits = httpx.Limits(keepalive_expiry=1.0)  # well before the casino hangs up
    async with httpx.AsyncClient(base_url=address, timeout=120, limits=limits) as http:
        tasks = await asyncio.gather(*map(enter, bots))
    seated = time.perf_counter() - began
    begins = {name(n): spread * n / tables for n in range(tables)}
    tasks += [asyncio.create_task(bot.play(begins[bot.table])) for bot in bots]
    gc.collect()
    gc.disable()  # what is measured is the casino, not our own looking for garbage
    await asyncio.sleep(warm + spread)
    watch.forget()
    before = await server_says(address)
    began, used = time.perf_counter(), cpu() | {"bots": time.process_time()}
    held = [await asyncio.to_thread(memory)]
    for _ in range(LOOKS):
        await asyncio.sleep(seconds / LOOKS)
        held.append(await asyncio.to_thread(memory))
    spent = time.perf_counter() - began
    now = cpu() | {"bots": time.process_time()}
    inside = means(before, await server_says(address))
    found = {
        "tables": tables, "seats": seats, "seconds": round(spent, 1),
        "seating_seconds": round(seated, 1),
        "commands_a_second": round((watch.counts["done"] + watch.counts["denied"]) / spent, 1),
        "refused_a_second": round(watch.counts["denied"] / spent, 1),
        "messages_a_second": round(watch.counts["messages"] / spent),
        "bytes_a_message": round(watch.counts["bytes"] / max(1, watch.counts["messages"])),
        "cut_off": watch.counts["cut off"],
        "answered_ms": percentiles(watch.answered), "last_seat_ms": percentiles(watch.told),
        "cores": {name: round((now[name] - used[name]) / spent, 2) for name in now},
        "memory_mb": held, "server_says": inside,
    }  # fmt: skip
    if flood:
        with flooded(address, flood) as tries:
            await asyncio.sleep(BEGINS)
            watch.forget()
            await asyncio.sleep(seconds)
            found["flooded"] = during = {
                "answered_ms": percentiles(watch.answered), "last_seat_ms": percentiles(watch.told),
                "cut_off": watch.counts["cut off"],
            }  # fmt: skip
        during["tries_a_second"] = round(tries[0] / (BEGINS + seconds), 1)
    gc.enable()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for bot in bots:
        bot.socket.close()
    return found


async def server_says(address: str) -> dict[str, float]:
    """What the server has counted and timed itself."""
    async with httpx.AsyncClient(base_url=address, timeout=120) as http:
        lines = (await http.get("/metrics")).text.splitlines()
    return {name: float(n) for name, _, n in (x.rpartition(" ") for x in lines if x[:1] != "#")}


def means(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    """The means of its histograms between two moments, and all steps a second of theirs."""

    def grown(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    names = {
        "commit_ms": ("tapete_commit_seconds", 1000), "told_ms": ("tapete_told_seconds", 1000),
        "transaction_ms": ("tapete_write_seconds", 1000), "units": ("tapete_batch_units", 1),
    }  # fmt: skip
    found = {
        said: round(scale * grown(f"{name}_sum") / max(1.0, grown(f"{name}_count")), 1)
        for said, (name, scale) in names.items()
    }
    return found | {"steps": grown("tapete_commit_seconds_count")}


def percentiles(times: list[float]) -> dict[str, float]:
    """Milliseconds: the middle, 99 of a hundred, and the longest."""
    if not times:
        return {}
    ordered = sorted(times)
    at = {"p50": 0.5, "p99": 0.99, "most": 1.0}
    return {
        name: round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)
        for name, share in at.items()
    }
