"""The audit of the days: their figures added up anew, and the meters of the pots as they were."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

import msgspec
from sqlalchemy import select

from tapete.floor import schema
from tapete.floor.day import day_report
from tapete.floor.findings import Finding, finding
from tapete.floor.pots import PotReport, pot_log, pot_report, pots
from tapete.floor.register import Register
from tapete.floor.store import Store
from tapete.systems.progressive.events import DayClosed
from tapete.systems.progressive.evolve import evolve
from tapete.systems.progressive.state import PotState


def check_days(store: Store) -> Iterator[Finding]:
    """Every closed day says what its transfers and the events of its pots say, and is the one that
    was noted in the audit log."""
    meters = _meters(store)
    noted = {
        facts["day"]: facts["report"]
        for row in Register(store).audited()
        if row.what == "day.closed" and (facts := json.loads(row.facts))
    }
    with store.engine.connect() as connection:
        rows = connection.execute(select(schema.days).order_by(schema.days.c.day)).all()
        since = None
        for row in rows:
            games = {table: one["game"] for table, one in json.loads(row.report)["tables"].items()}
            made = day_report(connection, games, row.day, since, meters.get(row.day, {}))
            text = msgspec.json.encode(made, order="deterministic").decode()
            if text != row.report:
                yield finding("day", row.day, text, row.report)
            seal = hashlib.sha256(row.report.encode()).hexdigest()
            if noted.get(row.day) != seal:
                yield finding("day-noted", row.day, noted.get(row.day), seal)
            since = row.day
    for day in sorted({*noted, *meters} - {row.day for row in rows}):
        yield finding("day", day, "a closed day", None)


def _meters(store: Store) -> dict[str, dict[str, PotReport]]:
    """The reports of the pots at each close, by day and pot."""
    found: dict[str, dict[str, PotReport]] = {}
    for pot in pots(store):
        state = PotState()
        for kept in pot_log(store, pot):
            if isinstance(kept.event, DayClosed):
                found.setdefault(kept.event.day, {})[pot] = pot_report(state)
            state = evolve(state, kept.event)
    return found
