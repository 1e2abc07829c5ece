"""A configuration that cannot be says what is wrong, where, and nothing is served."""

from __future__ import annotations

import socket
from importlib import resources
from pathlib import Path

import pytest

from tapete.cli.main import main


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
