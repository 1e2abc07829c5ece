"""Bet by total: what wins, loses, ties or stays, out of the clauses' own figures."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tapete.core.book.clause import register
from tapete.core.book.money import say_odds
from tapete.core.round.event import BetLost, BetReturned, BetWon
from tapete.games.dice.craps.cloth import CrapsCloth
from tapete.games.dice.craps.game import CRAPS
from tapete.games.dice.craps.throw import CrapsState
from tests.games.dice.craps.throws import EASY, nets, on_felt, on_point, opened, throw, told

POINTS = (4, 5, 6, 8, 9, 10)
TOTALS = range(2, 13)
EDITIONS = ("scj-2023", "aj-bolivia")


def figures(id: str) -> dict[str, Any]:
    return register()[id].figures


def happened(events: Any, bet: str) -> str:
    """Win, lose, tie or stay, as the events tell it of seat 1's bet."""
    mine = [event for event in events if getattr(event, "bet", "") == bet and event.seat == 1]
    if any(isinstance(event, BetWon) for event in mine):
        return "wins"
    if any(isinstance(event, BetLost) for event in mine):
        return "loses"
    if any(isinstance(event, BetReturned) for event in mine):
        return "ties"
    return "stays"


def first_throw(win: list[int], lose: list[int], push: list[int], total: int) -> str:
    if total in push:
        return "ties"
    return "wins" if total in win else "loses" if total in lose else "stays"


def at_once(bet: str, total: int, point: int | None, edition: str = "scj-2023") -> str:
    """Place the bet for one throw of this total and see what becomes of it."""
    table = on_point(point, 1, 2, edition=edition)
    bets = {1: {bet: 600}, 2: {"pass": 1000} if point is None else {}}
    return happened(throw(table, EASY[total], bets=bets).events, bet)


@pytest.mark.clause("CAT-IV.1.5-23", "CAT-IV.1.5-24", "CAT-IV.1.5-25")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("total", TOTALS)
def test_pass_line_at_the_come_out(edition: str, total: int) -> None:
    win, lose = figures("CAT-IV.1.5-23")["win"], figures("CAT-IV.1.5-24")["lose"]
    assert at_once("pass", total, None, edition) == first_throw(win, lose, [], total)
    assert (first_throw(win, lose, [], total) == "stays") == (
        total in figures("CAT-IV.1.5-25")["points"]
    )


@pytest.mark.clause("CAT-IV.1.5-29", "CAT-IV.1.7-10")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("total", TOTALS)
def test_dont_pass_at_the_come_out_ties_on_twelve(edition: str, total: int) -> None:
    figure = figures("CAT-IV.1.5-29")
    expected = first_throw(figure["win"], figure["lose"], figure["push"], total)
    assert at_once("dont-pass", total, None, edition) == expected
    assert (expected == "ties") == (total in figures("CAT-IV.1.7-10")["push"])


@pytest.mark.clause(
    "CAT-IV.1.5-25", "CAT-IV.1.5-30", "CAT-IV.1.7-08", "CAT-IV.1.5-60", "CAT-IV.1.5-61",
    "CAT-IV.1.7-21", "CAT-IV.1.6.1-07",
)  # fmt: skip
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("point", "total"), list(product(POINTS, TOTALS)))
def test_with_a_point_line_and_odds_are_decided_by_point_or_seven_alone(
    edition: str, point: int, total: int
) -> None:
    table = on_point(point, 1, 2, bets={1: {"pass": 600, "dont-pass": 600}}, edition=edition)
    bets = {1: {"odds-pass": 600, "odds-dont-pass": 600}}
    events = throw(table, EASY[total], bets=bets).events
    made = {point: ("wins", "loses"), 7: ("loses", "wins")}.get(total, ("stays", "stays"))
    assert (happened(events, "pass"), happened(events, "dont-pass")) == made
    assert (happened(events, "odds-pass"), happened(events, "odds-dont-pass")) == made


@pytest.mark.clause("CAT-IV.1.5-34", "CAT-IV.1.5-35", "CAT-IV.1.7-11")
@pytest.mark.parametrize("total", TOTALS)
def test_come_on_its_first_throw_wins_loses_or_moves_to_the_number(total: int) -> None:
    figure = figures("CAT-IV.1.5-34")
    table = on_point(8 if total != 8 else 9, 1, 2)
    events = throw(table, EASY[total], bets={1: {"come": 600}}).events
    assert happened(events, "come") == first_throw(figure["win"], figure["lose"], [], total)
    moved = total in figures("CAT-IV.1.5-35")["points"]
    assert on_felt(table).get((1, f"come:{total}")) == (600 if moved else None)


