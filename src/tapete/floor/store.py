"""The database: what was done at every table, the money that moved, and nothing told before it is
written.

One `Store` for SQLite and PostgreSQL. Everything that belongs to a step is written in one
transaction, and a step that does not fit (another node owns the table, an account would go below
zero, the command was carried out before) leaves no trace.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tapete.core.cards import Card
from tapete.core.datafile import exact
from tapete.floor import schema
from tapete.floor.books import FUNDS as FUNDS
from tapete.floor.books import Books
from tapete.floor.books import day_of as day_of
from tapete.floor.commands import OpenOrder
from tapete.floor.engine import Prepared, inserting, updating
from tapete.floor.failpoints import failpoint
from tapete.floor.hosted import Hosted, Memory, Step, TableSpec, read_envelope
from tapete.floor.ledger import Transfer, may_owe
from tapete.floor.orders import Order
from tapete.floor.port import Elsewhere as Elsewhere
from tapete.floor.port import Entry as Entry
from tapete.floor.port import Kept as Kept
from tapete.floor.port import LostTable as LostTable
from tapete.floor.port import Overtaken as Overtaken
from tapete.floor.port import Repeated as Repeated

DAY_LOCK = 19_996


class Store(Books):
    """Writing steps, and reading them back."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        engine = self.engine
        ours = "tables.id = column1 AND epoch = column2 AND steps = column3 - 1"
        again = "ON CONFLICT (table_id) DO UPDATE SET step = excluded.step, body = excluded.body"
        self._fence = updating(engine, schema.tables, "steps = column3", 3, ours)
        self._steps = inserting(engine, schema.steps)
        self._rounds = inserting(engine, schema.rounds)
        self._memories = inserting(engine, schema.memories, again)
        self._closed = Prepared(engine, select(func.max(schema.days.c.day)))
        self._command = Prepared(engine, _one_command())

    def create(self) -> None:
        """Make the tables of an empty database, or bring one of an older version to this one."""
        from tapete.floor.migrations import upgrade

        with self.writes.begin() as connection:
            upgrade(connection)

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def writing(self, *, closing: bool = False) -> Iterator[Connection]:
        """One transaction: all of it is written, or nothing. Until it ends nobody closes the day;
        whoever is ``closing`` it waits for all the others."""
        try:
            with self.writes.begin() as connection:
                if self.engine.dialect.name == "postgresql":
                    shared, alone = func.pg_advisory_xact_lock_shared, func.pg_advisory_xact_lock
                    connection.execute(select((alone if closing else shared)(DAY_LOCK)))
                connection.info["closed"] = self._closed.run(connection).scalar()
                yield connection
        except BaseException:
            self.opened.clear()
            raise

    # Tables

    def add_table(self, spec: TableSpec) -> None:
        """A new table of the casino."""
        text = msgspec.json.encode(spec, enc_hook=str).decode()
        with self.writing() as connection:
            connection.execute(insert(schema.tables).values(id=spec.id, spec=text))

    def specs(self) -> list[TableSpec]:
        """Every table of the casino."""
        with self.engine.connect() as connection:
            return self.specs_in(connection)

    def specs_in(self, connection: Connection) -> list[TableSpec]:
        """The same inside a transaction."""
        rows = connection.execute(select(schema.tables.c.spec).order_by(schema.tables.c.id))
        return [_spec(row.spec) for row in rows]

    def lease(self, table: str, node: str, *, seconds: float, now: float) -> int | None:
        """Take a table nobody holds, or keep it. Gives the epoch to write with, or nothing."""
        t = schema.tables
        free = (t.c.leased_until <= now) | (t.c.node == node)
        with self.writing() as connection:
            row = connection.execute(
                select(t.c.node, t.c.epoch).where(t.c.id == table, free).with_for_update()
            ).first()
            if row is None:
                return None
            epoch = int(row.epoch) + int(row.node != node)
            connection.execute(
                update(t).where(t.c.id == table)
                .values(node=node, epoch=epoch, leased_until=now + seconds)
            )  # fmt: skip
            return epoch

    def renew(
        self, connection: Connection, node: str, *, seconds: float, now: float
    ) -> dict[str, int]:
        """Keep every table that is still this node's, inside a transaction of its writer: nobody
        else changes these rows, so the two never wait for each other. Gives the epoch of each."""
        t = schema.tables
        connection.execute(update(t).where(t.c.node == node).values(leased_until=now + seconds))
        rows = connection.execute(select(t.c.id, t.c.epoch).where(t.c.node == node))
        return {row.id: int(row.epoch) for row in rows}

    def release(self, node: str) -> None:
        """Let the tables of a node go, for another to take at once."""
        t = schema.tables
        with self.writing() as connection:
            connection.execute(update(t).where(t.c.node == node).values(leased_until=0.0))

    def say_here(self, node: str, address: str, now: float) -> None:
        """This node is alive, and answers at this address."""
        n = schema.nodes
        with self.writing() as connection:
            known = update(n).where(n.c.id == node).values(address=address, seen=now)
            if connection.execute(known).rowcount == 0:
                connection.execute(insert(n).values(id=node, address=address, seen=now))

    def whereabouts(self) -> dict[str, str]:
        """The address of the node that keeps each table."""
        t, n = schema.tables, schema.nodes
        with self.engine.connect() as connection:
            rows = connection.execute(select(t.c.id, n.c.address).join(n, n.c.id == t.c.node))
            return {row.id: row.address for row in rows}

    # Steps

    def append(self, step: Step, epoch: int, memory: Memory | None = None) -> None:
        """Write one step."""
        with self.writing() as connection:
            self.write_step(connection, step, epoch, memory)

    def write_step(
        self, connection: Connection, step: Step, epoch: int, memory: Memory | None = None,
        *, besides: Sequence[Transfer] = (),
    ) -> None:  # fmt: skip
        """Write one step inside a transaction; ``besides`` is what its pot moved with it."""
        self._write_steps(connection, [Entry(self, step, epoch, memory, besides)])

    def write_steps(self, connection: Connection, entries: Sequence[Entry]) -> None:
        """Write steps of several tables inside a transaction: all of them, or it raises."""
        for some in apart(entries):
            self._write_steps(connection, some)

    def _write_steps(self, connection: Connection, entries: Sequence[Entry]) -> None:
        steps = [entry.step for entry in entries]
        fence = [(entry.step.table, entry.epoch, entry.step.number) for entry in entries]
        if self._fence.run(connection, fence) != len(entries):
            raise LostTable(" ".join(step.table for step in steps))
        failpoint("fenced")
        try:
            self._steps.run(connection, [tuple(row_of(step).values()) for step in steps])
        except IntegrityError as error:
            raise Repeated(" ".join(step.envelope.id for step in steps)) from error
        failpoint("step-written")
        for step in steps:
            if isinstance(step.envelope.command, OpenOrder):
                self.open_order(connection, step.table, step.envelope.command.n)
        self.post_all(connection, [(entry.transfers, entry.step.envelope.at) for entry in entries])
        failpoint("money-written")
        self._rounds.run(connection, [
            (step.table, step.number, record.header.number, record.header.game, step.envelope.at,
             step.acta)
            for step in steps if (record := step.record) is not None
        ])  # fmt: skip
        self._memories.run(connection, [
            (entry.step.table, entry.step.number, msgspec.json.encode(entry.memory))
            for entry in entries if entry.memory is not None
        ])  # fmt: skip

    # Orders of cards

    def keep_order(self, connection: Connection, table: str, n: int, order: Order) -> None:
        """Write an order down where only the dealer looks, before its promise is told."""
        connection.execute(insert(schema.orders).values(
            table_id=table, n=n, promise=order.promise, salt=order.salt,
            cards=" ".join(order.cards), opened=False,
        ))  # fmt: skip

    def open_order(self, connection: Connection, table: str, n: int) -> None:
        """Mark an order as opened, with the step that opens it."""
        o = schema.orders
        mine = (o.c.table_id == table) & (o.c.n == n)
        connection.execute(update(o).where(mine).values(opened=True))

    def closed_orders(self, table: str) -> list[tuple[int, Order]]:
        """The orders not opened yet, by number: the last is the one being dealt from."""
        o = schema.orders
        mine = (o.c.table_id == table) & o.c.opened.is_(False)
        with self.engine.connect() as connection:
            rows = connection.execute(select(o).where(mine).order_by(o.c.n)).all()
        return [
            (int(row.n), Order(cards=tuple(map(Card, row.cards.split())), salt=row.salt))
            for row in rows
        ]

    def last_order_number(self, table: str) -> int:
        """How many orders this table has had."""
        o = schema.orders
        with self.engine.connect() as connection:
            found = connection.execute(select(func.max(o.c.n)).where(o.c.table_id == table))
            return int(found.scalar() or 0)

    # Reading

    def load(self, hosted: Hosted) -> None:
        """Bring a table just built to where its log ends."""
        m = schema.memories
        with self.engine.connect() as connection:
            row = connection.execute(select(m).where(m.c.table_id == hosted.spec.id)).first()
        body, step = (None, 0) if row is None else (row.body, row.step)
        take_up(hosted, body, self.log(hosted.spec.id, after=step))

    def log(self, table: str, *, after: int = 0) -> Iterator[Kept]:
        """The steps of a table after a number."""
        s = schema.steps
        query = select(s).where(s.c.table_id == table, s.c.number > after).order_by(s.c.number)
        with self.engine.connect() as connection:
            for row in connection.execute(query):
                yield kept_of(row)

    def find_command(self, table: str, command_id: str) -> Kept | None:
        """The step of a command that was carried out before."""
        asked = {"table": table, "command": command_id}
        with self.engine.connect() as connection:
            row = self._command.run(connection, asked).first()
            return None if row is None else kept_of(row)

    def events_from(self, table: str, number: int) -> list[tuple[int, str]]:
        """The events of a table from a number on, as numbered lines."""
        s = schema.steps
        query = (
            select(s.c.first, s.c.events)
            .where(s.c.table_id == table, s.c.first + s.c.count > number)
            .order_by(s.c.number)
        )
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        lines = ((row.first + i, line) for row in rows for i, line in enumerate(_lines(row.events)))
        return [(n, line) for n, line in lines if n >= number]

    def sat_down(self, table: str, person: str) -> int:
        """The number of the event with which a person last took a place; past all of them if he
        never did."""
        s = schema.steps
        sits = (s.c.person == person) & s.c.envelope.contains('"do":"sit"')
        query = select(s.c.first).where(s.c.table_id == table, sits).order_by(s.c.number.desc())
        with self.engine.connect() as connection:
            found = connection.execute(query.limit(1)).scalar()
            return sys.maxsize if found is None else int(found)

    def acta(self, table: str, number: int) -> str | None:
        """The record of a round of a table, the shuffle before it apart."""
        r = schema.rounds
        query = (
            select(r.c.acta)
            .where(r.c.table_id == table, r.c.number == number)
            .order_by(r.c.step.desc())
        )
        with self.engine.connect() as connection:
            return connection.execute(query).scalars().first()


