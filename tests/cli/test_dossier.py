"""The dossier for laboratories: every part is there, and its numbers are those of the run."""

from __future__ import annotations

import asyncio
import hashlib
import json
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tapete import __version__
from tapete.cli import drill
from tapete.cli.main import main
from tapete.core.round.event import Event
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.identity import PACKAGE

GAME = "chuck-a-luck"


@pytest.fixture(scope="module")
def dossier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dossier of one game and one kill, of a casino that was started once."""
    place = tmp_path_factory.mktemp("dossier")
    url = f"sqlite:///{place}/casino.db"

    async def evening() -> None:
        casino = Casino(Settings(db=url, games=(GAME,)))
        casino.prepare()
        await casino.start()
        await casino.stop()

    asyncio.run(evening())
    folder = place / "dossier"
    words = ["dossier", str(folder), "--db", url, "--game", GAME, "--point", "committed"]
    assert main(words) == 0
    return folder


def read(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def test_the_digests_are_those_of_the_files_that_run(dossier: Path) -> None:
    lines = (dossier / "program" / "digests.txt").read_text("utf-8").splitlines()
    listed = dict(reversed(line.split("  ", 1)) for line in lines)
    for name in ("games/registry.py", "rulebooks/scj-2023/edition.toml"):
        assert listed[name] == hashlib.sha256((PACKAGE / name).read_bytes()).hexdigest()
    identity = read(dossier / "program" / "identity.json")
    check = identity["casino"]["last_check"]
    assert identity["version"] == __version__
    assert (check["why"], check["digest"]) == ("inicio", identity["digest"])


def test_the_battery_judges_the_outcomes_collected_and_says_how(dossier: Path) -> None:
    outcomes = dossier / "chance" / "final" / f"{GAME}.txt"
    assert len(outcomes.read_text("utf-8").splitlines()) == 10_000
    assert (dossier / "chance" / "raw.bin").stat().st_size == 8 * 131_072
    report = read(dossier / "battery" / f"{GAME}.json")
    assert report["outcomes_sha256"] == hashlib.sha256(outcomes.read_bytes()).hexdigest()
    assert {"date", "source", "command", "tests", "verdict", "passed"} <= set(report)
    command = report["command"].split()[1:]
    command[-1] = str(dossier / command[-1])
    assert main(command) == (0 if report["passed"] else 1)


def test_the_odds_are_those_of_the_command(
    dossier: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", GAME, "--json"]) == 0
    assert (
        json.loads(capsys.readouterr().out)["bets"]
        == read(dossier / "odds" / f"{GAME}.json")["bets"]
    )


def test_kills_events_and_identities_are_evidence(dossier: Path) -> None:
    [kill] = read(dossier / "crashes.json")["kills"]
    assert kill["fine"] and kill["killed"] and kill["written_before"]
    assert kill["carried_out"] == 1 and kill["findings"] == []
    catalogue = (dossier / "events.md").read_text("utf-8")
    assert all(f"`{kind}`" in catalogue for kind in Event.kinds if kind != "unknown")
    rows = read(dossier / "identities.json")["identities"]
    assert len(rows) == 8 and all(row["held"] and row["checked"] for row in rows)


def test_the_list_of_sums_covers_every_file(dossier: Path) -> None:
    sums = (dossier / "SHA256SUMS").read_text("utf-8").splitlines()
    listed = dict(reversed(line.split("  ", 1)) for line in sums)
    there = {str(file.relative_to(dossier)) for file in dossier.rglob("*") if file.is_file()}
    assert set(listed) == there - {"SHA256SUMS"}
    assert "committed" not in listed and {"README.md", "rulebooks/scj-2023/war.toml"} <= set(listed)


def test_a_folder_with_something_in_it_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "algo").write_text("mío", "utf-8")
    assert main(["dossier", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err


def test_a_port_that_somebody_else_was_quicker_to_take_stops_no_drill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ports are given to whoever connects, too: the one that was free is taken by the time the
    casino has read its program."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        ports = [taken.getsockname()]

        class Probe(socket.socket):
            def getsockname(self) -> Any:
                return ports.pop() if ports else super().getsockname()

        monkeypatch.setattr(drill, "socket", SimpleNamespace(socket=Probe))
        url = f"sqlite:///{tmp_path}/casino.db"
        with drill._serving(tmp_path, url, "") as (address, process):
            assert not ports and process.poll() is None
            assert not address.endswith(f":{taken.getsockname()[1]}")
