"""Serving a casino: in this process alone, or through a front door by several."""

from __future__ import annotations

import asyncio
import gc
import secrets
import socket
import sys
from contextlib import suppress
from typing import Any

import uvicorn
from sqlalchemy import make_url

from tapete.floor.house.settings import Settings
from tapete.floor.house.workers.door import FrontDoor
from tapete.floor.house.workers.patience import Patient

SWITCH = 0.0005
GARBAGE = (700, 300, 100)
"""So many new objects are let be before they are looked through for garbage, and so many looks at
the new ones before one at those that were left over. A look stops every table as long as it takes:
with 2,500 sockets 8 ms if few objects are looked through often, 50 to 100 if many now and then."""
GRACE = 5
"""Seconds in which whoever is being answered when a process stops is answered to the end."""


def all_descriptors() -> None:
    """As many open connections as the machine lets this process have, not only as many as a shell
    begins with."""
    with suppress(ImportError, ValueError, OSError):  # not every system has such a number
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def prepared() -> None:
    """Settings made once in a serving process."""
    all_descriptors()
    # The thread that writes gives way at every statement; it must not wait long for its next turn.
    sys.setswitchinterval(SWITCH)
    # Looking for garbage stops every table: what stands as long as the casino is left out of it.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def server_config(app: Any, proxies: tuple[str, ...] = ()) -> uvicorn.Config:
    """How HTTP and sockets are served; these proxies say who asks."""
    return uvicorn.Config(
        app, log_config=None, access_log=False, ws_max_size=65_536, ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE, http=Patient, forwarded_allow_ips=list(proxies),
    )  # fmt: skip


def serve_alone(app: Any, sock: socket.socket, proxies: tuple[str, ...] = ()) -> None:
    """All in this process."""
    prepared()
    uvicorn.Server(server_config(app, proxies)).run(sockets=[sock])


def serve_on(settings: Settings, sock: socket.socket, workers: int, level: str) -> None:
    """With so many workers behind one front door."""
    sqlite = make_url(settings.db).get_backend_name() == "sqlite"
    base = settings.node or ("local" if sqlite else f"node-{secrets.token_hex(4)}")

    async def run() -> None:
        all_descriptors()
        await FrontDoor(settings, sock, workers, base, level).run()

    asyncio.run(run())
