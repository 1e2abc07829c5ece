"""What front door and workers say to each other: one JSON object a line, over a pair of sockets."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any
from zlib import crc32

import msgspec

from tapete.floor.people.throttle import line_of

LINE_MAX = 2**22


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A worker is ``ready``, it ``keeps`` these units; either has ``news`` for the others."""

    ready: bool = False
    keeps: tuple[str, ...] | None = None
    news: dict[str, str] | None = None


class Wire:
    """One end of the line between the front door and a worker."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def on(cls, end: socket.socket) -> Wire:
        """The line over this end of a pair of sockets."""
        return cls(*await asyncio.open_unix_connection(sock=end, limit=LINE_MAX))

    def say(self, said: Message) -> None:
        """Say something. Whoever is gone does not hear it."""
        if not self._writer.is_closing():
            self._writer.write(msgspec.json.encode(said) + b"\n")

    async def hear(self, heard: Callable[[Message], Awaitable[None]]) -> None:
        """Hear what the other end says, until it is gone."""
        try:
            while line := await self._reader.readline():
                await heard(msgspec.json.decode(line, type=Message))
        except OSError:
            pass

    def close(self) -> None:
        self._writer.close()


def home(address: str, workers: int) -> int:
    """The worker that an address is always received by: what it tries is counted there.

    >>> 0 <= home("200.1.2.3", 4) < 4
    True
    """
    return crc32(line_of(address).encode()) % workers


def settings_for(settings: Any, worker: int, workers: int, base: str) -> Any:
    """The settings of one worker: as those of the casino, under a name of its own."""
    return msgspec.structs.replace(settings, node=f"{base}-{worker + 1}", workers=workers)
