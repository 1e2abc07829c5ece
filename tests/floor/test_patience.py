"""Whoever does not come to the end of what he asks is not waited for; whoever is answered is."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Any

import pytest
import uvicorn

from tapete.floor.house.workers import door, patience
from tapete.floor.house.workers.serving import all_descriptors, server_config

HEAD = b"POST /x HTTP/1.1\r\nHost: x\r\n"
UNFINISHED = (b"", HEAD, HEAD + b"Content-Length: 9\r\n\r\n{")


def test_a_request_that_does_not_end_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "ASKING", 0.05)
    hung_up = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/slow":
            await hung_up.wait()
        else:
            await receive()
            await receive()  # the rest, which does not come
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def tried() -> bytes:
        config = server_config(app)
        config.port, config.lifespan = 0, "off"
        server = uvicorn.Server(config)
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup()
        port = server.servers[0].sockets[0].getsockname()[1]
        slow, answer = await asyncio.open_connection("127.0.0.1", port), b""
        slow[1].write(b"GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        for sent in UNFINISHED:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            assert await reader.read() == b"", sent
            writer.close()
        hung_up.set()
        answer = await slow[0].read()
        slow[1].close()
        server.should_exit = True
        await server.shutdown()
        return answer

    answer = asyncio.run(asyncio.wait_for(tried(), 600))
    assert answer.startswith(b"HTTP/1.1 204"), "whoever is being answered is not hung up on"


@pytest.mark.parametrize(("proxies", "asker"), [((), "127.0.0.1"), (("127.0.0.1",), "203.0.113.5")])
def test_only_a_proxy_that_was_named_says_who_asks(proxies: tuple[str, ...], asker: str) -> None:
    """Otherwise whoever is on the machine would choose the address his tries are counted by."""
    seen: list[tuple[str, str]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append((scope["client"][0], scope["scheme"]))

    async def asked() -> None:
        config = server_config(app, proxies)
        config.load()
        headers = [(b"x-forwarded-for", b"198.51.100.1, 203.0.113.5")]
        scope = {"type": "http", "client": ("127.0.0.1", 1), "scheme": "http", "headers": headers}
        await config.loaded_app(scope, None, None)

    asyncio.run(asked())
    assert seen == [(asker, "http")]


def test_who_waits_in_front_of_the_door_costs_nothing_and_keeps_nobody_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Half a line is looked at once; of too many silent ones the oldest goes, not who comes."""
    monkeypatch.setattr(door, "WAITING_MAX", 3)
    monkeypatch.setattr(door, "read_ahead", lambda: None)
    handed: list[tuple[bytes, int]] = []
    looks: list[socket.socket] = []

    async def tried() -> None:
        loop = asyncio.get_running_loop()
        with socket.create_server(("127.0.0.1", 0)) as listening:
            listening.setblocking(False)
            front = door.FrontDoor(None, listening, 0, "x", "error")
            peek = front._peek

            def looked(connection: socket.socket, address: str) -> None:
                looks.append(connection)
                peek(connection, address)

            def taken(connection: socket.socket, line: bytes, _: str) -> None:
                low = connection.getsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT)
                handed.append((line, low))
                connection.close()

            monkeypatch.setattr(front, "_peek", looked)
            monkeypatch.setattr(front, "_hand_over", taken)
            loop.add_reader(listening, front._accept)
            silent = []
            for n in range(5):
                line = socket.create_connection(listening.getsockname())
                line.setblocking(False)
                await loop.sock_sendall(line, b"G")
                silent.append(line)
                while len(looks) <= n:
                    await asyncio.sleep(0)
            for _ in range(100):
                await asyncio.sleep(0)
            assert len(looks) == 5 and len(front._waiting) == 3
            for line in silent[:2]:
                with suppress(ConnectionResetError):  # hung up on with his byte unread
                    assert await loop.sock_recv(line, 1) == b""
            await loop.sock_sendall(silent[2], b"ET /a HTTP/1.1\r\n")
            while not handed:
                await asyncio.sleep(0)
            silent[3].close()
            while len(front._waiting) > 1:
                await asyncio.sleep(0)
            loop.remove_reader(listening)
            front._drop(next(iter(front._waiting)))
            for line in silent:
                line.close()

    asyncio.run(asyncio.wait_for(tried(), 600))
    assert handed == [(b"GET /a HTTP/1.1\r", 1)]


def test_a_house_takes_every_descriptor_it_may_have() -> None:
    """The number a shell begins with is soon used up by people who only look on."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        all_descriptors()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
