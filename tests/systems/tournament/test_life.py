"""The life of a tournament, from the draft of its bases to the prizes."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from msgspec.structs import replace

from tapete.core.book.aggregate import replay
from tapete.core.book.refused import Refused
from tapete.floor.units.torneo.papers import ranking
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import conduct, play
from tapete.systems.tournament.life.tournament import TOURNAMENT
from tests.systems.tournament.field import BASES, Field, changed


def refused(field: Field, command: do.AnyCommand) -> tuple[str, str]:
    before = field.now
    with pytest.raises(Refused) as refusal:
        field.do(command)
    assert field.now is before
    return refusal.value.clause, refusal.value.code


@pytest.mark.clause("CAT-VII.4.1-01", "CAT-VII.4.1-02", "CAT-VII.3-02", "COL-15-01")
def test_nothing_is_announced_before_its_notice_nor_entered_before_that() -> None:
    field = Field()
    assert refused(field, do.Enter(player="a")) == ("CAT-VII.3.1-17", "not-at-this-stage")
    assert refused(field, do.Announce(day=date(2026, 4, 21))) == (
        "CAT-VII.3-02", "not-at-this-stage",
    )  # fmt: skip
    field.do(do.Notify(day=date(2026, 5, 7)))  # the eve of the start
    assert refused(field, do.Announce(day=date(2026, 5, 7))) == ("COL-15-01", "notified-too-late")
    field.do(do.Object(why="falta el texto de pago"))
    assert field.now.stage == "observado"
    field.do(do.Draft(text=BASES))
    assert (field.now.stage, field.now.version) == ("borrador", 2)
    field.announced()
    assert field.now.stage == "inscripcion"


@pytest.mark.clause(
    "COL-3.1-13", "COL-9.1-22", "COL-3.1-16", "COL-3.5.2-02", "COL-3.5.2-03", "COL-3.5.2-04",
    "COL-7.2-07",
)  # fmt: skip
def test_entries_are_paid_withdrawn_in_time_and_wait_in_line_when_it_is_full() -> None:
    field = Field(text=BASES.replace("maximo = 90", "maximo = 10"))
    field.announced()
    for n in range(10):
        field.do(do.Enter(player=f"p{n}"))
    assert refused(field, do.Enter(player="p3")) == ("COL-9.1-22", "entered-already")
    field.do(do.Enter(player="tarde"))
    assert field.now.waiting == ("tarde",) and "tarde" not in field.now.players
    late = do.Withdraw(player="p0", local=datetime(2026, 5, 6, 20, 1))
    assert refused(field, late) == ("COL-3.1-13", "refund-too-late")
    field.do(do.Withdraw(player="p0", local=datetime(2026, 5, 6, 20, 0)))
    assert field.now.book.refunded == 60_000
    field.do(do.Enter(player="tarde"))
    assert (field.now.waiting, len(field.now.live)) == ((), 10)
    assert field.now.book.stacks["tarde"] == 20_000


def test_levels_follow_one_another_and_a_stopped_clock_stands() -> None:
    field = Field(text=BASES.replace("pago = ", "pausas = { 2 = 15 }\npago = "))
    field.playing(12, at=1000.0)
    field.do(do.Tick(at=1000.0 + 40 * 60))
    assert (field.now.clock.level, field.now.clock.pause) == (2, True)
    field.do(do.StopClock(at=1000.0 + 45 * 60))
    assert field.now.clock.remaining(99_999.0) == 600.0
    field.do(do.RunClock(at=50_000.0))
    field.do(do.Tick(at=50_600.0))
    assert (field.now.clock.level, field.now.clock.pause) == (3, False)


@pytest.mark.clause(
    "COL-3.1-18", "COL-3.1-19", "COL-3.2-01", "COL-3.2-02", "COL-3.2-09", "COL-3.3-01",
    "COL-3.3-02", "COL-3.3-03", "COL-3.3-04", "COL-3.3-06", "COL-3.4-02", "COL-3.4-04",
    "COL-3.4-05", "COL-3.4-07",
)  # fmt: skip
def test_what_is_sold_in_play_is_sold_in_its_window_and_as_often_as_allowed() -> None:
    field = Field()
    field.playing(12)
    table = field.now.tables[1]
    loser, winner, *_ = table.seats.values()
    field.do(do.Eliminate(player=loser, winner=winner))
    field.do(do.Buy(player=loser, what="recompra", slip=field.slip()))
    assert field.now.book.stacks[loser] == 20_000 and field.now.places() == {}
    assert refused(field, do.Buy(player=loser, what="recompra")) == ("COL-3.2-09", "once-only")
    assert refused(field, do.Buy(player=loser, what="reentrada"))[0] == "COL-3.3-01"
    assert field.now.book.paid[loser] == 60_000 + 50_000
    field.do(do.Buy(player=winner, what="addon"))
    assert field.now.book.paid[winner] == 60_000 + 30_000
    assert field.now.book.stacks[winner] == 40_000 + 20_000
    for times in (1, 2):  # out again: he registers anew, as often as he likes
        table = field.now.place_of(loser)[0]
        other = next(p for p in field.now.tables[table].seats.values() if p not in (loser, winner))
        field.do(do.Eliminate(player=loser, winner=other))
        field.do(do.Buy(player=loser, what="reentrada", slip=field.slip()))
        assert field.now.book.stacks[loser] == 20_000
        assert field.now.book.paid[loser] == 110_000 + times * 60_000
    field.do(do.Tick(at=61 * 60.0))
    assert refused(field, do.Buy(player=loser, what="addon")) == ("COL-3.4-07", "window-closed")
    assert refused(field, do.Enter(player="nuevo")) == ("COL-3.1-19", "window-closed")


@pytest.mark.clause(
    "COL-7.5.6-01", "COL-7.5.7-01", "COL-7.5.7-02", "COL-7.6-01", "CAT-VII.3.1-27",
    "CAT-VII.3.1-29",
)  # fmt: skip
@pytest.mark.parametrize(("seed", "players"), [(1, 30), (2, 47), (3, 90)])
def test_a_field_is_played_to_its_end_and_paid_to_the_peso(seed: int, players: int) -> None:
    field = Field(seed)
    field.playing(players)
    field.do(do.CloseRegistration(at=3700.0))
    order = []
    while field.now.stage == "en-juego":
        order.append(field.knock_out())
        sizes = [len(table.seats) for table in field.now.tables.values()]
        assert sum(sizes) == len(field.now.live) and sum(field.now.book.stacks.values()) == (
            players * 20_000
        )
    places = field.now.places()
    assert [places[player] for player in order] == [[n] for n in range(players, 1, -1)]
    field.do(do.Pay())
    assert sum(field.now.paid.values()) == field.now.fund == players * 51_000
    assert field.now.paid[field.now.live[0]] == field.now.prizes[0] and not field.now.due()
    assert replay(TOURNAMENT, field.journal.text()).state == field.now


@pytest.mark.clause("COL-2-05")
def test_an_elimination_by_mistake_is_taken_back_by_an_event_of_its_own() -> None:
    field = Field()
    field.playing(12)
    before, entries = field.now, field.journal.number
    loser, winner, *_ = field.now.tables[1].seats.values()
    field.do(do.Eliminate(player=loser, winner=winner))
    assert refused(field, do.Undo(reason=" ")) == ("COL-2-05", "reason-missing")
    field.do(do.Undo(reason="eran de otra mesa"))
    now = field.now
    assert (now.book.stacks, now.out) == (before.book.stacks, ()) and now.place_of(loser)
    assert field.journal.number == entries + 2


@pytest.mark.clause("COL-9.3-18", "COL-9.3-19", "COL-9.1-35")
def test_a_penalty_goes_with_the_player_into_the_next_day_and_to_another_table() -> None:
    """Two rounds at a table of eight are sixteen hands; five are dealt, eleven noted for the next
    day, and they stay eleven whatever his table's size is then."""
    field = Field()
    field.playing(16)
    player = next(iter(field.now.tables[1].seats.values()))
    field.do(do.Penalise(player=player, fault="demora", clause="COL-9.1-35", rounds=2))
    for _ in range(5):
        field.do(do.DealHand(table=1))
        field.do(do.HandOver(table=1))
    assert field.now.players[player].sits_out == 11
    field.do(do.EndDay(stacks=dict(field.now.book.stacks)))
    assert [row for row in ranking(field.now, str).splitlines() if row.endswith(",11")] != []
    slips, cards = field.redraw((1, 2))
    field.do(do.NextDay(slips=slips, cards=cards))
    assert field.now.players[player].sits_out == 11
    other = 3 - field.now.place_of(player)[0]
    free = next(n for n in range(1, 10) if n not in field.now.tables[other].seats)
    field.do(do.MovePlayer(player=player, to=f"{other}-{free}", reason="Silla rota"))
    field.do(do.DealHand(table=other))
    assert field.now.players[player].sits_out == 10


