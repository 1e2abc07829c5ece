"""What a player does between rounds at an electronic table: there is no croupier to ask for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tapete.client import Client, TableClient
from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.storage.picture import picture_of
from tapete.floor.table.acts import ActView
from tapete.floor.table.commands import Act
from tests.floor.server import served

SLOW = Clocks(betting=60.0, decision=60.0, pause=60.0)
QUICK = Clocks(betting=60.0, decision=60.0, pause=0.5)
ROULETTE = "ruleta-americana-un-cero"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    games = (ROULETTE, "punto-y-banca", "canal-21", "texas-holdem-sin-limites")
    with served(url, clocks=SLOW, games=games) as address:
        yield address, url


Play = Callable[[list[TableClient]], Awaitable[None]]


def two_at(house: tuple[str, str], game: str, play: Play, *, leave: bool = True) -> None:
    """Two guests sit down; the audit agrees with what they did."""
    address, url = house

    async def evening() -> None:
        async with AsyncExitStack() as stack, asyncio.timeout(600):
            tables = []
            for seat in (1, 2):
                client = await stack.enter_async_context(Client(address))
                await client.guest(f"Jugador {seat}")
                table = await stack.enter_async_context(client.table(f"{game}-1"))
                await table.sit(seat, chips=200_000)
                tables.append(table)
            await play(tables)
            for table in tables if leave else ():
                await table.leave()
                assert await table.client.wallet() == 1_000_000

    asyncio.run(evening())
    with picture_of(url) as store:  # the tables play on
        assert list(audit(store)) == []


async def refused(work: Awaitable[Any]) -> Refused:
    with pytest.raises(Refused) as found:
        await work
    return found.value


async def done(table: TableClient, command: Act) -> None:
    """Between rounds, however short that is."""
    while True:
        try:
            await table.send(command)
            return
        except Refused as refusal:
            if refusal.code != "round-in-course":
                raise


def act(name: str, **facts: Any) -> Act:
    return Act(name=name, facts=facts)


@pytest.mark.clause("CAT-II.2.5-06", "CAT-II.2.5-12")
def test_a_player_buys_a_colour_bets_with_it_and_gives_it_back(house: tuple[str, str]) -> None:
    async def play(tables: list[TableClient]) -> None:
        ana, bruno = tables
        acts = await ana.client.get(f"/api/tables/{ana.id}/acts", list[ActView])
        own = {one.name for one in acts if one.own}
        assert own == {"comprar-color", "comprar-mas", "cambiar-color", "devolver-color",
                       "propina-en-color"}  # fmt: skip
        buying = next(one for one in acts if one.name == "comprar-color")
        assert [f.name for f in buying.facts if f.required] == ["seat", "colour", "value", "amount"]
        colour = {"colour": "verde", "value": 1000, "amount": 20_000}
        await done(ana, act("comprar-color", seat=1, **colour))
        taken = await refused(done(bruno, act("comprar-color", seat=2, **colour)))
        assert taken.code == "colour-taken"
        other = await refused(done(bruno, act("devolver-color", seat=1)))
        assert (other.code, other.clause) == ("not-yours", "CAT-I.5.2-02")
        cash = act("comprar-mas", seat=1, amount=1000, paid="efectivo")
        assert (await refused(done(ana, cash))).code == "not-yours"
        await done(ana, act("comprar-mas", seat=1, amount=5000))
        assert [s.chips for s in ana.view.seats if s.seat == 1] == [175_000]
        house_only = await refused(done(ana, act("cambiar-propina", seat=1)))
        assert house_only.code in ("no-such-fact", "not-your-role")
        await done(ana, act("devolver-color", seat=1))
        await ana.until(lambda v: [s.chips for s in v.seats if s.seat == 1] == [200_000])

    two_at(house, ROULETTE, play)


@pytest.mark.clause("CAT-II.2.5-12")
def test_a_round_nobody_has_bet_in_gives_way(tmp_path: Path) -> None:
    """Betting stays open until somebody bets, and an act is done between rounds."""

    async def play(tables: list[TableClient]) -> None:
        ana, bruno = tables
        await ana.until(lambda view: view.ask is not None and view.ask.kind == "bets")
        await done(ana, act("comprar-color", seat=1, colour="rosado", value=1000, amount=9000))
        await bruno.until(lambda view: view.ask is not None and view.ask.kind == "bets")
        await bruno.bet("rojo", 2000)
        late = await refused(ana.send(act("devolver-color", seat=1)))
        assert late.code == "round-in-course"
        await bruno.take_down("rojo")

    url = f"sqlite:///{tmp_path}/casino.db"
    with served(url, clocks=QUICK, games=(ROULETTE,)) as address:
        two_at((address, url), ROULETTE, play, leave=False)


@pytest.mark.clause("CAT-III.2.5-18")
def test_a_player_lets_the_shoe_go_on(house: tuple[str, str]) -> None:
    async def play(tables: list[TableClient]) -> None:
        codes = []
        for seat, table in enumerate(tables, 1):
            try:
                await done(table, act("decline", seat=seat))
            except Refused as refusal:
                codes.append(refusal.code)
        assert codes in ([], ["shoe-elsewhere"])  # it went on to him who declined then, or had it

    two_at(house, "punto-y-banca", play)


@pytest.mark.clause("CAT-III.1.5.3-14", "CAT-III.1.5.3-16")
def test_a_player_takes_places_beside_his_own(house: tuple[str, str]) -> None:
    async def play(tables: list[TableClient]) -> None:
        ana, bruno = tables
        early = await refused(done(ana, act("posiciones", seat=1, places=[])))
        assert (early.code, early.facts["first"]) == ("not-your-turn", 2)
        await done(bruno, act("posiciones", seat=2, places=[3]))
        told = [e for e in bruno.events if e.fields.get("what") == "posiciones-tomadas"]
        assert told[-1].fields["facts"] == {"seat": 2, "places": "3"}

    two_at(house, "canal-21", play)


@pytest.mark.clause("CAT-III.3.5.6-07")
def test_the_hour_of_an_absence_is_the_tables_not_the_players(house: tuple[str, str]) -> None:
    async def play(tables: list[TableClient]) -> None:
        ana, _ = tables
        lie = await refused(done(ana, act("ausentarse", seat=1, now=0)))
        assert lie.code == "no-such-fact"
        await done(ana, act("ausentarse", seat=1))
        assert (await refused(done(ana, act("ausentarse", seat=1)))).code == "already-away"
        await done(ana, act("volver", seat=1))

    two_at(house, "texas-holdem-sin-limites", play)
