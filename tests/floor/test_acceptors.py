"""The electronic acceptor of the progressive on the floor: credits loaded, staked by pressing the
button, metered by position, locked after the close, and cashed; over the network."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tapete.client import Client, TableClient
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.pots import PotHost
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.money.accounts import ledger_account
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import (
    Begin,
    CashCredits,
    CloseBets,
    FailLight,
    LoadCredits,
    Open,
    PressButton,
    ReleaseButton,
    Void,
)
from tapete.floor.table.view import MeterView
from tests.floor.people import staff_of
from tests.floor.server import served

GAME, POT = "caribbean-poker", "progresivo-poker"
CLOCKS = Clocks(betting=2.0, decision=0.3, pause=0.2)
CROUPIER, JEFE = "croupier", "jefe-de-mesa"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/casino.db"


@pytest.fixture
def electronic(tmp_path: Path) -> str:
    """The example plan with electronic acceptors."""
    text = (files("tapete") / "plans" / "ejemplo.toml").read_text("utf-8")
    file = tmp_path / "electronico.toml"
    file.write_text(
        text.replace('acceptor     = "manual"', 'acceptor     = "electronico"'), "utf-8"
    )
    return str(file)


@pytest.fixture
def house(url: str, electronic: str) -> Iterator[tuple[str, str]]:
    password: list[str] = []
    with served(url, clocks=CLOCKS, games=(GAME,), plan=electronic, password=password) as address:
        yield address, password[0]


async def refused(work: Awaitable[Any]) -> tuple[str, str]:
    with pytest.raises(Refused) as found:
        await work
    return found.value.clause, found.value.code


def meter(table: TableClient, seat: int) -> MeterView:
    pot = table.view.progressive
    assert pot is not None and pot.acceptor == "electronico"
    return pot.meters[seat]


def chips(table: TableClient, seat: int) -> int | None:
    return next(s.chips for s in table.view.seats if s.seat == seat)


def clean(url: str) -> bool:
    """Whether the audit finds nothing; and the money of the credits is on its account."""
    store = Store(url)
    assert [str(one) for one in audit(store)] == []
    state = PotHost(POT, store).written
    credits = sum(p.credits for t in state.tables.values() for p in t.positions.values())
    assert store.balance(ledger_account(f"juego|progresivo:{POT}/pot:credits")) == 1000 * credits
    store.close()
    return True


@pytest.mark.clause(
    "CAT-III.6.4.1-02", "CAT-III.6.4.1-03", "CAT-III.6.4.1-04", "CAT-III.6.4.1-05",
    "CAT-III.6.4.1-06", "CAT-III.6.4.1-07",
)  # fmt: skip
def test_where_the_system_deals_a_player_loads_presses_and_cashes(
    house: tuple[str, str], url: str
) -> None:
    async def evening() -> None:
        ana = Client(house[0])
        await ana.guest("Ana")
        async with ana, ana.table(f"{GAME}-1") as table:
            await table.sit(2, chips=100_000)
            await table.send(LoadCredits(seat=2, credits=5))
            await table.until(lambda v: meter(table, 2).credits == 5)
            assert chips(table, 2) == 95_000
            none = await refused(table.send(LoadCredits(seat=2, credits=96)))
            assert none == ("CAT-III.6.4.1-04", "no-chips")
            cash = LoadCredits(seat=2, credits=1, instrument="efectivo")
            assert (await refused(table.send(cash)))[1] == "not-yours"
            assert (await refused(table.send(PressButton(seat=3, credits=1))))[1] == "not-yours"

            await table.until(lambda v: v.ask is not None and v.ask.kind == "bets")
            spot = await refused(table.bet("progresivo", 1000))
            assert spot == ("CAT-III.6.4.1-05", "press-the-button")
            over = await refused(table.send(PressButton(seat=2, credits=6)))
            assert over[1] == "over-maximum"  # the pot's maximum is five credits
            await table.send(PressButton(seat=2, credits=3))
            await table.send(ReleaseButton(seat=2))
            await table.send(PressButton(seat=2, credits=2))
            more = await refused(table.send(PressButton(seat=2, credits=4)))
            assert more[1] in ("no-credits", "over-maximum")
            shown = MeterView(light="encendida", bet=2, credits=3, promotional=0)
            await table.until(lambda v: meter(table, 2) == shown)
            assert chips(table, 2) == 95_000
            assert table.view.placed["progresivo"] == {2: 2000}
            await table.bet("ante", 2000)

            await table.until(lambda v: meter(table, 2).light == "en-juego")
            assert (await refused(table.send(ReleaseButton(seat=2))))[1] == "bets-closed"
            await table.until(lambda v: meter(table, 2).light == "apagada")
            assert meter(table, 2).credits == 3
            fed = [e for e in table.events if e.kind == "pot-fed"]
            assert [e.fields["amount"] for e in fed] == [2000]
            pot = table.view.progressive
            assert pot is not None and pot.counters[table.id] == 2

            while True:  # between two rounds
                try:
                    await table.leave()
                    break
                except Refused as refusal:
                    assert refusal.code == "round-in-course"
                    state = table.view.state
                    await table.until(lambda v, state=state: v.state != state)
            texts = [e.fields["why"] for e in table.events if e.kind == "credits-moved"]
            assert texts == [
                "credits-bought", "credits-staked", "credits-taken-back", "credits-staked",
                "credits-cashed",
            ]  # fmt: skip

    asyncio.run(evening())
    assert clean(url)


@pytest.mark.clause("CAT-III.6.4.1-04", "CAT-III.6.3-02", "CAT-III.6.3-04", "CAT-III.6.6-02")
def test_at_an_attended_table_the_croupier_loads_and_a_void_round_gives_back(
    house: tuple[str, str], url: str
) -> None:
    async def evening() -> None:
        async with staff_of(*house) as staff:
            croupier = await staff.hire("croupier", CROUPIER)
            jefe = await staff.hire("jefe", JEFE)
            table = {"id": "mesa-7", "game": GAME, "attended": True, "pot": POT}
            unknown = await refused(staff.admin.post("/api/tables", table, dict))
            assert unknown == ("CAT-III.6.3-04", "tables-not-informed")
            await staff.admin.post("/api/tables", {**table, "informed": "oficio-12"}, dict)
            for client, role in ((croupier, CROUPIER), (jefe, JEFE)):
                body = {"person": client.me.id, "role": role}  # type: ignore[union-attr]
                await staff.admin.post("/api/tables/mesa-7/staff", body, None)
            ana = staff.keep(Client(house[0]))
            await ana.guest("Ana")
            async with ana.table("mesa-7") as mine, croupier.table("mesa-7") as deals:
                await jefe.table("mesa-7").post(Open(staff=(CROUPIER, JEFE)), role=JEFE)
                await mine.sit(3, chips=50_000)
                own = await refused(mine.send(LoadCredits(seat=3, credits=1)))
                assert own == ("CAT-III.6.4.1-04", "not-your-role")
                await deals.send(LoadCredits(seat=3, credits=4), role=CROUPIER)
                cash = LoadCredits(seat=3, credits=1, instrument="efectivo")
                await deals.send(cash, role=CROUPIER)
                await mine.until(lambda v: meter(mine, 3).credits == 5)
                assert chips(mine, 3) == 46_000
                assert await ana.wallet() == 1_000_000 - 50_000 - 1000

                # Staked and voided: the credits are back on the meter, the chips with the player.
                await deals.send(Begin(), role=CROUPIER)
                await mine.send(PressButton(seat=3, credits=2))
                await mine.bet("ante", 2000)
                await deals.send(CloseBets(), role=CROUPIER)
                await mine.until(lambda v: meter(mine, 3).light == "en-juego")
                await jefe.table("mesa-7").post(Void(cause="prueba"), role=JEFE)
                await mine.until(lambda v: meter(mine, 3).credits == 5 and chips(mine, 3) == 46_000)

                # A light fails before the close: the bet goes back to the meter (CAT-III.6.6-02).
                await deals.send(Begin(), role=CROUPIER)
                await mine.send(PressButton(seat=3, credits=1))
                await mine.bet("ante", 2000)
                await deals.send(FailLight(seat=3), role=CROUPIER)
                closed = await refused(mine.send(PressButton(seat=3, credits=1)))
                assert closed == ("CAT-III.6.6-02", "position-closed")
                await deals.send(CloseBets(), role=CROUPIER)
                await mine.until(lambda v: meter(mine, 3).credits == 5 and chips(mine, 3) == 44_000)
                await jefe.table("mesa-7").post(Void(cause="prueba"), role=JEFE)

                await deals.send(CashCredits(seat=3), role=CROUPIER)
                await mine.until(lambda v: chips(mine, 3) == 51_000)
                assert meter(mine, 3).credits == 0
                await mine.leave()
                assert await ana.wallet() == 1_000_000

    asyncio.run(evening())
    assert clean(url)


@pytest.mark.clause("CAT-III.6.5.1-01")
def test_credits_go_back_when_the_bet_they_stood_on_is_taken_down(
    url: str, electronic: str
) -> None:
    still = Clocks(betting=60.0, decision=60.0, pause=0.1)

    async def evening(address: str) -> None:
        async with Client(address) as ana:
            await ana.guest("Ana")
            async with ana.table("go-poker-1") as table:
                await table.sit(2, chips=100_000)
                await table.send(LoadCredits(seat=2, credits=5))
                await table.until(lambda v: v.ask is not None and v.ask.kind == "bets")
                await table.bet("linea", 6000)
                await table.send(PressButton(seat=2, credits=2))
                await table.take_down(next(bet for bet in table.view.placed if bet != "progresivo"))
                await table.until(lambda v: not v.placed)
                shown = MeterView(light="apagada", bet=0, credits=5, promotional=0)
                assert (meter(table, 2), chips(table, 2)) == (shown, 95_000)

    with served(url, clocks=still, games=("go-poker",), plan=electronic) as address:
        asyncio.run(evening(address))
    assert clean(url)


def test_meters_stand_as_they_were_after_a_restart(url: str, electronic: str) -> None:
    still = Clocks(betting=60.0, decision=60.0, pause=0.1)

    async def before(address: str) -> tuple[str, MeterView]:
        async with Client(address) as ana:
            await ana.guest("Ana")
            async with ana.table(f"{GAME}-1") as table:
                await table.sit(2, chips=100_000)
                await table.send(LoadCredits(seat=2, credits=5))
                await table.until(lambda v: v.ask is not None and v.ask.kind == "bets")
                await table.send(PressButton(seat=2, credits=2))
                await table.until(lambda v: meter(table, 2).bet == 2)
                return table.view.state, meter(table, 2)

    async def after(address: str) -> tuple[str, MeterView]:
        async with Client(address) as ana, ana.table(f"{GAME}-1") as table:
            return table.view.state, meter(table, 2)

    with served(url, clocks=still, games=(GAME,), plan=electronic) as address:
        then = asyncio.run(before(address))
    with served(url, clocks=still, games=(GAME,), plan=electronic) as address:
        assert asyncio.run(after(address)) == then
    assert clean(url)
