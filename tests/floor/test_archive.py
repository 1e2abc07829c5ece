"""Closed days taken out of the database into sealed files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import func, select

from tapete.cli.main import cli
from tapete.core.book.refused import Refused
from tapete.floor.audit.archive import check_archive
from tapete.floor.audit.whole import audit
from tapete.floor.storage import schema
from tapete.floor.storage.archive import archive, bring_back
from tapete.floor.storage.archive_file import Broken, files_in
from tapete.floor.storage.store import Store
from tests.floor.casino import chain_of
from tests.floor.years import DAYS, Years


def rows(store: Store) -> dict[str, int]:
    tables = (schema.steps, schema.rounds, schema.transfers, schema.orders)
    with store.engine.connect() as connection:
        return {
            one.name: int(connection.execute(select(func.count()).select_from(one)).scalar_one())
            for one in tables
        }


def everything(store: Store) -> list[str]:
    with store.engine.connect() as connection:
        return sorted(
            str(row)
            for table in (schema.steps, schema.rounds, schema.transfers, schema.orders)
            for row in connection.execute(select(table))
        )


def test_closed_days_leave_for_sealed_files_and_the_casino_plays_on(
    store: Store, url: str, tmp_path: Path
) -> None:
    casino, folder = Years(store), tmp_path / "archive"
    casino.past(3)
    before, held, all_of_it = rows(store), store.balances(), everything(store)
    assert archive(store, DAYS[1], folder, by="jefe", now=1.0) == list(DAYS[:2])
    after = rows(store)
    assert all(after[name] < before[name] for name in ("steps", "rounds", "transfers"))
    assert store.balances() == held
    assert not list(audit(store)) and not list(check_archive(folder, store))
    for chain, _ in casino.tables:  # read back from where its log begins
        again = chain_of(chain.unit.spec)
        store.begin(again)
        again.replay(kept.envelope for kept in store.log(chain.id, after=again.steps))
        assert again.hash == chain.hash
    with pytest.raises(Refused, match="day-archived"):
        archive(store, DAYS[0], folder, by="jefe", now=1.0)
    with pytest.raises(Refused, match="day-not-closed"):
        archive(store, DAYS[5], folder, by="jefe", now=1.0)
    assert bring_back(store, folder, by="jefe", now=2.0) == list(DAYS[:2])
    assert everything(store) == all_of_it and not list(audit(store))


def test_an_archive_is_read_by_replay_and_what_was_touched_in_it_is_found(
    tmp_path: Path,
) -> None:
    url, folder = f"sqlite:///{tmp_path}/casino.db", tmp_path / "archive"
    store = Store(url)
    store.create()
    casino = Years(store)
    casino.past(2)
    run = CliRunner()
    asked = ["--lang", "en", "archive", str(folder), "--db", url]
    for day in DAYS[:2]:  # one after another: the second goes on from the first
        done = run.invoke(cli, [*asked, "--until", day])
        assert done.exit_code == 0, done.output
    casino.play(20)
    checked = run.invoke(cli, ["--lang", "en", "audit", "--db", url, "--archive", str(folder)])
    assert checked.exit_code == 0 and f"up to the close of {DAYS[1]}" in checked.output
    since = run.invoke(cli, ["--lang", "en", "audit", "--db", url, "--from-close"])
    assert since.exit_code == 0 and f"from the close of {DAYS[1]} on" in since.output
    played = run.invoke(cli, ["--lang", "en", "replay", str(folder)])
    assert played.exit_code == 0 and played.output.count("\n") > 10, played.output
    file = files_in(folder)[0]
    whole = file.read_bytes()
    text = gzip.decompress(whole)
    touched = (
        text.replace(b'"amount":', b'"amount":1', 1), text.replace(b"\n", b"\n\n", 1),
        text[: len(text) // 2], b"",
    )  # fmt: skip
    for bad in (*map(gzip.compress, touched), whole[:-20], b"nothing"):
        file.write_bytes(bad)
        assert [one.what for one in check_archive(folder, store)] == ["archive"]
        with pytest.raises((Broken, Refused)):
            bring_back(store, folder, by="jefe", now=2.0)
        assert run.invoke(cli, ["replay", str(file)]).exit_code == 2
    file.write_bytes(whole)
    assert not list(check_archive(folder, store))
    assert run.invoke(cli, asked).exit_code == 2
    done = run.invoke(cli, [*asked, "--back"])
    assert done.exit_code == 0 and "2 days" in done.output and not list(audit(store))
    store.close()
