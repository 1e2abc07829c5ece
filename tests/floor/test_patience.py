"""Whoever does not come to the end of what he asks is not waited for; whoever is answered is."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn

from tapete.floor.house.workers import patience
from tapete.floor.house.workers.serving import server_config

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

    answer = asyncio.run(asyncio.wait_for(tried(), 60))
    assert answer.startswith(b"HTTP/1.1 204"), "whoever is being answered is not hung up on"
