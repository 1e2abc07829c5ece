"""The audit of what stands beside the log of a unit for whoever looks something up: how many events
a step told and to which round it belongs, where a record ended, who sat where, which orders were
opened. All of it follows from the log, and is derived from it anew."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import func, select

from tapete.core.round.acta import act_in
from tapete.core.round.cards import Card
from tapete.core.round.event import Event, SeatFreed, SeatTaken
from tapete.floor.audit.findings import AT_ONCE, Finding, finding
from tapete.floor.chance.orders import promise_of
from tapete.floor.chance.promised import ANNOUNCED, PROMISED
from tapete.floor.kernel.port import Kept
from tapete.floor.kernel.unit import Spec
from tapete.floor.storage import schema
from tapete.floor.storage.engine import in_pages
from tapete.floor.storage.store import Store

OPENED, VOIDED = "orden-abierto", "round-voided"
NEAR = 2 * 86_400.0
"""No moment is further from the noon (UTC) of the day it counts for, wherever a house stands."""
_TITLED = re.compile(r"^(game|table|number) (.*)$", re.MULTILINE)
_NUMBERED = re.compile(r"^@ (\d+) (\d+)$", re.MULTILINE)


class StepCounts(NamedTuple):
    """The rows kept beside a step, counted."""

    number: int
    round: int
    told: int


class Stay(NamedTuple):
    """Somebody at a place, and until when."""

    person: str
    since_event: int
    since_round: int
    until_step: int | None = None
    until_round: int | None = None


class BesideLog:
    """Follows the log of a unit from a step on, and then says what beside it does not fit."""

    def __init__(self, store: Store, spec: Spec, begins: int) -> None:
        self.store, self.spec, self.begins = store, spec, begins
        self.last, self.round = begins, 0
        self._voided = False
        """Whether the step before voided its round, whose number another may be given."""
        self.stays: dict[tuple[int, int], Stay] = {}
        self.here: dict[int, tuple[int, int]] = {}
        self.opened: set[int] = set()
        self.promised: dict[int, str] = {}
        self._rows, self._records = self._beside(), self._kept_records()
        self._record = next(self._records, None)
        for (seat, since), stay in self._kept_stays().items():
            if since <= begins and (stay.until_step is None or stay.until_step > begins):
                self.stays[seat, since] = stay._replace(until_step=None, until_round=None)
                self.here[seat] = (seat, since)

    def hear(self, kept: Kept, events: tuple[Event, ...]) -> Iterator[Finding]:
        """One step more."""
        row = next(self._rows, None)
        where = f"{self.spec.id} step {kept.number}"
        if row is None or (row.number, row.told) != (kept.number, len(kept.lines)):
            yield finding("step-row", where, (kept.number, len(kept.lines)), row and row[::2])
            return
        voided = any(event.kind == VOIDED for event in events)
        low = self.round - 1 if voided or self._voided or self._ends_act(kept) else self.round
        if self.last > self.begins and not low <= row.round <= self.round + 1:
            yield finding("step-round", where, self.round, row.round)
        self.last, self.round, self._voided = kept.number, row.round, voided
        yield from self._ended_with(kept, voided=voided)
        self._seats(kept, events, row.round)
        for event in events:
            said: Any = event
            if event.kind == ANNOUNCED and said.what == OPENED:
                self.opened.add(int(said.facts["n"]))
            elif event.kind == ANNOUNCED and said.what in PROMISED:
                self.promised[int(said.facts["n"])] = str(said.facts["promise"])

    def _ends_act(self, kept: Kept) -> bool:
        """Whether an act ends with it: while it lasts it has the number of the round to come."""
        row = self._record
        return row is not None and row.step == kept.number and bool(act_in(row.acta))

    def _seats(self, kept: Kept, events: tuple[Event, ...], round_: int) -> None:
        for event in events:
            if isinstance(event, SeatFreed):
                self._free(event.seat, kept.number, round_)
        for n, event in enumerate(events, kept.first):
            if isinstance(event, SeatTaken):
                self._free(event.seat, kept.number, round_)
                self.here[event.seat] = (event.seat, kept.number)
                self.stays[event.seat, kept.number] = Stay(event.player, n, round_)

    def _free(self, seat: int, step: int, round_: int) -> None:
        found = self.here.pop(seat, None)
        if found is not None:
            gone = self.stays[found]._replace(until_step=step, until_round=round_)
            self.stays[found] = gone

    def check(self) -> Iterator[Finding]:
        """What does not fit, now that the log was heard to its end."""
        yield from self._check_unit()
        if self._record is not None:
            where = f"{self.spec.id} round {self._record.number}"
            yield finding("record-row", where, "a step", self._record.step)
        kept = {
            key: stay
            for key, stay in self._kept_stays().items()
            if key[1] > self.begins or stay.until_step is None or stay.until_step > self.begins
        }
        for key in sorted({*kept, *self.stays}):
            if kept.get(key) != self.stays.get(key):
                where = f"{self.spec.id} place {key[0]} step {key[1]}"
                yield finding("stay", where, self.stays.get(key), kept.get(key))
        yield from self._check_orders()

    def _check_orders(self) -> Iterator[Finding]:
        o = schema.orders
        query = select(o).where(o.c.unit_id == self.spec.id).order_by(o.c.n)
        with self.store.engine.connect() as connection:
            rows = connection.execute(query).all()
        for row in rows:
            where, opened = f"{self.spec.id} order {row.n}", row.n in self.opened
            made = promise_of(row.salt, [Card(card) for card in row.cards.split()])
            if self.promised.get(row.n, made) == made != row.promise:  # else the log tells it
                yield finding("order", where, made, row.promise)
            if row.opened != opened and not (row.opened and self.begins):  # archived: it stays open
                yield finding("order-opened", where, opened, row.opened)

    def _check_unit(self) -> Iterator[Finding]:
        u, a = schema.units, schema.archived_units
        with self.store.engine.connect() as connection:
            row = connection.execute(select(u).where(u.c.id == self.spec.id)).one()
            cut = connection.execute(select(a).where(a.c.unit_id == self.spec.id)).first()
            day = connection.execute(
                select(schema.casino.c.value).where(schema.casino.c.key == "archived")
            ).scalar()
        wanted = (self.spec.kind, self.spec.group or self.spec.id, self.last)
        if (row.kind, row.group, row.steps) != wanted:
            found = (row.kind, row.group, row.steps)
            yield finding("unit-row", self.spec.id, wanted, found)
        if cut is None or self.store.beginnings:
            return
        if cut.step != self.begins or day is None or cut.day > day:
            wanted_cut, found_cut = (day, self.begins), (cut.day, cut.step)
            yield finding("archived-unit", self.spec.id, wanted_cut, found_cut)

    def _ended_with(self, kept: Kept, *, voided: bool) -> Iterator[Finding]:
        """Every record ended with the step it is kept under, at its moment; or before it, if that
        voided its round."""
        row = self._record
        if row is None or row.step != kept.number:
            return
        end = kept.first + len(kept.lines) - 1
        named = _NUMBERED.findall(row.acta)
        ends = max((int(n) + int(many) - 1 for n, many in named), default=end)
        where = f"{row.unit_id} round {row.number} step {row.step}"
        if row.at != kept.envelope.at or not (voided or kept.first <= ends) or ends > end:
            yield finding("record-row", where, (end, kept.envelope.at), (ends, row.at))
        if (title := _title(row.acta)) != (row.game, row.unit_id, row.number):
            yield finding("record-row", where, title, (row.game, row.unit_id, row.number))
        self._record = next(self._records, None)

    def _kept_records(self) -> Iterator[Any]:
        r = schema.rounds
        mine = select(r).where(r.c.unit_id == self.spec.id)
        return in_pages(self.store.engine, mine, r.c.step, AT_ONCE, self.begins)

    def _kept_stays(self) -> dict[tuple[int, int], Stay]:
        x = schema.stays
        query = select(x).where(x.c.unit_id == self.spec.id)
        with self.store.engine.connect() as connection:
            rows = connection.execute(query).all()
        return {
            (row.seat, row.since_step): Stay(
                row.person, row.since_event, row.since_round, row.until_step, row.until_round
            )
            for row in rows
        }

    def _beside(self) -> Iterator[StepCounts]:
        s = schema.steps
        mine = select(s.c.number, s.c.round, s.c.count).where(s.c.unit_id == self.spec.id)
        rows = in_pages(self.store.engine, mine, s.c.number, AT_ONCE, self.begins)
        return (StepCounts(*row) for row in rows)


def _title(acta: str) -> tuple[str, str, int]:
    """The game, the table and the number that a record says of itself."""
    said = dict(_TITLED.findall(acta.partition("\n\n")[0]))
    return json.loads(said["game"]), json.loads(said["table"]), int(said.get("number", 1))


def check_last_record(store: Store, spec: Spec, ended: int) -> Iterator[Finding]:
    """The last round that ended has its record, if it was not voided: of each before it the next
    one tells."""
    s, r = schema.steps, schema.rounds
    played = select(s.c.events).where(s.c.unit_id == spec.id, s.c.round == ended)
    records = select(r.c.acta).where(r.c.unit_id == spec.id, r.c.number == ended)
    with store.engine.connect() as connection:
        told = connection.execute(played).scalars().all()
        actas = connection.execute(records).scalars().all()
    if not told or any(f"! {VOIDED} " in events for events in told):
        return
    if all(act_in(acta) for acta in actas):
        yield finding("record-row", f"{spec.id} round {ended}", "a record", None)


def check_days_of_transfers(store: Store) -> Iterator[Finding]:
    """Every transfer counts for the day of its moment, to within the hours by which houses begin
    their days, or for the one after a close that had come before it."""
    t, d = schema.transfers, schema.days
    query = select(t.c.day, func.min(t.c.at).label("first"), func.max(t.c.at).label("last"))
    with store.engine.connect() as connection:
        closed = set(connection.execute(select(d.c.day)).scalars())
        rows = connection.execute(query.group_by(t.c.day).order_by(t.c.day)).all()
    for row in rows:
        try:
            noon = datetime.fromisoformat(f"{row.day}T12:00:00+00:00")
        except ValueError:
            yield finding("transfer-day", row.day, "a day", row.day)
            continue
        late = noon.timestamp() + NEAR < row.last
        early = row.first < noon.timestamp() - NEAR
        if late or (early and (noon - timedelta(days=1)).date().isoformat() not in closed):
            yield finding("transfer-day", row.day, row.day, (row.first, row.last))


def check_nobodys(store: Store) -> Iterator[Finding]:
    """Rows that name a unit which does not exist."""
    u = schema.units
    with store.engine.connect() as connection:
        for table in (
            schema.steps, schema.rounds, schema.stays, schema.orders, schema.memories, schema.duty,
            schema.archived_units,
        ):  # fmt: skip
            unknown = table.c.unit_id.not_in(select(u.c.id))
            for name in connection.execute(select(table.c.unit_id).where(unknown).distinct()):
                yield finding("nobodys", f"{table.name} {name[0]}", "a unit", None)
