"""Every scenario of ``tests/cases`` comes out as it was written down."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tapete.cli.check import said
from tapete.core.book.clause import register
from tapete.games.registry import GAMES, find
from tapete.scenario import play_scenario, read_scenario
from tests.laws.test_rounds import again, on_the_felt, spots_after

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.rglob("*.toml"))
BUILT = [file for file in FILES if file.parent.name in GAMES]


def name(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.mark.parametrize("file", BUILT, ids=name)
def test_it_comes_out_as_written(file: Path) -> None:
    result = play_scenario(file)
    assert result.passed, "\n".join(said(result, "en"))


@pytest.mark.parametrize("file", BUILT, ids=name)
def test_its_rounds_replay_and_conserve_chips(file: Path) -> None:
    """Scenarios reach what random play seldom does: prison, points, wars, split hands."""
    for record in play_scenario(file).records:
        assert again(record).text() == record.text()
        kind = find(record.header.game).state
        before = msgspec.convert(record.header.state, kind)
        after = msgspec.convert(record.result, kind)
        spots = on_the_felt(before.standing())
        spots_after(spots, record.events)
        assert +spots == on_the_felt(after.standing())
        assert {event.clause for event in record.events} <= register().keys()


@pytest.mark.parametrize("file", FILES, ids=name)
def test_it_can_be_read_and_lies_in_the_folder_of_its_game(file: Path) -> None:
    scenario = read_scenario(file.read_text("utf-8"), str(file))
    assert scenario.game == file.parent.name
    assert scenario.clauses


def test_every_game_that_is_built_has_scenarios() -> None:
    assert sorted(GAMES) == sorted({file.parent.name for file in BUILT})
