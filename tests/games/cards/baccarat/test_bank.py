"""The bank: who takes it, with how much, what it answers for, what leaves it."""

from __future__ import annotations

import pytest

from tapete.core.book.account import COMMISSION
from tapete.core.round.bets import Limits, SpotLimits
from tapete.core.round.event import BetPlaced, MarkerPut
from tapete.core.table.table import PLENTY, Table
from tests.games.cards.baccarat.rounds import (
    AGAINST,
    FIVE,
    FOUR,
    MIN,
    after_a_win,
    bank,
    held,
    moved,
    questions,
    refused,
    state,
    table_of,
    with_bank,
)
from tests.games.cards.puntoybanca.rounds import (
    BANCA_WINS,
    PUNTO_WINS,
    TIE,
    announced,
    of_kind,
    play,
    said,
)


@pytest.mark.clause("CAT-III.2.5-21", "CAT-III.2.5-22", "CAT-III.2.5-27")
def test_at_the_start_the_bank_is_offered_from_the_lowest_place_to_the_right() -> None:
    table = table_of((2, 4, 7, 9))
    asked = questions(table, {7: ["tomar:30000"]})
    assert [seat for seat, _, _ in asked] == [2, 4, 7]
    assert held(table) == (7, 30_000)


@pytest.mark.clause("CAT-III.2.5-22", "CAT-III.2.5-43", "CAT-III.2.4.2-10")
def test_a_bank_holds_from_one_to_a_hundred_minimums_in_custody_on_the_felt() -> None:
    table = table_of()
    assert refused(table.act, "banco", seat=1, amount=MIN - 1) == (
        "CAT-III.2.5-43", "bank-too-small",
    )  # fmt: skip
    assert refused(table.act, "banco", seat=1, amount=100 * MIN + 1) == (
        "CAT-III.2.5-43", "bank-too-large",
    )  # fmt: skip
    assert state(table).bank is None
    for amount in (MIN, 100 * MIN):
        other = with_bank(amount)
        assert [(stake.seat, stake.bet, stake.amount) for stake in other.state.standing()] == [
            (1, "banco", amount)
        ]


@pytest.mark.clause("CAT-III.2.5-43")
def test_the_minimum_a_bank_is_measured_by_is_that_of_the_bet_against_it() -> None:
    table = table_of(bets={"punto": SpotLimits(min=2 * MIN)})
    assert refused(table.act, "banco", seat=1, amount=2 * MIN - 1)[1] == "bank-too-small"
    assert refused(table.act, "banco", seat=1, amount=200 * MIN + 1)[1] == "bank-too-large"
    table.act("banco", seat=1, amount=200 * MIN)


@pytest.mark.clause("CAT-III.2.5-38", "CAT-III.2.4.2-04", "CAT-III.2.6.1-03")
def test_the_amount_is_announced_as_the_most_that_can_be_played() -> None:
    table = table_of()
    told = table.act("banco", seat=3, amount=40_000)
    assert said(told) == ["cambio-de-banquero", "hay-en-la-banca"]
    assert announced(told, "hay-en-la-banca") == [{"seat": 3, "amount": 40_000}]
    assert [(e.marker, e.place) for e in told if isinstance(e, MarkerPut)] == [("sabot", "seat:3")]
    assert state(table).holder == 3  # he has the bank, the shoe, and deals


@pytest.mark.clause("CAT-III.2.5-35")
def test_the_bank_may_be_raised_and_never_reduced() -> None:
    table = with_bank(50_000)
    assert refused(table.act, "banco", seat=1, amount=49_999) == (
        "CAT-III.2.5-35", "bank-too-small",
    )  # fmt: skip
    table.act("banco", seat=1, amount=60_000)
    assert held(table) == (1, 60_000)
    assert refused(table.act, "banco", seat=1, amount=100 * MIN + 1)[1] == "bank-too-large"
    assert refused(table.act, "banco", seat=3, amount=90_000)[1] == "bank-held"
    play(table, TIE, AGAINST)
    play(table, TIE, AGAINST, {1: ["subir:80000"]})
    assert held(table) == (1, 80_000)


