"""Whatever is changed in the database by whoever has it, the audit finds, and says where: every
column of every table, one value of one row. What it does not find is listed here with the reason,
as docs/security.md has it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Column, Table, create_engine
from sqlalchemy.pool import StaticPool

from tapete.floor.audit.findings import Finding
from tapete.floor.audit.whole import audit
from tapete.floor.money.ledger import MAKERS
from tapete.floor.storage import schema
from tapete.floor.storage.picture import _OneTransaction
from tapete.floor.storage.store import Store
from tests.floor.small_casino import made

RUNNING = "says which process runs what, and how long; nothing that was played follows from it"
COMING_IN = "opens a door and proves nothing: who comes in is in the audit log, what he did signed"
SNAPSHOT = "a copy to begin from; place, hash and chips are checked, and all that was played since"
ORDER = "where a row stands; what comes before what, the chain of hashes says"
EXCUSED = {
    "casino.key": RUNNING, "casino.value": RUNNING,
    "nodes.id": RUNNING, "nodes.address": RUNNING, "nodes.seen": RUNNING,
    "units.node": RUNNING, "units.epoch": RUNNING, "units.leased_until": RUNNING,
    "sessions.token": COMING_IN, "sessions.person": COMING_IN, "sessions.csrf": COMING_IN,
    "sessions.created": COMING_IN, "sessions.expires": COMING_IN, "people.password": COMING_IN,
    "factors.name": COMING_IN, "factors.credential": COMING_IN, "factors.count": COMING_IN,
    "factors.used": COMING_IN,
    "memories.step": SNAPSHOT, "memories.body": SNAPSHOT, "closing_heads.memory": SNAPSHOT,
    "archived_units.memory": SNAPSHOT, "audit.n": ORDER,
}  # fmt: skip
WHERE = {
    "accounts": "balance > 0",
    "casino": "key = 'inner'",
    "stays": "until_step IS NULL",
    "aggregate_entries": "kind = 'progresivo' AND unit_id != ''",
    "aggregate_entries.id": "kind = 'tickets' AND id = 'juego'",
    "aggregate_entries.memory": "memory IS NOT NULL",
    "stays.until_step": "unit_id = 'pozo-1'",
    "stays.until_round": "unit_id = 'pozo-1'",
    "rounds": "unit_id = 'jugado-mesa-1'",
    "steps": "unit_id = 'pozo-1' AND number BETWEEN 35 AND 37",
    "papers.until": "until IS NOT NULL",
    "papers.mark": "mark IS NOT NULL",
    "people.password": "password IS NOT NULL",
    "closing_heads.memory": "memory IS NOT NULL",
    "orders": "opened",
    "transfers": "id LIKE 'pozo-1:%'",
}
"""Which rows are changed, where not any will do."""


@pytest.fixture(scope="module")
def casino(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Store, sqlite3.Connection]]:
    folder = tmp_path_factory.mktemp("casino")
    url = f"sqlite:///{folder}/casino.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tapete.floor.kernel.keeper.MEMORY_EVERY", 5)
        patch.setattr("tapete.floor.aggregates.shared.MEMORY_EVERY", 2)
        asyncio.run(made(url, folder / "archive"))
    raw = sqlite3.connect(folder / "casino.db", factory=_OneTransaction, isolation_level=None)
    store = Store(url, create_engine("sqlite://", creator=lambda: raw, poolclass=StaticPool))
    assert list(audit(store)) == []
    yield store, raw
    store.close()


def columns() -> list[tuple[Table, Column[Any]]]:
    return [(table, one) for table in schema.metadata.sorted_tables for one in table.columns]


def changed(value: Any, column: Column[Any], bit: int = 1) -> Any:
    """Another value: one byte of a text or of bytes, another number."""
    if isinstance(column.type, Boolean):
        return 1 - value
    if isinstance(value, str):
        middle = len(value) // 2
        sign = chr(ord(value[middle]) ^ bit) if value else "x"
        return f"{value[:middle]}{sign}{value[middle + 1 :]}"
    if isinstance(value, bytes):
        middle = len(value) // 2
        return value[:middle] + bytes([value[middle] ^ bit]) + value[middle + 1 :]
    return value + bit


def change(raw: sqlite3.Connection, table: Table, column: Column[Any]) -> tuple[Any, ...]:
    """Change a column of one row; gives the key of the row."""
    name = f"{table.name}.{column.name}"
    where = WHERE.get(name, WHERE.get(table.name, "1"))
    keys = ", ".join(f'"{one.name}"' for one in table.primary_key)
    query = f'SELECT "{column.name}", {keys} FROM {table.name} WHERE {where}'
    query = f'{query} AND "{column.name}" IS NOT NULL ORDER BY {keys} DESC'
    value, *key = raw.execute(query).fetchone()
    mine = " AND ".join(f'"{one.name}" = ?' for one in table.primary_key)
    update = f'UPDATE {table.name} SET "{column.name}" = ? WHERE {mine}'
    for bit in range(1, 128):  # a key may be taken
        try:
            assert raw.execute(update, (changed(value, column, bit), *key)).rowcount == 1
            return tuple(key)
        except sqlite3.IntegrityError:
            continue
    raise AssertionError(f"{name} cannot be changed")


def found_in(store: Store) -> list[Finding]:
    """The first thing that is found, if anything is."""
    return [one for one, _ in zip(audit(store), range(1), strict=False)]


CHECKED = [
    pytest.param(table, column, id=f"{table.name}.{column.name}")
    for table, column in columns()
    if f"{table.name}.{column.name}" not in EXCUSED
]


@pytest.mark.clause("CAT-I.6-03")
@pytest.mark.parametrize(("table", "column"), CHECKED)
def test_whatever_is_changed_is_found(
    casino: tuple[Store, sqlite3.Connection], table: Table, column: Column[Any]
) -> None:
    store, raw = casino
    raw.execute("BEGIN")
    try:
        key = change(raw, table, column)
        found = found_in(store)
    finally:
        raw.execute("ROLLBACK")
    assert found, f"{key} was changed and nothing is found"


@pytest.mark.clause("CAT-I.6-03")
@pytest.mark.parametrize("unit", ["pozo-1", "jugado-mesa-1", "bingo-1"])
def test_the_record_of_the_last_round_is_missed(
    casino: tuple[Store, sqlite3.Connection], unit: str
) -> None:
    """A record in the middle is missed by the one that goes on from it; after the last is none."""
    store, raw = casino
    raw.execute("BEGIN")
    try:
        query = "SELECT max(round) FROM steps WHERE unit_id = ?"
        [begun] = raw.execute(query, (unit,)).fetchone()
        last = "unit_id = ? AND number >= ?"
        raw.execute(f"DELETE FROM rounds WHERE {last}", (unit, max(begun - 1, 1)))
        found = list(audit(store))
    finally:
        raw.execute("ROLLBACK")
    assert any(one.what == "record-row" and one.where.startswith(unit) for one in found)


def test_what_is_excused_is_written_down_and_is_not_found(
    casino: tuple[Store, sqlite3.Connection],
) -> None:
    store, raw = casino
    page = (Path(__file__).parents[2] / "docs" / "security.md").read_text("utf-8")
    names = {f"{table.name}.{column.name}" for table, column in columns()}
    assert not EXCUSED.keys() - names
    assert not [name for name in EXCUSED if f"`{name}`" not in page]
    raw.execute("BEGIN")
    try:
        for table, column in reversed(columns()):  # keys last
            if EXCUSED.get(f"{table.name}.{column.name}", SNAPSHOT) != SNAPSHOT:
                change(raw, table, column)
        found = list(audit(store))
    finally:
        raw.execute("ROLLBACK")
    assert found == []


def test_whoever_moves_money_beside_the_units_is_known_by_name(
    casino: tuple[Store, sqlite3.Connection],
) -> None:
    """No unit may be called as he is: its movements are told from others by how their ids begin."""
    store, raw = casino
    units = {spec.id for spec in store.specs()}
    ids = [id for (id,) in raw.execute("SELECT id FROM transfers")]
    makers = {id.partition(":")[0].partition("/")[0] for id in ids} - units
    assert makers and makers <= {*MAKERS}
