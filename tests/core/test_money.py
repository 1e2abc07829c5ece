"""Money is whole pesos and odds are exact: nothing is lost in rounding without being told."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.core.book.money import check_amount, down, in_chips, odds, say_odds, share, up, worth

PESOS = st.integers(0, 10**12)
UNITS = st.sampled_from([1, 5, 10, 100, 500])


@pytest.mark.parametrize("text", ["", "35", "35:0", ":1", "35:", "a:1", "-1:1", "1.5:1", "3:2:1"])
def test_odds_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="odds are written like 35:1"):
        odds(text)


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_odds_read_back_what_they_say(won: int, staked: int) -> None:
    assert odds(say_odds(Fraction(won, staked))) == Fraction(won, staked)


@pytest.mark.parametrize(("text", "value"), [("5%", (1, 20)), ("0%", (0, 1)), ("1/3", (1, 3))])
def test_a_share_is_exact(text: str, value: tuple[int, int]) -> None:
    assert share(text) == Fraction(*value)


@given(PESOS, st.fractions(0, 100, max_denominator=1000), UNITS)
def test_rounding_drops_less_than_one_unit(stake: int, ratio: Fraction, unit: int) -> None:
    exact = stake * ratio
    assert 0 <= exact - down(exact, unit) < unit
    assert 0 <= up(exact, unit) - exact < unit
    assert down(exact, unit) % unit == up(exact, unit) % unit == 0


@given(PESOS, st.sets(st.integers(1, 10**6), min_size=1))
def test_chips_and_what_they_cannot_show_make_the_amount(amount: int, values: set[int]) -> None:
    chips, left = in_chips(amount, values)
    assert worth(chips) + left == amount
    assert 0 <= left < min(values) or left < max(values)
    assert set(chips) <= values and all(count > 0 for count in chips.values())


@pytest.mark.parametrize("amount", [0, -1, 1.0, "1000", None, True, Fraction(1)])
def test_what_is_not_a_whole_number_of_pesos_above_none_is_no_amount(amount: object) -> None:
    with pytest.raises(ValueError, match="whole number of pesos"):
        check_amount(amount)
