"""Thousands of commands, retries, crashes and reorderings over a storage that fails: whatever
happens, the ledger, the log, the tables and the clients agree."""

from __future__ import annotations

import os

import pytest

from tapete.chance import seeded
from tests.floor.casino import chain_of, opened
from tests.floor.simulation import simulate, spec
from tests.floor.storage import MemoryStore, Staged

SEEDS = int(os.environ.get("TAPETE_SEEDS", "240"))
AT_ONCE = 20


@pytest.mark.parametrize("block", range(0, SEEDS, AT_ONCE))
def test_nothing_is_lost_or_doubled_whatever_fails(block: int) -> None:
    steps = failures = 0
    for n in range(block, min(block + AT_ONCE, SEEDS)):
        written = simulate(f"seed {n}", commands=30)
        steps += written.steps
        failures += written.failures
    assert steps > AT_ONCE * 5 and failures > AT_ONCE


def test_the_same_seed_is_the_same_run() -> None:
    assert simulate("again", commands=80) == simulate("again", commands=80)


def test_a_transaction_that_is_undone_leaves_no_trace() -> None:
    table = spec("big-six")
    store, hosted = MemoryStore(table), chain_of(table)
    epoch = store.lease(table.id, "node")
    before = store.written()
    staged = Staged()
    store.write_step(staged, hosted.apply(opened(hosted)), epoch, hosted.memory())
    assert store.written() != before
    for undo in reversed(staged.undo):
        undo()
    assert store.written() == before and store.memory == (None, 0) and not store.commands


def test_every_kind_of_trouble_comes_up() -> None:
    """A seed gives calm, some or much trouble; all are among those played here."""
    assert {seeded(f"seed {n}")(3) for n in range(SEEDS)} == {0, 1, 2}
