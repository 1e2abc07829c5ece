"""Rows of many, of which one cannot be written: whoever undoes his part of a transaction finds
nothing of them left."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import IntegrityError

from tapete.floor.storage import schema
from tapete.floor.storage.engine import inserting, updating
from tapete.floor.storage.store import Store

MANY = 70
"""More than go into one statement."""


def balances(store: Store) -> dict[str, int]:
    with store.engine.connect() as connection:
        return {row.id: row.balance for row in connection.execute(schema.accounts.select())}


def test_of_new_rows_of_which_one_is_there_already_none_stays(store: Store) -> None:
    before = balances(store)
    opening = inserting(store.engine, schema.accounts)
    rows = [*((f"a{n:02}", 0, False) for n in range(MANY)), ("a07", 0, False)]
    with store.writing() as connection:
        opening.run(connection, [("kept", 5, False)])
        with pytest.raises(IntegrityError), connection.begin_nested():
            opening.run(connection, rows)
    assert balances(store) == {**before, "kept": 5}


def test_of_accounts_of_which_one_would_fall_below_zero_none_changes(store: Store) -> None:
    opening = inserting(store.engine, schema.accounts)
    adding = updating(
        store.engine, schema.accounts, "balance = balance + column2", 2, "accounts.id = column1"
    )
    accounts = [f"a{n:02}" for n in range(MANY)]
    with store.writing() as connection:
        opening.run(connection, [(one, 10, False) for one in accounts])
    before = balances(store)
    with store.writing() as connection:
        changes = [(one, -11 if one == "a63" else 1) for one in accounts]
        with pytest.raises(IntegrityError), connection.begin_nested():
            adding.run(connection, changes)
    assert balances(store) == before
