"""A scenario with a progressive plays on a real pot."""

from __future__ import annotations

import pytest

from tapete.core.book.datafile import BrokenFile
from tapete.scenario import Result, play, read_scenario

CARDS = '["Kh", "Qc", "Jh", "Jd", "8h", "9h", "5h", "7s", "3h", "4d"]'


def played(pot: str, round_: str, more: str = "", game: str = "caribbean-poker") -> Result:
    text = f'title = "T"\ngame = "{game}"\npot = {pot}\n{more}\n[[round]]\n{round_}'
    return play(read_scenario(text, "case.toml"))


def color(staked: int, expect: str) -> str:
    """Seat 5 holds a color and the croupier does not open."""
    net = 1000 + 49 * staked
    return (
        f"bets = {{ 5 = {{ ante = 1000, progresivo = {staked} }} }}\nchance = {CARDS}\n"
        f'moves = {{ 5 = ["voy"] }}\nnet = {{ 5 = {net} }}\n{expect}'
    )


@pytest.mark.parametrize(
    ("pot", "expect"),
    [
        ('{ main = 100000, bet = 1000, commission = "12.5%" }', "expect_pot = 50875"),
        ("{ main = 100000, bet = 1000, reserve = 7 }", "expect_pot = 51000"),
        ("{ main = 10000, bet = 1000, reserve = 9000 }", "expect_pot = 0\nexpect_advance = 30000"),
    ],
)
def test_what_the_pot_holds_and_what_the_house_advanced_come_from_the_pot_itself(
    pot: str, expect: str
) -> None:
    result = played(pot, color(1000, expect))
    assert result.passed, result.differences


def test_a_wrong_expectation_is_found() -> None:
    result = played("{ main = 100000, bet = 1000 }", color(1000, "expect_pot = 1"))
    assert [(found.code, found.found) for found in result.differences] == [("pot", "51000")]


def test_limits_of_the_bet_are_those_of_the_table_in_whole_credits() -> None:
    limits = "table = { progresivo = { min = 1500, max = 3500 } }"
    tried = '\nrefused = [{ seat = 5, bet = "progresivo", amount = 2000 }]'
    result = played("{ main = 900000, bet = 1000 }", color(2000, "") + tried, limits)
    assert result.passed, result.differences


def test_a_game_without_the_progressive_refuses_the_bet_though_there_is_a_pot() -> None:
    round_ = (
        'chance = ["4"]\nbets = { 3 = { "rojo" = 10 } }\nnet = { 3 = -10 }\n'
        'refused = [{ seat = 3, bet = "progresivo", amount = 1000 }]\nexpect_pot = 5'
    )
    result = played("{ main = 5, bet = 1000 }", round_, game="ruleta-francesa")
    assert result.passed, result.differences


@pytest.mark.clause("CAT-III.6.1-01", "CAT-III.6.3-01")
def test_the_progressive_by_its_name_is_the_base_game_with_a_pot() -> None:
    color_at = color(1000, "expect_pot = 51000")
    result = played("{ main = 100000, bet = 1000 }", color_at, game="caribbean-poker-progresivo")
    assert result.passed, result.differences
    with pytest.raises(BrokenFile, match="played at a table with a pot, and there is none"):
        read_scenario('title = "T"\ngame = "go-poker-progresivo"\n[[round]]\n', "case.toml")
    other = played("{ main = 100000, bet = 1000 }", color_at, game="war-progresivo")
    assert [found.code for found in other.differences] == ["cannot-open"]


def test_a_pot_that_cannot_be_set_up_is_said() -> None:
    result = played("{ main = -1, bet = 1000 }", color(1000, ""))
    [found] = result.differences
    assert found.code == "cannot-open" and "bad-amount" in found.found