@pytest.mark.clause("CAT-III.2.4.2-16", "CAT-III.2.3.2-01")
def test_the_banker_answers_with_his_chips_for_punto() -> None:
    lost = play(with_bank(50_000), PUNTO_WINS, AGAINST)
    assert [moved(lost.events, seat) for seat in FOUR] == [-30_000, 10_000, 20_000, 0]
    won = play(with_bank(50_000), BANCA_WINS, AGAINST)
    assert [moved(won.events, seat) for seat in FOUR] == [28_500, -10_000, -20_000, 0]


@pytest.mark.clause("CAT-III.2.3.2-01", "CAT-III.2.3.2-02", "CAT-III.2.7-08")
def test_banca_bets_of_the_others_are_settled_by_the_house_and_not_by_the_bank() -> None:
    bets = {6: {"banca": 90_000}}  # more than the bank holds, and no punto bet against it
    won = play(with_bank(50_000), BANCA_WINS, bets)
    assert (moved(won.events, 1), moved(won.events, 6)) == (0, 85_500)
    lost = play(with_bank(50_000), PUNTO_WINS, bets)
    assert (moved(lost.events, 1), moved(lost.events, 6)) == (0, -90_000)


@pytest.mark.clause("CAT-III.2.4.2-17", "CAT-III.2.4.2-11", "CAT-III.2.7-09")
def test_the_casino_deducts_its_share_of_all_the_banker_won_when_banca_wins() -> None:
    table = table_of(commission=Limits().commission, unit=100)
    table.act("banco", seat=1, amount=50_000)
    bets = {3: {"punto": 1030}, 5: {"punto": 1050}}
    won = play(table, BANCA_WINS, bets)
    [taken] = of_kind(won.events, "commission-taken")
    # 5% of 2,080 as a whole is 104; he is paid 1,976 in whole hundreds.
    assert (taken.seat, taken.won, taken.amount, taken.clause) == (
        1, 2080, 104, "CAT-III.2.4.2-17",
    )  # fmt: skip
    assert dict(taken.postings())[COMMISSION] == 104
    [paid] = of_kind(won.events, "bet-won")
    assert (paid.seat, paid.bet, paid.paid, paid.dropped) == (1, "banco", 1900, "76")
    for cards in (TIE, PUNTO_WINS):
        assert of_kind(play(with_bank(), cards, AGAINST).events, "commission-taken") == []


@pytest.mark.clause("CAT-III.2.7-09", "CAT-III.2.7-10")
def test_the_percentage_is_the_plans_and_stands_on_the_sign() -> None:
    table = table_of(commission=Limits().commission / 2)
    table.act("banco", seat=1, amount=50_000)
    assert moved(play(table, BANCA_WINS, AGAINST).events, 1) == 29_250
    assert table.signs().commission == "2.5%"


@pytest.mark.clause("CAT-III.2.5-24", "CAT-III.2.5-25", "CAT-III.2.6.1-03")
def test_when_banca_loses_the_shoe_passes_and_the_banker_gets_what_is_left() -> None:
    table = with_bank(50_000)
    record = play(table, PUNTO_WINS, AGAINST)
    assert "sabot-pasa" in said(record.events)
    assert announced(record.events, "sabot-pasa") == [{"seat": 3}]
    [handed] = [e for e in of_kind(record.events, "bet-returned") if e.bet == "banco"]
    assert (handed.seat, handed.amount, handed.clause) == (1, 20_000, "CAT-III.2.5-25")
    assert state(table).bank is None and state(table).holder is None
    assert questions(table)[0][0] == 3  # the next to the right


@pytest.mark.clause("CAT-III.2.5-24", "CAT-III.2.5-14")
def test_a_win_or_a_tie_leaves_the_bank_with_its_banker() -> None:
    table = with_bank(50_000)
    play(table, TIE, AGAINST)
    assert held(table) == (1, 50_000)
    play(table, BANCA_WINS, AGAINST)
    assert held(table) == (1, 78_500)
    play(table, FIVE, AGAINST, {5: ["plantarse"]})
    assert bank(table).won == 2 * 28_500


