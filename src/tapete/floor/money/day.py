"""The close of a day: what each table won, and the meters of the pots, written down once.

A day is closed while the tables play on. Whatever is written after the close belongs to the next
day, also when the round it came of began before: bets that stand on a felt at the close are in no
bank yet and count when they are settled, so nothing is counted twice or forgotten. A day closed
late takes in every day since the one closed before it.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select

from tapete.core.book.account import BANK, CLP, COMMISSION, PLAY, TIPS, Unit
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.pots import PotHost, PotReport, pot_report
from tapete.floor.aggregates.shared import done_by_house
from tapete.floor.money.accounts import CAGE, WORLD, LedgerAccount, at_table, ledger_account, vault
from tapete.floor.money.closing import write_closing
from tapete.floor.people import permissions
from tapete.floor.people.register import Register
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.units.mesa.spec import TableSpec
from tapete.systems.pot.events import COMMISSION as OF_POT
from tapete.systems.progressive.commands import CloseDay

BANKS = permissions.PERMISSIONS["day.close"].clause
PATIENCE = 60.0
"""Seconds to wait for a moment in which no bet of a round in course is in a pot."""


class TableDay(msgspec.Struct, frozen=True, kw_only=True):
    """A table's day. ``win`` is the change of its bank less the fills, plus the credits; ``drop``
    the chips brought to it, ``taken`` those carried away; ``hold`` is the win in terms of the drop.
    Commission and tips stand apart. ``unit`` is what the table is played for."""

    game: str
    unit: Unit = CLP
    bank: int = 0
    fills: int = 0
    credits: int = 0
    win: int = 0
    commission: int = 0
    tips: int = 0
    drop: int = 0
    taken: int = 0
    hold: str | None = None


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """All tables of one unit of account together. ``income`` is the win with the commissions, those
    of the pots too."""

    win: int
    commission: int
    pots_commission: int
    income: int
    tips: int
    drop: int
    hold: str | None


class DayReport(Totals, frozen=True, kw_only=True):
    """A day of the house: its tables, its pots, and all those played for money together. ``sold``
    and ``redeemed`` are chips at the cage, ``gifts`` play chips given away, and ``play`` the tables
    played for those together, which are no income."""

    day: str
    since: str | None
    tables: dict[str, TableDay]
    pots: dict[str, PotReport]
    sold: int
    redeemed: int
    gifts: int
    play: Totals | None = None


class ClosedDay(msgspec.Struct, frozen=True, kw_only=True):
    """A day as it was written down when it was closed, and by whom (``name`` is his)."""

    day: str
    at: float
    by: str
    name: str
    report: DayReport


Tables = Mapping[str, tuple[str, Unit]]
"""The game of each table, and what it is played for."""


def day_report(
    connection: Connection, tables: Tables, day: str, since: str | None,
    pots: Mapping[str, PotReport], moves: Moves | None = None,
) -> DayReport:  # fmt: skip
    """The figures of a day out of its transfers; ``moves``: as they were added up already."""
    moves = moves or Moves(connection, day, since)
    found = {id: _table_day(id, game, unit, moves) for id, (game, unit) in sorted(tables.items())}
    played = any(unit == PLAY for _, unit in tables.values())
    return DayReport(
        **msgspec.structs.asdict(_totals(found, moves, CLP)), day=day, since=since, tables=found,
        pots=dict(pots), sold=moves.between[WORLD, CAGE], redeemed=moves.between[CAGE, WORLD],
        gifts=moves.gifts, play=_totals(found, moves, PLAY) if played else None,
    )  # fmt: skip


class Moves:
    """The transfers of a day added up: ``between`` two accounts of the house, ``net`` of each
    account, and what people brought to each table and ``took`` away."""

    def __init__(self, connection: Connection, day: str, since: str | None) -> None:
        self.between: Counter[tuple[LedgerAccount, LedgerAccount]] = Counter()
        self.net: Counter[LedgerAccount] = Counter()
        self.brought: Counter[str] = Counter()
        self.took: Counter[str] = Counter()
        self.gifts = 0
        t = schema.transfers
        mine = (t.c.day <= day) if since is None else (t.c.day > since) & (t.c.day <= day)
        query = (
            select(t.c.source, t.c.target, t.c.why, func.sum(t.c.amount).label("amount"))
            .where(mine)
            .group_by(t.c.source, t.c.target, t.c.why)
        )
        for row in connection.execute(query):
            self._add(ledger_account(row.source), ledger_account(row.target), row.why, row.amount)

    def _add(self, source: LedgerAccount, target: LedgerAccount, why: str, n: int) -> None:
        n = int(n)
        self.between[source, target] += n
        self.net[source] -= n
        self.net[target] += n
        if source.holder == "wallet" and target.holder == "mesa":
            self.brought[target.owner] += n
        if source.holder == "mesa" and target.holder == "wallet":
            self.took[source.owner] += n
        if why == "fichas-de-invitado":
            self.gifts += n


def _totals(tables: Mapping[str, TableDay], moves: Moves, unit: Unit) -> Totals:
    mine = [table for table in tables.values() if table.unit == unit]
    win, drop = (sum(getattr(one, name) for one in mine) for name in ("win", "drop"))
    commission, tips = (sum(getattr(one, name) for one in mine) for name in ("commission", "tips"))
    of_pots = sum(
        n
        for one, n in moves.net.items()
        if one.holder == "progresivo" and one.place is OF_POT and one.unit == unit
    )
    return Totals(
        win=win, commission=commission, pots_commission=of_pots, income=win + commission + of_pots,
        tips=tips, drop=drop, hold=_share(win, drop),
    )  # fmt: skip


def _table_day(table: str, game: str, unit: Unit, moves: Moves) -> TableDay:
    bank, chips = at_table(table, BANK, unit), vault(unit)
    fills, credits = moves.between[chips, bank], moves.between[bank, chips]
    change, drop = moves.net[bank], moves.brought[table]
    win = change - fills + credits
    return TableDay(
        game=game, unit=unit, bank=change, fills=fills, credits=credits, win=win,
        commission=moves.net[at_table(table, COMMISSION, unit)],
        tips=moves.net[at_table(table, TIPS, unit)],
        drop=drop, taken=moves.took[table], hold=_share(win, drop),
    )  # fmt: skip


def _share(win: int, drop: int) -> str | None:
    """A win in terms of the drop, in hundredths of a percent.

    >>> _share(1234, 10_000), _share(-1, 3), _share(5, 0)
    ('12.34%', '-33.33%', None)
    """
    if not drop:
        return None
    hundredths = round(Fraction(win * 10_000, drop))
    return f"{'-' if hundredths < 0 else ''}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}%"


# Closing


class Days:
    """The days of a casino on this node."""

    def __init__(self, store: Store, register: Register) -> None:
        self.store, self.register = store, register

    def closed(self, limit: int | None = None) -> list[str]:
        """The days that were closed, the first one first: all of them, or the last."""
        d = schema.days
        query = select(d.c.day).order_by(d.c.day.desc()).limit(limit)
        with self.store.engine.connect() as connection:
            return list(connection.execute(query).scalars())[::-1]

    def last(self) -> str | None:
        """The day closed last."""
        with self.store.engine.connect() as connection:
            found: str | None = connection.execute(select(func.max(schema.days.c.day))).scalar()
            return found

    def find(self, day: str) -> ClosedDay:
        """A day that was closed."""
        d = schema.days
        with self.store.engine.connect() as connection:
            row = connection.execute(select(d).where(d.c.day == day)).first()
        if row is None:
            raise Refused(BANKS, "day-not-closed", day=day[:20])
        return _closed(row, self.register.names([row.by]).get(row.by, row.by))

    async def close(
        self, day: str, hosts: Iterable[PotHost], *, role: str, by: str, now: float,
        patience: float = PATIENCE,
    ) -> DayReport:  # fmt: skip
        """Close a day, pots included, all of it or nothing."""
        permissions.check("day.close", role)
        self._check_day(day, now)
        pots = sorted(hosts, key=lambda host: host.id)
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        while True:
            try:
                return await done_by_house(
                    self._closing, pots, lambda: _close_pots(pots, day), now,
                    lambda connection: self._written(connection, day, pots, by, now),
                )  # fmt: skip
            except Refused as refusal:
                if refusal.code != "round-in-course" or loop.time() > until:
                    raise
            await asyncio.sleep(0.05)

    async def _closing(self, write: Callable[[Connection], DayReport]) -> DayReport:
        """Have it written in a transaction that nobody else's stands beside."""

        def closed() -> DayReport:
            with self.store.writing(closing=True) as connection:
                return write(connection)

        return await asyncio.to_thread(closed)

    def _check_day(self, day: str, now: float) -> None:
        calendar = self.store.calendar
        try:
            calendar.between(day)
        except (ValueError, OverflowError):
            raise Refused(BANKS, "bad-day", day=day[:20]) from None
        if day > calendar.day_of(now):
            raise Refused(BANKS, "day-to-come", day=day)
        if (last := self.last()) is not None and day <= last:
            raise Refused(BANKS, "day-closed", day=day)

    def _written(
        self, connection: Connection, day: str, hosts: list[PotHost], by: str, now: float
    ) -> DayReport:
        """The day written down, with the pots as they were before it was closed."""
        since = connection.info["closed"]
        if since is not None and day <= since:
            raise Refused(BANKS, "day-closed", day=day)
        pots = {host.id: pot_report(host.written) for host in hosts}
        tables = {
            spec.id: (spec.game, spec.unit)
            for spec in self.store.specs_in(connection)
            if isinstance(spec, TableSpec)
        }
        moves = Moves(connection, day, since)
        report = day_report(connection, tables, day, since, pots, moves)
        text = msgspec.json.encode(report, order="deterministic").decode()
        row = {"day": day, "at": now, "by": by, "report": text}
        connection.execute(insert(schema.days).values(**row))
        seal = hashlib.sha256(text.encode()).hexdigest()
        closing = write_closing(connection, day, (one.text for one in moves.net))
        facts = {"day": day, "report": seal, "closing": closing}
        self.register.note(connection, by, "day.closed", facts, now)
        return report


def _close_pots(pots: Iterable[PotHost], day: str) -> None:
    for pot in pots:
        pot.journal.do(CloseDay(day))


def _closed(row: Any, name: str) -> ClosedDay:
    report = msgspec.json.decode(row.report, type=DayReport)
    return ClosedDay(day=row.day, at=row.at, by=row.by, name=name, report=report)
