"""Staff, players, start, end and the two modalities (CAT-IV.1.3, 1.4.2, 1.5-01, 02, 66)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.chance import anyone, seeded
from tapete.core.book.account import account
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.bets import Limits, Noticed, Place, Remove, Slip
from tapete.core.round.chance import NoResult, Roll
from tapete.core.round.event import Announced, BetLost, BetReturned, BetWon, ResultShown, TurnGiven
from tapete.core.round.replay import replay
from tapete.core.table.table import PLENTY, Table
from tapete.games.dice.craps.cloth import CrapsCloth
from tapete.games.dice.craps.game import CRAPS, MINI_CRAPS
from tapete.games.registry import find
from tests.games.dice.craps.throws import (
    STAFF,
    nets,
    on_felt,
    on_point,
    opened,
    refusal,
    said,
    slip,
    throw,
    told,
)


def refused_staff(game: Any, *staff: str) -> tuple[str, str]:
    table = Table(game, seats=[1])
    with pytest.raises(Refused) as refused:
        table.open_play(staff, by=staff[-1])
    return refused.value.clause, refused.value.code


@pytest.mark.clause("CAT-IV.1.3-01", "CAT-IV.1.4.1-01")
def test_craps_and_mini_craps_have_the_same_bets_payments_and_rules_of_play() -> None:
    craps, mini = find("craps").rules_of(), find("mini-craps").rules_of()
    assert (craps.name, mini.name) == ("Craps", "Mini Craps")
    assert (craps.bets, craps.pays) == (mini.bets, mini.pays)
    said_of = (msgspec.structs.asdict(rules) for rules in (craps, mini))
    differ = {name for (name, ours), theirs in zip(next(said_of).items(), next(said_of).values(),
              strict=True) if ours != theirs}  # fmt: skip
    assert differ == {"game", "name", "clauses", "croupiers_min", "staff", "chief_separate"}
    differ = {name for name, clause in craps.clauses.items() if clause != mini.by(name)}
    assert differ == {"croupiers_min", "staff", "chief_separate"}
    cloths = [CrapsCloth(rules=game.rules_of(), point=None, shooters=(1,)) for game in
              (CRAPS, MINI_CRAPS)]  # fmt: skip
    assert list(cloths[0].bets()) == list(cloths[1].bets())
    table = opened(1, 2, game=MINI_CRAPS, staff=("croupier", "jefe-de-mesa"))
    assert nets(table, throw(table, "5-6", bets={2: {"pass": 500}})) == {2: 500}


@pytest.mark.clause("CAT-IV.1.4.2-01")
def test_craps_needs_a_tallador_and_one_or_two_pagadores() -> None:
    assert refused_staff(CRAPS, "tallador", "jefe-de-mesa")[0] == "CAT-IV.1.4.2-01"
    assert refused_staff(CRAPS, "pagador", "pagador", "jefe-de-mesa")[0] == "CAT-IV.1.4.2-01"
    three = ["tallador", *["pagador"] * 3, "jefe-de-mesa"]
    assert refused_staff(CRAPS, *three) == ("CAT-IV.1.4.2-01", "staff-missing")
    for pagadores in (1, 2):
        Table(CRAPS).open_play(["tallador", *["pagador"] * pagadores, "jefe-de-mesa"])


@pytest.mark.clause("CAT-IV.1.4.2-02", "CAT-IV.1.4.2-03")
def test_mini_craps_needs_one_croupier_and_a_jefe_de_mesa_who_is_somebody_else() -> None:
    Table(MINI_CRAPS).open_play(["croupier", "jefe-de-mesa"])
    assert refused_staff(MINI_CRAPS, "jefe-de-mesa")[0] == "CAT-IV.1.4.2-02"
    assert refused_staff(MINI_CRAPS, "croupier") == ("CAT-IV.1.4.2-03", "jefe-de-mesa-missing")


@pytest.mark.clause("CAT-IV.1.4.2-09")
def test_in_craps_the_tallador_may_be_the_jefe_de_mesa_as_well() -> None:
    table = Table(CRAPS, seats=[1])
    table.open_play(["tallador", "pagador"], by="tallador")
    assert table.open
    with pytest.raises(Refused):
        Table(CRAPS).open_play(["tallador", "pagador"], by="pagador")


@pytest.mark.clause("CAT-IV.1.4.2-08", "CAT-IV.1.4.2-13")
def test_pagadores_change_money_for_chips_and_the_tallador_helps_them() -> None:
    table = opened(1, 2)
    for role, seat in (("pagador", 1), ("tallador", 2)):
        table.exchange.change(seat, 5000, by=role)
        assert table.desk.chips(seat) == PLENTY + 5000
        # The money has left the player.
        assert table.desk.accounts[account(f"cash:{seat}")] == -PLENTY - 5000
    with pytest.raises(Refused):
        table.exchange.change(1, 5000, by="jugador")


@pytest.mark.clause("CAT-IV.1.4.2-12")
def test_pagadores_collect_the_tips_into_their_slot() -> None:
    table = opened(1)
    table.exchange.change(1, 5000, by="pagador")
    table.exchange.tip(1, 700, by="pagador")
    assert table.desk.chips(1) == PLENTY + 4300 and table.desk.accounts[account("tips")] == 700


@pytest.mark.clause("CAT-IV.1.4.2-04", "CAT-IV.1.5-02")
def test_the_tallador_announces_the_start_and_invites_the_players() -> None:
    table = opened(1)
    live = table.begin(by="tallador")
    invited = Announced(what="hagan-juego", clause="CAT-IV.1.5-02")
    assert live.events[-1] == invited  # the last thing told before bets are asked for
    with pytest.raises(Refused):
        opened(1).begin(by="jugador")


@pytest.mark.clause("CAT-IV.1.4.2-06")
def test_the_tallador_states_the_result_and_passes_the_dice() -> None:
    table = on_point(6, 1, 2)
    record = throw(table, "3-4")
    [result] = told(record, ResultShown)
    assert (result.result, result.facts) == ("3-4", {"total": 7, "punto": 6})
    assert result.clause == "CAT-IV.1.4.2-06"
    assert told(record, TurnGiven)[-1].seat == 1


@pytest.mark.clause("CAT-IV.1.4.2-11")
def test_losing_bets_are_taken_before_the_winning_ones_are_paid() -> None:
    table = opened(1, 2)
    bets = {1: {"siete": 100, "field": 100}, 2: {"pass": 100, "over-7": 100}}
    record = throw(table, "5-6", bets=bets)
    order = [type(e) for e in record.events if isinstance(e, BetLost | BetWon)]
    assert order == [BetLost, BetWon, BetWon, BetWon]
    assert [e.bet for e in told(record, BetLost)] == ["siete"]


@pytest.mark.clause("CAT-IV.1.4.2-15")
def test_there_is_no_number_of_players_at_which_the_table_is_full() -> None:
    table = opened()
    for seat in range(1, 41):
        table.sit(seat, f"player-{seat}", chips=PLENTY)
    assert CRAPS.rules_of().players_max is None
    assert nets(table, throw(table, "5-6", bets={40: {"pass": 1}, 1: {"pass": 2}})) == {1: 2, 40: 1}


@pytest.mark.clause("CAT-IV.1.5-01")
def test_one_player_is_enough_to_start_and_none_is_not() -> None:
    with pytest.raises(Refused) as empty:
        opened().begin()
    assert (empty.value.clause, empty.value.code) == ("CAT-IV.1.5-01", "players-missing")
    table = opened(5)
    throw(table, "1-3", bets={5: {"pass": 100}})
    throw(table, "3-4")
    assert table.state.shooter == 5  # type: ignore[attr-defined]


@pytest.mark.clause("CAT-IV.1.6.2-01")
def test_nobody_changes_place_while_bets_are_made_and_the_game_goes_on() -> None:
    table = opened(1, 2)
    table.begin()
    with pytest.raises(Refused, match="round-in-course"):
        table.leave(1)
    with pytest.raises(Refused):  # a place is somebody's: no bets from another's
        table.bet(Place(2, "field", 100), player="seat-1")
    table.answer(slip({2: {"pass": 100}}))
    table.answer(("5", "6"))
    assert nets(table, table.finish()) == {2: 100}


# The last game


@pytest.mark.clause("CAT-IV.1.5-66")
def test_the_last_game_is_the_whole_series_for_its_point() -> None:
    table = opened(1, 2)
    table.announce_last(by="tallador")
    assert [(e.clause, e.kind) for e in table.log[-1:]] == [("CAT-IV.1.5-66", "announced")]
    throw(table, "1-5", bets={2: {"pass": 100}})
    throw(table, "5-6", bets={1: {"come": 100}})
    assert table.open
    throw(table, "3-4")
    assert not table.open
    with pytest.raises(Refused, match="table-closed"):
        table.begin()


@pytest.mark.clause("CAT-IV.1.5-66")
@pytest.mark.parametrize("dice", ["3-4", "5-6", "1-1", "1-2", "6-6"])
def test_a_last_game_decided_by_its_first_throw_closes_the_table(dice: str) -> None:
    table = opened(1, 2)
    table.announce_last()
    throw(table, dice, bets={2: {"pass": 100, "dont-pass": 100}})
    assert not table.open


@pytest.mark.clause("CAT-IV.1.5-66")
def test_bets_left_when_the_last_point_is_made_are_thrown_for_without_new_ones() -> None:
    table = opened(1, 2)
    table.announce_last()
    bets = {1: {"right:9": 500, "hard-4": 300, "big-8": 200}, 2: {"pass": 1000}}
    throw(table, "1-5", bets=bets)
    record = throw(table, "2-4")
    assert [e.bet for e in told(record, BetReturned) if e.why == "fin-del-juego"] == ["hard-4"]
    assert table.open and on_felt(table) == {(1, "right:9"): 500, (1, "big-8"): 200}
    for bet in ("pass", "field", "right:9"):
        assert refusal(table, Place(2, bet, 100)) == ("CAT-IV.1.5-66", "last-game-over")
    assert refusal(table, Remove(1, "big-8")) == ("", "taken")
    record = throw(table, "4-5")  # no line bet is asked for, and nine sets no point
    assert nets(table, record) == {1: 700}
    assert on_felt(table) == {(1, "big-8"): 200} and table.open  # the right bet won and came off
    throw(table, "2-6")
    assert not table.open


@pytest.mark.clause("CAT-IV.1.5-66")
def test_the_last_game_is_announced_before_it_starts_and_not_with_a_point_on() -> None:
    table = on_point(6, 1, 2)
    log = list(table.log)
    with pytest.raises(Refused) as during:
        table.announce_last(by="tallador")
    assert (during.value.clause, during.value.code) == ("CAT-IV.1.5-66", "point-is-set")
    assert table.last_rounds_left is None and table.log == log
    throw(table, "2-4")
    table.announce_last(by="tallador")
    assert table.last_rounds_left == 1


@pytest.mark.clause("CAT-IV.1.5-66", "CAT-IV.1.5-35")
@pytest.mark.parametrize(("dice", "won"), [("3-3", 500), ("3-4", -500)])
def test_a_last_game_all_have_left_ends_with_the_bets_they_could_not_withdraw(
    dice: str, won: int
) -> None:
    table = opened(2, 4)
    table.announce_last()
    throw(table, "5-5", bets={4: {"pass": 100}})
    throw(table, "3-3", bets={4: {"come": 500, "right:9": 100}})
    table.leave(4)
    table.leave(2)
    assert on_felt(table) == {(4, "come:6"): 500}
    live = table.begin()
    table.answer(slip())
    assert isinstance(live.ask, Roll) and live.ask.shooter is None  # the tallador throws
    table.answer(NoResult("dado-fuera"), by="tallador")  # and nobody is asked which die he takes
    assert isinstance(live.ask, Roll)
    table.answer(tuple(dice.split("-")), by="tallador")
    if live.ask is not None:
        table.answer("si")  # the die was found
    record = table.finish()
    assert nets(table, record) == {4: won} and not on_felt(table)
    assert replay(read_record(record.text()), find).events == list(record.events)
    assert not table.open and table.state.point is None  # type: ignore[attr-defined]


@pytest.mark.clause("CAT-IV.1.5-66", "CAT-IV.1.5-28")
def test_a_last_game_all_have_left_with_nothing_on_the_cloth_ends_at_once() -> None:
    table = opened(2, 4)
    table.announce_last()
    throw(table, "5-5", bets={4: {"pass": 100, "right:9": 100}})
    table.leave(2)
    assert table.open
    table.leave(4)
    assert not table.open and table.state.point is None  # type: ignore[attr-defined]


@pytest.mark.clause("CAT-IV.1.5-66", "CAT-IV.1.5-20")
def test_if_none_who_is_left_may_throw_the_last_game_goes_on_for_the_bets_that_stand() -> None:
    table = opened(2, 4)
    for _ in range(2):
        table.act("fault", seat=2, what="ambas-manos")
    table.act("deprive", seat=2)
    table.announce_last()
    throw(table, "5-5", bets={4: {"pass": 100}, 2: {"pass": 300}})
    table.leave(4)
    assert nets(table, throw(table, "4-6")) == {2: 300}
    assert not table.open


@pytest.mark.clause("CAT-IV.1.5-66")
def test_a_table_opened_again_starts_a_new_game() -> None:
    table = opened(1, 2)
    table.announce_last()
    throw(table, "5-6", bets={2: {"pass": 100}})
    table.open_play(STAFF)
    assert nets(table, throw(table, "3-4", bets={2: {"pass": 100}})) == {2: 100}
    assert table.open


# Laws


@pytest.mark.parametrize("edition", ["scj-2023", "aj-bolivia"])
@pytest.mark.parametrize("seed", range(4))
def test_any_throws_end_replay_and_conserve_every_chip(edition: str, seed: int) -> None:
    table = opened(1, 2, 3, 5, edition=edition, limits=Limits(min=10, max=5000))
    answerer = anyone(seeded(seed))
    for _ in range(60):
        record = table.play(answerer)
        assert replay(read_record(record.text()), find).events == list(record.events)
        assert sum(amount for e in record.events for _, amount in e.postings()) == 0
        spots = {a.text: amount for a, amount in table.desk.accounts.items() if a.kind == "spot"}
        assert spots == {
            f"spot:{bet}/{seat}": amount for (seat, bet), amount in on_felt(table).items()
        }


@pytest.mark.clause("CAT-I.4.2-03")
def test_a_come_bet_noticed_late_moves_to_its_number_without_what_is_above_the_maximum() -> None:
    table = on_point(6, 1, 2, limits=Limits(max=1000))
    table.begin()
    table.answer(Slip((Noticed(1, "come", 1500, "jefe-de-sala"),)))
    table.answer(("4", "5"))
    back = told(table.finish(), BetReturned)
    # It has neither won (CAT-I.4.2-04) nor lost (-05) yet.
    assert [(e.amount, e.why, e.clause) for e in back] == [(500, "exceso", "CAT-I.4.2-03")]
    assert on_felt(table)[1, "come:9"] == 1000


def test_a_standing_bet_noticed_late_above_the_maximum_gives_its_excess_back() -> None:
    table = on_point(6, 1, 2, limits=Limits(max=1000))
    late = Slip((Noticed(1, "right:9", 1500, "jefe-de-sala"),))
    live = table.begin()
    table.answer(late)
    table.answer(("5", "6"))
    assert live.ended
    record = table.finish()
    assert [(e.amount, e.why) for e in told(record, BetReturned)] == [(500, "exceso")]
    assert on_felt(table)[1, "right:9"] == 1000
    assert said(record)[-1] == "limites"
