"""The floor measured: bots against a served casino, and rounds against the disk."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.floor import bots, serving, writing

WARM = 8.0
WRITERS = 64
SHORT_TABLES, SHORT_SEATS = 20, 120


@contextmanager
def databases() -> Iterator[dict[str, list[str]]]:
    """Addresses of empty databases of each kind; PostgreSQL keeps its promises to the disk."""
    with serving.folder() as where:
        found = {"sqlite": [f"sqlite:///{where}/{n}.db" for n in range(4)]}
        try:
            from tests.floor.postgres import binaries, cluster, fresh_database

            binaries()
        except (ImportError, RuntimeError):
            yield found
            return
        with cluster(durable=True) as server:
            found["postgresql"] = [fresh_database(server) for _ in range(4)]
            yield found


def measure(
    *, tables: int, seats: int, seconds: float, writing: float, only: str | None = None
) -> dict[str, Any]:
    """Everything, on each database."""
    found: dict[str, Any] = {"load_before": round(os.getloadavg()[0], 1), "cores": os.cpu_count()}
    with databases() as urls:
        for kind, (floor, *others) in urls.items():
            here = found.setdefault(kind, {})
            if only != "bots":
                here["writing"] = _written(others[0], others[1:], writing)
            if only != "writing":
                here["bots"] = _served(floor, tables, seats, seconds)
    found["load_after"] = round(os.getloadavg()[0], 1)
    return found


def _written(url: str, empty: list[str], seconds: float) -> dict[str, Any]:
    return writing.measure(url, empty, tables=WRITERS, seconds=seconds)


def _served(url: str, tables: int, seats: int, seconds: float) -> dict[str, Any]:
    with serving.folder() as where:
        serving.prepare(url, tables)
        with serving.served(url, Path(where), tables) as casino:
            return asyncio.run(bots.play(casino.address, tables, seats, WARM, seconds, casino.cpu))


def short() -> dict[str, Any]:
    """A short form for ``python -m bench``."""
    return measure(tables=SHORT_TABLES, seats=SHORT_SEATS, seconds=10.0, writing=3.0)