@pytest.mark.clause("COL-9.1-35", "COL-9.3-20", "COL-9.1-40", "CAT-VII.5.2-01")
def test_penalties_count_down_and_sanctions_take_his_chips() -> None:
    field = Field()
    field.playing(12)
    player = next(iter(field.now.tables[1].seats.values()))
    fault = do.Penalise(player=player, fault="demora", clause="COL-9.1-35", rounds=2)
    field.do(fault)
    assert field.now.players[player].sits_out == 2 * len(field.now.tables[1].seats)
    field.do(do.DealHand(table=1, positions=(3, 2, 1)))
    assert field.now.players[player].sits_out == 2 * len(field.now.tables[1].seats) - 1
    chips = sum(field.now.book.stacks.values())
    field.do(do.Expel(player=player, reason="trampa", disqualified=True, by="director"))
    assert field.now.places()[player] == [12] and field.now.actas[0].reason == "trampa"
    assert sum(field.now.book.stacks.values()) == chips - 20_000


@pytest.mark.clause("COL-9.1-28", "COL-9.1-29", "COL-9.1-31")
def test_those_left_agree_on_the_prizes_and_play_for_the_rest() -> None:
    field = Field()
    field.playing(12)
    field.do(do.CloseRegistration(at=3700.0))
    while len(field.now.live) > 3:
        field.knock_out()
    assert all(offer is not None for offer in conduct.offers(field.now).values())
    live = tuple(field.now.live)
    assert refused(field, do.MakeDeal(way="B", signed=live[:2])) == ("COL-9.1-29", "not-all-agree")
    field.do(do.MakeDeal(way="B", signed=live))
    while field.now.stage == "en-juego":
        field.knock_out()
    field.do(do.Pay())
    assert sum(field.now.paid.values()) == field.now.fund
    assert field.now.paid[field.now.live[0]] == field.now.deal[field.now.live[0]] + (
        field.now.reserve
    )


