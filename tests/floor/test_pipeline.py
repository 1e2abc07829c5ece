"""Statements sent to PostgreSQL one behind the other, and waited for once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError

from tapete.floor.storage import schema
from tapete.floor.storage.engine import Untouched, at_once, inserting, updating
from tapete.floor.storage.store import Store
from tests.floor.postgres import fresh_database


@pytest.fixture
def store(postgres: str) -> Iterator[Store]:
    store = Store(fresh_database(postgres))
    store.create()
    yield store
    store.close()


def held(store: Store) -> dict[str, int]:
    with store.engine.connect() as connection:
        rows = connection.execute(schema.accounts.select())
        return {row.id: row.balance for row in rows}


def test_what_is_sent_together_is_written_together(store: Store) -> None:
    opening = inserting(store.engine, schema.accounts)
    adding = updating(store.engine, schema.accounts, "balance = balance + column2", 2,
                      "accounts.id = column1")  # fmt: skip
    with store.writing() as connection, at_once(connection):
        opening.run(connection, [(f"a{n}", 0, False) for n in range(70)])
        adding.run(connection, [("a0", 5), ("a69", 7)], every=True)
    assert len(held(store)) == 70
    assert (held(store)["a0"], held(store)["a69"]) == (5, 7)


def test_a_row_that_is_not_there_is_noticed_at_the_end_and_nothing_stays(store: Store) -> None:
    opening = inserting(store.engine, schema.accounts)
    adding = updating(store.engine, schema.accounts, "balance = balance + column2", 2,
                      "accounts.id = column1")  # fmt: skip
    with pytest.raises(Untouched), store.writing() as connection, at_once(connection):
        adding.run(connection, [("nobody", 5)], every=True)
        opening.run(connection, [("a", 0, False)])
    assert held(store) == {}


def test_what_the_database_refuses_is_raised_as_ever_and_the_connection_goes_on(
    store: Store,
) -> None:
    opening = inserting(store.engine, schema.accounts)
    with pytest.raises(IntegrityError), store.writing() as connection, at_once(connection):
        opening.run(connection, [("a", 0, False)])
        opening.run(connection, [("a", 0, False)])
        opening.run(connection, [("b", 0, False)])
    assert held(store) == {}
    with store.writing() as connection:
        opening.run(connection, [("b", 0, False)])
    assert held(store) == {"b": 0}


def test_a_connection_that_is_cut_meanwhile_is_not_used_again(store: Store) -> None:
    opening = inserting(store.engine, schema.accounts)
    with pytest.raises(OperationalError), store.writing() as connection:
        mine = connection.execute(text("SELECT pg_backend_pid()")).scalar()
        with store.engine.connect() as other:
            other.execute(text(f"SELECT pg_terminate_backend({mine}, 5000)"))
        with at_once(connection):
            opening.run(connection, [("a", 0, False)])
    with store.writing() as connection, at_once(connection):
        opening.run(connection, [("b", 0, False)])
    assert held(store) == {"b": 0}
