"""Corona y Ancla (CAT-IV.2): the figures, the throw, the payments and the order of a round."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.bets import Limits, Place, Remove, Slip
from tapete.core.round.chance import NoResult, Roll
from tapete.core.round.event import (
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
from tapete.games.dice.corona import CORONA_Y_ANCLA
from tapete.games.registry import find
from tapete.games.roulette.ball import Throw
from tests.games.figures import closed, null, opened, played, said, slip, told, window

FIGURES = ("corona", "ancla", "pique", "corazon", "diamante", "trebol")
STAKES = dict(zip(FIGURES, (100, 200, 300, 400, 500, 600), strict=True))


def rolling(table: Table) -> Roll:
    ask = closed(table, {1: {"corona": 500}}).ask
    assert isinstance(ask, Roll)
    return ask


@pytest.mark.clause("CAT-IV.2.2-01", "CAT-IV.2.2-02", "CAT-IV.2.3.1-02", "CAT-IV.2.5.1-01")
def test_three_dice_bear_six_different_figures_one_on_each_side() -> None:
    roll = rolling(opened(CORONA_Y_ANCLA, 1))
    assert roll.dice == 3
    assert sorted(roll.faces) == sorted(FIGURES)
    thrown = dict(roll.weighted())
    assert len(thrown) == 6**3
    assert set(thrown.values()) == {Fraction(1, 216)}


@pytest.mark.clause("CAT-IV.2.3.1-01", "CAT-IV.2.4-02")
def test_the_cloth_shows_the_six_figures_and_takes_no_other_bet() -> None:
    live = opened(CORONA_Y_ANCLA, 1).begin()
    assert sorted(window(live).cloth.bets()) == sorted(FIGURES)
    for bet in ("picas", "corona:3", "rojo", "7"):
        with pytest.raises(Refused) as refused:
            live.answer(slip({1: {bet: 100}}))
        assert (refused.value.code, refused.value.clause) == ("not-on-the-cloth", "CAT-IV.2.4-02")
    live.answer(slip({1: {"pique": 100}}))
    (placed,) = told(live.events, BetPlaced)
    assert (placed.bet, placed.amount, placed.clause) == ("pique", 100, "CAT-IV.2.4-02")


@pytest.mark.clause("CAT-IV.2.3.2-02")
def test_the_croupier_throws_and_no_player_is_given_the_dice() -> None:
    table = opened(CORONA_Y_ANCLA, 1)
    assert rolling(table).shooter is None
    assert table.live is not None
    table.live.answer(("corona", "ancla", "pique"))
    assert told(table.finish().events, TurnGiven) == []


@pytest.mark.clause("CAT-IV.2.2-01", "CAT-IV.2.6-04", "CAT-IV.2.4-07")
def test_every_throw_pays_each_figure_by_how_many_dice_show_it() -> None:
    table = opened(CORONA_Y_ANCLA, 1)
    for dice in product(FIGURES, repeat=3):
        record = played(table, {1: STAKES}, dice)
        won = sum(STAKES[figure] for figure in dice)  # one stake for each die that shows it
        lost = sum(stake for figure, stake in STAKES.items() if figure not in dice)
        assert table.net_of(record) == {1: won - lost}
        assert {e.bet: e.odds for e in told(record.events, BetWon)} == {
            figure: f"{dice.count(figure)}:1" for figure in set(dice)
        }
        assert {e.clause for e in told(record.events, BetWon)} == {"CAT-IV.2.6-04"}
        assert {e.clause for e in told(record.events, BetLost)} == {"CAT-IV.2.4-07"}


@pytest.mark.clause("CAT-IV.2.6-04")
def test_the_edge_of_a_figure_is_17_in_216() -> None:
    table = opened(CORONA_Y_ANCLA, 1)
    throws = list(product(FIGURES, repeat=3))
    won = sum(net(played(table, {1: {"ancla": 100}}, dice).events, 1) for dice in throws)
    assert Fraction(-won, 216 * 100) == Fraction(17, 216)


@pytest.mark.clause("CAT-IV.2.6-05")
def test_the_example_anchor_and_two_hearts_pays_the_anchor_1_and_the_heart_2_to_1() -> None:
    table = opened(CORONA_Y_ANCLA, 1)
    record = played(table, {1: {"ancla": 1000, "corazon": 1000}}, ("ancla", "corazon", "corazon"))
    assert {e.bet: e.odds for e in told(record.events, BetWon)} == {
        "ancla": "1:1", "corazon": "2:1",
    }  # fmt: skip
    assert table.net_of(record) == {1: 3000}


@pytest.mark.clause("CAT-IV.2.4-05", "CAT-IV.2.4-07")
def test_only_three_upper_faces_are_read_and_side_faces_lose() -> None:
    table = opened(CORONA_Y_ANCLA, 1)
    live = closed(table, {1: STAKES})
    for faces in [
        ("corona", "corona"),
        ("corona", "ancla", "pique", "trebol"),  # a side face besides
        ("corona", "corona", "seis"),
    ]:
        with pytest.raises(Refused, match="not-on-the-dice"):
            live.answer(faces)
    live.answer(("corona", "corona", "corona"))
    record = table.finish()
    assert [e.bet for e in told(record.events, BetWon)] == ["corona"]
    assert {e.bet for e in told(record.events, BetLost)} == set(FIGURES) - {"corona"}


@pytest.mark.clause("CAT-IV.2.4-04", "CAT-IV.2.4-06")
def test_start_close_and_the_figures_of_the_upper_faces_are_announced() -> None:
    record = played(opened(CORONA_Y_ANCLA, 1), {1: {"pique": 100}}, ("pique", "corona", "pique"))
    public = [event for event in record.events if event.seen_by("public")]
    assert said(public) == [
        ("hagan-juego", "CAT-I.3.2-07"),
        ("no-mas-apuestas", "CAT-IV.2.4-04"),
    ]
    (shown,) = told(record.events, ResultShown)
    assert (shown.result, shown.clause) == ("pique-corona-pique", "CAT-IV.2.4-06")
    assert shown.facts == {"pique": 2, "corona": 1}


@pytest.mark.clause("CAT-IV.2.4-02", "CAT-IV.2.4-04")
def test_the_dice_go_into_the_cup_only_when_betting_is_closed() -> None:
    live = opened(CORONA_Y_ANCLA, 1).begin()
    with pytest.raises(Refused, match="no-throw-while-open"):
        live.answer(Slip((Throw(), Place(1, "corona", 100))))
    live.answer(slip({1: {"corona": 100}}))
    assert live.events[-1].clause == "CAT-IV.2.4-04"
    assert isinstance(live.ask, Roll)


@pytest.mark.clause("CAT-IV.2.4-03", "CAT-IV.2.5.2-01")
def test_after_no_mas_apuestas_nothing_is_bet_withdrawn_reduced_or_increased() -> None:
    table = opened(CORONA_Y_ANCLA, 1, 2)
    live = closed(table, {1: {"corona": 500}})
    late: list[Place | Remove] = [
        Place(2, "ancla", 1),
        Place(1, "corona", 100),
        Remove(1, "corona"),
        Remove(1, "corona", 100),
    ]
    for action in late:
        with pytest.raises(Refused) as refused:
            table.bet(action)
        assert (refused.value.code, refused.value.clause) == ("bets-closed", "CAT-IV.2.4-03")
        with pytest.raises(Refused):
            live.answer(Slip((action,)))
    live.answer(("corona", "ancla", "ancla"))
    assert table.net_of(table.finish()) == {1: 500}


@pytest.mark.clause("CAT-IV.2.4-08")
def test_losers_are_taken_before_winners_are_paid_and_bets_open_again() -> None:
    table = opened(CORONA_Y_ANCLA, 1, 2)
    record = played(
        table,
        {1: {"corona": 500, "trebol": 200}, 2: {"corona": 300, "pique": 100}},
        ("corona", "ancla", "ancla"),
    )
    money = [e for e in record.events if isinstance(e, BetLost | BetWon | BetReturned)]
    assert [(e.kind, e.seat, e.bet) for e in money] == [
        ("bet-lost", 1, "trebol"), ("bet-lost", 2, "pique"),
        ("bet-won", 1, "corona"), ("bet-returned", 1, "corona"),
        ("bet-won", 2, "corona"), ("bet-returned", 2, "corona"),
    ]  # fmt: skip
    assert window(table.begin()).standing == ()


@pytest.mark.clause("CAT-IV.2.6-01", "CAT-IV.2.6-02", "CAT-IV.2.6-03")
@pytest.mark.parametrize(
    ("cause", "clause"),
    [
        ("dado-fuera", "CAT-IV.2.6-02"),
        ("dado-apoyado", "CAT-IV.2.6-03"),
        ("dado-tocado", "CAT-IV.2.6-01"),
    ],
)
def test_a_void_throw_ends_the_round_every_bet_back_and_new_bets_follow(
    cause: str, clause: str
) -> None:
    table = opened(CORONA_Y_ANCLA, 1, 2)
    record = played(table, {1: {"corona": 5000}, 2: {"ancla": 3000, "pique": 1000}}, null(cause))
    (void,), (voided,) = told(record.events, ThrowVoid), told(record.events, RoundVoided)
    assert (void.cause, void.clause) == (voided.cause, voided.clause) == (cause, clause)
    assert [(e.seat, e.bet, e.amount) for e in told(record.events, BetReturned)] == [
        (1, "corona", 5000), (2, "ancla", 3000), (2, "pique", 1000),
    ]  # fmt: skip
    assert told(record.events, ResultShown) == []
    assert table.net_of(record) == {1: 0, 2: 0}
    assert window(table.begin()).standing == ()


@pytest.mark.clause("CAT-IV.2.6-01")
def test_a_void_throw_needs_a_cause() -> None:
    live = closed(opened(CORONA_Y_ANCLA, 1), {1: {"corona": 300}})
    with pytest.raises(Refused) as refused:
        live.answer(NoResult(cause=""))
    assert refused.value.clause == "CAT-IV.2.6-01"


@pytest.mark.clause("CAT-IV.2.4-01")
def test_at_least_one_player_must_be_there_and_take_part() -> None:
    table = opened(CORONA_Y_ANCLA)
    with pytest.raises(Refused) as refused:
        table.begin()
    assert (refused.value.code, refused.value.clause) == ("players-missing", "CAT-IV.2.4-01")
    table.sit(2, "ana", chips=PLENTY)
    live = table.begin()
    with pytest.raises(Refused) as refused:
        live.answer(Slip())
    assert (refused.value.code, refused.value.clause) == ("bets-missing", "CAT-IV.2.4-01")
    live.answer(slip({2: {"ancla": 10}}))
    assert isinstance(live.ask, Roll)


def test_the_sign_states_what_one_two_and_three_dice_pay() -> None:
    assert sign(CORONA_Y_ANCLA.rules_of(), Limits()).pays == {
        "figura@1": "1:1", "figura@2": "2:1", "figura@3": "3:1",
    }  # fmt: skip


def test_rounds_of_corona_y_ancla_replay_from_their_acta() -> None:
    for result in (("corona", "corona", "ancla"), null("dado-fuera")):
        record = played(opened(CORONA_Y_ANCLA, 1), {1: STAKES}, result)
        again = read_record(record.text())
        assert replay(again, find).events == list(record.events)
