"""The exact figures of poker against the bank, and the hands at which best play turns."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest

from tapete.core.book.rulebook import editions
from tapete.core.round.cards import DECK, Card
from tapete.games.poker import hands
from tapete.games.poker.bank.go import GoRules
from tapete.games.poker.bank.rules import ANTE, BET, NOT_OPEN, BankRules
from tapete.games.registry import GAMES, find
from tapete.maths.exact import exact_odds
from tapete.maths.exact.poker.delivered import delivered, key, summed
from tapete.maths.strategy.poker.advice.guide import guide
from tapete.maths.strategy.poker.advice.moves import Moves, Sight
from tapete.maths.strategy.poker.solution import solution

FIGURES = {
    ("poker-tres-cartas", "ante"): Fraction(5132301, 101792600),  # 5.04192%
    ("go-poker", "linea"): Fraction(68483, 1624350),  # 4.21602% of one bet of the three
    ("caribbean-poker", "ante"): Fraction(142031221, 2718662100),  # 5.2243%
    ("caribbean-poker-plus", "ante"): Fraction(1065699823, 54718672008),  # 1.9476%
    ("draw-poker", "ante"): Fraction(2528881843347247, 89245059671607840),  # 2.8336%
    ("texas-holdem-plus", "ante"): Fraction(107349971147, 3476726253000),  # 3.0877%
    ("texas-holdem-bonus", "ante"): Fraction(578107733, 28381438800),  # 2.0369%
    ("texas-holdem-bonus", "bonus"): Fraction(13873, 162435),  # 8.5406%
}
SUMMED = ("poker-tres-cartas", "go-poker", "caribbean-poker")
"""Games whose sums take seconds; those of the others take minutes."""


def rules_of(game: str) -> Any:
    return find(game).rules_of()


@pytest.mark.parametrize(("game", "bet"), FIGURES)
def test_the_edge_at_best_play(game: str, bet: str) -> None:
    odds = exact_odds(find(game), rules_of(game))[bet]
    assert odds.exact
    assert odds.edge == FIGURES[game, bet]
    assert sum(chance for _, chance in odds.ends) == 1


@pytest.mark.parametrize("game", SUMMED)
def test_what_is_delivered_is_what_the_sums_give(game: str) -> None:
    rules = rules_of(game)
    assert summed(rules).law == delivered()[key(rules)].law


def test_every_edition_has_its_figures_delivered() -> None:
    """A rulebook that changes is summed anew: python -m tapete.maths.exact.poker.delivered."""
    banked = [game for game in GAMES.values() if issubclass(game.rules, BankRules)]
    assert len(banked) == 7
    for edition in editions():
        assert all(key(game.rules_of(edition)) in delivered() for game in banked)


def going(rules: BankRules, own: list[Card]) -> Fraction:
    """What going on at Tres Cartas is worth, hand by hand of the croupier's."""
    mine, total, deals = hands.three(own), Fraction(0), 0
    assert rules.opens is not None
    for cards in combinations([card for card in DECK if card not in own], 3):
        bank = hands.three(cards)
        deals += 1
        if not rules.opens.reached_by(bank, hands.THREE):
            total += rules.pay(ANTE, NOT_OPEN).ratio
        elif mine > bank:
            won = rules.pay(ANTE, mine.category).ratio
            total += won + rules.bet_times * rules.pay(BET, mine.category).ratio
        elif mine < bank:
            total -= 1 + rules.bet_times
    return total / deals


@pytest.mark.parametrize(
    ("own", "goes"),
    [(["Qc", "6d", "4h"], True), (["Qc", "6d", "3h"], False), (["Qc", "6c", "3h"], False)],
)
def test_tres_cartas_turns_at_queen_six_four(own: list[Card], goes: bool) -> None:
    rules = rules_of("poker-tres-cartas")
    assert (going(rules, own) > -1) is goes
    said = Moves(rules, solution(rules)).says(Sight(tuple(own)), {"voy", "no-voy"})
    assert said == ("voy" if goes else "no-voy")


def test_the_chart_of_tres_cartas_says_it_in_a_word() -> None:
    rules = rules_of("poker-tres-cartas")
    assert guide(rules, solution(rules)).least == "Q-6-4"


def line(rules: GoRules, own: list[Card], seen: list[Card]) -> Fraction:
    """What one bet of Go Poker is worth with these cards."""
    left = [card for card in DECK if card not in (*own, *seen)]
    total, deals = Fraction(0), 0
    for cards in combinations(left, 2 - len(seen)):
        hand = hands.five([*own, *seen, *cards])
        paid = rules.pays_from.reached_by(hand)
        total += rules.pay("linea", hand.category).ratio if paid else -1
        deals += 1
    return total / deals


@pytest.mark.parametrize(
    ("own", "seen"),
    [
        (["Tc", "Td", "2h"], []),
        (["9c", "9d", "Ah"], []),
        (["8c", "9c", "Tc"], []),  # a straight flush in sight, one high card
        (["6c", "7c", "8c"], []),
        (["9c", "Jc", "Qc"], []),
        (["8c", "9d", "Th"], ["Js"]),
        (["5c", "6d", "7h"], ["8s"]),
        (["Ac", "Kd", "Qh"], ["Ts"]),
        (["Ac", "2d", "3h"], ["4s"]),
        (["2c", "5c", "9c"], ["Kc"]),
    ],
)
def test_a_bet_of_go_poker_stays_where_it_wins_more_than_it_loses(
    own: list[Card], seen: list[Card]
) -> None:
    rules = rules_of("go-poker")
    said = Moves(rules, solution(rules)).says(Sight(tuple(own), (), tuple(seen)), {"ir", "no-ir"})
    assert said == ("ir" if line(rules, own, seen) >= 0 else "no-ir")


@pytest.mark.parametrize(
    ("own", "up", "goes"),
    [
        (["Ah", "Kd", "Qc", "5s", "4h"], "5d", True),  # his card among one's own
        (["Ah", "Kd", "Jc", "5s", "4h"], "Ac", True),  # his ace, and a jack
        (["Ah", "Kd", "Tc", "5s", "4h"], "Ac", False),
        (["Ah", "Kd", "Qc", "5s", "4h"], "2c", True),  # a queen, and he shows little
        (["Ah", "Kd", "Qc", "5s", "4h"], "Tc", False),
        (["Ah", "Qd", "Jc", "5s", "4h"], "2c", False),  # below ace and king
        (["2h", "2d", "3c", "5s", "4h"], "Ac", True),
    ],
)
def test_ace_and_king_hang_on_what_the_croupier_shows(
    own: list[Card], up: Card, goes: bool
) -> None:
    """The rule players know: see CAT-III.3.5.1-16 for the hand with which he opens."""
    rules = rules_of("caribbean-poker")
    says = Moves(rules, solution(rules)).says
    for suits in list(permutations("cdhs"))[::5]:
        new = dict(zip("cdhs", suits, strict=True))
        cards = [Card(card[0] + new[card[1]]) for card in own]
        seen = Sight(tuple(cards), (Card(up[0] + new[up[1]]),))
        assert says(seen, {"voy", "no-voy"}) == ("voy" if goes else "no-voy")
