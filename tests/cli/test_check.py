"""``tapete check``, as a croupier types it."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner, Result

import tapete.cli.check
from tapete.cli.main import cli
from tapete.scenario import play_scenario
from tapete.scenario.compare import Code
from tapete.telling.texts import LANGS, texts

GOOD = """title = "Red wins"
game = "ruleta-francesa"
[[round]]
bets   = { 3 = { "rojo" = 10 } }
chance = ["1"]
net    = { 3 = 10 }
"""
WRONG = GOOD.replace("3 = 10 }\n", "3 = 11 }\n").replace("Red wins", "Red wins too much")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    (tmp_path / "a" / "one.toml").write_text(GOOD)
    (deep / "two.toml").write_text(GOOD)
    (deep / "notes.txt").write_text("not a scenario")
    return tmp_path


def tapete_(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, [*map(str, words)], prog_name="tapete")


def last(result: Result) -> str:
    return result.stdout.splitlines()[-1]


def test_folders_are_searched_and_the_last_line_counts(folder: Path) -> None:
    result = tapete_("check", folder)
    assert (result.exit_code, result.stdout) == (0, "2 passed, 0 failed\n")
    both = tapete_("check", folder / "a" / "one.toml", folder / "a" / "b")
    assert last(both) == "2 passed, 0 failed"


def test_what_differs_is_said_with_seat_clauses_and_events(folder: Path) -> None:
    (folder / "wrong.toml").write_text(WRONG)
    result = tapete_("--lang", "en", "check", folder)
    assert result.exit_code == 1
    assert "FAILED" in result.stdout and "wrong.toml  Red wins too much" in result.stdout
    assert "round 1, seat 3: net expected +11, found +10" in result.stdout
    assert "clauses CAT-II.1.4-03 CAT-II.1.6-09" in result.stdout
    assert '! bet-placed seat=3 bet="rojo" amount=10 [CAT-II.1.4-03]' in result.stdout
    assert last(result) == "2 passed, 1 failed"


def test_it_speaks_spanish_and_counts_the_same(folder: Path) -> None:
    (folder / "wrong.toml").write_text(WRONG)
    result = tapete_("--lang", "es", "check", folder)
    assert "FALLÓ" in result.stdout
    assert "pase 1, asiento 3: resultado esperado +11, hallado +10" in result.stdout
    assert last(result) == "2 passed, 1 failed"


def test_what_the_rules_refused_is_said_in_words_with_its_code(folder: Path) -> None:
    file = folder / "refused.toml"
    file.write_text("table = { max = 9 }\n" + GOOD)
    result = tapete_("--lang", "en", "check", file)
    assert "round 1, seat 3: the bet rojo 10 was refused: " in result.stdout
    assert "(over-maximum)" in result.stdout and "clauses CAT-I.4.2-03" in result.stdout


def test_a_file_that_cannot_be_read_fails_with_file_line_and_reason(folder: Path) -> None:
    broken = folder / "broken.toml"
    broken.write_text(GOOD + "chnace = []\n")
    result = tapete_("--lang", "en", "check", broken, folder / "missing.toml")
    assert f"{broken}:7" in result.stdout
    assert "there is no key 'chnace' here; near it: chance" in result.stdout
    assert "missing.toml" in result.stdout
    assert (result.exit_code, last(result)) == (1, "0 passed, 2 failed")


def test_nothing_to_check_is_no_success(tmp_path: Path) -> None:
    result = tapete_("check", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "0 passed, 0 failed\n")
    assert "ningún escenario" in result.stderr


def test_a_round_that_breaks_down_fails_its_own_scenario_only(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = play_scenario

    def breaks(file: Path) -> object:
        if file.name == "one.toml":
            raise ZeroDivisionError("a fault in the rules")
        return real(file)

    monkeypatch.setattr(tapete.cli.check, "play_scenario", breaks)
    result = tapete_("--lang", "en", "check", folder)
    assert "the round broke down: ZeroDivisionError: a fault in the rules" in result.stdout
    assert last(result) == "1 passed, 1 failed"


@pytest.mark.parametrize("lang", LANGS)
def test_everything_that_can_differ_has_a_text(lang: str) -> None:
    for code in get_args(Code):
        assert f"check.differs.{code}" in texts(lang)


def test_help_names_the_last_line() -> None:
    assert "N passed, M failed" in tapete_("check", "--help").stdout
