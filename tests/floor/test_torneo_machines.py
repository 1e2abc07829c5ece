"""A tournament of machines on the floor: machines of the park in tournament mode, with meters of
their own, by which each pase is scored (CAT-VII.2.1.3)."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina.unit import list_of
from tapete.floor.units.torneo.machines import has_played
from tapete.systems.machines.commands import Tournament
from tapete.systems.machines.machine import MACHINE
from tests.floor.machines import Visit, machine_spec, sent
from tests.floor.played import ID, House

BASES = (files("tapete") / "bases" / "maquinas.toml").read_text("utf-8")
CHIPS = f"torneo:{ID}"
SIX = range(1, 7)


def machines(house: House) -> dict[str, Any]:
    """Its machines, by id."""
    return {f"{ID}-maquina-{n}": house.casino.keepers[f"{ID}-maquina-{n}"].unit for n in SIX}


async def plays(house: House, client: Client) -> None:
    """A guest makes her plays wherever the tournament has put her."""
    assert client.me is not None
    while True:
        for id, machine in machines(house).items():
            if machine.assigned == client.me.id and not has_played(machine):
                asked, level = machine.asked(), machine.cabinet.program().levels()[0]
                play: dict[str, Any] = {"do": "play", "bet": level.bet, "position": 1}
                if asked is not None:
                    play = {"do": "choose", "answer": list_of(asked.silence), "position": 1}
                saw = house.casino.keepers[id].chain.mark.state if asked is not None else None
                with suppress(Refused):  # the pase is over
                    await house.at_table(client, play, id, saw=saw)
        await asyncio.sleep(0.01)


def conserved(house: House) -> None:
    """Between pases what each player holds in the ledger is his stack; the machines' own meters
    have not moved at all."""
    now = house.unit.now
    held: Counter[str] = Counter()
    for account, amount in house.casino.store.balances().items():
        if account.unit == CHIPS:
            held["" if account.may_owe else account.holder] += amount
    assert sum(held.values()) == 0
    if now.stage == "en-juego":
        assert held["wallet"] == sum(now.book.stacks.values())
    for machine in machines(house).values():
        assert not any(machine.cabinet.meters.values()) and not machine.cabinet.credits


async def opened(house: House) -> Client:
    await house.open()
    await house.staff("directora", "director-de-torneo")
    await house.create({"bases": BASES, "jugado": True, "automatico": True, "unidad": "juego"})
    await house.until("tournament-stage", stage="inscripcion")
    client = await house.guest("Ana")
    assert client.me is not None
    await house.do(client, "jugador", "enter", player=client.me.id)
    return client


@pytest.mark.clause(
    "CAT-VII.2.1.3-01", "CAT-VII.2.1.3-02", "CAT-VII.2.1.3-03", "CAT-VII.2.1.3-04",
    "CAT-VII.2.1.3-06", "CAT-VII.1.3-02",
)  # fmt: skip
def test_its_plays_are_made_at_its_machines_and_scored_by_their_own_meters(tmp_path: Path) -> None:
    async def night() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db", seed="maquinas")
        client = await opened(house)
        assert client.me is not None
        house.checked.append(lambda _: conserved(house))
        await house.do(client, "jugador", "invite", bots=5)
        await house.until("tournament-hand-dealt")
        seen = machines(house)
        assert all(one.cabinet.state == "torneo" for one in seen.values())
        assert {one.assigned for one in seen.values()} == {*house.unit.now.live}
        hers = next(id for id, one in seen.items() if one.assigned == client.me.id)
        for refused in (
            {"do": "leave", "position": 1}, {"do": "insert", "amount": 500, "position": 1},
            {"do": "cash-out", "to": "card", "amount": 500, "position": 1},
        ):  # fmt: skip
            with pytest.raises(Refused, match="CAT-VII"):
                await house.at_table(client, refused, hers)
        stranger = await house.guest("Bruno")
        with pytest.raises(Refused, match="zone-of-a-tournament"):
            await house.at_table(stranger, {"do": "sit", "position": 1}, hers)
        playing = asyncio.create_task(plays(house, client))
        pase = await house.until("tournament-pase")
        assert pase.pase == 1 and len(house.unit.now.book.stacks) + len(pase.fallen) == 6
        playing.cancel()
        await house.kill()
        await house.open()
        client.http._transport = stranger.http._transport = house.transport()
        playing = asyncio.create_task(plays(house, client))
        await house.until("tournament-stage", stage="terminado")
        while house.unit.now.due():
            await house.until("tournament-prize")
        playing.cancel()
        now = house.unit.now
        assert sum(now.paid.values()) == 60_000 and len(now.places()) + len(now.live) == 6
        assert not any(one.assigned or one.players for one in machines(house).values())
        last = machines(house)[f"{ID}-maquina-1"].cabinet.tournament_meters
        assert last["plays"] == 20 and last["coin_in"] > 0
        await house.at_table(stranger, {"do": "sit", "position": 1}, hers)
        await house.casino.stop()
        assert list(audit(house.casino.store)) == []

    asyncio.run(asyncio.wait_for(night(), 600))


@pytest.mark.clause("CAT-VII.1.2-02")
def test_who_makes_no_plays_keeps_his_chips_when_the_time_is_over(tmp_path: Path) -> None:
    async def night() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db", seed="maquinas")
        client = await opened(house)
        assert client.me is not None
        await house.do(client, "jugador", "invite", bots=5)
        await house.until("tournament-hand-dealt")
        bots = [one for one in machines(house).values() if one.assigned != client.me.id]
        while any(one.cabinet.tournament.meters.get("plays", 0) < 20 for one in bots):
            await asyncio.sleep(0.01)
        assert house.unit.now.tables[1].playing
        house.time += 181.0
        await house.until("tournament-pase")
        assert house.unit.now.book.stacks[client.me.id] == 5000
        await house.casino.stop()

    asyncio.run(asyncio.wait_for(night(), 600))


@pytest.mark.clause("CAT-VII.2.1.3-02")
@pytest.mark.parametrize(
    ("was", "becomes", "why"),
    [
        ('juego = "faro"', 'juego = "keno"', "no tournament mode"),
        ("asientos = 6", "asientos = 7", "7 of one"),
    ],
)
def test_machines_without_tournament_mode_or_too_few_are_refused(
    tmp_path: Path, was: str, becomes: str, why: str
) -> None:
    async def day() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db")
        await house.open()
        await house.staff("directora", "director-de-torneo")
        row = {"bases": BASES.replace(was, becomes), "jugado": True, "unidad": "juego"}
        with pytest.raises(Exception, match=why):
            await house.create(row)
        await house.casino.stop()

    asyncio.run(asyncio.wait_for(day(), 600))


@pytest.mark.clause("CAT-VII.1.2-02", "CAT-VII.2.1.3-06")
def test_everybody_makes_as_many_plays_and_they_are_recalled() -> None:
    visit = Visit(machine_spec("faro", torneo=ID))

    def given(**said: Any) -> None:
        visit.send(sent(do.Assign(**said), "sistema", "sistema"))

    def play() -> None:
        visit.do(do.Play(bet="1x1"))
        while visit.unit.asked() is not None:
            visit.send(sent(do.Silence(), "sistema", "sistema"))

    given(player="ana", credits=5000, plays=2)
    play()
    play()
    with pytest.raises(Refused, match="plays-made"):
        play()
    cabinet = visit.unit.cabinet
    assert cabinet.tournament is not None and cabinet.tournament.meters["plays"] == 2
    assert len(cabinet.recall) == 2 and not cabinet.meters.get("plays")
    assert visit.unit.view().plays_left == 0
    visit.unit.remember(visit.unit.memory() or b"")
    assert visit.unit.assigned == "ana"
    with pytest.raises(Refused, match="tournament-arranges"):
        visit.do(do.Leave(position=1))
    given()
    assert not visit.unit.players and visit.unit.cabinet.tournament_meters["plays"] == 2
    visit.do(do.Insert(amount=1000), "beto")
    with pytest.raises(Refused, match="position-taken"):
        given(player="ana")


def test_tournament_mode_is_not_left_in_the_middle_of_a_play() -> None:
    visit = Visit(machine_spec("jacks-or-better", torneo=ID))
    on = do.Assign(player="ana", credits=5000, plays=2)
    visit.send(sent(on, "sistema", "sistema"))
    visit.do(do.Play(bet=visit.unit.cabinet.program().levels()[0].bet))
    with pytest.raises(Refused, match="in-play"):
        visit.send(sent(do.Assign(), "sistema", "sistema"))
    with pytest.raises(Refused, match="in-play"):
        MACHINE.decide(visit.unit.cabinet, Tournament(None))
