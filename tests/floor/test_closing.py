"""What is written down with the close of a day, and audits that begin at one."""

from __future__ import annotations

from contextlib import closing

import pytest
from sqlalchemy import select, update

from tapete.core.book.refused import Refused
from tapete.floor.audit.audited import LAST, note_passed, start_of
from tapete.floor.audit.whole import audit
from tapete.floor.money.closing import SNAPSHOTS, balances_at, heads_at
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tests.floor.years import DAYS, Years


def findings(url: str, since: str | None = None) -> set[str]:
    """What an audit finds that has seen nothing of the casino before."""
    with closing(Store(url)) as fresh:
        return {one.what for one in audit(fresh, since=since)}


def test_what_every_account_held_at_a_close_is_read_without_its_history(store: Store) -> None:
    casino = Years(store)
    seen = []
    for _ in range(3):
        casino.play()
        seen.append((casino.close(), {a.text: n for a, n in store.balances().items()}))
    casino.play()
    with store.engine.connect() as connection:
        for day, held in seen:
            assert {a: n for a, n in balances_at(connection, day).items() if n} == held
        heads = heads_at(connection, seen[-1][0])
    assert set(heads) == {"mesa-1", "mesa-2"} and all(head.memory for head in heads.values())
    assert not list(audit(store))


def test_an_audit_from_a_close_finds_what_came_after_and_trusts_what_was_noted(
    store: Store, url: str
) -> None:
    casino = Years(store)
    casino.past(3)
    assert not list(audit(store, since=DAYS[2]))
    with pytest.raises(Refused, match="nothing-audited"):
        start_of(store, LAST)
    note_passed(url, "auditor", None, DAYS[2], 1.0)
    assert start_of(store, LAST) == DAYS[2]
    s = schema.steps
    with store.engine.connect() as connection:
        head = heads_at(connection, DAYS[2])["mesa-1"].step
    for step, found in ((head + 1, True), (2, False)):  # touched after the close, and long before
        mine = (s.c.unit_id == "mesa-1") & (s.c.number == step)
        with store.writing() as connection:
            before = connection.execute(select(s.c.envelope).where(mine)).scalar_one()
            connection.execute(update(s).where(mine).values(envelope=f"{before} "))
        kinds = findings(url, DAYS[2])
        assert ("chain" in kinds) is found, (step, kinds)
        assert "chain" in findings(url)
        with store.writing() as connection:
            connection.execute(update(s).where(mine).values(envelope=before))
    c = schema.closing_balances
    with store.writing() as connection:
        changed = update(c).where(c.c.account == "boveda")
        connection.execute(changed.values(balance=c.c.balance - 1))
    assert {"balance", "closing-noted"} <= findings(url, DAYS[2])


def test_snapshots_of_old_closes_are_not_kept_and_an_audit_cannot_begin_there(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert SNAPSHOTS > 7
    monkeypatch.setattr("tapete.floor.money.closing.SNAPSHOTS", 2)
    casino = Years(store)
    casino.past(4)
    assert start_of(store, DAYS[2]) == DAYS[2]
    for day, code in ((DAYS[0], "close-too-old"), (DAYS[7], "day-not-closed")):
        with pytest.raises(Refused, match=code):
            start_of(store, day)
    assert not list(audit(store)) and not list(audit(store, since=DAYS[3]))