@pytest.mark.clause("COL-7.4-13", "COL-5-01", "COL-7.5.1-55", "COL-7.5.1-56", "COL-7.5.1-58")
def test_a_day_ends_with_every_chip_counted_and_the_next_one_is_drawn_anew() -> None:
    field = Field()
    field.playing(30)
    early = do.CallLastHands(card="4d", at=60.0)
    assert refused(field, early) == ("COL-7.5.1-55", "not-the-time")
    almost = do.CallLastHands(card="4d", at=4 * 60.0 + 59)  # 15 minutes and a second
    assert refused(field, almost) == ("COL-7.5.1-55", "not-the-time")
    field.do(do.CallLastHands(card="4d", at=8 * 60.0))
    assert (field.now.last_hands, field.now.clock.running) == (4, False)
    stacks = dict(field.now.book.stacks)
    short = {**stacks, "p0": stacks["p0"] - 25}
    assert refused(field, do.EndDay(stacks=short)) == ("COL-7.4-01", "chips-do-not-add-up")
    field.do(do.EndDay(stacks=stacks))
    slips, cards = field.redraw(range(1, 5))
    field.do(do.NextDay(slips=slips, cards=cards, at=90_000.0))
    assert (field.now.stage, field.now.day, field.now.clock.left) == ("en-juego", 2, 720.0)


@pytest.mark.clause("COL-2-10", "COL-7.3-15")
def test_what_is_made_known_does_not_speak_of_what_there_is_not() -> None:
    field = Field(
        text=changed(niveles="[[20, 25, 50, 0], [20, 50, 100, 100], [20, 100, 200, 200]]")
    )
    field.playing(10, at=10.0)
    said = [notice.text for notice in field.now.notices]
    assert "Nivel 1: ciegas 25/50, sin ante, desde la próxima mano." in said
    field.do(do.CloseRegistration(at=3700.0))
    assert (
        field.now.notices[-1].text
        == "Inscripción cerrada. Las mesas se rompen en este orden: 2, 1."
    )
    alone = Field(text=changed(asientos="10"))
    alone.playing(10)
    alone.do(do.CloseRegistration(at=3700.0))
    assert alone.now.notices[-1].text == "Inscripción cerrada."


