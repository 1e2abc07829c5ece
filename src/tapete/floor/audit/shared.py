"""The audit of shared aggregates: every entry is chained to the one before, is what its command
decides, and leads to the state that was written down; and what else each kind checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tapete.core.book.aggregate import Journal, decided_again
from tapete.core.round.replay import Divergence
from tapete.floor.aggregates.shared import KeptEntry, SharedKind, read_entries, stored
from tapete.floor.audit.findings import Finding, finding
from tapete.floor.kernel.unit import Ref
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


def _name(ref: Ref) -> str:
    return f"{ref.kind} {ref.id}"
