"""What a player reads of the rounds he played, and how he checks them; and late clicks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.client import Client, TableClient
from tapete.core.round.acta import read_record
from tapete.core.round.replay import replay
from tapete.floor.api.app import application
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.table.commands import CloseBets
from tapete.games.registry import find
from tests.floor.people import call
from tests.floor.server import served
from tests.telling.test_paper import text_of


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    with served(url, games=("big-six",)) as found:
        yield found


def run(address: str, work: Callable[[Client], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(600), Client(address) as client:
            await client.guest("Ana")
            await work(client)

    asyncio.run(all_of_it())


async def settled(table: TableClient) -> int:
    """Bet, and wait for the next round: the number of that one."""
    await table.until(lambda v: v.ask is not None and v.ask.kind == "bets")
    offer = next(one for one in await table.offers() if one.open)
    await table.bet(offer.bet, offer.low or 1000)
    number = table.view.round
    await table.until(lambda v: v.round > number)
    return number


def is_told(table: TableClient, what: str) -> bool:
    """Whether this was announced while we listened."""
    return any(event.fields.get("what") == what for event in table.events)


@pytest.mark.clause("CAT-I.6-03")
def test_a_player_has_the_record_of_his_own_round_and_nobody_elses(
    address: str, tmp_path: Path
) -> None:
    async def work(ana: Client) -> None:
        async with ana.table("big-six-1") as table:
            await table.sit(2, chips=50_000)
            number = await settled(table)
            await table.leave()
            await table.until(lambda _: is_told(table, "orden-abierto"))
        rows = (await call(ana, "GET", "/api/me/rounds")).json()
        assert number in [row["number"] for row in rows]
        mine = (await call(ana, "GET", f"/api/me/rounds/big-six-1/{number}")).json()
        assert mine["seats"] == [2] and {"bet-placed"} <= {e["kind"] for e in mine["events"]}
        record = read_record(mine["acta"])
        assert replay(record, find).events == list(record.events)
        assert mine["acta"].rstrip().endswith(mine["seal"])
        assert {one["outcome"] for one in mine["proof"]} <= {"good", "none"}
        async with Client(address) as bruno:
            await bruno.guest("Bruno")
            path = f"/api/me/rounds/big-six-1/{number}"
            assert (await call(bruno, "GET", path)).status_code == 404
            assert (await call(bruno, "GET", "/api/me/rounds")).json() == []
            assert (await call(bruno, "GET", f"/api/tables/big-six-1/rounds/{number}")).json()[
                "code"
            ] == "not-your-role"

    run(address, work)


def test_the_paper_of_a_round_names_whoever_sat_down_in_it(address: str) -> None:
    async def work(ana: Client) -> None:
        async with ana.table("big-six-1") as table, Client(address) as rosa:
            await rosa.guest("Rosa")
            await table.sit(1, chips=50_000)
            await table.until(lambda v: v.ask is not None and v.ask.kind == "bets")
            async with rosa.table("big-six-1") as other:
                await other.sit(2, chips=50_000)
                number = await settled(table)
        path = f"/api/me/rounds/big-six-1/{number}/why.pdf?lang=es"
        said = text_of((await call(ana, "GET", path)).content)
        assert "Rosa se sienta" in said
        assert "Invitado-" not in said  # nobody is shown an id

    run(address, work)


# At a table whose clocks stand still: betting is closed when the test says so


JACK = "black-jack-1"
STILL = Clocks(betting=3600.0, decision=3600.0, pause=0.0)


def at_black_jack(
    folder: Path, work: Callable[[Casino, httpx.AsyncClient, str], Coroutine[Any, Any, None]]
) -> None:
    """A guest sits at seat 1 of a table of Black Jack, and is asked for a decision."""

    async def all_of_it() -> None:
        settings = Settings(db=f"sqlite:///{folder}/c.db", games=("black-jack",), clocks=STILL)
        casino = Casino(settings)
        casino.prepare()
        await casino.start()
        transport = httpx.ASGITransport(app=application(casino))  # type: ignore[arg-type]
        try:
            async with (
                asyncio.timeout(600),
                httpx.AsyncClient(transport=transport, base_url="http://casino") as http,
            ):
                me = (await http.post("/api/guest", json={"name": "Ana"})).json()
                http.headers["x-csrf"] = me["csrf"]
                sit = {"do": "sit", "seat": 1, "player": me["id"], "chips": 900_000}
                assert (await send(http, sit, "sit")).status_code == 200
                await decide(casino, http)
                await work(casino, http, me["id"])
        finally:
            await casino.stop()

    asyncio.run(all_of_it())


async def send(http: httpx.AsyncClient, command: Any, id: str, **more: Any) -> httpx.Response:
    body = {"id": id, "command": command, **more}
    return await http.post(f"/api/tables/{JACK}/commands", json=body)


async def decide(casino: Casino, http: httpx.AsyncClient) -> None:
    """Bet and close the bets until a hand comes with which seat 1 has to decide. Before it the
    bank's ace may be insured against: that is not wanted."""
    for n in range(30):
        await until(casino, lambda ask: ask == "bets")
        bet = {"do": "bet", "action": {"do": "place", "seat": 1, "bet": "principal",
                                       "amount": 5000}}  # fmt: skip
        assert (await send(http, bet, f"bet-{n}")).status_code == 200
        await casino.keeper(JACK).send(casino.by_system(CloseBets(), "croupier"))
        await until(casino, lambda ask: ask in ("bets", "choose", "speak"))
        view = casino.view(JACK, None)
        if view.ask is not None and view.ask.about == "seguro":
            no = {"do": "answer", "seat": 1, "answer": "no"}
            assert (await send(http, no, f"no-{n}", saw=view.state)).status_code == 200
            await until(casino, lambda ask: ask in ("bets", "choose", "speak"))
        if kind_asked(casino) != "bets":
            return
    raise AssertionError("thirty blackjacks in a row")


