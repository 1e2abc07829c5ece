"""Whoever closed his page and did not come back is not present: his place becomes free."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tapete.client import Client, TableClient
from tapete.core.round.bets import Place
from tapete.floor.audit.whole import audit
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.office import create_table
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.people import door
from tapete.floor.people.door import let_go_of_absent
from tapete.floor.people.person import Person
from tapete.floor.storage.picture import picture_of
from tapete.floor.table.commands import Bet, Sit
from tapete.floor.units.maquina import commands as machine
from tests.floor.money import money_file
from tests.floor.people import PASSWORD, some_rut
from tests.floor.server import served

STILL = Clocks(betting=3600.0, decision=3600.0, pause=0.0, idle=1e6, gone=60.0)
WAR = "war-1"


@pytest.mark.clause("CAT-I.5.1-02")
def test_the_last_page_that_is_closed_frees_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "LOOK_EVERY", 0.02)
    url = f"sqlite:///{tmp_path}/casino.db"
    clocks = Clocks(betting=3600.0, pause=0.0, gone=0.0)

    async def seated(watching: TableClient, players: int) -> None:
        async with asyncio.timeout(600):
            while len(watching.view.seats) != players:
                await asyncio.sleep(0.01)

    async def story(address: str) -> None:
        async with Client(address) as rosa, Client(address) as bruno:
            await rosa.guest("Rosa")
            await bruno.guest("Bruno")
            async with rosa.table(WAR) as here:
                await here.sit(1, chips=10_000)
                async with rosa.table(WAR), bruno.table(WAR) as his:
                    await his.sit(2, chips=10_000)
                    await seated(here, 2)
                await seated(here, 1)  # both closed a page: Rosa has another
                assert here.view.seats[0].name == "Rosa"
            async with bruno.table(WAR) as his:
                await seated(his, 0)
            assert (await rosa.get("/api/me", dict))["play"] == 1_000_000

    with served(url, clocks=clocks, games=("war",)) as address:
        asyncio.run(story(address))
    with picture_of(url) as store:
        assert list(audit(store)) == []


class House:
    """A casino on a clock that is held."""

    def __init__(self, folder: Path, *games: str) -> None:
        self.at = 1_790_000_000.0
        settings = Settings(
            db=f"sqlite:///{folder}/c.db", games=games, clocks=STILL, plan=money_file()
        )
        self.casino = Casino(settings, now=lambda: self.at)
        self.casino.prepare()

    async def somebody(self, n: int = 1) -> Person:
        ana = self.casino.register.admit(
            "Ana Soto", some_rut(n), "1990-05-17", PASSWORD, by="x", now=self.at
        )
        await self.casino.cage.buy("cajero", ana.id, 100_000, id=f"compra-{n}")
        return ana

    async def do(self, who: Person, unit: str, command: object, role: str = "jugador") -> None:
        self.at += 1.0
        await self.casino.command(who, role, unit, command, id=f"{self.at}")

    async def gone(self, who: Person, unit: str, seconds: float) -> bool:
        """Whether he has lost his place, so many seconds after he closed his page."""
        self.casino.hung_up.went(unit, who.id, self.at)
        return await self.later(who, unit, seconds)

    async def later(self, who: Person, unit: str, seconds: float) -> bool:
        self.at += seconds
        await let_go_of_absent(self.casino)
        return who.id not in self.casino.keeper(unit).unit.present()

    def run(self, story: Coroutine[Any, Any, None]) -> None:
        async def told() -> None:
            await self.casino.start()
            try:
                async with asyncio.timeout(600):
                    await story
            finally:
                await self.casino.stop()

        asyncio.run(told())
        with picture_of(self.casino.settings.db) as store:
            assert list(audit(store)) == []


async def comes(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


@pytest.mark.clause("CAT-I.5.1-02")
def test_who_comes_back_or_is_heard_of_keeps_his_place(tmp_path: Path) -> None:
    house = House(tmp_path, "big-six")

    async def story() -> None:
        ana = await house.somebody()
        table = house.casino.mesa("big-six-1")
        await house.do(ana, "big-six-1", Sit(seat=3, player=ana.id, chips=10_000))
        assert not await house.gone(ana, "big-six-1", 59.0)
        house.casino.hung_up.came("big-six-1", ana.id)  # a page of his is open again
        assert not await house.later(ana, "big-six-1", 3600.0)
        house.casino.hung_up.went("big-six-1", ana.id, house.at)
        await comes(lambda: table.table.live is not None)
        await house.do(ana, "big-six-1", Bet(action=Place(3, "1", 1000)))  # by other ways
        assert not await house.later(ana, "big-six-1", 3600.0)
        house.casino.hung_up.went("big-six-1", ana.id, house.at)
        assert not await house.later(ana, "big-six-1", 61.0)
        assert table.company.leaving == {3}, "with chips on the felt he goes when the round is over"
        await house.later(ana, "big-six-1", 3600.0)  # the time to bet is over
        bruno = await house.somebody(2)
        await house.do(bruno, "big-six-1", Sit(seat=4, player=bruno.id, chips=10_000))
        await comes(lambda: set(table.table.players) == {4})
        await house.casino.keeper("big-six-1").settled()  # and it is written
        assert house.casino.cage.wallet(ana.id) in (99_000, 100_000 + 1000)

    house.run(story())


@pytest.mark.clause("CAT-I.5.1-02")
def test_at_an_attended_table_the_jefe_de_mesa_sees_who_is_there(tmp_path: Path) -> None:
    house = House(tmp_path, "big-six")

    async def story() -> None:
        ana = await house.somebody()
        await create_table(house.casino, "war-8", "war", edition="scj-2023", changes={},
                           attended=True, by="administrador")  # fmt: skip
        await house.do(ana, "war-8", Sit(seat=3, player=ana.id, chips=10_000))
        assert not await house.gone(ana, "war-8", 3600.0)

    house.run(story())


@pytest.mark.clause("CAT-I.5.1-02")
def test_a_machine_is_free_again_when_its_player_closed_the_page(tmp_path: Path) -> None:
    """A hand that waits for his choice is played on, and his credits go to his account."""
    house = House(tmp_path, "maquina")

    async def story() -> None:
        ana = await house.somebody()
        unit = next(
            id for id, spec in house.casino.units.items()
            if getattr(spec, "programs", ()) == ("jacks-or-better",)
        )  # fmt: skip
        held = house.casino.keeper(unit).unit
        await house.do(ana, unit, machine.Sit(position=1))
        await house.do(ana, unit, machine.Insert(amount=10_000))
        await house.do(ana, unit, machine.Play(bet="1x5"))
        assert held.asked() is not None
        assert not await house.gone(ana, unit, 61.0) and held.asked() is None
        assert await house.later(ana, unit, 5.0)
        assert house.casino.cage.wallet(ana.id) > 90_000

    house.run(story())
