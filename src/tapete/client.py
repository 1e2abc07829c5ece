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

from tapete.chance.numbers import promised_number
from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place, Remove
from tapete.floor.api.messages import (
    Answered,
    Beat,
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
from tapete.floor.table.commands import (
    ANSWERS,
    Answer,
    AnyCommand,
    Bet,
    GiveNumber,
    Leave,
    OpenNumber,
    Sit,
)
from tapete.floor.table.view import OfferView, TableView
from tapete.games.actions import AnyAction

Heard = Hello[TableView] | News[TableView] | Answered | NotDone | Beat


PROMISED = ("orden-prometido", "numero-prometido")
AGAIN = 5
"""How often something is said again to a table that goes on and asks the same."""
LOOK = 2.0
PATIENCE = 30.0
"""Seconds for which a casino is waited for, where nobody says otherwise."""


class Client:
    """A person's connection to a casino."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.http = httpx.AsyncClient(base_url=self.address, timeout=PATIENCE)
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

    def table(self, id: str, *, numbers: bool = False) -> TableClient:
        """A table to sit at or to watch. ``numbers``: to have a part in its chance, with numbers of
        our own."""
        return TableClient(self, id, numbers=numbers)

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
    """One table: ``view`` is how it looks now, ``events`` what was told, both since we listen.
    ``numbers`` are those we gave, by their promises, if we have a part in its chance."""

    def __init__(self, client: Client, id: str, *, numbers: bool = False) -> None:
        self.client, self.id = client, id
        self.numbers: dict[str, str] | None = {} if numbers else None
        self._opening: set[asyncio.Task[None]] = set()
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
        self.view = hello.view
        if self._next is None:
            self._next = hello.next
        self._listener = asyncio.create_task(self._listen(self._socket))

    async def disconnect(self) -> None:
        """Stop listening."""
        for task in self._opening:
            task.cancel()
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
                        self.view = heard.view
        except ConnectionClosed:
            pass
        for id in list(self._waiting):
            self._settle(id, "", ConnectionError("the connection was cut"))

    async def _told(self, news: News[TableView]) -> None:
        async with self._news:
            fresh = [event for event in news.events if event.n >= (self._next or 0)]
            self.events += fresh
            self.view = news.view
            self._next = max(self._next or 0, news.view.next)
            self._news.notify_all()
        numbers = self.numbers or {}
        for event in fresh if numbers else ():
            facts = event.fields.get("facts", {})
            if event.fields.get("what") in PROMISED and self._part(facts) in numbers:
                task = asyncio.create_task(self._open_number(facts))
                self._opening.add(task)
                task.add_done_callback(self._opening.discard)

    # A part in chance

    async def give_number(self) -> None:
        """Promise a number of our own for what comes next (`tapete.chance.numbers`)."""
        if self.numbers is not None:
            number = secrets.token_hex(32)
            promise = promised_number(self.id, self._seated(), number)
            self.numbers[promise] = number
            await self.send(GiveNumber(seat=self._seated(), promise=promise))

    def _part(self, facts: dict[str, Any]) -> str:
        """Our promise in what the house has promised."""
        parts = dict(part.split(":") for part in str(facts.get("parts", "")).split())
        return str(parts.get(str(self.seat), ""))

    async def _open_number(self, facts: dict[str, Any]) -> None:
        numbers, seat = self.numbers, self.seat
        with suppress(Refused, ConnectionError):  # too late: told to the whole table
            if numbers is not None and seat is not None:
                number = numbers[self._part(facts)]
                await self.send(OpenNumber(seat=seat, n=int(facts["n"]), number=number))
                await self.give_number()

    def _settle(self, id: str, state: str, error: Exception | None) -> None:
        future = self._waiting.pop(id, None)
        if future is None or future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(state)

    async def until(
        self, wanted: Callable[[TableView], bool], *, seconds: float | None = None
    ) -> TableView:
        """Wait until the table looks like this, so many seconds at most."""
        async with asyncio.timeout(PATIENCE if seconds is None else seconds), self._news:
            await self._news.wait_for(lambda: wanted(self.view))
        return self.view

    async def send(
        self, command: AnyCommand, *, role: str = "jugador", id: str = "", saw: str | None = None
    ) -> str:
        """Send a command over the socket and wait until it is done; gives the state after it. What
        answers a question says which state was seen; where the table has gone on meanwhile but asks
        the same, it is said again."""
        if saw is not None or not isinstance(command, ANSWERS):
            return await self._send(command, role, id, saw)
        asked = _question(self.view)
        for _ in range(AGAIN):
            view = self.view
            try:
                return await self._send(command, role, id, view.state)
            except Refused as refusal:
                if refusal.code != "table-moved-on":
                    raise
                with suppress(TimeoutError):
                    await self.until(lambda now, before=view: now is not before, seconds=LOOK)  # type: ignore[misc]
                if _question(self.view) != asked:
                    raise
        return await self._send(command, role, id, self.view.state)

    async def _send(self, command: AnyCommand, role: str, id: str, saw: str | None) -> str:
        assert self._socket is not None, "connect first"
        id = id or secrets.token_hex(8)
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting[id] = future
        message = CommandIn(id=id, command=command, role=role, saw=saw)
        await self._socket.send(msgspec.json.encode(message).decode())
        return await future

    async def post(self, command: AnyCommand, *, role: str = "jugador", id: str = "") -> Done:
        """The same over HTTP. Who does not listen looks at the table first."""
        saw = (await self.look()).state if isinstance(command, ANSWERS) else None
        message = CommandIn(id=id or secrets.token_hex(8), command=command, role=role, saw=saw)
        done: Done = await self.client.post(f"/api/tables/{self.id}/commands", message, Done)
        return done

    async def look(self) -> TableView:
        """How the table looks now: as was told, or asked for by who does not listen."""
        if self._listener is not None:
            return self.view
        found: TableView = await self.client.get(f"/api/tables/{self.id}", TableView)
        return found

    async def sit(self, seat: int, *, chips: int) -> None:
        """Take a place."""
        assert self.client.me is not None, "come in first"
        await self.send(Sit(seat=seat, player=self.client.me.id, chips=chips))
        self.seat = seat
        await self.give_number()

    async def leave(self) -> None:
        """Give the place up and take one's chips: where a round is in course, when it is over."""
        seat = self._seated()
        await self.send(Leave(seat=seat, after_round=True))
        await self.until(lambda view: all(one.seat != seat for one in view.seats))
        self.seat = None

    async def bet(self, bet: str, amount: int) -> str:
        """Put chips on a bet; gives the state of the table after it."""
        return await self.act(Place(self._seated(), bet, amount))

    async def take_down(self, bet: str) -> str:
        """Take a bet back."""
        return await self.act(Remove(self._seated(), bet))

    async def act(self, action: AnyAction) -> str:
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


def _question(view: TableView) -> tuple[object, ...]:
    """What a table asks: of which round, of whom, about what."""
    ask = view.ask
    if ask is None:
        return (view.round,)
    return (view.round, ask.kind, ask.seat, ask.role, ask.about, ask.until)
