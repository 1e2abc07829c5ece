"""Why the kernel is read for every draw: no seed of 256 bits reaches every order of the cards."""

from __future__ import annotations

from math import factorial, log2

import pytest

from tapete.chance import AHEAD, WIDTH


@pytest.mark.parametrize(
    ("cards", "bits"),
    [(52, 225.6), (90, 459.0), (312, 2140.4), (416, 3024.9)],
    ids=["deck", "balls", "six decks", "eight decks"],
)
def test_the_bits_an_order_takes(cards: int, bits: float) -> None:
    assert log2(factorial(cards)) == pytest.approx(bits, abs=0.05)


def test_a_seed_of_256_bits_reaches_the_orders_of_57_cards_and_no_more() -> None:
    """Whatever is made of a seed, one seed gives one order: 2²⁵⁶ orders at most. Of the orders of
    eight decks it leaves out all but one in 2²⁷⁶⁸, and nobody could say which."""
    assert max(n for n in range(1, 100) if factorial(n) <= 2**256) == 57
    assert log2(factorial(416)) - 256 > 2768


def test_what_is_read_ahead_never_holds_an_order() -> None:
    """A shuffle of eight decks takes 415 words; the buffer holds fewer, so no order lies in it."""
    assert AHEAD < 415 and WIDTH == 64
