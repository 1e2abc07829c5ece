"""The office over the network: tables made, the floor at a glance, rounds found, who goes out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from tapete.client import Client, TableClient
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import rulebook
from tapete.floor.audit.whole import audit
from tapete.floor.storage import schema
from tapete.floor.storage.picture import picture_of
from tapete.floor.table.commands import Exclude
from tests.floor.people import Staff, call, log_in, some_rut, staff_of
from tests.floor.server import served

House = tuple[str, str, str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    password: list[str] = []
    with served(url, password=password, games=("big-six", "black-jack")) as address:
        yield address, password[0], url


def run(house: House, work: Callable[[Staff], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(600), staff_of(house[0], house[1]) as staff:
            await work(staff)

    asyncio.run(all_of_it())
    with picture_of(house[2]) as store:  # the tables play on
        assert list(audit(store)) == []


async def code(client: Client, method: str, path: str, body: Any = None) -> str:
    return str((await call(client, method, path, body)).json().get("code"))


@pytest.mark.clause("CAT-I.4.2-01", "CAT-I.4.2-02", "CAT-I.5.5-01")
def test_a_new_table_has_the_limits_of_the_plan_and_its_sign_shows_them(house: House) -> None:
    async def work(staff: Staff) -> None:
        admin = staff.admin
        made = {"id": "bj-2", "game": "black-jack"}
        await admin.post("/api/tables", made, dict)
        assert await code(admin, "POST", "/api/tables", made) == "table-exists"
        for wrong, why in (
            ({"id": "X!", "game": "war"}, "not-understood"), ({"id": "X", "game": "war"}, "bad-id"),
            ({"id": "t", "game": "tute"}, "no-such-game"),
            ({**made, "id": "t", "edition": "marte-1999"}, "not-a-table"),
            ({**made, "id": "t", "changes": {"nada": "1"}}, "not-a-table"),
            ({**made, "id": "t", "changes": {"decks": "9" * 9}}, "cannot-be"),
        ):  # fmt: skip
            assert await code(admin, "POST", "/api/tables", wrong) == why
        table = (await call(admin, "GET", "/api/tables/bj-2")).json()
        sign = (await call(admin, "GET", "/api/tables/bj-2/sign")).json()
        assert sign["bets"]["principal"] == [table["limits"]["min"], table["limits"]["max"]]
        assert sign["game"] == "black-jack" and sign["pays"] and "CAT-I.4.2-02" in sign["clauses"]
        rows = (await call(admin, "GET", "/api/floor")).json()
        assert {row["id"] for row in rows} >= {"bj-2", "big-six-1", "black-jack-1"}
        assert next(row for row in rows if row["id"] == "bj-2")["open"]

    run(house, work)


@pytest.mark.clause("CAT-III.1.5.1-74")
def test_no_table_pays_what_cannot_be_paid(house: House) -> None:
    """By either way a table is set up; the refusal names the clause of what was changed."""
    clause = next(
        pay.clause for pay in rulebook().book("black-jack").pays if pay.key == "principal"
    )

    async def work(staff: Staff) -> None:
        for text, why in (("1000000000:1", "cannot-be"), ("-1:1", "cannot-be"), ("0:1", "only")):
            changes = {"pays.principal": text}
            row = {"game": "black-jack", "changes": changes}
            for path, body in (
                ("/api/tables", {"id": "rara", **row}),
                ("/api/units", {"kind": "mesa", "id": "rara", "row": row}),
            ):
                told = (await call(staff.admin, "POST", path, body)).json()
                assert told["code"].startswith(why) and told["clause"] == clause, told
                assert "pays.principal" in told["text"], told

    run(house, work)


@pytest.mark.clause("CAT-I.3.2-01")
def test_whoever_is_put_on_duty_sees_it_at_once_though_nothing_happens(house: House) -> None:
    async def work(staff: Staff) -> None:
        pedro = await staff.hire("pedro", "croupier")
        rosa = await staff.hire("rosa", "croupier")
        await staff.attended("rueda-1", "big-six")
        await staff.attended("rueda-2", "big-six")
        at = [pedro.table("rueda-1"), pedro.table("rueda-2"), rosa.table("rueda-1")]
        async with at[0] as first, at[1] as second, at[2] as hers:
            state, before = first.view.state, hers.view
            for table, role, seen in (
                ("rueda-1", "croupier", ("croupier", "public")),
                ("rueda-2", "croupier", ("public", "croupier")),  # one table at a time
                ("rueda-2", None, ("public", "public")),
            ):
                await staff.admin.post(
                    f"/api/tables/{table}/staff", {"person": "pedro", "role": role}, None
                )
                for one, viewer in zip((first, second), seen, strict=True):
                    await one.until(lambda v, viewer=viewer: v.viewer == viewer)  # type: ignore[misc]
            assert first.view.state == state and first.events == [], "nothing happened"
            assert hers.view is before, "and others hear nothing of it"

    run(house, work)


async def one_round(table: TableClient, bet: str, amount: int) -> int:
    """Bet and wait for the end of the round; gives its number."""
    await table.until(lambda v: v.ask is not None and v.ask.kind == "bets")
    number = table.view.round
    await table.bet(bet, amount)
    await table.until(lambda v: v.round > number or (v.ask is None and v.round == number))
    return number


@pytest.mark.clause("CAT-I.6-03")
def test_rounds_are_found_by_table_day_and_player_and_the_floor_shows_the_win(
    house: House,
) -> None:
    async def work(staff: Staff) -> None:
        jefe = await staff.hire("jefe-que-mira", "jefe-de-mesa")
        ana = staff.keep(Client(house[0]))
        me = await ana.guest("Ana")
        async with ana.table("big-six-1") as table:
            await table.sit(1, chips=100_000)
            offers = [o for o in await opened(table) if o.open]
            number = await one_round(table, offers[0].bet, offers[0].low or 1)
            seen = next(r for r in (await call(jefe, "GET", "/api/floor")).json()
                        if r["id"] == "big-six-1")  # fmt: skip
            assert seen["names"][me.id] == "Ana"
            while True:
                with suppress(Refused):
                    await table.leave()
                    break
                await asyncio.sleep(0.05)
        before = 1_000_000 - await ana.wallet()
        row = next(r for r in (await call(jefe, "GET", "/api/floor")).json()
                   if r["id"] == "big-six-1")  # fmt: skip
        assert row["win"] == before
        query = f"/api/rounds?table=big-six-1&player={me.id}"
        found = (await call(jefe, "GET", query)).json()
        [day] = {r["day"] for r in found if r["number"] == number}
        found = (await call(jefe, "GET", f"{query}&day={day}")).json()
        assert number in [r["number"] for r in found] and {r["day"] for r in found} == {day}
        acta = await call(jefe, "GET", f"/api/tables/big-six-1/rounds/{number}")
        assert acta.status_code == 200 and offers[0].bet in acta.text
        assert (await call(jefe, "GET", "/api/rounds?day=2001-01-01")).json() == []
        assert await code(jefe, "GET", "/api/rounds?day=ayer") == "bad-day"
        assert await code(jefe, "GET", "/api/rounds?player=nadie") == "no-such-person"
        read = (await call(staff.admin, "GET", "/api/audit?limit=500")).json()
        assert {"rounds.searched", "record.read"} <= {r["what"] for r in read}
        searched = [r for r in read if r["what"] == "rounds.searched"]
        assert "Ana" in [r["whom"] for r in searched if r["facts"].get("player") == me.id]

    run(house, work)


async def opened(table: TableClient) -> Any:
    await table.until(lambda v: v.ask is not None and v.ask.kind == "bets")
    return await table.offers()


@pytest.mark.clause("CAT-VII.3.1-03")
def test_whoever_excludes_himself_is_out_at_once_and_cannot_come_back(house: House) -> None:
    async def work(staff: Staff) -> None:
        ana = await staff.admit(71)
        cajero = await staff.hire("cajero-de-ana", "cajero")
        assert ana.me is not None
        buy = {"id": "compra-71", "person": ana.me.id, "amount": 50_000}
        await cajero.post("/api/cage/buy", buy, dict)
        async with ana.table("big-six-1") as table:
            await table.sit(3, chips=50_000)
            assert (await call(ana, "POST", "/api/me/exclusion", {})).status_code == 204
            with suppress(ConnectionClosed, ConnectionError):
                await table.leave()
        assert (await call(ana, "GET", "/api/me")).status_code == 401
        with pytest.raises(Refused) as found:
            await log_in(house[0], some_rut(71))
        assert (found.value.code, found.value.clause) == ("barred", "CAT-VII.3.1-03")
        async with asyncio.timeout(600):
            while await seated(staff.admin, "big-six-1", 3):
                await asyncio.sleep(0.1)
        guest = staff.keep(Client(house[0]))
        await guest.guest("Sin cédula")
        assert await code(guest, "POST", "/api/me/exclusion", {}) == "no-identity"

    run(house, work)


@pytest.mark.clause("CAT-VII.3.1-03")
def test_nobody_excludes_himself_for_less_than_a_month(house: House) -> None:
    """The shortest time that the account offers; a break is for less. A page counts by its own
    clock, which may be hours behind."""

    async def work(staff: Staff) -> None:
        eva = await staff.admit(72)
        now, day = time.time(), 86_400.0
        for until in (now - 1, now + 3, now + 7 * day, now + 28.9 * day):
            told = (await call(eva, "POST", "/api/me/exclusion", {"until": until})).json()
            assert (told["code"], told["clause"]) == ("exclusion-too-short", "CAT-VII.3.1-03")
            assert "30 días" in told["text"]
        until = now + 30 * day - 7200
        assert (await call(eva, "POST", "/api/me/exclusion", {"until": until})).status_code == 204

    run(house, work)
    with picture_of(house[2]) as store, store.engine.connect() as connection:
        b = schema.barred
        kept = b.c.until.is_not(None) & b.c.by.startswith("persona-")
        row = connection.execute(select(schema.barred).where(kept)).one()
        assert row.until - row.since > 30 * 86_400 - 1


@pytest.mark.clause("CAT-I.5.3-02", "CAT-VII.3.1-03")
def test_staff_keep_somebody_out_for_a_term_that_is_one(house: House) -> None:
    """Not until a moment that is past, nor until another age: for ever is without an end. And not
    for less than he could himself, where it is said to be his own wish."""

    async def work(staff: Staff) -> None:
        now, day = time.time(), 86_400.0
        bar = {"rut": some_rut(73), "why": "desorden"}

        async def told(why: str, until: float | None) -> tuple[int, str, str]:
            said = {**bar, "why": why, "until": until}
            answer = await call(staff.admin, "POST", "/api/barred", said)
            back = answer.json() if answer.content else {"code": "", "clause": "", "text": ""}
            assert back["code"] != "bad-term" or "1 hora a 20 años" in back["text"]
            return answer.status_code, back["code"], back["clause"]

        for until in (0.0, now - day, now, now + 600, now + 21 * 366 * day, 1e11):
            assert await told("desorden", until) == (409, "bad-term", "CAT-I.5.3-02")
        for until in (0.0, now + day, now + 28.9 * day):
            short = (409, "exclusion-too-short", "CAT-VII.3.1-03")
            assert await told("autoexclusion", until) == short
        assert await told("autoexclusion", 1e11) == (409, "bad-term", "CAT-I.5.3-02")
        for why, until in (("desorden", now + day), ("menor-de-edad", now + 18 * 365 * day),
                           ("autoexclusion", now + 30 * day - 60), ("desorden", None),
                           ("autoexclusion", None)):  # fmt: skip
            assert (await told(why, until))[0] == 204
        eva = await staff.admit(74)
        assert await code(eva, "POST", "/api/me/exclusion", {"until": 1e11}) == "bad-term"

    run(house, work)


async def seated(client: Client, table: str, seat: int) -> bool:
    view = (await call(client, "GET", f"/api/tables/{table}")).json()
    return seat in [s["seat"] for s in view["seats"]]


@pytest.mark.clause("CAT-III.1.6.3-10")
def test_sent_away_in_the_middle_of_an_electronic_round_the_table_goes_on(house: House) -> None:
    """The excluded player decides nothing more; the safe move is made for him, and his place is
    free before the next round."""

    async def work(staff: Staff) -> None:
        jefe = await staff.hire("jefe-del-bj", "jefe-de-mesa")
        ana = staff.keep(Client(house[0]))
        me = await ana.guest("Ana")
        async with ana.table("black-jack-1") as table, jefe.table("black-jack-1") as chief:
            await table.sit(2, chips=100_000)
            for _ in range(20):
                await table.until(lambda v: v.ask is not None and v.ask.kind == "bets")
                with suppress(Refused):
                    await table.bet("principal", 5000)
                await table.until(lambda v: v.ask is None or v.ask.kind != "bets")
                if await asked(table):
                    break
            sent = Exclude(player=me.id, breach="CAT-III.1.6.3-07")
            await chief.send(sent, role="jefe-de-mesa")
            with pytest.raises(Refused) as found:
                await table.answer("plantarse")
            assert found.value.code in ("excluded", "not-yours", "no-round", "not-your-hand")
            await chief.until(lambda v: not v.seats)

    run(house, work)


async def asked(table: TableClient) -> bool:
    """Whether a decision is asked of us in this round."""
    with suppress(TimeoutError):
        await table.until(lambda v: v.ask is None or v.ask.seat == 2, seconds=5)
    return table.view.ask is not None and table.view.ask.seat == 2
