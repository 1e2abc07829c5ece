"""Sockets whose owners never read, at a casino of two workers: at the worker that keeps the table
and through the one that does not. They are cut off, and nobody else notices."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.client import Client
from tapete.floor.api import listening
from tapete.floor.table.commands import Bring, PutAway
from tests.floor.process import LONG, SLOW, Server

TABLE = "craps-1"
NODES = ("uno-1", "uno-2")
EACH = 4
"""So many of them at each worker."""
MUCH = 600
"""Steps that fill what the system keeps for somebody who does not read."""
PATIENCE = 1200.0


def deaf(server: Server, node: str) -> socket.socket:
    """Asks a worker for the socket of the table, over a connection it has, and reads no more."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    wire.connect(("127.0.0.1", server.port))
    wire.sendall(f"GET /health?node={node} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    answer = b""
    while not answer.endswith(b"}"):
        answer += wire.recv(65_536)
    asked = [
        f"GET /api/tables/{TABLE}/socket HTTP/1.1", f"Host: 127.0.0.1:{server.port}",
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
    ]  # fmt: skip
    wire.sendall("\r\n".join(asked).encode())
    return wire


def held(server: Server) -> set[int]:
    """The ports of those whose connections some process of the casino still holds open."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ends = [(row[1].split(":"), row[2].split(":"), row[9]) for row in rows]
    return {
        int(there[1], 16)
        for here, there, inode in ends
        if int(here[1], 16) == server.port and inode != "0"
    }


async def play_before(server: Server, ports: set[int]) -> None:
    """Somebody plays on before those who do not read, until the house has hung up on all."""
    client = Client(server.address)
    await client.guest("Ana")
    async with client.table(TABLE) as table:
        await table.sit(3, chips=50_000)
        until, n = time.monotonic() + PATIENCE, 0
        while n < MUCH or ports & held(server):
            assert time.monotonic() < until, f"{len(ports & held(server))} were never cut off"
            await table.send((PutAway if n % 2 else Bring)(seat=3, amount=1000))
            n += 1
            if n > MUCH:  # from here on no faster than anybody may
                await asyncio.sleep(0.05)
        await table.send((PutAway if n % 2 else Bring)(seat=3, amount=1000))
        chips = 50_000 + 1000 * ((n + 1) % 2)
        await table.until(lambda view: view.seats[0].chips == chips)
    await client.http.aclose()


def test_whoever_never_reads_is_cut_off_at_either_worker_and_the_others_play_on(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path}/casino.db"
    server = Server(tmp_path, url, SLOW, '"craps", "war"', lease=LONG, workers=2)
    try:
        server.start(tables=2)
        with ExitStack() as wires:
            made = [wires.enter_context(deaf(server, node)) for node in NODES for _ in range(EACH)]
            ports = {wire.getsockname()[1] for wire in made}
            while not held(server) >= ports:  # one look at a list that changes may miss some
                continue
            asyncio.run(play_before(server, ports))
    finally:
        server.kill()


class Wire:
    """A socket that takes nothing in as long as it is held, and notes why it was closed."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}
        self.scope: dict[str, Any] = {}
        self.query_params: dict[str, str] = {}
        self.headers: dict[str, str] = {}
        self.free = asyncio.Event()
        self.closed: list[int] = []

    async def send_data(self, text: str, mode: str) -> None:
        await self.free.wait()

    async def close(self, code: int) -> None:
        self.closed.append(code)


@pytest.mark.parametrize("reads", [False, True])
def test_only_who_takes_nothing_in_for_so_long_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, reads: bool
) -> None:
    """However little is said at the table; who reads is left alone, however often one looks."""
    monkeypatch.setattr(listening, "NOT_READING", 0.0)

    async def listen() -> list[int]:
        wire, keeper = (
            Wire(),
            SimpleNamespace(unit=SimpleNamespace(spec=SimpleNamespace(kind="mesa"))),
        )
        listener = listening.Listener(wire, TABLE, None, keeper)  # type: ignore[arg-type]
        if reads:
            wire.free.set()
        saying = asyncio.create_task(listener.send_text("x"))
        looking = asyncio.create_task(listener.cut_off())
        for _ in range(200):
            await asyncio.sleep(0)
        for task in (saying, looking):
            task.cancel()
        return wire.closed

    assert asyncio.run(listen()) == ([] if reads else [listening.BEHIND])
