"""Across processes: whoever asks is answered wherever he asks.

What is asked of a unit that another worker or node keeps goes to it and its answer comes back, over
HTTP and over sockets; lists of units are put together of what each keeps; what an address tries
(passwords, coming in as a guest) is counted by one worker of the machine. Only what comes over a
connection that was kept open, or just as a unit changes hands, takes this way: a new connection
the front door hands to the right worker at once.
"""

from __future__ import annotations

import asyncio
import hmac
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from ssl import SSLContext
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tapete.floor.api.guard import same_origin
from tapete.floor.api.sizes import BODY_MAX, LETTER_MAX, LETTERS
from tapete.floor.house.casino import Casino
from tapete.floor.house.logs import log
from tapete.floor.house.workers.wire import home

UNIT = re.compile(r"^/api/\w+/([^/]+)")
"""Where a path names a unit, whichever room's it is: what is no unit's name is answered here."""
LISTS = ("/api/tables", "/api/units", "/api/floor", "/api/desk")
JOINED = {"/api/maquinas": "number", "/api/maquinas/calls": "at"}
"""Lists of which each process has its own rows alone, and what they are ordered by."""
HEALTH = "/health"
AT_HOME = re.compile(
    r"/api/(login|login/passkey|guest|audits"
    r"|me/(password|passkeys|codes/confirm|factors/[^/]+/remove))/?"
)
"""What is counted or worked on by one worker for each address."""
HOST = re.compile(r"[\w.:\[\]-]*", re.ASCII)
"""The signs of a name or a number, and a port."""
INNER, ASKER, SITE = b"x-tapete-inner", b"x-tapete-asker", b"x-tapete-site"
"""Between processes: the secret they know each other by, who asks, and the site he asked for."""
FORWARDED = b"x-forwarded-for"
PATIENCE, AGAIN = 10.0, 0.25
"""Seconds for which somebody is waited for, and between two tries."""
NOBODY, NOWHERE, UNCLEAR = 503, "", 400
HOP = frozenset(
    (b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"content-length", b"date",
     b"server", b"host", INNER, ASKER, SITE)
)  # fmt: skip
MOVED = 4410


