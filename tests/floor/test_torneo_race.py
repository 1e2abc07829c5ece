"""Small chips leave a tournament whose hands are dealt on the floor: at the break, table by table,
the odd ones raced for, by the ledger's unit of the tournament."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from tapete.floor.audit.whole import audit
from tapete.floor.units.torneo.direction import colour_ups
from tests.floor.played import ID, House, bases
from tests.floor.test_torneo_played import agree, conserved

LEVELS = "[[1, 25, 50], [60, 100, 200], [60, 200, 400]]"


@pytest.mark.clause("COL-7.4-16", "COL-7.4-17", "COL-7.4-18", "COL-7.4-19", "COL-7.4-22")
@pytest.mark.parametrize("automatic", [True, False])
def test_at_the_break_the_small_chips_of_played_tables_are_raced_off(
    tmp_path: Path, automatic: bool
) -> None:
    text = bases(niveles=LEVELS, pausas="{ 1 = 5 }", pila="3000")

    async def night() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db")
        await house.open()
        director = await house.staff("directora", "director-de-torneo")
        await house.create({"bases": text, "jugado": True, "automatico": True, "unidad": "juego"})
        house.checked += [lambda _: conserved(house), lambda _: agree(house)]
        await house.until("tournament-stage", stage="inscripcion")
        await house.do(director, "director-de-torneo", "invite", bots=9)
        await house.until("tournament-hand-dealt")
        unit = house.unit
        if not automatic:  # from here on somebody directs it
            unit.spec = unit.money.spec = replace(unit.spec, automatico=False)
        await house.until("tournament-hand-over")
        await house.until("tournament-level", pause=True)
        keeper = house.mesas[f"{ID}-mesa-1"]
        while unit.now.tables[1].playing:
            await keeper.changed(1.0)
            await asyncio.sleep(0)
        if not automatic:
            assert any(chips % 100 for chips in unit.now.book.stacks.values())
            late = replace(unit.now, clock=replace(unit.now.clock, level=2, pause=False))
            assert [one.small for one in colour_ups(late)] == [25], "a hand outlasted the break"
            view = await house.view(director)
            [one] = [one for one in view["proposals"] if one["what"] == "colour-up"]
            assert one["table"] == 1 and (one["start"], one["end"]) == ("25", "100")
            held = one["held"]
            await house.do(
                director, "director-de-torneo", "colour-up", small=25, big=100, held=held
            )
        while any(chips % 100 for chips in unit.now.book.stacks.values()):
            await house.until("tournament-coloured-up")
        mesa = keeper.unit.table
        await keeper.settled()
        for seat, who in mesa.players.items():
            assert mesa.desk.chips(seat) == unit.now.book.stacks[who] > 0
        assert not any(colour_ups(unit.now))
        house.time += 301.0
        house.casino.keepers[ID]._news.set()
        await house.until("tournament-hand-dealt")
        assert keeper.unit.table.terms.limits.unit == 100
        await house.casino.stop()
        assert list(audit(house.casino.store)) == []

    asyncio.run(asyncio.wait_for(night(), 600))
