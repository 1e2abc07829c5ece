"""Every game over the network: sit down, play to a settled round, chips checked in the ledger."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tapete.client import Client, TableClient
from tapete.core.book.refused import Refused
from tapete.floor.table.view import TableView
from tapete.games.registry import GAMES
from tests.floor.server import served


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("casino")
    with served(f"sqlite:///{folder}/casino.db") as found:
        yield found


SETTLED = {"bet-won", "bet-lost", "bet-returned", "pot-won", "round-voided"}


def is_settled(table: TableClient) -> bool:
    """Whether a round has been settled while we listened; one that was begun anew because somebody
    sat down before any bet is none."""
    return any(
        event.kind in SETTLED and event.fields.get("cause") != "sin-apuestas"
        for event in table.events
    )


async def play(table: TableClient, luck: random.Random) -> None:
    """Bet on something and make any legal move, until a round is settled."""
    async with asyncio.timeout(600):
        while not is_settled(table):
            view = table.view
            with suppress(Refused):
                await one_move(table, view, luck)
            await changed(table, view)


async def changed(table: TableClient, view: TableView) -> None:
    try:
        await table.until(lambda now: now.state != view.state, seconds=1.0)
    except TimeoutError:
        return


async def one_move(table: TableClient, view: TableView, luck: random.Random) -> None:
    ask = view.ask
    if ask is None:
        return
    mine = [bet for bet, stakes in view.placed.items() if table.seat in stakes]
    if ask.kind == "bets" and len(mine) < 2:
        offers = [o for o in await table.offers() if o.open and o.low and o.bet not in mine]
        if offers:
            await table.bet(offers[0].bet, offers[0].low or 1)
    elif ask.seat == table.seat and ask.options:
        option = luck.choice(ask.options)
        move = option.some(luck.randrange).text
        await table.answer(move)


async def sit(table: TableClient, seat: int) -> None:
    """Sit down; at a table of players among themselves, when the hand is over."""
    while True:
        try:
            await table.sit(seat, chips=200_000)
            return
        except Refused as refusal:
            if refusal.code != "round-in-course":
                raise
            await changed(table, table.view)


async def four_at_the_table(address: str, game: str) -> None:
    clients = [Client(address) for _ in range(4)]
    tables = []
    try:
        for n, client in enumerate(clients):
            await client.guest(f"Jugador {n}")
            table = client.table(f"{game}-1")
            await table.connect()
            await sit(table, n + 1)
            tables.append(table)
        luck = random.Random(game)
        await asyncio.gather(*(play(table, luck) for table in tables))
    finally:
        for table in tables:
            await table.disconnect()
        for client in clients:
            await client.http.aclose()


@pytest.mark.parametrize("game", GAMES)
def test_four_guests_sit_down_and_play(address: str, game: str) -> None:
    asyncio.run(four_at_the_table(address, game))