class Across:
    """The application, whichever process keeps what is asked for."""

    def __init__(self, app: ASGIApp, casino: Casino) -> None:
        self.app, self.casino = app, casino
        self._proxied = bool(casino.settings.proxies)
        """Whether proxies were named, or it was said in the log that one was not."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        if scope["type"] == ScopeType.HTTP and (_two_lengths(scope) or not _named(scope)):
            return await self._hang_up(send)
        if not self._proxied and any(name == FORWARDED for name, _ in scope["headers"]):
            self._proxied = True
            log.warning("proxy-not-named", client=_asker(scope))
        kept = self._from_inside(scope)
        there = None if kept else await self._where(scope)
        if there is not None and scope["type"] == ScopeType.WEBSOCKET:
            there = await self._kept_somewhere(there, scope)
        if there is not None and scope["type"] == ScopeType.WEBSOCKET:
            return await self._relay(there, scope, receive, send)
        if there is not None:
            return await self._forward(there, scope, receive, send)
        if not kept and _method(scope) == "GET" and _listed(scope):
            return await self._gather(scope, receive, send)
        await self.app(scope, receive, send)

    def _from_inside(self, scope: Scope) -> bool:
        """Whether another process of the casino asks, for whoever asked it: he counts as asking."""
        headers = dict(scope["headers"])
        secret = self.casino.secret.encode()
        if not secret or not hmac.compare_digest(headers.get(INNER, b""), secret):
            return False
        if asker := headers.get(ASKER):
            scope["client"] = (asker.decode("latin-1"), 0)
        if site := headers.get(SITE):
            scheme, _, host = site.partition(b"://")
            scope["scheme"] = scheme.decode("latin-1")
            kept = [(name, value) for name, value in scope["headers"] if name != b"host"]
            scope["headers"] = [*kept, (b"host", host)] if host else kept
        return True

    async def _where(self, scope: Scope) -> str | None:
        """The address of the process this is for, if it is another; or that nobody has it now."""
        casino, path = self.casino, scope["path"]
        at_home = AT_HOME.fullmatch(path) is not None
        found = None if at_home else UNIT.match(path)
        try:
            if found is not None:
                unit = found[1]
                if casino.hosting.kept(unit) or unit not in casino.units:
                    return None
                if scope["type"] == ScopeType.WEBSOCKET and not same_origin(scope):
                    return None  # it is turned away here
                address = await casino.aside(lambda: casino.store.address_of(unit))
                if address is None and unit in casino.hosting.closed:
                    return None  # nobody else could read it either: it is said here
                return NOWHERE if address is None else f"{address}{_asked(scope)}"
            count = casino.settings.workers
            if count > 1 and at_home:
                node = f"{casino.node.rpartition('-')[0]}-{home(_asker(scope), count) + 1}"
                if node != casino.node:
                    return f"{casino.hosting.address}{_asked(scope, node=node)}"
        except SQLAlchemyError:
            pass
        return None

    def _headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        own = [(name, value) for name, value in scope["headers"] if name not in HOP]
        asker, host = _asker(scope).encode(), dict(scope["headers"]).get(b"host", b"")
        site = f"{scope['scheme']}://".encode() + host
        return [*own, (INNER, self.casino.secret.encode()), (ASKER, asker), (SITE, site)]

    async def _forward(self, there: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Have it answered by the process it is for. While nobody keeps the unit, since it changes
        hands or its keeper died, it is asked again; done twice it is not, it has an id."""
        import httpx

        loop, read = asyncio.get_running_loop(), await _body(receive, _most(scope))
        if read is None:  # he has gone
            return
        body, more = read
        if more:  # longer than anything that is read: the application here says so
            return await self.app(scope, _again(body, receive, more=True), send)
        until, method = loop.time() + PATIENCE, _method(scope)
        headers = [*self._headers(scope), (b"connection", b"close")]
        while True:
            try:
                if there != NOWHERE:
                    async with httpx.AsyncClient(timeout=PATIENCE, verify=_trusted()) as http:
                        said = await http.request(method, there, content=body, headers=headers)
                    if said.status_code != NOBODY:
                        return await self._answer(
                            send, said.status_code, said.content, said.headers.raw
                        )
            except httpx.HTTPError as error:
                log.warning("not-forwarded", why=repr(error))
            found = None if loop.time() > until else await self._where(scope)
            if found is None:  # it is kept here now, or it is said here that nobody does
                return await self.app(scope, _again(body, receive), send)
            there = found
            await asyncio.sleep(AGAIN)

    async def _answer(
        self, send: Send, status: int, body: bytes, headers: Iterable[tuple[bytes, bytes]]
    ) -> None:
        kept = [(n.lower(), v) for n, v in headers if n.lower() not in HOP | {b"content-encoding"}]
        kept.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": kept})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    async def _hang_up(self, send: Send) -> None:
        """Refuse what cannot be read in one way only, and nothing after it on this connection."""
        headers = [(b"connection", b"close"), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": UNCLEAR, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    # Sockets

    async def _kept_somewhere(self, there: str | None, scope: Scope) -> str | None:
        """Wait for a unit that changes hands to be kept again, as whoever asks over HTTP does."""
        until = asyncio.get_running_loop().time() + PATIENCE
        while there == NOWHERE and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(AGAIN)
            there = await self._where(scope)
        return there

    async def _relay(self, there: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Say there what is said here, and the other way round, until one of them goes."""
        await receive()  # that somebody is there
        if there == NOWHERE:
            await send({"type": "websocket.close", "code": MOVED, "reason": ""})
            return
        headers = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, value in self._headers(scope)
            if name == b"cookie" or name in (INNER, ASKER, b"accept-language")
        ]
        try:
            async with connect(
                there.replace("http", "ws", 1), additional_headers=headers, compression=None,
                max_size=2**22, open_timeout=PATIENCE,
            ) as wire:  # fmt: skip
                await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
                up = asyncio.create_task(_up(wire, receive))
                try:
                    await _down(wire, send)
                finally:
                    up.cancel()
                    with suppress(asyncio.CancelledError, ConnectionClosed):
                        await up
                code = wire.close_code or MOVED
        except (OSError, WebSocketException, TimeoutError):
            code = MOVED
        with suppress(OSError, RuntimeError):
            code = code if code >= 3000 else MOVED
            await send({"type": "websocket.close", "code": code, "reason": ""})

    # Lists

    async def _gather(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A list of what all keep: of each row that of whoever keeps it."""
        casino = self.casino
        others = await casino.aside(
            lambda: casino.store.others(casino.node, seconds=casino.settings.lease)
        )
        if not others:
            return await self.app(scope, receive, send)
        status, headers, body = await self._own(scope, receive)
        if status != 200:
            return await self._answer(send, status, body, headers)
        own = msgspec.json.decode(body)
        said = await asyncio.gather(
            *(self._said(f"{at}{_asked(scope, node=node)}", scope) for node, at in others.items())
        )
        if isinstance(own, list):
            rows = [row for part in said if isinstance(part, list) for row in part]
            if by := JOINED.get(scope["path"].rstrip("/")):
                joined = sorted((*own, *rows), key=lambda row: row[by])
                return await self._answer(send, status, msgspec.json.encode(joined), headers)
            theirs = {row["id"]: row for row in rows if row.get("here")}
            whole: Any = [row if row.get("here") else theirs.get(row["id"], row) for row in own]
            listed = {row["id"] for row in own}
            if theirs.keys() - listed:  # what only its keeper knows may be listed
                whole += [row for id, row in theirs.items() if id not in listed]
                whole.sort(key=lambda row: row["id"])
        else:
            whole = _all_well(own, dict(zip(others, said, strict=True)))
        await self._answer(send, status, msgspec.json.encode(whole), headers)

    async def _own(self, scope: Scope, receive: Receive) -> tuple[int, Any, bytes]:
        """What this process answers itself."""
        told: list[Any] = []

        async def keep(message: Any) -> None:
            told.append(message)

        await self.app(scope, receive, keep)
        body = b"".join(message.get("body", b"") for message in told[1:])
        return told[0]["status"], told[0]["headers"], body

    async def _said(self, there: str, scope: Scope) -> Any:
        """What another process says of itself; none: it does not answer."""
        import httpx

        try:
            async with httpx.AsyncClient(timeout=PATIENCE, verify=_trusted()) as http:
                headers = [*self._headers(scope), (b"connection", b"close")]
                answer = await http.get(there, headers=headers)
        except httpx.HTTPError as error:
            log.warning("not-gathered", why=repr(error))
            return None
        return answer.json() if answer.status_code == 200 else None


@cache
def _trusted() -> SSLContext:
    """Whose certificates are believed: read once, since it takes longer than most answers."""
    import httpx

    return httpx.create_ssl_context()


def _all_well(own: dict[str, Any], others: dict[str, Any]) -> dict[str, Any]:
    """How all nodes are together."""
    there = {node: said for node, said in others.items() if said and said["node"] == node}
    states = {node: there[node]["status"] if node in there else "silent" for node in others}
    well = {own["status"], *states.values()} == {"ok"}
    tables = own["tables"] + sum(said["tables"] for said in there.values())
    differs = sorted({part for said in (own, *there.values()) for part in said["differs"]})
    todo = next((said["todo"] for said in (own, *there.values()) if said["todo"]), "")
    status = "ok" if well else "degraded"
    together = {"status": status, "tables": tables, "nodes": states}
    return {**own, **together, "differs": differs, "todo": todo}


def _two_lengths(scope: Any) -> bool:
    """Whether a request states its length in two ways: a proxy might read the other one."""
    names = {name for name, _ in scope["headers"]}
    return names >= {b"content-length", b"transfer-encoding"}


def _named(scope: Any) -> bool:
    """Whether the site he asks for can be one: passkeys belong to it, and answers name it. Old
    requests name none."""
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    try:
        site = urlsplit(f"//{host}")
        return not host or bool(site.hostname and HOST.fullmatch(host) and site.port != 0)
    except ValueError:
        return False


def _method(scope: Any) -> str:
    return str(scope.get("method", ""))


def _listed(scope: Any) -> bool:
    """Whether the answer is gathered from all processes."""
    return scope["path"].rstrip("/") in (*LISTS, *JOINED, HEALTH)


def _asked(scope: Any, node: str = "") -> str:
    """The path and the query, for a node of its own where one is named."""
    query = scope["query_string"].decode("latin-1")
    if node:
        query = f"{query}&node={node}" if query else f"node={node}"
    path = scope["raw_path"].decode("latin-1").partition("?")[0]
    return f"{path}?{query}" if query else path


def _asker(scope: Any) -> str:
    client = scope.get("client")
    return client[0] if client else ""


def _most(scope: Any) -> int:
    """The most bytes that are read of what is sent here."""
    return LETTER_MAX if scope["path"].endswith(LETTERS) else BODY_MAX


async def _body(receive: Receive, most: int) -> tuple[bytes, bool] | None:
    """The body up to a limit, and whether there is more; None if the sender hung up."""
    parts, size = [], 0
    while True:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        more = bool(message.get("more_body"))
        if not more or size > most:
            return b"".join(parts), more


def _again(body: bytes, receive: Receive, *, more: bool = False) -> Receive:
    """Replay a request body that was already read."""
    told: list[Any] = [{"type": "http.request", "body": body, "more_body": more}]

    async def once() -> Any:
        return told.pop() if told else await receive()

    return once


async def _up(wire: ClientConnection, receive: Receive) -> None:
    while True:
        message: Any = await receive()
        if message["type"] == "websocket.disconnect":
            await wire.close()
            return
        await wire.send(message.get("text") or message.get("bytes") or "")


async def _down(wire: ClientConnection, send: Send) -> None:
    async for text in wire:
        said = text if isinstance(text, str) else text.decode()
        await send({"type": "websocket.send", "text": said, "bytes": None})
