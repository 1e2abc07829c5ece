"""French roulette under the Bolivian fragment: what it changes and what it leaves as it is."""

from __future__ import annotations

import pytest

from tapete.core.book.account import BANK
from tapete.core.round.bets import Place
from tapete.core.round.event import ThrowVoid
from tests.games.roulette.rounds import FRENCH, null, opened, refused, rules_of, slip, spin
from tests.games.roulette.test_round import CAUSES, WINNERS

AJ = "aj-bolivia"


@pytest.mark.clause("AJ-4.1.2-01")
def test_players_bet_against_the_house_a_gaming_hall_or_a_casino() -> None:
    played = spin(FRENCH, {1: {"rojo": 300}, 2: {"pleno:9": 10, "negro": 500}}, "9", rules=AJ)
    assert played.net == {1: 300, 2: 350 - 500}
    house = sum(n for e in played.events for account, n in e.postings() if account == BANK)
    assert house == -150  # what the players won together, whoever the house is


@pytest.mark.clause("AJ-4.1.3.2-01")
def test_two_croupiers_and_a_jefe_de_mesa_are_needed() -> None:
    with refused("croupiers-missing", "AJ-4.1.3.2-01"):
        opened(FRENCH, rules=AJ, staff=("croupier", "jefe-de-mesa"))
    with refused("jefe-de-mesa-missing", "AJ-4.1.3.2-01"):
        opened(FRENCH, rules=AJ, staff=("croupier", "croupier"))


@pytest.mark.clause("AJ-4.1.3.2-02")
def test_the_jefe_de_mesa_may_not_handle_chips_money_is_not_mentioned() -> None:
    table = opened(FRENCH, 3, rules=AJ)
    with refused("not-your-role", "CAT-I.3.2-04"):  # money is the croupier's by another clause
        table.exchange.change(3, 1000, by="jefe-de-mesa")
    table.begin()
    with refused("not-your-role", "AJ-4.1.3.2-02"):
        table.bet(Place(3, "rojo", 500), by="jefe-de-mesa")


@pytest.mark.clause("AJ-4.1.6.1-01")
@pytest.mark.parametrize("cause", CAUSES)
def test_all_seven_no_spin_cases_hold_though_the_fragment_breaks_off_after_five(cause: str) -> None:
    played = spin(FRENCH, {1: {"rojo": 100}}, null(cause), slip({}), "1", rules=AJ)
    assert played.told(ThrowVoid) == [ThrowVoid(cause=cause, clause="CAT-II.1.6-04")]
    assert played.net == {1: 100}


@pytest.mark.clause("AJ-4.1.6.1-02")
def test_order_of_payment_and_pay_table_are_the_catalogues() -> None:
    assert rules_of(FRENCH, AJ).pays == rules_of(FRENCH).pays
    here, there = spin(FRENCH, WINNERS, "2", rules=AJ), spin(FRENCH, WINNERS, "2")
    assert (here.won(), here.net) == (there.won(), there.net)
