"""Databases of older and newer versions, and backups."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, select, text

from tapete.floor import schema
from tapete.floor.migrations import NewerDatabase, Unversioned, head, scripts, upgrade
from tapete.floor.store import Store


@pytest.fixture
def empty(url: str) -> Iterator[Store]:
    found = Store(url)
    yield found
    found.close()


def differences(store: Store) -> list[object]:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, schema.metadata))


def test_a_new_database_has_the_schema_of_this_version(empty: Store) -> None:
    empty.create()
    assert differences(empty) == []
    with empty.engine.connect() as connection:
        said = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    assert said == head()


def test_constraints_of_money_are_in_the_migrated_database_too(empty: Store) -> None:
    """What keeps an account above zero is a check that comparing columns does not see."""
    empty.create()
    there = inspect(empty.engine)
    for table in schema.metadata.tables.values():
        checks = {c.name for c in table.constraints if type(c).__name__ == "CheckConstraint"}
        assert checks == {c["name"] for c in there.get_check_constraints(table.name)}, table.name
        uniques = {c.name for c in table.constraints if type(c).__name__ == "UniqueConstraint"}
        named = {c["name"] for c in there.get_unique_constraints(table.name)}
        assert {name for name in uniques if name} <= named, table.name


def test_a_snapshot_of_the_first_version_is_found_again(empty: Store) -> None:
    with empty.writes.begin() as connection:
        upgrade(connection, "0001")
        connection.execute(text(
            "INSERT INTO tables (id, spec, epoch, leased_until, memory, memory_step, steps) VALUES "
            "('con', '{}', 1, 0, :memory, 20, 31), ('sin', '{}', 0, 0, NULL, 0, 5)"
        ), {"memory": b"{}"})  # fmt: skip
    empty.create()
    with empty.engine.connect() as connection:
        kept = connection.execute(select(schema.memories)).all()
        steps = connection.execute(select(schema.tables.c.id, schema.tables.c.steps)).all()
    assert [(row.table_id, row.step, bytes(row.body)) for row in kept] == [("con", 20, b"{}")]
    assert {row.id: row.steps for row in steps} == {"con": 31, "sin": 5}


def test_starting_again_changes_nothing(empty: Store) -> None:
    empty.create()
    empty.create()
    assert differences(empty) == []


def test_a_database_of_a_newer_version_is_refused_and_left_alone(empty: Store) -> None:
    empty.create()
    with empty.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerDatabase, match="9999"):
        empty.create()
    with empty.engine.connect() as connection:
        kept = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    assert kept == "9999"


def test_a_database_without_a_version_is_refused(empty: Store) -> None:
    schema.metadata.create_all(empty.engine)
    with pytest.raises(Unversioned):
        empty.create()


def test_revisions_stand_in_one_line() -> None:
    assert len(scripts().get_heads()) == 1
