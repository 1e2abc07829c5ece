"""A linked pot while one of two nodes is cut off from it: no bet without its pot, and afterwards
the amounts agree everywhere, nothing lost and nothing twice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import event
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from tapete.chance import seeded
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.shared import Hosts
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.unit import Envelope, Ref, Surroundings
from tapete.floor.kernel.writer import Writer
from tapete.floor.storage.store import LostUnit, Store
from tapete.floor.units import build
from tapete.floor.units.maquina import MachineSpec
from tapete.floor.units.maquina import commands as do
from tapete.systems.pot.aggregate import POT
from tests.floor.casino import give_chips, leased
from tests.floor.machines import machine_spec, opened, sent
from tests.floor.money import money_plan

REF = Ref(POT.kind, "fijo")
TERMS = {"rate": "1%", "base": 5000, "condition": "Tres sietes"}
ONE, TWO = (
    machine_spec("campana-pozo", id=f"m{n}", number=n, pots=("fijo",), minimum_return="75%")
    for n in (1, 2)
)


class Node:
    """A node that keeps one machine; its line to the database can be cut."""

    def __init__(self, url: str, spec: MachineSpec) -> None:
        self.spec, self.store, self.cut = spec, Store(url), False

        @event.listens_for(self.store.engine, "before_cursor_execute")
        def _(*args: Any) -> None:
            if self.cut:
                raise OperationalError("the line is cut", None, ConnectionError())

        self.writer = Writer(self.store)
        self.take()

    def take(self) -> None:
        """Keep the machine, as written; anew after it was lost."""
        hosts = Hosts(self.store, SHARED)
        self.pot = hosts.host(REF)
        links = {REF: self.pot.link(self.spec.id)}
        around = Surroundings(chance=seeded(self.spec.id), links=links)
        epoch = leased(self.store, self.spec.id)
        self.keeper = Keeper(
            lambda: build(self.spec, around), self.store, self.writer, epoch, [self.pot]
        )

    async def send(self, envelope: Envelope[Any]) -> Any:
        if self.keeper.lost:
            self.take()
        self.keeper.unit.draws.pick = lambda n: n - 1  # a play that pays nothing
        return await self.keeper.send(envelope)

    @property
    def credits(self) -> int:
        return int(self.keeper.unit.cabinet.credits[1])

    def close(self) -> None:
        self.writer.close()
        self.store.close()


@pytest.mark.clause("CAT-VI.7.3-03", "CAT-VI.7.3-05")
def test_cut_off_from_its_pot_a_machine_takes_no_bet_and_afterwards_all_agree(
    url: str, store: Store
) -> None:
    Hosts(store, SHARED).begin(replace(money_plan(), pozo={"fijo": TERMS}), [ONE, TWO], 0.0)
    for spec in (ONE, TWO):
        store.add(spec)
    give_chips(store)
    one, two = Node(url, ONE), Node(url, TWO)

    async def night() -> None:
        for node, who in ((one, "ana"), (two, "bruno")):
            await node.send(opened(node.spec))
            await node.send(sent(do.Insert(amount=10_000), who))
            await node.send(sent(do.Play(bet="1x1"), who))
        stake = 10_000 - two.credits
        asked = sent(do.Play(bet="1x1"), "bruno")
        two.cut = True
        for _ in range(3):  # he presses again: it is the same play
            with pytest.raises((SQLAlchemyError, LostUnit)):
                await two.keeper.send(asked)
        for _ in range(5):
            await one.send(sent(do.Play(bet="1x1"), "ana"))
        two.cut = False
        first = await two.send(asked)
        assert two.credits == 10_000 - 2 * stake, "one bet for all the times he pressed"
        again = await two.send(asked)
        assert again.number == first.number, "sent again, it is answered by what it came to"
        for node in (one, two):
            node.pot.refresh()
            assert node.pot.written.meters.current == 5000 + 8 * stake // 100
            assert node.pot.written == one.pot.written
            wagered = node.keeper.unit.cabinet.meters["pot_contributions"]
            assert wagered == (6 if node is one else 2) * stake // 100

    try:
        asyncio.run(night())
        assert list(audit(store)) == []
    finally:
        one.close()
        two.close()
