"""A crash drill: a casino is killed for good (SIGKILL) at each step between a command and its
telling, started again, and looked at. What it finds is evidence for whoever asks, made on the spot.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import msgspec

from tapete.client import Client
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.failpoints import POINTS, VARIABLE
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Sit

GAME, SEAT, CHIPS = "ruleta-francesa", 4, 250_000
TABLE = f"{GAME}-1"
PATIENCE, TRIES = 300.0, 5
TIMES = {"some-told": 1, "before-commit": 3, "committed": 3}
"""The second command of the table is that of the guest: the first opened it and nobody watched.
What is written counts the guest's chips too."""


class Killed(msgspec.Struct, frozen=True, kw_only=True):
    """One kill: where, whether the command had been written by then, how often it was carried out
    though it was sent three times, what the audit found, and how long the restart took."""

    point: str
    killed: bool
    written_before: bool
    carried_out: int
    chips_right: bool
    findings: tuple[str, ...]
    restart_seconds: float

    @property
    def fine(self) -> bool:
        return self.killed and self.carried_out == 1 and self.chips_right and not self.findings


def drill(folder: Path, points: Sequence[str] = POINTS) -> Iterator[Killed]:
    """Kill a casino at each of these points."""
    for point in points:
        place = folder / point
        place.mkdir(parents=True)
        yield asyncio.run(_killed_at(point, place))


async def _killed_at(point: str, folder: Path) -> Killed:
    url, sent = f"sqlite:///{folder}/casino.db", secrets.token_hex(8)
    with _serving(folder, url, f"{point}:{TIMES.get(point, 2)}") as (address, process):
        async with Client(address) as guest:
            await guest.guest("Prueba")
            async with guest.table(TABLE):  # somebody watches
                with suppress(httpx.TransportError, httpx.HTTPStatusError):
                    await _sit(guest, sent)
        killed = process.wait(PATIENCE) == -signal.SIGKILL
    written = bool(_sat(url))
    began = time.monotonic()
    with _serving(folder, url, "") as (address, _):
        took = time.monotonic() - began
        async with Client(address) as again:
            again.me, again.csrf, again.http.cookies = guest.me, guest.csrf, guest.http.cookies
            await _sit(again, sent)
            await _sit(again, sent)
            async with again.table(TABLE) as table:
                seats = [(seat.seat, seat.chips) for seat in table.view.seats]
            wallet = await again.wallet()
    store = Store(url)
    found = tuple(f"{one.what} {one.where}" for one in audit(store))
    store.close()
    return Killed(
        point=point, killed=killed, written_before=written, carried_out=_sat(url),
        chips_right=seats == [(SEAT, CHIPS)] and wallet == 1_000_000 - CHIPS, findings=found,
        restart_seconds=round(took, 2),
    )  # fmt: skip


async def _sit(client: Client, id: str) -> None:
    assert client.me is not None
    await client.table(TABLE).post(Sit(seat=SEAT, player=client.me.id, chips=CHIPS), id=id)


def _sat(url: str) -> int:
    """How often somebody sat down, by the log."""
    store = Store(url)
    try:
        return sum(isinstance(kept.envelope.command, Sit) for kept in store.log(TABLE))
    finally:
        store.close()


@contextmanager
def _serving(
    folder: Path, url: str, failpoint: str
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A casino in a process of its own."""
    tried = (_served(folder, url, failpoint) for _ in range(TRIES))
    found = next(filter(None, tried), None)
    if found is None:
        raise RuntimeError("the casino did not start")
    address, process = found
    try:
        yield address, process
    finally:
        process.kill()
        process.wait(PATIENCE)


def _served(folder: Path, url: str, failpoint: str) -> tuple[str, subprocess.Popen[bytes]] | None:
    """A casino on a free port; none, if somebody else had the port by the time it listened."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    config = folder / "casino.toml"
    clocks = "\n".join(f"{name} = 3600.0" for name in ("betting", "decision", "pause"))
    config.write_text(
        f'db = "{url}"\nport = {port}\nnode = "uno"\nlease = 600.0\ngames = ["{GAME}"]\n'
        f"[clocks]\n{clocks}\n"
    )
    command = [
        sys.executable,
        "-m",
        "tapete",
        "serve",
        "--config",
        str(config),
        "--log",
        "error",
        "--workers",
        "1",
    ]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        command, env={**os.environ, VARIABLE: failpoint}, stdout=quiet, stderr=quiet
    )
    address = f"http://127.0.0.1:{port}"
    try:
        return (address, process) if _is_up(address, process) else None
    except BaseException:
        process.kill()
        raise


def _is_up(address: str, process: subprocess.Popen[bytes]) -> bool:
    """Wait until it answers; says whether it does, or has ended."""
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None:
        with suppress(httpx.TransportError):
            answer = httpx.get(f"{address}/health", timeout=5)
            if answer.status_code == httpx.codes.OK and answer.json()["tables"] == 1:
                return True
        if time.monotonic() > deadline:
            process.kill()
        time.sleep(0.05)
    return False
