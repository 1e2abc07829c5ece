"""A tournament at real tables, run from its desks over HTTP: ninety players, two days, the server
killed in the night."""

from __future__ import annotations

import asyncio
import csv
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.floor.api.app import application
from tapete.floor.audit.whole import audit
from tapete.floor.house.backroom import BackRoom
from tapete.floor.money.accounts import wallet
from tapete.floor.units.torneo.kind import to_come
from tapete.systems.tournament.icm import EXACT_MOST
from tests.floor.casino import give_chips
from tests.floor.people import PASSWORD
from tests.floor.played import ID, House
from tests.systems.tournament.field import BASES

DIRECTOR = "director-de-torneo"
PLAYERS = tuple(f"jugador-{n}" for n in range(90))
BOUGHT = 5_000_000


def conserved(house: House) -> None:
    """All chips sold are in play, all that was paid is in the fund, the commission or paid out."""
    now, money, store = house.unit.now, house.unit.money, house.casino.store
    assert store.balance(money.chips) == sum(now.book.stacks.values()) == now.book.sold
    assert store.balance(money.fund) == now.fund - sum(now.paid.values())
    assert store.balance(money.commission) == now.book.commission


async def knock_out(house: House, director: Client) -> None:
    """The largest table loses its first player to its second; then what the rules propose is done
    until they propose nothing more."""
    now = house.unit.now
    table = max(now.tables.values(), key=lambda one: len(one.seats))
    loser, winner, *_ = table.seats.values()
    await house.do(director, "croupier", "eliminate", player=loser, winner=winner)
    while house.unit.now.stage == "en-juego":
        proposed = [one for one in (await house.view(director))["proposals"]
                    if one["what"] != "hand-for-hand"]  # fmt: skip
        if not proposed:
            return
        one = proposed[0]
        about: dict[str, Any] = {}
        if one["what"] == "move-player":
            about = {"player": one["player"], "to": one["end"]}
        await house.do(director, DIRECTOR, one["what"], **about)


async def weighed(house: House, director: Client) -> None:
    """What the chips are worth, of more players than can be summed exactly: all the prizes to come,
    more for more chips, and within a bound that is said."""
    sums, now = BackRoom(patience=600), house.unit.now  # however busy the machine is
    director.http._transport = httpx.ASGITransport(application(house.casino, sums))
    try:
        found = (await director.http.get(f"/api/tournaments/{ID}/worth")).json()
    finally:
        director.http._transport = house.transport()
        await sums.stop()
    worth = found["worth"]
    assert len(worth) == now.left == 30 > EXACT_MOST
    assert 0 <= sum(now.prizes[:30]) - sum(worth.values()) <= 30
    assert 0 < found["error"] <= 0.01
    stacks = now.book.stacks
    assert sorted(worth, key=lambda who: (worth[who], stacks[who])) == sorted(
        worth, key=lambda who: (stacks[who], worth[who])
    )


async def recorded(house: House, director: Client) -> None:
    """The ranking of the day and the record of registrations, as whoever may read them has them."""

    async def rows(paper: str) -> list[dict[str, str]]:
        found = await director.http.get(f"/api/tournaments/{ID}/{paper}.csv")
        return list(csv.DictReader(StringIO(found.text)))

    ranked = await rows("ranking")
    chips = [int(row["fichas"]) for row in ranked]
    assert [row["lugar"] for row in ranked] == [str(n) for n in range(1, 31)]
    assert chips == sorted(house.unit.now.book.stacks.values(), reverse=True)
    entered = await rows("inscripciones")
    assert len(entered) == 90 and {row["pagado"] for row in entered} == {"60000"}


@pytest.mark.clause(
    "COL-2-03", "COL-5-01", "COL-5-03", "COL-7.2-01", "COL-7.4-13", "COL-7.5.1-55",
    "COL-7.5.1-56", "COL-7.5.1-58", "COL-7.5.7-01", "CAT-VII.3.1-13", "CAT-VII.3.1-15",
    "CAT-VII.3.1-29", "CAT-VII.4.1-01",
)  # fmt: skip
def test_ninety_players_on_two_days_with_the_server_killed_in_the_night(tmp_path: Path) -> None:
    async def two_days() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db")
        await house.open()
        director = await house.staff("directora", DIRECTOR, "cajero", "croupier")
        register = house.casino.register
        for who in PLAYERS:
            register.admit_staff(who, who, PASSWORD, ("jugador",), by="prueba", now=house.time)
        give_chips(house.casino.store, BOUGHT, people=PLAYERS)
        await house.create({"bases": to_come(BASES, date(2030, 3, 17)), "unidad": "clp"})
        house.checked.append(lambda _: conserved(house))
        for what, day in (("notify", "2030-03-18"), ("announce", "2030-03-19")):
            await house.do(director, DIRECTOR, what, day=day)
        await house.do(director, DIRECTOR, "open-registration")
        for who in PLAYERS:
            await house.do(director, "cajero", "enter", player=who)
        await house.do(director, DIRECTOR, "open-doors")
        for who in PLAYERS:
            await house.do(director, "cajero", "accredit", player=who)
        with pytest.raises(Refused, match="before-its-date"):  # it is not the day of the bases yet
            await house.do(director, DIRECTOR, "start")
        house.time += house.unit.early(house.time)
        director = await house.come_in("directora")  # her session of weeks ago is over
        await house.do(director, DIRECTOR, "start")
        assert sorted(len(one.seats) for one in house.unit.now.tables.values()) == [9] * 10
        await house.do(director, DIRECTOR, "close-registration")
        while len(house.unit.now.live) > 30:
            await knock_out(house, director)
        await weighed(house, director)
        house.time += 8 * 60.0
        await house.do(director, DIRECTOR, "call-last-hands")
        assert house.unit.now.last_hands in range(2, 7)
        stacks = dict(house.unit.now.book.stacks)
        one, other = list(stacks)[:2]
        with pytest.raises(Refused, match="chips-do-not-add-up"):
            await house.do(director, DIRECTOR, "end-day", stacks=stacks | {one: stacks[one] + 25})
        counted = stacks | {one: stacks[one] + 25, other: stacks[other] - 25}
        await house.do(director, DIRECTOR, "end-day", stacks=counted)
        await recorded(house, director)
        before = house.unit.now
        await house.kill()
        house.time += 20 * 3600.0
        await house.open()
        assert house.unit.now == before
        director = await house.come_in("directora")  # her session of yesterday is over
        await house.do(director, DIRECTOR, "next-day")
        assert (house.unit.now.day, len(house.unit.now.tables)) == (2, 4)
        while house.unit.now.stage == "en-juego":
            await knock_out(house, director)
        await house.do(director, "cajero", "pay")
        now = house.unit.now
        assert sum(now.paid.values()) == now.fund == 90 * 51_000
        [champion] = now.live
        won = house.casino.store.balance(wallet(champion))
        assert won == BOUGHT - 60_000 + now.prizes[0]
        conserved(house)
        await house.casino.stop()
        assert list(audit(house.casino.store)) == []

    asyncio.run(asyncio.wait_for(two_days(), 600))
