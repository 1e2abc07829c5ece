"""A casino served for real on a port of this machine, in a thread or in a process of its own."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

import uvicorn

from tapete.floor.api.app import application
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.people.throttle import Limits, Rate

FAST = Clocks(betting=0.4, decision=0.4, pause=0.05)
CROWD = Limits(guests_of_address=Rate(1000, 10.0))
"""All guests of a test come from one address, and are more than a house lets in from one."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(
    url: str,
    *,
    clocks: Clocks = FAST,
    password: list[str] | None = None,
    games: tuple[str, ...] = (),
    plan: str = "ejemplo",
    limits: Limits = CROWD,
    port: int = 0,
    signatures: Literal["offered", "required"] = "offered",
    now: Callable[[], float] | None = None,
) -> Iterator[str]:
    """The address of a running casino; ``password`` is given the administrator's; ``now`` is a
    clock that the test holds."""
    port = port or free_port()
    settings = Settings(
        db=url, port=port, clocks=clocks, games=games, plan=plan, limits=limits,
        signatures=signatures,
    )  # fmt: skip
    casino = Casino(settings, now=now)
    first = casino.prepare()
    if password is not None and first is not None:
        password.append(first)
    config = uvicorn.Config(application(casino), port=port, log_level="error", lifespan="on")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 300
    while not server.started:
        if time.monotonic() > deadline or not thread.is_alive():
            raise RuntimeError("the casino did not start")
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(300)
