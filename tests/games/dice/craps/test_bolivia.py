"""What the Bolivian edition does otherwise (AJ-3.1)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tapete.core.book.clause import register
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import Pay
from tapete.core.round.bets import Place, Remove
from tapete.core.round.chance import Roll
from tapete.core.round.event import BetLost, BetReturned, ThrowVoid
from tapete.core.table.table import PLENTY
from tapete.games.dice.craps.game import CRAPS, MINI_CRAPS
from tapete.games.dice.craps.mark import Mark
from tests.games.dice.craps.throws import (
    EASY,
    nets,
    null,
    on_felt,
    on_point,
    opened,
    refusal,
    slip,
    throw,
    told,
)

AJ = "aj-bolivia"


@pytest.mark.clause("AJ-3.1.7.2-03")
def test_seven_pays_five_to_one_and_has_no_edge() -> None:
    table = opened(1, 2, edition=AJ)
    record = throw(table, "3-4", bets={1: {"siete": 300}, 2: {"pass": 100}})
    assert nets(table, record)[1] == 1500
    assert edge("siete") == 0


@pytest.mark.clause("AJ-3.1.7.2-04")
@pytest.mark.parametrize(("bet", "dice", "odds"), [
    ("hard-6", "3-3", 10), ("hard-8", "4-4", 10), ("hard-4", "2-2", 8), ("hard-10", "5-5", 8),
])  # fmt: skip
def test_hard_ways_pay_ten_and_eight_to_one_and_have_no_edge(
    bet: str, dice: str, odds: int
) -> None:
    table = on_point(5, 1, 2, edition=AJ)
    assert nets(table, throw(table, dice, bets={1: {bet: 100}})) == {1: 100 * odds}
    assert edge(bet) == 0


def edge(bet: str) -> Fraction:
    """What the player loses on average, over all throws that decide the bet."""
    rules = CRAPS.rules_of(AJ)
    came = [rules.outcome(bet, (str(a), str(b)), 9) for a, b in product(range(1, 7), repeat=2)]
    won, lost = came.count("wins"), came.count("loses")
    return (lost - won * rules.pay(bet).ratio) / Fraction(won + lost)


@pytest.mark.clause("AJ-3.1.5-07")
def test_hard_ways_play_on_every_throw_the_come_out_included() -> None:
    for dice, won in (("3-3", 5000), ("2-4", -500), ("3-4", -500)):
        table = opened(1, 2, edition=AJ)
        record = throw(table, dice, bets={1: {"hard-6": 500}, 2: {"pass": 100}})
        assert nets(table, record)[1] == won
    laid = slip({1: {"hard-6": 500}})
    table = opened(1, 2, edition=AJ)
    assert refusal(table, Mark(1, "hard-6", "activa"), laid)[1] == "no-such-mark"


@pytest.mark.clause("AJ-3.1.5-03")
def test_pass_line_may_not_be_withdrawn_once_the_bets_of_the_come_out_are_closed() -> None:
    table = opened(1, 2, edition=AJ)
    assert refusal(table, Remove(2, "pass"), slip({2: {"pass": 500}})) == ("", "taken")
    live = table.begin()
    table.answer(slip({2: {"pass": 500}}))
    table.answer(null("dado-apoyado"))
    assert isinstance(live.ask, Roll)  # still without a point, and no way to take it back
    with pytest.raises(Refused, match="bets-closed"):
        table.bet(Remove(2, "pass"))
    table.answer(("1", "3"))
    table.finish()
    assert refusal(table, Remove(2, "pass")) == ("AJ-3.1.5-03", "may-not-be-withdrawn")


@pytest.mark.clause("AJ-3.1.5-04")
def test_after_the_point_pass_line_may_be_increased_but_not_reduced() -> None:
    table = on_point(9, 1, 2, edition=AJ)
    assert refusal(table, Remove(2, "pass", 100))[1] == "may-not-be-withdrawn"
    throw(table, "5-6", bets={2: {"pass": 800}})
    assert nets(table, throw(table, "6-3")) == {2: 1800}
    row = CRAPS.rules_of(AJ).by("pass_raised")
    assert row == "AJ-3.1.5-04"  # the rule of the bet, not the row of the pay scheme


@pytest.mark.clause("AJ-3.1.5-05")
def test_dont_pass_after_the_point_is_not_accepted_increased_or_withdrawn() -> None:
    table = on_point(9, 1, 2, bets={1: {"dont-pass": 900}}, edition=AJ)
    for refused in (Place(2, "dont-pass", 100), Place(1, "dont-pass", 100)):
        assert refusal(table, refused) == ("AJ-3.1.5-05", "point-is-set")
    assert refusal(table, Remove(1, "dont-pass")) == ("AJ-3.1.5-05", "may-not-be-withdrawn")
    before = opened(1, 2, edition=AJ)
    assert refusal(before, Remove(1, "dont-pass"), slip({1: {"dont-pass": 900}}))[1] == "taken"


@pytest.mark.clause("AJ-3.1.5-02")
def test_who_leaves_with_a_point_keeps_his_pass_line_bet_until_it_is_decided() -> None:
    bets = {1: {"pass": 500, "dont-pass": 300, "big-6": 200}}
    table = on_point(9, 1, 2, bets=bets, edition=AJ)
    throw(table, "1-1", bets={1: {"odds-pass": 100}})
    events = table.leave(1)
    assert not [event for event in events if isinstance(event, BetLost)]
    back = {event.bet for event in events if isinstance(event, BetReturned)}
    assert back == {"big-6", "odds-pass"}
    assert nets(table, throw(table, "6-3")) == {1: 200, 2: 1000}


@pytest.mark.clause("AJ-3.1.5-02")
def test_the_shooter_who_leaves_loses_his_pass_line_bet() -> None:
    table = on_point(9, 1, 2, edition=AJ)
    lost = [event for event in table.leave(2) if isinstance(event, BetLost)]
    assert [(event.bet, event.amount) for event in lost] == [("pass", 1000)]


@pytest.mark.clause("AJ-3.1.5-01")
def test_a_slide_at_any_moment_voids_the_throw() -> None:
    for cause in ("deslizamiento", "deslizamiento-tras-el-borde"):
        table = on_point(9, 1, 2, edition=AJ)
        record = throw(table, null(cause), "5-6")
        assert [(e.cause, e.clause) for e in told(record, ThrowVoid)] == [(cause, "AJ-3.1.5-01")]


@pytest.mark.clause("CAT-IV.1.7-01")
def test_the_list_of_irregular_plays_is_open() -> None:
    table = on_point(9, 1, 2, edition=AJ)
    record = throw(table, null("apagon"), "5-6")
    assert [e.clause for e in told(record, ThrowVoid)] == ["CAT-IV.1.7-01"]
    assert on_felt(table) == {(2, "pass"): 1000}


@pytest.mark.clause("AJ-3.1.5-06", "AJ-3.1.7.2-01")
def test_odds_are_exact_by_the_rule_though_the_pay_scheme_has_no_row_for_them() -> None:
    rules = CRAPS.rules_of(AJ)
    figures = register()["AJ-3.1.5-06"].figures
    for bet in ("pass", "dont_pass"):
        for numbers, (won, staked) in figures[bet].items():
            for number in numbers.split(","):
                row = rules.pay(f"odds-{bet.replace('_', '-')}", number)
                assert (row.ratio, row.clause) == (Fraction(won, staked), "AJ-3.1.5-06")
    for point in (4, 5, 6, 8, 9, 10):
        table = on_point(point, 1, 2, edition=AJ)
        record = throw(table, EASY[point], bets={2: {"odds-pass": 60}})
        assert nets(table, record)[2] == 1000 + 60 * rules.pay("odds-pass", str(point)).ratio


@pytest.mark.clause("AJ-3.1.7.2-01")
def test_the_rows_listed_as_equal_are_those_of_the_catalogue() -> None:
    names = {"eleven": "once", "right_bet": "right", "wrong_bet": "wrong"}
    ours, theirs = CRAPS.rules_of(AJ).pays, CRAPS.rules_of().pays
    equal = register()["AJ-3.1.7.2-01"].figures["equal_to_cat"]
    kinds = {names.get(bet, bet.replace("_", "-")) for bet in equal} - {"craps-2-12"}
    kinds |= {"craps-2", "craps-12"}

    def rows(pays: dict[str, Pay]) -> dict[str, str]:
        return {key: pay.odds for key, pay in pays.items() if pay.bet in kinds}

    assert rows(ours) == rows(theirs)
    assert {pay.bet for pay in ours.values() if pay.odds != theirs[pay.key].odds} == {
        "siete", "hard-4", "hard-6", "hard-8", "hard-10",
    }  # fmt: skip


@pytest.mark.clause("AJ-3.1.4.2-01", "AJ-3.1.4.2-02")
def test_only_money_chips_are_handled_at_the_table_never_cash() -> None:
    table = opened(1, edition=AJ)
    with pytest.raises(Refused) as cash:
        table.exchange.change(1, 5000, by="pagador")
    assert cash.value.clause == "AJ-3.1.4.2-02"
    table.exchange.bring(1, 5000)
    assert table.desk.chips(1) == PLENTY + 5000


def test_mini_craps_follows_the_bolivian_craps() -> None:
    craps, mini = CRAPS.rules_of(AJ), MINI_CRAPS.rules_of(AJ)
    assert (mini.pays, mini.hard_rest, mini.dont_pass_down) == (craps.pays, False, "sin-punto")
