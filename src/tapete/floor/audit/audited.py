"""Which closes were audited: noted in the audit log, so that the next audit can begin there."""

from __future__ import annotations

import json

from sqlalchemy import func, select

from tapete.core.book.refused import Fact, Refused
from tapete.floor.money.closing import heads_at
from tapete.floor.people.register import Register
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store

RECORDS = "CAT-I.6-03"
PASSED = "audit.passed"
LAST = "last"
"""Asks for the last close that was audited."""


def start_of(store: Store, asked: str) -> str | None:
    """The close an audit begins at: this day's, or the last audited. None was asked: everything is
    audited. Raises `Refused` where an audit cannot begin at it."""
    if not asked:
        return None
    day = last_audited(store) if asked == LAST else asked
    if day is None:
        raise Refused(RECORDS, "nothing-audited")
    with store.engine.connect() as connection:
        closed = select(schema.days.c.day).where(schema.days.c.day == day)
        if connection.execute(closed).scalar() is None:
            raise Refused(RECORDS, "day-not-closed", day=day[:20])
        heads = heads_at(connection, day)
    if heads and all(head.memory is None for head in heads.values()):
        raise Refused(RECORDS, "close-too-old", day=day)
    return day


def last_close(store: Store) -> str | None:
    """The day closed last."""
    with store.engine.connect() as connection:
        found: str | None = connection.execute(select(func.max(schema.days.c.day))).scalar()
    return found


def last_audited(store: Store) -> str | None:
    """The last close up to which everything was audited and found to fit."""
    noted = [json.loads(row.facts)["day"] for row in Register(store).entries(PASSED)]
    return max(noted, default=None)


def note_passed(db: str, by: str, since: str | None, close: str | None, now: float) -> None:
    """Write down that everything was found to fit up to a close, if there was one."""
    if close is None:
        return
    store = Store(db)
    try:
        with store.writing() as connection:
            facts: dict[str, Fact] = {"day": close, "since": since}
            Register(store).note(connection, by, PASSED, facts, now)
    finally:
        store.close()
