"""Looking things up: rounds by table, day and player, the audit log, and what each table won."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, exists, false, func, or_, select

from tapete.core.book.account import BANK
from tapete.core.round.acta import BrokenRecord, act_in, read_record
from tapete.core.round.event import BetPlaced, ResultShown
from tapete.floor.money.accounts import vault
from tapete.floor.money.day import Moves
from tapete.floor.storage import schema
from tapete.floor.storage.kept_actas import in_full
from tapete.floor.storage.store import Store

LAST_DAY = "9999-12-31"


class RoundRow(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was played: its record is read by table and number. ``act``: an act before it,
    a shuffle too; it is found by its step. ``kind``: of a unit that is no table, such as a
    machine, whose program stands for the game. ``players`` took part, ``staked`` is what they put
    down, ``result`` what chance brought last, where it is no cards."""

    table: str
    number: int
    step: int
    game: str
    at: float
    day: str
    act: str = ""
    kind: str = ""
    players: int = 0
    staked: int = 0
    result: str = ""


class AuditRow(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the audit log. ``name``: of whoever did it; ``whom``: of whom it was done to."""

    n: int
    at: float
    person: str
    what: str
    facts: dict[str, Any]
    before: str
    hash: str
    name: str = ""
    whom: str = ""


def find_rounds(
    store: Store, *, table: str | None = None, since: float | None = None,
    player: str | None = None, before: float | None = None, game: str | None = None,
    limit: int = 100, acts: bool = True, played: bool = False,
) -> list[RoundRow]:  # fmt: skip
    """Rounds, the last first: of a table or game, from a moment on, before another, of a player;
    the acts before them too, unless they are not wanted. ``played``: with what was put down in each
    and what came of it."""
    r = schema.rounds
    wanted = []
    if table is not None:
        wanted.append(r.c.unit_id == table)
    if game is not None:
        wanted.append(r.c.game == game)
    if since is not None:
        wanted.append(r.c.at >= since)
    if before is not None:
        wanted.append(r.c.at < before)
    if not acts:  # an act is carried out before its round has begun
        s = schema.steps
        ended = and_(s.c.unit_id == r.c.unit_id, s.c.number == r.c.step, s.c.round == r.c.number)
        wanted.append(exists().where(ended))
    last = (r.c.at.desc(), r.c.unit_id, r.c.step.desc())
    keys = select(r.c.unit_id, r.c.step).where(*wanted)
    if player is None:
        keyed = keys.order_by(*last).limit(limit).subquery()
        same = (keyed.c.unit_id == r.c.unit_id) & (keyed.c.step == r.c.step)
        query = select(r).join(keyed, same)
    else:
        found = _while_seated(store, player, keys, limit)
        mine = [and_(r.c.unit_id == unit, r.c.step.in_(steps)) for unit, steps in found.items()]
        query = select(r).where(or_(false(), *mine))
    query = query.order_by(*last).limit(limit)
    with store.engine.connect() as connection:
        rows = connection.execute(query).all()
    listed = [
        RoundRow(
            table=row.unit_id, number=row.number, step=row.step, game=row.game, at=row.at,
            day=store.calendar.day_of(row.at), act=act_in(row.acta),
        )
        for row in rows
    ]  # fmt: skip
    if not played:
        return listed
    return [_played(store, one, row.acta) for one, row in zip(listed, rows, strict=True)]


def _played(store: Store, found: RoundRow, kept: str) -> RoundRow:
    """The row with what its acta tells; one that cannot be read any more is found all the same."""
    try:
        [acta] = in_full(store, found.table, [kept])
        events = read_record(acta).events
    except BrokenRecord:
        return found
    placed = [one for one in events if isinstance(one, BetPlaced)]
    shown = [one.result for one in events if isinstance(one, ResultShown)]
    return msgspec.structs.replace(
        found, players=len({one.seat for one in placed}),
        staked=sum(one.amount for one in placed), result=shown[-1] if shown else "",
    )  # fmt: skip


def _while_seated(store: Store, player: str, keys: Any, limit: int) -> dict[str, list[int]]:
    """Rounds that ended while somebody sat at their table: from the step on that seated him, as
    what had ended before it was not his, up to the round he left in. Of each table the last ones,
    as many as are asked for: by his stays there, the last first."""
    r, x = schema.rounds, schema.stays
    found: dict[str, list[tuple[str, int, float]]] = defaultdict(list)
    with store.engine.connect() as connection:
        stays = select(x).where(x.c.person == player).order_by(x.c.since_step.desc())
        for stay in connection.execute(stays).all():
            here = found[stay.unit_id]
            if len(here) >= limit:
                continue
            mine = [
                r.c.unit_id == stay.unit_id, r.c.number >= max(1, stay.since_round),
                r.c.step >= stay.since_step,
            ]  # fmt: skip
            if stay.until_round is not None:
                mine.append(r.c.number <= stay.until_round)
            query = keys.add_columns(r.c.at).where(*mine).order_by(r.c.number.desc())
            here += [tuple(row) for row in connection.execute(query.limit(limit))]
    every = sorted({one for here in found.values() for one in here}, key=lambda one: -one[2])
    last: dict[str, list[int]] = defaultdict(list)
    for unit, step, _ in every[:limit]:
        last[unit].append(step)
    return last


def has_acta(store: Store, table: str, acta: str) -> bool:
    """Whether this is a record of the table, as it was written or with the state it began with."""
    r = schema.rounds
    try:
        record = read_record(acta)
    except BrokenRecord:
        return False
    mine = (r.c.unit_id == table) & (r.c.number == record.header.number)
    with store.engine.connect() as connection:
        written = connection.execute(select(r.c.acta).where(mine)).scalars().all()
    found = [text for one in written for text in in_full(store, table, [one])]
    return not {acta, record.text(brief=True)}.isdisjoint(found)


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
    if since is not None:
        wanted.append(a.c.at >= since)
    if before is not None:
        wanted.append(a.c.at < before)
    # Of a time they are read by it, not from the first entry on: they were written in its order.
    by = (a.c.n,) if since is None and before is None else (a.c.at, a.c.n)
    query = select(a).where(*wanted)
    query = query.order_by(*(one.desc() if newest else one for one in by)).limit(limit)
    with store.engine.connect() as connection:
        rows: list[Any] = []
        if what is None:
            rows += connection.execute(query)
        else:  # of each kind no more than asked for, by its own index
            for kind in _kinds(connection, what):
                rows += connection.execute(query.where(a.c.what == kind))
        rows.sort(key=lambda row: row.n, reverse=newest)
        return [
            AuditRow(
                n=row.n, at=row.at, person=row.person, what=row.what,
                facts=msgspec.json.decode(row.facts), before=row.before, hash=row.hash,
            )
            for row in rows[:limit]
        ]  # fmt: skip


def _kinds(connection: Connection, beginning: str) -> list[str]:
    """The kinds of entries that begin like this: each is looked up after the one before."""
    a = schema.audit
    found: list[str] = []
    last = ""
    while True:
        query = select(func.min(a.c.what)).where(a.c.what > last)
        kind: str | None = connection.execute(query).scalar()
        if kind is None:
            return found
        if kind.startswith(beginning):
            found.append(kind)
        last = kind


def wins(store: Store) -> dict[str, int]:
    """The win of each table's bank since the last close: how much its balance grew, less what the
    vault brought it. Earlier wins stand in the closed days."""
    found: defaultdict[str, int] = defaultdict(int)
    with store.engine.connect() as connection:
        closed = connection.execute(select(func.max(schema.days.c.day))).scalar()
        moves = Moves(connection, LAST_DAY, closed)
    for (source, target), n in moves.between.items():
        for bank, other, won in ((source, target, -n), (target, source, n)):
            if bank.holder == "mesa" and bank.place == BANK and other != vault(bank.unit):
                found[bank.owner] += won
    return found
