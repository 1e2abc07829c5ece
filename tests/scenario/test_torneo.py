"""Scenarios of tournaments: the worked examples, through what runs a tournament."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.cli.check import said
from tapete.scenario import play_scenario

FILES = sorted((Path(__file__).parent / "torneo").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_comes_out_as_written(file: Path) -> None:
    result = play_scenario(file)
    assert result.passed, "\n".join(said(result, "en"))


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("sizes = [8, 8, 8, 8, 8, 7]", "sizes = [9, 8, 8, 8, 7, 7]"), ("6-7", "6-8")],
)
def test_what_comes_out_otherwise_is_told(tmp_path: Path, wrong: str, right: str) -> None:
    text = FILES[0].read_text("utf-8").replace(wrong, right)
    (tmp_path / "otro.toml").write_text(text, "utf-8")
    result = play_scenario(tmp_path / "otro.toml")
    assert not result.passed
    assert right[-4:] in "\n".join(said(result, "es"))


def test_a_form_that_does_not_exist_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "otro.toml").write_text('game = "torneo"\nform = "sillas"\n', "utf-8")
    assert "asientos" in "\n".join(said(play_scenario(tmp_path / "otro.toml"), "es"))


def test_a_step_that_comes_out_otherwise_is_no_broken_file(tmp_path: Path) -> None:
    [file] = [one for one in FILES if one.stem.startswith("82-")]
    for wrong, right in (("holds = 15000", "holds = 15001"), ("21:01", "20:59")):
        (tmp_path / "otro.toml").write_text(file.read_text("utf-8").replace(wrong, right), "utf-8")
        [found] = play_scenario(tmp_path / "otro.toml").differences
        assert found.code == ("value" if "15001" in found.expected else "not-refused")
