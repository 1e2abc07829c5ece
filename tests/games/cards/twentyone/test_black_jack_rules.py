"""Black Jack's rules as values: what may be changed by name, and what the change does."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tapete.chance import seeded
from tapete.core.round.bets import Limits, Place, Slip
from tapete.core.round.betting import BetWindow
from tapete.games.cards.twentyone.games import BLACK_JACK, PERFECT_PAIRS
from tests.games.cards.twentyone.rounds import (
    asked,
    betting,
    dealt,
    moves_of,
    opened,
    played,
    refusal,
    won,
)

BET, PICK = Place(3, "principal", 100), seeded("una baraja")


def test_soft_17_may_be_hit() -> None:
    table = opened(BLACK_JACK, 3, changes={"soft17": "hit"})
    record = played(table, {3: 100}, "Tc 6h 8d As 3s", {3: "plantarse"})
    assert (dealt(record, "croupier"), won(record)) == ("6h As 3s", {3: -100})


def test_the_number_of_decks_changes_the_shoe() -> None:
    table = opened(BLACK_JACK, 3, changes={"decks": "8"})
    assert table.state.shoe.cards_left == 8 * 52 - 1


def test_even_one_deck_can_be_shuffled_and_played() -> None:
    table = opened(BLACK_JACK, 3, changes={"decks": "1"})
    for _ in range(3):  # the stop card stands before everything: each round ends the pack
        table.play(lambda ask: Slip((BET,)) if isinstance(ask, BetWindow) else ask.some(PICK))
    assert (table.state.shoe.decks, table.state.shoe.packs) == (1, 3)


def test_surrender_may_be_left_out_or_cost_more() -> None:
    ask = asked(opened(BLACK_JACK, 3, changes={"surrender": "no"}), {3: 100}, "9c Th 7d")
    assert "retirarse" not in moves_of(ask) and ask.closed["retirarse"] == "CAT-III.1.5.1-55"
    table = opened(BLACK_JACK, 3, changes={"surrender_loss": "75%"})
    assert won(played(table, {3: 100}, "9c Th 7d", {3: "retirarse"})) == {3: -75}


def test_pairs_may_have_to_be_of_one_rank_to_be_split() -> None:
    table = opened(BLACK_JACK, 3, changes={"split_by": "rango"})
    assert "separar" not in moves_of(asked(table, {3: 100}, "Tc 7h Jd"))
    table = opened(BLACK_JACK, 3, changes={"split_by": "rango"})
    assert "separar" in moves_of(asked(table, {3: 100}, "Tc 7h Td"))


def test_shares_are_exact_and_can_be_changed() -> None:
    rules = PERFECT_PAIRS.rules_of()
    assert (rules.insurance_max, rules.pairs_max) == (Fraction(1, 2), Fraction(4, 5))
    table = opened(PERFECT_PAIRS, 3, limits=Limits(min=100), changes={"pairs_max": "1/3"})
    window = betting(table)
    assert refusal(window, Place(3, "perfect-pairs", 34))[1] == "over-maximum"


@pytest.mark.parametrize(
    ("name", "value"),
    [("soft17", "perhaps"), ("surrender", "siempre"), ("manos-minimas", "3"), ("decks", "six")],
)
def test_a_value_nobody_can_play_by_is_refused(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=name if name != "decks" else "six"):
        BLACK_JACK.rules_of(changes={name: value})
