"""A casino in a process of its own, to be killed for good."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tapete.floor.failpoints import VARIABLE
from tests.floor.server import free_port

SLOW = {"betting": 3600.0, "decision": 3600.0, "pause": 3600.0, "tick": 3600.0}
LONG = 3600.0
"""A lease that is not renewed meanwhile: renewing it is written too, and would be counted."""
QUICK = {"betting": 0.1, "decision": 0.1, "pause": 0.02, "tick": 1.0}


class Server:
    """A casino in a process of its own."""

    def __init__(
        self, folder: Path, url: str, clocks: dict[str, float], games: str, node: str = "uno",
        lease: float = 1.5,
    ) -> None:  # fmt: skip
        self.port, self.url = free_port(), url
        lines = [f"{name} = {value}" for name, value in clocks.items()]
        self.config, self.errors = folder / f"{node}.toml", folder / f"{node}.errors"
        about = [f'db = "{url}"', f"port = {self.port}", f'node = "{node}"', f"lease = {lease}"]
        about += [f"games = [{games}]", "[clocks]", *lines]
        self.config.write_text("\n".join(about))
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, failpoint: str = "", *, tables: int = 1) -> None:
        """Start it and wait until it keeps so many tables."""
        environment = {**os.environ, VARIABLE: failpoint}
        command = [sys.executable, "-m", "tapete", "serve", "--config", str(self.config)]
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [*command, "--log", "error"], env=environment,
                stdout=subprocess.DEVNULL, stderr=errors,
            )  # fmt: skip
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(self.errors.read_text())
            try:
                health = httpx.get(f"{self.address}/health", timeout=5).json()
                if health["tables"] >= tables:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.05)
        raise RuntimeError("the casino did not start")

    def died(self) -> bool:
        assert self.process is not None
        self.process.wait(30)
        return self.process.returncode == -signal.SIGKILL

    def kill(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait(30)
