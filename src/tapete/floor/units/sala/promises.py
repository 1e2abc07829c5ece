"""The audit of a hall's balls: each order promised before its first ball, kept as it was promised,
shuffled by the players' numbers, drawn from ball by ball, and opened after the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tapete.core.round.acta import read_event
from tapete.floor.audit.findings import Finding
from tapete.floor.chance.promised import OrderLog
from tapete.floor.kernel.chain import Chain
from tapete.floor.units.sala.spec import SalaSpec
from tapete.floor.units.sala.unit import Sala
from tapete.systems.bingo.events import BallCalled

if TYPE_CHECKING:
    from tapete.floor.storage.store import Store


def check_balls(store: Store, spec: SalaSpec) -> Iterator[Finding]:
    """Every order fits its promise and the balls that came out; every order kept was promised."""
    chain = Chain(Sala(spec))
    store.begin(chain)
    orders = OrderLog(spec.id, chain.unit.orders.last)
    for kept in store.log(spec.id, after=chain.steps):
        events = tuple(map(read_event, kept.lines))
        orders.hear(events)
        for event in events:
            if isinstance(event, BallCalled):
                orders.came(str(event.ball))
    yield from orders.check(store)
