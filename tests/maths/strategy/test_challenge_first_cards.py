"""Challenge 21 in the form of 2009: one decision against hands of the bank that each have a first
card of their own."""

from __future__ import annotations

from functools import cache
from math import sqrt
from statistics import fmean, pstdev

import pytest

from tapete.chance import seeded
from tapete.core.round.bets import Place, Slip
from tapete.core.round.chance import DrawCard
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.games.registry import find
from tapete.maths.strategy.book import Book
from tapete.maths.strategy.chart import UPS
from tapete.maths.strategy.first_card import FirstCard
from tapete.maths.strategy.hands import Counts, best, full_shoe, hand, hard
from tapete.maths.strategy.lanes import solution
from tapete.maths.strategy.shoe import TABLE
from tapete.maths.strategy.solve import Solution, insurance_mean
from tapete.maths.strategy.terms import NotSolved, is_solved, terms
from tapete.maths.strategy.totals import best_by_totals
from tests.maths.strategy.rounds import SEAT, UNIT, card, money

GAME = find("challenge-21")
RULES = GAME.rules_of("scj-2009")
BETS = ("mano-1", "mano-2")


@pytest.fixture(scope="module")
def beside_a_six() -> Solution:
    return solution(RULES, others=(6,))


def without(left: Counts, value: int) -> Counts:
    return (*left[: value - 1], left[value - 1] - 1, *left[value:])


@cache
def ends(left: Counts, own: Counts) -> tuple[tuple[int, Counts, float], ...]:
    """Every end of a hand of the bank (23: a Black Jack), what is left then, and its chance."""
    points = best(own)
    if hard(own) > 21 or (sum(own) > 1 and points > 16):
        natural = sum(own) == 2 and points == 21
        return ((23 if natural else 22 if hard(own) > 21 else points, left, 1.0),)
    found: dict[tuple[int, Counts], float] = {}
    for value in range(1, 11):
        if left[value - 1]:
            more = (*own[: value - 1], own[value - 1] + 1, *own[value:])
            for end, after, chance in ends(without(left, value), more):
                weight = left[value - 1] / sum(left) * chance
                found[end, after] = found.get((end, after), 0.0) + weight
    return tuple((end, after, chance) for (end, after), chance in found.items())


def stands(points: int, end: int) -> int:
    return 1 if end == 22 or end < points else 0 if end == points else -1


@pytest.mark.parametrize(("mine", "ups"), [((10, 10), (9, 10)), ((10, 7), (8, 7))])
def test_standing_is_worth_what_two_hands_drawn_one_after_the_other_make_of_it(
    mine: tuple[int, int], ups: tuple[int, int]
) -> None:
    """The second hand draws from what the first has left, card by card."""
    left: Counts = tuple(full_shoe(RULES.decks).tolist())
    for value in (*mine, *ups):
        left = without(left, value)
    points = sum(mine)
    worth = sum(
        chance * (stands(points, end) + fmean_of(points, ends(after, hand(ups[1]))))
        for end, after, chance in ends(left, hand(ups[0]))
    )
    first = FirstCard(terms(RULES, "mano-1", (ups[1],)), ups[0])
    assert first.shoe.stand[TABLE.place[hand(*mine)]] == pytest.approx(worth / 2, abs=1e-10)


def fmean_of(points: int, law: tuple[tuple[int, Counts, float], ...]) -> float:
    return sum(chance * stands(points, end) for end, _, chance in law)


def test_the_engine_playing_by_the_chart_wins_what_the_chart_says(beside_a_six: Solution) -> None:
    """Rounds whose first cards of the bank are a ten and a six, from a fresh shoe."""
    reserved = {"croupier": card(10, "h"), "croupier/2": card(6, "h")}
    book, pick = Book(beside_a_six.chart), seeded(21)
    setup = Setup(rules=RULES, terms=GAME.terms(), seats=(SEAT,))
    nets = []
    for _ in range(6000):
        live = Live(GAME.play(setup, GAME.opening(RULES)))
        live.answer(Slip(tuple(Place(SEAT, bet, UNIT) for bet in BETS)))
        waiting = dict(reserved)
        while (ask := live.ask) is not None:
            if isinstance(ask, DrawCard):
                chosen = waiting.pop(ask.to, None)
                while chosen is None:
                    drawn = ask.some(pick)
                    kept = sum(one == drawn for one in waiting.values())
                    if pick(ask.left[drawn]) >= kept:  # not the very card that is set aside
                        chosen = drawn
                live.answer(chosen)
            else:
                live.answer(book.says(ask, live.events))
        nets.append(sum(money(live.events)) / UNIT / len(BETS))
    first = FirstCard(terms(RULES, "mano-1", (6,)), 10)
    play = best_by_totals(first)
    law = first.law(play, dict.fromkeys(play.splits, play))
    expected = sum(net * chance for net, chance in law.items()) / first.terms.unit
    assert sum(law.values()) == pytest.approx(1, abs=1e-12)
    assert abs(fmean(nets) - expected) < 4 * pstdev(nets) / sqrt(len(nets))


def test_a_weak_card_beside_makes_the_player_stand_and_double_more(beside_a_six: Solution) -> None:
    plain = solution(GAME.rules_of())
    ten = UPS.index(10)
    assert plain.chart.hard["16"][ten].move == "retirarse"
    assert beside_a_six.chart.hard["16"][ten].move == "plantarse"
    assert plain.chart.hard["11"][ten].move == "pedir"
    assert beside_a_six.chart.hard["11"][ten].move == "doblar"
    assert beside_a_six.by_composition.edge <= beside_a_six.by_totals.edge < plain.by_totals.edge


def test_insurance_counts_the_cards_that_are_seen() -> None:
    ace, ratio = 1, RULES.pay("seguro-1").ratio
    alone, beside = (
        insurance_mean(terms(RULES, "mano-1", seen), ace, ratio) for seen in ((), (10,))
    )
    cards = 52 * RULES.decks - 1
    assert alone == (ratio + 1) * 16 * RULES.decks / cards - 1
    assert beside < alone


def test_without_the_other_cards_there_is_no_chart_and_with_one_base_card_no_others() -> None:
    assert not is_solved(RULES) and is_solved(RULES, (6,)) and is_solved(RULES, (6, 10))
    assert is_solved(GAME.rules_of()) and not is_solved(GAME.rules_of(), (6,))
    with pytest.raises(NotSolved):
        solution(RULES)
