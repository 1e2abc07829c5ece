"""Copies of a casino taken while it plays, and casinos made from them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import insert

from tapete.cli.main import cli
from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tapete.floor.people.register import Register
from tapete.floor.storage import backup, schema
from tapete.floor.storage.backup import back_up, restore
from tapete.floor.storage.picture import picture_of
from tapete.floor.storage.store import Store
from tests.floor.people import PASSWORD, some_rut
from tests.floor.postgres import fresh_database
from tests.floor.years import Years


def other(request: pytest.FixtureRequest, url: str, tmp_path: Path) -> str:
    """An empty place of the other kind."""
    if url.startswith("sqlite"):
        return fresh_database(request.getfixturevalue("postgres"))
    return f"sqlite:///{tmp_path}/new.db"


def test_a_copy_taken_in_the_middle_of_rounds_becomes_a_casino_on_either_database(
    request: pytest.FixtureRequest, store: Store, url: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    casino = Years(store)
    casino.past(1)
    store.say_here("node-a", "http://there")
    file = tmp_path / "copy.db"
    steps = back_up(url, file)["steps"]
    held = store.balances()
    casino.play(20)  # after the copy
    assert file.stat().st_mode & 0o077 == 0
    with picture_of(f"sqlite:///{file}") as copy:
        assert not list(audit(copy)) and copy.balances() == held
    ana = Register(store).admit("Ana Soto", some_rut(1), "1940-05-17", PASSWORD, by="x", now=9.0)
    with store.writing() as connection:
        store.key.mark(connection)
    file.unlink()
    held, steps = store.balances(), back_up(url, file)["steps"]
    target = other(request, url, tmp_path)
    monkeypatch.setenv("TAPETE_KEY", str(tmp_path / "there.key"))
    assert restore(file, target, 9.0, key=store.key.file)["steps"] == steps
    again = Store(target)
    again.create()  # it is sealed with the key that was brought
    assert Register(again).find(ana.id) == ana
    assert not list(audit(again)) and again.balances() == held
    assert not again.holders() and not again.whereabouts()
    assert list(Register(again).entries())[-1].what == "casino.restored"
    for chain, _ in casino.tables:
        epochs = again.lease(chain.id, "node-b", seconds=60)
        assert epochs is not None, "nobody keeps it there"
    with pytest.raises(Refused, match="file-exists" if "sqlite" in target else "casino-exists"):
        restore(file, target, 9.0)
    with pytest.raises(Refused, match="file-exists"):
        back_up(url, file)
    again.close()


def test_a_file_that_is_no_copy_is_refused_in_words(tmp_path: Path) -> None:
    url, copy, broken = f"sqlite:///{tmp_path}/a.db", tmp_path / "copy.db", tmp_path / "broken.db"
    store = Store(url)
    store.create()
    with store.writing() as connection:
        connection.execute(insert(schema.casino).values(key="k", value="x" * 50_000))
    store.close()
    run = CliRunner()
    done = run.invoke(cli, ["--lang", "en", "backup", str(copy), "--db", url])
    assert done.exit_code == 0 and "steps: 0" in done.output
    whole = copy.read_bytes()
    broken.write_bytes(whole[:4096] + b"\0" * 4096 + whole[8192 : len(whole) - 4096])
    (tmp_path / "text.db").write_text("no database at all")
    for file in (broken, tmp_path / "text.db", tmp_path / "nowhere.db"):
        said = run.invoke(
            cli, ["--lang", "en", "restore", str(file), "--db", f"sqlite:///{tmp_path}/b.db"]
        )
        assert said.exit_code == 2 and "no copy of a casino" in said.output, said.output
    assert not (tmp_path / "b.db").exists()
    done = run.invoke(
        cli, ["--lang", "es", "restore", str(copy), "--db", f"sqlite:///{tmp_path}/b.db"]
    )
    assert done.exit_code == 0 and "tapete audit" in done.output


def test_what_a_killed_copy_left_behind_is_no_copy_and_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has the name that was asked for is whole: until then it has another."""
    url, copy = f"sqlite:///{tmp_path}/a.db", tmp_path / "copy.db"
    store = Store(url)
    store.create()
    store.close()

    def killed(part: Path) -> dict[str, int]:
        assert part.exists() and part.stat().st_mode & 0o077 == 0
        os._exit(9)  # as by SIGKILL: nothing is tidied up

    monkeypatch.setattr(backup, "check_copy", killed)
    child = os.fork()
    if not child:
        back_up(url, copy)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    monkeypatch.undo()
    assert not copy.exists() and (tmp_path / "copy.db.part").exists()
    back_up(url, copy)
    assert copy.exists() and not (tmp_path / "copy.db.part").exists()
    restore(copy, f"sqlite:///{tmp_path}/b.db", 9.0)


@pytest.mark.parametrize("left", ["-wal", "-shm"])
def test_no_casino_is_restored_beside_what_another_has_left(tmp_path: Path, left: str) -> None:
    """SQLite would take what was written ahead for another file as its own."""
    url, copy, place = f"sqlite:///{tmp_path}/a.db", tmp_path / "copy.db", tmp_path / "b.db"
    store = Store(url)
    store.create()
    store.close()
    back_up(url, copy)
    stale = tmp_path / f"b.db{left}"
    stale.write_bytes(b"of another casino")
    with pytest.raises(Refused, match="file-exists") as refused:
        restore(copy, f"sqlite:///{place}", 9.0)
    assert str(stale) in str(refused.value)
    assert not place.exists() and stale.read_bytes() == b"of another casino"
    stale.unlink()
    restore(copy, f"sqlite:///{place}", 9.0)
    assert place.exists()
