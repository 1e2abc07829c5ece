"""Aggregates that units share: one host each on every node, their entries in the database.

What a step of a unit does to an aggregate is written in the same transaction as the step. The
number of an entry is taken once: if another node was first, aggregate and unit are read anew and
the command is carried out again, so that everything comes in the order in which it was received.

A kind of aggregate is one class (`Shared`: what a unit sees of it, the money it moves, how it
begins as the plan says) and one row of `tapete.floor.aggregates.kinds`. `Hosts.begin` begins
whatever units share; `done_by_house` is how the house acts on aggregates without a unit.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import Connection, insert, select, tuple_
from sqlalchemy.exc import IntegrityError

from tapete.core.book.aggregate import Aggregate, Command, Entry, Journal, Snapshot
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.floor.audit.findings import Finding
from tapete.floor.kernel.port import Overtaken
from tapete.floor.kernel.unit import Ref, Spec
from tapete.floor.money.ledger import Transfer
from tapete.floor.people.presence import lock_people
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store

MEMORY_EVERY = 500
"""The whole state is written down with an entry about every so many, to begin from there."""
LOOK_EVERY = 0.5
"""Seconds after which whoever only looks takes in what other nodes have written."""
HOUSE = ""
"""The unit of entries that no unit made."""
NOWHERE = "CAT-I.1-13"

S = TypeVar("S", bound=msgspec.Struct)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
T = TypeVar("T")


@dataclass(frozen=True)
class KeptEntry(Generic[C, E]):
    """An entry as it is written, with the step of the unit it came with."""

    entry: Entry[C, E]
    unit: str
    step: int
    at: float
    memory: bytes | None


@dataclass(frozen=True)
class Pending(Generic[S, C, E]):
    """An action on an aggregate that is not written yet, the money it moves, whose it is, and the
    state after it, in one piece where it is to be written down too."""

    ref: Ref
    entries: tuple[Entry[C, E], ...]
    transfers: tuple[Transfer, ...]
    after: Snapshot[S]
    memory: bytes | None
    people: frozenset[str] = frozenset()


class Shared(Generic[S, C, E]):
    """An aggregate on this node. ``turn`` is held around what is done with ``journal``, until it is
    written; ``written`` is the state that is."""

    def __init__(self, journal: Journal[S, C, E], store: Store) -> None:
        self.journal, self.store = journal, store
        self.ref = Ref(journal.aggregate.kind, journal.id)
        self.turn = asyncio.Lock()
        self._looked = 0.0
        self.told: Callable[[Ref], None] = lambda ref: None
        """Called when something was written here, for other processes to hear of it."""
        self._written = last_memory(store, journal) or journal.since
        self.refresh()

    @property
    def id(self) -> str:
        return self.ref.id

    @property
    def written(self) -> S:
        """The state as it is written."""
        return self._written.state

    def link(self, unit: str) -> Any:
        """What a unit sees of it: here the journal itself."""
        return self.journal

    def transfers(self, entry: Entry[C, E]) -> Iterable[Transfer]:
        """The money that an entry moves by itself."""
        return ()

    def people(self, entry: Entry[C, E]) -> Iterable[str]:
        """To whom an entry gives something to keep: none of them is erased meanwhile."""
        return ()

    def begin(self, plan: Plan, units: Sequence[Spec], at: float) -> None:
        """Do with ``journal`` what makes it as the plan says, for the first units that share it."""

    def refresh(self) -> bool:
        """Take in what other nodes have written, and forget what did not come to be. Says whether
        there was anything new."""
        before = self._written.number
        self.journal.resume(self._written)
        for kept in read_entries(self.store, self.journal.aggregate, self.id, self._written.number):
            self.journal.take(kept.entry)
            self.came(kept.entry)
        self._written = self.journal.snapshot()
        self.forget()
        return self._written.number > before

    def came(self, entry: Entry[C, E]) -> None:
        """Called for each entry once it is written, here or at another node."""

    def forget(self) -> None:
        """Discard what was done since it was last written."""
        self.journal.resume(self._written)

    def pending(self) -> Pending[S, C, E] | None:
        """The entries that are not written yet; None if there are none."""
        entries, after = tuple(self.journal.entries), self.journal.snapshot()
        if not entries:
            return None
        due = self._written.number // MEMORY_EVERY != after.number // MEMORY_EVERY
        return Pending(
            ref=self.ref, entries=entries, after=after,
            transfers=tuple(one for entry in entries for one in self.transfers(entry)),
            memory=self.journal.aggregate.freeze(after.state) if due else None,
            people=frozenset(one for entry in entries for one in self.people(entry) if one),
        )  # fmt: skip

    def keep(self, pending: Pending[S, C, E]) -> None:
        """It is written."""
        self._written = pending.after
        for entry in pending.entries:
            self.came(entry)
        self.forget()
        self.told(self.ref)

    def moved_on(self) -> None:
        """Another process has written something: whoever looks next takes it in."""
        self._looked = 0.0

    def look(self) -> S:
        """The state as everybody may see it; never what is not written yet. What other nodes have
        written is taken in now and then."""
        now = time.monotonic()
        if not self.turn.locked() and now - self._looked > LOOK_EVERY:
            self._looked = now
            self.refresh()
        return self.written

    async def fresh(self) -> S:
        """The same state, refreshed in a thread while nobody has the turn."""
        if not self.turn.locked() and time.monotonic() - self._looked > LOOK_EVERY:
            async with self.turn:
                self._looked = time.monotonic()
                await asyncio.to_thread(self.refresh)
        return self.written


AnyShared = Shared[Any, Any, Any]
AnyPending = Pending[Any, Any, Any]
Write = Callable[[Callable[[Connection], T]], Awaitable[T]]
"""Has something written in one transaction, and gives what that gives."""


@asynccontextmanager
async def turns(shared: Iterable[AnyShared]) -> AsyncIterator[None]:
    """Lock several aggregates, always in the same order. If anything is raised, what was done and
    is not written is discarded. A refusal stands only if this node had read all that other nodes
    wrote; otherwise `Overtaken` is raised, for the caller to retry."""
    ours = sorted(shared, key=lambda one: one.ref)
    async with AsyncExitStack() as stack:
        for one in ours:
            await stack.enter_async_context(one.turn)
        try:
            yield
        except (Refused, Overtaken) as error:
            news = [one.refresh() for one in ours]
            if isinstance(error, Refused) and any(news):
                raise Overtaken(error.code) from error
            raise
        except BaseException:
            for one in ours:
                one.forget()
            raise


def unwritten(shared: Iterable[AnyShared]) -> list[tuple[AnyShared, AnyPending]]:
    """The aggregates among these that have unwritten entries, with those entries."""
    return [(one, what) for one in shared if (what := one.pending()) is not None]


async def done_by_house(
    write: Write[T],
    shared: Sequence[AnyShared],
    do: Callable[[], None],
    at: float,
    also: Callable[[Connection], T],
) -> T:
    """The house itself, and no unit, does something with aggregates: ``do`` carries commands out,
    ``also`` is written in the same transaction and says what comes of it. Overtaken by another
    node, it is done again upon what is written by then."""
    while True:
        with suppress(Overtaken):
            async with turns(shared):
                do()
                done = unwritten(shared)
                result = await write(partial(_written, done, at, also))
                for one, what in done:
                    one.keep(what)
                return result


def _written(
    done: Iterable[tuple[AnyShared, AnyPending]], at: float, also: Callable[[Connection], T],
    connection: Connection,
) -> T:  # fmt: skip
    for one, what in done:
        write_by_house(connection, one.store, what, at)
    return also(connection)


def write_by_house(connection: Connection, store: Store, pending: AnyPending, at: float) -> None:
    """Write what no unit did with an aggregate, and the money it moved."""
    write_pending(connection, pending, HOUSE, 0, at)
    store.post(connection, pending.transfers, at)


def write_pending(
    connection: Connection, pending: AnyPending, unit: str, step: int, at: float
) -> None:
    """Write what was done with an aggregate, inside a transaction; its transfers are posted apart.
    Raises `Overtaken` if another node was first, `Refused` if it is given to somebody who was
    erased."""
    kind, id = pending.ref
    rows: list[dict[str, Any]] = [
        {"kind": kind, "id": id, "n": entry.number, "unit_id": unit, "step": step, "at": at,
         "body": entry.body, "digest": entry.digest, "memory": None}
        for entry in pending.entries
    ]  # fmt: skip
    rows[-1]["memory"] = pending.memory
    try:
        connection.execute(insert(schema.aggregate_entries), rows)
    except IntegrityError as error:
        raise Overtaken(id) from error
    if pending.people:
        lock_people(connection, pending.people)


def read_entries(
    store: Store, aggregate: Aggregate[S, C, E], id: str, after: int = 0
) -> Iterator[KeptEntry[C, E]]:
    """The entries of an aggregate after a number."""
    a = schema.aggregate_entries
    query = select(a).where(a.c.kind == aggregate.kind, a.c.id == id, a.c.n > after).order_by(a.c.n)
    with store.engine.connect() as connection:
        rows = connection.execute(query).all()
    for row in rows:
        entry = aggregate.read_entry(row.n, row.body, row.digest)
        yield KeptEntry(entry, row.unit_id, row.step, row.at, row.memory)


def last_memory(store: Store, journal: Journal[S, C, E]) -> Snapshot[S] | None:
    """The aggregate as it was last written down in one piece."""
    a, aggregate = schema.aggregate_entries, journal.aggregate
    query = (
        select(a.c.n, a.c.digest, a.c.memory)
        .where(a.c.kind == aggregate.kind, a.c.id == journal.id, a.c.memory.is_not(None))
        .order_by(a.c.n.desc())
        .limit(1)
    )
    with store.engine.connect() as connection:
        row = connection.execute(query).first()
    return None if row is None else Snapshot(row.n, row.digest, aggregate.thaw(row.memory))


def stored(store: Store) -> list[Ref]:
    """Every aggregate of the casino."""
    a = schema.aggregate_entries
    query = select(a.c.kind, a.c.id).order_by(a.c.kind, a.c.id).limit(1)
    found: list[Ref] = []
    with store.engine.connect() as connection:
        row = connection.execute(query).first()
        while row is not None:  # each is looked up after the one before, not among all entries
            found.append(Ref(row.kind, row.id))
            beyond = tuple_(a.c.kind, a.c.id) > tuple_(row.kind, row.id)
            row = connection.execute(query.where(beyond)).first()
    return found


def is_stored(store: Store, ref: Ref) -> bool:
    """Whether there is such an aggregate."""
    a = schema.aggregate_entries
    first = (a.c.kind == ref.kind) & (a.c.id == ref.id) & (a.c.n == 1)
    with store.engine.connect() as connection:
        return connection.execute(select(a.c.n).where(first)).first() is not None


def no_audit(
    store: Store, id: str, log: Sequence[KeptEntry[Any, Any]], state: Any
) -> Iterator[Finding]:
    """Nothing beyond what is checked of every aggregate."""
    return iter(())


@dataclass(frozen=True)
class SharedKind:
    """A kind of shared aggregate: how it is hosted, and what is audited beyond chain and state."""

    aggregate: Aggregate[Any, Any, Any]
    host: Callable[[str, Store], AnyShared]
    audit: Callable[[Store, str, Sequence[KeptEntry[Any, Any]], Any], Iterator[Finding]] = no_audit


class Hosts:
    """The aggregates of a casino on this node, each taken up when it is first asked for."""

    def __init__(self, store: Store, kinds: Mapping[str, SharedKind]) -> None:
        self.store, self.kinds = store, kinds
        self._hosts: dict[Ref, AnyShared] = {}
        self.told: Callable[[Ref], None] = lambda ref: None
        """Called when something was written here, for other processes to hear of it."""

    def moved_on(self, ref: Ref) -> None:
        """Another process has written something."""
        if ref in self._hosts:
            self._hosts[ref].moved_on()

    def has(self, ref: Ref) -> bool:
        """Whether there is such an aggregate; one taken up here is not looked for again."""
        return ref in self._hosts or is_stored(self.store, ref)

    def host(self, ref: Ref) -> AnyShared:
        """The host of an aggregate that exists."""
        if ref not in self._hosts:
            if not is_stored(self.store, ref):
                raise Refused(NOWHERE, "no-such-aggregate", kind=ref.kind, id=ref.id)
            self._hosts[ref] = host = self.kinds[ref.kind].host(ref.id, self.store)
            host.told = lambda ref: self.told(ref)
        return self._hosts[ref]

    def begun(self, plan: Plan, units: Sequence[Spec], at: float) -> list[AnyPending]:
        """The first entries of the aggregates that these units share, for the house to write. One
        that exists already is left as it is."""
        refs = sorted({ref for unit in units for ref in unit.shared()})
        return [
            what
            for ref in refs
            for what in self._begun(ref, plan, [one for one in units if ref in one.shared()], at)
        ]

    def _begun(self, ref: Ref, plan: Plan, units: Sequence[Spec], at: float) -> list[AnyPending]:
        if is_stored(self.store, ref):
            return []
        host = self.kinds[ref.kind].host(ref.id, self.store)
        host.begin(plan, units, at)
        return [what for _, what in unwritten([host])]

    def begin(self, plan: Plan, units: Sequence[Spec], at: float) -> None:
        """Make the aggregates that these units share, and have them written."""
        self._write_first(self.begun(plan, units, at), at)

    def make(self, ref: Ref, plan: Plan, units: Sequence[Spec], at: float) -> None:
        """Make one, for these units; one that exists already is left as it is."""
        self._write_first(self._begun(ref, plan, units, at), at)

    def _write_first(self, first: Sequence[AnyPending], at: float) -> None:
        for what in first:
            with suppress(Overtaken), self.store.writing() as connection:
                write_by_house(connection, self.store, what, at)  # another may just make it
