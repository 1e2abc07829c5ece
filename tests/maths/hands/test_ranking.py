"""The rank and the category of a hand, without looking for the five cards that make it."""

from __future__ import annotations

import pytest

from tapete.maths import hands
from tapete.maths.hands import ranking

HANDS = ("Ah Kh Qh Jh Th 2c 3d", "9c 9d 9h 9s Ad", "2c 3d Ah", "Ah Ad 2c 3d 4s 9h")


@pytest.mark.parametrize("cards", HANDS)
def test_rank_and_category_are_those_of_the_hand_and_look_for_no_cards(
    cards: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = hands.hand(cards)

    def shown(*_: object) -> None:
        raise AssertionError("the cards of the hand were looked for")

    monkeypatch.setattr(ranking, "_shown", shown)
    assert (hands.rank(cards), hands.category(cards)) == (whole.rank, whole.category)


def test_a_wrong_count_has_no_rank() -> None:
    with pytest.raises(hands.NotUnderstood, match="wrong-count"):
        hands.rank("Ah Kh")
