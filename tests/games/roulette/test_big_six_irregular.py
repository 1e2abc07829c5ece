"""Big Six: void spins, breakdowns and the temporary closing (CAT-II.3.6)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.chance import tape
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.ask import Ruling
from tapete.core.round.bets import Limits, Noticed, Place, Remove, Slip, Stake
from tapete.core.round.chance import Spin
from tapete.core.round.event import BetLost, BetWon, ResultShown, RoundVoided, Ruled, ThrowVoid, net
from tapete.core.round.replay import replay
from tapete.games.registry import find
from tapete.games.roulette.big_six import BIG_SIX
from tests.games.figures import closed, null, opened, played, said, slip, told, window

ASKED = "cambian-o-agregan-apuestas"


@pytest.mark.clause("CAT-II.3.3.2-02", "CAT-II.3.6-01", "CAT-II.3.6-02", "CAT-II.3.6-03")
@pytest.mark.parametrize(
    ("cause", "clause"),
    [
        ("menos-de-tres-vueltas", "CAT-II.3.6-02"),
        ("tope-entre-dos", "CAT-II.3.6-03"),
        ("disco-tocado", "CAT-II.3.6-01"),
    ],
)
def test_a_void_spin_decides_nothing_and_the_players_are_asked_before_the_next(
    cause: str, clause: str
) -> None:
    table = opened(BIG_SIX, 1, 2)
    live = closed(table, {1: {"20": 300}, 2: {"1": 900}})
    live.answer(null(cause))
    (void,) = told(live.events, ThrowVoid)
    assert (void.cause, void.clause) == (cause, clause)
    assert said(live.events)[-1] == (ASKED, clause)
    assert told(live.events, BetWon) == told(live.events, BetLost) == []
    assert window(live).standing == (Stake(1, "20", 300), Stake(2, "1", 900))
    live.answer(Slip())
    assert isinstance(live.ask, Spin)
    live.answer("20")
    assert table.net_of(table.finish()) == {1: 6000, 2: -900}


@pytest.mark.clause("CAT-II.3.3.2-02")
def test_a_spin_of_fewer_than_three_turns_decides_nothing_and_the_croupier_spins_again() -> None:
    table = opened(BIG_SIX, 1)
    live = closed(table, {1: {"20": 300}})
    assert isinstance(live.ask, Spin) and "menos-de-tres-vueltas" in live.ask.void
    live.answer(null("menos-de-tres-vueltas"))
    assert told(live.events, ResultShown) == []
    live.answer(Slip())
    assert isinstance(live.ask, Spin)
    live.answer("20")
    assert [shown.result for shown in told(live.events, ResultShown)] == ["20"]


@pytest.mark.clause("CAT-II.3.6-02", "CAT-II.3.6-03")
@pytest.mark.parametrize("cause", ["menos-de-tres-vueltas", "tope-entre-dos"])
def test_after_a_void_spin_bets_may_be_increased_reduced_taken_back_and_added(cause: str) -> None:
    table = opened(BIG_SIX, 1, 2)
    live = closed(table, {1: {"20": 300, "5": 100}, 2: {"1": 900, "2": 50}})
    live.answer(null(cause))
    live.answer(
        Slip(
            (Place(1, "20", 200), Remove(1, "5"), Place(1, "40a", 10),
             Remove(2, "1", 400), Place(2, "10", 70))
        )
    )  # fmt: skip
    assert said(live.events)[-1] == ("no-mas-apuestas", "CAT-II.3.4-05")
    live.answer("20")
    assert table.net_of(table.finish()) == {1: 500 * 20 - 10, 2: -500 - 50 - 70}


@pytest.mark.clause("CAT-II.3.6-02")
def test_a_spin_may_be_void_several_times_in_one_round() -> None:
    table = opened(BIG_SIX, 1)
    answers: list[Any] = [slip({1: {"2": 100}})]
    for cause in ("menos-de-tres-vueltas", "tope-entre-dos", "menos-de-tres-vueltas"):
        answers += [null(cause), Slip()]
    record = table.play(tape([*answers, "2"]))
    assert [e.cause for e in told(record.events, ThrowVoid)] == [
        "menos-de-tres-vueltas", "tope-entre-dos", "menos-de-tres-vueltas",
    ]  # fmt: skip
    assert table.net_of(record) == {1: 200}
    assert table.rounds == 1


@pytest.mark.clause("CAT-II.3.3.2-05")
def test_if_all_take_their_bets_back_after_a_void_spin_the_disc_waits_for_a_bet() -> None:
    table = opened(BIG_SIX, 1)
    live = closed(table, {1: {"20": 300}})
    live.answer(null("tope-entre-dos"))
    with pytest.raises(Refused) as refused:
        live.answer(Slip((Remove(1, "20"),)))
    assert (refused.value.code, refused.value.clause) == ("bets-missing", "CAT-II.3.3.2-05")
    live.answer(Slip((Remove(1, "20"), Place(1, "1", 10))))
    live.answer("20")
    assert table.net_of(table.finish()) == {1: -10}


@pytest.mark.clause("CAT-II.3.6-02", "CAT-II.3.6-03", "CAT-II.3.6-04")
def test_the_causes_listed_are_these_three() -> None:
    spin = closed(opened(BIG_SIX, 1), {1: {"20": 300}}).ask
    assert isinstance(spin, Spin)
    assert spin.void == {
        "menos-de-tres-vueltas": "CAT-II.3.6-02",
        "tope-entre-dos": "CAT-II.3.6-03",
        "averia": "CAT-II.3.6-04",
    }


@pytest.mark.clause("CAT-II.3.6-01")
def test_a_void_spin_needs_a_cause() -> None:
    live = closed(opened(BIG_SIX, 1), {1: {"20": 300}})
    with pytest.raises(Refused) as refused:
        live.answer(null(""))
    assert (refused.value.code, refused.value.clause) == ("cause-missing", "CAT-II.3.6-01")


def test_an_excess_noticed_late_is_never_lost_in_a_void_spin() -> None:
    table = opened(BIG_SIX, 1, limits=Limits(min=100, max=1000))
    live = table.begin()
    live.answer(Slip((Noticed(1, "20", 1300, told="jefe-de-sala"),)))
    live.answer(null("tope-entre-dos"))
    live.answer(Slip((Remove(1, "20"), Place(1, "1", 100))))
    live.answer("20")
    assert table.net_of(table.finish()) == {1: -100}


@pytest.mark.clause("CAT-II.3.6-04")
def test_a_breakdown_voids_the_play_gives_every_bet_back_and_new_bets_follow_once_mended() -> None:
    table = opened(BIG_SIX, 1, 2)
    live = closed(table, {1: {"20": 300, "1": 50}, 2: {"1": 900}})
    live.answer(null("averia"))
    (voided,) = told(live.events, RoundVoided)
    assert (voided.cause, voided.clause) == ("averia", "CAT-II.3.6-04")
    assert net(live.events, 1) == net(live.events, 2) == 0
    live.answer("reparada")
    (ruled,) = told(live.events, Ruled)
    assert (ruled.role, ruled.ruling, ruled.clause) == (
        "jefe-de-mesa", "reparada", "CAT-II.3.6-04",
    )  # fmt: skip
    assert table.net_of(table.finish()) == {1: 0, 2: 0}
    assert window(table.begin()).standing == ()


@pytest.mark.clause("CAT-II.3.6-05")
def test_only_the_jefe_de_mesa_decides_the_temporary_closing_and_opens_again() -> None:
    table = opened(BIG_SIX, 1)
    live = closed(table, {1: {"20": 300}})
    live.answer(null("averia"))
    assert isinstance(live.ask, Ruling)
    assert (live.ask.role, live.ask.default) == ("jefe-de-mesa", "reparada")
    with pytest.raises(Refused, match="no-such-ruling"):
        live.answer("mañana")
    live.answer("cierre")
    assert said(live.events)[-1] == ("cierre-temporal", "CAT-II.3.6-05")
    table.finish()
    with pytest.raises(Refused) as refused:
        table.begin()
    assert (refused.value.code, refused.value.clause) == ("closed-for-repair", "CAT-II.3.6-05")
    with pytest.raises(Refused, match="not-your-role"):
        table.act("reopen", by="croupier")
    told_then = table.act("reopen", by="jefe-de-mesa")
    assert said(told_then) == [("reapertura", "CAT-II.3.6-05")]
    assert table.net_of(played(table, {1: {"20": 300}}, "20")) == {1: 6000}


@pytest.mark.clause("CAT-II.3.6-05")
def test_a_table_that_is_not_closed_cannot_be_reopened() -> None:
    table = opened(BIG_SIX, 1)
    with pytest.raises(Refused, match="not-closed"):
        table.act("reopen", by="jefe-de-mesa")


def test_a_round_with_void_spins_and_a_breakdown_replays_from_its_acta() -> None:
    table = opened(BIG_SIX, 1)
    record = table.play(
        tape([slip({1: {"2": 100}}), null("tope-entre-dos"), Slip(), null("averia"), "cierre"])
    )
    again = read_record(record.text())
    assert replay(again, find).events == list(record.events)
    assert again.result == {"closed": True}
