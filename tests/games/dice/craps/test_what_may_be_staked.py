"""What may be placed, raised, reduced and taken down, and when (CAT-IV.1.5)."""

from __future__ import annotations

import pytest

from tapete.core.round.bets import Limits, Place, Remove, SpotLimits
from tapete.core.round.event import BetReturned
from tapete.games.dice.craps.cloth import CrapsCloth
from tapete.games.dice.craps.game import CRAPS
from tests.games.dice.craps.throws import (
    is_open,
    nets,
    on_felt,
    on_point,
    opened,
    refusal,
    slip,
    throw,
    told,
)

POINTS = (4, 5, 6, 8, 9, 10)


@pytest.mark.clause("CAT-IV.1.5-22")
def test_pass_line_is_played_at_the_first_throw_only() -> None:
    assert is_open(opened(1, 2), 1, "pass")
    for point in POINTS:
        table = on_point(point, 1, 2)
        assert refusal(table, Place(1, "pass", 500)) == ("CAT-IV.1.5-22", "point-is-set")


@pytest.mark.clause("CAT-IV.1.5-22", "CAT-IV.1.5-25")
def test_the_game_ends_with_the_seven_after_a_point_and_a_new_first_throw_follows() -> None:
    table = on_point(6, 1, 2)
    throw(table, "3-4")
    assert is_open(table, 1, "pass") and is_open(table, 1, "dont-pass")


@pytest.mark.clause("CAT-IV.1.5-26", "CAT-IV.1.5-27", "CAT-IV.1.7-09")
def test_with_a_point_pass_line_may_be_increased_but_neither_withdrawn_nor_reduced() -> None:
    table = on_point(6, 1, 2)
    assert refusal(table, Remove(2, "pass")) == ("CAT-IV.1.5-26", "may-not-be-withdrawn")
    assert refusal(table, Remove(2, "pass", 400)) == ("CAT-IV.1.5-26", "may-not-be-withdrawn")
    throw(table, "5-6", bets={2: {"pass": 700}})
    assert on_felt(table) == {(2, "pass"): 1700}
    assert nets(table, throw(table, "2-4")) == {2: 1700}


@pytest.mark.clause("CAT-IV.1.5-26", "CAT-IV.1.7-09")
def test_before_the_point_a_pass_line_bet_may_be_withdrawn_or_reduced() -> None:
    table = opened(1, 2)
    laid = slip({1: {"pass": 500}, 2: {"pass": 900}})
    assert refusal(table, Remove(2, "pass"), laid) == ("", "taken")
    assert refusal(table, Remove(2, "pass", 400), laid) == ("", "taken")


@pytest.mark.clause("CAT-IV.1.5-31", "CAT-IV.1.5-32")
def test_with_a_point_dont_pass_is_not_accepted_and_not_increased() -> None:
    for point in POINTS:
        table = on_point(point, 1, 2, bets={1: {"dont-pass": 500}})
        assert refusal(table, Place(2, "dont-pass", 500)) == ("CAT-IV.1.5-31", "point-is-set")
        assert refusal(table, Place(1, "dont-pass", 500)) == ("CAT-IV.1.5-32", "point-is-set")


@pytest.mark.clause("CAT-IV.1.5-32", "CAT-IV.1.5-59")
def test_dont_pass_may_be_withdrawn_at_any_time_and_its_odds_go_with_it() -> None:
    table = on_point(9, 1, 2, bets={1: {"dont-pass": 2000}})
    throw(table, "2-2", bets={1: {"odds-dont-pass": 900}})
    record = throw(table, "6-1", remove={1: ["dont-pass"]})
    back = {e.bet: (e.amount, e.clause) for e in told(record, BetReturned) if e.why == "retirada"}
    assert back == {
        "dont-pass": (2000, "CAT-IV.1.5-32"),
        "odds-dont-pass": (900, "CAT-IV.1.5-59"),
    }
    assert nets(table, record) == {2: -1000}


@pytest.mark.clause("CAT-IV.1.5-32")
def test_dont_pass_reduced_leaves_its_odds_and_may_not_be_raised_again() -> None:
    table = on_point(9, 1, 2, bets={1: {"dont-pass": 2000}})
    throw(table, "2-2", bets={1: {"odds-dont-pass": 900}})
    live = table.begin()
    open_bets = live.ask.open()  # type: ignore[union-attr]
    open_bets.take(Remove(1, "dont-pass", 500))
    table.answer(open_bets.close())
    table.answer(("2", "2"))
    table.finish()
    assert on_felt(table)[1, "dont-pass"] == 1500 and on_felt(table)[1, "odds-dont-pass"] == 900
    assert refusal(table, Place(1, "dont-pass", 500)) == ("CAT-IV.1.5-32", "point-is-set")


