"""A casino in this process whose clock a test holds, with a tournament whose hands are dealt."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import httpx

from tapete.chance import seeded
from tapete.client import Client
from tapete.floor.api.app import application
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.units.torneo.unit import Torneo
from tests.floor.people import PASSWORD
from tests.systems.tournament.field import changed

QUICK = Clocks(pause=0.0, thinks=0.0, numbers=0.0, decision=1e6)
"""Nobody is waited for: time goes by when the test says so."""
SIT_AND_GO = (files("tapete") / "bases" / "sit-and-go.toml").read_text("utf-8")
ID = "jugado"


ANSWERS = ("undo", "make-deal")
"""What holds for the state its sender saw."""
EXAMPLE = (files("tapete") / "bases" / "ejemplo.toml").read_text("utf-8")
REGULATED = EXAMPLE[EXAMPLE.index("# What the regulator asks of every date") :]


def bases(**changes: str) -> str:
    """The bases of the sit-and-go with other rows; for value, with what the regulator asks."""
    text = SIT_AND_GO
    if changes.get("practica") == "false":
        text += REGULATED
        tables = tomllib.loads(REGULATED)["parque"][: int(changes["mesas"])]
        rows = ", ".join(f"{{ {_row(table)} }}" for table in tables)
        changes["parque"] = f"[{rows}]"
    return changed(text, **changes)


def _row(table: dict[str, object]) -> str:
    return ", ".join(f"{name} = {json.dumps(value)}" for name, value in table.items())


class House:
    """A node of a casino and people who send it commands over HTTP."""

    def __init__(self, url: str, *, seed: str = "jugado", clocks: Clocks = QUICK) -> None:
        self.url, self.seed, self.time, self.clocks = url, seed, 1.9e9, clocks
        self.password, self.sent = "", 0
        self.clients: dict[str, Client] = {}
        self.heard: asyncio.Queue[Any] = asyncio.Queue()
        self.checked: list[Callable[[Any], None]] = []

    async def open(self) -> None:
        """Start a process, or what a process would be."""
        settings = Settings(db=self.url, games=("big-six",), clocks=self.clocks, lease=1e6)
        self.casino = Casino(settings, now=lambda: self.time, chance=seeded(self.seed))
        self.password = self.casino.prepare() or self.password
        self.app = application(self.casino)
        await self.casino.start()
        for client in self.clients.values():
            client.http._transport = httpx.ASGITransport(self.app)
        self._listen()

    async def kill(self) -> None:
        """The process is gone at once: nothing is let go or said, what is written is written."""
        hosting = self.casino.hosting
        for keeper in hosting.keepers.values():
            keeper.watchers.clear()
        for task in hosting._tasks:
            task.cancel()
        await asyncio.gather(*hosting._tasks, return_exceptions=True)
        assert hosting.writer is not None and hosting._name is not None
        hosting.writer.close()
        hosting._name.let_go()

    def _client(self) -> Client:
        client = Client("http://casino")
        client.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app), base_url="http://casino", timeout=600
        )
        return client

    def transport(self) -> httpx.ASGITransport:
        """The way into the process that is open now."""
        return httpx.ASGITransport(self.app)

    async def come_in(self, id: str, password: str = PASSWORD) -> Client:
        client = self._client()
        await client.log_in(id, password)
        self.clients[id] = client
        return client

    async def staff(self, id: str, *roles: str) -> Client:
        admin = self.clients.get("administrador")
        if admin is None:
            admin = await self.come_in("administrador", self.password)
        body = {"id": id, "name": id.title(), "password": PASSWORD, "roles": roles}
        await admin.post("/api/staff", body, dict)
        return await self.come_in(id)

    async def guest(self, name: str) -> Client:
        client = self._client()
        await client.guest(name)
        return client

    async def begun(self, director: Client) -> list[str]:
        """A sit and go of nine, entered by hand, that has begun; who plays in it."""
        lead = "director-de-torneo"
        await self.create({"file": "sit-and-go", "unidad": "juego"})
        await self.do(director, lead, "open-registration")
        ids = []
        for n in range(9):
            one = await self.guest(f"Jugador {n}")
            assert one.me is not None
            ids.append(one.me.id)
            await self.do(one, "jugador", "enter", player=one.me.id)
        await self.do(director, lead, "open-doors")
        for id in ids:
            await self.do(director, lead, "accredit", player=id)
        await self.do(director, lead, "start")
        return ids

    async def create(self, row: dict[str, Any]) -> None:
        admin = self.clients["administrador"]
        await admin.post("/api/units", {"kind": "torneo", "id": ID, "row": row}, list)
        while ID not in self.casino.keepers:
            await asyncio.sleep(0.005)
        self._listen()

    async def do(self, client: Client, role: str, what: str, **fields: Any) -> Any:
        self.sent += 1
        saw = self.casino.keepers[ID].chain.hash if what in ANSWERS else None
        body = {"id": f"c{self.sent}", "role": role, "command": {"do": what, **fields}, "saw": saw}
        return await client.post(f"/api/units/{ID}/commands", body, dict)

    async def at_table(
        self, client: Client, command: dict[str, Any], table: str = "", saw: str | None = None
    ) -> Any:
        self.sent += 1
        body = {"id": f"c{self.sent}", "role": "jugador", "command": command, "saw": saw}
        return await client.post(f"/api/units/{table or f'{ID}-mesa-1'}/commands", body, dict)

    async def view(self, client: Client) -> Any:
        return await client.get(f"/api/units/{ID}", dict)

    @property
    def unit(self) -> Torneo:
        unit = self.casino.keepers[ID].unit
        assert isinstance(unit, Torneo)
        return unit

    @property
    def mesas(self) -> dict[str, Any]:
        return {id: one for id, one in self.casino.keepers.items() if "-mesa-" in id}

    def _listen(self) -> None:
        if ID in self.casino.keepers and self._hear not in self.casino.keepers[ID].watchers:
            self.casino.keepers[ID].watchers.append(self._hear)

    async def _hear(self, step: Any) -> None:
        try:
            for check in self.checked:
                check(step)
        except Exception as error:  # a keeper goes on whatever befalls who listens: `until` says it
            self.heard.put_nowait(error)
        for event in step.events:
            self.heard.put_nowait(event)

    async def until(self, kind: str, **facts: Any) -> Any:
        """Wait for something to happen to the tournament; every hand takes a minute. A stage
        that it had come to before anybody listened is not waited for."""
        if kind == "tournament-stage" and self.unit.now.stage == facts["stage"]:
            return None
        while True:
            event = await asyncio.wait_for(self.heard.get(), 600)
            if isinstance(event, Exception):
                raise event
            if event.kind == "tournament-hand-over":
                self.time += 60.0
            if event.kind == kind and all(getattr(event, k) == v for k, v in facts.items()):
                return event
