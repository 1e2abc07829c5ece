"""Scenarios of machines: sheets, plays, money, tickets and pots, through the machines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.cli.check import said, scenarios
from tapete.scenario import play_scenario

FOLDER = Path(__file__).parent / "maquinas"
FILES = scenarios(FOLDER)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_comes_out_as_written(file: Path) -> None:
    result = play_scenario(file)
    assert result.passed, "\n".join(said(result, "en"))


def test_programs_are_passed_over() -> None:
    assert len(FILES) == 49
    assert not any("programas" in file.parts for file in FILES)


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("04", "credits = 19000", "credits = 19500"),
        ("07", '"note-invalid"', '"chip-invalid"'),
        ("11", "amount = 1000030", "amount = 1000031"),
        ("01", '"43/50"', '"44/50"'),
    ],
)
def test_what_comes_out_otherwise_fails(name: str, right: str, wrong: str, tmp_path: Path) -> None:
    file = next(file for file in FILES if file.stem.startswith(name))
    (tmp_path / "programas").symlink_to(FOLDER / "programas")
    text = file.read_text("utf-8")
    assert right in text
    (tmp_path / "otro.toml").write_text(text.replace(right, wrong), "utf-8")
    assert not play_scenario(tmp_path / "otro.toml").passed
