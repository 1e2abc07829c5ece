"""Two lapses at a circle table: betting out of turn and exposing one's cards
(CAT-III.3.6.2-04, CAT-III.3.6.3-18, -19, CAT-III.3.6.4-21)."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.book.roles import JUGADOR
from tapete.core.round.acta import read_record
from tapete.core.round.event import CardSeen, Chosen
from tapete.core.round.record import record_of
from tapete.core.round.replay import replay
from tapete.core.table.seats import left_of
from tapete.core.table.table import Table
from tapete.games.poker.circle.speak import CardsExposed, OutOfTurn, Speak
from tapete.games.registry import find
from tests.games.poker.circle.flops import CON, SIN, code, folding, holdem
from tests.games.poker.circle.studs import dealt, played, ruled, said, state_of, told

CARDS = "As Ks Qs Js Ad Kd Qd Jc"

# The button is 1: small blind 4, big blind 3, seat 2 opens, then 1, 4, 3.


def asked(table: Table) -> Speak:
    assert table.live is not None and isinstance(table.live.ask, Speak)
    return table.live.ask


@pytest.mark.clause("CAT-III.3.6.3-18", "CAT-III.3.6.2-04")
def test_a_bet_out_of_turn_binds_if_nobody_before_changes_what_there_is_to_pay() -> None:
    table = holdem(SIN)
    live, _ = dealt(table, CARDS)
    table.answer(OutOfTurn(4, "subir:5000"))
    assert asked(table).seat == 2  # the turn is still his
    table.answer("ir")
    table.answer("retirarse")
    spoken = [(e.seat, e.move) for e in told(live.events, Chosen)]
    assert spoken == [(2, "ir"), (1, "retirarse"), (4, "subir:5000")]
    assert said(live.events)["apuesta-vinculante"] == "CAT-III.3.6.3-18"
    assert asked(table).seat == 3 and asked(table).choice.to_call == 4000


@pytest.mark.clause("CAT-III.3.6.3-18")
def test_if_somebody_before_him_bets_he_may_withdraw_it() -> None:
    table = holdem(SIN)
    live, _ = dealt(table, CARDS)
    table.answer(OutOfTurn(4, "subir:5000"))
    table.answer("ir")
    table.answer("subir:3000")
    assert said(live.events)["puede-retirar-su-apuesta"] == "CAT-III.3.6.3-18"
    assert asked(table).seat == 4
    table.answer("retirarse")


@pytest.mark.clause("CAT-III.3.6.2-04", "CAT-III.3.6.3-18")
def test_only_a_bet_he_could_make_can_be_made_out_of_turn() -> None:
    table = holdem(SIN, {1: 50_000, 2: 50_000, 3: 50_000, 4: 50_000, 5: 50_000}, button=1)
    dealt(table, CARDS + " 9c 9d", folding(3))
    for early, clause in (
        (
            OutOfTurn(1, "retirarse"),
            "CAT-III.3.6.2-04",
        ),  # he waits before revealing what he will do
        (OutOfTurn(1, "subir:2500"), "CAT-III.3.5.7.1-24"),
        (OutOfTurn(3, "subir:5000"), "CAT-III.3.6.2-04"),  # he has retired
        (OutOfTurn(2, "subir:5000"), "CAT-III.3.6.2-04"),  # it is his turn
        (OutOfTurn(9, "ir"), "CAT-III.3.6.2-04"),
    ):
        assert code(table, early)[0] == clause


@pytest.mark.clause("CAT-III.3.6.3-18", "CAT-III.3.6.3-03")
def test_the_player_who_bets_out_of_turn_answers_for_himself_and_nobody_for_another() -> None:
    table = holdem(SIN)
    dealt(table, CARDS)
    for answer, seat in ((OutOfTurn(4, "ir"), 2), ("ir", 4)):
        with pytest.raises(Refused) as refusal:
            table.answer(answer, by=JUGADOR, seat=seat)
        assert refusal.value.code == "not-your-hand"
    table.answer(OutOfTurn(4, "ir"), by=JUGADOR, seat=4)


@pytest.mark.clause("CAT-III.3.6.3-19")
def test_he_is_warned_and_if_he_does_it_again_the_jefe_de_mesa_may_forbid_him_to_go_on() -> None:
    table = holdem(SIN)
    live, _ = dealt(table, CARDS)
    table.answer(OutOfTurn(4, "ir"))
    assert ruled(live.events) == [("fuera-de-turno:4", "advertencia")]
    live.run(lambda ask: "retirarse" if isinstance(ask, Speak) else ask.some(lambda n: 0))
    table.finish()
    assert state_of(table).manners.early == (4,)
    table.prepare(lambda ask: ask.silence)
    again = table.begin()
    while not isinstance(again.ask, Speak):
        assert again.ask is not None
        again.answer(again.ask.some(lambda n: 0))
    table.answer(OutOfTurn(4, "ir"))
    table.answer("no-sigue")
    assert ruled(again.events) == [("fuera-de-turno:4", "no-sigue")]
    again.run(lambda ask: "retirarse" if isinstance(ask, Speak) else ask.some(lambda n: 0))
    table.finish()
    record = played(table, "2c 3c 4c 5c 6c 7c", without_the_big_blind(table, [1, 2, 3]))
    assert all(getattr(e, "seat", None) != 4 for e in record.events)
    table.leave(4)
    assert state_of(table).manners.barred == ()  # nothing against whoever sits there next


def without_the_big_blind(table: Table, seats: list[int]) -> dict[int, list[str]]:
    """Everybody but the big blind of the next hand retires."""
    state = state_of(table)
    button = left_of(state.button or 0, {*state.lineup, *seats})
    big = left_of(left_of(button, seats), seats)
    return folding(*(seat for seat in seats if seat != big))


@pytest.mark.clause("CAT-III.3.6.4-21", "AJ-2.3.7.1-15")
@pytest.mark.parametrize("edition", ["scj-2023", "aj-bolivia"])
def test_who_exposes_his_cards_is_warned_and_the_second_time_loses_the_hand(edition: str) -> None:
    table = holdem(CON, edition=edition)
    live, _ = dealt(table, CARDS)
    table.answer(CardsExposed(4))
    shown = {e.card for e in told(live.events, CardSeen) if not e.audience}
    assert shown == {"As", "Ad"} and ruled(live.events) == [("cartas-expuestas:4", "advertencia")]
    table.answer("ir")
    table.answer(CardsExposed(4))
    assert ("cartas-expuestas:4", "pierde-la-mano") in ruled(live.events)
    lost = next(e for e in told(live.events, Chosen) if e.seat == 4)
    assert (lost.move, lost.clause) == ("retirarse", table.rules.by("bet_expose"))
    assert code(table, CardsExposed(4)) == (table.rules.by("bet_expose"), "no-cards-to-show")
    live.run(lambda ask: "retirarse" if isinstance(ask, Speak) else ask.some(lambda n: 0))
    assert table.net_of(table.finish())[4] == -500  # his bets stay in the pot


@pytest.mark.clause("AJ-2.3.6.2-01")
def test_by_the_other_reading_of_bolivia_exposed_cards_lose_the_hand_at_once() -> None:
    table = holdem(SIN, edition="aj-bolivia", changes={"exposicion": "abandona"})
    dealt(table, CARDS)
    assert ruled(table.answer(CardsExposed(4))) == [("cartas-expuestas:4", "pierde-la-mano")]


@pytest.mark.clause("CAT-III.3.6.4-21")
def test_the_warning_is_remembered_from_hand_to_hand() -> None:
    table = holdem(CON)
    live, _ = dealt(table, CARDS)
    table.answer(CardsExposed(3))
    live.run(lambda ask: "retirarse" if isinstance(ask, Speak) else ask.some(lambda n: 0))
    table.finish()
    live, _ = dealt(table, CARDS)
    told_now = table.answer(CardsExposed(3))
    assert ruled(told_now) == [("cartas-expuestas:3", "pierde-la-mano")]


@pytest.mark.clause("CAT-III.3.6.4-21")
def test_the_player_whose_turn_it_is_may_lose_the_hand_by_it() -> None:
    table = holdem(CON)
    live, ask = dealt(table, CARDS)
    table.answer(CardsExposed(ask.seat))
    assert asked(table).seat == 2
    table.answer(CardsExposed(ask.seat))
    assert asked(table).seat == 1
    assert [e.seat for e in told(live.events, Chosen)] == [2]


@pytest.mark.clause("CAT-III.3.6.3-18")
def test_a_hand_with_lapses_in_it_replays_from_its_record() -> None:
    table = holdem(SIN)
    live, _ = dealt(table, CARDS)
    table.answer(OutOfTurn(4, "subir:5000"))
    table.answer(CardsExposed(1))
    live.run(lambda ask: ask.silence if isinstance(ask, Speak) else ask.some(lambda n: 0))
    record = table.finish()
    read = read_record(record.text())
    assert record_of(read.header, replay(read, find)).text() == record.text()
