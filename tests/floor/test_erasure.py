"""Nobody is forgotten while the house still has something of his: a prepaid card that holds money,
an entry in a tournament, a prize."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tapete.floor.people.erasing import erase
from tapete.floor.storage.store import Store
from tapete.floor.units.maquina import commands as at_machine
from tapete.systems.tournament.life import commands as do
from tests.floor.people import PASSWORD, call, some_rut
from tests.floor.played import House
from tests.floor.test_cards import CARDS, Hall
from tests.floor.test_tickets import CAJA, NOON
from tests.systems.tournament.field import Field

ENTRIES = "CAT-VII.3.1-13"


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, 600))


async def erased(house: House, person: str) -> tuple[int, str, str]:
    """What the administrator is told who erases somebody: status, code, clause."""
    admin = house.clients["administrador"]
    answer = await call(admin, "POST", f"/api/people/{person}/erase", {})
    said = answer.json() if answer.content else {}
    return answer.status_code, said.get("code", ""), said.get("clause") or ""


@pytest.mark.clause("CAT-VI.4.1-06")
def test_who_has_a_prepaid_card_is_erased_when_it_is_settled(url: str, store: Store) -> None:
    """A card that was sold to him and holds money, in the machine or out of it, blocked or not."""
    hall = Hall(url, store, 12)
    register = hall.casino.register
    bea = register.admit("Bea", some_rut(2), "1990-05-17", PASSWORD, by="x", now=NOON).id

    async def refused() -> None:
        with pytest.raises(Refused) as found:
            await asyncio.to_thread(erase, hall.casino, bea, by="administrador")
        assert (found.value.code, found.value.clause) == ("has-card", CARDS)

    async def story() -> None:
        card = await hall.sold(10_000, holder=bea)
        other = await hall.sold(5000)
        await refused()
        await hall.do("m12", at_machine.InsertCard(number=card.number))
        assert hall.casino.cards.look(card.number).balance == 0
        await refused()  # what it held comes back to it
        await hall.do("m12", at_machine.TakeCard())
        await hall.casino.cards.block(CAJA[0], card.name)
        await refused()
        await hall.casino.cards.block(CAJA[0], card.name, on=False)
        await hall.casino.cards.refund(CAJA[0], card.number, id="v9")
        await asyncio.to_thread(erase, hall.casino, bea, by="administrador")
        gone = register.find(bea)
        assert gone is not None and gone.name == bea
        assert hall.casino.cards.look(other.number).balance == 5000

    hall.run(story())


@pytest.mark.clause("CAT-VII.3.1-13", "COL-3.1-05")
def test_who_is_entered_in_a_tournament_is_erased_when_he_is_out_of_it(tmp_path: Path) -> None:
    async def day() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db")
        await house.open()
        director = await house.staff("directora", "director-de-torneo", "cajero")
        await house.create({"file": "sit-and-go", "unidad": "juego"})
        await house.do(director, "director-de-torneo", "open-registration")
        players: list[Client] = [await house.guest(f"Jugador {n}") for n in range(10)]
        ids = [one.me.id for one in players if one.me is not None]
        for one, id in zip(players, ids, strict=True):
            await house.do(one, "jugador", "enter", player=id)
        assert len(house.unit.now.live) == 9 and house.unit.now.waiting == (ids[9],)
        in_it = (409, "in-tournament", ENTRIES)
        assert await erased(house, ids[0]) == in_it
        assert await erased(house, ids[9]) == in_it, "whoever waits for a place too"
        await house.do(players[9], "jugador", "withdraw", player=ids[9])
        assert (await erased(house, ids[9]))[0] == 204
        await house.do(players[0], "jugador", "withdraw", player=ids[0])
        assert (await erased(house, ids[0]))[0] == 204
        assert await erased(house, ids[1]) == in_it
        assert list(audit(house.casino.store)) == []
        await house.casino.stop()

    run(day())


def test_who_is_out_is_erased_when_his_prize_is_paid(tmp_path: Path) -> None:
    async def day() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db")
        await house.open()
        director = await house.staff("directora", "director-de-torneo", "cajero")
        lead = "director-de-torneo"
        ids = await house.begun(director)
        await house.do(director, lead, "close-registration")
        for id in ids[1:]:
            await house.do(director, lead, "eliminate", player=id, winner=ids[0])
        now = house.unit.now
        assert now.stage == "terminado" and {*now.due()} < {*ids}
        out = next(id for id in ids if id not in now.due())
        assert (await erased(house, out))[0] == 204, "nothing is his any more"
        for id in now.due():
            assert (await erased(house, id))[1] == "in-tournament"
        await house.do(director, "cajero", "pay")
        for id in now.due():
            assert (await erased(house, id))[0] == 204
        await house.casino.stop()

    run(day())


def test_where_a_tournament_is_not_held_nobody_is_in_it_any_more() -> None:
    field = Field()
    field.announced()
    field.do(do.Enter(player="ana"))
    assert field.now.has_open("ana") and not field.now.has_open("nadie")
    field.do(do.Cancel(why="incendio"))
    assert not field.now.has_open("ana")
