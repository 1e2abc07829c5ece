"""Scenarios of bingo: sales, calls, prizes, pots and joint games, through the game itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.cli.check import said
from tapete.scenario import play_scenario

FILES = sorted((Path(__file__).parent / "bingo").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_comes_out_as_written(file: Path) -> None:
    result = play_scenario(file)
    assert result.passed, "\n".join(said(result, "en"))


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("02", "luis = 13800", "luis = 13801"),
        ("04", "ball_games = 212", "ball_games = 211"),
        ("06", "wrong = true, missing", "missing"),
        ("07", 'refused = "CAT-V.2.3-15"', 'refused = "CAT-V.2.3-14"'),
        ("electronico-02", "norte = -2300", "norte = -2301"),
    ],
)
def test_what_comes_out_otherwise_fails(name: str, right: str, wrong: str, tmp_path: Path) -> None:
    text = next(file for file in FILES if file.stem.startswith(name)).read_text("utf-8")
    assert right in text
    (tmp_path / "otro.toml").write_text(text.replace(right, wrong, 1), "utf-8")
    assert not play_scenario(tmp_path / "otro.toml").passed


def test_a_refusal_not_expected_or_by_another_clause_is_told_with_its_clause(
    tmp_path: Path,
) -> None:
    text = next(file for file in FILES if file.stem.startswith("07")).read_text("utf-8")
    late = '{ who = "beto", cards = 1, refused = "CAT-V.2.3-15" }'
    assert late in text
    for refused, told in (
        ("", "was refused and was not to be"),
        (', refused = "CAT-V.2.3-14"', "was to be refused by CAT-V.2.3-14"),
    ):
        step = f'{{ who = "beto", cards = 1{refused} }}'
        (tmp_path / "otro.toml").write_text(text.replace(late, step), "utf-8")
        _, what, by = said(play_scenario(tmp_path / "otro.toml"), "en")
        assert told in what
        assert by.endswith("CAT-V.2.3-15")
