"""The house is killed for good while another plan takes the place of the one before: at each unit
it holds or does not, it is set once, and what is left fits."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tapete.floor.aggregates.plain_pots import PlainPot
from tapete.floor.house import in_force
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.planning import Replanning
from tapete.floor.kernel.due import Do
from tapete.floor.kernel.failpoints import POINTS, arm
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import SetTerms
from tests.floor.process import CHILDREN
from tests.floor.test_plan_in_force import (
    AFTER,
    BEFORE,
    EXAMPLE,
    TABLE,
    WHEEL,
    edit,
    events,
    findings,
    nothing,
    run,
)

KEPT = ("committed", "told")
"""Killed there, it is written."""
HALL, MACHINES = "bingo-practica", 15
POT = 'rate      = "1%"\nbase      = 250000'
EDITS = {
    WHEEL: (BEFORE, AFTER),
    "sala": ('price = 500\nline  = "12%"', 'price = 600\nline  = "12%"'),
    "maquina": ('minimum_return = "85%"', 'minimum_return = "86%"'),
}
CASES = [
    *((WHEEL, point) for point in POINTS if point != "some-told"),  # nobody listens
    *((kind, point) for kind in ("sala", "maquina") for point in ("money-written", "committed")),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "plan.toml"
    file.write_text(EXAMPLE, "utf-8")
    return file


def set_in(file: Path) -> list[str]:
    """The units whose terms were set, once for each time."""
    store = Store(f"sqlite:///{file.parent}/casino.db")
    try:
        return [
            spec.id
            for spec in store.specs()
            for kept in store.log(spec.id)
            if isinstance(kept.envelope.command, SetTerms)
        ]
    finally:
        store.close()


def dies(file: Path, kind: str, point: str) -> None:
    """A start of the house in a process that is killed there."""
    child = CHILDREN.Process(target=_start, args=(str(file), kind, point, dict(os.environ)))
    child.start()
    child.join(300)
    assert child.exitcode == -signal.SIGKILL, child.exitcode


def _start(file: str, kind: str, point: str, environment: dict[str, str]) -> None:
    os.environ.update(environment)
    asked, written = Replanning.due, vars(in_force)["done_by_house"]

    def due(self: Replanning) -> Do | None:
        found = asked(self)
        if found is not None:
            arm(point)
        return found

    async def done(*given: Any) -> None:
        arm(point)
        await written(*given)

    if kind == "pozo":
        vars(in_force)["done_by_house"] = done
    else:
        Replanning.due = due  # type: ignore[method-assign]

    async def whole() -> None:
        db = f"sqlite:///{Path(file).parent}/casino.db"
        games = ("maquina",) if kind == "pozo" else (kind,)
        casino = Casino(Settings(db=db, plan=file, games=games))
        casino.prepare()
        await casino.start()
        if kind == "pozo":
            assert casino.in_force is not None
            await in_force.set_pots(casino, casino.in_force)

    asyncio.run(whole())


@pytest.mark.clause("CAT-I.4.2-01")
@pytest.mark.parametrize(("kind", "point"), CASES)
def test_killed_while_a_unit_takes_another_plan(file: Path, kind: str, point: str) -> None:
    run(file, nothing, games=(kind,))
    edit(file, *EDITS[kind])
    dies(file, kind, point)
    left = set_in(file)
    assert len(left) == (1 if point in KEPT else 0) if kind != "maquina" else len(left) < MACHINES
    assert findings(file) == []

    async def play(casino: Casino) -> None:
        if kind == WHEEL:
            assert casino.mesa(TABLE).table.limits.min == 2000
        elif kind == "sala":
            assert casino.keepers[HALL].unit.plan.price == 600
        else:
            assert {one.unit.cabinet.minimum for one in casino.keepers.values()} == {"43/50"}

    run(file, play, games=(kind,))
    units = {WHEEL: [TABLE], "sala": [HALL]}.get(kind)
    found = set_in(file)
    assert found == units if units else len(found) == len(set(found)) == MACHINES
    if kind == WHEEL:
        assert [one.after["limits"]["min"] for one in events(file)] == [2000]
    assert findings(file) == []


@pytest.mark.clause("CAT-VI.7.3-06")
@pytest.mark.parametrize("point", ["before-commit", "committed"])
def test_killed_while_a_pot_takes_other_terms(file: Path, point: str) -> None:
    """Suspended, changed, published and active again is one transaction with its line of the audit
    log: a pot is never left in between."""
    run(file, nothing, games=("maquina",))
    edit(file, POT, POT.replace("1%", "2%"))
    dies(file, "pozo", point)
    assert findings(file) == []
    seen: list[int] = []

    async def play(casino: Casino) -> None:
        assert casino.in_force is not None
        assert await in_force.set_pots(casino, casino.in_force)
        pot = next(one for one in in_force._pots(casino.shared) if one.id == "campana")
        assert isinstance(pot, PlainPot) and pot.written.terms is not None
        assert pot.written.active and str(pot.written.terms.rate) == "1/50"
        seen.append(pot.written.version)

    run(file, play, games=("maquina",))
    run(file, play, games=("maquina",))
    assert seen == [2, 2] and findings(file) == []
