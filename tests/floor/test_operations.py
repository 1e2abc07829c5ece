"""What an operator relies on: the reference of settings, metrics, logs, backups."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import httpx
import msgspec
import prometheus_client
import pytest
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

import tapete.floor.house.metrics
from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.floor.api.guard import COOKIE
from tapete.floor.audit.whole import audit, counts
from tapete.floor.house.casino import Settings
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Leave
from tests.floor.casino import chain_of, give_chips, leased, spec
from tests.floor.postgres import binaries, fresh_database
from tests.floor.server import served
from tests.floor.test_mesa import written

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"


def test_the_reference_names_every_setting_with_its_default() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \| (?:`(.*?)`)? ?\|", PAGE.read_text("utf-8"), re.MULTILINE)
    said = {name: tomllib.loads(f"x = {value}")["x"] if value else None for name, value in rows}
    wanted: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(Settings()))
    clocks = wanted.pop("clocks")
    wanted |= {"clocks": None, **{f"clocks.{name}": value for name, value in clocks.items()}}
    assert clocks == msgspec.to_builtins(Clocks())
    limits = wanted.pop("limits")
    wanted |= {"limits": None, **{f"limits.{name}": value for name, value in limits.items()}}
    assert said == wanted


def test_the_page_names_every_metric_and_no_other() -> None:
    said = set(re.findall(r"^\| `(tapete_\w+?)(?:_total)?(?:\{.*?\})?` \|", PAGE.read_text("utf-8"),
                          re.MULTILINE))  # fmt: skip
    made = [m for m in vars(tapete.floor.house.metrics).values()
            if isinstance(m, prometheus_client.metrics.MetricWrapperBase)]  # fmt: skip
    assert said == {metric._name for metric in made}


def read(address: str) -> dict[tuple[str, tuple[str, ...]], float]:
    text = httpx.get(f"{address}/metrics", timeout=600).text
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_metrics_count_what_happens_and_logs_tell_it_without_secrets(tmp_path: Path) -> None:
    async def play(address: str) -> None:
        async with Client(address) as client, client.table("big-six-1") as table:
            with pytest.raises(Refused, match="come-in-first"):
                await table.send(Leave(seat=1))  # whoever only looks sends no commands
            assert table.view.viewer == "public"
            await client.guest("Ana")
            async with client.table("big-six-1") as mine:
                await mine.sit(1, chips=50_000)
                await mine.until(lambda v: v.ask is not None and v.ask.kind == "bets")
                await mine.bet("1", 1000)
                await mine.until(lambda v: bool(v.felt.results))
                # Somebody who only looks is told the same, and sees the same felt.
                await table.until(lambda v: v.next >= mine.view.next)
                assert {e.kind for e in table.events} >= {"seat-taken", "bet-placed"}
                assert read(address)["tapete_sockets", ()] == 2
            with pytest.raises(Refused):
                await client.log_in("administrador", "no es la clave")

    password: list[str] = []
    with capture_logs() as logs, served(f"sqlite:///{tmp_path}/c.db", password=password) as address:
        before = read(address)
        asyncio.run(play(address))
        after = read(address)
    grown = {key: after[key] - before.get(key, 0.0) for key in after}
    assert grown["tapete_commands_total", ("sit", "done")] == 1
    assert grown["tapete_refused_total", ("come-in-first",)] == 1
    assert grown["tapete_rounds_total", ("big-six",)] >= 1
    for name in ("tapete_commit_seconds", "tapete_told_seconds", "tapete_batch_units"):
        assert grown[f"{name}_count", ()] >= 4, name
    assert grown["tapete_logins_refused_total", ()] == 1
    assert after["tapete_tables", ()] > 20
    events = {entry["event"] for entry in logs}
    assert events >= {"started", "unit-taken", "login-refused", "stopped"}
    assert password[0] not in str(logs) and COOKIE + "=" not in str(logs)


def test_a_backup_taken_while_the_casino_plays_is_whole(
    store: Store, url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    store.add(spec("big-six"))
    give_chips(store)
    epoch = leased(store, "mesa-1", "node-a", seconds=30)
    hosted = chain_of(spec("big-six"))
    written(store, hosted, 90, "big-six", epoch)
    copy = _copied(url, tmp_path, request)
    steps = hosted.steps
    restored = Store(copy)
    try:
        restored.create()  # as when it is started: it is of this version
        assert list(audit(restored)) == []
        assert counts(restored)["steps"] == steps > 10
        other = chain_of(spec("big-six"))
        restored.load(other)
        assert other.hash == hosted.hash
    finally:
        restored.close()


def _copied(url: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """A copy as the page says to take it."""
    if url.startswith("sqlite"):
        source, target = sqlite3.connect(url[10:]), sqlite3.connect(folder / "copy.db")
        source.backup(target)
        source.close()
        target.close()
        return f"sqlite:///{folder}/copy.db"
    fresh = fresh_database(request.getfixturevalue("postgres"))
    found = re.fullmatch(r".*@/(\w+)\?host=(.*)", url)
    there = re.fullmatch(r".*@/(\w+)\?host=(.*)", fresh)
    assert found is not None and there is not None
    for command in (
        ["pg_dump", "--format=custom", f"--file={folder}/copy.dump", found[1]],
        ["pg_restore", f"--dbname={there[1]}", f"{folder}/copy.dump"],
    ):
        environment = {**os.environ, "PGHOST": found[2], "PGUSER": "tapete"}
        subprocess.run(
            [f"{binaries()}/{command[0]}", *command[1:]], check=True, env=environment
        )  # fmt: skip
    return fresh
