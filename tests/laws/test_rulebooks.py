"""Laws of the rulebooks: every edition gives every game it has complete rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tapete.core.book.clause import register
from tapete.core.book.rulebook import GameRules, editions, rulebook
from tapete.core.round.bets import Cloth
from tapete.core.round.betting import BetWindow
from tapete.games.registry import GAMES, find
from tapete.games.roulette.rules import kind_of
from tests.laws.tables import PAIRS, open_table

EVERY_FIGURE = "figura"
"""The pay row of Corona y Ancla, the same for every figure (CAT-IV.2.6-04)."""

every_pair = pytest.mark.parametrize(("game", "book"), PAIRS)


def test_the_default_edition_has_every_game_that_is_built() -> None:
    assert set(GAMES) <= set(rulebook("scj-2023").games())


@every_pair
def test_every_game_of_an_edition_has_rules(game: str, book: str) -> None:
    rules = find(game).rules_of(book)
    assert (rules.game, rules.edition) == (game, book)
    assert rules.name and rules.bets
    assert rules.pays or find(game).on_stacks  # among themselves players win what others put in
    assert set(rules.clauses.values()) <= register().keys()


def kinds_of(bet: str) -> set[str]:
    """The names under which a bet can be paid: its own, its kind's, or that of all figures."""
    return {bet, bet.partition(":")[0], bet.partition("@")[0], kind_of(bet), EVERY_FIGURE}


def is_paid(rules: GameRules, bet: str) -> bool:
    return any(pay.bet in kinds_of(bet) for pay in rules.pays.values())


def cloth_of(game: str, book: str) -> Cloth | None:
    """The cloth on which a table's first bets are made, where there is one."""
    ask = open_table(game, book).begin().ask
    return ask.cloth if isinstance(ask, BetWindow) else None


@every_pair
def test_every_bet_is_paid_when_it_wins_or_is_made_of_bets_that_are(game: str, book: str) -> None:
    rules, cloth = find(game).rules_of(book), cloth_of(game, book)
    for bet in cloth.bets() if cloth is not None else ():
        row = rules.bet(bet)
        assert row is not None, f"{bet} has no row"
        for part, count in row.chips or ((bet, 1),):
            assert count > 0 and rules.bet(part) is not None, f"{bet}: there is no {part}"
            assert is_paid(rules, part), f"{bet}: {part} is never paid"


@every_pair
def test_every_pay_row_pays_a_bet_there_is(game: str, book: str) -> None:
    rules = find(game).rules_of(book)
    paid = {kind for bet in rules.bets for kind in kinds_of(bet)}
    for pay in rules.pays.values():
        assert pay.bet in paid, pay
        assert pay.ratio > Fraction(0), pay


@pytest.mark.parametrize("book", editions())
def test_every_edition_names_its_document(book: str) -> None:
    edition = rulebook(book).chain[0]
    assert edition.edition == book and edition.title and edition.document
