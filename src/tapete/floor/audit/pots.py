"""The audit of the pots of tables: their events are those that the commands of their tables make,
played again in the order of the pot; their money is in the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tapete.core.book.account import CLP, Unit
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.shared import HOUSE, KeptEntry
from tapete.floor.audit.findings import Finding, finding, same_transfers
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.unit import Ref, Spec, Surroundings
from tapete.floor.kernel.unit import Unit as Hosted
from tapete.floor.money.accounts import in_pot, vault
from tapete.floor.money.ledger import transfers_of_pot
from tapete.floor.storage.store import Kept, Store
from tapete.floor.units import build
from tapete.systems.pot.decide import accounts
from tapete.systems.pot.events import PotEvent
from tapete.systems.progressive.commands import ProgressiveCommand
from tapete.systems.progressive.events import CREDITS
from tapete.systems.progressive.journal import PROGRESSIVE, ProgressiveJournal, TablePot
from tapete.systems.progressive.state import ProgressiveState

Log = Sequence[KeptEntry[ProgressiveCommand, PotEvent]]


def check_pot(store: Store, pot: str, log: Log, state: ProgressiveState) -> Iterator[Finding]:
    """A pot and its tables, beyond what is checked of every aggregate."""
    unit = CLP if state.terms is None else state.terms.played_for
    made = {
        one: kept.at
        for kept in log
        for one in transfers_of_pot(pot, kept.entry.number, kept.entry.events, unit)
    }
    yield from same_transfers(store, f"pozo:{pot}:", made)
    yield from _money(store, pot, state, unit)
    ref = Ref(PROGRESSIVE.kind, pot)
    linked = [spec for spec in store.specs() if ref in spec.shared()]
    yield from _played_again(store, ref, log, linked)


def _money(store: Store, pot: str, state: ProgressiveState, unit: Unit) -> Iterator[Finding]:
    """What the pot holds is in the ledger, and so are the credits on the meters of its tables."""
    held = store.balances()
    for account, amount in accounts(state.pot).items():
        name = in_pot(pot, account, unit)
        if name != vault(unit) and held.get(name, 0) != amount:
            yield finding("pot-money", name.text, amount, held.get(name, 0))
    positions = [one for table in state.tables.values() for one in table.positions.values()]
    loaded = sum(one.credits for one in positions) * (state.terms.credit if state.terms else 0)
    name = in_pot(pot, CREDITS, unit)
    if held.get(name, 0) != loaded:
        yield finding("pot-money", name.text, loaded, held.get(name, 0))


def _played_again(store: Store, ref: Ref, kept: Log, specs: list[Spec]) -> Iterator[Finding]:
    """Carry out all commands of the linked tables anew, in the order in which the pot was reached:
    the pot answers the same and does the same."""
    pot = ProgressiveJournal(ref.id)
    tables = {
        spec.id: Chain(build(spec, Surroundings(links={ref: TablePot(pot, spec.id)})))
        for spec in specs
    }
    for chain in tables.values():
        store.begin(chain)
    begins = {id: chain.steps for id, chain in tables.items()}
    logs = {id: store.log(id, after=step) for id, step in begins.items()}
    for (table, step), group in groupby(kept, key=lambda one: (one.unit, one.step)):
        expected = [event for one in group for event in one.entry.events]
        if table == HOUSE or step <= begins.get(table, 0):
            pot.state = PROGRESSIVE.fold(expected, pot.state)
            continue
        if table not in tables:
            yield finding("pot-events", f"pot {ref.id}", "a linked table", table)
            return
        for entry in logs[table]:
            wanted = expected if entry.number == step else []
            problem = _step_again(pot, tables[table], entry, wanted)
            if problem is not None:
                yield problem
                return
            if entry.number == step:
                break
        else:
            yield finding("pot-events", f"{table} step {step}", "a step", None)
            return
    for table, log in logs.items():
        for entry in log:
            problem = _step_again(pot, tables[table], entry, [])
            if problem is not None:
                yield problem
                return


def _step_again(
    pot: ProgressiveJournal, table: Chain[Hosted], entry: Kept, expected: list[PotEvent]
) -> Finding | None:
    where = f"{table.id} step {entry.number}"
    pot.entries.clear()
    try:
        step = table.apply(entry.envelope)
    except Refused as error:
        return finding("replay", where, "the same step", error)
    if step.hash != entry.hash:
        return finding("replay", where, entry.hash, step.hash)
    if pot.events != expected:
        return finding("pot-events", where, expected, pot.events)
    return None
