"""The audit of shared aggregates: every entry is chained to the one before, is what its command
decides, and leads to the state that was written down; and what else each kind checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import select

from tapete.core.book.aggregate import Journal, decided_again
from tapete.core.round.replay import Divergence
from tapete.floor.aggregates.shared import HOUSE, KeptEntry, SharedKind, read_entries, stored
from tapete.floor.audit.findings import Finding, finding
from tapete.floor.kernel.unit import Ref
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store


def check_shared(store: Store, kinds: Mapping[str, SharedKind]) -> Iterator[Finding]:
    """Every aggregate of the casino, and those that units name."""
    known = stored(store)
    for ref in known:
        if ref.kind not in kinds:
            yield finding("aggregate", _name(ref), "a known kind", ref.kind)
            continue
        yield from _check(store, ref, kinds[ref.kind])
    for spec in store.specs():
        for ref in spec.shared():
            if ref not in known:
                yield finding("aggregate", spec.id, _name(ref), None)


def _check(store: Store, ref: Ref, kind: SharedKind) -> Iterator[Finding]:
    journal: Journal[Any, Any, Any] = Journal(kind.aggregate, ref.id)
    try:
        log = list(read_entries(store, kind.aggregate, ref.id))
    except ValueError as error:
        yield finding("entries", _name(ref), "entries that can be read", error)
        return
    for kept in log:
        problem = _follows(journal, kept, _name(ref))
        if problem is not None:
            yield problem
            return
    yield from _came_with(store, log, _name(ref))
    yield from kind.audit(store, ref.id, log, journal.state)


def _follows(
    journal: Journal[Any, Any, Any], kept: KeptEntry[Any, Any], name: str
) -> Finding | None:
    """Take one entry more, unless it does not follow."""
    where = f"{name} entry {kept.entry.number}"
    try:
        decided_again(journal, kept.entry)
        journal.take(kept.entry)
    except Divergence as error:
        return finding("entry", where, error.expected, error.found)
    except (AssertionError, KeyError) as error:
        return finding("entry", where, "a state that agrees", error)
    if kept.memory is not None and journal.aggregate.thaw(kept.memory) != journal.state:
        return finding("memory", where, "the state after it", "another state")
    return None


def _came_with(store: Store, log: Sequence[KeptEntry[Any, Any]], name: str) -> Iterator[Finding]:
    """Every entry came with a step of a unit there is, at its moment, or the house made it."""
    s, u = schema.steps, schema.units
    with store.engine.connect() as connection:
        ends = {row.id: row.steps for row in connection.execute(select(u.c.id, u.c.steps))}
        for (unit, step), together in groupby(log, key=lambda one: (one.unit, one.step)):
            group = list(together)
            moments = {one.at for one in group}
            where = f"{name} entry {group[0].entry.number}"
            if unit == HOUSE:
                if step:
                    yield finding("entry-step", where, 0, step)
            elif not 0 < step <= ends.get(unit, 0):
                yield finding("entry-step", where, f"{unit} {ends.get(unit)}", step)
            else:
                mine = (s.c.unit_id == unit) & (s.c.number == step)
                at = connection.execute(select(s.c.at).where(mine)).scalar()
                if at is not None and moments != {at}:  # none: it was archived
                    yield finding("entry-step", where, at, sorted(moments))


def _name(ref: Ref) -> str:
    return f"{ref.kind} {ref.id}"
