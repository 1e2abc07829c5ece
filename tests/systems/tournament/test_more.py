"""Bounties, postponement, undo of several and of moves, a maximum over all entries, colour-up of a
tournament that nobody directs."""

from __future__ import annotations

import random
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest
from msgspec.structs import replace

from tapete.core.book.aggregate import replay
from tapete.core.book.refused import Refused
from tapete.core.round.cards import DECK, Card
from tapete.floor.units.torneo.direction import next_commands
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life.tournament import TOURNAMENT
from tapete.systems.tournament.summary import Summary, summary_of, write_summary
from tests.systems.tournament.field import BASES, Field, changed

REWARDED = BASES + "\nrecompensa = 10001\n"


def busted(field: Field, table: int, out: int, **more: object) -> list[str]:
    """A hand in which so many go out; the first who stays wins. Gives them, the winner last."""
    seated = list(field.now.tables[table].seats.values())
    gone, winner = seated[:out], seated[out]
    stacks = {who: field.now.book.stacks[who] for who in seated}
    stacks[winner] += sum(stacks[who] for who in gone)
    stacks |= dict.fromkeys(gone, 0)
    field.do(do.DealHand(table=table))
    field.do(do.HandOver(table=table, stacks=stacks, **more))  # type: ignore[arg-type]
    return [*gone, winner]


@pytest.mark.clause("COL-3.4.1-01", "COL-3.4.1-02")
def test_bounties_are_owed_to_who_wins_them_and_add_up_with_the_prizes() -> None:
    field = Field(text=REWARDED)
    field.playing(12)
    assert field.now.book.fund == 12 * (51_000 - 10_001)
    first, winner = busted(field, 1, 1)
    assert field.now.bounties == {winner: 10_001}
    field.do(do.Buy(player=first, what="recompra", slip=field.slip()))  # he is in again
    assert field.now.bounties == {}
    second, third, *_ = seated = list(field.now.tables[2].seats.values())
    out = seated[3]
    busted_stacks = {who: field.now.book.stacks[who] for who in seated}
    busted_stacks[second] += busted_stacks[out] // 2
    busted_stacks[third] += busted_stacks[out] - busted_stacks[out] // 2
    busted_stacks[out] = 0
    field.do(do.DealHand(table=2))
    field.do(do.HandOver(
        table=2, stacks=busted_stacks, winners={out: (second, third)},
        drawn={second: "2c", third: "3c"},
    ))  # fmt: skip
    assert field.now.bounties == {second: 5_000, third: 5_001}
    field.do(do.CloseRegistration())
    field.to_the_end()
    owed = field.now.due()
    assert sum(owed.values()) == field.now.fund + 12 * 10_001
    field.do(do.Pay())
    assert not field.now.due()
    assert replay(TOURNAMENT, field.journal.text()).state == field.now


@pytest.mark.clause("COL-3.1-06", "COL-3.1-09", "COL-3.1-10", "COL-13-02")
@pytest.mark.parametrize("late", [False, True])
def test_on_another_date_whoever_keeps_his_entry_has_it_and_the_others_are_paid_back(
    late: bool,
) -> None:
    field = Field()
    field.announced()
    for name in ("ana", "beto", "carla"):
        field.do(do.Enter(player=name))
    told = datetime(2026, 5, 7 if late else 5, 12)
    moved = do.Postpone(
        start=datetime(2026, 5, 22, 20), end=datetime(2026, 5, 23, 4), why="Corte de luz",
        local=told,
    )  # fmt: skip
    event, *_ = field.do(moved)
    assert (field.now.stage, event.late) == ("postergado", late)
    field.do(do.KeepEntry(player="ana"))
    with pytest.raises(Refused, match="not-at-this-stage"):
        field.do(do.Enter(player="dino"))
    field.do(do.Withdraw(player="beto", local=datetime(2026, 5, 22, 19)))  # the 48 hours are gone
    field.do(do.OpenRegistration())
    assert list(field.now.book.stacks) == ["ana"]
    assert field.now.book.refunded == 120_000 and field.now.rules.inicio.day == 22
    with pytest.raises(Refused, match="reason-missing"):
        field.do(replace(moved, why=" ", start=datetime(2026, 6, 1, 20)))


