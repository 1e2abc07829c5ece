"""A unit of a kind the floor never heard of goes through keeper, store, audit and simulation."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from sqlalchemy import select

from tapete.chance import seeded
from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.keeper import MEMORY_EVERY, Keeper
from tapete.floor.kernel.port import Kept
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import ledger_account
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tests.floor.casino import chain_of, give_chips, leased, opened, spec
from tests.floor.counter import Box, BoxSpec, empty, put, something
from tests.floor.simulation import TABLE, World, simulate

SPEC = BoxSpec(id="caja-1")


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 600))


@pytest.fixture
def casino(store: Store) -> Store:
    store.add(SPEC)
    give_chips(store)
    return store


def keeper_of(store: Store, writer: Writer) -> Keeper:
    epoch = leased(store, SPEC.id, "node-a", seconds=1e9)
    return Keeper(lambda: Box(SPEC, seeded("box")), store, writer, epoch)


def test_another_kind_is_kept_written_once_read_back_and_audited(casino: Store) -> None:
    async def kept() -> Chain[Any]:
        writer = Writer(casino)
        keeper = keeper_of(casino, writer)
        first = await keeper.send(put("ana", 5, id="once"))
        again = await keeper.send(put("ana", 5, id="once"))
        assert isinstance(first, Step) and isinstance(again, Kept) and first.hash == again.hash
        await keeper.send(put("bruno", 7))
        with pytest.raises(Refused, match="box-full"):
            await keeper.send(put("bruno", 1))
        await keeper.send(empty("ana"))
        await keeper.send(put("ana", 2))
        writer.close()
        return keeper.chain

    chain = run(kept())
    assert casino.balance(ledger_account("wallet:ana")) == 5_000_005
    assert casino.balance(ledger_account("caja-de-prueba:caja-1/pozo")) == 2
    other = Chain(Box(SPEC))
    casino.load(other)
    assert (other.hash, other.unit.coins) == (chain.hash, {"ana": 2})
    assert list(audit(casino)) == []


def test_the_audit_finds_a_step_of_another_kind_that_somebody_changed(casino: Store) -> None:
    async def kept() -> None:
        writer = Writer(casino)
        await keeper_of(casino, writer).send(put("ana", 5))
        writer.close()

    run(kept())
    s = schema.steps
    with casino.writing() as connection:
        told = connection.execute(select(s.c.events)).scalar_one()
        connection.execute(s.update().values(events=f"{told} "))
    assert "chain" in {found.what for found in audit(casino)}


def test_units_of_two_kinds_stand_side_by_side(casino: Store) -> None:
    casino.add(spec("big-six", "mesa-1"))
    assert [(one.id, one.kind) for one in casino.specs()] == [
        ("caja-1", "caja-de-prueba"), ("mesa-1", "mesa"),
    ]  # fmt: skip
    epoch = leased(casino, "mesa-1", "node-a", seconds=30)
    table = chain_of(spec("big-six", "mesa-1"))
    casino.append(table.apply(opened(table)), epoch)
    assert list(audit(casino)) == []


def test_whatever_fails_another_kind_loses_and_doubles_nothing() -> None:
    steps = 0
    for n in range(60):
        world = World(BoxSpec(id=TABLE), something)
        steps += simulate(f"box {n}", commands=30, world=world).steps
    assert steps > 300


def test_a_snapshot_is_written_when_the_unit_is_at_rest(casino: Store) -> None:
    async def kept() -> int:
        writer = Writer(casino)
        keeper, pick = keeper_of(casino, writer), seeded("rest")
        for _ in range(3 * MEMORY_EVERY):
            try:
                await keeper.send(something(keeper.chain, pick))
            except Refused:
                continue
        writer.close()
        return keeper.chain.steps

    assert run(kept()) > MEMORY_EVERY
    with casino.engine.connect() as connection:
        assert connection.execute(schema.memories.select()).one().step >= MEMORY_EVERY
    assert list(audit(casino)) == []


def test_a_snapshot_of_another_version_is_passed_over(
    casino: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Chain(Box(SPEC))
    epoch = leased(casino, SPEC.id, "node-a", seconds=30)
    for sent in (put("ana", 1), empty("ana")):
        casino.append(box.apply(sent), epoch, box.memory())
    monkeypatch.setattr(Box, "VERSION", 2)
    other = Chain(Box(SPEC))
    casino.load(other)
    assert (other.hash, other.steps, other.unit.times) == (box.hash, 2, 1)
