"""The box: bought to sit down, completed between hands, never touched during one
(CAT-III.3.6.3-14 to -17, -21; CAT-III.3.5.7.1-04 to -07)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.book.account import TIPS
from tapete.core.book.refused import Refused
from tapete.core.round.event import ChipsChanged, SeatFreed
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.poker.circle.stakes import CircleTerms, Rake
from tapete.games.registry import find
from tests.games.poker.circle.studs import SEVEN, STUD, said, table_of, told
from tests.games.poker.circle.test_places import CON_LIMITES, MINUTE, folding

OMAHA = "omaha-poker"
BOX = 20_000
OTHERS = {1: BOX, 2: BOX, 3: BOX, 4: BOX}


def boxed(game: str, **terms: Any) -> Table:
    """A table where everybody has bought a box of 20 000."""
    settings: dict[str, Any] = {"blinds": (500, 1000), "minimum": 1000, "box": BOX, **terms}
    circle = CircleTerms(**settings)
    table = Table(find(game), terms=circle, version="test")
    for seat, chips in OTHERS.items():
        table.sit(seat, f"p{seat}", chips=chips)
    table.open_play(staff_of(table.rules))
    return table


def refusal(attempt: Any, *args: Any, **facts: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as found:
        attempt(*args, **facts)
    return found.value.clause, found.value.code


@pytest.mark.clause(
    "CAT-III.3.5.5-04", "CAT-III.3.5.6-04", "CAT-III.3.5.7.1-04", "CAT-III.3.6.1-10",
    "R196-3.5.4-02",
)  # fmt: skip
@pytest.mark.parametrize(
    ("game", "edition", "clause"),
    [
        (STUD, "scj-2023", "CAT-III.3.5.5-04"),
        (SEVEN, "scj-2023", "CAT-III.3.5.6-04"),
        (CON_LIMITES, "scj-2023", "CAT-III.3.5.7.1-04"),
        (CON_LIMITES, "scj-2009", "R196-3.5.4-02"),
    ],
)
def test_nobody_plays_without_the_box(game: str, edition: str, clause: str) -> None:
    circle = CircleTerms(blinds=(500, 1000), minimum=1000, box=BOX)
    table = Table(find(game), edition=edition, terms=circle, version="test")
    assert refusal(table.sit, 5, "ana", chips=BOX - 1) == (clause, "box-missing")
    for seat in (1, 2, 3, 4):
        table.sit(seat, f"p{seat}", chips=BOX)
    table.sit(5, "ana")  # without chips he may sit, and buy
    table.open_play(staff_of(table.rules))
    assert refusal(table.exchange.change, 5, BOX - 1) == (clause, "box-missing")
    table.act("button", seat=1) if game != SEVEN else None
    assert "seat:5" not in dealt_to(table)
    table.exchange.change(5, BOX)
    assert "seat:5" in dealt_to(table)


def dealt_to(table: Table) -> set[str]:
    record = table.play(folding)
    return {
        event.to for event in record.events if hasattr(event, "to") and event.kind == "card-dealt"
    }


@pytest.mark.clause("CAT-III.3.6.3-14", "CAT-III.3.6.3-21", "CAT-III.3.5.7.1-05")
@pytest.mark.parametrize("game", [STUD, SEVEN, CON_LIMITES])
def test_during_a_hand_nobody_in_it_adds_to_his_box(game: str) -> None:
    table = boxed(game)
    table.sit(6, "sin-fichas")
    table.begin()
    fixed = "CAT-III.3.6.3-14"
    for attempt in (table.bring, table.exchange.change):
        assert refusal(attempt, 2, BOX) == (fixed, "box-in-play")
    # Somebody without chips waits for the end of the hand.
    broke = "CAT-III.3.5.7.1-05" if game == CON_LIMITES else "CAT-III.3.6.3-21"
    assert refusal(table.exchange.change, 6, BOX) == (broke, "box-in-play")
    assert table.setup().chips[2] == BOX
    table.void("prueba")
    table.exchange.change(6, BOX)


@pytest.mark.clause("CAT-III.3.6.3-14", "CAT-III.3.5.7.1-06")
@pytest.mark.parametrize(
    ("game", "clause", "more"),
    [
        (STUD, "CAT-III.3.6.3-14", True),
        (SEVEN, "CAT-III.3.6.3-14", True),
        (CON_LIMITES, "CAT-III.3.5.7.1-06", False),
        (OMAHA, "CAT-III.3.5.7.1-06", False),
    ],
)
def test_between_hands_a_box_is_completed(game: str, clause: str, more: bool) -> None:
    table = boxed(game)
    table.exchange.tip(3, 5000)
    for wrong in (1000, 4999, 5001, BOX - 1):
        assert refusal(table.bring, 3, wrong) == (clause, "box-top-up")
    if more:  # at least one whole box besides
        table.bring(3, BOX)
        assert table.setup().chips[3] == 35_000
    else:
        assert refusal(table.bring, 3, BOX) == (clause, "box-top-up")
        table.bring(3, 5000)
        assert table.setup().chips[3] == BOX
    assert refusal(table.bring, 3, 1) == (clause, "box-top-up")


@pytest.mark.clause("CAT-III.3.6.3-15", "CAT-III.3.6.2-07", "CAT-III.3.6.3-17")
def test_who_takes_chips_off_the_table_leaves_it() -> None:
    table = boxed(STUD)
    table.begin()
    assert refusal(table.put_away, 2, 1000) == ("CAT-III.3.6.3-14", "box-in-play")
    table.void("prueba")
    table.put_away(2, 1000)
    assert 2 not in table.players
    assert [event.why for event in told(table.log, SeatFreed)] == ["disminuye-la-caja"]
    [carried] = [event for event in told(table.log, ChipsChanged) if event.source.text == "seat:2"]
    assert carried.amount == BOX


@pytest.mark.clause("CAT-III.3.6.3-16")
def test_only_tips_may_make_a_box_smaller() -> None:
    table = boxed(STUD)
    table.begin()
    assert refusal(table.exchange.tip, 2, 500) == ("CAT-III.3.6.3-14", "box-in-play")
    table.void("prueba")
    table.exchange.tip(2, 500)
    assert table.players[2] == "p2"
    assert table.setup().chips[2] == BOX - 500 and table.desk.accounts[TIPS] == 500


@pytest.mark.clause("CAT-III.3.6.3-16", "CAT-III.3.6.3-17", "CAT-III.3.6.2-07")
@pytest.mark.parametrize("game", [STUD, SEVEN, CON_LIMITES])
def test_chips_are_neither_lent_nor_given_nor_used_to_pay_debts(game: str) -> None:
    table = boxed(game)
    assert refusal(table.exchange.hand_over, 1, 2, 500) == (
        "CAT-III.3.6.3-16", "no-chips-between-players",
    )  # fmt: skip
    assert table.setup().chips == OTHERS


@pytest.mark.clause("CAT-III.3.6.2-07")
def test_everybody_sees_the_chips_of_everybody() -> None:
    table = boxed(STUD)
    assert table.setup().chips == {seat: table.available(seat) for seat in OTHERS}


@pytest.mark.clause("CAT-III.3.5.7.1-07")
def test_a_minimum_stay_binds_for_at_most_45_minutes_while_there_are_chips() -> None:
    clause = "CAT-III.3.5.7.1-07"
    circle = CircleTerms(blinds=(500, 1000), box=BOX, stay=45)
    table = Table(find(CON_LIMITES), terms=circle, version="test")
    for seat in (1, 2, 3):
        table.sit(seat, f"p{seat}", chips=BOX, now=100)
    [first, *_] = [event for event in table.log if getattr(event, "what", "") == TOLD]
    assert first.clause == clause
    assert getattr(first, "facts", {})["until"] == str(100 + 45 * MINUTE)
    table.open_play(staff_of(table.rules))
    assert said(table.log)["permanencia-minima"] == clause
    soon = 100 + 45 * MINUTE - 1
    assert refusal(table.leave, 1, now=soon) == (clause, "minimum-stay")
    assert refusal(table.put_away, 1, 500, now=soon) == (clause, "minimum-stay")
    table.leave(1, now=soon + 1)
    table.leave(2, why="excluido", now=soon)  # who is sent away goes
    table.exchange.tip(3, BOX)
    table.leave(3, now=soon)  # nothing left of the box


TOLD = "puede-retirarse-desde"


@pytest.mark.clause("CAT-III.3.5.7.1-07")
@pytest.mark.parametrize(("game", "stay"), [(CON_LIMITES, 46), (STUD, 1)])
def test_a_longer_stay_or_one_where_there_is_no_rule_is_refused(game: str, stay: int) -> None:
    circle = CircleTerms(blinds=(500, 1000), minimum=1000, box=BOX, stay=stay)
    table = Table(find(game), terms=circle, version="test")
    found = refusal(table.open_play, staff_of(table.rules))
    assert found[1] == "stay-too-long"
    assert not table.open


@pytest.mark.clause("CAT-III.3.5.7.1-28")
def test_the_jefe_de_sala_hears_of_the_opening_and_the_boxes_are_announced_complete() -> None:
    table = boxed(CON_LIMITES)
    assert said(table.log)["apertura-avisada"] == "CAT-III.3.5.7.1-28"
    table.sit(7, "tarde")
    assert refusal(table.act, "cajas-completas") == ("CAT-III.3.5.7.1-28", "box-missing")
    table.exchange.change(7, BOX)
    assert said(table.act("cajas-completas")) == {"cajas-completas": "CAT-III.3.5.7.1-28"}


@pytest.mark.clause("CAT-III.3.5.5-39", "CAT-III.3.5.6-38", "CAT-III.3.5.5-40")
@pytest.mark.parametrize(
    ("game", "clause"), [(STUD, "CAT-III.3.5.5-39"), (SEVEN, "CAT-III.3.5.6-38")]
)
def test_the_commission_and_its_threshold_are_displayed(game: str, clause: str) -> None:
    table = table_of(game, OTHERS, rake=Rake("5%", 8000, 100))
    [notice] = [event for event in table.log if getattr(event, "what", "") == "comision-de-la-mesa"]
    assert notice.clause == clause
    assert getattr(notice, "facts", {}) == {"share": "5%", "threshold": 8000}
    assert "comision-de-la-mesa" in table.signs().notices
