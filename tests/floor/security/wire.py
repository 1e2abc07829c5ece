"""What went over the wire to one listener, and what it was allowed to contain."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tapete.client import Client
from tapete.core.round.acta import read_event
from tapete.core.round.event import Event
from tapete.core.round.felt import PUBLIC
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store

CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")


class Tap:
    """A second socket of the same person: keeps every message just as it came."""

    def __init__(self, client: Client, table: str) -> None:
        self.client, self.table = client, table
        self.heard: list[str] = []
        self._next, self._news = 0, asyncio.Condition()
        self._socket: ClientConnection
        self._task: asyncio.Task[None]

    async def open(self) -> None:
        address = self.client.address.replace("http", "ws", 1)
        self._socket = await connect(
            f"{address}/api/tables/{self.table}/socket?lang=es",
            additional_headers={"cookie": self.client.cookies()}, max_size=2**22,
        )  # fmt: skip
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self._socket:
                self.heard.append(str(text))
                async with self._news:
                    self._next = msgspec.json.decode(text).get("view", {}).get("next", self._next)
                    self._news.notify_all()

    async def until(self, number: int) -> None:
        """Wait until everything told before this number has come."""
        async with asyncio.timeout(600), self._news:
            await self._news.wait_for(lambda: self._next >= number)

    async def close(self) -> None:
        await self._socket.close()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


class Told:
    """Everything told at a table, with its number and round, as the log has it."""

    def __init__(self, store: Store, table: str) -> None:
        self.events: list[tuple[int, int, Event]] = []
        s = schema.steps
        query = s.select().where(s.c.unit_id == table).order_by(s.c.number)
        with store.engine.connect() as connection:
            for row in connection.execute(query):
                lines = row.events.split("\n") if row.events else []
                for n, line in enumerate(lines, row.first):
                    self.events.append((n, row.round, read_event(line)))

    def sat_down(self, person: str) -> int:
        """The number with which a person took his place; none: past everything."""
        taken = (n for n, _, e in self.events if getattr(e, "player", None) == person)
        return next(taken, 10**9)

    def private(self) -> int:
        """How many cards were told to some and not to others."""
        return sum(bool(e.audience) and bool(cards_of(e)) for _, _, e in self.events)

    def known(self, seat: int | None, since: int, upto: int, rounds: int | None) -> set[str]:
        """The cards somebody may know: told to him, in the last rounds or in all of them."""
        last = max((r for n, r, _ in self.events if n <= upto), default=0)
        found: set[str] = set()
        for n, round_, event in self.events:
            viewer = f"seat:{seat}" if seat is not None and n >= since else PUBLIC
            recent = rounds is None or round_ > last - rounds
            if n <= upto and recent and event.seen_by(viewer):
                found |= cards_of(event)
        return found


def cards_of(value: Any) -> set[str]:
    """Every card named anywhere in a message or an event."""
    text = value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=str).decode()
    return set(CARD.findall(text))


def leaks(told: Told, heard: list[str], seat: int | None, since: int) -> list[str]:
    """Cards in what somebody received that nothing he may know had told him."""
    found = []
    for text in heard:
        message = msgspec.json.decode(text)
        if "view" not in message:
            continue
        table = message["view"]
        upto = table["next"] - 1
        # What was said and what came out is shown for a good while: cards of any round before.
        past = {"said": table["felt"].pop("said"), "results": table["felt"].pop("results")}
        loose = cards_of(past) - told.known(seat, since, upto, None)
        loose |= cards_of(table) - told.known(seat, since, upto, 2)
        numbers = [event["n"] for event in message.get("events", ())]
        latest = max(numbers, default=upto)
        loose |= cards_of(message.get("events", ())) - told.known(seat, since, latest, None)
        if loose:
            found.append(f"{sorted(loose)} in {text[:400]}")
    return found