@pytest.mark.clause("COL-7.5.1-56", "COL-7.5.1-58")
def test_every_table_plays_the_last_hands_and_none_more_before_the_day_ends() -> None:
    field = Field()
    field.playing(18)
    field.do(do.DealHand(table=1))
    called = do.CallLastHands(card="2d", at=8 * 60.0)
    field.do(called)
    assert refused(field, called) == ("COL-7.5.1-56", "last-hands-called")
    field.do(do.HandOver(table=1))  # the one in course does not count
    end = do.EndDay(stacks=dict(field.now.book.stacks))
    for table, left in ((1, 2), (1, 1), (2, 2), (2, 1)):
        assert field.now.tables[table].hands_left == left
        field.do(do.DealHand(table=table))
        assert refused(field, end) == ("COL-7.5.1-58", "hand-in-course")
        field.do(do.HandOver(table=table))
    for table in (1, 2):
        played = refused(field, do.DealHand(table=table))
        assert played == ("COL-7.5.1-58", "last-hands-played")
    field.do(end)
    slips, cards = field.redraw(range(1, 3))
    field.do(do.NextDay(slips=slips, cards=cards, at=90_000.0))
    field.do(do.DealHand(table=1))  # the next day has no last hand yet


@pytest.mark.clause("COL-7.5.1-58")
def test_a_day_does_not_end_before_a_table_has_played_its_last_hands() -> None:
    field = Field()
    field.playing(18)
    field.do(do.DealHand(table=1))
    field.do(do.HandOver(table=1))
    field.do(do.CallLastHands(card="2d", at=8 * 60.0))
    end = do.EndDay(stacks=dict(field.now.book.stacks))
    assert refused(field, end) == ("COL-7.5.1-58", "hands-to-play")


@pytest.mark.clause("COL-13-01", "COL-13-02", "COL-3.1-06", "COL-3.1-08")
def test_what_is_not_held_is_paid_back_with_its_commission() -> None:
    field = Field()
    field.announced()
    field.do(do.Enter(player="a"))
    [_, back] = field.do(do.Cancel(why="fuerza mayor"))
    assert (back.amount, back.commission) == (60_000, 9_000)
    assert refused(field, do.Enter(player="b"))[1] == "not-at-this-stage"


@pytest.mark.clause("COL-7.3-12", "COL-5-03")
def test_no_table_breaks_while_entries_are_taken() -> None:
    field = Field()
    field.playing(30)
    assert not play.breaks(field.now).redraw


@pytest.mark.clause("COL-7.5.1-50")
def test_another_day_brings_new_time_bank_cards_on_top_of_those_left() -> None:
    field = Field(text=BASES + "tarjetas = 2\n")
    field.playing(30)
    one, other = field.now.live[:2]
    field.do(do.UseCard(player=one))
    assert (field.now.players[one].cards, field.now.players[other].cards) == (1, 2)
    field.do(do.EndDay(stacks=dict(field.now.book.stacks)))
    slips, cards = field.redraw(range(1, 5))
    field.do(do.NextDay(slips=slips, cards=cards, at=90_000.0))
    assert (field.now.players[one].cards, field.now.players[other].cards) == (3, 4)


@pytest.mark.clause(
    "COL-7.5.1-59", "COL-7.5.1-60", "COL-7.5.1-61", "COL-7.5.1-62", "COL-7.5.1-66", "COL-7.5.1-67",
    "COL-7.5.6-05",
)  # fmt: skip
def test_hand_for_hand_each_deals_one_and_those_out_at_different_tables_tie() -> None:
    """A and B out at one table, C at another: A, who had more, ties with C; B is behind them."""
    field = Field()
    field.playing(18)
    field.do(do.CloseRegistration(at=3700.0))
    a, b, c, *_ = field.now.tables[1].seats.values()
    d, e, *_ = field.now.tables[2].seats.values()
    field.do(do.CountTable(stacks={a: 15_000, b: 5_000, c: 40_000}))
    field.do(do.DealHand(table=1))
    field.do(do.HandForHand())
    again = ("COL-7.5.1-61", "others-play-their-hand")
    assert refused(field, do.DealHand(table=2)) == again  # the hand in progress ends first
    field.do(do.HandOver(table=1))
    for table in (1, 2):
        field.do(do.DealHand(table=table))
    field.do(do.HandOver(table=1, stacks={a: 0, b: 0, c: 60_000}))
    assert refused(field, do.DealHand(table=1)) == again
    assert field.now.places() == {a: [17], b: [18]}
    field.do(do.HandOver(table=2, stacks={d: 0, e: 40_000}))
    assert field.now.places() == {a: [16, 17], d: [16, 17], b: [18]}
    field.do(do.DealHand(table=1))  # all have played theirs
    assert field.now.at_once == ()