@pytest.mark.clause("CAT-IV.1.5-33", "CAT-IV.1.5-36", "CAT-IV.1.7-11", "CAT-IV.1.7-13")
def test_come_and_dont_come_are_played_once_the_point_is_established() -> None:
    table = opened(1, 2)
    assert refusal(table, Place(1, "come", 500)) == ("CAT-IV.1.5-33", "no-point-yet")
    assert refusal(table, Place(1, "dont-come", 500)) == ("CAT-IV.1.5-36", "no-point-yet")
    throw(table, "5-6", bets={2: {"pass": 100}})  # a first throw without a point opens neither
    assert not is_open(table, 1, "come") and not is_open(table, 1, "dont-come")
    for point in POINTS:
        table = on_point(point, 1, 2)
        assert is_open(table, 1, "come") and is_open(table, 1, "dont-come")


@pytest.mark.clause("CAT-IV.1.5-35", "CAT-IV.1.5-38", "CAT-IV.1.6.1-02")
def test_on_its_number_come_stays_until_decided_and_dont_come_may_be_withdrawn() -> None:
    table = on_point(9, 1, 2)
    assert refusal(table, Place(1, "come:6", 500)) == ("CAT-IV.1.5-35", "only-moved-there")
    throw(table, "2-4", bets={1: {"come": 500, "dont-come": 600}})
    assert refusal(table, Remove(1, "come:6")) == ("CAT-IV.1.5-35", "may-not-be-withdrawn")
    assert refusal(table, Place(1, "come:6", 500)) == ("CAT-IV.1.5-35", "only-moved-there")
    record = throw(table, "3-3", remove={1: ["dont-come:6"]})
    assert nets(table, record) == {1: 500}  # the come bet won; the other was off in time
    [off] = [event for event in told(record, BetReturned) if event.why == "retirada"]
    assert (off.bet, off.clause) == ("dont-come:6", "CAT-IV.1.5-38")


@pytest.mark.clause("CAT-IV.1.5-35")
def test_a_come_bet_may_still_be_taken_back_before_its_first_throw() -> None:
    table = on_point(9, 1, 2)
    assert refusal(table, Remove(1, "come"), slip({1: {"come": 500}})) == ("", "taken")


@pytest.mark.clause("CAT-IV.1.5-43", "CAT-IV.1.5-59", "CAT-IV.1.7-21", "CAT-IV.1.6.1-08")
def test_odds_need_a_point_and_a_line_bet_of_the_same_side() -> None:
    table = opened(1, 2)
    laid = slip({1: {"pass": 500, "dont-pass": 500}})
    for odds in ("odds-pass", "odds-dont-pass"):
        assert refusal(table, Place(1, odds, 100), laid) == ("CAT-IV.1.5-43", "no-point-yet")
    for point in POINTS:
        table = on_point(point, 1, 2, bets={1: {"dont-pass": 500}})
        assert refusal(table, Place(1, "odds-pass", 100)) == (
            "CAT-IV.1.5-59",
            "needs-its-line-bet",
        )
        assert refusal(table, Place(2, "odds-dont-pass", 100)) == (
            "CAT-IV.1.5-59",
            "needs-its-line-bet",
        )
        assert is_open(table, 2, "odds-pass") and is_open(table, 1, "odds-dont-pass")


@pytest.mark.clause("CAT-IV.1.5-45", "CAT-IV.1.5-59")
def test_odds_are_placed_and_withdrawn_at_will_before_any_throw_of_the_series() -> None:
    table = on_point(8, 1, 2, bets={1: {"dont-pass": 500}})
    for dice in ("5-6", "2-2", "6-3"):
        throw(table, dice, bets={2: {"odds-pass": 300}, 1: {"odds-dont-pass": 600}})
        record = throw(table, "1-1", remove={2: ["odds-pass"], 1: ["odds-dont-pass"]})
        assert nets(table, record) == {}
        assert {e.clause for e in told(record, BetReturned)} == {"CAT-IV.1.5-45"}
    assert on_felt(table) == {(2, "pass"): 1000, (1, "dont-pass"): 500}


