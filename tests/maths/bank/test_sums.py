"""The sums against counting one by one, where that can be done."""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from tapete.core.round.cards import DECK, Card
from tapete.games.poker import hands
from tapete.games.poker.bank.draw import DrawRules, kept
from tapete.games.registry import find
from tapete.maths.kernels.poker import evaluate5
from tapete.maths.strategy.poker import boards, caribbean, draw_bank
from tapete.maths.strategy.poker.draw_bank import NotCounted
from tapete.maths.strategy.poker.of_rules import terms_of
from tapete.maths.strategy.poker.ranking import NUMBER, five, hand, number_of
from tapete.maths.strategy.poker.suits import choose
from tapete.maths.strategy.poker.terms import Terms, nets
from tapete.maths.strategy.poker.upcard import below, up_card


def test_the_croupiers_hands_below_any_other_are_counted_with_a_card_of_his_seen() -> None:
    """All 163,185 hands he can have behind a card, against the tables."""
    ranking, deal = five(), Random(3)
    for up in ("Ac", "7c", "2c"):
        own = deal.sample([card for card in DECK if card != up], 5)
        left = [NUMBER[card] for card in DECK if card not in (*own, up)]
        hidden = np.array(list(combinations(left, 4)), np.uint8)
        his = evaluate5(np.c_[hidden, np.full(len(hidden), NUMBER[Card(up)], np.uint8)])
        dead, mask = 0, 0
        for i, card in enumerate(own):
            dead = int(ranking.add[i, dead, NUMBER[card] >> 2])
            mask |= (card[1] == "c") << (NUMBER[card] >> 2)
        tables = up_card(NUMBER[Card(up)] >> 2, 5, ranking)
        for cards in (deal.sample(DECK, 5) for _ in range(20)):
            mine = evaluate5(np.array([[NUMBER[card] for card in cards]], np.uint8))[0]
            assert below(tables, dead, mask, number_of(cards)) == int((his < mine).sum())


@pytest.mark.parametrize("new", ["2h", "9s", "Tc", "As"])
def test_a_bought_card_makes_a_hand_against_all_that_can_lie_behind_the_seen_one(
    new: Card,
) -> None:
    """Four to a color for the fifth card: a color, a pair, nothing, ace and king; what was given
    up is dead too (CAT-III.3.5.1-13)."""
    terms = terms_of(find("caribbean-poker-plus").rules_of())
    assert isinstance(terms, Terms)
    ranking = five()
    paid = nets(terms, ranking)
    own, up = ["2d", "5h", "9h", "Jh", "Kh"], NUMBER[Card("3c")]
    gone = [NUMBER[Card(card)] for card in (*own, new)]
    dead = 0
    for i, card in enumerate(gone):
        dead = int(ranking.add[i, dead, card >> 2])
    mask = (gone[-1] & 3 == 0) << (gone[-1] >> 2)
    hand_now = number_of([Card(card) for card in (*own[1:], new)])
    after = up_card(up >> 2, 6, ranking)
    worth = caribbean.value(after, dead, mask, hand_now, comb(45, 4), paid)
    hidden = np.array(
        list(combinations([n for n in range(52) if n not in (*gone, up)], 4)), np.uint8
    )
    his = evaluate5(np.c_[hidden, np.full(len(hidden), up, np.uint8)])
    mine = evaluate5(np.array([[*gone[1:5], gone[5]]], np.uint8))[0]
    opened = his >= evaluate5(np.array([[50, 44, 8, 4, 1]], np.uint8))[0]  # A-K-4-3-2
    total = int((~opened).sum()) * paid.closed
    total += int((opened & (his < mine)).sum()) * int(paid.win[hand_now])
    total += int((opened & (his > mine)).sum()) * paid.lose
    assert worth == total


def test_on_a_board_every_pair_meets_every_pair_of_the_croupiers() -> None:
    """Texas Plus: he opens with a pair of fours, even on the board (CAT-III.3.5.7.2-11)."""
    rules = find("texas-holdem-plus").rules_of()
    terms = terms_of(rules)
    assert isinstance(terms, Terms)
    pick = Random(5)
    for text in ("2c 3d 3h 9s Kc", "Th Jh Qh 2c 4d"):
        board = [Card(card) for card in text.split()]
        found, work = boards.room()
        numbers = np.array(sorted(NUMBER[card] for card in board), np.int64)
        boards.play_board(numbers, terms.opens, five(), found, work)
        assert (found[:, boards.CLOSED :].sum(axis=1) == boards.BANK).all()
        row = found[pick.randrange(boards.HELD)]
        own = _pair(int(row[boards.PLACE]))
        counts = [0, 0, 0, 0]
        mine = hands.best([*own, *board])
        for bank in combinations([card for card in DECK if card not in (*own, *board)], 2):
            his = hands.best([*bank, *board])
            opens = rules.opens.reached_by(his)
            counts[0 if not opens else 1 if mine > his else 2 if mine == his else 3] += 1
        assert hand(5, int(row[boards.HAND])) == mine
        assert row[boards.CLOSED :].tolist() == counts


