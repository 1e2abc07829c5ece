"""A casino in a process of its own, to be killed for good.

Every process is forked from one that has imported the program (`multiprocessing`'s fork server): a
start costs a third of what it costs from nothing, and there are a hundred of them.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from tapete.floor.kernel.failpoints import VARIABLE, arm
from tests.floor.server import free_port

SLOW = {"betting": 3600.0, "decision": 3600.0, "pause": 3600.0}
LONG = 3600.0
"""A lease that is not renewed meanwhile: renewing it is written too, and would be counted."""
QUICK = {"betting": 0.1, "decision": 0.1, "pause": 0.02}

CHILDREN = get_context("forkserver")
READ = (
    "cli.main",
    "cli.serve",
    "floor.api.app",
    "floor.storage.migrations",
    "floor.house.workers.worker",
)
READ_LATER = (  # by every server, once it needs them
    "alembic.context", "anyio._backends._asyncio", "psycopg",
    "sqlalchemy.dialects.postgresql.psycopg", "sqlalchemy.dialects.sqlite.pysqlite",
    "uvicorn.lifespan.on", "uvicorn.loops.auto", "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
)  # fmt: skip
WARMED = "tests.floor.warmed"
CHILDREN.set_forkserver_preload([*(f"tapete.{name}" for name in READ), *READ_LATER, WARMED])


def _serve(arguments: list[str], environment: dict[str, str], errors: Path) -> None:
    """What ``tapete serve`` does, in this process."""
    os.environ.clear()
    os.environ.update(environment)
    arm(environment[VARIABLE])
    for stream, file, how in ((1, os.devnull, os.O_WRONLY),
                              (2, str(errors), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)):  # fmt: skip
        os.dup2(os.open(file, how), stream)
    from tapete.cli.main import main

    sys.argv = ["tapete", *arguments]
    sys.exit(main())


class Server:
    """A casino in a process of its own."""

    def __init__(
        self, folder: Path, url: str, clocks: dict[str, float], games: str, node: str = "uno",
        lease: float = 1.5, workers: int = 1,
    ) -> None:  # fmt: skip
        self.port, self.url = free_port(), url
        lines = [f"{name} = {value}" for name, value in clocks.items()]
        self.config, self.errors = folder / f"{node}.toml", folder / f"{node}.errors"
        about = [f'db = "{url}"', f"port = {self.port}", f'node = "{node}"', f"lease = {lease}"]
        about += [f"workers = {workers}", 'proxies = ["127.0.0.1"]']
        about += [f"games = [{games}]", "[clocks]", *lines]
        # What is spent of the tries does not come back meanwhile, however slow the machine is.
        about += ["[limits]", "passwords = { at_once = 5, every = 3600.0 }"]
        self.config.write_text("\n".join(about))
        self.process: ForkServerProcess | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, failpoint: str = "", *, tables: int = 1) -> None:
        """Start it and wait until it keeps so many tables."""
        environment = {**os.environ, VARIABLE: failpoint}
        arguments = ["serve", "--config", str(self.config), "--log", "error"]
        self.process = CHILDREN.Process(target=_serve, args=(arguments, environment, self.errors))
        self.process.start()
        deadline = time.monotonic() + 600
        while time.monotonic() < deadline:
            if self.process.exitcode is not None:
                raise RuntimeError(self.errors.read_text())
            with suppress(OSError, HTTPException):
                if self._health()["tables"] >= tables:
                    return
            time.sleep(0.05)
        raise RuntimeError("the casino did not start")

    def _health(self) -> Any:
        """What it says of itself; asked so often that it is asked in the cheapest way."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=600)) as connection:
            connection.request("GET", "/health")
            return json.load(connection.getresponse())

    def died(self) -> bool:
        assert self.process is not None
        self.process.join(300)
        return self.process.exitcode == -signal.SIGKILL

    def kill(self) -> None:
        if self.process is not None and self.process.exitcode is None:
            self.process.kill()
            self.process.join(300)
