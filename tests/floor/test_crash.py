"""The casino is killed for good at every step between a command and its telling, and started
again: nothing is lost, nothing done twice, and everybody sees the same."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.client import Client, TableClient
from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.failpoints import POINTS
from tapete.floor.storage.backup import back_up
from tapete.floor.storage.picture import picture_of
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Sit
from tests.floor.process import LONG, QUICK, SLOW, Server
from tests.floor.test_every_game import changed

TABLE = "ruleta-francesa-1"


@pytest.fixture
def server(url: str, tmp_path: Path) -> Any:
    found = Server(tmp_path, url, SLOW, '"ruleta-francesa"', lease=LONG)
    yield found
    found.kill()


@pytest.mark.parametrize("point", POINTS)
def test_killed_between_a_command_and_its_telling(
    server: Server, point: str, tmp_path: Path
) -> None:
    # The second command of the table is that of the guest; the first opened it and nobody watched.
    # What is written counts the guest's chips too.
    times = {"some-told": 1, "before-commit": 3, "committed": 3}.get(point, 2)
    server.start(f"{point}:{times}")
    sit = "sit-down-once"

    async def sit_down(client: Client) -> None:
        assert client.me is not None
        table = client.table(TABLE)
        command = Sit(seat=4, player=client.me.id, chips=250_000)
        await table.post(command, id=sit)

    async def before() -> Client:
        client = Client(server.address)
        await client.guest("Ana")
        table = client.table(TABLE)
        await table.connect()
        with pytest.raises((httpx.TransportError, httpx.HTTPStatusError)):
            await sit_down(client)
        await table.disconnect()
        await client.http.aclose()
        return client

    async def after(client: Client) -> tuple[int, Any]:
        fresh = Client(server.address)
        fresh.me, fresh.csrf = client.me, client.csrf
        fresh.http.cookies = client.http.cookies
        await sit_down(fresh)
        await sit_down(fresh)
        table = fresh.table(TABLE)
        await table.connect()
        view = table.view
        wallet = await fresh.wallet()
        await table.disconnect()
        await fresh.http.aclose()
        return wallet, view

    client = asyncio.run(before())
    assert server.died()
    if point in ("money-written", "committed"):  # a copy of what it left is whole too
        back_up(server.url, tmp_path / "copy.db")
        with picture_of(f"sqlite:///{tmp_path}/copy.db") as copy:
            assert list(audit(copy)) == []
    server.start()
    wallet, view = asyncio.run(after(client))
    assert wallet == 750_000
    assert [(seat.seat, seat.chips) for seat in view.seats] == [(4, 250_000)]
    store = Store(server.url)
    assert list(audit(store)) == []
    steps = [kept for kept in store.log(TABLE) if isinstance(kept.envelope.command, Sit)]
    assert len(steps) == 1
    store.close()


@pytest.mark.parametrize("game", ["black-jack", "craps"])
def test_killed_again_and_again_in_the_middle_of_rounds(
    url: str, tmp_path: Path, game: str
) -> None:
    server = Server(tmp_path, url, QUICK, f'"{game}"')
    bet = {"black-jack": "principal", "craps": "pass"}[game]
    client = Client(server.address)

    async def play(table: TableClient, rounds: int) -> None:
        """Play so many rounds and stop in the middle of one, with a bet on the felt."""
        until = table.view.round + rounds
        async with asyncio.timeout(600):
            while table.view.round < until or not table.view.placed:
                view = table.view
                with suppress(Refused):
                    if view.ask is not None and view.ask.kind == "bets" and not view.placed:
                        await table.bet(bet, 5000)
                    elif view.ask is not None and view.ask.seat == 1 and view.ask.options:
                        await table.answer(view.ask.options[-1].name)
                await changed(table, view)

    async def come_in() -> None:
        await client.guest("Ana")
        table = client.table(f"{game}-1")
        await table.connect()
        await table.sit(1, chips=500_000)
        table.seat = 1
        await play(table, 4)
        await table.disconnect()
        await client.http.aclose()

    async def come_back(rounds: int) -> None:
        again = Client(server.address)
        again.me, again.csrf = client.me, client.csrf
        again.http.cookies = client.http.cookies
        table = again.table(f"{game}-1")
        await table.connect()
        table.seat = 1
        assert [seat.seat for seat in table.view.seats] == [1]
        await play(table, rounds)
        await table.disconnect()
        await again.http.aclose()

    try:
        server.start()
        asyncio.run(come_in())
        for rounds in (1, 2, 3):
            server.kill()
            server.start()
            asyncio.run(come_back(rounds))
    finally:
        server.kill()
    store = Store(url)
    assert list(audit(store)) == []
    assert len({kept.envelope.id for kept in store.log(f"{game}-1")}) == len(
        list(store.log(f"{game}-1"))
    )
    store.close()
