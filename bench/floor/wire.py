"""A socket as a bot has it: as little work as can be for each message, so that the cores of the
machine are the casino's. It speaks WebSocket (RFC 6455) as far as a casino does that compresses
nothing: whole messages of text, each in one frame.
"""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from struct import Struct
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
MASKED = 0x80
LAST = 0x80
LENGTH = 0x7F
MEDIUM, LONG = 126, 127
_medium, _long = Struct("!H"), Struct("!Q")
MASK = bytes(4)
"""A mask of zeros leaves a message as it is; whoever serves takes it off all the same."""


class Socket(asyncio.Protocol):
    """One end of a conversation: ``heard`` is called with each message of text."""

    def __init__(self, ask: bytes, heard: Callable[[bytes], None]) -> None:
        self._ask, self.heard = ask, heard
        self._read = bytearray()
        self._transport: asyncio.Transport
        self._talking = False
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._ask)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("hung up"))
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._read += data
        if not self._talking:
            self._answered()
        if self._talking:
            self._frames()

    def _answered(self) -> None:
        """Whether the casino has agreed to talk."""
        head, end, rest = self._read.partition(b"\r\n\r\n")
        if not end:
            return
        if not head.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
            self._transport.abort()
            return
        self._talking, self._read = True, rest
        self.opened.set_result(None)

    def _frames(self) -> None:
        read, at = self._read, 0
        while len(read) - at >= 2:
            kind, length, begins = read[at] & 0x0F, read[at + 1] & LENGTH, at + 2
            if length >= MEDIUM:
                number = _medium if length == MEDIUM else _long
                if len(read) < begins + number.size:
                    break
                (length,) = number.unpack_from(read, begins)
                begins += number.size
            if len(read) < begins + length:
                break
            self._take(kind, bytes(read[begins : begins + length]))
            at = begins + length
        del read[:at]

    def _take(self, kind: int, said: bytes) -> None:
        if kind == TEXT:
            self.heard(said)
        elif kind == PING:
            self._frame(PONG, said)
        elif kind == CLOSE:
            self._transport.close()

    def send(self, said: bytes) -> None:
        """Say something."""
        self._frame(TEXT, said)

    def _frame(self, kind: int, said: bytes) -> None:
        length = len(said)
        assert length < 1 << 16
        size = bytes((MASKED | length,))
        if length >= MEDIUM:
            size = bytes((MASKED | MEDIUM,)) + _medium.pack(length)
        self._transport.write(bytes((LAST | kind,)) + size + MASK + said)

    def close(self) -> None:
        """Hang up."""
        self._transport.abort()


async def connect(url: str, cookie: str, heard: Callable[[bytes], None]) -> Socket:
    """Open a socket at an address (``http://…``) as whoever has this cookie."""
    parts = urlsplit(url)
    ask = "\r\n".join((
        f"GET {parts.path}?{parts.query} HTTP/1.1", f"Host: {parts.netloc}", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Cookie: {cookie}",
        f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}", "", "",
    ))  # fmt: skip
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(ask.encode(), heard), parts.hostname or "", parts.port or 80
    )
    await socket.opened
    return socket
