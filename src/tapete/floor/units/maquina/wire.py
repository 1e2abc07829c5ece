"""Questions and answers on the line of a cabinet, over any pipe of bytes.

The ninth bit by which a cabinet knows the first byte of a poll is the converter's between network
and serial line to set; here a poll is one write, and an answer is as long as its message says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TypeVar

from tapete.systems.machines.sas.frame import CHECK, Garbled, framed, opened
from tapete.systems.machines.sas.messages import (
    ACKNOWLEDGED,
    BUSY,
    GENERAL,
    PLAIN,
    SIZES,
    Code,
    Poll,
    meters_asked,
    read_meters,
)

PATIENCE = 2.0
"""Seconds for an answer; a cabinet has 20 ms, the network between may need more."""
RESENDS = 2
"""So often is a garbled answer asked for again."""
T = TypeVar("T")


class Busy(Garbled):
    """The cabinet has no time to answer now."""


class Wire:
    """The house's end of a line. Whatever it says next lets a cabinet forget what it answered; the
    same poll at once is the wish to hear the same answer again, and nothing is done twice by it."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: int
    ) -> None:
        self._reader, self._writer, self.address = reader, writer, address
        self._last = b""
        """The poll whose answer was heard last."""

    async def general(self) -> int:
        """Has something happened? The code of one event; 0: nothing."""

        async def code() -> int:
            return (await self._read(1))[0]

        return await self._poll(bytes((GENERAL | self.address,)), code)

    async def order(self, poll: Poll) -> None:
        """Have something done that is only acknowledged."""
        assert poll in ACKNOWLEDGED

        async def address() -> None:
            if (await self._read(1))[0] != self.address:
                raise Garbled(f"{poll.name} was not acknowledged")

        await self._poll(framed(self.address, poll), address)

    async def ask(self, poll: Poll) -> bytes:
        """Read something: the data of the answer."""
        assert poll in PLAIN
        return await self._poll(bytes((self.address, poll)), partial(self._answer, poll))

    async def bring(self, poll: Poll, data: bytes = b"") -> bytes:
        """Bring something: the data of the answer."""
        return await self._poll(framed(self.address, poll, data), partial(self._answer, poll))

    async def _poll(self, poll: bytes, answer: Callable[[], Awaitable[T]]) -> T:
        """The answer to a poll, asked for again while it comes garbled."""
        if poll == self._last:
            self._writer.write(bytes((GENERAL,)))  # to everybody: the last answer was heard
        self._last = b""
        for left in reversed(range(1 + RESENDS)):
            self._writer.write(poll)
            try:
                found = await answer()
            except Garbled as error:
                if isinstance(error, Busy) or not left:
                    raise
                continue
            break
        self._last = poll
        return found

    async def meters(self, game: int, codes: Iterable[Code]) -> dict[Code, int]:
        """Meters of a game; game 0 is the cabinet."""
        wanted = tuple(codes)
        data = await self.bring(Poll.METERS, meters_asked(game, wanted))
        return read_meters(data, game, wanted)

    async def _answer(self, poll: Poll) -> bytes:
        head = await self._read(2)
        if head[1] == BUSY:
            raise Busy("the cabinet is busy")
        size = SIZES[poll]
        body = b""
        if size is None:
            body = await self._read(1)
            size = body[0]
        body += await self._read(size + CHECK)
        return opened(head + body, self.address, poll)

    async def _read(self, size: int) -> bytes:
        """So many bytes; `TimeoutError` if they do not come, `EOFError` if the line is cut."""
        await self._writer.drain()
        async with asyncio.timeout(PATIENCE):
            return await self._reader.readexactly(size)
