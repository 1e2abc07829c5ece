"""Hands as numbers: the same order as the one ranking of the house, and as the evaluator's."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tapete.core.round.cards import DECK
from tapete.games.poker import hands
from tapete.maths.kernels.poker import evaluate3, evaluate5, evaluate7
from tapete.maths.strategy.poker.ranking import NUMBER, five, hand, number_of, numbers, three
from tapete.maths.strategy.poker.suits import choose, place, sets, unplace


def test_every_number_is_a_hand_of_the_ranking_from_the_lowest_up() -> None:
    for size, ranking in ((3, three()), (5, five())):
        found = [hand(size, number) for number in range(numbers(ranking))]
        assert found == sorted(set(found))


def test_cards_have_the_number_of_their_hand() -> None:
    deal = Random(1)
    for _ in range(300):
        for size, worth in ((3, hands.three), (5, hands.five), (6, hands.best), (7, hands.best)):
            cards = deal.sample(DECK, size)
            ranking = three() if size == 3 else five()
            assert hand(min(size, 5), number_of(cards, ranking)) == worth(cards)


def test_the_evaluator_of_the_kernels_ranks_in_the_same_order() -> None:
    deal = Random(2)
    for size, evaluate in ((3, evaluate3), (5, evaluate5), (7, evaluate7)):
        dealt = [deal.sample(DECK, size) for _ in range(2_000)]
        ranks = evaluate(np.array([[NUMBER[card] for card in cards] for cards in dealt], np.uint8))
        ours = [number_of(cards, three() if size == 3 else five()) for cards in dealt]
        for number in (0, 1):
            assert (np.argsort(ranks, kind="stable") == np.argsort(ours, kind="stable")).all()
            assert len(set(ranks.tolist())) == len(set(ours)), number


@pytest.mark.parametrize(("count", "kinds"), [(2, 169), (3, 1755), (4, 16432)])
def test_sets_that_differ_by_the_names_of_suits_are_one(count: int, kinds: int) -> None:
    found = sets(count)
    assert len(found.one) == kinds
    assert int(found.ways.sum()) == len(found.kind)
    assert (np.bincount(found.kind) == found.ways).all()


def test_a_place_leads_back_to_its_cards() -> None:
    cards = np.zeros(5, np.int64)
    for here in (0, 1, 77, 1_000_000, 2_598_959):
        unplace(here, 5, choose(), cards)
        assert place(cards, 5, choose()) == here
