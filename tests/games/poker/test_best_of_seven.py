"""The best hand is found at once, and is the one that trying every five cards finds."""

from __future__ import annotations

from itertools import combinations

import pytest

from tapete.chance import seeded
from tapete.core.round.cards import DECK, Card
from tapete.games.poker.hands import best, best_of_both, five

HANDS = 150
FEW_SUITS = [card for card in DECK if card[1] in "hc" or card[0] in "A2"]
"""Cards among which flushes and straights are common."""


def dealt(cards: list[Card], count: int, seed: int) -> list[list[Card]]:
    pick, hands = seeded(seed), []
    for _ in range(HANDS):
        left = list(cards)
        hands.append([left.pop(pick(len(left))) for _ in range(count)])
    return hands


@pytest.mark.parametrize("cards", [list(DECK), FEW_SUITS], ids=["deck", "few-suits"])
@pytest.mark.clause("CAT-III.3.5.7.1-48")
def test_the_best_hand_of_seven_is_the_best_of_all_fives(cards: list[Card]) -> None:
    for hand in dealt(cards, 7, 1):
        assert best(hand) == max(map(five, combinations(hand, 5))), hand


@pytest.mark.parametrize("cards", [list(DECK), FEW_SUITS], ids=["deck", "few-suits"])
@pytest.mark.clause("CAT-III.3.3.8-02")
def test_two_own_cards_and_three_of_the_board_are_the_best_of_all_such_fives(
    cards: list[Card],
) -> None:
    for hand in dealt(cards, 9, 2):
        own, board = hand[:4], hand[4:]
        fives = [m + b for m in combinations(own, 2) for b in combinations(board, 3)]
        assert best_of_both(own, board) == max(map(five, fives)), hand


@pytest.mark.parametrize("cards", ["Ah Ah Kd Qd Jd", "Ah Kd Qd Jd"])
def test_the_same_card_twice_or_fewer_than_five_make_no_hand(cards: str) -> None:
    with pytest.raises(ValueError, match="5 different cards"):
        best([Card(card) for card in cards.split()])
