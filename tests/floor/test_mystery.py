"""The mystery pot of the example casino: a newcomer reads its conditions and its promise, plays and
wins it; a house that exists has it once its machines are made."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import re
from pathlib import Path
from typing import Any

import pytest

from tapete.client import Client
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.shared import is_stored
from tapete.floor.house.casino import Casino
from tapete.floor.house.in_force import not_made, stored_changes
from tapete.floor.house.office import create_units
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.unit import Ref
from tapete.floor.people.permissions import ADMINISTRADOR
from tapete.systems.pot.aggregate import POT
from tests.floor.people import call
from tests.floor.server import served
from tests.floor.test_plan_in_force import EXAMPLE, nothing, run

STILL = Clocks(betting=3600.0, decision=3600.0, pause=3600.0, numbers=0.0)
PLAYED, LOOKED_AT, MYSTERY = "maquina-15", "maquina-14", "sorpresa"
BET = {"do": "play", "bet": "20x5", "denomination": 100}
"""10,000: a fiftieth of it enters the pot, so that a hundred such bets pass every threshold."""
BY_HAND = re.compile(r"((?:handpay|two_signatures) *= *)\d+")
"""Of what is paid by hand the machine waits for somebody: two such games in a hundred win it."""
ROWS = [line for line in EXAMPLE.splitlines() if line.startswith(("maquina-14 ", "maquina-15 "))]
POT_ROWS = EXAMPLE[EXAMPLE.index("[pozo.sorpresa]") : EXAMPLE.index("[room.maquina]")]


@pytest.mark.clause("CAT-VI.7.3-03", "CAT-VI.7.3-04", "CAT-VI.7.3-05", "CAT-VI.7.3-06")
def test_a_guest_of_the_example_casino_wins_the_mystery_pot_by_playing(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(BY_HAND.sub(r"\g<1>1000000000", EXAMPLE), "utf-8")
    url = f"sqlite:///{tmp_path}/casino.db"
    with served(url, games=("maquina",), clocks=STILL, plan=str(file)) as address:
        asyncio.run(_played(address))


async def _played(address: str) -> None:
    numbers = itertools.count(1)
    async with Client(address) as rosa, Client(address) as olga:
        await rosa.guest("Rosa")

        async def look(who: Client, machine: str) -> dict[str, Any]:
            view: dict[str, Any] = (await call(who, "GET", f"/api/units/{machine}")).json()
            return view

        async def do(command: dict[str, Any], saw: str | None = None) -> None:
            body = {"id": f"n{next(numbers)}", "role": "jugador", "command": command, "saw": saw}
            answer = await call(rosa, "POST", f"/api/units/{PLAYED}/commands", body)
            assert answer.status_code == 200, answer.text

        (before,) = (await look(olga, LOOKED_AT))["pots"]
        assert (before["pot"], before["amount"], before["limit"]) == (MYSTERY, 10_000, 30_000)
        assert before["mystery"] and len(before["promise"]) == 64 and before["last"] is None
        assert "entre $10.001 y $30.000" in before["condition"] and "2 %" in before["condition"]
        assert "between CLP10,001 and CLP30,000" in before["condition_en"]
        await do({"do": "insert", "amount": 1_000_000})
        for _ in range(100):
            await do(BET)
            view = await look(rosa, PLAYED)
            while view.get("ask"):
                await do({"do": "choose", "answer": 0}, saw=view["state"])
                view = await look(rosa, PLAYED)
            (pot,) = view["pots"]
            if pot["last"] is not None:
                break
            assert pot["promise"] == before["promise"], "promised once, and kept"
        won = pot["last"]
        assert won is not None and won["machine"] == 15
        assert 10_001 <= won["threshold"] <= won["amount"] <= 30_000
        opened = hashlib.sha256(f"{won['salt']}{won['threshold']}".encode()).hexdigest()
        assert opened == before["promise"] != pot["promise"]
        assert view["win"] >= won["amount"] and pot["amount"] == 10_000
        (told,) = (await look(olga, LOOKED_AT))["pots"]
        assert told == pot, "whoever could have won it is told at once"


@pytest.mark.clause("CAT-I.4.2-01", "CAT-VI.7.3-06")
def test_a_house_that_exists_has_the_mystery_pot_when_its_machines_are_made(
    tmp_path: Path,
) -> None:
    """Another plan changes nothing of the machines there are: it names those that are not made."""
    file = tmp_path / "plan.toml"
    without = EXAMPLE.replace(POT_ROWS, "")
    for row in ROWS:
        without = without.replace(f"{row}\n", "")
    file.write_text(without, "utf-8")
    run(file, nothing, games=("maquina",))
    file.write_text(EXAMPLE, "utf-8")

    async def made(casino: Casino) -> None:
        now, ref = casino.plan, Ref(POT.kind, MYSTERY)
        assert now == plan()
        missing = {one for one in not_made(casino.store, now) if one.startswith("maquina-")}
        assert missing == {LOOKED_AT, PLAYED} and not is_stored(casino.store, ref)
        assert not list(stored_changes(casino.store, now))
        row = now.room["maquina"][PLAYED]
        with pytest.raises(Refused, match="table-exists"):
            await create_units(casino, "maquina", "maquina-2", row, by=ADMINISTRADOR)
        assert not is_stored(casino.store, ref), "what was refused left a pot, and its base in it"
        await create_units(casino, "maquina", PLAYED, row, by=ADMINISTRADOR)
        pot = casino.shared.host(ref).look()
        assert pot.active and pot.threshold is not None and pot.meters.current == 10_000

    run(file, made, games=("maquina",))
