"""Several nodes on one database: a table has one keeper, and another when that one dies."""

from __future__ import annotations

import asyncio
import json
import ssl
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

import httpx
import pytest
from websockets.asyncio.client import connect

from tapete.client import Client
from tapete.core.table.roles import staff_of
from tapete.floor.api.listening import MOVED, Hall
from tapete.floor.audit.whole import audit
from tapete.floor.house import hosting as hosting_module
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.hosting import Hosting
from tapete.floor.kernel.chain import Step
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.unit import Envelope, Spec
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Open
from tapete.floor.units.mesa import TableSpec
from tests.floor.postgres import fresh_database
from tests.floor.process import LONG, SLOW, Server
from tests.floor.server import free_port, served

GAMES = '"black-jack"'
CLOCKS = {**SLOW, "pause": 0.05}


def test_a_dead_nodes_tables_go_on_elsewhere_with_the_round_intact(
    postgres: str, tmp_path: Path
) -> None:
    url = fresh_database(postgres)
    one = Server(tmp_path, url, CLOCKS, GAMES, "uno")
    two = Server(tmp_path, url, CLOCKS, GAMES, "dos")
    client = Client(one.address)

    async def bet() -> str:
        await client.guest("Ana")
        table = client.table("black-jack-1")
        await table.connect()
        await table.sit(2, chips=100_000)
        await table.until(lambda view: view.ask is not None and view.ask.kind == "bets")
        state = await table.bet("principal", 20_000)
        await table.disconnect()
        await client.http.aclose()
        return state

    async def go_on(state: str) -> None:
        there = Client(two.address)
        there.me, there.csrf = client.me, client.csrf
        there.http.cookies = client.http.cookies
        table = there.table("black-jack-1")
        await table.connect()
        table.seat = 2
        assert table.view.state == state
        assert table.view.placed == {"principal": {2: 20_000}}
        await table.take_down("principal")
        assert await there.wallet() == 900_000
        await table.disconnect()
        await there.http.aclose()

    try:
        one.start(tables=1)
        two.start(tables=0)
        state = asyncio.run(bet())
        asked = f"{two.address}/api/tables/black-jack-1"
        assert (
            httpx.get(asked, timeout=600).json()["state"] == state
        )  # the other answers, through this one
        one.kill()
        # Whoever asks meanwhile is answered once it has been taken over.
        assert httpx.get(asked, timeout=600).json()["state"] == state
        asyncio.run(go_on(state))
    finally:
        one.kill()
        two.kill()
    store = Store(url)
    assert list(audit(store)) == []
    store.close()


def test_nodes_share_the_tables_evenly_and_take_over_when_one_dies(url: str) -> None:
    games = ("black-jack", "ruleta-francesa", "craps", "war")

    async def night() -> None:
        one, two = (
            Casino(Settings(db=url, node=node, games=games, lease=LONG)) for node in ("uno", "dos")
        )
        one.prepare()
        await one.start()
        await two.start()
        assert len(here(one)) == 4 and not here(two)
        await one.hosting.keep_up()  # it lets go of what is beyond its share
        await two.hosting.keep_up()
        assert len(here(one)) == len(here(two)) == 2 and not here(one) & here(two)
        one.store.moment += 2 * LONG  # nothing was heard of the other for so long
        await one.hosting.keep_up()
        assert len(here(one)) == 4
        await two.hosting.keep_up()  # it lives on, and finds that they are not its own any more
        assert not here(two)
        await two.stop()
        await one.stop()

    asyncio.run(night())
    store = Store(url)
    assert list(audit(store)) == []
    store.close()


def test_a_unit_taken_while_the_leases_are_renewed_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is renewed is looked up first: what was taken since is not in it."""

    async def night() -> None:
        db = f"sqlite:///{tmp_path}/casino.db"
        casino = Casino(Settings(db=db, node="uno", games=("war",), lease=LONG))
        casino.prepare()
        await casino.start()
        hosting = casino.hosting
        hosting.keepers["war-1"].lose("let-go")
        casino.store.release("uno", "war-1")
        renewed, go_on = asyncio.Event(), asyncio.Event()
        write = hosting.write

        async def held_up(unit: Any) -> Any:
            found = await write(unit)
            renewed.set()
            await go_on.wait()
            return found

        monkeypatch.setattr(hosting, "write", held_up)
        renewing = asyncio.create_task(hosting._renew())
        await renewed.wait()
        await hosting.take()
        go_on.set()
        await renewing
        assert hosting.kept("war-1")
        await casino.stop()

    asyncio.run(night())


def test_who_takes_so_much_that_it_outlasts_a_lease_renews_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many tables on a busy machine: else others take the first before the last is taken."""
    clock = [0.0]
    renewed: list[tuple[float, set[str]]] = []

    async def night() -> None:
        monkeypatch.setattr(hosting_module, "monotonic", lambda: clock[0])
        casino = Casino(Settings(db=f"sqlite:///{tmp_path}/casino.db", node="uno", lease=15.0))
        casino.prepare()
        hosting = casino.hosting
        keep, renew = hosting._keep, hosting._renew

        async def slowly(spec: Spec, epoch: int) -> None:
            await keep(spec, epoch)
            clock[0] += 2.0

        async def noted() -> None:
            await renew()
            renewed.append((clock[0], here(casino)))

        monkeypatch.setattr(hosting, "_keep", slowly)
        monkeypatch.setattr(hosting, "_renew", noted)
        await casino.start()
        assert len(here(casino)) == len(hosting.specs) > 30
        await casino.stop()

    asyncio.run(night())
    gaps = [then - before for (before, _), (then, _) in pairwise([(0.0, set()), *renewed])]
    assert len(renewed) > 5 and max(gaps) <= 15.0 / 2
    assert renewed[0][1] < renewed[-1][1]


