"""What stands in the log is packed on the disk, and read back to the letter."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, text, update

from tapete.chance import seeded
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.chain import Step
from tapete.floor.people.presence import write_presence
from tapete.floor.rounds.replays import find_played
from tapete.floor.storage import schema
from tapete.floor.storage.migrations import upgrade
from tapete.floor.storage.packing import MARK, NUMBER, packed, unpacked
from tapete.floor.storage.store import Store, row_of
from tests.floor.casino import (
    chain_of,
    give_chips,
    leased,
    opened,
    something,
    spec,
    try_apply,
)
from tests.floor.years import Years

GIVEN_OUT = {1: "2598b8b9f6e46d1477ac0b486f6c365c629e15c45fef48ca95cb551c8bfc442c"}
"""Of the words that were given out, their digest: what was packed with them is read with them."""
PARTS = {"steps": ("envelope", "events"), "rounds": ("acta",)}


@given(st.text())
def test_any_text_is_read_back_to_the_letter(said: str) -> None:
    assert unpacked(packed(said)) == said
    assert unpacked(packed(f"! {said}\n" * 9)) == f"! {said}\n" * 9


def test_words_that_were_given_out_never_change() -> None:
    for number, digest in GIVEN_OUT.items():
        words = (files("tapete.floor.storage") / f"words-{number}.txt").read_bytes()
        assert hashlib.sha256(words).hexdigest() == digest
    assert max(GIVEN_OUT) == NUMBER


@pytest.mark.parametrize("where", [1, 2, -1])
def test_what_is_damaged_is_read_as_something_else_and_never_breaks_a_reader(where: int) -> None:
    whole = packed('! announced what="hagan-juego" [CAT-I.3.2-07]\n' * 3)
    assert whole[:1] == MARK
    hurt = bytearray(whole)
    hurt[where] ^= 0x55
    for one in (bytes(hurt), whole[:-2], whole + b" "):
        assert unpacked(one) != unpacked(whole)


def raw(store: Store, table: str, column: str) -> list[Any]:
    with store.engine.connect() as connection:
        return list(connection.execute(text(f"SELECT {column} FROM {table}")).scalars())


def test_the_log_takes_less_than_half_of_its_text_on_the_disk(store: Store) -> None:
    casino = Years(store)
    casino.play(120)
    for table, columns in PARTS.items():
        for column in columns:
            kept = [one for one in map(bytes, raw(store, table, column)) if one]
            said = sum(len(unpacked(one).encode()) for one in kept)
            assert sum(map(len, kept)) < said * 0.5, column
    assert {len(bytes(one)) for one in raw(store, "steps", "hash")} == {32}
    assert list(audit(store)) == []


def laid_down(connection: Connection, table: str, row: dict[str, Any]) -> None:
    names = ", ".join(f'"{name}"' for name in row)
    marks = ", ".join(f":{name}" for name in row)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), row)


def test_a_log_of_the_version_before_is_read_and_goes_on(nothing: str) -> None:
    """Its texts were written as they are: they are replayed, audited and added to."""
    store, table, pick = Store(nothing), spec("big-six"), seeded("before")
    chain = chain_of(table)
    with store.writes.begin() as connection:
        upgrade(connection, "0014")
    store.add(table)
    give_chips(store)
    with store.writes.begin() as connection:
        steps = [chain.apply(opened(chain))]
        steps += [
            s for _ in range(60) if isinstance(s := try_apply(chain, something(chain, pick)), Step)
        ]
        for step in steps:
            laid_down(connection, "steps", row_of(step) | {"envelope": step.text})
            store.post(connection, step.transfers, step.envelope.at)
            if step.record is not None:
                number, game = step.record.header.number, step.record.header.game
                laid_down(connection, "rounds", {
                    "unit_id": step.unit, "step": step.number, "number": number, "game": game,
                    "at": step.envelope.at, "acta": step.kept,
                })  # fmt: skip
        for step in steps:
            write_presence(connection, [step])
        connection.execute(update(schema.units).values(steps=chain.steps))
    store.create()
    again, epoch = chain_of(table), leased(store, table.id)
    store.load(again)
    assert (again.hash, [kept.lines for kept in store.log(table.id)]) == (
        chain.hash, [step.lines for step in steps],
    )  # fmt: skip
    ended = next(
        step for step in steps if step.record is not None and step.record.header.act is None
    )
    played = find_played(store, table.id, ended.record.header.number, ended.number)
    assert played is not None and played.acta == ended.acta
    more = (try_apply(again, something(again, pick)) for _ in range(60))
    for step in more:
        if isinstance(step, Step):
            store.append(step, epoch)
    assert again.steps > chain.steps and list(audit(store)) == []
    store.close()
