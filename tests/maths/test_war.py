"""War, exactly: the figures of the regulation's own notes, and the engine's word for them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tapete.chance import by_chance, seeded
from tapete.core.round.ask import Ask, Choose
from tapete.core.round.betting import BetWindow
from tapete.core.round.event import net
from tapete.games.registry import find
from tapete.maths.exact import BetOdds, exact_odds
from tests.games.cards.packs import WAR, opened, slip

RANKS = range(13)


def figures(**changes: str) -> dict[str, BetOdds]:
    game = find(WAR)
    return exact_odds(game, game.rules_of("scj-2023", changes))


@pytest.mark.clause("CAT-III.4.4-20", "CAT-III.4.6-10")
@pytest.mark.parametrize(
    ("decks", "edge"), [(6, Fraction(-81489, 4965115)), (8, Fraction(-65999, 3942085))]
)
def test_as_written_the_game_favours_a_player_who_always_goes_to_war(
    decks: int, edge: Fraction
) -> None:
    odds = figures(decks=str(decks))
    assert odds["war/guerra"].edge == edge
    assert round(float(edge), 7) == {6: -0.0164123, 8: -0.0167422}[decks]
    assert odds["war/optima"].ends == odds["war/guerra"].ends


@pytest.mark.clause("CAT-III.4.4-17", "CAT-III.4.6-09")
@pytest.mark.parametrize(
    ("decks", "tie", "given_up"),
    [(6, Fraction(58, 311), Fraction(23, 622)), (8, Fraction(74, 415), Fraction(31, 830))],
)
def test_what_surrender_and_the_bet_on_the_tie_cost(
    decks: int, tie: Fraction, given_up: Fraction
) -> None:
    odds = figures(decks=str(decks))
    assert odds["empate"].edge == tie  # 18.65% and 17.83%
    assert odds["war/rendirse"].edge == given_up


def test_every_bet_adds_up_to_one() -> None:
    assert list(figures()) == ["war/guerra", "war/rendirse", "war/optima", "empate"]
    for odds in figures().values():
        assert sum(chance for _, chance in odds.ends) == 1


def by_hand(decks: int) -> Counter[int]:
    """The ordered draws of four cards by what a player who always goes to war wins with them."""
    nets: Counter[int] = Counter()
    for mine, bank, again, bank_again in product(RANKS, repeat=4):
        ways, left = 1, Counter(dict.fromkeys(RANKS, 4 * decks))
        for rank in (mine, bank, again, bank_again):
            ways *= left[rank]
            left[rank] -= 1
        if mine != bank:
            nets[1 if mine > bank else -1] += ways
        else:
            nets[3 if again == bank_again else 2 if again > bank_again else -2] += ways
    return nets


@pytest.mark.parametrize("decks", [1, 6])
def test_the_figures_are_those_of_every_draw_of_four_cards(decks: int) -> None:
    nets = by_hand(decks)
    every = sum(nets.values())
    ends = {net: Fraction(ways, every) for net, ways in nets.items()}
    assert dict(figures(decks=str(decks))["war/guerra"].ends) == ends


def test_if_a_war_is_worth_less_than_surrender_the_best_choice_is_to_give_up() -> None:
    worse = figures(**{"pays.war@guerra": "0:1", "pays.war@bono": "0:1"})
    assert worse["war/optima"].ends == worse["war/rendirse"].ends
    assert worse["war/guerra"].edge > worse["war/rendirse"].edge


def test_the_engine_agrees_over_many_rounds() -> None:
    table = opened(WAR, 1)
    odds = figures()
    bets = slip({1: {"war": 2}})

    def warrior(ask: Ask[Any]) -> Any:
        if isinstance(ask, BetWindow):
            return bets
        assert isinstance(ask, Choose)
        return ask.default if ask.optional else "guerra"

    rounds, total = 4000, 0
    answer = by_chance(seeded("guerra"), warrior)
    for _ in range(rounds):
        total += net(table.play(answer).events, 1)
    found = odds["war/guerra"]
    error = (float(found.variance) / rounds) ** 0.5
    assert abs(total / 2 / rounds - float(found.mean)) < 4 * error
