"""Another player's cards are never in any byte sent to a seat: every game, on the wire."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from tapete.client import Client, TableClient
from tapete.core.book.refused import Refused
from tapete.floor.storage.store import Store
from tapete.games.registry import GAMES, find
from tests.floor.security.wire import CARD, Tap, Told, cards_of, leaks
from tests.floor.server import served
from tests.floor.test_every_game import changed, is_settled, one_move, sit

COVERED = {
    "caribbean-poker", "caribbean-poker-plus", "draw-poker", "poker-tres-cartas", "go-poker",
    "stud-poker", "seven-stud-poker", "texas-holdem-con-limites", "texas-holdem-sin-limites",
    "texas-holdem-plus", "texas-holdem-bonus", "omaha-poker",
}  # fmt: skip
"""Games in which a player holds cards that the others do not see."""
SEATS = 4


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    with served(url) as address:
        yield address, url


async def play(table: TableClient, luck: random.Random) -> None:
    """Play until a round is settled: all of it has gone over the wire by then."""
    async with asyncio.timeout(600):
        while not is_settled(table):
            view = table.view
            with suppress(Refused):
                await one_move(table, view, luck)
            await changed(table, view)


async def listened(address: str, game: str) -> list[tuple[str | None, int | None, list[str]]]:
    """Who heard what: each player, and somebody without a session who only looks on."""
    id = f"{game}-1"
    clients = [Client(address) for _ in range(SEATS + 1)]
    tables: list[TableClient] = []
    taps = [Tap(client, id) for client in clients]
    try:
        for n, client in enumerate(clients[:SEATS]):
            await client.guest(f"Jugador {n}")
            await taps[n].open()
            table = client.table(id)
            await table.connect()
            tables.append(table)
            await sit(table, n + 1)
        await taps[SEATS].open()
        luck = random.Random(game)
        await asyncio.gather(*(play(table, luck) for table in tables))
        told = max(table.view.next for table in tables)
        for tap in taps:
            await tap.until(told)
        found: list[tuple[str | None, int | None, list[str]]] = []
        for n, (client, tap) in enumerate(zip(clients, taps, strict=True)):
            me = client.me.id if client.me is not None else None
            page, mine = await history(client, id), await own_rounds(client)
            view = (await client.http.get(f"/api/tables/{id}")).json()
            # An order of cards that was opened to everybody meanwhile is in his own rounds too.
            page += [{"n": view["next"] - 1, "mine": one} for one in mine]
            again = msgspec.json.encode({"events": page, "view": view}).decode()
            found.append((me, n + 1 if me else None, [*tap.heard, again]))
        return found
    finally:
        for table in tables:
            await table.disconnect()
        for tap in taps:
            with suppress(AttributeError):
                await tap.close()
        for client in clients:
            await client.http.aclose()


async def history(client: Client, table: str) -> list[dict[str, Any]]:
    """Everything a client may read of what was told before."""
    found: list[dict[str, Any]] = []
    start: int | None = 1
    while start is not None:
        path = f"/api/tables/{table}/events?start={start}&lang=en"
        page = (await client.http.get(path)).json()
        found += page["events"]
        start = page["next"]
    return found


async def own_rounds(client: Client) -> list[dict[str, Any]]:
    """What a player may read of the rounds he sat at."""
    rounds = await client.http.get("/api/me/rounds")
    if rounds.status_code != 200:
        return []  # somebody without a session
    found = []
    for row in rounds.json():
        mine = (await client.http.get(f"/api/me/rounds/{row['table']}/{row['number']}")).json()
        assert mine["seats"] and mine["events"] and len(mine["seal"]) == 64
        found.append(mine)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_card_reaches_anybody_whom_nothing_told_it(house: tuple[str, str], game: str) -> None:
    address, url = house
    heard = asyncio.run(listened(address, game))
    store = Store(url)
    told = Told(store, f"{game}-1")
    store.close()
    if game in COVERED:
        assert told.private(), "no covered card was dealt: the test shows nothing"
    for person, seat, texts in heard:
        assert len(texts) > 3
        since = told.sat_down(person) if person is not None else 10**9
        assert leaks(told, texts, seat, since) == []
    if game in COVERED:  # held against what another may know, what the first heard is a leak
        (_, _, texts), (other, seat, _) = heard[0], heard[1]
        assert leaks(told, texts, seat, told.sat_down(other or ""))


def test_cards_are_found_in_any_text() -> None:
    assert cards_of('{"card":"Ac","line":"deal 9h seat:2","hash":"a4cKd"}') == {"Ac", "9h"}
    assert not CARD.findall("CAT-III.1.6.3-04 2026 Acta")
    assert set(GAMES) >= COVERED and all(find(game) for game in COVERED)