@pytest.mark.clause("COL-7.5.1-63", "COL-7.5.1-64", "COL-7.5.1-65")
def test_hand_for_hand_a_held_hand_is_ordered_on_once_no_other_table_plays() -> None:
    field = Field()
    field.playing(18)
    field.do(do.CloseRegistration(at=3700.0))
    field.do(do.HandForHand())
    assert refused(field, do.HoldHand(table=1)) == ("COL-7.5.1-63", "no-hand-in-course")
    for table in (1, 2):
        field.do(do.DealHand(table=table))
    assert refused(field, do.PlayOut(table=1)) == ("COL-7.5.1-64", "no-hand-held")
    field.do(do.HoldHand(table=2))
    assert refused(field, do.PlayOut(table=2)) == ("COL-7.5.1-63", "other-tables-play")
    field.do(do.HoldHand(table=1))
    assert refused(field, do.PlayOut(table=2)) == ("COL-7.5.1-63", "other-tables-play")
    field.do(do.PlayOut(table=1))
    assert refused(field, do.PlayOut(table=2)) == ("COL-7.5.1-63", "other-tables-play")
    field.do(do.HandOver(table=1))
    field.do(do.PlayOut(table=2))
    field.do(do.HandOver(table=2))
    assert not any(table.held for table in field.now.tables.values())


@pytest.mark.clause("COL-7.5.1-62", "COL-7.5.1-63")
def test_when_hand_for_hand_is_called_off_a_held_hand_waits_for_no_other_table() -> None:
    field = Field()
    field.playing(18)
    field.do(do.CloseRegistration(at=3700.0))
    field.do(do.HandForHand())
    for table in (1, 2):
        field.do(do.DealHand(table=table))
    field.do(do.HoldHand(table=2))
    field.do(do.HandForHand(on=False))
    field.do(do.PlayOut(table=2))
    assert field.now.tables[1].playing and not field.now.tables[2].held


@pytest.mark.clause("COL-7.5.5-32")
def test_a_pot_pushed_past_a_killed_winning_hand_is_given_to_it_until_a_new_hand_begins() -> None:
    field = Field()
    field.playing(18)
    field.do(do.CloseRegistration(at=3700.0))
    a, b, c, *_ = field.now.tables[1].seats.values()
    far, *_ = field.now.tables[2].seats.values()
    give = do.GivePot(player=a, winner=b, chips=4_000, reason="El croupier botó la mano ganadora")
    assert refused(field, give) == ("COL-7.5.5-32", "more-than-the-pot")  # no hand was played yet
    field.do(do.DealHand(table=1))
    had = dict(field.now.book.stacks)
    pushed = {a: had[a] - 3_000, b: had[b] + 4_000, c: had[c] - 1_000}
    field.do(do.HandOver(table=1, stacks=pushed))
    killed = "COL-7.5.5-32"
    assert refused(field, replace(give, reason=" ")) == (killed, "reason-missing")
    assert refused(field, replace(give, winner=far)) == (killed, "not-at-one-table")
    assert refused(field, replace(give, chips=0)) == (killed, "more-than-the-pot")
    # nobody counted the pot: he won 4,000 and had as much in as who lost most, and an ante of 50
    with pytest.raises(Refused, match=r"more-than-the-pot .* chips=7051 pot=7050"):
        field.do(replace(give, chips=7_051))
    assert refused(field, replace(give, player=b, winner=a)) == (killed, "more-than-the-pot")
    field.do(give)
    assert {who: field.now.book.stacks[who] for who in (a, b, c)} == {
        a: had[a] + 1_000, b: had[b], c: had[c] - 1_000,
    }  # fmt: skip
    acta = field.now.actas[-1]
    assert (acta.clauses, acta.table, acta.hand) == ((killed,), 1, 1)
    field.do(do.DealHand(table=1))
    assert refused(field, give) == (killed, "new-hand-begun")
    assert refused(field, do.CountTable(stacks={a: 1, b: 2})) == ("COL-7.4-01", "hand-in-course")