def kind_asked(casino: Casino) -> str | None:
    ask = casino.view(JACK, None).ask
    return None if ask is None else ask.kind


async def until(casino: Casino, wanted: Callable[[str | None], bool]) -> None:
    while not wanted(kind_asked(casino)):
        await asyncio.sleep(0.005)


@pytest.mark.clause("CAT-I.1-13")
def test_a_late_click_does_not_answer_the_next_question(tmp_path: Path) -> None:
    async def work(casino: Casino, http: httpx.AsyncClient, me: str) -> None:
        before = casino.view(JACK, None).state
        answer = {"do": "answer", "seat": 1, "answer": "plantarse"}
        for n, said in enumerate(({}, {"saw": ""}, {"saw": "0" * 64}, {"saw": before[:-1] + "x"})):
            late = await send(http, answer, f"tarde-{n}", **said)
            assert late.json()["code"] == "table-moved-on", said
        assert casino.view(JACK, None).state == before
        assert (await send(http, answer, "a-tiempo", saw=before)).status_code == 200
        again = await send(http, answer, "a-tiempo", saw=before)  # sent again: done before
        assert again.status_code == 200

    at_black_jack(tmp_path, work)


@pytest.mark.clause("CAT-I.6-03")
def test_cards_still_covered_are_not_in_what_a_player_reads(tmp_path: Path) -> None:
    """Until the shoe is opened he has what he was told, the promise, and the seal of the acta."""

    async def work(casino: Casino, http: httpx.AsyncClient, me: str) -> None:
        view = casino.view(JACK, None)
        answer = {"do": "answer", "seat": 1, "answer": "plantarse"}
        assert (await send(http, answer, "a-tiempo", saw=view.state)).status_code == 200
        await until(casino, lambda ask: ask == "bets")
        mine = (await http.get(f"/api/me/rounds/{JACK}/{view.round}")).json()
        assert mine["acta"] is None and len(mine["seal"]) == 64
        assert [one["cards"] for one in mine["orders"]] == [None]
        assert all(one["promise"] for one in mine["orders"])
        assert {one["what"]: one["outcome"] for one in mine["proof"]}["order"] == "open"

    at_black_jack(tmp_path, work)
