"""Big Six (CAT-II.3): the disc, the bets, the payments and the order of a round."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.bets import Limits, Noticed, Place, Remove, Slip, SpotLimits
from tapete.core.round.chance import Spin
from tapete.core.round.event import BetLost, BetPlaced, BetReturned, BetWon, ResultShown, net
from tapete.core.round.live import Live
from tapete.core.round.replay import replay
from tapete.core.table.signs import sign
from tapete.core.table.table import PLENTY, Table
from tapete.games.registry import find
from tapete.games.roulette.ball import Throw
from tapete.games.roulette.big_six import BIG_SIX
from tests.games.figures import closed, opened, played, said, slip, told, window

RULES = BIG_SIX.rules_of()
VALUE = {"40a": 40, "40b": 40, "20": 20, "10": 10, "5": 5, "2": 2, "1": 1}
PLACES = {"40a": 1, "40b": 1, "20": 2, "10": 4, "5": 7, "2": 15, "1": 24}
STAKES = {"40a": 100, "40b": 200, "20": 300, "10": 400, "5": 500, "2": 600, "1": 700}


def spun(table: Table) -> Live[object]:
    live = closed(table, {1: {"20": 500}})
    assert isinstance(live.ask, Spin)
    return live


@pytest.mark.clause("CAT-II.3.3.1-02", "CAT-II.3.5.1-01")
def test_the_disc_has_54_places_two_of_them_of_value_40_with_different_drawings() -> None:
    ask = spun(opened(BIG_SIX, 1)).ask
    assert isinstance(ask, Spin)
    assert len(ask.places) == 54
    assert Counter(ask.places) == PLACES
    assert dict(ask.weighted()) == {place: Fraction(n, 54) for place, n in PLACES.items()}


@pytest.mark.clause("CAT-II.3.3.1-03")
def test_no_two_places_of_the_same_value_are_neighbours_around_the_whole_disc() -> None:
    values = [VALUE[place] for place in RULES.disc]
    assert [i for i in range(54) if values[i] == values[i - 1]] == []  # values[-1] is place 54


@pytest.mark.clause("CAT-II.3.3.1-04", "CAT-II.3.5.1-01")
def test_the_cloth_shows_a_box_for_every_chance_of_the_disc_and_no_other() -> None:
    live = opened(BIG_SIX, 1).begin()
    assert set(window(live).cloth.bets()) == set(RULES.disc)


@pytest.mark.clause("CAT-II.3.2-01", "CAT-II.3.6-06", "CAT-II.3.6-08")
def test_every_place_of_the_disc_pays_its_number_to_one_and_takes_the_rest() -> None:
    table = opened(BIG_SIX, 1)
    for place in RULES.disc:
        record = played(table, {1: STAKES}, place)
        lost = sum(STAKES.values()) - STAKES[place]
        assert table.net_of(record) == {1: VALUE[place] * STAKES[place] - lost}
        (won,) = told(record.events, BetWon)
        assert (won.bet, won.clause) == (place, "CAT-II.3.6-06")


@pytest.mark.clause("CAT-II.3.6-06")
@pytest.mark.parametrize(
    ("bet", "edge"),
    [("40a", "13/54"), ("40b", "13/54"), ("20", "12/54"), ("10", "10/54"), ("5", "12/54"),
     ("2", "9/54"), ("1", "6/54")],
)  # fmt: skip
def test_the_edge_of_each_bet_over_the_whole_disc(bet: str, edge: str) -> None:
    table = opened(BIG_SIX, 1)
    won = sum(net(played(table, {1: {bet: 100}}, place).events, 1) for place in RULES.disc)
    assert Fraction(-won, 54 * 100) == Fraction(edge)


@pytest.mark.clause("CAT-II.3.6-06", "CAT-II.3.6-08")
def test_the_two_symbols_of_value_40_are_two_bets_though_both_pay_40() -> None:
    table = opened(BIG_SIX, 1, 2)
    record = played(table, {1: {"40a": 500}, 2: {"40b": 500}}, "40b")
    assert table.net_of(record) == {1: -500, 2: 20_000}


@pytest.mark.clause("CAT-II.3.6-07")
def test_what_each_symbol_pays_is_stated_beside_the_table_and_with_the_result() -> None:
    assert sign(RULES, Limits()).pays == {bet: f"{value}:1" for bet, value in VALUE.items()}
    table = opened(BIG_SIX, 1)
    for symbol, value in VALUE.items():
        (shown,) = told(played(table, {1: {"1": 100}}, symbol).events, ResultShown)
        assert (shown.result, shown.facts) == (symbol, {"paga": f"{value}:1"})


@pytest.mark.clause("CAT-II.3.4-03")
@pytest.mark.parametrize("bet", ["40", "15", "0", "20:1", "rojo"])
def test_a_bet_without_a_box_on_the_cloth_is_refused(bet: str) -> None:
    live = opened(BIG_SIX, 1).begin()
    with pytest.raises(Refused) as refused:
        live.answer(slip({1: {bet: 1000}}))
    assert (refused.value.code, refused.value.clause) == ("not-on-the-cloth", "CAT-II.3.4-03")
    live.answer(slip({1: {"20": 1000}}))
    (placed,) = told(live.events, BetPlaced)
    assert (placed.bet, placed.amount, placed.clause) == ("20", 1000, "CAT-II.3.4-03")


def test_limits_bind_each_bet_of_the_cloth() -> None:
    limits = Limits(min=500, max=20_000, bets={"40a": SpotLimits(max=1000)})
    live = opened(BIG_SIX, 1, limits=limits).begin()
    for bet, amount, code in [
        ("10", 499, "under-minimum"),
        ("1", 20_001, "over-maximum"),
        ("40a", 1001, "over-maximum"),
    ]:
        with pytest.raises(Refused, match=code):
            live.answer(slip({1: {bet: amount}}))


@pytest.mark.clause("CAT-II.3.4-02", "CAT-II.3.4-05")
def test_spin_and_no_mas_apuestas_are_one_moment_and_the_disc_never_turns_before() -> None:
    live = opened(BIG_SIX, 1).begin()
    with pytest.raises(Refused) as refused:
        live.answer(Slip((Throw(), Place(1, "20", 500))))
    assert (refused.value.code, refused.value.clause) == ("no-throw-while-open", "CAT-II.3.4-05")
    live.answer(Slip((Place(1, "20", 500), Place(1, "20", 100), Remove(1, "20", 200))))
    assert said(live.events)[-1] == ("no-mas-apuestas", "CAT-II.3.4-05")
    assert isinstance(live.ask, Spin)


@pytest.mark.clause("CAT-II.3.4-02", "CAT-II.3.4-04", "CAT-II.3.5.2-01")
def test_after_no_mas_apuestas_nothing_is_bet_withdrawn_reduced_or_increased() -> None:
    table = opened(BIG_SIX, 1, 2)
    live = closed(table, {1: {"20": 500}})
    assert isinstance(live.ask, Spin)
    before = list(live.events)
    late: list[Place | Remove] = [
        Place(2, "40a", 1),
        Place(1, "20", 100),
        Remove(1, "20"),
        Remove(1, "20", 100),
    ]
    for action in late:
        with pytest.raises(Refused) as refused:
            table.bet(action)
        assert (refused.value.code, refused.value.clause) == ("bets-closed", "CAT-II.3.4-04")
        with pytest.raises(Refused):
            live.answer(Slip((action,)))
    assert live.events == before
    live.answer("20")
    assert table.net_of(table.finish()) == {1: 10_000}


@pytest.mark.clause("CAT-II.3.3.2-03", "CAT-II.3.4-05", "CAT-II.3.4-06")
def test_start_close_and_winning_chance_are_announced_in_this_order() -> None:
    record = played(opened(BIG_SIX, 1), {1: {"5": 500}}, "5")
    assert said(record.events) == [
        ("hagan-juego", "CAT-II.3.3.2-03"),
        ("no-mas-apuestas", "CAT-II.3.4-05"),
    ]
    kinds = [event.kind for event in record.events]
    assert kinds == [
        "announced", "bet-placed", "announced", "result-shown", "bet-won", "bet-returned",
    ]  # fmt: skip
    (shown,) = told(record.events, ResultShown)
    assert (shown.result, shown.clause) == ("5", "CAT-II.3.4-06")


@pytest.mark.clause("CAT-II.3.4-07", "CAT-II.3.4-08")
def test_the_other_figures_are_taken_before_the_winners_are_paid_and_bets_open_again() -> None:
    table = opened(BIG_SIX, 1, 2)
    record = played(table, {1: {"2": 500, "1": 200}, 2: {"2": 300, "10": 100}}, "2")
    money = [e for e in record.events if isinstance(e, BetLost | BetWon | BetReturned)]
    assert [(e.kind, e.seat, e.bet) for e in money] == [
        ("bet-lost", 1, "1"), ("bet-lost", 2, "10"),
        ("bet-won", 1, "2"), ("bet-returned", 1, "2"),
        ("bet-won", 2, "2"), ("bet-returned", 2, "2"),
    ]  # fmt: skip
    assert {e.clause for e in told(money, BetLost)} == {"CAT-II.3.4-07"}
    assert window(table.begin()).standing == ()


@pytest.mark.clause("CAT-II.3.3.2-05", "CAT-II.3.4-01")
def test_without_a_player_no_game_starts_and_without_a_bet_the_disc_is_not_spun() -> None:
    table = opened(BIG_SIX)
    with pytest.raises(Refused) as refused:
        table.begin()
    assert (refused.value.code, refused.value.clause) == ("players-missing", "CAT-II.3.4-01")
    table.sit(4, "ana", chips=PLENTY)
    live = table.begin()
    for nothing in (Slip(), Slip((Place(4, "1", 5), Remove(4, "1")))):
        with pytest.raises(Refused) as refused:
            live.answer(nothing)
        assert (refused.value.code, refused.value.clause) == ("bets-missing", "CAT-II.3.3.2-05")
    live.answer(slip({4: {"1": 1}}))
    assert isinstance(live.ask, Spin)


def test_a_bet_over_the_maximum_noticed_late_pays_as_the_maximum() -> None:
    table = opened(BIG_SIX, 1, limits=Limits(min=100, max=1000))
    live = table.begin()
    live.answer(Slip((Noticed(1, "20", 1300, told="jefe-de-sala"),)))
    live.answer("20")
    assert table.net_of(table.finish()) == {1: 20_000}


def test_a_round_of_big_six_replays_from_its_acta() -> None:
    record = played(opened(BIG_SIX, 1), {1: STAKES}, "10")
    again = read_record(record.text())
    assert replay(again, find).events == list(record.events)
