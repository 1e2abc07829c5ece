"""Chuck a Luck (CAT-IV.3): the cage, the sums, the payments and the order of a round."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.bets import Limits, Place, Remove, Slip
from tapete.core.round.chance import NoResult, Roll
from tapete.core.round.event import (
    Announced,
    BetLost,
    BetPlaced,
    BetReturned,
    BetWon,
    ResultShown,
    RoundVoided,
    ThrowVoid,
    TurnGiven,
    net,
)
from tapete.core.round.replay import replay
from tapete.core.table.signs import sign
from tapete.core.table.table import PLENTY, Table
from tapete.games.dice.chuck import CHUCK_A_LUCK
from tapete.games.registry import find
from tapete.games.roulette.ball import Throw
from tests.games.figures import closed, null, opened, played, said, slip, told, window

THROWS = list(product(range(1, 7), repeat=3))
STAKES = {"low": 1000, "high": 1100, "field": 1200, "any-treble": 100}
FIELD = {5, 6, 7, 8, 13, 14, 15, 16}


def faces(*dice: int) -> tuple[str, ...]:
    return tuple(map(str, dice))


def winners(dice: tuple[int, ...]) -> set[str]:
    """Who wins, by arithmetic of its own."""
    number, won = sum(dice), set()
    if 3 <= number <= 9:
        won.add("low")
    if 12 <= number <= 18:
        won.add("high")
    if number in FIELD:
        won.add("field")
    if dice[0] == dice[1] == dice[2]:
        won.add("any-treble")
    return won


@pytest.mark.clause(
    "CAT-IV.3.5.1-01", "CAT-IV.3.5.1-03", "CAT-IV.3.5.1-04", "CAT-IV.3.5.1-06", "CAT-IV.3.6-03"
)
def test_every_throw_decides_low_high_field_and_any_treble() -> None:
    table = opened(CHUCK_A_LUCK, 1)
    pays = {"low": 1, "high": 1, "field": 1, "any-treble": 30}
    for dice in THROWS:
        record = played(table, {1: STAKES}, faces(*dice))
        won = winners(dice)
        assert {e.bet for e in told(record.events, BetWon)} == won
        assert table.net_of(record) == {
            1: sum(stake * (pays[bet] if bet in won else -1) for bet, stake in STAKES.items())
        }
        assert {e.clause for e in told(record.events, BetWon)} <= {"CAT-IV.3.6-03"}


@pytest.mark.clause("CAT-IV.3.6-03")
@pytest.mark.parametrize(
    ("bet", "edge"), [("low", "1/4"), ("high", "1/4"), ("field", "1/27"), ("any-treble", "5/36")]
)
def test_the_edge_of_each_bet_over_all_throws(bet: str, edge: str) -> None:
    table = opened(CHUCK_A_LUCK, 1)
    won = sum(net(played(table, {1: {bet: 100}}, faces(*dice)).events, 1) for dice in THROWS)
    assert Fraction(-won, 216 * 100) == Fraction(edge)


@pytest.mark.clause("CAT-IV.3.6-03", "CAT-IV.3.5.1-01")
@pytest.mark.parametrize("point", range(1, 7))
def test_a_treble_of_any_point_wins_any_treble_and_the_bets_its_sum_wins_too(point: int) -> None:
    table = opened(CHUCK_A_LUCK, 1)
    record = played(table, {1: STAKES}, faces(point, point, point))
    low_or_high = "low" if 3 * point <= 9 else "high"
    field = {"field"} if point in (2, 5) else set()
    assert {e.bet for e in told(record.events, BetWon)} == {"any-treble", low_or_high} | field


@pytest.mark.clause("CAT-IV.3.6-04")
def test_on_10_and_11_every_bet_of_the_pase_loses() -> None:
    table = opened(CHUCK_A_LUCK, 1, 2)
    throws = [dice for dice in THROWS if sum(dice) in (10, 11)]
    assert len(throws) == 54
    for dice in throws:
        record = played(table, {1: STAKES, 2: {"field": 50}}, faces(*dice))
        assert table.net_of(record) == {1: -sum(STAKES.values()), 2: -50}
        assert {e.clause for e in told(record.events, BetLost)} == {"CAT-IV.3.6-04"}


def test_the_sums_on_which_all_lose_are_read_from_the_rulebook() -> None:
    table = Table(CHUCK_A_LUCK, seats=[1], changes={"lose_all": "[6]"})
    table.open_play(["croupier", "jefe-de-mesa"])
    assert table.net_of(played(table, {1: STAKES}, faces(2, 2, 2))) == {1: -sum(STAKES.values())}


@pytest.mark.clause("CAT-IV.3.2-01", "CAT-IV.3.3.1-02", "CAT-IV.3.5.1-02")
def test_three_standard_dice_bear_points_from_one_to_six() -> None:
    roll = closed(opened(CHUCK_A_LUCK, 1), {1: {"low": 100}}).ask
    assert isinstance(roll, Roll)
    assert (roll.dice, roll.faces) == (3, ("1", "2", "3", "4", "5", "6"))
    assert {weight for _, weight in roll.weighted()} == {Fraction(1, 216)}


@pytest.mark.clause("CAT-IV.3.4-06", "CAT-IV.3.4-07", "CAT-IV.3.5.1-07")
def test_the_number_announced_is_the_sum_of_the_three_upper_faces() -> None:
    table = opened(CHUCK_A_LUCK, 1)
    for dice in THROWS:
        (shown,) = told(played(table, {1: {"low": 1}}, faces(*dice)).events, ResultShown)
        assert shown.facts == {"suma": sum(dice)}
        assert (shown.result, shown.clause) == ("-".join(faces(*dice)), "CAT-IV.3.4-07")
    live = closed(table, {1: {"low": 1}})
    for read in [("9",), ("3", "3"), ("1", "2", "3", "4"), ("0", "1", "2"), ("1", "2", "7")]:
        with pytest.raises(Refused, match="not-on-the-dice"):
            live.answer(read)


@pytest.mark.clause("CAT-IV.3.3.1-01", "CAT-IV.3.4-02")
def test_the_cloth_shows_the_four_options_and_takes_no_other_bet() -> None:
    live = opened(CHUCK_A_LUCK, 1).begin()
    assert set(window(live).cloth.bets()) == {"low", "high", "field", "any-treble"}
    for bet in ("7", "treble:2", "1-1-1"):
        with pytest.raises(Refused) as refused:
            live.answer(slip({1: {bet: 100}}))
        assert (refused.value.code, refused.value.clause) == ("not-on-the-cloth", "CAT-IV.3.4-02")
    live.answer(slip({1: {"field": 100}}))
    (placed,) = told(live.events, BetPlaced)
    assert (placed.bet, placed.clause) == ("field", "CAT-IV.3.4-02")


@pytest.mark.clause("CAT-IV.3.4-02", "CAT-IV.3.4-03")
def test_bets_are_made_before_the_cage_turns_and_the_close_is_announced_first() -> None:
    live = opened(CHUCK_A_LUCK, 1).begin()
    with pytest.raises(Refused, match="no-throw-while-open"):
        live.answer(Slip((Throw(), Place(1, "low", 100))))
    live.answer(slip({1: {"low": 100}}))
    assert said(live.events) == [
        ("hagan-juego", "CAT-I.3.2-07"),
        ("no-mas-apuestas", "CAT-IV.3.4-03"),
    ]
    assert isinstance(live.ask, Roll)


@pytest.mark.clause("CAT-IV.3.4-04", "CAT-IV.3.5.2-01")
def test_after_no_mas_apuestas_nothing_is_bet_withdrawn_reduced_or_increased() -> None:
    table = opened(CHUCK_A_LUCK, 1, 2)
    live = closed(table, {1: {"low": 500}})
    late: list[Place | Remove] = [
        Place(2, "high", 1),
        Place(1, "low", 100),
        Remove(1, "low"),
        Remove(1, "low", 100),
    ]
    for action in late:
        with pytest.raises(Refused) as refused:
            table.bet(action)
        assert (refused.value.code, refused.value.clause) == ("bets-closed", "CAT-IV.3.4-04")
        with pytest.raises(Refused):
            live.answer(Slip((action,)))
    live.answer(faces(1, 1, 2))
    assert table.net_of(table.finish()) == {1: 500}


@pytest.mark.clause("CAT-IV.3.4-08")
def test_losers_are_taken_before_winners_are_paid_and_bets_open_again() -> None:
    table = opened(CHUCK_A_LUCK, 1, 2)
    record = played(
        table, {1: {"low": 500, "high": 200}, 2: {"low": 300, "any-treble": 100}}, faces(1, 1, 2)
    )
    money = [e for e in record.events if isinstance(e, BetLost | BetWon | BetReturned)]
    assert [(e.kind, e.seat, e.bet) for e in money] == [
        ("bet-lost", 1, "high"), ("bet-lost", 2, "any-treble"),
        ("bet-won", 1, "low"), ("bet-returned", 1, "low"),
        ("bet-won", 2, "low"), ("bet-returned", 2, "low"),
    ]  # fmt: skip
    assert {e.clause for e in told(money, BetLost)} == {"CAT-IV.3.4-08"}
    assert window(table.begin()).standing == ()


@pytest.mark.clause("CAT-IV.3.4-05", "CAT-IV.3.6-01", "CAT-IV.3.6-02")
@pytest.mark.parametrize(
    ("cause", "clause"),
    [
        ("menos-de-dos-vueltas", "CAT-IV.3.4-05"),
        ("dado-apoyado", "CAT-IV.3.6-02"),
        ("jaula-abierta", "CAT-IV.3.6-01"),
    ],
)
def test_a_void_throw_ends_the_round_every_bet_back_and_new_bets_follow(
    cause: str, clause: str
) -> None:
    table = opened(CHUCK_A_LUCK, 1, 2)
    record = played(table, {1: {"low": 4000}, 2: {"any-treble": 500}}, null(cause))
    (void,), (voided,) = told(record.events, ThrowVoid), told(record.events, RoundVoided)
    assert (void.cause, void.clause) == (voided.cause, voided.clause) == (cause, clause)
    assert told(record.events, ResultShown) == []
    assert table.net_of(record) == {1: 0, 2: 0}
    assert window(table.begin()).standing == ()


@pytest.mark.clause("CAT-IV.3.4-05")
def test_fewer_than_two_turns_of_the_cage_decide_nothing() -> None:
    live = closed(opened(CHUCK_A_LUCK, 1), {1: {"low": 300}})
    assert isinstance(live.ask, Roll)
    live.answer(null("menos-de-dos-vueltas"))
    assert told(live.events, ThrowVoid)[0].clause == "CAT-IV.3.4-05"
    assert told(live.events, ResultShown) == told(live.events, BetLost) == []


@pytest.mark.clause("CAT-IV.3.6-01")
def test_a_void_throw_needs_a_cause() -> None:
    live = closed(opened(CHUCK_A_LUCK, 1), {1: {"low": 300}})
    with pytest.raises(Refused) as refused:
        live.answer(NoResult(cause=""))
    assert refused.value.clause == "CAT-IV.3.6-01"


@pytest.mark.clause("CAT-IV.3.3.2-04", "CAT-IV.3.4-01")
def test_without_a_player_no_game_starts_and_without_a_bet_the_cage_is_not_turned() -> None:
    table = opened(CHUCK_A_LUCK)
    with pytest.raises(Refused) as refused:
        table.begin()
    assert (refused.value.code, refused.value.clause) == ("players-missing", "CAT-IV.3.4-01")
    table.sit(2, "ana", chips=PLENTY)
    live = table.begin()
    with pytest.raises(Refused) as refused:
        live.answer(Slip())
    assert (refused.value.code, refused.value.clause) == ("bets-missing", "CAT-IV.3.3.2-04")
    live.answer(slip({2: {"low": 10}}))
    assert isinstance(live.ask, Roll)


@pytest.mark.clause("CAT-IV.3.3.1-02", "CAT-IV.3.3.2-02")
def test_the_croupier_turns_three_dice_of_a_set_of_six_and_replaces_faulty_ones_with_leave() -> (
    None
):
    table = opened(CHUCK_A_LUCK, 1)
    live = closed(table, {1: {"low": 100}})
    assert isinstance(live.ask, Roll) and live.ask.shooter is None
    live.answer(faces(1, 2, 3))
    record = table.finish()
    assert told(record.events, TurnGiven) == []
    last = told(record.events, Announced)[-1]
    assert (last.what, last.facts) == ("revisar-dados", {"dados": "1-2-3"})
    assert (last.clause, last.audience) == ("CAT-IV.3.3.2-02", ("croupier",))
    with pytest.raises(Refused) as refused:
        table.act("replace-die", die=3, by="croupier")
    assert (refused.value.code, refused.value.clause) == ("not-your-role", "CAT-IV.3.3.2-02")
    for die in (3, 1, 2):
        table.act("replace-die", die=die, by="jefe-de-mesa")
    with pytest.raises(Refused) as refused:
        table.act("replace-die", die=4, by="jefe-de-mesa")
    assert (refused.value.code, refused.value.clause) == ("no-dice-in-reserve", "CAT-IV.3.3.1-02")


def test_rounds_of_chuck_a_luck_replay_from_their_acta() -> None:
    for result in (faces(2, 2, 2), faces(4, 5, 1), null("dado-apoyado")):
        record = played(opened(CHUCK_A_LUCK, 1), {1: STAKES}, result)
        again = read_record(record.text())
        assert replay(again, find).events == list(record.events)


def test_the_sign_states_on_which_sums_each_bet_wins() -> None:
    wins = sign(CHUCK_A_LUCK.rules_of(), Limits()).wins
    assert wins["low"] == tuple(range(3, 10)) and wins["field"] == (5, 6, 7, 8, 13, 14, 15, 16)