@pytest.mark.clause("COL-7.5.5-32")
def test_of_a_pot_that_was_counted_no_chip_more_is_given_than_was_pushed() -> None:
    field = Field()
    field.playing(18)
    field.do(do.CloseRegistration(at=3700.0))
    a, b, c, *_ = field.now.tables[1].seats.values()
    field.do(do.DealHand(table=1))
    had = dict(field.now.book.stacks)
    pushed = {a: had[a] - 3_000, b: had[b] + 4_000, c: had[c] - 1_000}
    staked = {a: 3_000, b: 3_000, c: 1_000}
    field.do(do.HandOver(table=1, stacks=pushed, staked=staked))
    give = do.GivePot(player=a, winner=b, chips=7_001, reason="El croupier botó la mano ganadora")
    with pytest.raises(Refused, match=r"more-than-the-pot .* chips=7001 pot=7000"):
        field.do(give)
    field.do(replace(give, chips=5_000))  # what is left of it is less by so much
    with pytest.raises(Refused, match=r"more-than-the-pot .* chips=5000 pot=2000"):
        field.do(replace(give, chips=5_000))
    field.do(replace(give, chips=2_000))
    assert field.now.book.stacks[a] == had[a] + 4_000 and field.now.book.stacks[b] == had[b] - 3_000


@pytest.mark.clause("COL-7.5.5-32", "COL-7.5.6-01")
def test_who_was_out_by_a_killed_winning_hand_is_back_and_who_had_its_pot_may_be_out() -> None:
    field = Field()
    field.playing(18)
    field.do(do.CloseRegistration(at=3700.0))
    a, b, *_ = field.now.tables[1].seats.values()
    field.do(do.DealHand(table=1))
    had = field.now.book.stacks[a]
    field.do(do.HandOver(table=1, stacks={a: 0, b: 2 * had}))
    field.do(do.Undo(reason="Ganaba la mano que el croupier botó"))
    field.do(do.GivePot(player=a, winner=b, chips=had, reason="Ganaba la mano botada"))
    assert field.now.book.stacks[a] == 2 * had and b not in field.now.live
    assert field.now.places() == {b: [18]}


@pytest.mark.clause("COL-3.5.2-02", "COL-3.1-16", "COL-7.2-03")
def test_company_enters_and_sits_down_many_at_once_as_if_one_by_one() -> None:
    field = Field(text=BASES.replace("maximo = 90", "maximo = 20"))
    field.announced()
    for person in ("p0", "p1"):
        field.do(do.Enter(player=person))
    bots = tuple(f"bot-{n}" for n in range(18))
    full = do.EnterCompany(players=(*bots, "bot-18"))
    assert refused(field, full) == ("COL-3.1-16", "field-full")
    twice = do.EnterCompany(players=("bot-1", "bot-1"))
    assert refused(field, twice) == ("COL-9.1-22", "entered-already")
    one = field.now.book.taken // 2
    field.do(do.EnterCompany(players=bots))
    assert field.now.book.taken == 20 * one and len(field.now.live) == 20
    field.do(do.OpenDoors())
    places = [f"{table}-{seat}" for seat in range(1, 8) for table in (1, 2, 3)]
    unfair = do.SeatCompany(players=bots[:2], slips=("1-1", "1-2"))
    assert refused(field, unfair) == ("COL-7.2-03", "not-a-slip-in-the-draw")
    few = do.SeatCompany(players=bots, slips=("1-1",))
    assert refused(field, few) == ("COL-7.2-03", "slip-a-player")
    field.do(do.SeatCompany(players=bots, slips=tuple(places[:18])))
    assert sorted(len(table.seats) for table in field.now.tables.values()) == [6, 6, 6]
    again = do.SeatCompany(players=bots[:1], slips=("1-8",))
    assert refused(field, again) == ("COL-7.2-01", "not-entered")