@pytest.mark.clause("CAT-IV.1.5-43")
def test_odds_have_no_maximum_but_that_of_the_plan() -> None:
    table = on_point(8, 1, 2)
    assert refusal(table, Place(2, "odds-pass", 10**9)) == ("", "taken")
    limits = Limits(min=100, bets={"odds-pass": SpotLimits(max=3000)})
    table = on_point(8, 1, 2, limits=limits)
    assert refusal(table, Place(2, "odds-pass", 3001)) == ("CAT-I.4.2-03", "over-maximum")


@pytest.mark.clause("CAT-IV.1.5-40")
def test_field_only_after_the_point_is_overruled_by_field_at_any_time() -> None:
    for table in (opened(1, 2), on_point(5, 1, 2)):
        record = throw(table, "1-1", bets={1: {"field": 100}, 2: {"pass": 100}})
        assert nets(table, record)[1] == 200


@pytest.mark.clause("CAT-IV.1.5-40", "CAT-IV.1.5-47", "CAT-IV.1.7-16")
@pytest.mark.clause("CAT-IV.1.5-41", "CAT-IV.1.5-42", "CAT-IV.1.5-62", "CAT-IV.1.5-09")
def test_all_other_chances_are_open_at_any_time_to_the_shooter_too() -> None:
    cloth = CrapsCloth(rules=CRAPS.rules_of(), point=None, shooters=(2,))
    tied_to_a_point = ("pass", "dont-pass", "come", "dont-come", "odds")
    free = [bet for bet in cloth.bets() if not bet.startswith(tied_to_a_point)]
    assert len(free) == 13 + 3 + 12  # multiple chances; field, big 6 and big 8; place bets
    for table in (opened(1, 2), on_point(5, 1, 2)):
        assert all(is_open(table, seat, bet) for seat in (1, 2) for bet in free)


@pytest.mark.clause("CAT-IV.1.5-41", "CAT-IV.1.5-42", "CAT-IV.1.7-16", "CAT-IV.1.5-53")
@pytest.mark.clause("CAT-IV.1.5-62")
@pytest.mark.parametrize("point", [None, 5])
def test_big_six_big_eight_hard_ways_and_place_bets_are_withdrawn_at_will(
    point: int | None,
) -> None:
    bets = ["big-6", "big-8", "hard-4", "hard-6", "hard-8", "hard-10"]
    bets += [f"{kind}:{n}" for kind in ("right", "wrong") for n in POINTS]
    table = on_point(5, 1, 2, bets={1: dict.fromkeys([b for b in bets if b != "wrong:5"], 100)})
    if point is None:
        throw(table, "2-3")  # made: the next throw is a come-out
    standing = [bet for seat, bet in on_felt(table) if seat == 1]
    assert len(standing) == len(bets) - 1
    record = throw(table, "3-4", remove={1: standing}, bets={2: {"pass": 100}})
    assert 1 not in nets(table, record)
    clauses = {"big": "CAT-IV.1.7-16", "hard": "CAT-IV.1.5-53"}
    for event in told(record, BetReturned):
        if event.why == "retirada":
            assert event.clause == clauses.get(event.bet.partition("-")[0], "CAT-IV.1.5-62")


@pytest.mark.clause("CAT-IV.1.5-21", "CAT-IV.1.4.1-08", "CAT-IV.1.2-02")
@pytest.mark.parametrize(
    "bet", ["buy:6", "lay:6", "right:7", "wrong:2", "hard-5", "craps-11", "odds-come:6", "come-7"]
)
def test_what_is_not_in_the_list_is_refused_buy_and_lay_bets_too(bet: str) -> None:
    for table in (opened(1, 2), on_point(5, 1, 2)):
        assert refusal(table, Place(1, bet, 500)) == ("CAT-IV.1.5-21", "not-on-the-cloth")


@pytest.mark.clause("CAT-IV.1.4.2-07", "CAT-IV.1.4.2-11")
def test_a_bet_put_in_the_wrong_place_is_corrected_before_the_close() -> None:
    table = opened(1, 2)
    live = table.begin(by="tallador")
    table.bet(Place(2, "pass", 100), by="pagador")
    table.bet(Place(1, "right:8", 500), by="pagador")
    table.bet(Remove(1, "right:8"), by="tallador")
    table.bet(Place(1, "right:6", 500), by="tallador")
    table.close_bets(by="tallador")
    table.answer(("3", "3"))
    assert live.ended
    assert nets(table, table.finish()) == {1: 583}
