"""The audit of the pots: their events are those that the commands of their tables make, played
again in the order of the pot; their meters agree; their money is in the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sqlalchemy import select

from tapete.core.refused import Refused
from tapete.floor import schema
from tapete.floor.findings import Finding, finding, same_transfers
from tapete.floor.hosted import Hosted, TableSpec
from tapete.floor.ledger import in_pot, transfers_of_pot
from tapete.floor.pots import HOUSE, KeptEvent, of_memory, pot_log, pots
from tapete.floor.store import Kept, Store
from tapete.systems.progressive.events import BASE, CREDITS, PotEvent
from tapete.systems.progressive.evolve import evolve
from tapete.systems.progressive.pot import Pot, PotLink
from tapete.systems.progressive.state import PotState


def check_pots(store: Store) -> Iterator[Finding]:
    """Every pot of the casino."""
    specs = store.specs()
    for pot in pots(store):
        kept = list(pot_log(store, pot))
        numbers = [one.n for one in kept]
        if numbers != list(range(1, len(kept) + 1)):
            yield finding("gap", f"pot {pot}", f"1..{len(kept)}", numbers[-1])
            continue
        yield from _meters(store, pot, kept)
        events = [one.event for one in kept]
        made = {t.id: t for t in transfers_of_pot(pot, 1, events)}
        yield from same_transfers(store, f"pozo:{pot}:", made)
        yield from _played_again(store, pot, kept, [spec for spec in specs if spec.pot == pot])
    known = {*pots(store), None}
    for spec in specs:
        if spec.pot not in known:
            yield finding("pot", spec.id, spec.pot, None)


def _meters(store: Store, pot: str, kept: list[KeptEvent]) -> Iterator[Finding]:
    """What came in is what is there and what went out, after every event; the whole pesos are in
    the ledger; and whenever the pot was written down it was this one."""
    memories = _memories(store, pot)
    state = PotState()
    for one in kept:
        try:
            state = evolve(state, one.event)
        except (AssertionError, KeyError) as error:
            yield finding("meters", f"pot {pot} event {one.n}", "meters that agree", error)
            return
        if one.n in memories and of_memory(memories[one.n]) != state:
            yield finding("memory", f"pot {pot} event {one.n}", state.balances, "another pot")
    held = store.balances()
    for account, amount in state.balances.whole().items():
        name = in_pot(pot, account)
        if account != BASE and held.get(name, 0) != amount:
            yield finding("pot-money", name, amount, held.get(name, 0))
    positions = [one for table in state.tables.values() for one in table.positions.values()]
    loaded = sum(one.credits for one in positions) * (state.terms.credit if state.terms else 0)
    if held.get(in_pot(pot, CREDITS), 0) != loaded:
        yield finding("pot-money", in_pot(pot, CREDITS), loaded, held.get(in_pot(pot, CREDITS), 0))


def _memories(store: Store, pot: str) -> dict[int, bytes]:
    p = schema.pot_events
    query = select(p.c.n, p.c.memory).where(p.c.pot_id == pot, p.c.memory.is_not(None))
    with store.engine.connect() as connection:
        return {row.n: row.memory for row in connection.execute(query)}


def _played_again(
    store: Store, name: str, kept: list[KeptEvent], specs: list[TableSpec]
) -> Iterator[Finding]:
    """Carry out all commands of the linked tables anew, in the order in which the pot was reached:
    the pot answers the same and does the same."""
    pot = Pot()
    tables = {spec.id: Hosted(spec, pot=PotLink(pot, spec.id)) for spec in specs}
    logs = {spec.id: iter(list(store.log(spec.id))) for spec in specs}
    for (table, step), group in groupby(kept, key=lambda one: (one.table, one.step)):
        expected = [one.event for one in group]
        if table == HOUSE:
            for event in expected:
                pot.state = evolve(pot.state, event)
            continue
        if table not in tables:
            yield finding("pot-events", f"pot {name}", "a linked table", table)
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


def _step_again(pot: Pot, table: Hosted, entry: Kept, expected: list[PotEvent]) -> Finding | None:
    where = f"{table.spec.id} step {entry.number}"
    pot.log.clear()
    try:
        step = table.apply(entry.envelope)
    except Refused as error:
        return finding("replay", where, "the same step", error)
    if step.hash != entry.hash:
        return finding("replay", where, entry.hash, step.hash)
    if pot.log != expected:
        return finding("pot-events", where, expected, pot.log)
    return None
