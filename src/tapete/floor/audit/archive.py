"""The audit of an archive: its seals, its chains of files and of steps, its records played again,
its transfers added up; and that the casino it came from says the same of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import select

from tapete.floor.audit.findings import Finding, finding
from tapete.floor.audit.whole import after_record, check_record
from tapete.floor.kernel.chain import FIRST as NOTHING
from tapete.floor.kernel.chain import Memory, link
from tapete.floor.money.closing import archived_balances
from tapete.floor.storage import schema
from tapete.floor.storage.archive import last_seal
from tapete.floor.storage.archive_file import FIRST, Broken, files_in, full_rows_in, seal_in
from tapete.floor.storage.packing import whole
from tapete.floor.storage.store import Store


def check_archive(folder: Path, store: Store) -> Iterator[Finding]:
    """Findings inside the files of an archive, and between the archive and its casino."""
    hashes: dict[str, tuple[int, str]] = {}
    left: dict[str, Any] = {}
    held: Counter[str] = Counter()
    before = FIRST
    for file in files_in(folder):
        try:
            head, seal = seal_in(file)
        except Broken as error:
            yield finding("archive", file.name, "a sealed file", error)
            return
        if head.before != before:
            yield finding("archive", file.name, before, head.before)
            return
        before = seal
        for table, row in full_rows_in(file):
            if table == "steps":
                yield from _follows(hashes, row)
            elif table == "rounds":
                unit = row["unit_id"]
                state = left.get(unit) or head.states.get(unit)
                yield from check_record(f"{unit} round {row['number']}", row["acta"], state)
                left[unit] = after_record(row["acta"], state)
            elif table == "transfers":
                held[row["source"]] -= row["amount"]
                held[row["target"]] += row["amount"]
    if before != last_seal(store):
        yield finding("archive", str(folder), last_seal(store), before)
    yield from _as_left(store, hashes, held)


def _follows(hashes: dict[str, tuple[int, str]], row: dict[str, Any]) -> Iterator[Finding]:
    unit, number = row["unit_id"], row["number"]
    last, before = hashes.get(unit, (0, NOTHING))
    lines = tuple(row["events"].split("\n")) if row["events"] else ()
    text = whole(row["envelope"], row["command_id"], row["person"], row["at"])
    expected = link(before, text, lines)
    if number != last + 1 or row["hash"] != expected:
        yield finding("chain", f"{unit} step {number}", expected, row["hash"])
    hashes[unit] = (number, row["hash"])


def _as_left(
    store: Store, hashes: dict[str, tuple[int, str]], held: Counter[str]
) -> Iterator[Finding]:
    """The logs in the database go on from where those in the archive end, and so does the money."""
    a = schema.archived_units
    with store.engine.connect() as connection:
        ends = {
            row.unit_id: msgspec.json.decode(row.memory, type=Memory)
            for row in connection.execute(select(a))
        }
        there = archived_balances(connection)
    for unit, memory in ends.items():
        mine = (memory.steps, memory.hash)
        if memory.steps and hashes.get(unit) != mine:
            yield finding("archive", unit, mine, hashes.get(unit))
    for account in sorted({*there, *held}):
        if there[account] != held[account]:
            yield finding("archive", account, there[account], held[account])
            return
