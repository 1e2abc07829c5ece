"""Oversized, malformed, slow and repeated messages, on the socket and over HTTP."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tapete.client import Client, _heard
from tapete.core.round.bets import Place
from tapete.floor.api import listening
from tapete.floor.api.app import BODY_MAX
from tapete.floor.api.listening import MESSAGE_MAX, MISSED_MAX, Bulletin
from tapete.floor.api.messages import News
from tapete.floor.house.logs import SECRETS, without_secrets
from tapete.floor.table.commands import Bet, Bring, PutAway, Sit
from tests.floor.people import call, staff_of
from tests.floor.server import served

TABLE, ALONE = "big-six-1", "corona-y-ancla-1"
"""At the second nobody bets but in one test, so that its bets stay open."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    with served(url, games=("big-six", "corona-y-ancla")) as found:
        yield found


def run(address: str, work: Callable[[Client], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(600), Client(address) as client:
            await client.guest("Ana")
            await work(client)

    asyncio.run(all_of_it())


def socket_of(client: Client, start: int | None = None, **settings: Any) -> Any:
    address = client.address.replace("http", "ws", 1)
    resume = "" if start is None else f"?start={start}"
    return connect(
        f"{address}/api/tables/{TABLE}/socket{resume}",
        additional_headers={"cookie": client.cookies()}, **settings,
    )  # fmt: skip


async def answer_to(wire: Any, message: str | bytes) -> dict[str, Any]:
    await wire.send(message)
    while True:
        heard: dict[str, Any] = json.loads(await wire.recv())
        if heard["is"] in ("denied", "done"):
            return heard


MALFORMED = [
    "", "x", "{", "[]", "null", '"sit"', "{}", '{"id":"1"}', '{"id":"1","command":{}}',
    '{"id":"1","command":{"do":"rob"}}', '{"id":1,"command":{"do":"begin"}}',
    '{"id":"","command":{"do":"begin"}}', '{"id":"1","command":{"do":"sit","seat":"x"}}',
    '{"id":"1","command":{"do":"begin","more":1}}', '{"id":"1","command":{"do":"begin"},"x":1}',
    '{"id":"' + "x" * 49 + '","command":{"do":"begin"}}',
    '{"id":"1","command":{"do":"sit","seat":1,"player":"ana","chips":1e400}}',
    "[" * 5000, '{"id":"1","command":' + '{"do":' * 1000, "\x00", "\ud7ff", "{'id': 1}",
]  # fmt: skip


def test_what_is_no_command_is_refused_and_the_socket_goes_on(address: str) -> None:
    async def work(client: Client) -> None:
        async with socket_of(client) as wire:
            for message in MALFORMED:
                heard = await answer_to(wire, message)
                assert heard["denied"]["code"] == "not-a-command", message[:60]
                assert "Traceback" not in str(heard) and ".py" not in str(heard)
            long = '{"id":"1","command":{"do":"begin"}}' + " " * MESSAGE_MAX
            assert (await answer_to(wire, long))["denied"]["code"] == "message-too-long"
            still = await answer_to(wire, '{"id":"2","command":{"do":"begin"}}')
            assert still["denied"]["code"] == "not-yours"

    run(address, work)


def test_bytes_that_are_no_text_do_no_harm(address: str) -> None:
    async def work(client: Client) -> None:
        async with socket_of(client) as wire:
            heard = await answer_to(wire, b"\xff\xfe\x00")
            assert heard["denied"]["code"] == "not-a-command"
        assert (await call(client, "GET", "/api/me")).status_code == 200

    run(address, work)


def test_http_bodies_have_a_limit_and_must_be_what_they_say(address: str) -> None:
    async def work(client: Client) -> None:
        path = f"/api/tables/{TABLE}/commands"
        headers = {"x-csrf": client.csrf, "content-type": "application/json"}
        long = b'{"id":"' + b"x" * BODY_MAX + b'"}'
        answer = await client.http.post(path, content=long, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (413, "body-too-long")
        for body in (b"", b"{", b"[]", b"\xff", b'{"id":"1","command":{"do":"rob"}}'):
            answer = await client.http.post(path, content=body, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (400, "not-understood"), body
            assert "Traceback" not in answer.text and ".py" not in answer.text
        assert (await call(client, "GET", "/api/no-hay")).json()["code"] == "not-found"
        assert (await call(client, "PUT", "/api/me", {})).json()["code"] == "no-such-method"

    run(address, work)


def test_refusals_are_said_in_the_language_of_the_reader(address: str) -> None:
    async def work(client: Client) -> None:
        said = {}
        for lang, where, header in (
            ("es", "", ""), ("en", "?lang=en", ""), ("en", "", "en-GB,en;q=0.9"),
            ("es", "?lang=es", "en"), ("es", "", "fr"),
        ):  # fmt: skip
            answer = await client.http.get(
                f"/api/tables/nada{where}", headers={"accept-language": header}
            )
            said.setdefault(lang, set()).add(answer.json()["text"])
        assert said == {"es": {"No hay una mesa nada."}, "en": {"There is no table nada."}}
        clause = (await client.http.get("/api/clauses/CAT-I.1-03?lang=es")).json()
        assert clause["rule"] == "Una baraja tiene exactamente 52 cartas."
        unknown = (await client.http.get("/api/clauses/CAT-I.1-0")).json()
        assert unknown["code"] == "no-such-clause" and unknown["facts"]["nearest"]

    run(address, work)


def test_a_command_sent_again_is_done_once_by_socket_and_by_http(address: str) -> None:
    async def work(client: Client) -> None:
        assert client.me is not None
        async with client.table(TABLE) as table:
            sit = Sit(seat=4, player=client.me.id, chips=50_000)
            first = await table.send(sit, id="sentarse")
            assert await table.send(sit, id="sentarse") == first
            assert (await table.post(sit, id="sentarse")).state == first
            assert await client.wallet() == 950_000
            await table.until(lambda v: v.ask is not None and v.ask.kind == "bets")
            bet = Bet(action=Place(4, table_bet(await offers(client)), 1000))
            states = [await table.send(bet, id="apuesta") for _ in range(3)]
            assert len(set(states)) == 1
            table.seat = 4

    run(address, work)


async def offers(client: Client) -> Any:
    return (await client.http.get(f"/api/tables/{TABLE}/offers?seat=4")).json()


def table_bet(offers: Any) -> str:
    return next(str(o["bet"]) for o in offers if o["open"])


def test_the_bets_open_to_ones_own_seat_come_with_the_news(address: str) -> None:
    """Nobody asks for them at every step; they are said when they change, to nobody else."""

    async def work(client: Client) -> None:
        assert client.me is not None
        table = client.table(ALONE)
        await table.post(Sit(seat=1, player=client.me.id, chips=5000))
        where = f"{client.address.replace('http', 'ws', 1)}/api/tables/{ALONE}/socket"
        cookie = {"cookie": client.cookies()}
        async with (
            connect(f"{where}?offers=1", additional_headers=cookie) as mine,
            connect(where, additional_headers=cookie) as silent,
            connect(f"{where}?offers=1") as anybody,
        ):
            first = await until(mine, "offers")
            spot = next(one for one in first["offers"] if one["open"])
            asked = await client.http.get(f"/api/tables/{ALONE}/offers?seat=1")
            assert asked.json() == first["offers"]
            async with Client(client.address) as other:
                await other.guest("Beto")
                assert other.me is not None
                await other.table(ALONE).post(Sit(seat=2, player=other.me.id, chips=1000))
            await table.post(Bet(action=Place(1, spot["bet"], spot["low"])))
            high = spot["high"]
            while high >= spot["high"]:  # said again until what he has staked is in it
                heard = await until(mine, "offers")
                high = {one["bet"]: one for one in heard["offers"]}[spot["bet"]]["high"]
            for wire in (silent, anybody):
                said = await until(wire, "news", 2)
                assert "offers" not in said["before"]

    run(address, work)


async def until(wire: Any, kind: str, times: int = 1) -> dict[str, Any]:
    """The next message of a kind, or the n-th; and the kinds of those before it."""
    before: list[str] = []
    while True:
        heard: dict[str, Any] = json.loads(await wire.recv())
        times -= heard["is"] == kind
        if not times:
            return heard | {"before": before}
        if heard["is"] not in ("beat", "hello"):
            before.append(heard["is"])


def test_a_slow_listener_is_cut_off_and_may_go_on_from_his_number(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He reads nothing while the table goes on; the others are not kept waiting for him."""
    monkeypatch.setattr(listening, "QUEUE", 3)
    monkeypatch.setattr(listening, "PATIENCE", 0.2)
    text = Bulletin.text
    monkeypatch.setattr(Bulletin, "text", lambda *asked: text(*asked) + " " * 20_000)

    async def work(client: Client) -> None:
        assert client.me is not None
        before = await sockets(client)
        with deaf(address, client) as _:
            async with client.table(TABLE) as table:
                await table.sit(5, chips=100_000)
                for n in range(2000):  # the system's buffers are large, so the messages are
                    moved = PutAway if n % 2 else Bring
                    await table.send(moved(seat=5, amount=1000))
                    if n % 20 == 0 and await sockets(client) == before + 1:
                        break
                assert await sockets(client) == before + 1, "he was never cut off"
        start = (await client.http.get(f"/api/tables/{TABLE}")).json()["next"] - 100
        assert (await numbers_from(client, start))[:3] == [start, start + 1, start + 2]
        # Who was away for long is told the last of it; what is older he reads by pages.
        assert (await numbers_from(client, 1))[0] > start + 100 - MISSED_MAX - 20

    run(address, work)


def test_what_a_socket_tells_twice_a_client_hears_once(address: str) -> None:
    """As `docs/api.md` says: what happens while somebody is told what he missed may come again."""

    async def work(client: Client) -> None:
        async with client.table(TABLE) as table:
            await table.sit(6, chips=10_000)
            await table.leave()
            await table.until(lambda view: view.next > table.events[-1].n)
            heard = [event.n for event in table.events]
            async with socket_of(client, heard[0], max_size=2**22) as back:
                while not isinstance(again := _heard(await back.recv()), News):
                    pass
            assert {event.n for event in again.events} & set(heard), "nothing came again"
            await table._told(again)
            numbers = [event.n for event in table.events]
            assert numbers == sorted(set(numbers)) and numbers[: len(heard)] == heard

    run(address, work)


async def numbers_from(client: Client, start: int) -> list[int]:
    """The first numbers that somebody is told who comes back."""
    async with socket_of(client, start, max_size=2**22) as back:
        while True:
            news = json.loads(await back.recv())
            if news["is"] == "news":
                return [event["n"] for event in news["events"]]


@contextmanager
def deaf(address: str, client: Client) -> Iterator[socket.socket]:
    """A socket of the table whose owner asks for it and never reads a byte."""
    host, port = address.removeprefix("http://").split(":")
    with socket.socket() as narrow:
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect((host, int(port)))
        asked = [
            f"GET /api/tables/{TABLE}/socket HTTP/1.1", f"Host: {host}:{port}",
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", f"Cookie: {client.cookies()}", "", "",
        ]  # fmt: skip
        narrow.sendall("\r\n".join(asked).encode())
        yield narrow


async def sockets(client: Client) -> int:
    """How many sockets the house has open, by its own count."""
    lines = (await client.http.get("/metrics")).text.splitlines()
    return int(float(next(line for line in lines if line.startswith("tapete_sockets ")).split()[1]))


def test_logs_hold_no_secrets() -> None:
    said = without_secrets(None, "", {"event": "x", **dict.fromkeys(SECRETS, "hunter2")})
    assert "hunter2" not in str(said)
    nested = {"event": "x", "body": {"password": "hunter2", "id": "ana"}, "all": [{"salt": "s4"}]}
    blotted = str(without_secrets(None, "", nested))
    assert "hunter2" not in blotted and "s4" not in blotted and "ana" in blotted


def test_what_breaks_inside_is_not_told_outside(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asked hears that it broke; where and why stands in the log alone."""
    from tapete.floor.storage.store import Store

    password: list[str] = []

    def broken(*_: Any) -> dict[str, str]:
        raise RuntimeError("secreto interior")

    async def work(address: str) -> None:
        async with staff_of(address, password[0]) as staff:
            monkeypatch.setattr(Store, "whereabouts", broken)
            answer = await call(staff.admin, "GET", "/api/floor")
            monkeypatch.undo()
            assert (answer.status_code, answer.json()["code"]) == (500, "broken")
            assert "secreto" not in answer.text and "Traceback" not in answer.text

    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    with served(f"sqlite:///{tmp_path}/c.db", password=password, games=("big-six",)) as address:
        asyncio.run(work(address))
