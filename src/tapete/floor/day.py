"""The close of a day: what each table won, and the meters of the pots, written down once.

A day is closed while the tables play on. Whatever is written after the close belongs to the next
day, also when the round it came of began before: bets that stand on a felt at the close are in no
bank yet and count when they are settled, so nothing is counted twice or forgotten. A day closed
late takes in every day since the one closed before it.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select

from tapete.core.event import BANK, COMMISSION, TIPS
from tapete.core.refused import Refused
from tapete.floor import permissions, schema
from tapete.floor.ledger import CAGE, VAULT, WORLD
from tapete.floor.pots import HOUSE, Fed, PotHost, PotReport, pot_report, write_fed
from tapete.floor.register import Register
from tapete.floor.store import Overtaken, Store, day_of
from tapete.systems.progressive.commands import CloseDay

BANKS = permissions.PERMISSIONS["day.close"].clause
PATIENCE = 60.0
"""Seconds to wait for a moment in which no bet of a round in course is in a pot."""


class TableDay(msgspec.Struct, frozen=True, kw_only=True):
    """A table's day. ``win`` is the change of its bank less the fills, plus the credits; ``drop``
    the chips brought to it, ``taken`` those carried away; ``hold`` is the win in terms of the drop.
    Commission and tips stand apart."""

    game: str
    bank: int = 0
    fills: int = 0
    credits: int = 0
    win: int = 0
    commission: int = 0
    tips: int = 0
    drop: int = 0
    taken: int = 0
    hold: str | None = None


class DayReport(msgspec.Struct, frozen=True, kw_only=True):
    """A day of the house: its tables, its pots, and all of it together. ``income`` is the win with
    the commissions, those of the pots too; ``sold`` and ``redeemed`` are chips at the cage, and
    ``gifts`` those given to guests."""

    day: str
    since: str | None
    tables: dict[str, TableDay]
    pots: dict[str, PotReport]
    win: int
    commission: int
    pots_commission: int
    income: int
    tips: int
    drop: int
    hold: str | None
    sold: int
    redeemed: int
    gifts: int


class ClosedDay(msgspec.Struct, frozen=True, kw_only=True):
    """A day as it was written down when it was closed, and by whom."""

    day: str
    at: float
    by: str
    report: DayReport


def day_report(
    connection: Connection,
    games: Mapping[str, str],
    day: str,
    since: str | None,
    pots: Mapping[str, PotReport],
) -> DayReport:
    """The figures of a day out of its transfers. ``games`` names the game of each table."""
    moves = _moves(connection, day, since)
    tables = {table: _table_day(table, game, moves) for table, game in sorted(games.items())}
    win, drop = (sum(getattr(t, n) for t in tables.values()) for n in ("win", "drop"))
    commission, tips = (sum(getattr(t, n) for t in tables.values()) for n in ("commission", "tips"))
    of_pots = sum(
        _net(moves, f"pozo:{pot}/pot:commission") for pot in _pots_in(moves)
    )  # fmt: skip
    return DayReport(
        day=day, since=since, tables=tables, pots=dict(pots), win=win, commission=commission,
        pots_commission=of_pots, income=win + commission + of_pots, tips=tips, drop=drop,
        hold=_share(win, drop), sold=_moved(moves, WORLD, CAGE),
        redeemed=_moved(moves, CAGE, WORLD),
        gifts=sum(n for (_, _, why), n in moves.items() if why == "fichas-de-invitado"),
    )  # fmt: skip


Moves = Mapping[tuple[str, str, str], int]


def _moves(connection: Connection, day: str, since: str | None) -> Moves:
    t = schema.transfers
    mine = (t.c.day <= day) if since is None else (t.c.day > since) & (t.c.day <= day)
    query = (
        select(t.c.source, t.c.target, t.c.why, func.sum(t.c.amount).label("amount"))
        .where(mine)
        .group_by(t.c.source, t.c.target, t.c.why)
    )
    return {(r.source, r.target, r.why): int(r.amount) for r in connection.execute(query)}


def _table_day(table: str, game: str, moves: Moves) -> TableDay:
    own = f"mesa:{table}/"
    bank = own + BANK
    fills, credits = _moved(moves, VAULT, bank), _moved(moves, bank, VAULT)
    change = _net(moves, bank)
    win = change - fills + credits
    drop = sum(n for (s, t, _), n in moves.items() if _is_wallet(s) and t.startswith(own))
    taken = sum(n for (s, t, _), n in moves.items() if s.startswith(own) and _is_wallet(t))
    return TableDay(
        game=game, bank=change, fills=fills, credits=credits, win=win,
        commission=_net(moves, own + COMMISSION), tips=_net(moves, own + TIPS),
        drop=drop, taken=taken, hold=_share(win, drop),
    )  # fmt: skip


def _is_wallet(account: str) -> bool:
    return account.startswith("wallet:")


def _net(moves: Moves, account: str) -> int:
    came = sum(n for (_, target, _), n in moves.items() if target == account)
    return came - sum(n for (source, _, _), n in moves.items() if source == account)


def _moved(moves: Moves, source: str, target: str) -> int:
    return sum(n for (giver, taker, _), n in moves.items() if (giver, taker) == (source, target))


def _pots_in(moves: Moves) -> set[str]:
    named = {account for source, target, _ in moves for account in (source, target)}
    return {a.partition("/")[0].removeprefix("pozo:") for a in named if a.startswith("pozo:")}


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

    def closed(self) -> list[ClosedDay]:
        """Every day that was closed, the first one first."""
        d = schema.days
        with self.store.engine.connect() as connection:
            return [_closed(row) for row in connection.execute(select(d).order_by(d.c.day))]

    def find(self, day: str) -> ClosedDay:
        """A day that was closed."""
        d = schema.days
        with self.store.engine.connect() as connection:
            row = connection.execute(select(d).where(d.c.day == day)).first()
        if row is None:
            raise Refused(BANKS, "day-not-closed", day=day[:20])
        return _closed(row)

    async def close(
        self, day: str, hosts: Iterable[PotHost], *, role: str, by: str, now: float,
        patience: float = PATIENCE,
    ) -> DayReport:  # fmt: skip
        """Close a day, pots included, all of it or nothing."""
        permissions.check("day.close", role)
        _check_day(day, now)
        pots = sorted(hosts, key=lambda host: host.id)
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        while True:
            async with AsyncExitStack() as turns:
                for host in pots:
                    await turns.enter_async_context(host.turn)
                    host.refresh()
                try:
                    return await asyncio.to_thread(self._close, day, pots, by, now)
                except Overtaken:
                    pass
                except Refused as refusal:
                    if refusal.code != "round-in-course" or loop.time() > until:
                        raise
                finally:
                    for host in pots:
                        host.forget()
            await asyncio.sleep(0.05)

    def _close(self, day: str, hosts: list[PotHost], by: str, now: float) -> DayReport:
        fed: list[Fed] = []
        with self.store.writing(closing=True) as connection:
            since = connection.info["closed"]
            if since is not None and day <= since:
                raise Refused(BANKS, "day-closed", day=day)
            pots = {host.id: pot_report(host.written) for host in hosts}
            for host in hosts:
                host.pot.do(CloseDay(day))
                done = host.fed()
                assert done is not None
                write_fed(connection, done, HOUSE, 0, now)
                fed.append(done)
            games = {spec.id: spec.game for spec in self.store.specs_in(connection)}
            report = day_report(connection, games, day, since, pots)
            text = msgspec.json.encode(report, order="deterministic").decode()
            row = {"day": day, "at": now, "by": by, "report": text}
            connection.execute(insert(schema.days).values(**row))
            facts = {"day": day, "report": hashlib.sha256(text.encode()).hexdigest()}
            self.register.note(connection, by, "day.closed", facts, now)
        for host, done in zip(hosts, fed, strict=True):
            host.keep(done)
        return report


def _closed(row: Any) -> ClosedDay:
    report = msgspec.json.decode(row.report, type=DayReport)
    return ClosedDay(day=row.day, at=row.at, by=row.by, report=report)


def _check_day(day: str, now: float) -> None:
    try:
        good = date.fromisoformat(day).isoformat() == day
    except ValueError:
        good = False
    if not good:
        raise Refused(BANKS, "bad-day", day=day[:20])
    if day > day_of(now):
        raise Refused(BANKS, "day-to-come", day=day)
