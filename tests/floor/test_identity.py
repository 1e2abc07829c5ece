"""What runs is held against what was approved: at the start, every day and on demand. Bytes of a
copied program are flipped, and the tables it concerns close."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tapete.core.book.refused import Refused
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.identity import PACKAGE, digests, part_of, parts
from tapete.floor.house.watching import approve, look
from tapete.floor.rounds.records import read_audit
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Resume
from tapete.floor.units import KINDS
from tapete.floor.units.maquina.commands import Fetch, Play, Switch
from tapete.systems.machines.library import shipped
from tests.floor.machines import Visit, machine_spec

GAMES = ("war", "big-six")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A copy of all that decides something."""
    copy = tmp_path / "tapete"
    skipped = shutil.ignore_patterns("__pycache__", "static", "locale", "sources")
    shutil.copytree(PACKAGE, copy, ignore=skipped)
    return copy


def flip(file: Path, at: int = 100) -> None:
    """One bit of one byte."""
    data = bytearray(file.read_bytes())
    data[at % len(data)] ^= 1
    file.write_bytes(bytes(data))


def run(
    tmp_path: Path, program: Path, play: Callable[[Casino], Awaitable[None]], **settings: object
) -> None:
    async def whole() -> None:
        casino = Casino(
            Settings(db=f"sqlite:///{tmp_path}/casino.db", games=GAMES, **settings),  # type: ignore[arg-type]
            program=program,
        )
        casino.prepare()
        await casino.start()
        try:
            await play(casino)
        finally:
            await casino.stop()

    asyncio.run(whole())


def opened(casino: Casino) -> set[str]:
    return {id for id, keeper in casino.keepers.items() if keeper.chain.unit.table.open}


def noted(tmp_path: Path, *what: str) -> list[dict[str, object]]:
    store = Store(f"sqlite:///{tmp_path}/casino.db")
    try:
        return [dict(row.facts) for row in read_audit(store, limit=500) if row.what in what]
    finally:
        store.close()


ALL = {"war-1", "big-six-1"}


@pytest.mark.parametrize(
    ("file", "part"),
    [
        ("games/cards/war/war.py", "codigo"),
        ("rulebooks/scj-2023/war.toml", "reglamento:scj-2023"),
        ("plans/ejemplo.toml", "plan:ejemplo"),
        ("clauses/cat-I-II-IV.jsonl", "clausulas"),
    ],
)
def test_one_bit_of_any_part_closes_the_tables_and_stands_in_the_audit_log(
    tmp_path: Path, program: Path, file: str, part: str
) -> None:
    async def play(casino: Casino) -> None:
        assert opened(casino) == ALL
        fine = await look(casino, "fiscalizador", "pedido")
        assert fine.differs == () and fine.changed == () and opened(casino) == ALL
        flip(program / file)
        found = await look(casino, "fiscalizador", "pedido")
        assert (found.differs, found.changed) == ((part,), (file,))
        assert opened(casino) == set() and set(found.closed) == ALL
        with pytest.raises(Refused) as refused:
            casino.identity.check_may_open("scj-2023")
        assert refused.value.code == "program-differs"
        flip(program / file)  # as it was
        again = await look(casino, "sistema", "diario")
        assert again.differs == () and again.closed == () and opened(casino) == ALL

    run(tmp_path, program, play)
    checks = noted(tmp_path, "identity.checked")
    assert [(c["why"], c["differs"]) for c in checks] == [
        ("inicio", ""), ("pedido", ""), ("pedido", part), ("diario", ""),
    ]  # fmt: skip
    closed = noted(tmp_path, "identity.closed")
    assert {str(c["table"]) for c in closed} == ALL and closed[0]["differs"] == part


def test_another_edition_closes_only_the_tables_played_by_it(tmp_path: Path, program: Path) -> None:
    async def play(casino: Casino) -> None:
        flip(program / "rulebooks" / "aj-bolivia" / "edition.toml", 3)
        found = await look(casino, "sistema", "diario")
        assert found.differs == ("reglamento:aj-bolivia",) and opened(casino) == ALL
        assert casino.identity.concerns("aj-bolivia") == ("reglamento:aj-bolivia",)

    run(tmp_path, program, play)


