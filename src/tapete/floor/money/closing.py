"""What is written down with the close of a day besides its report: what every account held and how
far the log of every unit was.

A close waits for all that is being written, so its picture is whole: whatever comes after it counts
for a later day; of what was written before it, each transfer says for which day it counts. So a
balance of any moment is the one of the last close and the transfers since, and an audit can begin
at a close that was made before anything was moved for the next day.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select, union_all, update

from tapete.floor.storage import schema

SNAPSHOTS = 31
"""Of so many closes the snapshots of the units are kept."""
AT_ONCE = 500
ARCHIVED = "archived"


class Head(NamedTuple):
    """The head of a unit at a close: its last step, its hash, and its last snapshot before."""

    step: int
    hash: str
    memory: bytes | None


def write_closing(connection: Connection, day: str, moved: Iterable[str]) -> str:
    """Write down, in the transaction that closes a day, what the accounts held at its end that were
    moved since the close before, and how far every unit is. Gives the seal of it."""
    c = schema.closing_balances
    if connection.execute(select(c.c.day).limit(1)).first() is None:
        moved = connection.execute(select(schema.accounts.c.id)).scalars()
    later = moved_after(connection, day)
    held = list(_changed(connection, moved, later))
    if held:
        rows = [{"account": account, "day": day, "balance": n} for account, n in held]
        connection.execute(insert(c), rows)
    _write_heads(connection, day, snapshots=not later)
    _forget_snapshots(connection)
    return seal_of(connection, day)


def moved_after(connection: Connection, day: str) -> Counter[str]:
    """The part of each balance that counts for a later day already: a day is often closed when
    the next one has begun."""
    t = schema.transfers
    later = t.c.day > day
    sides = union_all(
        select(t.c.target.label("account"), t.c.amount).where(later),
        select(t.c.source, -t.c.amount).where(later),
    ).subquery()  # first by day: grouped at once, SQLite reads every transfer there ever was
    query = select(sides.c.account, func.sum(sides.c.amount)).group_by(sides.c.account)
    return Counter({account: int(amount) for account, amount in connection.execute(query)})


def _changed(
    connection: Connection, accounts: Iterable[str], later: Mapping[str, int]
) -> Iterator[tuple[str, int]]:
    """Of these accounts those that did not hold what they held at their last close, without what
    came ``later``."""
    a, c = schema.accounts, schema.closing_balances
    last = (
        select(c.c.balance)
        .where(c.c.account == a.c.id)
        .order_by(c.c.day.desc())
        .limit(1)
        .scalar_subquery()
    )
    names = sorted(accounts)
    for first in range(0, len(names), AT_ONCE):
        some = names[first : first + AT_ONCE]
        query = select(a.c.id, a.c.balance, last.label("before")).where(a.c.id.in_(some))
        for row in connection.execute(query):
            balance = int(row.balance) - later.get(row.id, 0)
            if balance != (row.before or 0):
                yield row.id, balance


def _write_heads(connection: Connection, day: str, *, snapshots: bool) -> None:
    """How far every unit is. Without ``snapshots`` where something counts for a later day already:
    what a unit did since is then behind its head, and no audit begins at this close."""
    u, s, m, h = schema.units, schema.steps, schema.memories, schema.closing_heads
    ends = (
        select(u.c.id, u.c.steps, s.c.hash, m.c.body)
        .join_from(u, s, (s.c.unit_id == u.c.id) & (s.c.number == u.c.steps))
        .outerjoin(m, m.c.unit_id == u.c.id)
    )
    rows = connection.execute(ends).all()
    if rows:
        connection.execute(insert(h), [
            {"day": day, "unit_id": row.id, "step": row.steps, "hash": row.hash,
             "memory": row.body if snapshots else None}
            for row in rows
        ])  # fmt: skip


def _forget_snapshots(connection: Connection) -> None:
    d, h = schema.days, schema.closing_heads
    days = select(d.c.day).order_by(d.c.day.desc()).offset(SNAPSHOTS).limit(1)
    old = connection.execute(days).scalar()
    if old is not None:
        gone = update(h).where(h.c.day <= old, h.c.memory.is_not(None)).values(memory=None)
        connection.execute(gone)


def seal_of(connection: Connection, day: str) -> str:
    """The fingerprint of what was written down with a close; snapshots, which are kept for a while
    only, have no part in it."""
    c, h = schema.closing_balances, schema.closing_heads
    held = connection.execute(select(c.c.account, c.c.balance).where(c.c.day == day)).all()
    ends = connection.execute(select(h.c.unit_id, h.c.step, h.c.hash).where(h.c.day == day)).all()
    lines = [f"{row.account} {row.balance}" for row in held]
    lines += [f"{row.unit_id} {row.step} {row.hash}" for row in ends]
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


# Reading


def balances_at(connection: Connection, day: str) -> Counter[str]:
    """The balance of every account at the close of a day, those of zero left out."""
    c = schema.closing_balances
    last = select(c.c.account, func.max(c.c.day).label("day")).where(c.c.day <= day)
    ends = last.group_by(c.c.account).subquery()
    query = select(c.c.account, c.c.balance).join(
        ends, (ends.c.account == c.c.account) & (ends.c.day == c.c.day)
    )
    return Counter({row.account: int(row.balance) for row in connection.execute(query)})


def balances_of(connection: Connection, day: str) -> dict[str, int]:
    """The account balances stored with one close."""
    c = schema.closing_balances
    rows = connection.execute(select(c.c.account, c.c.balance).where(c.c.day == day))
    return {row.account: int(row.balance) for row in rows}


def heads_at(connection: Connection, day: str) -> dict[str, Head]:
    """The head of every unit at the close of a day."""
    h = schema.closing_heads
    rows = connection.execute(select(h).where(h.c.day == day))
    return {row.unit_id: Head(row.step, row.hash, row.memory) for row in rows}


def archived_balances(connection: Connection) -> Counter[str]:
    """The net amount of the transfers that stand in archives now, by account."""
    a = schema.archived_balances
    return Counter({row.account: int(row.balance) for row in connection.execute(select(a))})


def archived_day(connection: Connection) -> str | None:
    """The last day that was archived."""
    c = schema.casino
    query = select(c.c.value).where(c.c.key == ARCHIVED)
    found: str | None = connection.execute(query).scalar()
    return found