@pytest.mark.clause("CAT-III.2.5-23", "CAT-III.2.5-25", "CAT-III.2.6.1-03")
def test_the_banker_may_hand_over_the_bank_while_he_wins_and_gets_all_that_is_in_it() -> None:
    table = after_a_win(50_000)
    told = table.act("pass_bank")
    [handed] = of_kind(told, "bet-returned")
    assert (handed.seat, handed.amount) == (1, 78_500)
    assert state(table).bank is None
    assert refused(table.act, "pass_bank")[1] == "no-banker"
    # The same when he is asked at the start of a round.
    other = after_a_win(50_000)
    assert questions(other, {1: ["pasar"]})[0] == (
        1, "banco", ("seguir", "subir", "pasar"),
    )  # fmt: skip
    assert held(other) == (3, MIN)


# Garage


def rich() -> Table:
    """Bank of 50 minimums that has won 95: 45 of them had to leave it."""
    table = with_bank(50 * MIN)
    play(table, BANCA_WINS, {3: {"punto": 50_000}})  # +47,500: 97,500
    play(table, BANCA_WINS, {3: {"punto": 50_000}})  # +47,500: 145,000
    return table


@pytest.mark.clause("CAT-III.2.5-45", "CAT-III.2.5-46")
def test_what_the_bank_holds_above_a_hundred_minimums_must_leave_it() -> None:
    table = with_bank(80 * MIN)
    record = play(table, BANCA_WINS, {3: {"punto": 40_000}})  # +38,000: 118,000
    [out] = [e for e in of_kind(record.events, "bet-returned") if e.why == "garage"]
    assert (out.seat, out.amount, out.clause) == (1, 18_000, "CAT-III.2.5-45")
    assert held(table) == (1, 100 * MIN)
    assert moved(record.events, 1) == 38_000


@pytest.mark.clause("CAT-III.2.5-44", "CAT-III.2.5-46")
def test_voluntary_garage_is_the_winnings_less_fifty_minimums() -> None:
    table = rich()
    assert (bank(table).won, held(table)) == (95_000, (1, 100 * MIN))
    assert refused(table.act, "garage", amount=45_001) == (
        "CAT-III.2.5-46", "garage-too-large",
    )  # fmt: skip
    told = table.act("garage", amount=20_000)
    [out] = of_kind(told, "bet-returned")
    assert (out.seat, out.amount, out.why, out.clause) == (
        1, 20_000, "garage", "CAT-III.2.5-44",
    )  # fmt: skip
    assert held(table) == (1, 80_000)
    assert refused(table.act, "garage", amount=25_001)[1] == "garage-too-large"
    table.act("garage", amount=25_000)
    assert held(table) == (1, 55_000)


@pytest.mark.clause("CAT-III.2.5-44")
def test_no_garage_unless_the_winnings_exceed_fifty_minimums() -> None:
    table = with_bank(60 * MIN)
    play(table, BANCA_WINS, {3: {"punto": 40_000}})  # won 38,000
    assert refused(table.act, "garage", amount=1)[1] == "garage-too-large"
    assert "garage" not in questions(table)[0][2]


@pytest.mark.clause("CAT-III.2.5-44", "CAT-III.2.5-37")
def test_after_garage_less_can_be_played_against_the_bank() -> None:
    table = rich()
    record = play(table, TIE, {3: {"punto": 70_000}}, {1: ["garage:30000"]})
    assert announced(record.events, "hace-banco") == [{"seat": 3, "amount": 70_000}]
    assert held(table) == (1, 70_000)


# Association


@pytest.mark.clause("CAT-III.2.5-29")
def test_who_handed_over_the_bank_may_associate_with_whoever_took_it() -> None:
    table = after_a_win(50_000)
    table.act("pass_bank")
    table.act("banco", seat=3, amount=80_000)
    assert refused(table.act, "asociarse", seat=5, amount=10_000) == (
        "CAT-III.2.5-29", "not-the-last-banker",
    )  # fmt: skip
    table.act("asociarse", seat=1, amount=20_000)
    assert bank(table).shares == ((3, 80_000), (1, 20_000))
    record = play(table, PUNTO_WINS, {5: {"punto": 50_000}})
    assert [moved(record.events, seat) for seat in FOUR] == [-10_000, -40_000, 50_000, 0]


