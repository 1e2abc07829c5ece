"""A client of the floor in Python: for bots, tests and programs of one's own.

>>> async def play() -> None:
...     async with Client("http://127.0.0.1:8077") as casino:
...         await casino.guest("Ana")
...         async with casino.table("ruleta-francesa-1") as table:
...             await table.sit(3, chips=50_000)
...             await table.until(lambda view: view.ask is not None and view.ask.kind == "bets")
...             await table.bet("rojo", 1000)
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tapete.core.bets import Action, Place, Remove
from tapete.core.refused import Refused
from tapete.floor.api.messages import (
    Answered,
    CommandIn,
    Denied,
    Done,
    Hello,
    Me,
    News,
    NotDone,
    TableRow,
    Told,
)
from tapete.floor.commands import Answer, AnyCommand, Bet, Leave, Sit
from tapete.floor.view import OfferView, TableView

Heard = Hello | News | Answered | NotDone


class Client:
    """A person's connection to a casino."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.http = httpx.AsyncClient(base_url=self.address, timeout=30)
        self.me: Me | None = None
        self.csrf = ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        await self.http.aclose()

    async def guest(self, name: str) -> Me:
        """Come in as a guest with play chips."""
        return self._came_in(await self.post("/api/guest", {"name": name}, Me))

    async def log_in(self, id: str, password: str) -> Me:
        """Come in with an account."""
        return self._came_in(await self.post("/api/login", {"id": id, "password": password}, Me))

    def _came_in(self, me: Me) -> Me:
        self.me, self.csrf = me, me.csrf or ""
        return me

    async def tables(self) -> list[TableRow]:
        """Every table of the casino."""
        found: list[TableRow] = await self.get("/api/tables", list[TableRow])
        return found

    async def wallet(self) -> int:
        """The chips held away from the tables."""
        me: Me = await self.get("/api/me", Me)
        return me.wallet

    def table(self, id: str) -> TableClient:
        """A table to sit at or to watch."""
        return TableClient(self, id)

    async def get(self, path: str, kind: Any) -> Any:
        return _read(await self.http.get(path), kind)

    async def post(self, path: str, body: Any, kind: Any) -> Any:
        content = msgspec.json.encode(body)
        headers = {"content-type": "application/json", "x-csrf": self.csrf}
        return _read(await self.http.post(path, content=content, headers=headers), kind)

    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


def _read(response: httpx.Response, kind: Any) -> Any:
    if response.status_code == httpx.codes.CONFLICT:
        raise _refused(msgspec.json.decode(response.content, type=Denied))
    response.raise_for_status()
    return None if kind is None else msgspec.json.decode(response.content, type=kind)


def _refused(denied: Denied) -> Refused:
    return Refused(denied.clause, denied.code, **denied.facts)


class TableClient:
    """One table: ``view`` is how it looks now, ``events`` what was told since we listen."""

    def __init__(self, client: Client, id: str) -> None:
        self.client, self.id = client, id
        self.view: TableView
        self.events: list[Told] = []
        self.seat: int | None = None
        self._socket: ClientConnection | None = None
        self._news = asyncio.Condition()
        self._waiting: dict[str, asyncio.Future[str]] = {}
        self._listener: asyncio.Task[None] | None = None
        self._next: int | None = None

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        await self.disconnect()

    async def connect(self) -> None:
        """Listen, from where we were if we listened before."""
        address = self.client.address.replace("http", "ws", 1)
        resume = "" if self._next is None else f"?start={self._next}"
        self._socket = await connect(
            f"{address}/api/tables/{self.id}/socket{resume}",
            additional_headers={"cookie": self.client.cookies()},
            max_size=2**22,
        )  # fmt: skip
        hello = _heard(await self._socket.recv())
        assert isinstance(hello, Hello)
        self.view = hello.table
        if self._next is None:
            self._next = hello.table.next
        self._listener = asyncio.create_task(self._listen(self._socket))

    async def disconnect(self) -> None:
        """Stop listening."""
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
        if self._socket is not None:
            await self._socket.close()
        self._socket = self._listener = None

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                heard = _heard(text)
                match heard:
                    case News():
                        await self._told(heard)
                    case Answered():
                        self._settle(heard.id, heard.state, None)
                    case NotDone():
                        self._settle(heard.id or "", "", _refused(heard.denied))
                    case Hello():
                        self.view = heard.table
        except ConnectionClosed:
            pass
        for id in list(self._waiting):
            self._settle(id, "", ConnectionError("the connection was cut"))

    async def _told(self, news: News) -> None:
        async with self._news:
            fresh = [event for event in news.events if event.n >= (self._next or 0)]
            self.events += fresh
            self.view = news.table
            self._next = max(self._next or 0, news.table.next)
            self._news.notify_all()

    def _settle(self, id: str, state: str, error: Exception | None) -> None:
        future = self._waiting.pop(id, None)
        if future is None or future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(state)

    async def until(
        self, wanted: Callable[[TableView], bool], *, seconds: float = 30.0
    ) -> TableView:
        """Wait until the table looks like this."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: wanted(self.view))
        return self.view

    async def send(
        self, command: AnyCommand, *, role: str = "jugador", id: str = "", saw: str | None = None
    ) -> str:
        """Send a command over the socket and wait until it is done; gives the state after it."""
        assert self._socket is not None, "connect first"
        id = id or secrets.token_hex(8)
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting[id] = future
        message = CommandIn(id=id, command=command, role=role, saw=saw)
        await self._socket.send(msgspec.json.encode(message).decode())
        return await future

    async def post(self, command: AnyCommand, *, role: str = "jugador", id: str = "") -> Done:
        """The same over HTTP."""
        message = CommandIn(id=id or secrets.token_hex(8), command=command, role=role)
        done: Done = await self.client.post(f"/api/tables/{self.id}/commands", message, Done)
        return done

    async def sit(self, seat: int, *, chips: int) -> None:
        """Take a place."""
        assert self.client.me is not None, "come in first"
        await self.send(Sit(seat=seat, player=self.client.me.id, chips=chips))
        self.seat = seat

    async def leave(self) -> None:
        """Give the place up and take one's chips."""
        await self.send(Leave(seat=self._seated()))
        self.seat = None

    async def bet(self, bet: str, amount: int) -> str:
        """Put chips on a bet; gives the state of the table after it."""
        return await self.act(Place(self._seated(), bet, amount))

    async def take_down(self, bet: str) -> str:
        """Take a bet back."""
        return await self.act(Remove(self._seated(), bet))

    async def act(self, action: Action) -> str:
        return await self.send(Bet(action=action))

    async def answer(self, move: str) -> str:
        """Make a move."""
        return await self.send(Answer(answer=move, seat=self._seated()))

    async def offers(self) -> list[OfferView]:
        """The bets open to one's seat now."""
        path = f"/api/tables/{self.id}/offers?seat={self._seated()}"
        found: list[OfferView] = await self.client.get(path, list[OfferView])
        return found

    def _seated(self) -> int:
        assert self.seat is not None, "sit down first"
        return self.seat


def _heard(text: str | bytes) -> Heard:
    found: Heard = msgspec.json.decode(text, type=Heard)
    return found
