"""A casino on several processes of one machine: one address, and everybody is told everything."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.floor.api import across, sizes
from tapete.floor.api.app import site
from tapete.floor.audit.whole import audit
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.news import PEOPLE, UNITS
from tapete.floor.house.office import keep_out
from tapete.floor.house.workers import door
from tapete.floor.house.workers.wire import home
from tapete.floor.kernel.failpoints import POINTS
from tapete.floor.people.register import Register
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Leave, Sit
from tests.floor.money import money_file
from tests.floor.people import some_rut
from tests.floor.process import LONG, SLOW, Server

TABLES = ("craps-1", "war-1")
GAMES = '"craps", "war"'


def asked(connection: http.client.HTTPConnection, path: str) -> Any:
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


async def visit(server: Server) -> None:
    """Somebody sits at the tables of both workers, whichever worker he speaks to."""
    client = Client(server.address)
    await client.guest("Ana")
    assert client.me is not None
    table = client.table("craps-1")
    await table.connect()
    await table.sit(3, chips=50_000)
    for node in ("uno-1", "uno-2"):
        rows = httpx.get(f"{server.address}/api/tables?node={node}", timeout=600).json()
        assert {row["id"]: (row["open"], row["seats"]) for row in rows} == {
            "craps-1": (True, [3]), "war-1": (True, [])
        }  # fmt: skip
        kept = http.client.HTTPConnection("127.0.0.1", server.port)
        assert asked(kept, f"/health?node={node}")[1]["tables"] == 2
        for one in TABLES:  # over the connection that is kept, and one of them is elsewhere
            status, view = asked(kept, f"/api/tables/{one}")
            assert (status, view["id"]) == (200, one)
        kept.close()
        await heard_elsewhere(server, client, node)
    with pytest.raises(Refused, match="seated-elsewhere"):
        await client.table("war-1").post(Sit(seat=2, player=client.me.id, chips=1000))
    await table.disconnect()
    await client.http.aclose()


async def heard_elsewhere(server: Server, client: Client, node: str) -> None:
    """A socket is opened over a connection that a worker has, whether it keeps the table or not."""
    wire = socket.create_connection(("127.0.0.1", server.port))
    wire.sendall(f"GET /health?node={node} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    answer = b""
    while not answer.endswith(b"}"):
        answer += wire.recv(65_536)
    uri = f"ws://127.0.0.1:{server.port}/api/tables/craps-1/socket"
    async with connect(uri, sock=wire, additional_headers={"cookie": client.cookies()}) as there:
        hello = json.loads(await there.recv())
        assert hello["view"]["viewer"] == "seat:3"
        command = {"do": "bring", "seat": 3, "amount": 1000}
        await there.send(json.dumps({"id": f"mas-{node}", "command": command}))
        said = {"beat": 0, "news": 0, "done": 0}
        while not said["news"] or not said["done"]:
            said[json.loads(await there.recv())["is"]] += 1


def wrong_passwords(server: Server) -> list[str]:
    """What is said to somebody who tries passwords, at one worker and the other in turn."""
    body = {"id": "administrador", "password": "esta no es la clave"}
    with httpx.Client(base_url=server.address, timeout=600) as client:
        return [
            client.post(f"/api/login?node=uno-{1 + n % 2}", json=body).json()["code"]
            for n in range(7)
        ]


def test_one_address_for_all_workers(url: str, tmp_path: Path) -> None:
    server = Server(tmp_path, url, SLOW, GAMES, "uno", lease=LONG, workers=2)
    try:
        server.start(tables=2)
        asyncio.run(visit(server))
        said = wrong_passwords(server)
        assert said.count("wrong-name-or-password") == 5 and set(said[5:]) == {"too-many-tries"}
    finally:
        server.kill()
    store = Store(url)
    assert list(audit(store)) == []
    store.close()


def test_a_worker_killed_at_every_step_comes_back_with_nothing_lost_or_doubled(
    url: str, tmp_path: Path
) -> None:
    # The table was opened by a command; from the second start on the first is the guest's.
    points = ";".join(f"{point}:{1 + (n == 0)}" for n, point in enumerate(POINTS))
    server = Server(tmp_path, url, SLOW, GAMES, "uno", lease=LONG, workers=2)

    async def play() -> None:
        client = Client(server.address)
        await client.guest("Ana")
        assert client.me is not None
        me = client.me.id
        for n, point in enumerate(POINTS):
            table = client.table("craps-1")
            await table.connect()
            command = Leave(seat=4) if n % 2 else Sit(seat=4, player=me, chips=1000 + n)
            for _ in range(30):
                try:
                    done = await table.post(command, id=point)
                    break
                except (httpx.TransportError, httpx.HTTPStatusError):
                    continue  # the worker is killed, and comes back
            again = await table.post(command, id=point)
            assert done == again
            await table.disconnect()
        assert await client.wallet() == 1_000_000 - 1000 - (len(POINTS) - 1)
        await client.http.aclose()

    try:
        server.start(points, tables=2)
        asyncio.run(play())
    finally:
        server.kill()
    assert server.errors.read_text().count("worker-died") == len(POINTS)
    store = Store(url)
    assert list(audit(store)) == []
    sent = [kept.envelope.id.rpartition("/")[2] for kept in store.log("craps-1")]
    assert [id for id in sent if id in POINTS] == list(POINTS)
    store.close()


def test_what_one_process_writes_the_others_hear_of(url: str) -> None:
    plan = money_file()

    async def two() -> None:
        one, other = (
            Casino(Settings(db=url, node=node, games=("craps",), lease=LONG, plan=plan))
            for node in ("uno", "dos")
        )
        one.prepare()
        await one.start()
        await other.start()
        if not one.store.slow:  # as the front door does it
            other.news.through(one.news.arrived)
        heard = {what: asyncio.Event() for what in (PEOPLE, UNITS)}
        for what, event in heard.items():
            one.news.hear(what, lambda _, event=event: event.set())  # type: ignore[misc]
        try:
            now = one.now()
            admit = one.register.admit
            ana = admit("Ana", some_rut(1), "1990-01-01", "una clave larga", by="x", now=now)
            await one.cage.buy("cajero", ana.id, 10_000, id="c")
            sit = Sit(seat=1, player=ana.id, chips=5000)
            await one.command(ana, "jugador", "craps-1", sit, id="s")
            anew: list[str] = []
            one.register.holding.append(anew.append)
            other.news.say(UNITS)
            await keep_out(other, some_rut(1), "autoexclusion", by=ana.id)
            for event in heard.values():
                await asyncio.wait_for(event.wait(), 600)
            assert anew == [ana.id]
            keeper = one.keeper("craps-1")
            while keeper.unit.present():
                await keeper.changed(30)
        finally:
            await other.stop()
            await one.stop()

    asyncio.run(two())


READ_ANYWHERE = "/api/me/rounds"
"""What stands in the database alone."""


def test_whatever_is_asked_of_a_unit_finds_the_worker_that_keeps_it() -> None:
    """Its name is the second word of every path, whichever room the route is of."""
    paths = site().openapi_schema.to_schema()["paths"]
    of_units = re.compile(r"/\{(unit|table)\}|/tournaments/\{id\}")
    found = [path for path in paths if of_units.search(path) and READ_ANYWHERE not in path]
    assert len(found) > 30
    named = {path: match[1] if (match := across.UNIT.match(path)) else "" for path in found}
    assert [path for path, name in named.items() if not name.startswith("{")] == []
    asked = {path: door.UNIT.match(f"GET {path} HTTP/1.1".encode()) for path in found}
    assert [path for path, match in asked.items() if not match or match[1][:1] != b"{"] == []


FIRST_SECONDS = """
import os, signal
from multiprocessing import forkserver
from tapete.floor.house.workers import read_ahead

