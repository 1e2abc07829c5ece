"""A configuration that cannot be says what is wrong, where, and nothing is served."""

from __future__ import annotations

import socket
from importlib import resources
from pathlib import Path

import pytest

from tapete.cli.main import main
from tapete.floor.storage.migrations import head, upgrade
from tapete.floor.storage.store import Store


@pytest.fixture(autouse=True)
def logs_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """They go on where they went, not to what is captured here and closed."""
    monkeypatch.setattr("tapete.floor.house.logs.set_up_logs", lambda *_: None)


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ('colour = "verde"', "c.toml:1: Object contains unknown field `colour`"),
        ('port = 8077\nlease = "x"', "c.toml:2: Expected `float`"),
        ("port = 99999", "c.toml:1: Expected `int` <= 65535"),
        ("lease = 0.0", "c.toml:1: Expected `float` > 0"),
        ("[clocks]\nbetting = -1.0", "c.toml:2: Expected `float` >= 0"),
        ('approve = "nobody"', "c.toml:1: Invalid enum value"),
        ("port = ", "c.toml:1:"),
        ('games = ["ruleta-fransesa"]', "ruleta-francesa"),
        ('port = 0\nplan = "no-such-plan"', "no-such-plan"),
        ('port = 0\nplan = "bad.toml"', "bad.toml:1: Expected `str`"),
        (
            'port = 0\nplan = "terms.toml"\ndb = "sqlite:///t.db"',
            "no terms called bux; there are: ",
        ),
        ('port = 0\ndb = "mysql://x"', "mysql://x"),
        ('port = 0\ndb = "sqlite:////no/such/folder/c.db"', "/no/such/folder"),
        ('host = "300.1.1.1"', "300.1.1.1"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_served(
    config: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("c.toml").write_text(config, "utf-8")
    Path("bad.toml").write_text("casino = 5\n", "utf-8")
    example = (resources.files("tapete") / "plans" / "ejemplo.toml").read_text("utf-8")
    Path("terms.toml").write_text(example.replace(" box = ", " bux = "), "utf-8")
    assert main(["--lang", "en", "serve", "--config", "c.toml"]) == 1
    heard = capsys.readouterr()
    assert said in heard.err and "open at" not in heard.out
    assert not Path("tapete.db").exists()


def test_a_port_somebody_else_has_is_not_said_to_be_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["--lang", "en", "serve", "--port", port]) == 1
    heard = capsys.readouterr()
    assert f"127.0.0.1:{port}" in heard.err and "open at" not in heard.out


def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "serve", "--config", "no-such-file.toml"]) == 1
    assert "no-such-file.toml" in capsys.readouterr().err


def test_what_is_opened_is_counted_by_its_kind_and_the_password_stands_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Machines and halls are no tables: a house of thirty tables was said to have sixty-five."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tapete.floor.house.workers.serving.serve_alone", lambda *_: None)
    Path("c.toml").write_text('port = 0\nworkers = 1\ngames = ["big-six", "sala"]', "utf-8")
    assert main(["--lang", "en", "serve", "--config", "c.toml", "--db", "sqlite:///t.db"]) == 0
    counted, address, password = capsys.readouterr().out.splitlines()
    assert counted.startswith("Tables: 1; machines: 0; bingo halls: 2; tournaments: 0. In sqlite:")
    assert "http://127.0.0.1:" in address and "administrador" in password


def test_whoever_starts_a_new_version_is_told_that_the_database_was_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tapete.floor.house.workers.serving.serve_alone", lambda *_: None)
    store = Store("sqlite:///t.db")
    with store.writes.begin() as connection:
        upgrade(connection, "0017")
    store.close()
    Path("c.toml").write_text('port = 0\nworkers = 1\ngames = ["big-six"]', "utf-8")
    start = ["--lang", "en", "serve", "--config", "c.toml", "--db", "sqlite:///t.db"]
    said = f"The database sqlite:///t.db was brought from revision 0017 to {head()}."
    assert main(start) == 0 and said in capsys.readouterr().out
    assert main(start) == 0 and "revision" not in capsys.readouterr().out
