"""The database: what was done at every unit, the money that moved, and nothing told before it is
written.

One `Store` for SQLite and PostgreSQL. Everything that belongs to a step is written in one
transaction, and a step that does not fit (another node owns the unit, an account would go below
zero, the command was carried out before) leaves no trace.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from typing import Any

from sqlalchemy import Connection, Engine, Select, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tapete.core.round.cards import Card
from tapete.floor.chance.orders import Order
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.failpoints import failpoint
from tapete.floor.kernel.port import Elsewhere as Elsewhere
from tapete.floor.kernel.port import Entry as Entry
from tapete.floor.kernel.port import Kept as Kept
from tapete.floor.kernel.port import LostUnit as LostUnit
from tapete.floor.kernel.port import Overtaken as Overtaken
from tapete.floor.kernel.port import Repeated as Repeated
from tapete.floor.kernel.port import Steps
from tapete.floor.kernel.unit import OtherVersion, Spec, write_spec
from tapete.floor.people.housekey import HouseKey, key_file
from tapete.floor.people.presence import concerns_presence, places_of, sat_down, write_presence
from tapete.floor.storage import schema
from tapete.floor.storage.books import FUNDS as FUNDS
from tapete.floor.storage.engine import (
    Untouched,
    at_once,
    close_engine,
    in_pages,
    inserting,
    keep_private,
    updating,
)
from tapete.floor.storage.leases import Leases
from tapete.floor.storage.packing import whole
from tapete.floor.storage.rows import NO_MOVES, StepRows, moves_of
from tapete.floor.storage.rows import apart as apart
from tapete.floor.storage.rows import row_of as row_of
from tapete.floor.units import KINDS

AT_ONCE = 500
"""Steps of a long log that are in memory at once."""


class Store(Leases):
    """Writing steps, and reading them back."""

    def __init__(self, url: str, engine: Engine | None = None) -> None:
        super().__init__(url, engine)
        engine = self.engine
        ours = "units.id = column1 AND epoch = column2 AND steps = column3 - 1"
        again = "ON CONFLICT (unit_id) DO UPDATE SET step = excluded.step, body = excluded.body"
        self._fence = updating(engine, schema.units, "steps = column3", 3, ours)
        self._steps = inserting(engine, schema.steps)
        self._rounds = inserting(engine, schema.rounds)
        self._memories = inserting(engine, schema.memories, again)
        self._command = _one_command()
        self.key = HouseKey(key_file(url))
        """Under which personal data is sealed; whoever runs a house says where it lies."""
        self.slow = engine.dialect.name != "sqlite"
        self.beginnings: Mapping[str, bytes] = {}
        """Snapshots of units for whoever does not look at all of their logs."""
        self.upgraded_from: str | None = None
        """The revision the database had before it was brought to ours."""

    def create(self) -> None:
        """Make the tables of an empty database, or bring one of an older version to this one. It
        must be sealed with our key."""
        with self.make_tables() as connection:
            self.key.check(connection)

    @contextmanager
    def make_tables(self) -> Iterator[Connection]:
        """The same whatever key it is sealed with, inside a transaction."""
        from tapete.floor.storage.migrations import upgrade

        keep_private(self.engine)
        with self.writes.begin() as connection:
            connection.info["house-key"] = self.key
            self.upgraded_from = upgrade(connection)
            yield connection

    def close(self) -> None:
        if self.watchdog is not None:
            self.watchdog.stop()
        close_engine(self.engine)
        self.turn.close()

    # Units

    def add(self, spec: Spec) -> None:
        """A new unit of the casino."""
        with self.writing() as connection:
            self.add_in(connection, spec)

    def add_in(self, connection: Connection, spec: Spec) -> None:
        """The same inside a transaction."""
        connection.execute(insert(schema.units).values(
            id=spec.id, kind=spec.kind, group=spec.group or spec.id, spec=write_spec(spec)
        ))  # fmt: skip

    def change_in(self, connection: Connection, spec: Spec) -> None:
        """Another spec for a unit of the casino, inside a transaction."""
        u = schema.units
        connection.execute(update(u).where(u.c.id == spec.id).values(spec=write_spec(spec)))

    def specs(self) -> list[Spec]:
        """Every unit of the casino."""
        with self.engine.connect() as connection:
            return self.specs_in(connection)

    def specs_in(self, connection: Connection) -> list[Spec]:
        """The same inside a transaction."""
        u = schema.units
        rows = connection.execute(select(u.c.kind, u.c.spec).order_by(u.c.id))
        return [KINDS[row.kind].read_spec(row.spec) for row in rows]

    # Steps

    def append(self, step: Step, epoch: int, memory: bytes | None = None) -> None:
        """Write one step."""
        with self.writing() as connection:
            self.write_joined(connection, [Entry(self, step, epoch, memory)])

    def write_steps(self, connection: Connection, entries: Sequence[Entry]) -> None:
        """Write steps of several units inside a transaction: all of them, or it raises, and does
        not say for which of them or why."""
        for some in apart([entry.rows for entry in entries]):
            self._write(connection, entries[some], at_once if self.slow else nullcontext)

    def write_joined(self, connection: Connection, entries: Sequence[Entry]) -> None:
        """Write a step, or steps of several units as one: what one gives another may take."""
        self._write(connection, entries, nullcontext)

    def rows_of(self, entry: Entry) -> StepRows:
        """What of a step can be made ready before its transaction begins."""
        step, record, at = entry.step, entry.step.record, entry.step.envelope.at
        ended = None if record is None else self._rounds.written((
            step.unit, step.number, record.header.number, record.header.game, at, step.kept,
        ))  # fmt: skip
        transfers = entry.transfers
        return StepRows(
            unit=step.unit, epoch=entry.epoch, number=step.number, command=step.envelope.id,
            step=self._steps.written(tuple(row_of(step).values())), ended=ended,
            moves=moves_of(transfers, at, self.calendar.day_of(at)) if transfers else NO_MOVES,
            memory=entry.memory,
        )  # fmt: skip

    def _write(
        self, connection: Connection, entries: Sequence[Entry],
        together: Callable[[Connection], AbstractContextManager[Any]],
    ) -> None:  # fmt: skip
        rows: list[StepRows] = [entry.rows for entry in entries]
        besides = [one for one in entries if one.also is not None or concerns_presence(one.step)]
        with ExitStack() as sending:
            sending.enter_context(together(connection))
            try:
                fence = [(row.unit, row.epoch, row.number) for row in rows]
                self._fence.run(connection, fence, every=True)
            except Untouched as error:
                raise LostUnit(" ".join(row.unit for row in rows)) from error
            failpoint("fenced")
            try:
                self._steps.run(connection, [row.step for row in rows])
            except IntegrityError as error:
                raise Repeated(" ".join(row.command for row in rows)) from error
            if besides:  # what is read and decided by each of these is not sent with the rest
                sending.close()
                self._write_besides(connection, besides)
                sending.enter_context(together(connection))
            failpoint("step-written")
            self.post_rows(connection, [row.moves for row in rows if row.moves.rows])
            failpoint("money-written")
            self._rounds.run(connection, [row.ended for row in rows if row.ended is not None])
            self._memories.run(connection, [
                (row.unit, row.number, row.memory) for row in rows if row.memory is not None
            ])  # fmt: skip

    def _write_besides(self, connection: Connection, entries: Sequence[Entry]) -> None:
        """What is more of steps than their rows: who takes and leaves places or enters, and what
        somebody has written along."""
        write_presence(connection, [entry.step for entry in entries])
        for entry in entries:
            if entry.also is not None:
                entry.also(connection)

    # Orders of cards

    def keep_order(self, connection: Connection, unit: str, n: int, order: Order) -> None:
        """Write an order down where only the dealer looks, before its promise is told."""
        connection.execute(insert(schema.orders).values(
            unit_id=unit, n=n, promise=order.promise, salt=order.salt,
            cards=" ".join(order.cards), opened=False,
        ))  # fmt: skip

    def open_order(self, connection: Connection, unit: str, n: int) -> None:
        """Mark an order as opened, with the step that opens it."""
        o = schema.orders
        mine = (o.c.unit_id == unit) & (o.c.n == n)
        connection.execute(update(o).where(mine).values(opened=True))

    def find_order(self, unit: str, n: int) -> Order | None:
        """An order that was kept."""
        return next((order for number, order in self.orders(unit, n) if number == n), None)

    def orders(self, unit: str, n: int | None = None) -> list[tuple[int, Order]]:
        """The orders kept of a unit, by number; or the one with this number."""
        o = schema.orders
        query = select(o).where(o.c.unit_id == unit).order_by(o.c.n)
        with self.engine.connect() as connection:
            rows = connection.execute(query if n is None else query.where(o.c.n == n)).all()
        return [
            (int(row.n), Order(cards=tuple(map(Card, row.cards.split())), salt=row.salt))
            for row in rows
        ]

    # Reading

    def load(self, chain: Chain[Any]) -> None:
        """Bring a unit just built to where its log ends."""
        m = schema.memories
        with self.engine.connect() as connection:
            query = select(m.c.body).where(m.c.unit_id == chain.id)
            memory = connection.execute(query).scalar()
        take_up(chain, memory, self)

    def begin(self, chain: Chain[Any]) -> None:
        """Bring a newly built unit to where its log begins: to the snapshot after its archived
        steps."""
        memory = self.beginnings.get(chain.id) or self.archived(chain.id)
        if memory is not None:
            chain.remember(memory)

    def archived(self, unit: str) -> bytes | None:
        """The snapshot of a unit after its last archived step."""
        a = schema.archived_units
        with self.engine.connect() as connection:
            query = select(a.c.memory).where(a.c.unit_id == unit)
            found: bytes | None = connection.execute(query).scalar()
        return found

    def log(
        self, unit: str, *, after: int = 0, until: int | None = None
    ) -> Iterator[Kept]:  # fmt: skip
        """The steps of a unit after a number, up to another; so many at a time are in memory."""
        s = schema.steps
        query = step_rows().where(s.c.unit_id == unit)
        if until is not None:
            query = query.where(s.c.number <= until)
        return map(kept_of, in_pages(self.engine, query, s.c.number, AT_ONCE, after))

    def find_command(self, unit: str, command_id: str) -> Kept | None:
        """The step of a command that was carried out before."""
        asked = {"unit": unit, "command": command_id}
        with self.engine.connect() as connection:
            row = connection.execute(self._command, asked).first()
            return None if row is None else kept_of(row)

    def events_from(
        self, unit: str, number: int, limit: int | None = None, *, until: int | None = None
    ) -> list[tuple[int, str]]:
        """The events of a unit from a number on, as numbered lines: all of them, or the first, or
        those up to another number."""
        s = schema.steps
        found: list[tuple[int, str]] = []
        with self.engine.connect() as connection:
            query = (
                select(s.c.first, s.c.events)
                .where(s.c.unit_id == unit, s.c.count > 0)
                .where(s.c.number >= _step_telling(connection, unit, number))
                .order_by(s.c.number)
            )
            if until is not None:
                query = query.where(s.c.number <= _step_telling(connection, unit, until))
            for row in connection.execute(query if limit is None else query.limit(limit + 1)):
                lines = enumerate(_lines(row.events), row.first)
                found += [(n, line) for n, line in lines if number <= n and n <= (until or n)]
        return found if limit is None else found[:limit]

    def sat_down(self, unit: str, person: str) -> int:
        """The number of the event with which a person took the place he has."""
        with self.engine.connect() as connection:
            return sat_down(connection, unit, person)

    def places_of(self, person: str) -> dict[str, tuple[int, ...]]:
        """The units where somebody has a place, and his seats there."""
        with self.engine.connect() as connection:
            return places_of(connection, person)


def _step_telling(connection: Connection, unit: str, event: int) -> int:
    """The number of the step that told an event, or of the last one before: events are numbered in
    the order of the steps, so it is found by halves, without an index of its own."""
    s = schema.steps
    mine = s.c.unit_id == unit
    ends = (select(end(s.c.number)).where(mine).scalar_subquery() for end in (func.min, func.max))
    low, high = (n or 0 for n in connection.execute(select(*ends)).one())
    while low < high:
        middle = (low + high + 1) // 2
        told = connection.execute(select(s.c.first).where(mine, s.c.number == middle)).scalar_one()
        low, high = (middle, high) if told <= event else (low, middle - 1)
    return low


def step_rows() -> Select[Any]:
    """Steps of units, and of which kind each unit is."""
    s, u = schema.steps, schema.units
    return select(s, u.c.kind).join_from(s, u, s.c.unit_id == u.c.id)


def _one_command() -> Select[Any]:
    s = schema.steps
    return step_rows().where(
        s.c.unit_id == bindparam("unit"), s.c.command_id == bindparam("command")
    )  # fmt: skip


def take_up(chain: Chain[Any], memory: bytes | None, steps: Steps) -> None:
    """Bring a unit just built to where its log ends: from its last snapshot on, step by step. A
    snapshot that cannot be read any more is passed over: the log has everything from its beginning
    on, the first step or what an archive left. `OtherVersion`: not even that can be read, and the
    archive must be brought back."""
    if memory is not None:
        with suppress(OtherVersion):
            chain.remember(memory)
    if not chain.steps:
        steps.begin(chain)
    for kept in steps.log(chain.id, after=chain.steps):
        if chain.apply(kept.envelope, again=True).hash != kept.hash:
            raise ValueError(f"{chain.id}: step {kept.number} does not replay")


def now() -> float:
    """The moment, in seconds."""
    return time.time()


def kept_of(row: Any) -> Kept:
    """A step as it was written."""
    text = whole(row.envelope, row.command_id, row.person, row.at)
    sent = KINDS[row.kind].read_envelope(text)
    return Kept(row.number, row.first, _lines(row.events), sent, text, row.hash)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n")) if text else ()
