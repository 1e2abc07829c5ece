"""Questions and answers on the line of a cabinet, over any pipe of bytes.

The ninth bit by which a cabinet knows the first byte of a poll is the converter's between network
and serial line to set; here a poll is one write, and an answer is as long as its message says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

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


class Wire:
    """The house's end of a line."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: int
    ) -> None:
        self._reader, self._writer, self.address = reader, writer, address

    async def general(self) -> int:
        """Has something happened? The code of one event; 0: nothing."""
        self._writer.write(bytes((GENERAL | self.address,)))
        return (await self._read(1))[0]

    async def written(self) -> None:
        """What was told last is written: the cabinet may forget it. There is no answer."""
        self._writer.write(bytes((GENERAL,)))
        await self._writer.drain()

    async def order(self, poll: Poll) -> None:
        """Have something done that is only acknowledged."""
        assert poll in ACKNOWLEDGED
        self._writer.write(framed(self.address, poll))
        if (await self._read(1))[0] != self.address:
            raise Garbled(f"{poll.name} was not acknowledged")

    async def ask(self, poll: Poll) -> bytes:
        """Read something: the data of the answer."""
        assert poll in PLAIN
        self._writer.write(bytes((self.address, poll)))
        return await self._answer(poll)

    async def bring(self, poll: Poll, data: bytes = b"") -> bytes:
        """Bring something: the data of the answer."""
        self._writer.write(framed(self.address, poll, data))
        return await self._answer(poll)

    async def meters(self, game: int, codes: Iterable[Code]) -> dict[Code, int]:
        """Meters of a game; game 0 is the cabinet."""
        wanted = tuple(codes)
        data = await self.bring(Poll.METERS, meters_asked(game, wanted))
        return read_meters(data, game, wanted)

    async def _answer(self, poll: Poll) -> bytes:
        head = await self._read(2)
        if head[1] == BUSY:
            raise Garbled("the cabinet is busy")
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
