"""Tournaments whose hands are dealt at tables of their own: from the draft to the prizes paid,
over HTTP, on a clock that the test holds, killed and taken up again."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tapete.floor.money.accounts import wallet
from tapete.floor.people.door import send_away
from tapete.floor.people.person import is_bot
from tapete.floor.table.companions import Companions
from tapete.games.poker.circle.ohh import read_ohh
from tests.floor.played import ID, QUICK, House, bases

CHIPS = f"torneo:{ID}"
FIELD = 27


def conserved(house: House) -> None:
    """Every chip sold is a player's, before his seat or in a pot; every peso taken is there."""
    book = house.unit.now.book
    held: Counter[str] = Counter()
    for account, amount in house.casino.store.balances().items():
        if account.unit == CHIPS:
            held[account.holder] += amount
            assert amount >= 0 or account.holder == "boveda"
    assert -held["boveda"] == sum(held.values()) - held["boveda"]
    assert -held["boveda"] == book.sold + book.added - book.removed == sum(book.stacks.values())
    paid = sum(house.unit.now.paid.values())
    owed = house.unit.now.fund + book.bounty * book.entrants
    assert house.casino.store.balance(house.unit.money.fund) == owed - paid


def agree(house: House) -> None:
    """Whoever the tournament says sits somewhere sits there, and nowhere else."""
    now = house.unit.now
    if now.stage != "en-juego":
        return
    for number, table in now.tables.items():
        mesa = house.casino.keepers[f"{ID}-mesa-{number}"].unit
        assert dict(mesa.table.players) == table.seats


@pytest.mark.clause(
    "COL-5-03", "COL-6.2-03", "COL-7.2-01", "COL-7.2-04", "COL-7.3-12", "COL-7.4-01",
    "COL-7.5.1-01", "COL-7.5.1-59", "COL-7.5.1-60", "COL-7.5.1-61", "COL-7.5.1-62", "COL-7.5.6-01",
    "CAT-VII.3.1-29", "CAT-VII.4.1-02", "COL-3.4.1-01", "COL-9.3-20",
)  # fmt: skip
def test_twenty_seven_players_from_the_draft_to_the_prizes_killed_in_between(
    tmp_path: Path,
) -> None:
    text = bases(
        practica="false", minimo="27", maximo="27", mesas="3", croupiers="3", pila="400", final="9",
        fichas="{ 25 = 4000, 100 = 600 }", inicio="2030-05-10T20:00:00",
        termino="2030-05-11T04:00:00", recompensa="1000",
        niveles="[[4, 25, 50], [4, 50, 100], [4, 100, 200], [4, 200, 400], [4, 500, 1000]]",
        tramos='[{ desde = 27, reparto = ["20", "15", "12", "10", "8", "7", "6", "5", "5", "4", '
        '"4", "4"] }]',
    )  # fmt: skip

    async def night() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db")
        await house.open()
        director = await house.staff("directora", "director-de-torneo")
        row = {"bases": text, "jugado": True, "automatico": True, "unidad": "juego"}
        await house.create(row)
        told: list[str] = []
        house.checked += [lambda _: conserved(house), lambda _: agree(house)]
        house.checked.append(lambda step: told.extend(event.kind for event in step.events))
        with pytest.raises(Refused, match="not-at-this-stage"):
            await house.do(director, "director-de-torneo", "invite", bots=FIELD)
        await house.do(director, "director-de-torneo", "notify", day="2030-04-20")
        await house.do(director, "director-de-torneo", "announce", day="2030-04-21")
        await house.until("tournament-stage", stage="inscripcion")
        await house.do(director, "director-de-torneo", "invite", bots=FIELD)
        await house.until("tournament-stage", stage="acreditacion")
        # Full and seated it waits for the hour of its bases.
        house.time += house.unit.early(house.time)
        director = await house.come_in("directora")
        await house.do(director, "director-de-torneo", "put-up", text="Empezamos")
        await house.until("tournament-stage", stage="en-juego")
        sent_out: list[str] = []
        for hands in (4, 15):
            for _ in range(hands):
                await house.until("tournament-hand-over")
            if not sent_out:  # he may not play any more: he goes when his hand is over
                sent_out.append(max(house.unit.now.live))
                await send_away(house.casino, house.casino.hosting.keepers[ID], sent_out[0])
                await house.until("tournament-expelled", player=sent_out[0])
            await house.kill()
            await house.open()
            now = house.unit.now
            if not now.hand_for_hand and len(now.live) > len(now.prizes):
                await house.do(director, "director-de-torneo", "hand-for-hand")
        await house.until("tournament-stage", stage="terminado")
        while house.unit.now.due():
            await house.until("tournament-prize")
        await house.casino.hosting.keepers[ID].settled()
        now = house.unit.now
        # Who falls at two tables in one hand shares the prizes of both places (COL-7.5.6-05).
        assert sum(now.bounties.values()) == FIELD * 1_000
        by_place = {who: paid - now.bounties.get(who, 0) for who, paid in now.paid.items()}
        assert sum(by_place.values()) == sum(now.prizes), (now.paid, now.prizes)
        assert max(by_place.values()) == now.prizes[0]
        assert sum(now.prizes) == FIELD * 9_000 and len(now.prizes) == 12
        assert now.players[sent_out[0]].standing == "eliminado-por-sancion"
        assert "tournament-hand-for-hand" in told and told.count("tournament-tables") >= 2
        conserved(house)
        [champion] = now.live
        assert is_bot(champion)
        assert now.book.stacks[champion] == FIELD * 400 - now.book.removed
        prize = house.casino.store.balance(wallet(champion, "juego"))
        assert prize == 1_000_000 - 10_000 + now.prizes[0] + now.bounties[champion]
        assert not any(one.unit.table.players for one in house.mesas.values())
        await exported(house, director)
        await house.casino.stop()
        found = list(audit(house.casino.store))
        assert found == []

    asyncio.run(asyncio.wait_for(night(), 600))


