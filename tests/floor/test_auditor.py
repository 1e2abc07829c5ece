"""What an auditor does over the network: a round again, its proofs, editions, the whole casino."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tapete.client import Client, TableClient
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.felt import Felt
from tapete.core.round.replay import replay
from tapete.floor.audit.auditing import Auditor
from tapete.floor.money.accounts import VAULT, ledger_account, wallet
from tapete.floor.people.housekey import HouseKey
from tapete.floor.people.register import Register
from tapete.floor.rounds.replays import shown
from tapete.floor.storage import schema
from tapete.floor.storage.packing import packed, unpacked
from tapete.floor.storage.picture import picture_of
from tapete.floor.storage.store import Store
from tapete.floor.table.view import felt_view
from tapete.games.registry import find
from tests.floor.people import PASSWORD, Staff, call, log_in, some_rut, staff_of
from tests.floor.server import served

House = tuple[str, str, str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("casino")
    password: list[str] = []
    url = f"sqlite:///{folder}/casino.db"

    async def hire(address: str) -> None:
        async with staff_of(address, password[0]) as staff:
            await staff.hire("fiscal", "fiscalizador")

    with served(url, password=password, games=("big-six", "war", "craps")) as address:
        asyncio.run(hire(address))
        yield address, password[0], str(folder / "casino.db")


@asynccontextmanager
async def office(house: House) -> AsyncIterator[tuple[Staff, Client]]:
    async with asyncio.timeout(600), staff_of(house[0], house[1]) as staff:
        yield staff, staff.keep(await log_in(house[0], "fiscal"))


async def read(client: Client, path: str) -> Any:
    answer = await call(client, "GET", path)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def play(staff: Staff, unit_id: str, bet: str, rounds: int = 1) -> list[int]:
    """A guest bets the least in some rounds; gives their numbers."""
    ana = staff.keep(Client(staff.address))
    await ana.guest("Ana")
    played: list[int] = []
    async with ana.table(unit_id) as table:
        await table.sit(1, chips=200_000)
        while len(played) < rounds:
            await table.until(lambda v: v.ask is not None and v.ask.kind == "bets")
            number = table.view.round
            offers = {o.bet: o.low for o in await table.offers() if o.open}
            if bet not in offers:  # he sat down after these bets were opened
                await asyncio.sleep(0.05)
                continue
            with suppress(Refused):
                await table.bet(bet, offers[bet] or 1)
                await over(table, number)
                played.append(number)
        while True:
            with suppress(Refused):
                await table.leave()
                break
            await asyncio.sleep(0.05)
    return played


async def over(table: TableClient, number: int) -> None:
    await table.until(lambda v: v.round > number or (v.ask is None and v.round == number))


@pytest.mark.clause("CAT-I.6-03", "CAT-I.1-04")
def test_a_round_is_seen_again_step_by_step_and_put_to_the_proof(house: House) -> None:
    async def work() -> None:
        async with office(house) as (staff, fiscal):
            number = (await play(staff, "war-1", "war"))[0]
            rows = await read(fiscal, "/api/rounds?game=war&table=war-1")
            [played] = [row for row in rows if not row["act"]]
            assert (played["players"], played["staked"] > 0) == (1, True)
            assert number in [row["number"] for row in rows if not row["act"]]
            path = f"/api/tables/war-1/rounds/{number}"
            again = await read(fiscal, f"{path}/replay?lang=es")
            record = read_record(again["acta"])
            assert [f["told"]["line"] for f in again["frames"]] == [
                line for line in again["acta"].splitlines() if line.startswith("! ")
            ]
            felt = Felt()
            for event in record.events:
                felt.tell(shown(event))
            last = next(f["felt"] for f in reversed(again["frames"]) if "felt" in f)
            assert last["cards"] == {z: list(c) for z, c in felt_view(felt).cards.items()}
            assert last["net"] == {str(seat): n for seat, n in felt.net.items()}
            assert len(replay(record, find).events) == len(again["frames"])
            assert all(frame["told"]["text"] for frame in again["frames"])
            assert again["seats"][0]["name"] == "Ana" and again["sent"][0]["command"] == "begin"
            assert "Ana" in {one["name"] for one in again["sent"]}
            assert again["sent"][0]["text"] == "Comienza"
            assert [one for one in again["sent"] if one["text"] == one["command"]] == []
            proof = {one["what"]: one for one in await read(fiscal, f"{path}/proof?lang=en")}
            said = {what: one["outcome"] for what, one in proof.items()}
            order = said.pop("order")
            assert said == dict.fromkeys(("seal", "play", "chain", "money"), "good")
            assert order in ("good", "open") and "eries" in proof["order"]["text"]

    asyncio.run(work())


def test_a_round_that_was_touched_is_told(house: House) -> None:
    async def work() -> None:
        async with office(house) as (staff, fiscal):
            number = (await play(staff, "big-six-1", "1"))[0]
            path = f"/api/tables/big-six-1/rounds/{number}"
            with closing(sqlite3.connect(house[2], timeout=30)) as raw:
                mine = "unit_id = 'big-six-1' AND number = ?"
                (kept,) = raw.execute(f"SELECT acta FROM rounds WHERE {mine}", (number,)).fetchone()
                change = f"UPDATE rounds SET acta = ? WHERE {mine}"
                acta = unpacked(kept)
                assert '"bet":"1"' in acta
                raw.execute(change, (packed(acta.replace('"bet":"1"', '"bet":"2"')), number))
                raw.commit()
                proof = await read(fiscal, f"{path}/proof")
                broken = await call(fiscal, "GET", f"{path}/replay")
                raw.execute(change, (kept, number))
                raw.commit()
            assert (proof[0]["what"], proof[0]["outcome"]) == ("seal", "bad")
            assert broken.json()["code"] == "broken-record"
            good = {one["what"]: one["outcome"] for one in await read(fiscal, f"{path}/proof")}
            assert good["seal"] == "good" and good["order"] in ("good", "open")

    asyncio.run(work())


def test_the_felt_of_a_round_begins_with_what_stood_on_it(house: House) -> None:
    async def work() -> None:
        async with office(house) as (staff, fiscal):
            rounds = await play(staff, "craps-1", "pass", rounds=3)
            found = [
                await read(fiscal, f"/api/tables/craps-1/rounds/{n}/replay") for n in rounds
            ]  # fmt: skip
            for before, after in pairwise(found):
                ends = next(f["felt"] for f in reversed(before["frames"]) if "felt" in f)
                assert after["start"]["chips"] == ends["chips"]
                assert after["start"]["markers"] == ends["markers"]

    asyncio.run(work())


def test_the_whole_casino_is_audited_while_it_plays(house: House) -> None:
    async def work() -> None:
        async with office(house) as (staff, fiscal):
            begun = await call(fiscal, "POST", "/api/audits", {})
            assert begun.json()["state"] == "running"
            again = await call(fiscal, "POST", "/api/audits", {})
            assert again.json()["code"] == "audit-under-way"
            await play(staff, "big-six-1", "1")
            run = await read(fiscal, "/api/audits")
            while run["state"] == "running":
                await asyncio.sleep(0.2)
                run = await read(fiscal, "/api/audits")
            assert (run["state"], run["findings"]) == ("done", []), run
            assert run["seen"]["records"] >= 1 and run["by"] == "fiscal"
            seen = [run["seen"][kind] for kind in ("mesa", "sala", "maquina", "torneo")]
            assert seen == [3, 0, 0, 0]

    asyncio.run(work())


def test_papers_are_checked_wherever_the_key_of_the_house_lies(tmp_path: Path) -> None:
    url, key = f"sqlite:///{tmp_path}/casino.db", HouseKey(tmp_path / "elsewhere" / "house.key")
    store = Store(url)
    store.key = key
    store.create()
    ana = Register(store).admit(
        "Ana Soto", some_rut(1), "1990-05-17", PASSWORD, by="x", now=1_790_000_000.0
    )
    with store.writing() as connection:
        connection.execute(schema.papers.update().values(mark="another"))
    store.close()
    auditor = Auditor(url, key.file)
    auditor.start("fiscal", 1.0)
    assert auditor._listener is not None
    auditor._listener.join()
    assert [(one.what, one.where) for one in auditor.last.findings] == [
        ("papers", f"papers {ana.id}")
    ]


@pytest.mark.clause("CAT-I.6-03")
def test_editions_are_compared_clause_beside_clause(house: House) -> None:
    async def work() -> None:
        async with office(house) as (_, fiscal):
            known = [one["id"] for one in await read(fiscal, "/api/editions")]
            assert known[:1] == ["scj-2023"] or "scj-2023" in known
            rows = await read(fiscal, "/api/editions/scj-2023/aj-bolivia/craps?lang=en")
            altered = [row for row in rows if row["alters"] and row["old"] and row["new"]]
            assert altered and all(row["old"]["rule"] and row["new"]["rule"] for row in altered)
            for path, code in (("x/scj-2023/craps", "no-such-edition"),
                               ("scj-2023/scj-2009/tute", "no-such-game")):  # fmt: skip
                answer = await call(fiscal, "GET", f"/api/editions/{path}")
                assert answer.json()["code"] == code

    asyncio.run(work())


def test_a_picture_does_not_change_while_the_casino_goes_on(store: Store, url: str) -> None:
    """On SQLite and on PostgreSQL: whoever audits reads one moment and no other."""
    from tapete.floor.money.cage import _moves

    def give(n: int) -> None:
        with store.writing() as connection:
            store.post(connection, _moves(f"compra:{n}", 1000, (VAULT, wallet("a"), "x")), 1.0)

    give(1)
    with picture_of(url) as seen:
        assert seen.balance(ledger_account("wallet:a")) == 1000
        give(2)
        assert seen.balance(ledger_account("wallet:a")) == 1000
    assert store.balance(ledger_account("wallet:a")) == 2000
