"""The money behind colour chips: bought with what one has, an account of its own, never lost."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.chance import anyone, seeded
from tapete.core.book.account import account, written
from tapete.core.round.bets import Limits, Noticed, Place
from tapete.core.table.table import Table
from tests.games.roulette.rounds import (
    AMERICAN,
    ONE_ZERO,
    bought,
    held,
    opened,
    paid_in,
    refused,
    slip,
    state,
    throw,
)


@pytest.mark.clause("CAT-II.2.5-04")
@pytest.mark.parametrize("bad", [500.0, 5000.7, "5000", True, 0, -500])
def test_value_and_amount_of_colour_chips_are_whole_pesos(bad: Any) -> None:
    table = opened(ONE_ZERO, 1)
    with refused("bad-amount", "CAT-II.2.5-02"):
        table.act("comprar-color", seat=1, colour="verde", value=bad, amount=5000)
    with refused("bad-amount", "CAT-II.2.5-04"):
        table.act("comprar-color", seat=1, colour="verde", value=500, amount=bad)
    table = bought()
    with refused("bad-amount", "CAT-II.2.5-05"):
        table.act("comprar-mas", seat=1, amount=bad)
    with refused("bad-amount", "CAT-II.2.5-09"):
        table.act("propina-en-color", seat=1, chips=bad)
    with refused("bad-amount", "CAT-II.2.5-06"):
        table.act("devolver-color", seat=1, chips={5000: bad})
    assert held(table, 1) == 20


def seated(*chips: int) -> Table:
    """A table where the seats from 1 on sat down with so many money chips each."""
    table = opened(ONE_ZERO)
    for seat, brought in enumerate(chips, 1):
        table.sit(seat, f"player {seat}", chips=brought)
    return table


@pytest.mark.clause("CAT-II.2.5-04", "CAT-I.4.1-02")
def test_colour_chips_are_bought_with_money_chips_one_has() -> None:
    table = seated(1000)
    with refused("no-chips", "CAT-I.4.1-02"):
        table.act("comprar-color", seat=1, colour="verde", value=500, amount=1500)
    assert state(table).board.colours == () and table.available(1) == 1000
    table.act("comprar-color", seat=1, colour="verde", value=500, amount=1000)
    assert (table.available(1), held(table, 1)) == (0, 2)
    with refused("no-chips", "CAT-I.4.1-02"):
        table.act("comprar-mas", seat=1, amount=500)


@pytest.mark.clause("CAT-I.3.2-05", "CAT-I.4.1-02")
def test_the_money_behind_colour_chips_is_neither_tipped_nor_bet_a_second_time() -> None:
    table = seated(11_000)
    table.act("comprar-color", seat=1, colour="verde", value=500, amount=10_000)
    with refused("no-chips", "CAT-I.3.2-05"):
        table.exchange.tip(1, 1500)
    table.exchange.tip(1, 500)
    table.begin()
    table.bet(Place(1, "pleno:7", 10_000))  # all his colour chips, and his money is untouched
    assert table.available(1) == 500
    with refused("no-chips", "CAT-I.4.1-02"):
        table.bet(Place(1, "rojo", 600))
    table.bet(Place(1, "rojo", 500))
    money_twice = [Place(1, "pleno:8", 500), Place(1, "rojo", 600)]
    with refused("no-chips", "CAT-I.4.1-02"):
        table.answer(slip(money_twice))
    table.close_bets()
    table.answer("8")
    table.finish()
    assert written(table.desk.accounts) == {"cash:1": -11_000, "tips": 500, "bank": 10_500}


@pytest.mark.clause("CAT-II.2.5-04", "CAT-II.2.5-06")
def test_cash_paid_for_colour_chips_leaves_with_the_player_and_not_with_the_next() -> None:
    table = seated(0)
    table.act("comprar-color", seat=1, colour="verde", value=500, amount=5000, paid="efectivo")
    assert (table.available(1), held(table, 1)) == (0, 10)
    throw(table, {1: {"pleno:7": 500}}, "7")
    table.leave(1)
    assert written(table.desk.accounts) == {"cash:1": 17_500, "bank": -17_500}
    table.sit(1, "benito", chips=100)
    assert table.available(1) == 100


@pytest.mark.clause("CAT-I.6-04", "CAT-II.2.5-06")
def test_winnings_in_colour_are_held_once_they_are_changed_into_money_chips() -> None:
    table = seated(1000)
    table.act("comprar-color", seat=1, colour="verde", value=500, amount=1000)
    throw(table, {1: {"pleno:7": 500}}, "7")
    with refused("already-paid", "CAT-I.6-04"):
        table.holds.hold(1, now=0)
    table.act("devolver-color", seat=1)
    assert table.holds.hold(1, now=0).amount == 17_500
    assert table.available(1) == 1000


@pytest.mark.clause("CAT-II.2.7-07", "CAT-II.2.5-26")
def test_a_house_that_takes_the_whole_at_zero_takes_the_colour_chips_too() -> None:
    table = opened(ONE_ZERO, changes={"zero_simple": "pierde"})
    table.sit(1, "ana", chips=10_000)
    table.act("comprar-color", seat=1, colour="verde", value=500, amount=10_000)
    played = throw(table, [Place(1, "rojo", 5000, chips="color:verde")], "0")
    assert (played.net, held(table, 1), paid_in(played)) == ({1: -5000}, 10, [])
    table.leave(1)
    assert written(table.desk.accounts) == {"cash:1": -5000, "bank": 5000}


@pytest.mark.clause("CAT-II.2.7-07")
def test_what_was_noticed_late_beside_colour_chips_is_paid_in_money() -> None:
    table = opened(ONE_ZERO, 1, limits=Limits(max=2000))
    table.act("comprar-color", seat=1, colour="verde", value=500, amount=10_000)
    late = [Place(1, "pleno:7", 1000), Noticed(1, "pleno:7", 3000, "jefe-de-sala")]
    played = throw(table, late, "7")  # 2,000 count, half of them colour chips
    assert played.net == {1: 70_000}
    assert paid_in(played) == [(1, "verde", 70, 0)]
    assert table.desk.accounts[account("colour:1")] == held(table, 1) * 500


@pytest.mark.clause("CAT-II.2.5-04", "CAT-II.2.4.1-03")
@pytest.mark.parametrize("game", AMERICAN)
def test_whatever_is_bet_the_chips_of_a_colour_are_in_hands_or_in_the_rack(game: str) -> None:
    table = opened(game, limits=Limits(max=5000))
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", chips=10**9)
    for seat, colour, value in ((1, "verde", 100), (2, "azul", 250), (3, "rosado", 1000)):
        table.act("comprar-color", seat=seat, colour=colour, value=value, amount=100 * value)
    answerer = anyone(seeded(game))
    seen = set()
    for _ in range(60):
        table.play(answerer)
        for row in state(table).board.colours:
            assert 0 <= row.chips <= 200
            seen.add((row.seat, row.chips))
            assert table.desk.accounts[account(f"colour:{row.seat}")] == row.chips * row.value
    assert len(seen) > 20  # chips really went to and fro
    assert sum(table.desk.accounts.values()) == 0
    for seat in (1, 2, 3):
        table.leave(seat)
    assert {one.kind for one in table.desk.accounts} == {"cash", "bank"}
