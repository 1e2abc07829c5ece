"""What entries that were not taken up, sales and prizes come to when registration closes, and what
the director may do then (COL-3.1-14, COL-3.1-19, CAT-VII.3.1-29)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tapete.systems.tournament.life import commands as do
from tests.floor.torneo_desk import DESK, Desk
from tests.systems.tournament.field import changed


def short(desk: Desk, *names: str) -> Desk:
    """Ten players are seated, these have entered and do not come, and play begins."""
    desk.entering()
    for n in range(10):
        desk.do(do.Enter(player=f"p{n}"), "jugador", f"p{n}")
    for name in names:
        desk.do(do.Enter(player=name), "jugador", name)
    desk.do(do.OpenDoors())
    for n in range(10):
        desk.do(do.Accredit(player=f"p{n}"), DESK)
    return desk.begun()


def until_left(desk: Desk, count: int) -> None:
    """Players go out one after another until so many have chips at the tables."""
    while len(desk.now.accredited) > count:
        number = max(desk.now.tables, key=lambda n: len(desk.now.tables[n].seats))
        if len(desk.now.tables[number].seats) < 2:  # one at each: they come together
            [who] = desk.now.tables[number].seats.values()
            other = next(n for n in desk.now.tables if n != number)
            free = next(s for s in range(1, 10) if s not in desk.now.tables[other].seats)
            desk.do(do.MovePlayer(player=who, to=f"{other}-{free}", reason="quedan dos"))
            number = other
        desk.out(number)


@pytest.mark.clause("COL-3.1-14", "COL-3.1-15", "CAT-VII.3.1-29")
def test_who_never_came_is_behind_all_who_played_and_has_no_prize() -> None:
    desk = short(Desk(), "falta", "tampoco")
    until_left(desk, 2)
    desk.do(do.CloseRegistration())
    places = desk.now.places()
    assert {places["falta"][0], places["tampoco"][0]} == {11, 12}
    assert not {"falta", "tampoco"} & {*desk.now.due()}
    assert desk.now.fund == 12 * 51_000  # nothing of theirs comes back


@pytest.mark.clause("COL-7.5.7-01", "COL-3.1-19")
def test_whoever_is_left_alone_when_registration_closes_has_won() -> None:
    desk = short(Desk(), "falta")
    until_left(desk, 1)
    assert desk.now.stage == "en-juego"  # somebody may come back
    desk.do(do.CloseRegistration())
    [champion] = desk.now.live
    assert (desk.now.stage, desk.now.players[champion].standing) == ("terminado", "campeon")
    desk.do(do.Pay(), DESK)
    assert sum(desk.now.paid.values()) == desk.now.fund == 11 * 51_000


@pytest.mark.clause("COL-3.1-19", "CAT-VII.3.1-29", "COL-3.1-08")
def test_once_the_prizes_stand_nothing_is_sold_and_what_was_paid_is_not_cancelled() -> None:
    desk = Desk().playing(10)
    who = next(iter(desk.now.tables[1].seats.values()))
    desk.do(do.CloseRegistration())
    for what in ("recompra", "addon"):
        assert desk.refused(do.Buy(player=who, what=what), "jugador", who)[1] == "window-closed"
    assert desk.view().sales == ()
    again = do.CloseRegistration()
    assert desk.refused(again) == ("COL-3.1-19", "nothing-changes")
    until_left(desk, 2)
    desk.do(do.Pay(), DESK)  # the third has his prize
    desk.do(do.Suspend(why="corte de luz"))
    cancelled = do.Cancel(why="no vuelve la luz")
    assert desk.refused(cancelled) == ("COL-3.1-08", "paid-not-cancelled")
    unit = desk.chain.unit
    assert unit.held()[unit.money.fund] == desk.now.fund - sum(desk.now.paid.values())


@pytest.mark.clause("COL-9.1-28")
def test_no_deal_is_made_of_prizes_that_do_not_stand_yet() -> None:
    desk = Desk().playing(10)
    deal = do.MakeDeal(way="fichas", signed=tuple(desk.now.live))
    assert desk.refused(deal) == ("COL-9.1-28", "prizes-not-settled")


@pytest.mark.clause("COL-7.2-01", "COL-7.2-08", "COL-3.1-14")
def test_who_never_came_is_given_no_seat_by_a_purchase_nor_on_another_day() -> None:
    desk = short(Desk(), "falta")
    for what in ("recompra", "addon"):
        buys = do.Buy(player="falta", what=what)
        assert desk.refused(buys, "jugador", "falta") == ("COL-7.2-01", "accredit-first")
    desk.do(do.EndDay(stacks=dict(desk.now.book.stacks)))
    desk.do(do.NextDay())
    assert desk.now.place_of("falta") is None
    assert sum(len(table.seats) for table in desk.now.tables.values()) == 10
    desk.do(do.Accredit(player="falta"), DESK)  # he comes on the second day, and has his seat
    assert desk.now.place_of("falta") is not None


@pytest.mark.clause("COL-7.3-16", "COL-3.1-17")
def test_a_table_opened_after_an_order_was_announced_breaks_first() -> None:
    desk = Desk().playing(10, changed(asientos="5", maximo="50"))
    desk.do(do.Reorder(order=(1, 2)))
    desk.do(do.Enter(player="tarde"), "jugador", "tarde")
    desk.do(do.Accredit(player="tarde"), DESK)  # a third table, which no order names
    assert sorted(desk.now.tables) == [1, 2, 3]
    assert desk.view().proposals is not None
    desk.do(do.CloseRegistration())
    assert desk.now.order == (3, 1, 2)


@pytest.mark.clause("COL-7.5.1-10")
def test_the_button_is_drawn_at_the_first_table_where_anybody_sits() -> None:
    desk = Desk().playing(10)
    first, *others = desk.now.tables[1].seats.values()
    desk.do(do.Expel(player=first, reason="se retira"))
    for who in others:
        free = next(seat for seat in range(1, 10) if seat not in desk.now.tables[2].seats)
        desk.do(do.MovePlayer(player=who, to=f"2-{free}", reason="se desarma la mesa 1"))
    two = desk.now.tables[2].seats
    desk.do(do.Suspend(why="corte de luz"))
    desk.do(do.NextDay())
    assert desk.now.stage == "en-juego" and desk.now.tables[2].button in two


@pytest.mark.clause("COL-7.5.1-10", "COL-7.5.1-12", "COL-7.4-18", "COL-7.5.6-04")
def test_cards_that_were_drawn_at_a_real_table_are_those_that_count() -> None:
    desk = Desk().seated(10)
    desk.ahead = timedelta()
    seats = sorted(desk.now.tables[1].seats)
    cards = dict(zip(seats, ("2c", "9h", "As", "Ah", "3d"), strict=True))
    for wrong, code in (
        ({**cards, seats[0]: "As"}, "not-of-a-deck"), ({**cards, seats[0]: "1x"}, "not-of-a-deck"),
        ({seats[0]: "2c"}, "card-a-seat"),
    ):  # fmt: skip
        assert desk.refused(do.Start(cards=wrong)) == ("COL-7.5.1-10", code)
    desk.do(do.Start(cards=cards))
    assert desk.now.tables[1].button == seats[2]  # spades over hearts
    one, other, *_ = desk.now.tables[1].seats.values()
    held = {one: 1, other: 1}
    short = do.ColourUp(small=25, big=100, held=held, cards={one: ("2c",), other: ()})
    assert desk.refused(short, "croupier") == ("COL-7.4-18", "card-an-odd-chip")
    drawn = {one: ("2c",), other: ("Ks",)}
    desk.do(do.CountTable(stacks={one: 20_025, other: 19_975}), "croupier")
    desk.do(do.ColourUp(small=25, big=100, held=held, cards=drawn), "croupier")
    assert desk.now.book.stacks[other] - 19_975 == 75  # two odd chips are half of one, and his
