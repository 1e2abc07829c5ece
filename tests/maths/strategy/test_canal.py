"""Canal 21 and Challenge 21 solved, against the engine playing by their books."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from tapete.core.round.cards import RANKS
from tapete.games.cards.twentyone.places import CanalRules
from tapete.games.registry import find
from tapete.maths.exact import exact_odds
from tapete.maths.exact.twentyone import tie_break
from tapete.maths.strategy.book import Book
from tapete.maths.strategy.lanes import solution
from tapete.maths.strategy.solve import Solution
from tapete.maths.strategy.terms import terms
from tests.maths.strategy.rounds import asked, card, dealt, nets

ROUNDS = 40_000


@pytest.fixture(scope="module")
def canal() -> Solution:
    return solution(find("canal-21").rules_of())


def test_the_engine_by_the_book_loses_what_the_sums_say(canal: Solution) -> None:
    found = nets(find("canal-21"), Book(canal.chart), ("principal",), ROUNDS, seed=3)
    law = {float(Fraction(net)): chance for net, chance in canal.by_totals.ends}
    mean = sum(net * number for net, number in found.items()) / ROUNDS
    variance = sum(net * net * chance for net, chance in law.items())
    assert abs(mean + canal.by_totals.edge) < 4 * sqrt(variance / ROUNDS)
    for net, chance in law.items():
        error = sqrt(ROUNDS * chance * (1 - chance))
        assert abs(found[net] - ROUNDS * chance) < 4 * error + 2, net


def test_a_bonus_in_hand_is_not_risked(canal: Solution) -> None:
    """5-5-5 against a ten stands on fifteen; without a bonus fifteen asks."""
    ten = canal.chart.hard["15"][8]
    assert (ten.otherwise, canal.chart.bonus["15"][8].move) == ("pedir", "plantarse")
    assert "7" not in canal.chart.bonus
    live = dealt(find("canal-21"), ("principal",), [card(5), card(10, "h"), card(5, "d")])
    live.answer("no")
    live.answer("pedir")
    live.answer(card(5, "c"))
    assert Book(canal.chart).says(asked(live), live.events) == "plantarse"


def test_the_edges_of_canal_21(canal: Solution) -> None:
    assert canal.by_totals.edge == pytest.approx(0.008126, abs=5e-6)
    assert canal.by_composition.edge == pytest.approx(0.007986, abs=5e-6)


def test_a_bonus_and_suits_are_worth_looking_at(canal: Solution) -> None:
    """Two sevens of one suit ask for the third, which pays 20 to 1."""
    assert canal.by_composition.edge < canal.by_totals.edge
    found = {(d.cards, d.up): d.best for d in canal.departures}
    assert found["7-7 s", "4"] == "pedir"
    assert ("7-7", "4") not in found


def test_even_money_is_always_taken_and_insurance_never(canal: Solution) -> None:
    """Canal 21 pays no more than even money, and waiting may tie."""
    assert sorted(canal.chart.even_money) == [1, 10]
    assert canal.chart.insurance == ()
    live = dealt(find("canal-21"), ("principal",), [card(10), card(1, "h"), card(1, "d")])
    assert Book(canal.chart).says(asked(live), live.events) == "a-la-par"


def test_the_tie_break_is_always_taken(canal: Solution) -> None:
    """Equal cards pay 3 to 2, and the rest is even."""
    cards = [card(10), card(1, "h"), card(5, "d"), card(6, "c"), card(10, "h")]
    live = dealt(find("canal-21"), ("principal",), cards[:3])
    live.answer("no")
    live.answer("pedir")
    live.answer(cards[3])
    live.answer(cards[4])
    assert Book(canal.chart).says(asked(live), live.events) == "desempate"


@pytest.mark.clause("CAT-III.1.5.2-20", "CAT-III.1.5.2-64")
def test_a_bet_of_challenge_21_is_one_of_black_jack_with_eight_decks() -> None:
    """One base card for all the bank's hands: each bet meets the same chances."""
    challenge = find("challenge-21").rules_of()
    alike = terms(find("black-jack").rules_of("scj-2023", {"decks": "8"}))
    assert challenge.decks == 8
    assert all(terms(challenge, bet) == alike for bet in ("mano-1", "mano-2", "mano-3"))


@pytest.mark.clause("CAT-III.1.5.3-79")
def test_the_two_insurances_of_canal_21(canal: Solution) -> None:
    """2 to 1 on a ten under an ace; 10 to 1 on an ace under a ten."""
    game = find("canal-21")
    found = exact_odds(game, game.rules_of())
    assert found["seguro/as"].edge == Fraction(15, 207)
    assert found["seguro/figura"].edge == Fraction(31, 207)
    assert list(found)[:2] == ["principal", "principal/optima"]


@pytest.mark.clause("CAT-III.1.5.3-59", "CAT-III.1.5.3-60")
def test_the_tie_break_of_two_canal_21() -> None:
    """Every two cards that may follow two aces and two tens or figures, one by one."""
    game = find("canal-21")
    rules = game.rules_of()
    assert isinstance(rules, CanalRules)
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for mine, bank in product("TJQK", repeat=2):
        left = Counter(dict.fromkeys(RANKS, 4 * rules.decks))
        case = left[mine] * (left[bank] - (mine == bank))
        left.subtract(("A", "A", mine, bank))
        for one, other in product(RANKS, repeat=2):
            weight = case * left[one] * (left[other] - (one == other))
            ahead = RANKS.index(one) - RANKS.index(other)
            chances[(ahead > 0) - (ahead < 0)] += weight
    ways = sum(chances.values(), Fraction(0))
    found = tie_break(rules)
    nets = {-1: Fraction(-1), 0: Fraction(3, 2), 1: Fraction(1)}
    assert dict(found.ends) == {nets[side]: chance / ways for side, chance in chances.items()}
    assert found.edge == Fraction(-15763, 144942)
    even = game.rules_of("scj-2023", {"canal-21.desempate-igual": "1:1"})
    assert isinstance(even, CanalRules)
    assert tie_break(even).push == 0
    assert tie_break(even).hit == found.hit
    assert found.pays == ("1:1", "3:2")
    assert tie_break(even).pays == ("1:1",)