@pytest.mark.clause("COL-2-05")
def test_all_who_went_out_in_a_hand_come_back_and_a_move_is_taken_back() -> None:
    field = Field(text=REWARDED)
    field.playing(20)
    before = field.now
    busted(field, 1, 2)
    assert len(field.now.live) == 18
    with pytest.raises(Refused, match="reason-missing"):
        field.do(do.Undo(reason=" "))
    field.do(do.Undo(reason="Las cartas se leyeron mal."))
    assert field.now.book.stacks == before.book.stacks and field.now.bounties == {}
    assert field.now.tables[1].seats == before.tables[1].seats
    player = field.now.tables[1].seats[min(field.now.tables[1].seats)]
    start = field.now.place_of(player)
    free = next(seat for seat in range(1, 10) if seat not in field.now.tables[2].seats)
    field.do(do.MovePlayer(player=player, to=f"2-{free}", reason="Silla rota"))
    field.do(do.Undo(reason="Ya está arreglada."))
    assert field.now.place_of(player) == start and len(field.now.actas) == 2
    assert replay(TOURNAMENT, field.journal.text()).state == field.now


@pytest.mark.clause("COL-2-05", "CAT-VII.3.1-29")
def test_the_last_elimination_is_taken_back_until_prizes_are_paid() -> None:
    field = Field()
    field.playing(10)
    field.do(do.CloseRegistration())
    field.to_the_end()
    field.do(do.Undo(reason="Faltaba contar una ficha."))
    assert field.now.stage == "en-juego" and len(field.now.live) == 2
    field.to_the_end()
    field.do(do.Pay())
    with pytest.raises(Refused, match="prizes-paid"):
        field.do(do.Undo(reason="Otra vez"))


@pytest.mark.clause("COL-3.1-16")
def test_a_maximum_over_all_entries_counts_who_is_out() -> None:
    field = Field(text=BASES.replace("maximo = 90", "maximo = 12") + "\nacumulado = true\n")
    field.playing(12)
    out, _ = busted(field, 1, 1)
    with pytest.raises(Refused, match="field-full"):
        field.do(do.Buy(player=out, what="reentrada", slip=field.slip()))


@pytest.mark.clause("COL-7.4-16", "COL-7.4-17", "COL-7.4-19")
def test_small_chips_are_raced_off_at_the_break_where_nobody_directs() -> None:
    field = Field(seed=4, text=BASES + "\npausas = { 2 = 10 }\n")
    field.playing(20)
    field.do(do.CloseRegistration())
    chance = random.Random(5)
    for number in field.now.tables:  # odd stacks: one of them holds a single 25
        seated = list(field.now.tables[number].seats.values())
        odd = {who: 20_000 - 25 * chance.randrange(1, 30) for who in seated}
        odd[seated[0]] = 25
        odd[seated[1]] += 20_000 * len(seated) - sum(odd.values())
        field.do(do.CountTable(stacks=odd))
    before = sum(field.now.book.stacks.values())
    field.do(do.Tick(at=40 * 60.0))
    assert field.now.clock.pause
    spec, tables = TorneoSpec(id="t", automatico=True), []
    while commands := next_commands(spec, field.now, {}, 40 * 60.0):
        [command] = commands
        assert isinstance(command, do.ColourUp)
        cards = iter(chance.sample(DECK, len(DECK)))
        drawn = {who: tuple(next(cards) for _ in range(n % 4)) for who, n in command.held.items()}
        field.do(replace(command, cards={who: one for who, one in drawn.items() if one}))
        tables.append(command)
    assert len(tables) == len(field.now.tables)
    stacks = field.now.book.stacks
    assert len(stacks) == 20 and all(chips % 100 == 0 for chips in stacks.values())
    assert sum(stacks.values()) == before + field.now.book.added
    assert abs(field.now.book.added) < 200 * len(tables)


