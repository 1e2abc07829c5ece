"""Reductions: the winning bets around the number in plenos, and the pay table beside them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tapete.core.round.bets import Stake
from tapete.core.round.event import BetReturned, BetWon
from tapete.games.roulette.reductions import in_plenos, totals
from tests.games.roulette.rounds import ALL, DOUBLE_ZERO, FRENCH, ONE_ZERO, rules_of, spin


@pytest.mark.clause("CAT-II.1.4-33", "CAT-II.2.5-46")
@pytest.mark.parametrize("game", ALL)
def test_two_caballos_three_calles_four_cuadros_six_lineas_make_a_pleno(game: str) -> None:
    rules = rules_of(game)
    assert in_plenos(rules, "pleno:17", 600) == 600
    assert in_plenos(rules, "caballo:17-18", 600) == 300
    assert in_plenos(rules, "calle:16-17-18", 600) == 200
    assert in_plenos(rules, "cuadro:16-17-19-20", 600) == 150
    assert in_plenos(rules, "linea:16-17-18-19-20-21", 600) == 100
    assert in_plenos(rules, "columna:2", 600) is None


@pytest.mark.clause("CAT-II.1.4-33", "CAT-II.2.5-46")
@pytest.mark.parametrize("game", ALL)
def test_the_reduction_gives_the_same_money_as_the_pay_table_on_every_number(game: str) -> None:
    rules = rules_of(game)
    stakes = [Stake(1 + i % 3, bet, 7 + i) for i, bet in enumerate(rules.spots) if bet != "rojo"]
    for number in rules.pockets:
        worked = totals(rules, stakes, number)
        assert worked
        assert all(player.by_reduction == player.by_table for player in worked.values())
        assert all(player.plenos > 0 for player in worked.values() if player.apart == 0)


@pytest.mark.clause("CAT-II.1.4-33")
def test_the_croupier_has_the_total_of_each_player_as_the_round_hands_it_over() -> None:
    bets = {
        3: {"pleno:17": 1000, "caballo:17-18": 500, "cuadro:16-17-19-20": 800, "negro": 200},
        5: {"calle:16-17-18": 300, "pleno:5": 100},
    }
    stakes = [Stake(seat, bet, n) for seat, on in bets.items() for bet, n in on.items()]
    worked = totals(rules_of(FRENCH), stakes, "17")
    assert worked[3].plenos == 1000 + 250 + 200
    assert worked[3].by_reduction == worked[3].by_table == 36 * 1450 + 400
    assert worked[5].plenos == 100
    events = spin(FRENCH, bets, "17").events
    for seat, player in worked.items():
        handed = sum(e.paid for e in events if isinstance(e, BetWon) and e.seat == seat)
        handed += sum(e.amount for e in events if isinstance(e, BetReturned) and e.seat == seat)
        assert handed == player.by_reduction


@pytest.mark.clause("CAT-II.1.4-33", "CAT-II.2.5-46")
def test_the_reduction_holds_for_stake_and_win_together_not_for_the_win_alone() -> None:
    rules = rules_of(ONE_ZERO)
    caballo, pleno = rules.pay("caballo").ratio, rules.pay("pleno").ratio
    assert 2 * (caballo + 1) == pleno + 1
    assert 2 * caballo != pleno


@pytest.mark.clause("CAT-II.2.5-46")
def test_the_five_number_bet_has_no_pleno_equivalent_and_is_paid_apart() -> None:
    rules = rules_of(DOUBLE_ZERO)
    assert in_plenos(rules, "linea-especial", 500) is None
    worked = totals(rules, [Stake(1, "linea-especial", 500), Stake(1, "pleno:2", 100)], "2")[1]
    assert (worked.plenos, worked.apart) == (Fraction(100), Fraction(3500))
    assert worked.by_reduction == worked.by_table == 3600 + 3500


@pytest.mark.clause("CAT-II.1.4-33")
def test_with_another_pay_table_the_two_ways_part_and_it_is_seen() -> None:
    rules = rules_of(FRENCH, changes={"pays.pleno": "34:1"})
    worked = totals(rules, [Stake(1, "caballo:1-2", 100)], "1")[1]
    assert worked.by_reduction != worked.by_table
