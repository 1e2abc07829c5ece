"""A casino served for real on a port of this machine, in a thread or in a process of its own."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Literal

import uvicorn

from tapete.floor.api.app import application
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.people.throttle import Limits, Rate

FAST = Clocks(betting=0.4, decision=0.4, pause=0.05)
CROWD = Limits(guests_of_address=Rate(1000, 10.0))
"""All guests of a test come from one address, and are more than a house lets in from one."""


LOWEST, EACH = 10_000, 2_500
"""Below the ports that systems give to whoever connects, from which a free one may be gone before
a server listens there: so many for each of those who share the tests."""
_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 8
_next = count(os.getpid())


def free_port(together: int = 1) -> int:
    """The first of so many ports one after another on which nobody listens, and which nobody else
    is given."""
    while True:
        tried = [next(_next) % EACH for _ in range(together)]
        first = LOWEST + EACH * _worker + tried[0]
        try:
            with ExitStack() as stack:
                for n, port in enumerate(tried):
                    if port != tried[0] + n:
                        raise OSError("they begin again at the lowest")
                    stack.enter_context(socket.create_server(("127.0.0.1", first + n)))
            return first
        except OSError:
            continue


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
