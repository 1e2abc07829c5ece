"""A round read again: how the felt looked after each of its events, and who sat there.

Whoever may read a record sees all of it: covered cards, and what was said to one seat alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import func, select

from tapete.core.round.acta import BrokenRecord, after_in, read_event, read_record, whole
from tapete.core.round.ask import Ask
from tapete.core.round.event import Event
from tapete.core.round.felt import Felt
from tapete.core.round.record import Record
from tapete.core.round.replay import Divergence, StateMissing, replay
from tapete.floor.kernel.port import Kept
from tapete.floor.people.presence import seated
from tapete.floor.storage import schema
from tapete.floor.storage.kept_actas import in_full
from tapete.floor.storage.store import Store, kept_of, step_rows
from tapete.systems.rounds import find

BACK = 40
"""Rounds before it from which the felt is folded: results to show, and what stood over."""


FEW = 4
"""Records read at once to find one that says which state it leaves."""


class Played(NamedTuple):
    """A round as it was written down: the step it ended with, when, and its record."""

    table: str
    number: int
    step: int
    at: float
    acta: str
    before: Mapping[str, Any] | None = None
    """The state the record before leaves behind, where this one goes on from it."""

    @property
    def record(self) -> Record:
        """Raises `BrokenRecord` if somebody touched it."""
        return read_record(self.acta)

    @property
    def game(self) -> str:
        """The round that was played."""
        return self.record.header.game

    @property
    def whole(self) -> str:
        """The record with the state it began with, to be played again by itself."""
        try:
            return whole(self.acta, self.before)
        except BrokenRecord:
            return self.acta


class Moment(NamedTuple):
    """The round after one of its events: the felt as it lay, and what was asked then."""

    event: Event
    felt: Felt
    ask: Ask[object] | None


def find_played(store: Store, table: str, number: int, step: int | None = None) -> Played | None:
    """A round of a table; the shuffle before it by the step that it ended with. None: there was
    none, or it was archived."""
    r, a = schema.rounds, schema.archived_units
    gone = select(a.c.step).where(a.c.unit_id == table).scalar_subquery()
    there = (r.c.unit_id == table) & (r.c.number == number) & (r.c.step > func.coalesce(gone, 0))
    query = select(r).where(there)
    if step is not None:
        query = query.where(r.c.step == step)
    with store.engine.connect() as connection:
        row = connection.execute(query.order_by(r.c.step.desc())).first()
    if row is None:
        return None
    before = state_before(store, row.unit_id, row.step)
    (acta,) = in_full(store, row.unit_id, [row.acta])
    return Played(row.unit_id, row.number, row.step, row.at, acta, before)


def state_before(store: Store, unit: str, step: int) -> Mapping[str, Any] | None:
    """The state a unit was left in by the records that ended before a step."""
    r = schema.rounds
    query = select(r.c.step, r.c.acta).where(r.c.unit_id == unit).order_by(r.c.step.desc())
    while True:
        with store.engine.connect() as connection:
            rows = connection.execute(query.where(r.c.step < step).limit(FEW)).all()
        for row in rows:
            found = after_in(row.acta, None)
            if found is not None:  # else it was voided, and left what it had found
                return found
            step = row.step
        if len(rows) < FEW:
            return None


def steps_of(store: Store, played: Played) -> list[Kept]:
    """The steps of the log in which a round was played, or an act carried out: those since the
    record before it. An act uses no number up, so the step it ended with bears the number of the
    round before, and is known by its own."""
    s, r = schema.steps, schema.rounds
    with store.engine.connect() as connection:
        before = connection.execute(
            select(func.max(r.c.step)).where(r.c.unit_id == played.table, r.c.step < played.step)
        ).scalar()
        mine = (
            (s.c.unit_id == played.table)
            & ((s.c.round == played.number) | (s.c.number == played.step))
            & (s.c.number > (before or 0))
            & (s.c.number <= played.step)
        )
        return [
            kept_of(row) for row in connection.execute(step_rows().where(mine).order_by(s.c.number))
        ]


def moments(played: Played, felt: Felt) -> Iterator[Moment]:
    """The round event by event, on the felt as it lay when it began. What the rules asked is known
    if it still plays the same."""
    record = played.record
    asks: dict[int, Ask[object]] = {}
    try:
        for told, ask, _ in replay(record, find, played.before).steps:
            asks.setdefault(told, ask)
    except (Divergence, StateMissing):
        pass
    for n, event in enumerate(record.events, 1):
        _try(felt, shown(event))
        yield Moment(event, felt, asks.get(n))


def felt_before(store: Store, played: Played, mine: Sequence[Kept]) -> Felt:
    """The felt when the round began, by what was told at the table in the rounds before its own
    steps."""
    s = schema.steps
    first = mine[0].number if mine else played.step
    r = schema.rounds
    long_ago = (r.c.unit_id == played.table) & (r.c.number == played.number - BACK - 1)
    with store.engine.connect() as connection:
        since = connection.execute(select(func.max(r.c.step)).where(long_ago)).scalar() or 0
        query = (
            select(s.c.events)
            .where(s.c.unit_id == played.table, s.c.number > since, s.c.number < first)
            .where(s.c.round >= played.number - BACK)
            .order_by(s.c.number)
        )
        lines = [line for row in connection.execute(query) for line in row.events.split("\n")]
    felt = Felt()
    for line in lines:
        if line:
            _try(felt, shown(read_event(line)))
    felt.net.clear()
    for bet, stakes in list(felt.chips.items()):  # what was put down before the first of them
        felt.chips[bet] = {seat: amount for seat, amount in stakes.items() if amount > 0}
    return felt


def _try(felt: Felt, event: Event) -> None:
    with suppress(KeyError, IndexError):  # a card that was dealt before the first of them
        felt.tell(event)


def shown(event: Event) -> Event:
    """An event without its audience, for a viewer who may know it."""
    return msgspec.structs.replace(event, audience=()) if event.audience else event


def players_of(store: Store, played: Played, steps: Sequence[Kept]) -> dict[int, str]:
    """Who sat where while a round was played, also whoever left with it."""
    first, last = (steps[0].number, steps[-1].number) if steps else (played.step, played.step)
    with store.engine.connect() as connection:
        before = seated(connection, played.table, first - 1)
        return {**before, **seated(connection, played.table, last)}
