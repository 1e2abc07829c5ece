"""Looking things up: rounds by table, day and player, the audit log, and what each table won."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
from sqlalchemy import and_, false, func, or_, select

from tapete.core.event import SeatFreed, SeatTaken
from tapete.core.record import read_event
from tapete.floor import schema
from tapete.floor.ledger import VAULT, at_table
from tapete.floor.store import Store, day_of

DAY = 86_400.0
Stay = tuple[str, int, int | None]
"""A table, and the first and last round somebody sat there for; none: he still does."""


class RoundRow(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was played: its record is read by table and number. ``preparing``: the shuffle
    before it, found by its step too."""

    table: str
    number: int
    step: int
    game: str
    at: float
    day: str
    preparing: bool = False


class AuditRow(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the audit log."""

    n: int
    at: float
    person: str
    what: str
    facts: dict[str, Any]
    before: str
    hash: str


def find_rounds(
    store: Store, *, table: str | None = None, since: float | None = None,
    player: str | None = None, before: float | None = None, game: str | None = None,
    limit: int = 100,
) -> list[RoundRow]:  # fmt: skip
    """Rounds, the last first: of a table or game, from a moment on, before another, of a player."""
    r = schema.rounds
    wanted = []
    if table is not None:
        wanted.append(r.c.table_id == table)
    if game is not None:
        wanted.append(r.c.game == game)
    if since is not None:
        wanted.append(r.c.at >= since)
    if before is not None:
        wanted.append(r.c.at < before)
    if player is not None:
        wanted.append(or_(false(), *(_during(stay) for stay in stays(store, player, table))))
    query = select(r).where(*wanted).order_by(r.c.at.desc(), r.c.table_id, r.c.step.desc())
    with store.engine.connect() as connection:
        return [
            RoundRow(
                table=row.table_id, number=row.number, step=row.step, game=row.game, at=row.at,
                day=day_of(row.at), preparing="\npreparing true\n" in row.acta,
            )
            for row in connection.execute(query.limit(limit))
        ]  # fmt: skip


def _during(stay: Stay) -> Any:
    r = schema.rounds
    table, first, last = stay
    within = and_(r.c.table_id == table, r.c.number >= first)
    return within if last is None else and_(within, r.c.number <= last)


def stays(store: Store, player: str, table: str | None = None) -> list[Stay]:
    """When somebody sat where, by the rounds that were played meanwhile."""
    s = schema.steps
    named = s.c.events.contains(player, autoescape=True)
    query = select(s.c.table_id, s.c.round, s.c.events).where(named)
    if table is not None:
        query = query.where(s.c.table_id == table)
    seated: dict[tuple[str, int], int] = {}
    found: list[Stay] = []
    with store.engine.connect() as connection:
        for row in connection.execute(query.order_by(s.c.table_id, s.c.number)):
            for event in map(read_event, row.events.split("\n")):
                if not isinstance(event, SeatTaken | SeatFreed) or event.player != player:
                    continue
                if isinstance(event, SeatTaken):
                    seated[row.table_id, event.seat] = max(row.round, 1)
                else:
                    first = seated.pop((row.table_id, event.seat), 1)
                    found.append((row.table_id, first, row.round))
    return found + [(at, first, None) for (at, _), first in seated.items()]


def has_acta(store: Store, table: str, acta: str) -> bool:
    """Whether this is a record of the table, as it was written."""
    r = schema.rounds
    with store.engine.connect() as connection:
        query = select(r.c.step).where(r.c.table_id == table, r.c.acta == acta)
        return connection.execute(query).first() is not None


def read_audit(
    store: Store, *, start: int = 1, limit: int = 100, person: str | None = None,
    what: str | None = None, since: float | None = None, before: float | None = None,
    newest: bool = False,
) -> list[AuditRow]:  # fmt: skip
    """Entries of the audit log from a number on: of somebody, of a kind (or its beginning), of a
    time; the oldest first, or the newest."""
    a = schema.audit
    wanted = [a.c.n >= start]
    if person is not None:
        wanted.append(a.c.person == person)
    if what is not None:
        wanted.append(a.c.what.startswith(what, autoescape=True))
    if since is not None:
        wanted.append(a.c.at >= since)
    if before is not None:
        wanted.append(a.c.at < before)
    query = select(a).where(*wanted).order_by(a.c.n.desc() if newest else a.c.n).limit(limit)
    with store.engine.connect() as connection:
        return [
            AuditRow(
                n=row.n, at=row.at, person=row.person, what=row.what,
                facts=msgspec.json.decode(row.facts), before=row.before, hash=row.hash,
            )
            for row in connection.execute(query)
        ]  # fmt: skip


def wins(store: Store) -> dict[str, int]:
    """What each table's bank has won so far: what it holds beyond what the vault brought it."""
    t, a = schema.transfers, schema.accounts
    ours = at_table("%", "bank")
    found: defaultdict[str, int] = defaultdict(int)
    held = select(a.c.id, a.c.balance).where(a.c.id.like(ours))
    filled = select(t.c.target, func.sum(t.c.amount)).where(
        t.c.source == VAULT, t.c.target.like(ours)
    )
    taken = select(t.c.source, func.sum(t.c.amount)).where(
        t.c.target == VAULT, t.c.source.like(ours)
    )
    with store.engine.connect() as connection:
        for account, amount in connection.execute(held):
            found[account] += int(amount)
        for account, amount in connection.execute(filled.group_by(t.c.target)):
            found[account] -= int(amount)
        for account, amount in connection.execute(taken.group_by(t.c.source)):
            found[account] += int(amount)
    return {account.removeprefix("mesa:").removesuffix("/bank"): n for account, n in found.items()}