def _pair(place: int) -> tuple[Card, Card]:
    high = next(high for high in range(52) if high * (high + 1) // 2 > place)
    return DECK[place - high * (high - 1) // 2], DECK[high]


def test_own_cards_that_are_one_beside_a_flop_are_weighed_together() -> None:
    here = boards.space(fours=False)
    worth = np.zeros((len(here.flops.one), boards.PAIRS), np.int64)
    kind = int(here.flops.kind[_place("2c", "2d", "7h")])
    # Clubs and diamonds are alike beside two deuces of theirs and a heart.
    one, other = _place("Ac", "Kc"), _place("Ad", "Kd")
    name = here.renamed[here.flops.name[_place("2c", "2d", "7h")]]
    worth[kind, name[one]], worth[kind, name[other]] = 5, 7
    boards.merge(worth, here.flops.one, 3, choose(), _names(), here.renamed)
    assert worth[kind, name[one]] == worth[kind, name[other]] == 12


def _names() -> boards.Ints:
    from tapete.maths.strategy.poker.suits import renamings

    return renamings()


def _place(*cards: str) -> int:
    return sum(comb(n, i) for i, n in enumerate(sorted(NUMBER[Card(c)] for c in cards), 1))


# -- the croupier of Draw Poker -----------------------------------------------------------------

CUTS = (0, 1277, 2467, 3325, 4000, 5000, 5853, 5863, 6500, 7139, 7295, 7451, 7461)


def by_sums(rules: DrawRules, live: list[Card]) -> list[int]:
    ranking = five()
    croupier = draw_bank.bank(lambda cards: kept(cards, rules)[0], ranking)
    bins = np.array([sum(cut <= n for cut in CUTS) for n in range(7463)], np.uint8)
    found, work = np.zeros(len(CUTS) + 1, np.int64), np.zeros((15, 13), np.int64)
    left = np.zeros(13, np.int64)
    for card in live:
        left[NUMBER[card] >> 2] += 1
    deck = len(live) - 5
    draw_bank.by_ranks(croupier, left, deck, bins, found, work)
    for suit in range(4):
        here = np.zeros(13, np.int64)
        for card in live:
            here[NUMBER[card] >> 2] += NUMBER[card] & 3 == suit
        draw_bank.by_suit(
            croupier, here, left - here, deck, ranking.flush, bins, found, work
        )  # fmt: skip
    return [int(count) for count in found]


def one_by_one(rules: DrawRules, live: list[Card]) -> list[int]:
    deck = len(live) - 5
    found = [0] * (len(CUTS) + 1)
    for held in combinations(live, 5):
        keeps = list(kept(held, rules)[0])
        rest = [card for card in live if card not in held]
        many = 5 - len(keeps)
        weight = (deck * (deck - 1), deck - 1, 2)[many]
        for drawn in combinations(rest, many):
            number = number_of([*keeps, *drawn])
            found[sum(cut <= number for cut in CUTS)] += weight
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.clause("CAT-III.3.5.2-24", "CAT-III.3.5.2-26", "CAT-III.3.5.2-29")
def test_the_croupiers_exchange_is_summed_over_a_small_deck_as_it_is_played(seed: int) -> None:
    """Twelve cards live, most of them of one suit: every hand, every exchange."""
    deal, rules = Random(seed), find("draw-poker").rules_of()
    suit = deal.choice("cdhs")
    live = deal.sample([card for card in DECK if card[1] == suit], 5 + seed)
    live += deal.sample([card for card in DECK if card not in live], 12 - len(live))
    found = by_sums(rules, live)
    assert sum(found) == comb(12, 5) * 7 * 6
    assert found == one_by_one(rules, live)


def test_a_croupier_who_draws_otherwise_is_not_summed() -> None:
    rules = find("draw-poker").rules_of()

    def keeps_one(cards: list[Card]) -> list[Card]:
        return list(kept(cards, rules)[0])[:1]

    with pytest.raises(NotCounted):
        draw_bank.bank(keeps_one, five())  # type: ignore[arg-type]