@pytest.mark.clause("CAT-IV.1.5-37", "CAT-IV.1.5-38", "CAT-IV.1.7-13")
@pytest.mark.parametrize("total", TOTALS)
def test_dont_come_on_its_first_throw_wins_loses_ties_or_moves(total: int) -> None:
    figure = figures("CAT-IV.1.5-37")
    table = on_point(8 if total != 8 else 9, 1, 2)
    events = throw(table, EASY[total], bets={1: {"dont-come": 600}}).events
    expected = first_throw(figure["win"], figure["lose"], figure["push"], total)
    assert happened(events, "dont-come") == expected
    moved = total in figures("CAT-IV.1.5-38")["points"]
    assert on_felt(table).get((1, f"dont-come:{total}")) == (600 if moved else None)


@pytest.mark.clause("CAT-IV.1.5-35")
@pytest.mark.parametrize("number", POINTS)
def test_the_row_that_lets_a_come_bet_win_on_seven_is_overruled_by_the_rule_of_the_bet(
    number: int,
) -> None:
    for total in (7, 11, 2, 3, 12):  # the row wins on 7 and 11 and loses on 2, 3 and 12
        table = on_point(8 if number != 8 else 9, 1, 2)
        throw(table, EASY[number], bets={1: {"come": 600}})
        events = throw(table, EASY[total]).events
        assert happened(events, f"come:{number}") == ("loses" if total == 7 else "stays")


@pytest.mark.clause("CAT-IV.1.5-35", "CAT-IV.1.5-38")
@pytest.mark.parametrize(("number", "total"), list(product(POINTS, TOTALS)))
def test_on_its_number_come_wins_there_and_loses_on_seven_and_dont_come_inversely(
    number: int, total: int
) -> None:
    table = on_point(8 if number != 8 else 9, 1, 2)
    throw(table, EASY[number], bets={1: {"come": 600, "dont-come": 600}})
    events = throw(table, EASY[total]).events
    made = {number: ("wins", "loses"), 7: ("loses", "wins")}.get(total, ("stays", "stays"))
    assert happened(events, f"come:{number}") == made[0]
    assert happened(events, f"dont-come:{number}") == made[1]


ONE_THROW = {
    "field": figures("CAT-IV.1.5-39")["win"],
    "siete": figures("CAT-IV.1.5-48")["win"],
    "once": figures("CAT-IV.1.5-49")["win"],
    "under-7": figures("CAT-IV.1.5-50")["win"],
    "over-7": figures("CAT-IV.1.5-51")["win"],
    "any-craps": figures("CAT-IV.1.5-56")["win"],
    "craps-2": figures("CAT-IV.1.5-57")["bets"]["craps_2"],
    "craps-3": figures("CAT-IV.1.5-57")["bets"]["craps_3"],
    "craps-12": figures("CAT-IV.1.5-57")["bets"]["craps_12"],
    "horn": figures("CAT-IV.1.5-58")["win"],
}


@pytest.mark.clause(
    "CAT-IV.1.5-39", "CAT-IV.1.5-40", "CAT-IV.1.5-47", "CAT-IV.1.5-48",
    "CAT-IV.1.5-49", "CAT-IV.1.5-50", "CAT-IV.1.5-51", "CAT-IV.1.5-56", "CAT-IV.1.5-57",
    "CAT-IV.1.5-58", "CAT-IV.1.6.1-05", "CAT-IV.1.7-17", "CAT-IV.1.7-19", "CAT-IV.1.7-20",
)  # fmt: skip
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("point", [None, 5])
@pytest.mark.parametrize("total", TOTALS)
def test_one_throw_bets_are_decided_by_the_next_throw_with_and_without_a_point(
    edition: str, point: int | None, total: int
) -> None:
    table = on_point(point, 1, 2, edition=edition)
    bets = {1: dict.fromkeys(ONE_THROW, 100), 2: {"pass": 100}}
    events = throw(table, EASY[total], bets=bets).events
    for bet, win in ONE_THROW.items():
        assert happened(events, bet) == ("wins" if total in win else "loses"), bet
    assert not [bet for seat, bet in on_felt(table) if seat == 1]


@pytest.mark.clause("CAT-IV.1.5-41", "CAT-IV.1.5-42", "CAT-IV.1.7-16")
@pytest.mark.parametrize("point", [None, 5])
@pytest.mark.parametrize("total", TOTALS)
def test_big_six_and_big_eight_wait_for_their_number_or_seven(
    point: int | None, total: int
) -> None:
    table = on_point(point, 1, 2)
    bets = {1: {"big-6": 500, "big-8": 700}, 2: {"pass": 100}}
    events = throw(table, EASY[total], bets=bets).events
    for bet, id in (("big-6", "CAT-IV.1.5-41"), ("big-8", "CAT-IV.1.5-42")):
        expected = first_throw(figures(id)["win"], figures(id)["lose"], [], total)
        assert happened(events, bet) == expected
        assert ((1, bet) in on_felt(table)) == (expected == "stays")