def test_it_is_looked_at_every_so_often_without_being_asked(tmp_path: Path, program: Path) -> None:
    async def play(casino: Casino) -> None:
        flip(program / "core" / "book" / "money.py")
        async with asyncio.timeout(600):
            while opened(casino):
                await asyncio.sleep(0.05)

    run(tmp_path, program, play, look_every=0.2)
    assert {c["why"] for c in noted(tmp_path, "identity.checked")} == {"inicio", "diario"}


def test_where_a_person_approves_a_changed_program_starts_closed(
    tmp_path: Path, program: Path
) -> None:
    async def first(casino: Casino) -> None:
        assert opened(casino) == ALL

    async def closed(casino: Casino) -> None:
        assert opened(casino) == set()
        assert casino.identity.view(()).approver == ""  # nobody but whoever started it
        jefe = casino.register.admit_staff(
            "jefe", "Jefe", "una clave larga y buena", ("jefe-de-mesa",), by="x", now=1.0
        )
        with pytest.raises(Refused) as refused:
            await casino.command(jefe, "jefe-de-mesa", "war-1", Resume(), id="abrir")
        assert refused.value.code == "program-differs"
        casino.register.admit_staff(
            "tecnica", "Teresa Soto", "una clave larga y buena", ("jefe-tecnico",), by="x", now=1.0
        )
        view = await approve(casino, "tecnica")
        assert view.approved_by == "tecnica" and view.differs == ()
        assert view.approver == "Teresa Soto"
        assert opened(casino) == ALL

    run(tmp_path, program, first, approve="person")
    flip(program / "games" / "registry.py")
    run(tmp_path, program, closed, approve="person")
    run(tmp_path, program, first, approve="person")


def test_where_the_start_approves_the_audit_log_says_what_was_started(
    tmp_path: Path, program: Path
) -> None:
    async def fine(casino: Casino) -> None:
        assert opened(casino) == ALL

    run(tmp_path, program, fine)
    flip(program / "games" / "registry.py")
    run(tmp_path, program, fine)
    before, after = noted(tmp_path, "identity.approved")
    assert before["codigo"] != after["codigo"] and before["clausulas"] == after["clausulas"]


def switched() -> Visit:
    """A machine made with another program, to which this one came down."""
    visit, volcan = Visit(machine_spec("tres-cerezas")), shipped("volcan")
    visit.do(Fetch(program="volcan", text=volcan.text), "tec", "jefe-tecnico")
    visit.do(Switch(program="volcan", digest=volcan.digest), "tec", "jefe-tecnico")
    row = KINDS["maquina"].row(visit.spec, visit.unit)
    assert row.programs == ("volcan",)  # type: ignore[attr-defined]
    return visit


def test_another_program_of_a_machine_stops_the_machines_that_run_it_and_no_table(
    tmp_path: Path, program: Path
) -> None:
    async def play(casino: Casino) -> None:
        for file in ("programs/volcan.toml", "programs/par/volcan.json", "bases/ejemplo.toml"):
            flip(program / file)
            found = await look(casino, "sistema", "diario")
            flip(program / file)
            assert found.changed == (file,) and found.differs == (part_of(file),)
            assert opened(casino) == ALL
            casino.identity.check_may_open("scj-2023", ("faro",))
            if part_of(file) == "programa:volcan":
                kind, somebody = KINDS["maquina"], cast(Any, None)
                for unit in (Visit(machine_spec("volcan")).unit, switched().unit):
                    keeper: Any = SimpleNamespace(unit=unit)
                    with pytest.raises(Refused, match="program-differs"):
                        await kind.admit(casino, keeper, somebody, "jugador", Play(bet="1x1"), None)

    run(tmp_path, program, play)


def test_every_file_that_decides_something_is_counted() -> None:
    files = digests()
    assert {"programs/volcan.toml", "programs/par/volcan.json", "bases/ejemplo.toml"} <= set(files)
    assert {"games/registry.py", "core/table/table.py", "plans/ejemplo.toml"} <= set(files)
    assert all(not name.startswith(("locale", "floor/static")) for name in files)
    assert {part_of(name) for name in files} == set(parts(files))
    assert {"codigo", "clausulas", "plan:ejemplo", "reglamento:scj-2023"} <= set(parts(files))
