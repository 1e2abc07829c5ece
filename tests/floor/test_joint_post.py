"""The post between casinos, over HTTP and on PostgreSQL: letters are signed and heard once."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from tapete.client import Client
from tapete.floor.audit.whole import audit
from tapete.floor.house.letters import link_key, set_link_key, signature
from tapete.floor.storage.store import Store
from tests.floor.people import Staff, staff_of
from tests.floor.postgres import fresh_database
from tests.floor.server import free_port, served

ROOMS = {"norte": [1, 60], "sur": [61, 120]}
NAMES = ("centro", *ROOMS)
HALL = "enlazada"
KEY = "una clave de enlace"
POT = {"id": "bingo-acumulado", "percent": "6.5%", "base": 200000, "within": 50}
PLAN = {"price": 500, "line": "12%", "bingo": "48.5%", "house": "33%", "pots": [POT]}
STAFF = ("director-de-bingo", "jefe-tecnico")


async def opened(staff: Staff, me: str, peers: dict[str, str]) -> None:
    """A hall of a joint game, and its session opened by its director."""
    pace = {"sale": 60, "ball": 0.001, "prize": 0.001, "between": 600}
    row = {
        "game": "bingo-electronico", "cards": 200, "seed": "nacional", "unidad": "juego",
        "plan": PLAN, "pace": pace, "joint": {"me": me, "rooms": ROOMS, "peers": peers},
    }  # fmt: skip
    await staff.admin.post("/api/units", {"kind": "sala", "id": HALL, "row": row}, list)
    people = {role: await staff.hire(f"{role}-{me}", role) for role in STAFF}
    for role, client in people.items():
        assert client.me is not None
        body = {"person": client.me.id, "role": role}
        await staff.admin.post(f"/api/tables/{HALL}/staff", body, None)
    await command(people[STAFF[0]], {"do": "open-hall", "staff": STAFF}, STAFF[0])


async def command(client: Client, sent: dict[str, Any], role: str = "jugador") -> None:
    id = f"{sent['do']}-{sent.get('cards', '')}"
    await client.post(
        f"/api/units/{HALL}/commands", {"id": id, "role": role, "command": sent}, dict
    )


async def until(address: str, wanted: Any) -> dict[str, Any]:
    """The hall as everybody sees it, once it is as it should be."""
    async with httpx.AsyncClient(base_url=address, timeout=600) as http:
        while True:
            view: dict[str, Any] = (await http.get(f"/api/units/{HALL}")).json()
            if wanted(view):
                return view
            await asyncio.sleep(0.05)


@pytest.mark.clause("CAT-V.3.1-02")
def test_three_casinos_play_one_game_by_signed_letters_over_http(postgres: str) -> None:
    urls = {name: fresh_database(postgres) for name in NAMES}
    ports = {name: free_port() for name in NAMES}
    addresses = {name: f"http://127.0.0.1:{port}" for name, port in ports.items()}
    halls = {name: f"{address}/api/units/{HALL}" for name, address in addresses.items()}

    async def played(passwords: dict[str, str]) -> list[dict[str, Any]]:
        guests = []
        for name in (*ROOMS, "centro"):
            others = ROOMS if name == "centro" else ("centro",)
            async with staff_of(addresses[name], passwords[name]) as staff:
                await opened(staff, name, {other: halls[other] for other in others})
        for room in ROOMS:
            await until(addresses[room], lambda view: view["phase"] == "venta")
            guest = Client(addresses[room])
            me = await guest.guest("Ana")
            guests.append(guest)
            await command(guest, {"do": "enter", "player": me.id})
            await command(guest, {"do": "buy", "player": me.id, "cards": 6})
            await command(guest, {"do": "ready", "player": me.id})
        views = [
            await until(addresses[name], lambda view: view["ended"] == "terminada")
            for name in NAMES
        ]
        await refused_unless_signed(addresses["norte"])
        for guest in guests:
            await guest.http.aclose()
        return views

    with ExitStack() as stack:
        passwords = {}
        for name in NAMES:
            said: list[str] = []
            stack.enter_context(
                served(urls[name], password=said, games=("sala",), port=ports[name])
            )
            passwords[name] = said[0]
            store = Store(urls[name])
            for other in ROOMS if name == "centro" else ("centro",):
                set_link_key(store, HALL, other, KEY)
            store.close()
        views = asyncio.run(asyncio.wait_for(played(passwords), 600))
    for view in views:
        assert view["balls"] == views[0]["balls"] and view["sold"] == 12
        assert [(p["prize"], p["amount"], p["cards"]) for p in view["won"]] == [
            (p["prize"], p["amount"], p["cards"]) for p in views[0]["won"]
        ]
    for name in NAMES:
        store = Store(urls[name])
        assert list(audit(store)) == [], name
        store.close()


async def refused_unless_signed(address: str) -> None:
    """A letter that the key did not sign, or signed for another, is not heard."""
    body = '{"says":"annulled","game":1,"why":"x"}'
    right = signature(KEY.encode(), "centro", "sur", 99, body)
    async with httpx.AsyncClient(base_url=address, timeout=600) as http:
        for sign in ("", "0" * 64, right):
            letter = {"sender": "centro", "n": 99, "body": body, "signature": sign}
            answer = await http.post(f"/api/units/{HALL}/letters", json=letter)
            assert answer.status_code >= 400 and answer.json()["code"] == "not-signed"
        fits = signature(KEY.encode(), "centro", "norte", 99, body)
        letter = {"sender": "centro", "n": 99, "body": body, "signature": fits}
        answer = await http.post(f"/api/units/{HALL}/letters", json=letter)
        assert answer.json()["code"] == "letter-out-of-order"


def test_a_link_is_kept_however_long_the_names_of_its_halls_are(store: Store) -> None:
    long = "a" * 64
    set_link_key(store, long, long, KEY)
    assert link_key(store, long, long) == KEY.encode()
