"""Whose dice they are: order, refusal, line bet, seven-out, leaving (CAT-IV.1.5-05 to 1.5-08)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.book.account import account
from tapete.core.book.refused import Refused
from tapete.core.round.chance import Roll
from tapete.core.round.event import Announced, BetLost, BetReturned, TurnGiven
from tapete.core.table.table import PLENTY, Table
from tests.games.dice.craps.throws import (
    EASY,
    closing_refusal,
    nets,
    on_felt,
    on_point,
    opened,
    said,
    slip,
    throw,
    told,
)


def state(table: Table) -> Any:
    return table.state


def throws_now(table: Table, bets: dict[int, dict[str, int]]) -> int | None:
    """Who is asked to throw once these bets are closed; the round is dropped."""
    live = table.begin()
    table.answer(slip(bets))
    assert isinstance(live.ask, Roll)
    shooter = live.ask.shooter
    table.void("prueba")
    return shooter


LINE = {2: {"pass": 100}, 4: {"dont-pass": 100}, 6: {"pass": 100}}


@pytest.mark.clause("CAT-IV.1.5-05")
def test_the_dice_start_on_the_croupiers_left_and_go_round_clockwise() -> None:
    table = opened(2, 4, 6)
    order = []
    for _ in range(4):
        order.append(throws_now(table, LINE))
        throw(table, "1-3", bets=LINE)
        throw(table, "3-4")
    assert order == [6, 4, 2, 6]


@pytest.mark.clause("CAT-IV.1.5-06")
def test_who_declines_passes_the_dice_to_the_next_with_a_point_on_too() -> None:
    table = opened(2, 4, 6)
    [turn] = table.act("decline", seat=6)
    assert turn == TurnGiven(seat=4, to="lanzar", clause="CAT-IV.1.5-06")
    with pytest.raises(Refused, match="not-the-shooter"):
        table.act("decline", seat=6)
    with pytest.raises(Refused) as chief:
        table.act("decline", seat=4, by="jefe-de-mesa")
    assert (chief.value.clause, chief.value.code) == ("CAT-IV.1.5-06", "not-your-role")
    table.act("decline", seat=4, by="jugador")
    assert throws_now(table, LINE) == 2
    throw(table, "1-3", bets=LINE)
    table.act("decline", seat=2)
    assert (state(table).shooter, state(table).point) == (6, 4)


@pytest.mark.clause("CAT-IV.1.5-08", "CAT-IV.1.7-02")
def test_at_the_come_out_the_shooter_needs_a_bet_on_one_of_the_lines() -> None:
    table = opened(2, 4, 6)
    bets = {6: {"field": 100, "big-6": 100}, 4: {"siete": 100}}
    assert closing_refusal(table, bets) == ("CAT-IV.1.7-02", "shooter-needs-line")
    assert closing_refusal(table, {}) == ("CAT-IV.1.7-02", "shooter-needs-line")
    assert throws_now(table, {6: {"pass": 100}}) == 6
    assert throws_now(table, {6: {"dont-pass": 100}}) == 6


@pytest.mark.clause("CAT-IV.1.7-02", "CAT-IV.1.5-05")
def test_a_shooter_without_one_is_passed_over_for_the_next_who_has_one() -> None:
    table = opened(2, 4, 6)
    record = throw(table, "1-3", bets={6: {"field": 100}, 2: {"dont-pass": 100}})
    passed = [event for event in told(record, Announced) if event.what == "tirador-sin-linea"]
    assert [(event.facts["seat"], event.clause) for event in passed] == [
        (6, "CAT-IV.1.7-02"),
        (4, "CAT-IV.1.7-02"),
    ]
    assert told(record, TurnGiven)[-1].seat == 2
    assert state(table).shooter == 2


@pytest.mark.clause("CAT-IV.1.5-08", "CAT-IV.1.5-32")
def test_with_a_point_on_the_shooter_throws_without_a_line_bet() -> None:
    table = opened(2, 4)
    throw(table, "1-3", bets={4: {"dont-pass": 100}})
    record = throw(table, "5-6", remove={4: ["dont-pass"]})
    assert on_felt(table) == {} and state(table).shooter == 4
    assert "tirador-sin-linea" not in said(record)


@pytest.mark.clause("CAT-IV.1.5-24")
@pytest.mark.parametrize("dice", ["1-1", "1-2", "6-6", "3-4", "5-6"])
def test_no_come_out_decision_takes_the_dice_from_the_shooter(dice: str) -> None:
    table = opened(2, 4, 6)
    throw(table, dice, bets={6: {"pass": 100, "dont-pass": 100}})
    assert state(table).shooter == 6


@pytest.mark.clause("CAT-IV.1.5-05")
@pytest.mark.parametrize("point", [4, 5, 6, 8, 9, 10])
def test_the_dice_pass_on_the_seven_after_a_point_and_not_when_the_point_is_made(
    point: int,
) -> None:
    made = on_point(point, 2, 4, 6, bets={6: {"dont-pass": 100}})
    throw(made, EASY[point])
    assert state(made).shooter == 6  # also when his Don't Pass bet lost
    out = on_point(point, 2, 4, 6, bets={6: {"dont-pass": 5000}})
    record = throw(out, "3-4")
    assert state(out).shooter == 4  # also when he won more than he lost
    assert told(record, TurnGiven) == [TurnGiven(seat=4, to="lanzar", clause="CAT-IV.1.5-05")]


@pytest.mark.clause("CAT-IV.1.5-05", "CAT-IV.1.5-24")
def test_dice_to_the_right_of_who_loses_is_overruled_by_clockwise_and_the_come_out_rule() -> None:
    # The right of seat 4 is seat 6 (counter-clockwise); the dice go to seat 2.
    table = opened(2, 4, 6)
    table.act("shooter", seat=4)
    lost = throw(table, "1-2", bets={4: {"pass": 100}})
    assert nets(table, lost) == {4: -100} and state(table).shooter == 4
    throw(table, "1-3", bets={4: {"dont-pass": 100}})
    lost = throw(table, "2-2")  # a Don't Pass shooter loses when the point is made
    assert nets(table, lost) == {4: -100} and state(table).shooter == 4
    throw(table, "1-3", bets={4: {"pass": 100}})
    throw(table, "3-4")
    assert state(table).shooter == 2


@pytest.mark.clause("CAT-IV.1.5-05")
def test_the_order_may_be_started_elsewhere_only_before_a_come_out() -> None:
    table = opened(2, 4, 6)
    table.act("shooter", seat=4)
    throw(table, "1-3", bets={4: {"pass": 100}})
    with pytest.raises(Refused, match="point-is-set"):
        table.act("shooter", seat=2)
    with pytest.raises(Refused, match="not-seated"):
        opened(2, 4).act("shooter", seat=5)


@pytest.mark.clause("CAT-IV.1.4.2-06")
def test_it_is_the_tallador_who_passes_the_dice_and_no_player_or_pagador() -> None:
    table = opened(2, 4, 6)
    for role in ("jugador", "pagador"):
        with pytest.raises(Refused) as other:
            table.act("shooter", seat=4, by=role)
        assert (other.value.clause, other.value.code) == ("CAT-IV.1.4.2-06", "not-your-role")
    table.act("shooter", seat=4, by="tallador")
    assert throws_now(table, LINE) == 4


# Leaving

ALL = {"pass": 1000, "dont-pass": 400, "big-6": 100, "hard-4": 100, "right:9": 100, "wrong:9": 100}


def with_everything() -> Table:
    """Point 5; seat 4 has every kind of bet that can stand, seat 6 throws."""
    table = on_point(5, 2, 4, 6, bets={4: ALL})
    bets = {"come": 700, "dont-come": 800}
    throw(table, "5-5", bets={4: {**bets, "odds-pass": 200, "odds-dont-pass": 300}})
    return table


@pytest.mark.clause("CAT-IV.1.5-28")
def test_who_leaves_with_a_point_loses_his_pass_line_bet_and_gets_back_what_he_may_withdraw() -> (
    None
):
    table = with_everything()
    events = table.leave(4)
    lost = [event for event in events if isinstance(event, BetLost)]
    assert [(e.bet, e.amount, e.clause) for e in lost] == [("pass", 1000, "CAT-IV.1.5-28")]
    back = [event for event in events if isinstance(event, BetReturned)]
    assert {event.bet: (event.amount, event.clause) for event in back} == {
        # each by the clause that lets him withdraw it, none by that of the loss
        "dont-pass": (400, "CAT-IV.1.5-32"), "dont-come:10": (800, "CAT-IV.1.5-38"),
        "odds-pass": (200, "CAT-IV.1.5-45"), "odds-dont-pass": (300, "CAT-IV.1.5-45"),
        "big-6": (100, "CAT-IV.1.7-16"), "hard-4": (100, "CAT-IV.1.5-53"),
        "right:9": (100, "CAT-IV.1.5-62"), "wrong:9": (100, "CAT-IV.1.5-62"),
    }  # fmt: skip
    assert state(table).shooter == 6 and state(table).point == 5


@pytest.mark.clause("CAT-IV.1.5-28", "CAT-IV.1.5-35")
def test_a_come_bet_on_its_number_stays_for_a_player_who_left_until_it_is_decided() -> None:
    table = with_everything()
    table.leave(4)
    assert {bet for seat, bet in on_felt(table) if seat == 4} == {"come:10"}
    assert nets(table, throw(table, "4-6")) == {4: 700}
    assert {seat for seat, _ in on_felt(table)} == {6}


@pytest.mark.clause("CAT-IV.1.5-35")
def test_what_such_a_bet_brings_goes_after_the_player_and_not_to_who_sits_there_next() -> None:
    for dice, cash in (("3-3", 400), ("3-4", -600)):  # 500 won, or lost like the line
        table = opened()
        table.sit(4, "ana", chips=1000)
        table.sit(2, "bea", chips=1000)
        throw(table, "5-5", bets={4: {"pass": 100}})
        throw(table, "3-3", bets={4: {"come": 500}})
        table.leave(4)
        throw(table, dice)
        assert (
            table.desk.accounts[account("cash:4")] == cash and "seat:4" not in table.desk.accounts
        )
        with pytest.raises(Refused, match="already-paid"):  # nothing is left to withhold
            table.holds.hold(4, now=0)
        table.sit(4, "carlos", chips=10)
        assert table.available(4) == 10


def test_who_brings_chips_inherits_nothing_from_a_player_whose_chips_were_not_counted() -> None:
    for dice in ("5-6", "1-1"):
        table = opened(2, 4)
        throw(table, dice, bets={4: {"pass": 100}})
        table.leave(4)
        table.sit(4, "carlos", chips=10)
        assert table.available(4) == 10


@pytest.mark.clause("CAT-IV.1.7-03", "CAT-IV.1.5-28")
def test_a_shooter_who_leaves_with_a_point_loses_the_line_and_the_next_goes_on_for_it() -> None:
    table = on_point(5, 2, 4, 6, bets={2: {"pass": 300}})
    throw(table, "1-1", bets={6: {"odds-pass": 500}})
    events = table.leave(6)
    lost = [event for event in events if isinstance(event, BetLost)]
    assert [(e.bet, e.amount, e.clause) for e in lost] == [("pass", 1000, "CAT-IV.1.7-03")]
    back = [event for event in events if isinstance(event, BetReturned)]
    assert [(e.bet, e.amount) for e in back] == [("odds-pass", 500)]
    assert (state(table).shooter, state(table).point) == (4, 5)
    assert nets(table, throw(table, "2-3")) == {2: 300}


@pytest.mark.clause("CAT-IV.1.7-03", "CAT-IV.1.5-26")
def test_without_a_point_a_shooter_who_leaves_loses_nothing() -> None:
    table = on_point(5, 2, 4, bets={4: {"big-6": 200}})
    throw(table, "2-3")
    events = table.leave(4)
    assert not [event for event in events if isinstance(event, BetLost)]
    assert [event.amount for event in events if isinstance(event, BetReturned)] == [200]
    assert state(table).shooter == 2


@pytest.mark.clause("CAT-IV.1.5-01")
def test_when_the_last_player_has_gone_the_next_one_starts_a_game() -> None:
    table = on_point(5, 4)
    table.leave(4)
    assert state(table).point is None
    with pytest.raises(Refused) as empty:
        table.begin()
    assert (empty.value.clause, empty.value.code) == ("CAT-IV.1.5-01", "players-missing")
    table.sit(2, "ana", chips=PLENTY)
    assert throws_now(table, {2: {"pass": 100}}) == 2


@pytest.mark.clause("CAT-IV.1.4.2-05", "CAT-IV.1.4.2-10")
@pytest.mark.parametrize(
    ("by", "clause"), [("tallador", "CAT-IV.1.4.2-05"), ("pagador", "CAT-IV.1.4.2-10")]
)
def test_tallador_and_pagadores_check_the_dice_and_the_faulty_leave_the_set(
    by: str, clause: str
) -> None:
    table = opened(2, 4, 6)
    in_play = state(table).dice.in_play
    [good] = table.act("revisar-dados", by=by)
    assert (good.clause, state(table).dice.in_play) == (clause, in_play)
    spare = state(table).dice.reserve[0]
    table.act("revisar-dados", by=by, faulty=(spare,))
    assert spare not in state(table).dice.at_hand and state(table).dice.in_play == in_play
    with pytest.raises(Refused) as gone:
        table.act("revisar-dados", by=by, faulty=(spare,))
    assert (gone.value.code, gone.value.clause) == ("die-not-at-hand", clause)
    table.act("revisar-dados", by=by, faulty=in_play[:1])
    assert state(table).dice.in_play == ()  # two are chosen again
    with pytest.raises(Refused):
        table.act("revisar-dados", by="jugador")
    for die in state(table).dice.at_hand[:-1]:
        table.act("revisar-dados", by=by, faulty=(die,))
    assert state(table).dice.complete  # a new set
