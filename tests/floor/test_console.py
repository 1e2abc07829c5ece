"""Every game at an attended table, dealt by a console that knows nothing but what it is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.client import Client
from tapete.core.book.roles import CROUPIERS, JEFE
from tapete.core.table.roles import staff_of
from tapete.floor.audit.whole import audit
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Open, Sit
from tapete.games.registry import GAMES, find
from tests.floor.console import Console
from tests.floor.people import Staff
from tests.floor.people import staff_of as house_staff
from tests.floor.server import served

FEWEST, MOST = 2, 6
CHIPS, BOX = 900_000, 240_000
AMONG_PLAYERS = ("stud-poker", "seven-stud-poker", "omaha-poker", "texas-holdem-con-limites",
                 "texas-holdem-sin-limites")  # fmt: skip
"""Without a window for bets nothing is noticed after its close."""
SAID_BY_PLAYERS = {"fuera-de-turno", "cartas-expuestas"}


class House:
    """A served casino and the sessions of those who work in it, at one table after another."""

    def __init__(self, address: str, password: str, url: str) -> None:
        self.address, self.url = address, url
        self.sessions: dict[str, tuple[httpx.Cookies, Any]] = {}
        asyncio.run(self._hire(password))

    async def _hire(self, password: str) -> None:
        async with house_staff(self.address, password) as staff:
            self._keep("admin", staff.admin)
            for n in range(4):
                self._keep(f"croupier-{n}", await staff.hire(f"croupier-{n}", *CROUPIERS))
            self._keep("jefe", await staff.hire("jefe", JEFE))

    def _keep(self, name: str, client: Client) -> None:
        self.sessions[name] = client.http.cookies, client.me

    def come_in(self, name: str) -> Client:
        """The session of somebody who has come in already."""
        client = Client(self.address)
        client.http.cookies, client.me = self.sessions[name]
        assert client.me is not None
        client.csrf = client.me.csrf or ""
        return client


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("casino")
    url, password = f"sqlite:///{folder}/casino.db", list[str]()
    with served(url, password=password, games=("big-six",)) as address:
        yield House(address, password[0], url)
    store = Store(url)
    assert list(audit(store)) == []
    store.close()


async def dealt(house: House, game: str) -> Console:
    """Some rounds at an attended table of this game."""
    roles = staff_of(find(game).rules_of())
    async with AsyncExitStack() as stack, asyncio.timeout(600):

        async def session(name: str) -> Client:
            return await stack.enter_async_context(house.come_in(name))

        staff = Staff(house.address, await session("admin"))
        await staff.attended(game, game)
        jefe = await session("jefe")
        croupiers = []
        for n, role in enumerate(role for role in roles if role != JEFE):
            client = await session(f"croupier-{n}")
            croupiers.append((client, role))
        for client, role in [(jefe, JEFE), *croupiers]:
            body = {"person": client.me.id, "role": role}  # type: ignore[union-attr]
            await staff.admin.post(f"/api/tables/{game}/staff", body, None)
        client, role = croupiers[0]
        console = Console(
            await stack.enter_async_context(client.table(game)), role,
            jefe.table(game), game,
        )  # fmt: skip
        await console.send(Open(staff=tuple(roles)), by=console.jefe)
        chips = BOX if game in AMONG_PLAYERS else CHIPS
        for seat in range(1, max(2, find(game).rules_of().players_min) + 1):
            guest = await stack.enter_async_context(Client(house.address))
            await guest.guest(f"Jugador {seat}")
            assert guest.me is not None
            await guest.table(game).post(Sit(seat=seat, player=guest.me.id, chips=chips))
        await console.run(FEWEST, MOST)
        return console


@pytest.mark.clause("CAT-I.1-08", "CAT-I.3.2-03", "CAT-I.3.2-06")
@pytest.mark.parametrize("game", GAMES)
def test_a_croupier_deals_any_game_from_his_console(house: House, game: str) -> None:
    console = asyncio.run(dealt(house, game))
    assert FEWEST <= console.rounds <= MOST
    assert console.offered == set(console.entered)
    assert bool(console.noticed) == (game not in AMONG_PLAYERS)  # who have no betting window
    marked = [e for e in console.croupier.events if e.fields.get("what") == "decision-de-palabra"]
    assert len(marked) == console.by_word + len(console.offered & SAID_BY_PLAYERS)
    rulings = {(e.fields["role"], e.fields["question"]) for e in console.croupier.events
               if e.kind == "ruled"}  # fmt: skip
    assert rulings >= set(console.ruled)
