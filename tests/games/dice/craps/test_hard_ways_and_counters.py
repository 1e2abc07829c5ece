"""Hard ways that rest or are called on, and the markers on the cloth (CAT-IV.1.4.1, 1.5-54, 55)."""

from __future__ import annotations

import pytest

from tapete.core.round.event import BetMarked, MarkerPut
from tapete.core.round.felt import fold
from tapete.games.dice.craps.mark import Mark
from tests.games.dice.craps.throws import nets, on_felt, on_point, opened, refusal, throw, told

HARD = {"hard-4": "2-2", "hard-6": "3-3", "hard-8": "4-4", "hard-10": "5-5"}
SOFT = {"hard-4": "1-3", "hard-6": "2-4", "hard-8": "2-6", "hard-10": "4-6"}


@pytest.mark.clause("CAT-IV.1.5-54")
@pytest.mark.parametrize("bet", HARD)
def test_without_a_point_a_hard_way_may_be_placed_but_nothing_decides_it(bet: str) -> None:
    for dice in (HARD[bet], SOFT[bet], "3-4"):
        table = opened(1, 2)
        record = throw(table, dice, bets={1: {bet: 500}, 2: {"pass": 100}})
        assert 1 not in nets(table, record)
        assert on_felt(table)[1, bet] == 500


@pytest.mark.clause("CAT-IV.1.5-54")
def test_the_throw_after_the_one_that_sets_the_point_decides_it() -> None:
    table = opened(1, 2)
    throw(table, "4-4", bets={1: {"hard-8": 500}, 2: {"pass": 100}})
    assert nets(table, throw(table, "4-4")) == {1: 4500, 2: 100}


@pytest.mark.clause("CAT-IV.1.5-54")
def test_one_left_from_a_series_rests_at_the_next_come_out() -> None:
    table = on_point(5, 1, 2, bets={1: {"hard-4": 200}})
    throw(table, "2-3")
    for dice in ("3-4", "5-6", "1-1"):
        assert 1 not in nets(table, throw(table, dice, bets={2: {"pass": 100}}))
    throw(table, "1-3", bets={2: {"pass": 100}})  # the easy four sets the point: still resting
    assert nets(table, throw(table, "2-2")) == {1: 1400, 2: 100}


@pytest.mark.clause("CAT-IV.1.5-55", "CAT-IV.1.4.1-06")
@pytest.mark.parametrize("bet", HARD)
def test_called_on_it_plays_without_a_point_and_the_croupier_marks_it(bet: str) -> None:
    for dice, won in ((HARD[bet], 9 if bet in ("hard-6", "hard-8") else 7), (SOFT[bet], -1),
                      ("3-4", -1)):  # fmt: skip
        table = opened(1, 2)
        bets = {1: {bet: 500}, 2: {"pass": 100}}
        record = throw(table, dice, bets=bets, active={1: [bet]})
        assert nets(table, record)[1] == 500 * won
        assert [(e.bet, e.mark) for e in told(record, BetMarked)] == [(bet, "activa")]


@pytest.mark.clause("CAT-IV.1.5-55")
def test_called_on_once_it_stays_called_on_until_it_is_decided() -> None:
    table = opened(1, 2)
    throw(table, "5-6", bets={1: {"hard-6": 500}, 2: {"pass": 100}}, active={1: ["hard-6"]})
    assert nets(table, throw(table, "3-4", bets={2: {"pass": 100}})) == {1: -500, 2: 100}


@pytest.mark.clause("CAT-IV.1.5-55")
def test_only_a_hard_way_that_lies_there_can_be_called_on() -> None:
    table = opened(1, 2)
    assert refusal(table, Mark(1, "hard-6", "activa")) == ("CAT-I.4.1-02", "nothing-there")
    assert refusal(table, Mark(1, "big-6", "activa"))[1] == "no-such-mark"


@pytest.mark.clause("CAT-IV.1.4.1-06")
def test_a_marker_shows_whether_a_hard_way_is_in_play_or_out_of_play() -> None:
    table = opened(1, 2)
    first = throw(table, "4-4", bets={1: {"hard-6": 500}, 2: {"pass": 100}})
    second = throw(table, "5-6")
    felt = fold(first.events)
    assert felt.marks[1, "hard-6"] == "descansa"
    assert fold(second.events, base=felt).marks[1, "hard-6"] == "en-juego"


@pytest.mark.clause("CAT-IV.1.5-64", "CAT-IV.1.4.1-08")
def test_a_wrong_bet_is_marked_with_its_counter_once() -> None:
    table = opened(1, 2)
    record = throw(table, "5-6", bets={1: {"wrong:6": 500, "right:6": 500}, 2: {"pass": 100}})
    assert [(e.bet, e.mark) for e in told(record, BetMarked)] == [("wrong:6", "wrong-bet")]
    assert told(throw(table, "5-6", bets={2: {"pass": 100}}), BetMarked) == []


@pytest.mark.clause("CAT-IV.1.4.1-05")
def test_the_come_out_marker_shows_on_with_the_point_and_off_without_one() -> None:
    table = opened(1)

    def puck(dice: str) -> list[str]:
        bets = {1: {"pass": 100}} if table.state.point is None else {}  # type: ignore[attr-defined]
        return [event.place for event in told(throw(table, dice, bets=bets), MarkerPut)]

    assert puck("5-6") == ["OFF"]  # as the table starts; eleven sets no point
    for total, dice in ((4, "1-3"), (5, "1-4"), (6, "1-5"), (8, "2-6"), (9, "3-6"), (10, "4-6")):
        assert puck(dice) == [f"ON:{total}"]
        assert puck("1-1") == []
        assert puck(dice) == ["OFF"]
    puck("1-3")
    assert puck("3-4") == ["OFF"]
