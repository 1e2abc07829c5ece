"""The audit of a machine: every play is played again from the first, with the draws it had."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tapete.core.book.refused import Refused
from tapete.floor.audit.findings import Finding, finding
from tapete.floor.chance.promised import OrderLog
from tapete.floor.kernel.chain import Chain
from tapete.floor.units.maquina.spec import MachineSpec
from tapete.floor.units.maquina.unit import Maquina

if TYPE_CHECKING:
    from tapete.floor.storage.store import Store


def check_plays(store: Store, spec: MachineSpec) -> Iterator[Finding]:
    """The machine's log carried out anew: the same events step by step, and after each step its
    meters agree with each other (`Cabinet.check` asserts it); and what was drawn is what the
    numbers give that were promised."""
    chain = Chain(Maquina(spec))
    store.begin(chain)
    orders = OrderLog(spec.id, chain.unit.orders.last)
    for kept in store.log(spec.id, after=chain.steps):
        where = f"{spec.id} step {kept.number}"
        try:
            step = chain.apply(kept.envelope, again=True)
        except (Refused, ValueError, AssertionError, IndexError) as error:
            yield finding("replay", where, "the same step", error)
            return
        if step.hash != kept.hash:
            yield finding("replay", where, kept.hash, step.hash)
            return
        orders.hear(step.events)
        sent = kept.envelope
        if orders.promised and len(sent.picks) != len(sent.draws):
            yield finding("promise", where, "drawn with promised numbers", len(sent.draws))
        for picks in sent.picks:
            orders.decided(picks)
    yield from orders.check(store)