@pytest.mark.clause(
    "CAT-IV.1.5-62", "CAT-IV.1.5-63", "CAT-IV.1.5-64", "CAT-IV.1.6.1-01", "CAT-IV.1.6.1-03",
    "CAT-IV.1.4.1-08",
)  # fmt: skip
@pytest.mark.parametrize("point", [None, 5])
@pytest.mark.parametrize(("number", "total"), list(product(POINTS, TOTALS)))
def test_right_and_wrong_bets_work_with_and_without_a_point_on_every_number(
    point: int | None, number: int, total: int
) -> None:
    table = on_point(point, 1, 2)
    right, wrong = f"right:{number}", f"wrong:{number}"
    bets = {1: {right: 900, wrong: 900}, 2: {"pass": 100}}
    events = throw(table, EASY[total], bets=bets).events
    made = {number: ("wins", "loses"), 7: ("loses", "wins")}.get(total, ("stays", "stays"))
    assert (happened(events, right), happened(events, wrong)) == made
    # A winner is paid and stays until it is taken down.
    left = {bet: amount for (seat, bet), amount in on_felt(table).items() if seat == 1}
    assert left == {bet: 900 for bet, came in zip((right, wrong), made, strict=True)
                    if came != "loses"}  # fmt: skip


@pytest.mark.clause("CAT-IV.1.5-52", "CAT-IV.1.7-18")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("a", "b"), list(product(range(1, 7), repeat=2)))
def test_hard_ways_win_with_their_double_and_lose_on_seven_or_the_easy_number(
    edition: str, a: int, b: int
) -> None:
    table = on_point(9, 1, 2, edition=edition)
    hard = {4: 2, 6: 3, 8: 4, 10: 5}
    assert {str(total): [die, die] for total, die in hard.items()} == figures("CAT-IV.1.5-52")[
        "doubles"
    ]
    events = throw(table, f"{a}-{b}", bets={1: {f"hard-{total}": 100 for total in hard}}).events
    for total, die in hard.items():
        lost = "loses" if a + b in (7, total) else "stays"
        expected = "wins" if a == b == die else lost
        assert happened(events, f"hard-{total}") == expected


@pytest.mark.clause("CAT-IV.1.7-18")
def test_the_easy_ways_are_those_the_pay_scheme_lists() -> None:
    rules = CRAPS.rules_of()
    for total, ways in figures("CAT-IV.1.7-18")["easy"].items():
        for a, b in ways:
            assert rules.outcome(f"hard-{total}", (str(a), str(b)), 9) == "loses"


PAID = {
    **{bet.replace("_", "-"): odds for bet, odds in figures("CAT-IV.1.7-07")["odds"].items()
       if isinstance(odds, list)},
}  # fmt: skip
GROUPS = {
    "field-2-12": [("field", "1-1"), ("field", "6-6")],
    "field": [("field", "1-2"), ("field", "1-3"), ("field", "3-6"), ("field", "4-6"),
              ("field", "5-6")],
    "seven": [("siete", "3-4")],
    "eleven": [("once", "5-6")],
    "under-7": [("under-7", "2-3")],
    "over-7": [("over-7", "6-3")],
    "big-6": [("big-6", "2-4")],
    "big-8": [("big-8", "2-6")],
    "hard-6-8": [("hard-6", "3-3"), ("hard-8", "4-4")],
    "hard-4-10": [("hard-4", "2-2"), ("hard-10", "5-5")],
    "horn": [("horn", "1-1"), ("horn", "1-2"), ("horn", "5-6"), ("horn", "6-6")],
    "any-craps": [("any-craps", "1-1"), ("any-craps", "1-2"), ("any-craps", "6-6")],
    "craps-3": [("craps-3", "2-1")],
    "craps-2-12": [("craps-2", "1-1"), ("craps-12", "6-6")],
    "come": [("come", "3-4"), ("come", "5-6")],
    "dont-come": [("dont-come", "1-1"), ("dont-come", "1-2")],
}  # fmt: skip


@pytest.mark.clause("CAT-IV.1.7-07", "CAT-IV.1.7-15", "CAT-IV.1.7-19", "CAT-IV.1.5-57")
@pytest.mark.parametrize("group", [group for group in PAID if "pass" not in group])
def test_the_pay_scheme_row_by_row(group: str) -> None:
    for bet, dice in GROUPS[group]:
        table = on_point(5, 1, 2)
        record = throw(table, dice, bets={1: {bet: 100}})
        won, staked = PAID[group]
        assert nets(table, record)[1] == 100 * won // staked, (bet, dice)
        assert [event.odds for event in told(record, BetWon) if event.seat == 1] == [
            f"{won}:{staked}"
        ]


