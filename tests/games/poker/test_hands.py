"""The ranking of hands, against exact counts and the words of the clauses."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tapete.core.round.cards import DECK, Card
from tapete.games.poker.hands import FIVE, THREE, best, best_of_both, five, in_sight, three


def cards(text: str) -> list[Card]:
    return [Card(card) for card in text.split()]


LADDER = [
    "2c 3d 4h 5s 7c", "Ac Kd Qh Js 9c", "2c 2d 3h 4s 5c", "Ac Ad Kh Qs Jc", "2c 2d 3h 3s 4c",
    "2c 2d 2h 3s 4c", "Ac 2d 3h 4s 5c", "Tc Jd Qh Ks Ac", "2c 3c 4c 5c 7c", "Ac Kc Qc Jc 9c",
    "2c 2d 2h 3s 3c", "Ac Ad Ah Ks Kc", "2c 2d 2h 2s 3c", "Ac 2c 3c 4c 5c", "9d Td Jd Qd Kd",
    "Th Jh Qh Kh Ah",
]  # fmt: skip


@pytest.mark.clause("CAT-III.3.5.1-23", "CAT-III.3.5.5-36", "CAT-III.3.5.6-35")
@pytest.mark.clause("CAT-III.3.5.7.1-55", "CAT-III.3.5.4-17")
def test_the_ranking_from_the_lowest_high_card_to_the_royal_flush() -> None:
    hands = [five(cards(text)) for text in LADDER]
    assert hands == sorted(hands) and len(set(hands)) == len(hands)
    assert {hand.category for hand in hands} == set(FIVE)


@pytest.mark.clause("CAT-III.3.5.1-23")
def test_no_suit_outranks_another() -> None:
    assert five(cards("Th Jh Qh Kh Ah")) == five(cards("Ts Js Qs Ks As"))
    assert five(cards("2c 5d 8h Js Kc")) == five(cards("2d 5h 8s Jc Kd"))


@pytest.mark.clause("CAT-III.3.5.1-24", "CAT-III.3.5.2-34", "CAT-III.3.5.5-37", "CAT-III.3.5.6-36")
@pytest.mark.clause("CAT-III.3.5.7.1-56", "CAT-III.3.5.7.2-20", "CAT-III.3.5.7.3-30")
@pytest.mark.parametrize(
    "better, worse",
    [
        ("3c 3d Ah Ks 5c", "3h 3s Ad Kc 4d"),  # pair: the last card decides
        ("Kc Kd 2h 2s 5c", "Qc Qd Jh Js Ac"),  # two pairs: the higher pair
        ("Kc Kd 3h 3s 2c", "Kh Ks 2d 2c Ac"),  # two pairs: then the lower pair
        ("Kc Kd 2h 2s 6c", "Kh Ks 2d 2c 5c"),
        ("9c 9d 9h Ks 4c", "9c 9d 9s Kh 3c"),  # a trio shared on the board
        ("2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c"),  # straights by their top card
        ("Ac Jc 9c 8c 3c", "Ad Jd 9d 8d 2d"),  # colour to the fifth card
        ("3c 3d 3h 2s 2c", "2d 2h 2c As Ac"),  # full: the trio
        ("9c 9d 9h 4s 4c", "9c 9d 9s 3h 3c"),
        ("9c 9d 9h 9s 4c", "9c 9d 9h 9s 3c"),
        ("Ac Kd Qh Js 9c", "Ad Kh Qs Jc 8d"),
    ],
)
def test_equal_combinations_go_card_by_card_to_the_last(better: str, worse: str) -> None:
    assert five(cards(better)) > five(cards(worse))


@pytest.mark.clause("CAT-III.3.5.3-20")
def test_three_cards_a_trio_beats_a_straight_and_a_straight_a_colour() -> None:
    ladder = ["2c 3d 5h", "Ac Kd Jh", "2c 2d 3h", "Ac Ad Kh", "2c 3c 5c", "Ac Kc Jc", "Ac 2d 3h",
              "Qc Kd Ah", "2c 2d 2h", "Ac Ad Ah", "Ac 2c 3c", "Qh Kh Ah"]  # fmt: skip
    hands = [three(cards(text)) for text in ladder]
    assert hands == sorted(hands) and len(set(hands)) == len(hands)
    assert {hand.category for hand in hands} == set(THREE)


@pytest.mark.clause("CAT-III.3.5.3-21")
def test_three_cards_tie_only_if_all_three_ranks_are_equal() -> None:
    assert three(cards("Kc 9d 5h")) == three(cards("Kd 9h 5c"))
    assert three(cards("Kc 9d 5h")) > three(cards("Kd 9h 4c"))
    assert three(cards("8c 8d 5h")) > three(cards("8h 8s 4c"))


def test_every_three_card_hand_is_counted_once() -> None:
    found = Counter(three(hand).category for hand in combinations(DECK, 3))
    assert found == {
        "carta-alta": 16_440, "par": 3_744, "color": 1_096,
        "escalera": 720, "trio": 52, "escalera-de-color": 48,
    }  # fmt: skip


@pytest.mark.clause("CAT-III.3.5.7.1-48")
def test_the_best_five_of_seven_may_be_the_board_itself() -> None:
    board = cards("Ts Jd Qh Kc As")
    assert best([*cards("2c 3d"), *board]) == five(board)


@pytest.mark.clause("CAT-III.3.3.8-02")
def test_omaha_takes_exactly_two_own_cards() -> None:
    board = cards("2h 5h 9h Jh Ac")
    assert best_of_both(cards("Kh Qs Js 3d"), board).category == "par"
    assert best_of_both(cards("Kh 3h Js 4d"), board).category == "color"
    assert best_of_both(cards("Ad As Ah Js"), cards("Kc Kd 7h 4s 2c")).category == "dos-pares"


@pytest.mark.clause("CAT-III.3.5.5-26")
def test_open_cards_make_pairs_and_trios_but_no_straights_or_colours() -> None:
    assert in_sight(cards("2c 2d")) > in_sight(cards("Ah Kh"))
    assert in_sight(cards("9h Th Jh Qh")).category == "carta-alta"
    assert in_sight(cards("9h 9c Jh Jc")).category == "dos-pares"
    assert in_sight(cards("Ks Kd 4h")) > five(cards("Qs Qd Ah Kh Jh"))


def test_a_hand_of_repeated_or_missing_cards_is_no_hand() -> None:
    with pytest.raises(ValueError, match="5 different cards"):
        five(cards("2c 2c 3d 4d 5d"))
