"""A casino served from a process of its own, on a database made for the measurement."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tapete.core.book.plan import plan
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.storage.store import Store
from tapete.floor.units.mesa import TableSpec, planned_terms

GAMES = ("ruleta-americana-un-cero", "black-jack", "mini-punto-y-banca", "craps", "big-six")
MANY = "[limits]\n" + "".join(
    f"{name} = {{at_once = 1000000, every = 0.001}}\n"
    for name in ("guests_of_address", "passwords_of_address")
)
"""All bots come from one address, and those who try passwords, as if from many."""
FEW = 'games = ["big-six"]\n'
"""Of the plan only one table more is made."""
CLOCKS = Clocks(betting=6.0, decision=4.0, pause=2.0)


@contextmanager
def folder() -> Iterator[Path]:
    """Somewhere on the disk, not in memory."""
    found = Path(tempfile.mkdtemp(prefix="tapete-bench-", dir=os.environ.get("TAPETE_BENCH_DIR")))
    try:
        yield found
    finally:
        shutil.rmtree(found, ignore_errors=True)


def name(n: int) -> str:
    return f"mesa-{n}"


def game(n: int) -> str:
    return GAMES[n % len(GAMES)]


def prepare(url: str, tables: int) -> None:
    """A casino of so many tables, of several games."""
    store, limits = Store(url), plan()
    store.create()
    for n in range(tables):
        store.add(TableSpec(
            id=name(n), game=game(n), edition="scj-2023", terms=planned_terms(limits, game(n)),
        ))  # fmt: skip
    store.close()


class Served:
    """A running casino."""

    def __init__(self, process: subprocess.Popen[bytes], address: str) -> None:
        self.process, self.address = process, address

    def cpu(self) -> dict[str, float]:
        """Seconds of processor used so far: by the loop that keeps the tables and talks to people,
        by the thread that writes and the others, and by the database server if there is one."""
        loops = threads = 0.0
        for process in _family(self.process.pid):
            tasks = Path(f"/proc/{process}/task")
            loop = _seconds(tasks / str(process))
            loops += loop
            threads += sum(_seconds(task) for task in tasks.iterdir()) - loop
        return {"loop": loops, "writer": threads, "database": sum(map(_seconds, _postgres()))}

    def memory(self) -> int:
        """Megabytes its processes hold now, what they share counted once."""
        kept = 0
        for process in _family(self.process.pid):
            for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    kept += int(line.split()[1])
        return kept // 1024


def _family(process: int) -> Iterator[int]:
    """A process and all it has started, and they have."""
    yield process
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in task.read_text().split():
            yield from _family(int(child))


def _seconds(process: Path) -> float:
    try:
        fields = (process / "stat").read_text().rpartition(") ")[2].split()
    except OSError:  # it has ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _postgres() -> Iterator[Path]:
    """Every process of a PostgreSQL on this machine: there should be ours only."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            name = (process / "comm").read_text().strip()
        except OSError:
            continue
        if name == "postgres":
            yield process


@contextmanager
def served(
    url: str, where: Path, tables: int, clocks: Clocks = CLOCKS, workers: int = 0
) -> Iterator[Served]:
    """Serve a casino until it is let go."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = where / "casino.toml"
    times = "\n".join(
        f"{name} = {json.dumps(getattr(clocks, name))}" for name in clocks.__struct_fields__
    )
    config.write_text(
        f'db = "{url}"\nport = {port}\nworkers = {workers}\n{FEW}[clocks]\n{times}\n{MANY}'
    )
    command = [sys.executable, "-m", "tapete", "serve", "--config", str(config), "--log", "error"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 120
        while True:
            try:
                if httpx.get(f"{address}/health", timeout=10).json()["tables"] > tables:
                    break
            except httpx.TransportError:
                pass
            if time.monotonic() > deadline or process.poll() is not None:
                raise RuntimeError("the casino did not start")
            time.sleep(0.1)
        yield Served(process, address)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
