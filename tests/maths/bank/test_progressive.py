"""The bet on the pot as a function of what the pot holds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tapete.games.poker.progressive import progressive_rules
from tapete.maths.exact.poker.progressive import (
    break_even,
    categories,
    eligible,
    prize,
    progressive,
)


@pytest.mark.clause("CAT-III.6.6-04", "CAT-III.6.6-05")
def test_the_bet_loses_nothing_from_369_290_times_itself_on() -> None:
    for bet in (1, 1_000, 5_000):
        assert break_even("scj-2023", bet) == 369_290 * bet
    assert progressive("scj-2023", 369_290_000, 1_000).edge == 0


@pytest.mark.clause("CAT-III.6.6-04", "CAT-III.6.6-05")
def test_prizes_by_hand_the_stake_not_returned() -> None:
    odds = progressive("scj-2023", 10_000_000, 1_000)
    nets = [net for net, _ in odds.ends]
    assert nets == [-1, 49, 99, 499, 999, 9_999]
    assert odds.hit == Fraction(5_108 + 3_744 + 624 + 36 + 4, 2_598_960)


@pytest.mark.clause("CAT-III.6.6-04")
def test_the_tenth_of_the_pot_is_capped_at_5000_times_the_bet() -> None:
    rules = progressive_rules()
    assert prize(rules, "escalera-de-color", 40_000_000, 1_000) == 4_000_000
    assert prize(rules, "escalera-de-color", 60_000_000, 1_000) == 5_000_000
    assert prize(rules, "escalera", 60_000_000, 1_000) == 0


def test_all_hands_of_five_cards_are_counted() -> None:
    assert sum(categories().values()) == 2_598_960
    assert categories()["carta-alta"] == 1_302_540


@pytest.mark.clause("CAT-III.6.3-01")
def test_only_five_games_may_have_it() -> None:
    assert eligible("go-poker", "scj-2023")
    assert not eligible("poker-tres-cartas", "scj-2023")
    assert not eligible("texas-holdem-bonus", "scj-2023")
