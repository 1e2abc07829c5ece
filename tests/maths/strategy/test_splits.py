"""A split is worth what dealing it out card by card says."""

from __future__ import annotations

from functools import cache

import msgspec
import numpy as np
import pytest

from tapete.games.registry import find
from tapete.maths.strategy.first_card import FirstCard
from tapete.maths.strategy.hands import BUST, bank_ends, best, hand
from tapete.maths.strategy.shoe import SIZE, TABLE, Play
from tapete.maths.strategy.splits import words
from tapete.maths.strategy.terms import Terms, terms

UP, PAIR = 9, 10


@pytest.fixture(scope="module")
def one_deck() -> Terms:
    rules = find("black-jack").rules_of("scj-2023", {"decks": "1", "max_hands": "3"})
    return terms(rules)


def dealt_out(left: tuple[int, ...], most_hands: int) -> float:
    """Tens split against a nine, in the order of the table: each hand gets its second card, is
    split again if it may, asks for one card with hard 12, and only then the next hand goes on."""

    @cache
    def bank(left: tuple[int, ...], totals: tuple[int, ...]) -> float:
        ends = bank_ends(UP, 16, False)
        value = 0.0
        for cards, orders, end in zip(ends.counts, ends.orders, ends.end, strict=True):
            chance, out, cards_left = float(orders), list(left), sum(left)
            for v, number in enumerate(cards):
                for _ in range(number):
                    chance *= out[v] / cards_left
                    out[v] -= 1
                    cards_left -= 1
            if chance:
                value += chance * sum(
                    1 if end == BUST or mine > end else 0 if mine == end else -1 for mine in totals
                )
        return value

    @cache
    def go_on(
        left: tuple[int, ...], waiting: int, hands: int, standing: tuple[int, ...], over: int
    ) -> float:
        if not waiting:
            return bank(left, standing) - over
        value = 0.0
        for v, number in enumerate(left):
            if not number:
                continue
            chance, after = number / sum(left), out(left, v)
            total = best(hand(PAIR, v + 1))
            if v == PAIR - 1 and hands < most_hands:
                value += chance * go_on(after, waiting + 1, hands + 1, standing, over)
            elif total == 12:
                for w, more in enumerate(after):
                    if not more:
                        continue
                    both, then = chance * more / sum(after), out(after, w)
                    if 12 + w + 1 > 21:
                        value += both * go_on(then, waiting - 1, hands, standing, over + 1)
                    else:
                        stood = tuple(sorted((*standing, 12 + w + 1)))
                        value += both * go_on(then, waiting - 1, hands, stood, over)
            else:
                stood = tuple(sorted((*standing, total)))
                value += chance * go_on(after, waiting - 1, hands, stood, over)
        return value

    return go_on(left, 2, 2, (), 0)


def out(left: tuple[int, ...], v: int) -> tuple[int, ...]:
    return (*left[:v], left[v] - 1, *left[v + 1 :])


def test_a_split_is_worth_what_dealing_it_out_in_the_order_of_the_table_gives(
    one_deck: Terms,
) -> None:
    first = FirstCard(one_deck, UP)
    hits = (TABLE.best == 12) & ~TABLE.soft
    split = first.split(PAIR, Play(hits))
    left = list(first.left)
    left[PAIR - 1] -= 2
    assert first.worth(split) == pytest.approx(dealt_out(tuple(map(int, left)), 3), abs=1e-12)


@pytest.mark.parametrize("pair", [1, 8, 10])
def test_the_results_of_a_split_add_up_to_one_and_mean_its_value(
    one_deck: Terms, pair: int
) -> None:
    first = FirstCard(msgspec.structs.replace(one_deck, max_hands=4), UP)
    split = first.split(pair, first.best_after_split(pair))
    law = split.law(first.pays)
    assert sum(law.values()) == pytest.approx(1, abs=1e-12)
    mean = sum(net * chance for net, chance in law.items()) / first.terms.unit
    assert mean == pytest.approx(first.worth(split), abs=1e-12)


def test_split_aces_are_two_hands_of_one_card_more(one_deck: Terms) -> None:
    first = FirstCard(one_deck, UP)
    hits = np.ones(SIZE, dtype=bool)
    assert first.worth(first.split(1, Play(hits))) == pytest.approx(
        first.worth(first.split(1, Play(~hits)))
    )
    assert {word.closed + word.free for word in words(one_deck.hands_of(1))} == {2}
    again = msgspec.structs.replace(one_deck, resplit_aces=True)
    assert max(word.closed + word.free for word in words(again.hands_of(1))) == 3