def _one_command() -> Select[Any]:
    s = schema.steps
    return select(s).where(
        s.c.table_id == bindparam("table"), s.c.command_id == bindparam("command")
    )


def take_up(hosted: Hosted, memory: bytes | None, log: Iterable[Kept]) -> None:
    """Bring a table just built to where its log ends: from its last snapshot on, step by step."""
    if memory is not None:
        hosted.remember(msgspec.json.decode(memory, type=Memory))
    for kept in log:
        if hosted.apply(kept.envelope, again=True).hash != kept.hash:
            raise ValueError(f"{hosted.spec.id}: step {kept.number} does not replay")


def apart(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Steps in their order, in groups that can be written at once: no two of a group are of one
    table or touch one account that may not owe, so none finds what another has left."""
    group: list[Entry] = []
    touched: set[str] = set()
    for entry in entries:
        mine = {entry.step.table}
        for transfer in entry.transfers:
            mine.update((transfer.source, transfer.target))
        if not touched.isdisjoint(mine) and any(not may_owe(one) for one in touched & mine):
            yield group
            group, touched = [], set()
        group.append(entry)
        touched |= mine
    if group:
        yield group


def now() -> float:
    """The moment, in seconds."""
    return time.time()


def _spec(text: str) -> TableSpec:
    return msgspec.json.decode(text, type=TableSpec, dec_hook=exact)


def row_of(step: Step) -> dict[str, Any]:
    """A step as it is written, in the order of the columns."""
    return {
        "table_id": step.table,
        "number": step.number,
        "command_id": step.envelope.id,
        "person": step.envelope.person,
        "at": step.envelope.at,
        "round": step.round,
        "first": step.first,
        "count": len(step.events),
        "envelope": step.text,
        "events": "\n".join(step.lines),
        "hash": step.hash,
    }


def kept_of(row: Any) -> Kept:
    """A step as it was written."""
    return Kept(row.number, row.first, _lines(row.events), read_envelope(row.envelope), row.hash)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n")) if text else ()