@pytest.mark.clause("CAT-IV.1.7-07", "CAT-IV.1.2-02")
def test_pass_and_dont_pass_pay_even_money_and_every_bet_has_its_own_payment() -> None:
    table = opened(1, 2)
    bets = {1: {"pass": 700, "dont-pass": 300}, 2: {"dont-pass": 200}}
    assert nets(table, throw(table, "5-6", bets=bets)) == {1: 400, 2: -200}
    assert nets(table, throw(table, "1-1", bets=bets)) == {1: -400, 2: 200}
    rules = CRAPS.rules_of()
    cloth = CrapsCloth(rules=rules, point=None, shooters=(1,))
    for bet in cloth.bets():
        number = bet.partition(":")[2] or "4"
        assert rules.pay(bet, number).ratio > 0


def split(odds: dict[str, list[int]]) -> dict[int, Fraction]:
    return {int(n): Fraction(*pair) for numbers, pair in odds.items() for n in numbers.split(",")}


@pytest.mark.clause("CAT-IV.1.5-44", "CAT-IV.1.7-07")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("point", POINTS)
def test_odds_are_paid_at_the_exact_odds_and_inversely_on_dont_pass(
    edition: str, point: int
) -> None:
    id = "CAT-IV.1.5-44" if edition == "scj-2023" else "AJ-3.1.5-06"
    ways = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}[point]
    for bet, dice, side in (("odds-pass", EASY[point], "pass"), ("odds-dont-pass", "3-4",
                                                                  "dont_pass")):  # fmt: skip
        line = side.replace("_", "-")
        table = on_point(point, 1, 2, bets={1: {line: 60}}, edition=edition)
        paid = [e for e in told(throw(table, dice, bets={1: {bet: 60}}), BetWon) if e.bet == bet]
        fair = split(figures(id)[side])[point]
        assert [(event.odds, event.paid) for event in paid] == [(say_odds(fair), 60 * fair)]
        # Neither casino nor player has an advantage: what is won times its ways is what is lost.
        wins, loses = (ways, 6) if side == "pass" else (6, ways)
        assert wins * fair == loses


@pytest.mark.clause("CAT-IV.1.7-22", "CAT-IV.1.7-07")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", POINTS)
def test_right_and_wrong_bets_pay_each_number_its_own_odds(edition: str, number: int) -> None:
    right = split(figures("CAT-IV.1.7-22")["right_bet"])[number]
    wrong = split(figures("CAT-IV.1.7-22")["wrong_bet"])[number]
    stake = 5 * 6 * 8 * 11
    table = on_point(4 if number != 4 else 5, 1, 2, edition=edition)
    record = throw(table, EASY[number], bets={1: {f"right:{number}": stake}})
    assert nets(table, record)[1] == stake * right
    table = on_point(4 if number != 4 else 5, 1, 2, edition=edition)
    record = throw(table, "3-4", bets={1: {f"wrong:{number}": stake}})
    assert nets(table, record)[1] == stake * wrong


@pytest.mark.clause("CAT-IV.1.5-44", "CAT-IV.1.7-22")
def test_uneven_stakes_are_paid_down_to_the_peso_and_the_rest_is_told() -> None:
    table = on_point(9, 1, 2, bets={1: {"pass": 1000}})
    record = throw(table, "6-3", bets={1: {"odds-pass": 7001}})
    [odds] = [event for event in told(record, BetWon) if event.bet == "odds-pass"]
    assert (odds.paid, odds.dropped) == (10501, "1/2")


@pytest.mark.clause("CAT-IV.1.5-21", "CAT-IV.1.2-02")
def test_the_list_of_bets_is_closed() -> None:
    names = {
        "seven": ["siete"], "eleven": ["once"],
        "hardways": ["hard-4", "hard-6", "hard-8", "hard-10"],
        "right_bet": [f"right:{n}" for n in POINTS], "wrong_bet": [f"wrong:{n}" for n in POINTS],
    }  # fmt: skip
    listed = {
        bet
        for name in figures("CAT-IV.1.5-21")["bets"]
        for bet in names.get(name, [name.replace("_", "-")])
    }
    moved = {f"{kind}:{n}" for kind in ("come", "dont-come") for n in POINTS}
    for edition in EDITIONS:
        cloth = CrapsCloth(rules=CRAPS.rules_of(edition), point=None, shooters=(1,))
        assert set(cloth.bets()) == listed | moved


@pytest.mark.clause("CAT-IV.1.6.1-06")
def test_a_throw_is_one_play_with_its_bets() -> None:
    table = opened(1)
    record = throw(table, "2-2", bets={1: {"pass": 100, "field": 100}})
    assert table.rounds == 1
    assert isinstance(table.state, CrapsState)
    assert table.state.point == 4 and on_felt(table) == {(1, "pass"): 100}
    assert [event.result for event in record.events if event.kind == "result-shown"] == ["2-2"]
