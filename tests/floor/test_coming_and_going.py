"""People come and go at an electronic table while nobody bets."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from tapete.client import Client, TableClient
from tapete.core.book.refused import Refused
from tapete.floor.table.view import TableView
from tests.floor.server import served

TABLE = "chuck-a-luck-1"


@pytest.fixture
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("casino")
    url = f"sqlite:///{folder}/casino.db"
    with served(url, games=("chuck-a-luck",)) as found:
        yield found


def asks_for_bets(view: TableView) -> bool:
    return view.ask is not None and view.ask.kind == "bets"


async def leave(table: TableClient) -> None:
    """Leave, when the round in course is over."""
    async with asyncio.timeout(600):
        while True:
            try:
                await table.leave()
                return
            except Refused as refusal:
                assert refusal.code == "round-in-course"
                await asyncio.sleep(0.01)


def test_whoever_sits_down_while_nobody_bets_can_bet(address: str) -> None:
    async def scene() -> None:
        async with Client(address) as idle, Client(address) as keen:
            await idle.guest("Quieto")
            await keen.guest("Resuelta")
            async with idle.table(TABLE) as one, keen.table(TABLE) as other:
                await one.sit(1, chips=10_000)
                await one.until(asks_for_bets)
                await other.sit(2, chips=10_000)
                async with asyncio.timeout(600):
                    while not any(offer.open for offer in await other.offers()):
                        await asyncio.sleep(0.05)
                await other.bet("low", 1000)

    asyncio.run(scene())


def test_a_table_left_by_everybody_is_open_to_the_next(address: str) -> None:
    async def scene() -> None:
        async with Client(address) as client:
            await client.guest("Va y viene")
            async with client.table(TABLE) as table:
                for _ in range(3):
                    await table.sit(1, chips=10_000)
                    await table.until(asks_for_bets)
                    await leave(table)

    asyncio.run(scene())


def test_whoever_came_and_went_is_named_to_those_who_read_it_later(address: str) -> None:
    async def scene() -> None:
        async with Client(address) as client:
            await client.guest("Rosa")
            async with client.table(TABLE) as table:
                await table.sit(1, chips=10_000)
                await leave(table)

    asyncio.run(scene())
    told = httpx.get(f"{address}/api/tables/{TABLE}/events", timeout=600).json()["events"]
    names = {one["kind"]: one.get("name") for one in told}
    assert names["seat-taken"] == names["seat-freed"] == "Rosa"
    assert names["chips-changed"] is None  # it speaks of a place, of nobody by name