@pytest.mark.clause("CAT-III.2.5-29", "CAT-III.2.4.2-17")
def test_associates_share_winnings_after_the_deduction() -> None:
    table = after_a_win(50_000)
    table.act("pass_bank")
    table.act("banco", seat=3, amount=80_000)
    table.act("asociarse", seat=1, amount=20_000)
    record = play(table, BANCA_WINS, {5: {"punto": 10_001}})
    # 10,001 less 5% is 9,500.95: 9,500, a fifth of it the associate's.
    assert (moved(record.events, 3), moved(record.events, 1)) == (7600, 1900)
    assert bank(table).amount == 100 * MIN  # what is above leaves it, by shares too


@pytest.mark.clause("CAT-III.2.5-28")
def test_a_bank_taken_by_one_player_has_preference_over_one_taken_by_two() -> None:
    table = table_of()
    table.act("banco", seat=1, amount=30_000, associate=3, share=20_000)
    assert bank(table).shares == ((1, 30_000), (3, 20_000))
    told = table.act("banco", seat=5, amount=40_000)
    back = {(e.seat, e.amount) for e in of_kind(told, "bet-returned")}
    assert back == {(1, 30_000), (3, 20_000)}
    assert bank(table).shares == ((5, 40_000),)
    assert refused(table.act, "banco", seat=6, amount=90_000)[1] == "bank-held"


@pytest.mark.clause("CAT-III.2.5-28")
def test_two_who_have_dealt_keep_their_bank() -> None:
    table = table_of()
    table.act("banco", seat=1, amount=30_000, associate=3, share=20_000)
    play(table, TIE, {5: {"punto": MIN}})
    assert refused(table.act, "banco", seat=5, amount=90_000)[1] == "bank-held"


# People who go, and chips that are not there


@pytest.mark.clause("CAT-III.2.5-25")
def test_a_banker_who_leaves_the_table_takes_the_bank_with_him() -> None:
    table = after_a_win(50_000)
    table.sit(8, "ocho", chips=PLENTY)
    told = table.leave(1)
    assert [(e.seat, e.amount) for e in of_kind(told, "bet-returned")] == [(1, 78_500)]
    assert refused(table.act, "banco", seat=3, amount=78_499)[0] == "CAT-III.2.5-26"
    assert questions(table, {5: ["tomar:80000"]})[0][0] == 3
    assert held(table) == (5, 80_000)


@pytest.mark.clause("CAT-III.2.5-25", "CAT-III.2.5-29")
def test_an_associate_who_leaves_takes_his_share_and_the_bank_goes_on() -> None:
    table = after_a_win(50_000)
    table.sit(8, "ocho", chips=PLENTY)
    table.act("pass_bank")
    table.act("banco", seat=3, amount=80_000)
    table.act("asociarse", seat=1, amount=20_000)
    told = table.leave(1)
    assert [(e.seat, e.amount) for e in of_kind(told, "bet-returned")] == [(1, 20_000)]
    assert bank(table).shares == ((3, 80_000),)


@pytest.mark.clause("CAT-III.2.4.2-16", "CAT-III.2.3.2-01")
def test_the_bank_is_put_in_chips_the_player_has() -> None:
    table = table_of((3, 5, 6))
    table.sit(1, "uno", chips=20_000)
    assert refused(table.act, "banco", seat=1, amount=20_001) == ("CAT-I.4.1-02", "no-chips")
    assert state(table).bank is None
    told = table.act("banco", seat=1, amount=20_000)
    assert [e.amount for e in told if isinstance(e, BetPlaced)] == [20_000]
    assert table.available(1) == 0


@pytest.mark.clause("CAT-III.2.6.3-03")
def test_a_banker_who_loses_has_not_stayed_out_of_the_round() -> None:
    table = with_bank(50_000)
    play(table, PUNTO_WINS, AGAINST)
    assert (table.idle[1], table.idle[6]) == (0, 1)
