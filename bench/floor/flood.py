"""``python -m bench.floor.flood ADDRESS CLIENTS``: so many try passwords, one after the other,
until they are stopped; then one line says how many tries there were.

It is a process of its own, behind all others: whoever tries passwords has a machine of his own, and
takes nothing from the house but what the house gives him."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import httpx

BEHIND = 19


async def tried(address: str, n: int) -> int:
    """How many passwords of other people one client tried until it was told to stop."""
    async with httpx.AsyncClient(base_url=address, timeout=120) as http:
        for guess in count():
            body = {"id": f"nadie-{n}-{guess}", "password": "esta no es la clave"}
            try:
                await http.post("/api/login", json=body)
            except asyncio.CancelledError:
                return guess
    raise AssertionError("it counts for ever")


async def flood(address: str, clients: int) -> int:
    """All their tries."""
    tasks = [asyncio.create_task(tried(address, n)) for n in range(clients)]
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()
    for task in tasks:
        task.cancel()
    return sum(await asyncio.gather(*tasks))


@contextmanager
def flooded(address: str, clients: int) -> Iterator[list[int]]:
    """While a house is flooded; afterwards the list holds the number of tries."""
    found: list[int] = []
    command = [sys.executable, "-m", "bench.floor.flood", address, str(clients)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        yield found
    finally:
        process.send_signal(signal.SIGTERM)
        found.append(int(process.communicate(timeout=60)[0]))


def main() -> None:
    os.nice(BEHIND)
    print(asyncio.run(flood(sys.argv[1], int(sys.argv[2]))))


if __name__ == "__main__":
    main()
