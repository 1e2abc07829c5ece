"""What is kept of a game solved, and what it hangs on."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tapete.games.registry import find
from tapete.maths.exact import TooLarge
from tapete.maths.exact.poker.side_bets import bonus_ways
from tapete.maths.strategy.poker.of_rules import terms_of, uncovered
from tapete.maths.strategy.poker.solution import solution


def test_a_changed_rulebook_is_summed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAPETE_CACHE", str(tmp_path))
    game = find("poker-tres-cartas")
    usual = solution(game.rules_of())
    assert solution(game.rules_of()) is usual
    kept = list((tmp_path / "strategy").glob("*.json"))
    better = solution(game.rules_of("scj-2023", {"pays.bet@escalera": "3:1"}))
    assert better.edge < usual.edge
    assert len(list((tmp_path / "strategy").glob("*.json"))) == len(kept) + 1


def test_the_bolivian_table_favours_the_player() -> None:
    edge = solution(find("poker-tres-cartas").rules_of("aj-bolivia")).edge
    assert Fraction(-25, 100) < edge < Fraction(-10, 100)


def test_terms_are_read_from_the_rulebook() -> None:
    five = terms_of(find("caribbean-poker-plus").rules_of("scj-2023", {"price_times": "2"}))
    assert five.price == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("game", "setting", "value"),
    [
        ("draw-poker", "exchange_max", "3"),
        ("caribbean-poker-plus", "bought_max", "2"),
    ],
)
def test_rules_the_sums_cannot_follow_are_named(game: str, setting: str, value: str) -> None:
    rules = find(game).rules_of("scj-2023", {setting: value})
    assert uncovered(rules) == setting
    with pytest.raises(TooLarge) as refused:
        solution(rules)
    assert refused.value.setting == setting


@pytest.mark.clause("CAT-III.3.5.7.3-33")
def test_the_bonus_of_texas_holdem_by_every_two_cards_and_the_croupiers() -> None:
    """Aces meet aces once in 1 / 270,725 deals; a player who never folds aces is paid 1000."""
    rules = find("texas-holdem-bonus").rules_of()
    found = bonus_ways(rules, [1] * 1326)
    chances = dict(found.ends)
    assert chances[Fraction(1000)] == Fraction(1, 270_725)
    assert chances[Fraction(30)] == Fraction(6, 1326) - Fraction(1, 270_725)
    assert chances[Fraction(25)] == Fraction(4, 1326)
    assert chances[Fraction(15)] == Fraction(12, 1326)
    folded = bonus_ways(rules, [0] * 1326)
    assert Fraction(1000) not in dict(folded.ends)
