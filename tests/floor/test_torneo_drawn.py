"""What was drawn by hand comes over the network: seats are named as JSON names them, and slips
count by where each player sits, in whatever order they are written."""

from __future__ import annotations

import json

import pytest

from tapete.floor.units import KINDS
from tapete.systems.tournament.life import commands as do
from tests.floor.torneo_desk import Desk
from tests.systems.tournament.field import changed

OF_SEATS = do.Start | do.BreakTable | do.NextDay | do.Redraw


@pytest.mark.clause("COL-7.5.1-10", "COL-7.3-13", "COL-5-03")
@pytest.mark.parametrize("kind", [do.Start, do.BreakTable, do.NextDay, do.Redraw])
def test_a_card_a_seat_is_understood(kind: type[OF_SEATS]) -> None:
    sent = json.loads(json.dumps({"do": do.tag_of(kind()), "cards": {5: "9h", 2: "As"}}))
    assert KINDS["torneo"].read_command(sent) == kind(cards={5: "9h", 2: "As"})


def to_be_redrawn(out: int = 1) -> Desk:
    """Nineteen at three tables of nine, and so many out: two tables will do."""
    desk = Desk().playing(19)
    desk.do(do.CloseRegistration())
    for n in range(out):
        desk.out(1 + n % 3)
    return desk


def places(desk: Desk, first: int) -> dict[str, str]:
    """So many of the field at table 1, by their names, and the others at table 2."""
    names = sorted(desk.now.accredited)
    at = [f"1-{n + 1}" for n in range(first)] + [f"2-{n + 1}" for n in range(len(names) - first)]
    return dict(zip(names, at, strict=True))


CARDS = dict(zip(range(1, 10), ("2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Th"), strict=True))


@pytest.mark.clause("COL-5-03", "COL-7.2-03")
def test_slips_drawn_by_hand_hold_in_whatever_order_they_are_written() -> None:
    """All of table 1 are written before anybody of table 2: drawn in turn, as people came."""
    desk = to_be_redrawn()
    slips = places(desk, 9)
    desk.do(do.Redraw(slips=slips, cards=CARDS))
    assert {who: f"{t}-{s}" for who, (t, s) in desk.now.seating().items()} == slips
    assert desk.now.tables[1].button == 9


@pytest.mark.clause("COL-7.2-03", "COL-5-01")
def test_the_slips_of_another_day_hold_in_whatever_order_they_are_written() -> None:
    desk = to_be_redrawn()
    desk.do(do.Redraw())
    desk.do(do.EndDay(stacks=desk.now.book.stacks))
    slips = places(desk, 9)
    desk.do(do.NextDay(slips=slips, cards=CARDS))
    assert {who: f"{t}-{s}" for who, (t, s) in desk.now.seating().items()} == slips


@pytest.mark.clause("COL-7.2-03")
def test_slips_that_leave_the_tables_uneven_cannot_have_been_drawn() -> None:
    desk = to_be_redrawn(out=3)
    refused = do.Redraw(slips=places(desk, 9), cards=CARDS)
    assert desk.refused(refused) == ("COL-7.2-03", "not-a-slip-in-the-draw")
    twice = places(desk, 8) | {sorted(desk.now.accredited)[0]: "1-2"}
    assert desk.refused(do.Redraw(slips=twice, cards=CARDS))[1] == "not-a-slip-in-the-draw"


@pytest.mark.clause("COL-5-03", "COL-7.2-03", "COL-2-03")
def test_the_desk_is_told_who_draws_and_of_which_places() -> None:
    desk = to_be_redrawn()
    draw = desk.view().field_draw
    assert draw is not None and {*draw.players} == {*desk.now.accredited}
    assert [*draw.places] == [f"{table}-{seat}" for table in (1, 2) for seat in range(1, 10)]
    assert desk.view("public").field_draw is None
    desk.do(do.Redraw())
    assert desk.view().field_draw is None
    desk.do(do.EndDay(stacks=desk.now.book.stacks))
    assert desk.view().field_draw == draw


@pytest.mark.clause("COL-7.5.6-04")
def test_who_ties_is_named_while_a_card_decides_what_he_is_paid() -> None:
    """Two tie for the last paid place, an odd prize of which each has half."""
    text = changed(entrada="{ precio = 60003, comision = 9000 }")
    desk = Desk(text).playing(12, text)
    desk.do(do.CloseRegistration())
    for table in (1, 2) * 4:
        desk.out(table)
    tie = to_tie(desk)
    view = desk.view()
    assert {*view.by_card} == tie and desk.view("public").by_card == ()
    high, low = sorted(tie)
    desk.do(do.Pay(cards={high: "As", low: "2d"}))
    assert desk.now.paid[high] == desk.now.paid[low] + 1
    assert desk.view().by_card == ()


def to_tie(desk: Desk) -> set[str]:
    """Hand for hand one goes out at each of two tables: they tie."""
    desk.do(do.HandForHand())
    out = set()
    for table in (1, 2):
        desk.do(do.DealHand(table=table))
    for table in (1, 2):
        loser, winner, *_ = desk.now.tables[table].seats.values()
        held = desk.now.book.stacks
        stacks = {loser: 0, winner: held[winner] + held[loser]}
        desk.do(do.HandOver(table=table, stacks=stacks))
        out.add(loser)
    return out