before = signal.getsignal(signal.SIGINT)
read_ahead()
assert signal.getsignal(signal.SIGINT) is before
pid = forkserver._forkserver._forkserver_pid
[ignored] = [line for line in open(f"/proc/{pid}/status") if line.startswith("SigIgn")]
os.kill(pid, signal.SIGKILL)
print(int(ignored.split()[1], 16) >> signal.SIGINT - 1 & 1)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks /proc")
def test_a_casino_closed_while_it_starts_leaves_no_traceback() -> None:
    """Ctrl-C reaches every process of a terminal: the one that reads the program lets it be."""
    run = [sys.executable, "-c", FIRST_SECONDS]
    done = subprocess.run(run, capture_output=True, text=True, timeout=600, check=True)
    assert done.stdout == "1\n"


def test_an_address_is_received_by_one_worker() -> None:
    assert {home(f"10.0.0.{n}", 3) for n in range(50)} == {0, 1, 2}
    assert home("10.0.0.7", 3) == home("10.0.0.7", 3)


def test_what_is_handed_on_is_read_up_to_the_limit_and_no_further() -> None:
    """Whoever sends without end to a worker that would hand it on fills nobody's memory."""
    read, asked = [0], {"type": "http", "method": "POST", "path": "/api/login", "headers": []}

    async def endless() -> Any:
        read[0] += 1
        return {"type": "http.request", "body": b"x" * 16_384, "more_body": True}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        size = 0
        while size <= sizes.BODY_MAX:
            size += len((await receive())["body"])
        await send(413)

    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    casino: Any = SimpleNamespace(secret="", settings=SimpleNamespace(proxies=()))
    wall: Any = across.Across(app, casino)
    forward = wall._forward("http://127.0.0.1:9", asked, endless, send)
    asyncio.run(asyncio.wait_for(forward, 600))
    assert said == [413] and read[0] * 16_384 <= 2 * sizes.BODY_MAX


def test_nothing_is_handed_on_of_somebody_who_has_gone() -> None:
    told = [
        {"type": "http.request", "body": b'{"id": "1"', "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Any:
        return told.pop(0)

    assert asyncio.run(across._body(receive, sizes.BODY_MAX)) is None


def test_whoever_calls_at_a_machine_is_seen_whichever_worker_keeps_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/casino.db"
    server = Server(tmp_path, url, SLOW, '"maquina"', "uno", lease=LONG, workers=2)
    password, numbers = "una clave larga y buena", range(1, 5)
    try:
        server.start(tables=12)
        store = Store(url)
        Register(store).admit_staff("rosa", "Rosa", password, ("auxiliar-de-sala",), by="x", now=1)
        store.close()
        for n in numbers:
            with httpx.Client(base_url=server.address, timeout=600) as guest:
                me = guest.post("/api/guest", json={"name": f"Ana {n}"}).json()
                for command in ({"do": "sit"}, {"do": "call"}):
                    guest.post(
                        f"/api/units/maquina-{n}/commands", headers={"x-csrf": me["csrf"]},
                        json={"id": command["do"], "role": "jugador", "command": command},
                    ).raise_for_status()  # fmt: skip
        with httpx.Client(base_url=server.address, timeout=600) as rosa:
            rosa.post("/api/login", json={"id": "rosa", "password": password}).raise_for_status()
            calls = rosa.get("/api/maquinas/calls").json()
        assert [call["number"] for call in calls] == list(numbers), "the longest first"
    finally:
        server.kill()