@pytest.mark.clause("CAT-VII.3.1-31")
def test_the_summary_reads_back_to_places_and_prizes() -> None:
    field = Field(text=REWARDED)
    began = datetime(2026, 5, 8, 20, tzinfo=ZoneInfo("America/Santiago")).timestamp()
    field.playing(12, at=began)
    field.do(do.CloseRegistration())
    while field.now.left > 2:
        field.knock_out()
    winner, loser = field.now.live
    field.do(do.Eliminate(player=loser, winner=winner, at=began + 4.5 * 3600))
    summary = summary_of(field.now, "viernes", str.upper, zone=ZoneInfo("America/Santiago"))
    written = msgspec.json.decode(write_summary(summary), type=dict[str, Summary])
    assert written == {"ots": summary}
    # Its hours are those of Greenwich, as the format has them: when it began and when it ended.
    assert (summary.start_date_utc, summary.end_date_utc) == (
        "2026-05-09T00:00:00Z", "2026-05-09T04:30:00Z",
    )  # fmt: skip
    planned = Field().now
    to_come = summary_of(planned, "viernes", str.upper, zone=ZoneInfo("America/Santiago"))
    assert (to_come.start_date_utc, to_come.end_date_utc) == ("2026-05-09T00:00:00Z", "")
    finishes = summary.tournament_finishes_and_winnings
    assert [one.finish_position for one in finishes] == list(range(1, 13))
    assert sum(one.prize for one in finishes) == summary.prize_pool == field.now.fund
    assert sum(one.bounty for one in finishes) == 12 * 10_001


@pytest.mark.clause("COL-2-05")
def test_an_elimination_is_not_taken_back_once_its_chips_have_moved_on() -> None:
    """Neither by a hand that was dealt since nor by a count: nobody's later chips are undone."""
    for later in ("hand", "count", "race"):
        field = Field()
        field.playing(20)
        out, winner, third, *_ = field.now.tables[1].seats.values()
        field.do(do.Eliminate(player=out, winner=winner))
        held = field.now.book.stacks
        passed = {winner: held[winner] - 5_000, third: held[third] + 5_000}
        if later == "hand":
            field.do(do.DealHand(table=1))
            field.do(do.HandOver(table=1, stacks=passed))
        elif later == "count":
            field.do(do.CountTable(stacks=passed))
        else:
            seat = field.now.place_of(winner)[1]
            drawn = {winner: ("Kd", "Qd", "Jd")}
            field.do(do.ColourUp(small=25, big=100, held={winner: 3}, cards=drawn))
            assert seat and field.now.book.stacks != held
        before = field.now
        with pytest.raises(Refused, match="nothing-to-undo"):
            field.do(do.Undo(reason="Se leyeron mal las cartas."))
        assert field.now is before
    other = Field()  # what happens at another table is nothing to it
    other.playing(20)
    out, winner, *_ = other.now.tables[1].seats.values()
    other.do(do.Eliminate(player=out, winner=winner))
    busted(other, 2, 0)
    other.do(do.Undo(reason="Se leyeron mal las cartas."))
    assert out in other.now.book.stacks


