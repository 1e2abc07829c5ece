"""The audit of the days: their figures added up anew, and the meters of the pots as they were."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from tapete.floor.aggregates.pots import PotReport, pot_report, pots
from tapete.floor.aggregates.shared import read_entries
from tapete.floor.audit.findings import Finding, finding
from tapete.floor.money.closing import (
    archived_balances,
    archived_day,
    balances_at,
    balances_of,
    seal_of,
)
from tapete.floor.money.day import DayReport, Moves, day_report
from tapete.floor.people.register import Register
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.systems.progressive.events import DayClosed
from tapete.systems.progressive.journal import PROGRESSIVE
from tapete.systems.progressive.state import ProgressiveState


def check_days(store: Store, since: str | None = None) -> Iterator[Finding]:
    """Every closed day says what its transfers and the events of its pots say, what every account
    held at its close is what the transfers up to then come to, and all of it is what was noted in
    the audit log. ``since``: the days after this one; what stood before is as it was noted."""
    meters = _meters(store)
    noted: dict[str, dict[str, Any]] = {
        facts["day"]: {**facts, "at": row.at, "by": row.person}
        for row in Register(store).entries("day.closed")
        if (facts := json.loads(row.facts))
    }
    with store.engine.connect() as connection:
        rows = connection.execute(select(schema.days).order_by(schema.days.c.day)).all()
        begins = max(filter(None, (since, archived_day(connection))), default=None)
        held, there = _held_at(connection, begins), dict(_written_at(connection, begins))
        before = None
        for row in rows:
            yield from _as_noted(connection, row, noted.get(row.day, {}))
            if begins is None or row.day > begins:
                moves = Moves(connection, row.day, before)
                yield from _same_report(connection, row, before, meters.get(row.day, {}), moves)
                for account, n in moves.net.items():
                    held[account.text] += n
                if "closing" in noted.get(row.day, {}):
                    written = balances_of(connection, row.day)
                    there.update(written)
                    touched = {*written, *(account.text for account in moves.net)}
                    yield from _same_balances(row.day, touched, held, there)
            before = row.day
    for day in sorted({*noted, *meters} - {row.day for row in rows}):
        yield finding("day", day, "a closed day", None)


def _held_at(connection: Connection, day: str | None) -> Counter[str]:
    """What every account held at the close that is begun with: by the archive and what is left of
    the days it took, or by what the close wrote down."""
    if day is None or day != archived_day(connection):
        return _written_at(connection, day)
    held = archived_balances(connection)
    for account, n in Moves(connection, day, None).net.items():
        held[account.text] += n
    return held


def _written_at(connection: Connection, day: str | None) -> Counter[str]:
    return Counter() if day is None else balances_at(connection, day)


def _as_noted(connection: Connection, row: Any, noted: Mapping[str, Any]) -> Iterator[Finding]:
    seal = hashlib.sha256(row.report.encode()).hexdigest()
    if noted.get("report") != seal:
        yield finding("day-noted", row.day, noted.get("report"), seal)
    if noted and (row.at, row.by) != (noted["at"], noted["by"]):
        yield finding("day-noted", row.day, (noted["at"], noted["by"]), (row.at, row.by))
    if "closing" in noted and (found := seal_of(connection, row.day)) != noted["closing"]:
        yield finding("closing-noted", row.day, noted["closing"], found)


def _same_report(
    connection: Connection, row: Any, since: str | None, pots: Mapping[str, PotReport],
    moves: Moves,
) -> Iterator[Finding]:  # fmt: skip
    said = msgspec.json.decode(row.report, type=DayReport)
    tables = {table: (one.game, one.unit) for table, one in said.tables.items()}
    made = day_report(connection, tables, row.day, since, pots, moves)
    if made != said:
        text = msgspec.json.encode(made, order="deterministic").decode()
        yield finding("day", row.day, text, row.report)


def _same_balances(
    day: str, touched: Iterable[str], held: Mapping[str, int], there: Mapping[str, int]
) -> Iterator[Finding]:
    for account in sorted(touched):
        if held.get(account, 0) != there.get(account, 0):
            yield finding("closing", f"{day} {account}", held.get(account, 0), there.get(account))
            return


def _meters(store: Store) -> dict[str, dict[str, PotReport]]:
    """The reports of the pots at each close, by day and pot."""
    found: dict[str, dict[str, PotReport]] = {}
    for pot in pots(store):
        state = ProgressiveState()
        for kept in read_entries(store, PROGRESSIVE, pot):
            for event in kept.entry.events:
                if isinstance(event, DayClosed):
                    found.setdefault(event.day, {})[pot] = pot_report(state)
                state = PROGRESSIVE.evolve(state, event)
    return found
