"""The life of a tournament on the floor, clause by clause: entries, windows, seats, chips, levels,
notices (COL-3 to COL-7)."""

from __future__ import annotations

import pytest

from tapete.core.round.event import BetPlaced
from tapete.core.round.felt import PUBLIC
from tapete.core.table.roles import staff_of
from tapete.floor.money.accounts import wallet
from tapete.floor.units.torneo.tables import concerned, dealing
from tapete.floor.units.torneo.view import STAFF
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life import play
from tapete.systems.tournament.life.entries import open_slips
from tapete.systems.tournament.reglamento import reglamento
from tests.floor.torneo_desk import DESK, SUPERVISOR, Desk
from tests.systems.tournament.field import changed


def kinds(events: tuple[object, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


# Entries


@pytest.mark.clause("COL-3.1-02", "COL-3.1-03", "CAT-VII.5.1-01", "COL-3.1-14", "COL-3.1-07",
                    "COL-3.5.2-01", "COL-3.1-11")  # fmt: skip
def test_entries_open_and_close_by_the_bases_and_are_nobody_elses() -> None:
    desk = Desk().drafted()
    assert desk.refused(do.Enter(player="p0"), "jugador", "p0")[1] == "not-at-this-stage"
    desk = Desk().entering()
    for n in range(9):
        desk.do(do.Enter(player=f"p{n}"), "jugador", f"p{n}")
    few = ("CAT-VII.3.1-19", "too-few-entrants")
    assert desk.refused(do.OpenDoors()) == few  # under the minimum it is not held
    desk.do(do.Enter(player="p9"), "jugador", "p9")
    desk.do(do.OpenDoors())
    # A receipt is of who entered: another can neither be accredited on it nor withdraw it.
    assert desk.refused(do.Accredit(player="amigo"), DESK) == ("COL-7.2-01", "not-entered")
    other = do.Withdraw(player="p0")
    assert desk.refused(other, "jugador", "amigo")[1] == "not-yours"
    for n in range(9):
        desk.do(do.Accredit(player=f"p{n}"), DESK)
    desk.begun()
    assert desk.refused(do.Withdraw(player="p9"), "jugador", "p9")[1] == "not-at-this-stage"
    fund = desk.now.fund
    desk.at = 3700.0
    desk.do(do.Tick(), "sistema")
    late = do.Enter(player="tarde")
    assert desk.refused(late, "jugador", "tarde") == ("COL-3.1-19", "window-closed")
    desk.do(do.CloseRegistration())  # p9 never came: he is out, and nothing comes back
    assert desk.now.players["p9"].standing == "eliminado" and desk.now.fund == fund
    assert desk.now.book.refunded == 0 and "p9" not in desk.now.book.stacks


@pytest.mark.clause("COL-3.1-07", "COL-3.1-11")
def test_a_stage_that_is_short_of_players_is_cancelled_and_everybody_told_at_the_doors() -> None:
    desk = Desk().entering()
    desk.do(do.Enter(player="p0"), "jugador", "p0")
    [_, back] = desk.do(do.Cancel(why="no se completa el mínimo de jugadores"))
    assert (desk.now.stage, back.amount) == ("cancelado", 60_000)
    for channel in ("accesos", "web"):
        said = "El torneo se cancela: no se completa el mínimo de jugadores."
        assert desk.said(channel)[-1] == said


@pytest.mark.clause("COL-3.1-04", "COL-7.2-08", "CAT-VII.3-05", "COL-7.2-09")
def test_a_valid_document_is_asked_for_at_the_start_each_day_and_whenever_staff_wants() -> None:
    desk = Desk().entering()
    for n in range(10):
        desk.do(do.Enter(player=f"p{n}"), "jugador", f"p{n}")
    desk.do(do.OpenDoors())
    without = do.Accredit(player="p0", document=False)
    assert desk.refused(without, DESK) == ("COL-7.2-08", "document-missing")
    unpaid = do.Accredit(player="p0", tax=False)
    assert desk.refused(unpaid, DESK) == ("CAT-VII.3-05", "entry-tax")
    for n in range(10):
        desk.do(do.Accredit(player=f"p{n}"), DESK)
    desk.begun()
    [event] = desk.do(do.BeAbsent(player="p1", document=True), SUPERVISOR)
    assert (event.standing, event.clause) == ("ausente", "COL-3.1-04")  # until he shows it
    desk.do(do.BeAbsent(player="p1", away=False), SUPERVISOR)
    assert desk.now.players["p1"].standing == "en-juego"
    desk.do(do.EndDay(stacks=dict(desk.now.book.stacks)))
    desk.do(do.NextDay(undocumented=("p2",)))
    standing = {who: one.standing for who, one in desk.now.players.items()}
    assert standing["p2"] == "ausente" and set(standing.values()) == {"ausente", "en-juego"}
    desk.do(do.Expel(player="p2", reason="documento ajeno", fault="documento-falso",
                     disqualified=True))  # fmt: skip
    assert "COL-7.2-09" in desk.now.actas[-1].clauses


@pytest.mark.clause("COL-3.1-17", "COL-7.2-02", "COL-7.2-03", "COL-7.1-01", "COL-6.1-01",
                    "COL-7.3-10")  # fmt: skip
def test_tables_are_as_many_as_entrants_and_seats_kept_for_late_ones_need() -> None:
    """A slip for each table and position, from five to ten a table; a seat kept vacant is nobody's
    until it is sold, and its stack is in no hand."""
    for seats in (5, 6, 7, 8, 9, 10):
        text = changed(asientos=str(seats), maximo="50", mesas="10")
        desk = Desk().entering(text)
        for n in range(12):
            desk.do(do.Enter(player=f"p{n}"), "jugador", f"p{n}")
        desk.do(do.OpenDoors())
        assert len(desk.now.tables) == -(-12 // seats)
        slips = {str(place) for place in open_slips(desk.now)}
        assert slips == {f"{t}-{s}" for t in desk.now.tables for s in range(1, seats + 1)}
        assert 5 <= len(slips) // len(desk.now.tables) <= 10
    crowded = Desk().entering(changed(mesas="1", croupiers="1", maximo="9", minimo="2", tramos=(
        '[{ desde = 2, reparto = ["60", "40"] }]'), parque='[{ numero = 1, lugar = "x", codigo = '
        '"T-1", scj = "S-1" }]'))  # fmt: skip
    for n in range(9):
        crowded.do(do.Enter(player=f"p{n}"), "jugador", f"p{n}")
    crowded.do(do.OpenDoors())
    assert len(crowded.now.tables) == 1  # never more than the bases have
    kept = Desk().seated(12, changed(vacantes="10"))
    assert len(kept.now.tables) == 3  # 22 places for 12 players
    kept.begun()
    assert sum(len(table.seats) for table in kept.now.tables.values()) == 12
    assert sum(kept.now.book.stacks.values()) == 12 * 20_000
    places = [place for who in kept.now.players for place in [kept.now.place_of(who)]]
    assert len(set(places)) == 12  # one card a seat: nobody shares one
    kept.do(do.Enter(player="tarde"), "jugador", "tarde")
    kept.do(do.Accredit(player="tarde"), DESK)
    assert kept.now.book.stacks["tarde"] == 20_000 and kept.now.place_of("tarde") not in places


# Windows


@pytest.mark.clause("COL-3.2-03", "COL-3.3-05", "COL-3.4-06", "COL-6.2-02", "COL-7.5.1-13",
                    "COL-7.5.1-05", "COL-7.5.2-02", "COL-7.4-21", "COL-2-10")  # fmt: skip
def test_windows_chip_values_levels_and_breaks_are_announced_in_the_room() -> None:
    text = changed(pausas="{ 3 = 15 }", fichas=(
        "{ 25 = 4000, 100 = 6000, 200 = 100, 1000 = 5000, 5000 = 1200 }"))  # fmt: skip
    text = changed(text, niveles="[[20, 25, 50, 50], [20, 50, 100, 100], [20, 100, 200, 200], "
                   "[20, 200, 400, 400], [20, 1000, 2000, 2000]]",
                   colores='{ 25 = "verde" }')  # fmt: skip
    desk = Desk().playing(12, text)
    said = desk.said()
    assert "Valor de las fichas: verde 25, 100, 200, 1000, 5000." in said
    assert "Nivel 1: ciegas 25/50, ante 50, desde la próxima mano." in said
    for window in ("Registro tardío", "Recompras", "Reentradas", "Add-on"):
        assert f"{window}: desde ahora y hasta el fin del nivel 3." in said
    desk.at = 20 * 60.0
    desk.do(do.Tick(), "sistema")
    assert desk.said()[-1] == "Nivel 2: ciegas 50/100, ante 100, desde la próxima mano."
    desk.at = 60 * 60.0
    desk.do(do.Tick(), "sistema")
    assert (desk.now.clock.level, desk.now.clock.pause) == (3, True)
    said = desk.said()
    assert "Descanso de 15 minutos." in said
    assert "En este descanso se retiran las fichas de 25; pueden presenciarlo." in said
    for window in ("Registro tardío", "Recompras", "Reentradas", "Add-on"):
        assert f"{window}: termina el plazo." in said
    desk.at = 75 * 60.0
    desk.do(do.Tick(), "sistema")
    assert (desk.now.clock.level, desk.now.clock.pause) == (4, False)
    assert desk.said()[-1].startswith("Nivel 4: ciegas 200/400")
    assert desk.view("public").notices[-1].text == desk.said()[-1]


@pytest.mark.clause("COL-3.2-06", "COL-3.2-08", "COL-3.4-03", "COL-7.5.1-09", "COL-3.2-04")
def test_who_is_bust_rebuys_before_the_next_deal_and_the_table_does_not_wait() -> None:
    desk = Desk().playing()
    assert set(desk.now.book.stacks.values()) == {20_000}  # everybody began with the same
    one = desk.out()
    two = desk.out()
    [(table, seat)] = [(n, at.bust[one]) for n, at in desk.now.tables.items() if one in at.bust]
    assert desk.now.place_of(one) is None
    other = next(n for n in desk.now.tables if n != table)
    desk.do(do.DealHand(table=other, positions=(3, 2, 1)), "croupier")  # he misses no hand by it
    desk.do(do.HandOver(table=other), "croupier")
    desk.do(do.Buy(player=one, what="recompra"), "jugador", one)
    assert desk.now.book.stacks[one] == 20_000
    assert desk.now.place_of(one) == (table, seat)  # at his own seat, and no newcomer
    assert seat not in desk.now.tables[table].came
    # The other is in the big blind, if he comes back: the hand is dealt all the same.
    desk.do(do.DealHand(table=1, positions=(3, 2, 1)), "croupier")
    assert desk.now.tables[1].playing
    late = do.Buy(player=two, what="recompra")
    assert desk.refused(late, "jugador", two) == ("COL-3.2-06", "hand-missed")
    seen = desk.view("public")  # whoever is asked what he wants to buy is shown what he can
    assert seen.sales == ("entrada", "reentrada", "recompra", "addon")
    assert [one.player for one in seen.players if one.missed] == [two]
    holder = next(who for who in desk.now.tables[2].seats.values())
    seat = desk.now.place_of(holder)
    desk.do(do.Buy(player=holder, what="addon"), "jugador", holder)
    assert desk.now.place_of(holder) == seat  # at his own seat
    assert desk.refused(do.Buy(player=two, what="addon"), "jugador", two)[0] == "COL-3.4-01"


@pytest.mark.clause("COL-7.3-02")
def test_only_the_tables_that_a_command_concerns_are_looked_at() -> None:
    desk = Desk().playing()
    everywhere = {*desk.now.tables}

    def by(command: do.AnyCommand, role: str) -> set[int]:
        before = desk.now
        desk.do(command, role)
        return concerned(before, desk.now)

    assert by(do.DealHand(table=1, positions=(3, 2, 1)), "croupier") == {1}
    loser, winner, *_ = desk.now.tables[1].seats.values()
    held = desk.now.book.stacks
    after = {loser: held[loser] - 100, winner: held[winner] + 100}
    assert by(do.HandOver(table=1, stacks=after), "croupier") == {1}
    [holder, *_] = desk.now.tables[2].seats.values()
    assert by(do.Buy(player=holder, what="addon"), "cajero") == {2}
    assert by(do.StopClock(), "director-de-torneo") == set()
    assert by(do.Suspend(why="corte de luz"), "director-de-torneo") == everywhere


# Seats


@pytest.mark.clause("COL-7.2-05", "COL-7.2-04", "COL-2-05")
def test_staff_give_another_seat_for_a_reason_before_play_too() -> None:
    desk = Desk().seated()
    table, _ = place = desk.now.place_of("p0")
    free = next(n for n in range(1, 10) if n not in desk.now.tables[table].seats)
    to = f"{table}-{free}"
    assert desk.refused(do.MovePlayer(player="p0", to=to)) == ("COL-2-05", "reason-missing")
    handed_on = do.MovePlayer(player="p0", to=to, reason="se lo pasa a un amigo")
    assert desk.refused(handed_on, "jugador", "p0")[1] == "not-your-role"
    desk.do(do.MovePlayer(player="p0", to=to, reason="silla de ruedas"))
    assert desk.now.place_of("p0") == (table, free) != place
    assert (desk.now.actas[-1].reason, desk.now.actas[-1].decided) == ("silla de ruedas", to)
    desk.begun()
    assert desk.now.place_of("p0") == (table, free)


@pytest.mark.clause("COL-7.3-04", "COL-7.3-19", "COL-7.3-16", "COL-7.3-15", "COL-7.2-05",
                    "COL-7.3-11", "COL-7.3-14")  # fmt: skip
def test_order_of_breaking_levelling_and_moves_are_made_known_and_the_directors() -> None:
    desk = Desk().playing(38)
    desk.at = 3700.0
    desk.do(do.Tick(), "sistema")
    desk.do(do.CloseRegistration())
    assert "Inscripción cerrada. Las mesas se rompen en este orden: 5, 4, 3, 2, 1." in desk.said()
    wrong = do.Reorder(order=(5, 4))
    assert desk.refused(wrong) == ("COL-7.3-12", "order-of-breaking")
    desk.do(do.Reorder(order=(2, 5, 4, 3, 1)))
    assert desk.said()[-1] == "Cambia el orden en que se rompen las mesas: 2, 5, 4, 3, 1."
    # Who is out leaves his seat free, and his card goes back.
    sizes = {n: len(table.seats) for n, table in desk.now.tables.items()}
    desk.out(5)
    assert len(desk.now.tables[5].seats) == sizes[5] - 1
    desk.out(5)
    assert play.breaks(desk.now).table == 2
    desk.do(do.SwitchLevelling(on=False))
    assert play.levelling(desk.now) is None  # in the last stages as the director decides
    desk.do(do.SwitchLevelling(on=True))
    who = next(iter(desk.now.tables[1].seats.values()))
    free = next(f"5-{seat}" for seat in range(1, 10) if seat not in desk.now.tables[5].seats)
    desk.do(do.SwitchLevelling(on=False))  # nothing is proposed: it needs a reason
    assert desk.refused(do.MovePlayer(player=who, to=free)) == ("COL-2-05", "reason-missing")
    needs = do.MovePlayer(player=who, to=free, reason="necesita espacio para su silla")
    assert desk.refused(needs, "croupier")[1] == "not-your-role"
    desk.do(needs)
    assert "{}-{}".format(*desk.now.place_of(who)) == free
    assert desk.now.actas[-1].reason == "necesita espacio para su silla"
    goes = desk.do(do.BreakTable())
    moved = [event for event in goes if isinstance(event, told.PlayerSeated)]
    assert len(moved) == sizes[2] and 2 not in desk.now.tables
    for event in moved:  # each goes to the table and seat of his card, and it is made known
        assert desk.now.place_of(event.player) == (event.table, event.seat)
        assert f"{{player}}: de {event.start} pasa a {event.table}-{event.seat}." in desk.said()


@pytest.mark.clause("COL-5-02", "COL-7.5.1-11", "COL-7.5.1-51", "COL-7.5.1-54", "COL-7.5.1-52",
                    "COL-7.5.1-41")  # fmt: skip
def test_each_day_and_the_final_table_draw_seats_button_and_bring_time_bank_cards() -> None:
    desk = Desk().playing(12, changed(tarjetas="2", tarjetas_final="1"))
    assert {one.cards for one in desk.now.players.values()} == {2}
    desk.do(do.UseCard(player="p0", left_behind=True), "croupier")
    assert desk.now.players["p0"].cards == 1  # what is left behind is not replaced
    desk.do(do.BeAbsent(player="p1"), SUPERVISOR)
    away = do.UseCard(player="p1")
    assert desk.refused(away, "jugador", "p1") == ("COL-7.5.1-41", "not-at-his-seat")
    desk.do(do.BeAbsent(player="p1", away=False), SUPERVISOR)
    desk.do(do.EndDay(stacks=dict(desk.now.book.stacks)))
    told_ = desk.do(do.NextDay())
    assert kinds(told_).count("PlayerSeated") == 12 and "ButtonsDrawn" in kinds(told_)
    assert (desk.now.players["p0"].cards, desk.now.players["p2"].cards) == (3, 4)
    desk.do(do.CloseRegistration())
    for _ in range(2):
        table = max(desk.now.tables, key=lambda n: len(desk.now.tables[n].seats))
        desk.out(table)
    drawn = desk.do(do.Redraw())
    [buttons] = [event for event in drawn if isinstance(event, told.ButtonsDrawn)]
    assert list(buttons.buttons) == ["1"] and len(buttons.cards) == 10
    live = {desk.now.players[who].cards for who in desk.now.live if who != "p0"}
    assert len(desk.now.tables) == 1 and live == {5}


@pytest.mark.clause("COL-7.5.1-68", "COL-7.5.1-69", "COL-7.5.2-02")
def test_a_new_level_holds_from_the_next_hand_of_a_table_on() -> None:
    desk = Desk().playing()
    mesa = desk.mesa(1)
    for seat, player in desk.now.tables[1].seats.items():
        mesa.table.sit(seat, player, chips=20_000)
    mesa.table.open_play(staff_of(mesa.table.rules))
    mesa.table.act("button", seat=next(iter(desk.now.tables[1].seats)))
    live = mesa.table.begin()  # its cards are shuffled at the old level
    first = dealing(desk.now, 1, mesa).level
    desk.at = 20 * 60.0
    desk.do(do.Tick(), "sistema")
    after = dealing(desk.now, 1, mesa).level
    assert ((first.small, first.big), (after.small, after.big)) == ((25, 50), (50, 100))
    assert mesa.table.terms.blinds == (25, 50)  # the hand in course keeps its own
    posted = [event.amount for event in live.events if isinstance(event, BetPlaced)]
    assert posted[:2] == [25, 50]
    said = "Nivel 2: ciegas 50/100, ante 100, desde la próxima mano."
    assert said in desk.said()


@pytest.mark.clause("COL-7.3-01", "COL-7.3-02", "COL-7.3-03")
def test_a_table_short_by_three_stops_and_the_next_big_blind_of_the_largest_goes_there() -> None:
    desk = Desk().playing(27)
    desk.do(do.CloseRegistration())
    for n in (1, 2, 3):
        seats = sorted(desk.now.tables[n].seats, reverse=True)
        desk.do(do.DealHand(table=n, positions=(seats[0], seats[1], seats[2])), "croupier")
        desk.do(do.HandOver(table=n, positions=(seats[0], seats[1], seats[2])), "croupier")
    kept = {9, 8, 6, 5, 2, 1}
    for seat in (7, 4, 3):
        table = desk.now.tables[3].seats
        loser = do.Eliminate(player=table[seat], winner=table[9])
        desk.do(loser, "croupier")
    assert set(desk.now.tables[3].seats) == kept
    found = play.levelling(desk.now)
    assert found is not None and list(found.stopped) == [3]
    move = found.moves[0]
    assert move.start.table in (1, 2) and move.start.seat == 6  # big blind was 7: he is next
    # Button 9, small 8, big 7 were: next button 8, small blind dead at 7; after it 4 is free.
    assert (move.end.table, move.end.seat) == (3, 4)
    who = desk.now.tables[move.start.table].seats[6]
    desk.do(do.MovePlayer(player=who, to="3-4"))
    assert desk.now.place_of(who) == (3, 4)


@pytest.mark.clause("COL-3.1-12", "COL-3.1-08")
def test_what_comes_back_goes_to_the_players_account_to_be_transferred_or_paid_in_cash() -> None:
    desk = Desk().entering()
    desk.do(do.Enter(player="p0"), "jugador", "p0")
    step = desk.apply(do.Cancel(why="fuerza mayor"))
    mine = [one for one in step.transfers if one.target == wallet("p0")]
    assert sum(one.amount for one in mine) == 60_000
    assert "transferencia bancaria o en efectivo" in reglamento().devolucion


# Chips


@pytest.mark.clause("COL-7.4-08", "COL-7.4-09", "COL-7.4-20", "COL-7.4-23", "COL-7.4-24",
                    "COL-7.4-14", "CAT-VII.2.1.2-01", "CAT-VII.2.1.2-02")  # fmt: skip
def test_staff_count_and_change_chips_whenever_they_see_fit_and_say_so() -> None:
    desk = Desk().playing()
    assert desk.chain.unit.money.chips.unit == "torneo:viernes"  # no peso ever is one of them
    one, other, *_ = desk.now.tables[1].seats.values()
    counted = {one: 20_075, other: 19_925}
    assert desk.refused(do.CountTable(stacks={one: 20_075}), "croupier") == (
        "COL-7.4-01", "chips-do-not-add-up",
    )  # fmt: skip
    desk.do(do.CountTable(stacks=counted), "croupier")
    # Not at a break: a hundred of four small ones at par, three odd ones race for one more.
    desk.do(do.ColourUp(small=25, big=100, held={one: 7}), "croupier")
    assert desk.said()[-1] == (
        "Mesa 1: las fichas de 25 se cambian por fichas de 100; pueden presenciarlo."
    )
    assert desk.now.book.stacks[one] == 20_075 + 25
    strange = do.ColourUp(small=30, big=100, held={one: 1})
    assert desk.refused(strange, "croupier") == ("COL-7.4-17", "chip-values")
    # Small chips that somebody kept back after the race are lost.
    desk.do(do.Forfeit(player=other, chips=25, reason="ficha retirada de juego"), SUPERVISOR)
    assert desk.now.book.stacks[other] == 19_900 and desk.now.book.removed == 25


@pytest.mark.clause("CAT-VII.5.1-02")
def test_who_is_away_longer_than_allowed_is_told_to_staff_with_the_fault_of_it() -> None:
    desk = Desk().playing()
    for minutes, flagged in ((60, False), (61, True)):
        desk.at += 1.0
        desk.do(do.BeAbsent(player="p0"), SUPERVISOR)
        desk.at += minutes * 60.0
        desk.do(do.BeAbsent(player="p0", away=False), SUPERVISOR)
        late = "{player} estuvo ausente más de 60 minutos: falta «ausencia»."
        assert (late in desk.said("personal")) == flagged
    [event] = desk.do(do.Penalise(player="p0", fault="ausencia", proposed=True), SUPERVISOR)
    assert (event.clause, event.hands) == ("CAT-VII.5.1-02", 6)


# The end


@pytest.mark.clause("COL-9.1-24", "COL-9.1-25", "COL-9.1-27", "COL-7.5.6-06", "COL-9.1-26")
def test_a_deal_is_paid_by_the_director_and_play_goes_on_to_the_end() -> None:
    desk = Desk().playing(12)
    desk.do(do.CloseRegistration())
    while len(desk.now.live) > 3:
        table = max(desk.now.tables, key=lambda n: len(desk.now.tables[n].seats))
        desk.out(table)
        if play.breaks(desk.now).redraw:
            desk.do(do.Redraw())
    live = tuple(desk.now.live)
    assert len(desk.now.tables) == 1  # a final table: they may agree on the prizes
    partial = do.MakeDeal(way="B", signed=live[:2])  # it leaves one of them out
    assert desk.refused(partial) == ("COL-9.1-29", "not-all-agree")
    desk.do(do.MakeDeal(way="B", signed=live))
    assert desk.now.stage == "en-juego" and desk.now.reserve > 0
    while desk.now.stage == "en-juego":
        desk.out()
    desk.do(do.Pay(), DESK)
    champion = desk.now.live[0]
    agreed = desk.now.deal
    assert {who: desk.now.paid[who] for who in live} == {
        who: agreed[who] + (desk.now.reserve if who == champion else 0) for who in live
    }
    assert sum(desk.now.paid.values()) == desk.now.fund


@pytest.mark.clause("COL-2-10", "COL-2-03")
def test_the_director_puts_a_notice_of_his_own_on_every_screen_and_takes_it_off() -> None:
    desk = Desk().playing()
    dinner = do.PutUp(text="  La cena se sirve\n en el descanso. ")
    assert desk.refused(dinner, SUPERVISOR)[1] == "not-your-role"
    desk.do(dinner)
    for channel in ("sala", "web"):
        assert desk.said(channel)[-1] == "La cena se sirve en el descanso."
    for viewer in (PUBLIC, STAFF):
        assert desk.chain.unit.view(viewer).notice == "La cena se sirve en el descanso."
    assert desk.refused(do.PutUp(text="x" * 201)) == ("COL-2-10", "notice-too-long")
    desk.do(do.PutUp())
    assert desk.chain.unit.view().notice == ""
    assert desk.refused(do.PutUp()) == ("COL-2-03", "nothing-changes")