async def exported(house: House, director: Client) -> None:
    """Its hands as histories others read: each is played here again with the same chips won."""
    hands = (await director.http.get(f"/api/tournaments/{ID}/manos.ohh")).text
    written = [one for one in hands.split("\n\n") if one.strip()]
    dealt = sum(one.unit.table.rounds for one in house.mesas.values())
    assert len(written) == dealt
    first = json.loads(written[0])["ohh"]
    assert first["tournament"] and first["tournament_info"]["name"] == house.unit.now.rules.nombre
    assert {one["name"] for one in first["players"]} <= {
        house.casino.name_of(who) for who in house.unit.now.players
    }
    phh = (await director.http.get(f"/api/tournaments/{ID}/manos.phhs")).text
    assert len(tomllib.loads(phh)) == dealt
    assert read_ohh(written[0]).result is not None
    nobody = await house.guest("Ana")
    refused = await nobody.http.get(f"/api/tournaments/{ID}/manos.ohh")
    assert refused.status_code == 409 and '"ohh"' not in refused.text


@pytest.mark.clause("COL-9.1-22", "COL-7.2-04", "COL-3.5.1-01", "COL-7.5.1-48", "COL-7.5.1-49")
def test_a_newcomer_enters_a_sit_and_go_against_company(tmp_path: Path) -> None:
    """Bots come a while after he entered; he is seated, does not sit elsewhere, and is given his
    time: thirty seconds, then his cards by themselves, then he checks or folds."""

    async def night() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db")
        await house.open()
        await house.staff("directora", "director-de-torneo")
        await house.create({
            "file": "sit-and-go", "jugado": True, "automatico": True, "compania": 10,
            "unidad": "juego",
        })  # fmt: skip
        await house.until("tournament-stage", stage="inscripcion")
        ana = await house.guest("Ana")
        assert ana.me is not None
        me = ana.me.id
        await house.do(ana, "jugador", "enter", player=me)
        with pytest.raises(Refused, match="entered-already"):
            await house.do(ana, "jugador", "enter", player=me)
        assert house.unit.now.live == [me]
        house.time += 10.0
        await house.do(ana, "jugador", "withdraw", player=me)
        await house.do(ana, "jugador", "enter", player=me)
        await house.do(ana, "jugador", "invite", bots=8)
        await house.until("tournament-stage", stage="en-juego")
        await house.until("tournament-hand-dealt")
        keeper = house.mesas[f"{ID}-mesa-1"]
        mesa = keeper.unit
        [seat] = [seat for seat, who in mesa.table.players.items() if who == me]
        with pytest.raises(Refused, match="tournament-arranges"):
            await house.at_table(ana, {"do": "leave", "seat": seat})
        while mesa.table.live is None or mesa.table.live.ask.put_to.seat != seat:
            await keeper.changed(1.0)
        cards: list[int] = []
        for waited in (29.0, 1.5, 30.0, 30.0):
            house.time += waited
            keeper._news.set()
            asked = len(mesa.table.live.steps)
            for _ in range(20):
                await asyncio.sleep(0)
                await keeper.settled()
            cards.append(mesa.directed.cards.get(seat, 0))
        assert cards == [2, 1, 0, 0]
        assert len(mesa.table.live.steps) > asked if mesa.table.live else True
        await house.casino.stop()

    asyncio.run(asyncio.wait_for(night(), 600))


def test_a_hand_that_no_person_is_in_any_more_is_played_on_quickly(tmp_path: Path) -> None:
    """Bots think for a while as long as she holds cards, and hardly at all once she has folded."""

    async def night() -> None:
        clocks = replace(QUICK, thinks=0.05, alone=0.0)
        house = House(f"sqlite:///{tmp_path}/casino.db", clocks=clocks)
        await house.open()
        await house.staff("directora", "director-de-torneo")
        await house.create({
            "file": "sit-and-go", "jugado": True, "automatico": True, "unidad": "juego",
        })  # fmt: skip
        await house.until("tournament-stage", stage="inscripcion")
        ana = await house.guest("Ana")
        assert ana.me is not None
        view = await house.view(ana)
        assert view["field"] == 9 and view["prospect"] == [45_000, 27_000, 18_000]
        await house.do(ana, "jugador", "enter", player=ana.me.id)
        await house.do(ana, "jugador", "invite", bots=8)
        await house.until("tournament-hand-dealt")
        keeper = house.mesas[f"{ID}-mesa-1"]
        table = keeper.unit.table
        [seat] = [seat for seat, who in table.players.items() if who == ana.me.id]

        bots, thought = Companions(house.casino, keeper), set()
        while table.live is None or table.live.ask.put_to.seat != seat:
            if table.live is not None and table.live.ask.still_in:
                thought.add(bots._thinks(table.live.ask))
                house.time += 0.05
            await keeper.changed(0.01)
        assert thought <= {0.05}
        saw = keeper.chain.mark.state
        fold = {"do": "answer", "answer": "retirarse", "seat": seat}
        await house.at_table(ana, fold, f"{ID}-mesa-1", saw=saw)
        stands = house.time
        await house.until("tournament-hand-over")
        assert house.time - stands == 60.0, "only the minute that the test gives every hand"
        await house.casino.stop()

    asyncio.run(asyncio.wait_for(night(), 600))
