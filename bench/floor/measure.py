"""The floor measured: bots against a served casino, and rounds against the disk."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from bench.floor import bots, serving, writing

KINDS = ("sqlite", "postgresql")
WARM = 8.0
WRITERS = 150
TIMES = 3
SHORT_TABLES, SHORT_SEATS = 20, 120

Fresh = Callable[[], str]
"""Makes an empty database, and gives its address."""


@contextmanager
def databases() -> Iterator[dict[str, Fresh]]:
    """Empty databases of each kind, on the disk; PostgreSQL waits for it as SQLite does."""
    with serving.folder() as where:
        number = count(1)
        found: dict[str, Fresh] = {"sqlite": lambda: f"sqlite:///{where}/{next(number)}.db"}
        try:
            from tests.floor.postgres import binaries, cluster, fresh_database

            binaries()
        except (ImportError, RuntimeError):
            yield found
            return
        with cluster(durable=True) as server:
            found["postgresql"] = lambda: fresh_database(server)
            yield found


def measure(
    *, tables: int, seats: int, seconds: float, writing: float, only: str | None = None,
    kinds: tuple[str, ...] = (), times: int = TIMES, workers: int = 0, flood: int = 0,
    spread: float = 0.0,
) -> dict[str, Any]:  # fmt: skip
    """Everything, on each database."""
    found: dict[str, Any] = {"load_before": round(os.getloadavg()[0], 1), "cores": os.cpu_count()}
    with databases() as known:
        for kind, fresh in known.items():
            if kinds and kind not in kinds:
                continue
            here = found.setdefault(kind, {})
            if only != "bots":
                here["writing"] = _written(fresh, writing, times)
            if only != "writing":
                here["bots"] = _served(fresh(), tables, seats, seconds, workers, flood, spread)
    found["load_after"] = round(os.getloadavg()[0], 1)
    return found


def _written(fresh: Fresh, seconds: float, times: int) -> dict[str, Any]:
    return writing.measure(fresh, tables=WRITERS, seconds=seconds, times=times)


def _served(
    url: str, tables: int, seats: int, seconds: float, workers: int, flood: int, spread: float
) -> dict[str, Any]:
    with serving.folder() as where:
        serving.prepare(url, tables)
        with serving.served(url, Path(where), tables, workers=workers) as casino:
            playing = bots.play(
                casino.address, tables, seats, WARM, seconds, casino.cpu, casino.memory,
                flood, spread,
            )  # fmt: skip
            return asyncio.run(playing)


def short() -> dict[str, Any]:
    """A short form for ``python -m bench``."""
    return measure(tables=SHORT_TABLES, seats=SHORT_SEATS, seconds=10.0, writing=3.0, times=1)