@pytest.mark.clause("COL-13-01", "COL-7.5.1-10", "COL-7.2-08", "COL-7.5.1-50")
def test_what_is_suspended_stays_as_it_is_and_goes_on_as_a_new_day() -> None:
    field = Field(text=BASES + "\ntarjetas = 2\n")
    field.playing(20)
    with pytest.raises(Refused, match="not-at-this-stage"):
        field.do(do.NextDay())
    sent_off, away, *_ = field.now.tables[2].seats.values()
    field.do(do.Penalise(player=sent_off, fault="colusion", clause="COL-9.1-35", hands=5))
    field.do(do.DealHand(table=1))
    field.do(do.Suspend(why="Corte de luz", at=300.0))
    with pytest.raises(Refused, match="not-at-this-stage"):
        field.do(do.Suspend(why="Otra vez", at=301.0))
    with pytest.raises(Refused, match="hand-in-course"):
        field.do(do.NextDay(cards=field.cards(field.now.tables[1].seats)))
    field.do(do.HandOver(table=1, positions=(9, 8, 7)))  # the hand in course is played out
    before = field.now
    assert (before.stage, before.clock.running, before.clock.left) == ("suspendido", False, 900.0)
    with pytest.raises(Refused, match="card-a-seat"):
        field.do(do.NextDay())
    cards = field.cards(field.now.tables[1].seats)
    field.do(do.NextDay(cards=cards, undocumented=(away,), at=9_000.0))
    now = field.now
    assert (now.stage, now.day, now.clock.running, now.clock.left) == ("en-juego", 2, True, 900.0)
    assert now.book == before.book and now.players[sent_off].sits_out == 5
    assert {n: table.seats for n, table in now.tables.items()} == {
        n: table.seats for n, table in before.tables.items()
    }
    assert all(table.last is None and table.button for table in now.tables.values())
    assert {one.cards for one in now.players.values()} == {4}
    assert now.players[away].standing == "ausente"
    assert replay(TOURNAMENT, field.journal.text()).state == now


@pytest.mark.clause("COL-9.1-40", "COL-9.1-29", "COL-9.1-30")
def test_who_is_disqualified_after_a_deal_has_no_part_of_it_and_the_fund_is_paid_in_full() -> None:
    field = Field()
    field.playing(12)
    field.do(do.CloseRegistration())
    while field.now.left > 3:
        field.knock_out()
    first, second, third = field.now.live
    [fourth] = field.now.out[0]
    field.do(do.MakeDeal(way="iguales", signed=(first, second, third)))
    part = field.now.deal[third]
    field.do(do.Expel(player=third, reason="Cambió una carta.", disqualified=True))
    # Whoever was fourth moves up and has the last prize; the rest of his part is the winner's.
    last = field.now.prizes[2]
    assert field.now.due() == {first: part, second: part, fourth: last} and part > last
    field.do(do.Eliminate(player=second, winner=first))
    rest = sum(field.now.prizes) - part - last
    assert field.now.due() == {second: part, first: rest, fourth: last}
    field.do(do.Pay())
    assert sum(field.now.paid.values()) == field.now.fund


@pytest.mark.clause("COL-7.5.6-04", "CAT-VII.3.1-29")
def test_an_odd_peso_is_drawn_for_once_however_often_prizes_are_paid() -> None:
    thirds = '[{ desde = 10, reparto = ["50", "30.0001", "19.9999"] }]'
    field = Field(text=changed(tramos=thirds))
    field.playing(10)
    field.do(do.CloseRegistration())
    field.arrange()
    while len(field.now.live) > 4:
        field.knock_out()
    one, other, *rest = field.now.live
    field.do(do.CountTable(stacks=dict.fromkeys((one, other, *rest), 50_000)))
    field.do(do.DealHand(table=1))
    field.do(do.HandOver(table=1, stacks={one: 0, other: 0} | dict.fromkeys(rest, 100_000)))
    assert field.now.prizes == (255_000, 153_001, 101_999)
    field.do(do.Pay(player=one, cards={one: Card("As"), other: Card("2d")}))
    field.do(do.Pay(cards={one: Card("2d"), other: Card("As")}))  # he has it already
    assert (field.now.paid[one], field.now.paid[other]) == (51_000, 50_999)
    with pytest.raises(Refused, match="nothing-due"):
        field.do(do.Pay(cards={one: Card("2d"), other: Card("As")}))
