"""A bank nobody holds: in turn, back to its last banker, to auction, to the right."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.round.ask import Choose
from tapete.core.round.event import Announced, Event
from tapete.core.table.table import PLENTY, Table
from tests.games.cards.baccarat.rounds import (
    AGAINST,
    MIN,
    after_a_win,
    bank,
    held,
    questions,
    refused,
    state,
    table_of,
    with_bank,
)
from tests.games.cards.puntoybanca.rounds import BANCA_WINS, PUNTO_WINS, TIE, announced, play, said


def passed() -> Table:
    """A table whose banker, in seat 1, has just passed a bank of 78,500."""
    table = after_a_win(50_000)
    table.act("pass_bank")
    return table


@pytest.mark.clause("CAT-III.2.5-26", "CAT-III.2.5-27")
def test_a_bank_left_by_choice_is_taken_in_turn_for_at_least_the_same_amount() -> None:
    table = passed()
    assert refused(table.act, "banco", seat=3, amount=78_499) == (
        "CAT-III.2.5-26", "bank-too-small",
    )  # fmt: skip
    asked = questions(table, {3: ["tomar:78499"], 6: ["tomar:78500"]})
    assert [seat for seat, _, _ in asked] == [3, 5, 6]  # to the right; 3 offers too little
    assert held(table) == (6, 78_500)


@pytest.mark.clause("CAT-III.2.5-26", "CAT-III.2.5-24")
def test_a_bank_that_was_lost_is_taken_for_any_amount_from_the_minimum() -> None:
    table = with_bank(50_000)
    play(table, PUNTO_WINS, AGAINST)
    assert refused(table.act, "banco", seat=1, amount=50_000) == (
        "CAT-III.2.5-24", "bank-not-yours",
    )  # fmt: skip
    table.act("banco", seat=3, amount=MIN)
    assert held(table) == (3, MIN)


@pytest.mark.clause("CAT-III.2.5-30")
def test_if_nobody_wants_it_whoever_gave_it_up_may_take_it_back_for_the_same_amount() -> None:
    table = passed()
    asked = questions(table, {1: ["retomar"]})
    assert [seat for seat, _, _ in asked] == [3, 5, 6, 1]
    assert asked[-1][2] == ("retomar", "pasar")
    assert held(table) == (1, 78_500)
    other = passed()
    assert refused(other.act, "banco", seat=1, amount=78_499)[0] == "CAT-III.2.5-30"
    other.act("banco", seat=1, amount=78_500)
    assert held(other) == (1, 78_500)


@pytest.mark.clause("CAT-III.2.5-31", "CAT-III.2.5-32", "CAT-III.2.5-33")
def test_a_bank_not_taken_goes_to_the_highest_bidder_the_last_banker_excepted() -> None:
    table = passed()
    asked = questions(table, {3: ["pujar:5000"], 5: ["pujar:5000"], 6: ["pujar:5001"]})
    bidding = [seat for seat, about, _ in asked if about == "subasta"]
    assert bidding == [3, 5, 6]
    assert held(table) == (6, 5001)  # equal to the bid before is no bid


@pytest.mark.clause("CAT-III.2.5-31", "CAT-III.2.5-32", "CAT-III.2.5-33")
def test_bids_outside_the_rules_are_turned_down_and_the_others_stand() -> None:
    table = passed()
    told = table.act("bids", bids={1: 90_000, 3: 50_000, 5: MIN - 1, 6: 40_000})
    turned_down = [
        (e.facts["seat"], e.clause)
        for e in told
        if isinstance(e, Announced) and e.what == "puja-rechazada"
    ]
    assert turned_down == [(1, "CAT-III.2.5-33"), (5, "CAT-III.2.5-32")]
    assert held(table) == (3, 50_000)
    assert refused(table.act, "bids", bids={5: 60_000})[1] == "bank-held"


@pytest.mark.clause("CAT-III.2.5-31")
def test_of_equal_bids_the_first_has_the_bank_and_none_may_be_larger_than_a_bank() -> None:
    table = passed()
    table.act("bids", bids={6: 50_000, 3: 50_000, 5: 100 * MIN + 1})
    assert held(table) == (6, 50_000)


@pytest.mark.clause("CAT-III.2.5-33")
def test_an_associate_may_not_bid_for_the_bank_that_was_passed() -> None:
    table = passed()
    table.act("banco", seat=3, amount=78_500)
    table.act("asociarse", seat=1, amount=10_000)
    play(table, TIE, {5: {"punto": MIN}})
    table.act("pass_bank")
    told = table.act("bids", bids={1: 90_000, 3: 90_000})
    assert [facts["seat"] for facts in announced(told, "puja-rechazada")] == [1, 3]
    assert held(table) == (5, MIN)


@pytest.mark.clause("CAT-III.2.5-33")
def test_who_could_not_bid_may_when_the_next_banker_passes_the_bank() -> None:
    table = passed()
    table.act("banco", seat=3, amount=78_500)
    play(table, TIE, {5: {"punto": MIN}})
    table.act("pass_bank")
    table.act("bids", bids={1: 60_000})
    assert held(table) == (1, 60_000)


@pytest.mark.clause("CAT-III.2.5-30", "CAT-III.2.5-33")
def test_who_sits_down_in_the_last_bankers_place_is_not_the_last_banker() -> None:
    table = passed()
    table.leave(1)
    table.sit(1, "otra", chips=PLENTY)
    asked = questions(table, {1: ["tomar:80000"]})
    assert [seat for seat, _, _ in asked] == [3, 5, 6, 1]  # in turn, the last of them
    assert held(table) == (1, 80_000)
    bidding = passed()
    bidding.leave(1)
    bidding.sit(1, "otra", chips=PLENTY)
    bidding.act("bids", bids={1: 60_000})
    assert held(bidding) == (1, 60_000)


@pytest.mark.clause("CAT-III.2.5-34")
def test_if_nobody_bids_the_player_on_the_right_must_accept_it_for_the_minimum() -> None:
    table = passed()
    record = play(table, TIE, {5: {"punto": MIN}})
    assert announced(record.events, "banco-forzoso") == [{"seat": 3}]
    assert held(table) == (3, MIN)


@pytest.mark.clause("CAT-III.2.5-34")
def test_who_must_accept_the_bank_deals_once_or_leaves_the_table() -> None:
    table = passed()
    table.sit(8, "ocho", chips=PLENTY)
    table.act("bids", bids={})
    assert held(table) == (3, MIN)
    assert refused(table.act, "pass_bank") == ("CAT-III.2.5-34", "must-deal-once")
    table.leave(3)
    assert [seat for seat, _, _ in questions(table)] == []  # nobody is asked again
    assert held(table) == (5, MIN)


@pytest.mark.clause("CAT-III.2.5-21", "CAT-III.2.5-34")
def test_a_first_bank_nobody_wants_falls_to_the_lowest_place() -> None:
    table = table_of((4, 7, 9, 12))
    asked = questions(table)
    assert [seat for seat, _, _ in asked] == [4, 7, 9, 12] * 2  # in turn, then for bids
    assert held(table) == (4, MIN)


@pytest.mark.clause("CAT-III.2.5-36")
def test_who_takes_the_bank_and_will_not_deal_has_it_auctioned_without_him() -> None:
    table = passed()
    table.act("banco", seat=3, amount=78_500)
    table.act("pass_bank")
    assert refused(table.act, "banco", seat=5, amount=90_000) == (
        "CAT-III.2.5-36", "bank-not-yours",
    )  # fmt: skip
    assert [(seat, about) for seat, about, _ in questions(table)] == [
        (5, "subasta"), (6, "subasta"),
    ]  # fmt: skip  # neither he nor the banker who passed it before


@pytest.mark.clause("CAT-III.2.5-36")
def test_a_banker_who_has_not_dealt_is_not_asked_whether_he_passes() -> None:
    table = with_bank(50_000)
    assert questions(table) == [] and bank(table).dealt == 0  # nobody bet, nothing was dealt
    assert questions(table) == []
    play(table, BANCA_WINS, AGAINST)
    assert questions(table)[0][0] == 1


@pytest.mark.clause("CAT-III.2.4.2-04", "CAT-III.2.5-24")
def test_the_passing_of_the_shoe_and_the_new_banker_are_announced() -> None:
    table = passed()
    told = [e for e in table.log if isinstance(e, Announced) and e.what == "sabot-pasa"]
    assert [(event.facts["seat"], event.clause) for event in told] == [(3, "CAT-III.2.5-23")]
    assert said(table.act("banco", seat=5, amount=80_000))[0] == "cambio-de-banquero"


# Places and priority


def facts_of(told: list[Event]) -> dict[str, Any]:
    """The facts of the one thing announced."""
    [one] = told
    assert isinstance(one, Announced)
    return dict(one.facts)


@pytest.mark.clause("CAT-III.2.5-39")
def test_a_place_changed_or_filled_during_the_round_has_no_priority_for_the_bank() -> None:
    table = passed()
    table.sit(2, "dos", chips=PLENTY)  # at the end of the round: the order stays as it was
    assert [seat for seat, _, _ in questions(table, {5: ["tomar:80000"]})] == [2, 3, 5]
    late = passed()
    late.sit(2, "dos", chips=PLENTY)
    told = late.act("llegar-durante-el-pase", seat=2)
    assert said(told) == ["pierde-prioridad"]
    assert [seat for seat, _, _ in questions(late, {2: ["tomar:80000"]})] == [3, 5, 6, 2]


@pytest.mark.clause("CAT-III.2.5-39")
def test_with_the_next_shoe_every_place_has_its_priority_again() -> None:
    table = passed()
    table.act("llegar-durante-el-pase", seat=3)
    table.act("cartas-nuevas")
    asked = [row for row in questions(table, {3: ["tomar:80000"]}) if row[1] == "banco"]
    assert [seat for seat, _, _ in asked] == [3]


@pytest.mark.clause("CAT-III.2.5-40")
def test_a_vacant_place_goes_to_the_waiting_list_first_and_then_to_who_asked_to_change() -> None:
    table = with_bank(50_000)
    table.act("pedir-plaza", seat=6, to=2)
    table.act("lista-de-espera", player="ana")
    table.act("lista-de-espera", player="luis")
    assert refused(table.act, "lista-de-espera", player="ana")[1] == "already-waiting"
    given = [facts_of(table.act("plaza-vacante", seat=seat)) for seat in (7, 2, 2)]
    assert given == [
        {"place": 7, "player": "ana"}, {"place": 2, "player": "luis"}, {"seat": 6, "place": 2},
    ]  # fmt: skip
    assert refused(table.act, "plaza-vacante", seat=2) == ("CAT-III.2.5-40", "nobody-waits")
    assert refused(table.act, "lista-de-espera", player="eva", by="croupier")[1] == (
        "not-your-role"
    )


@pytest.mark.clause("CAT-III.2.5-41")
def test_who_is_absent_at_his_turn_loses_his_place_to_the_first_who_waits() -> None:
    table = passed()
    table.sit(8, "ocho", chips=PLENTY)
    table.act("lista-de-espera", player="ana")
    table.act("ausentarse", seat=3)
    record = play(table, TIE, {6: {"punto": MIN}}, {5: ["tomar:80000"]})
    assert announced(record.events, "pierde-su-lugar") == [{"seat": 3, "player": "ana"}]
    assert held(table) == (5, 80_000)
    assert refused(table.act, "volver", seat=3)[0] == "CAT-III.2.5-41"
    assert refused(table.begin) == ("CAT-III.2.5-41", "place-forfeited")
    table.leave(3)
    assert facts_of(table.act("plaza-vacante", seat=3)) == {"place": 3, "player": "ana"}
    table.sit(3, "ana", chips=PLENTY)
    play(table, TIE, {6: {"punto": MIN}})


@pytest.mark.clause("CAT-III.2.5-42")
def test_a_place_empty_for_a_moment_is_not_to_be_occupied() -> None:
    table = with_bank(50_000)
    table.act("lista-de-espera", player="ana")
    table.act("ausentarse", seat=3)
    assert refused(table.act, "plaza-vacante", seat=3) == ("CAT-III.2.5-42", "seat-not-vacant")
    assert refused(table.sit, 3, "ana")[1] == "seat-taken"
    table.act("volver", seat=3)
    assert state(table).away == ()


@pytest.mark.clause("CAT-I.4.1-02")
def test_nobody_takes_or_bids_for_a_bank_with_chips_he_does_not_have() -> None:
    table = table_of(seats=())
    for seat in (1, 3, 5, 6):
        table.sit(seat, f"player-{seat}", chips=60_000)
    live = table.begin()
    assert live.ask is not None and refused(table.answer, "tomar:60001")[1] == "no-chips"
    assert bank_is_vacant(table)
    table.answer("tomar:60000")
    assert not isinstance(table.live and table.live.ask, Choose)


def bank_is_vacant(table: Table) -> bool:
    ask = table.live.ask if table.live else None
    return isinstance(ask, Choose) and ask.about == "banco"