def here(casino: Casino) -> set[str]:
    """The units a node keeps."""
    return set(filter(casino.hosting.kept, casino.keepers))


def test_looking_for_what_to_take_costs_no_more_for_what_others_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path}/casino.db"
    store = Store(url)
    store.create()
    for n in range(11):
        store.add(TableSpec(id=f"mesa-{n}", game="big-six", edition="scj-2023"))
    store.close()
    asked: list[Hosting] = []
    mine = Hosting._mine

    def counted(hosting: Hosting) -> list[list[Spec]]:
        asked.append(hosting)
        return mine(hosting)

    async def night() -> None:
        one, two = (
            Casino(Settings(db=url, node=node, games=("big-six",), lease=LONG))
            for node in ("uno", "dos")
        )
        one.prepare()
        await one.start()
        await two.start()
        await one.hosting.keep_up()
        await two.hosting.keep_up()
        assert len(here(one)) == len(here(two)) == 6
        monkeypatch.setattr(Hosting, "_mine", counted)
        await one.hosting.keep_up()
        monkeypatch.undo()
        await two.stop()
        await one.stop()

    asyncio.run(night())
    assert 0 < len(asked) <= 3, "once for all units, not once for each"


def test_whoever_listens_where_a_table_has_gone_elsewhere_is_told_so_and_nothing_is_wrong(
    url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """A table that another node has taken meanwhile: the command is not carried out here, the
    socket is closed as moved, and no fault is reported."""

    async def sit(address: str) -> int | None:
        client = Client(address)
        await client.guest("Ana")
        assert client.me is not None
        uri = f"{address.replace('http', 'ws')}/api/tables/big-six-1/socket"
        async with connect(uri, additional_headers={"cookie": client.cookies()}) as there:
            await there.recv()
            store = Store(url)
            with store.writing() as connection:
                taken = schema.units.update().where(schema.units.c.id == "big-six-1")
                connection.execute(taken.values(epoch=schema.units.c.epoch + 1))
            store.close()
            command = {"do": "sit", "seat": 1, "player": client.me.id, "chips": 1000}
            await there.send(json.dumps({"id": "aqui", "command": command}))
            await there.wait_closed()
            code = there.close_code
        await client.http.aclose()
        return code

    with served(url, clocks=Clocks(**SLOW), games=("big-six",)) as address:
        assert asyncio.run(sit(address)) == MOVED
    assert "socket-broken" not in "".join(capfd.readouterr())


def test_a_step_of_a_table_that_was_let_go_meanwhile_is_read_where_it_is_kept_now(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever listens is not taken for somebody who fell behind, and no fault is reported."""

    async def night() -> None:
        settings = Settings(db=f"sqlite:///{tmp_path}/casino.db", node="uno", games=("war",))
        casino = Casino(settings)
        casino.prepare()
        await casino.start()
        keeper = casino.keepers["war-1"]
        staff = tuple(staff_of(keeper.unit.table.rules))
        step = await keeper.send(Envelope(
            id="abre", person="sistema", role="jefe-de-mesa", at=casino.now(),
            command=Open(staff=staff),
        ))  # fmt: skip
        behind = asyncio.Event()

        def hear_of(_: Any) -> None:
            casino.keeper("war-1")

        hall = Hall(casino, keeper)
        hall.listeners.append(SimpleNamespace(hear_of=hear_of, behind=behind))  # type: ignore[arg-type]
        keeper.lose("let-go")
        assert isinstance(step, Step)
        await hall.watch(step)
        assert not behind.is_set()
        await casino.stop()

    asyncio.run(night())
    assert "not-told" not in "".join(capsys.readouterr())


def test_what_is_put_together_of_all_nodes_reads_no_certificates_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were read for every list and every answer of another node, in the event loop, whoever
    asked."""
    url = f"sqlite:///{tmp_path}/casino.db"
    reading, read = ssl.create_default_context, []

    def counted(*args: Any, **more: Any) -> ssl.SSLContext:
        read.append(1)
        return reading(*args, **more)

    with served(url, games=("big-six",)) as address:
        store = Store(url)
        with store.writing() as connection:
            another = {"id": "dos", "address": f"http://127.0.0.1:{free_port()}", "seen": 1e12}
            connection.execute(schema.nodes.insert().values(another))
        store.close()
        monkeypatch.setattr(ssl, "create_default_context", counted)
        for _ in range(3):
            with urlopen(f"{address}/health") as found:
                assert json.load(found)["nodes"] == {"dos": "silent"}
    assert len(read) <= 1
