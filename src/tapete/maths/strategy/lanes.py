"""The rules of each game of twenty-one, and the solution that fits them."""

from __future__ import annotations

from tapete.core.book.rulebook import GameRules
from tapete.games.cards.twentyone.places import CanalRules
from tapete.games.cards.twentyone.rules import MAIN, TwentyOneRules
from tapete.maths.strategy import store
from tapete.maths.strategy.solve import Solution, Tick, solve
from tapete.maths.strategy.terms import NotSolved, Terms, canal_terms, is_solved, terms


def main_bet(rules: TwentyOneRules) -> str:
    """The bet a chart is made for."""
    return MAIN if MAIN in rules.bets else "mano-1"


def solution(
    rules: GameRules,
    bet: str = "",
    tick: Tick = lambda done, total: None,
    others: tuple[int, ...] = (),
) -> Solution:
    """The game solved: read from disk if these rules were solved before, else solved and kept.

    ``others`` are the first cards of the bank's other hands, where each has one of its own: the
    chart is then for equal bets on all its hands.
    """
    if not is_solved(rules, others):
        raise NotSolved(rules.game)
    assert isinstance(rules, TwentyOneRules)
    if isinstance(rules, CanalRules):
        wanted: Terms = canal_terms(rules)
    else:
        wanted = terms(rules, bet or main_bet(rules), others)
    return store.kept("twentyone", wanted, Solution, lambda: solve(wanted, tick))
