"""The archive: closed days leave the database for sealed files, and can be brought back.

Steps, records, opened orders of cards and the transfers they and the cage made are taken out, up to
a moment of each unit at which it was at rest before the close; what shared aggregates wrote and the
audit log stay. The seals stand in the audit log, a snapshot of each unit where its log begins now,
and what the archived transfers came to, so that everything left can still be audited from there on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select

from tapete.core.book.refused import Fact, Refused
from tapete.core.round.acta import after_in, read_event
from tapete.floor.kernel.chain import Chain, Memory, link
from tapete.floor.kernel.unit import Spec
from tapete.floor.money.closing import ARCHIVED, archived_balances, archived_day, heads_at
from tapete.floor.people.register import Register
from tapete.floor.rounds.replays import state_before
from tapete.floor.storage import schema
from tapete.floor.storage.archive_file import (
    FIRST,
    Head,
    Row,
    files_in,
    rows_in,
    seal_in,
    write_archive,
)
from tapete.floor.storage.packing import whole
from tapete.floor.storage.store import Store
from tapete.floor.units import build
from tapete.floor.units.mesa.promises import ends_of

KEPT = "CAT-I.6-03"
SEALED, BROUGHT_BACK = "archive.sealed", "archive.brought-back"
POTS = "pozo"
AT_ONCE = 500
Progress = Callable[[str, int, int], None]


class Cut(NamedTuple):
    """Where the log of a unit will begin: after this step, with this snapshot of it."""

    step: int
    memory: bytes


def archive(
    store: Store, until: str, folder: Path, *, by: str, now: float,
    tell: Progress = lambda what, done, of: None,
) -> list[str]:  # fmt: skip
    """Take every closed day up to this one out of the database. Gives the days. The files are
    written and on the disk before anything is taken out, and that happens all at once."""
    with store.engine.connect() as connection:
        d, before = schema.days, archived_day(connection)
        wanted = select(d.c.day).where(d.c.day <= until).order_by(d.c.day)
        closed = list(connection.execute(wanted).scalars())
        days = [day for day in closed if before is None or day > before]
        heads = {day: heads_at(connection, day) for day in days}
    if until not in days:
        code = "day-archived" if until in closed else "day-not-closed"
        raise Refused(KEPT, code, day=until[:20])
    folder.mkdir(parents=True, exist_ok=True)
    cuts = {spec.id: cut for spec in store.specs() if (cut := _cut(store, spec, heads[until]))}
    begins = {spec.id: _beginning(store, spec) for spec in store.specs()}
    steps = {id: chain.steps for id, chain in begins.items()}
    hashes = {id: chain.hash for id, chain in begins.items()}
    seal, since, taken = last_seal(store), before, Taken()
    for n, day in enumerate(days, 1):
        ends = {
            id: cut.step if day == until else min(cut.step, _head(heads[day], id, steps[id]))
            for id, cut in cuts.items()
        }
        states = {id: state_before(store, id, steps[id] + 1) for id in ends if steps[id]}
        head = Head(day=day, since=since, before=seal,
                    states={id: state for id, state in states.items() if state})  # fmt: skip
        seal = write_archive(folder, head, _rows(store, day, since, steps, ends, hashes, taken))
        steps, since = {**steps, **ends}, day
        tell(day, n, len(days))
    _take_out(store, until, cuts, taken, seal, by=by, now=now)
    return days


def last_seal(store: Store) -> str:
    """The seal of the last file of the archive."""
    noted = [msgspec.json.decode(row.facts) for row in Register(store).entries(SEALED)]
    back = [msgspec.json.decode(row.facts) for row in Register(store).entries(BROUGHT_BACK)]
    if not noted or any(one["day"] >= noted[-1]["day"] for one in back):
        return FIRST
    return str(noted[-1]["seal"])


def _head(heads: Mapping[str, Any], unit: str, begins: int) -> int:
    return int(heads[unit].step) if unit in heads else begins


def _beginning(store: Store, spec: Spec) -> Chain[Any]:
    chain = Chain(build(spec))
    store.begin(chain)
    return chain


def _cut(store: Store, spec: Spec, heads: Mapping[str, Any]) -> Cut | None:
    """The last rest of a unit before a close: its snapshot of then, or where that is not kept any
    more the end of its last record, found by carrying its commands out again."""
    head = heads.get(spec.id)
    if head is None:
        return None
    if head.memory is not None:
        found = msgspec.json.decode(head.memory, type=Memory)
        return Cut(found.steps, head.memory)
    chain, ends, last = _beginning(store, spec), ends_of(store, spec.id), None
    for kept in store.log(spec.id, after=chain.steps, until=head.step):
        if chain.apply(kept.envelope, again=True).hash != kept.hash:
            raise Refused(KEPT, "does-not-replay", unit=spec.id, step=kept.number)
        if kept.number in ends and (memory := chain.memory()) is not None:
            last = Cut(kept.number, memory)
    return last


class Taken:
    """What went into the files: ids of transfers, their sums by account, and orders."""

    def __init__(self) -> None:
        self.transfers: list[str] = []
        self.balances: Counter[str] = Counter()
        self.orders: list[tuple[str, int]] = []


def _rows(
    store: Store, day: str, since: str | None, begins: Mapping[str, int], ends: Mapping[str, int],
    hashes: dict[str, str], taken: Taken,
) -> Iterator[Row]:  # fmt: skip
    """Everything of a day: of each unit its steps and records up to an end, and the transfers."""
    for unit, end in ends.items():
        yield from _of_unit(store, unit, begins[unit], end, hashes, taken)
    t = schema.transfers
    with store.engine.connect() as connection:
        query = select(t).where(t.c.day <= day).order_by(t.c.id)
        if since is not None and taken.transfers:  # what an archive before this one left
            query = query.where(t.c.day > since)
        rows = connection.execute(query).all()
    for row in rows:
        if not _leaves(row.id, begins, ends):
            continue
        taken.transfers.append(row.id)
        taken.balances[row.source] -= row.amount
        taken.balances[row.target] += row.amount
        yield "transfers", dict(row._mapping)


def _leaves(id: str, units: Mapping[str, int], ends: Mapping[str, int]) -> bool:
    """Whether a transfer goes with these steps: those of pots stay with their entries."""
    maker, _, rest = id.partition(":")
    if maker not in units:
        return not maker.startswith(POTS)
    return maker in ends and int(rest.partition(":")[0]) <= ends[maker]


def _of_unit(
    store: Store, unit: str, begins: int, end: int, hashes: dict[str, str], taken: Taken
) -> Iterator[Row]:
    s, r, o = schema.steps, schema.rounds, schema.orders
    first, numbers = begins, list[int]()
    while first < end:
        last = min(end, first + AT_ONCE)
        query = select(s).where(s.c.unit_id == unit, s.c.number > first, s.c.number <= last)
        with store.engine.connect() as connection:
            for row in connection.execute(query.order_by(s.c.number)).all():
                lines = tuple(row.events.split("\n")) if row.events else ()
                text = whole(row.envelope, row.command_id, row.person, row.at)
                if link(hashes[unit], text, lines) != row.hash:
                    raise Refused(KEPT, "does-not-replay", unit=unit, step=row.number)
                hashes[unit] = row.hash
                numbers += _opened(lines)
                yield "steps", dict(row._mapping)
        with store.engine.connect() as connection:
            mine = (r.c.unit_id == unit) & (r.c.step > first) & (r.c.step <= last)
            for row in connection.execute(select(r).where(mine).order_by(r.c.step)).all():
                yield "rounds", dict(row._mapping)
        first = last
    with store.engine.connect() as connection:
        query = select(o).where(o.c.unit_id == unit, o.c.opened, o.c.n.in_(numbers))
        for row in connection.execute(query.order_by(o.c.n)):
            taken.orders.append((unit, row.n))
            yield "orders", dict(row._mapping)


def _opened(lines: Sequence[str]) -> Iterator[int]:
    for line in lines:
        if "orden-abierto" in line:
            event: Any = read_event(line)
            if event.kind == "announced" and event.what == "orden-abierto":
                yield int(event.facts["n"])


def _take_out(
    store: Store, until: str, cuts: Mapping[str, Cut], taken: Taken, seal: str, *, by: str,
    now: float,
) -> None:  # fmt: skip
    s, r, t, o = schema.steps, schema.rounds, schema.transfers, schema.orders
    units, held, kv = schema.archived_units, schema.archived_balances, schema.casino
    with store.writing(closing=True) as connection:
        for unit, cut in cuts.items():
            connection.execute(delete(s).where(s.c.unit_id == unit, s.c.number <= cut.step))
            keep = _told_last(connection, unit, cut.step)
            connection.execute(delete(r).where(r.c.unit_id == unit, r.c.step < keep))
            connection.execute(delete(units).where(units.c.unit_id == unit))
            connection.execute(
                insert(units).values(unit_id=unit, day=until, step=cut.step, memory=cut.memory)
            )
        for unit, n in taken.orders:
            connection.execute(delete(o).where(o.c.unit_id == unit, o.c.n == n))
        for first in range(0, len(taken.transfers), AT_ONCE):
            some = taken.transfers[first : first + AT_ONCE]
            connection.execute(delete(t).where(t.c.id.in_(some)))
        total = archived_balances(connection)
        total.update(taken.balances)
        connection.execute(delete(held))
        rows = [{"account": account, "balance": n} for account, n in total.items() if n]
        if rows:
            connection.execute(insert(held), rows)
        connection.execute(delete(kv).where(kv.c.key == ARCHIVED))
        connection.execute(insert(kv).values(key=ARCHIVED, value=until))
        facts: dict[str, Fact] = {"day": until, "seal": seal, "transfers": len(taken.transfers)}
        Register(store).note(connection, by, SEALED, facts, now)


def _told_last(connection: Connection, unit: str, cut: int) -> int:
    """The last record before a cut that says which state it leaves: the next goes on from it."""
    r = schema.rounds
    mine = select(r.c.step, r.c.acta).where(r.c.unit_id == unit, r.c.step <= cut)
    for row in connection.execute(mine.order_by(r.c.step.desc())):
        if after_in(row.acta, None) is not None:
            return int(row.step)
    return 0


def bring_back(store: Store, folder: Path, *, by: str, now: float) -> list[str]:
    """Put everything that was archived back into the database. Gives the days."""
    files = files_in(folder)
    before = FIRST
    for file in files:
        head, seal = seal_in(file)
        if head.before != before:
            raise Refused(KEPT, "archive-incomplete", file=file.name)
        before = seal
    if before != last_seal(store) or not files:
        raise Refused(KEPT, "archive-incomplete", file=str(folder))
    with store.writing(closing=True) as connection:
        days = [_put_back(connection, file) for file in files]
        for table in (schema.archived_units, schema.archived_balances):
            connection.execute(delete(table))
        kv = schema.casino
        connection.execute(delete(kv).where(kv.c.key == ARCHIVED))
        Register(store).note(connection, by, BROUGHT_BACK, {"day": days[-1]}, now)
    return days


def _put_back(connection: Connection, file: Path) -> str:
    head, _ = seal_in(file)
    some: dict[str, list[dict[str, Any]]] = {}
    for name, row in rows_in(file):
        mine = some.setdefault(name, [])
        mine.append(row)
        if len(mine) == AT_ONCE:
            _insert(connection, name, mine)
            mine.clear()
    for name, rows in some.items():
        if rows:
            _insert(connection, name, rows)
    return head.day


def _insert(connection: Connection, name: str, rows: list[dict[str, Any]]) -> None:
    table = schema.metadata.tables[name]
    if table is schema.rounds:  # the last ones of each unit never went
        there = {tuple(row) for row in connection.execute(select(table.c.unit_id, table.c.step))}
        rows = [row for row in rows if (row["unit_id"], row["step"]) not in there]
    if rows:
        connection.execute(insert(table), rows)
