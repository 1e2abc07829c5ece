"""A round read again: how the felt looked after each of its events, and who sat there.

Whoever may read a record sees all of it: covered cards, and what was said to one seat alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

import msgspec
from sqlalchemy import func, select

from tapete.core.ask import Ask
from tapete.core.event import Event, SeatFreed, SeatTaken
from tapete.core.felt import Felt
from tapete.core.record import Divergence, Record, read_event, read_record, replay
from tapete.floor import schema
from tapete.floor.port import Kept
from tapete.floor.store import Store, kept_of
from tapete.games.registry import find

BACK = 40
"""Rounds before it from which the felt is folded: results to show, and what stood over."""
TAKEN, FREED = "! seat-taken ", "! seat-freed "


class Played(NamedTuple):
    """A round as it was written down: the step it ended with, when, and its record."""

    table: str
    number: int
    step: int
    at: float
    acta: str

    @property
    def record(self) -> Record:
        """Raises `BrokenRecord` if somebody touched it."""
        return read_record(self.acta)


class Moment(NamedTuple):
    """The round after one of its events: the felt as it lay, and what was asked then."""

    event: Event
    felt: Felt
    ask: Ask[object] | None


def find_played(store: Store, table: str, number: int, step: int | None = None) -> Played | None:
    """A round of a table; the shuffle before it by the step that it ended with."""
    r = schema.rounds
    query = select(r).where(r.c.table_id == table, r.c.number == number)
    if step is not None:
        query = query.where(r.c.step == step)
    with store.engine.connect() as connection:
        row = connection.execute(query.order_by(r.c.step.desc())).first()
    return None if row is None else Played(row.table_id, row.number, row.step, row.at, row.acta)


def steps_of(store: Store, played: Played) -> list[Kept]:
    """The steps of the log in which a round was played."""
    s, r = schema.steps, schema.rounds
    with store.engine.connect() as connection:
        before = connection.execute(
            select(func.max(r.c.step)).where(r.c.table_id == played.table, r.c.step < played.step)
        ).scalar()
        mine = (
            (s.c.table_id == played.table)
            & (s.c.round == played.number)
            & (s.c.number > (before or 0))
            & (s.c.number <= played.step)
        )
        return [
            kept_of(row) for row in connection.execute(select(s).where(mine).order_by(s.c.number))
        ]


def moments(store: Store, played: Played) -> Iterator[Moment]:
    """The round event by event. What the rules asked is known if it still plays the same."""
    record = played.record
    asks: dict[int, Ask[object]] = {}
    try:
        for told, ask, _ in replay(record, find).steps:
            asks.setdefault(told, ask)
    except Divergence:
        pass
    base = felt_before(store, played)
    for n, event in enumerate(record.events, 1):
        _try(base, shown(event))
        yield Moment(event, base, asks.get(n))


def felt_before(store: Store, played: Played) -> Felt:
    """The felt when the round began, by what was told at the table in the rounds before."""
    s = schema.steps
    mine = steps_of(store, played)
    first = mine[0].number if mine else played.step
    query = (
        select(s.c.events)
        .where(s.c.table_id == played.table, s.c.number < first)
        .where(s.c.round >= played.number - BACK)
        .order_by(s.c.number)
    )
    with store.engine.connect() as connection:
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
    """The same event, for somebody who may know it."""
    return msgspec.structs.replace(event, audience=()) if event.audience else event


def seated(store: Store, table: str, step: int) -> dict[int, str]:
    """Who sat where before a step was done."""
    s = schema.steps
    moved = s.c.events.contains(TAKEN) | s.c.events.contains(FREED)
    query = select(s.c.events).where(s.c.table_id == table, s.c.number <= step, moved)
    there: dict[int, str] = {}
    with store.engine.connect() as connection:
        for row in connection.execute(query.order_by(s.c.number)):
            _seat(there, row.events.split("\n"))
    return there


def _seat(there: dict[int, str], lines: Iterable[str]) -> None:
    for line in lines:
        if not line.startswith((TAKEN, FREED)):
            continue
        match read_event(line):
            case SeatTaken() as event:
                there[event.seat] = event.player
            case SeatFreed() as event:
                there.pop(event.seat, None)
