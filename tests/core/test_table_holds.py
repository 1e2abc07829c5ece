"""Payments held for verification: half an hour at the most, and the game goes on."""

from __future__ import annotations

import msgspec
import pytest

from tapete.core.book.account import account, of_person, written
from tapete.core.book.plan import plan
from tapete.core.round.event import PaymentHeld, PaymentReleased
from tapete.core.table.table import Table
from tests.core.tables import a_table, changed, play, refused, rojo

HALF_HOUR = 30 * 60


def after_a_win(chips: int = 5000) -> Table:
    table = a_table(seats=())
    table.sit(3, "ana", chips=chips)
    table.sit(5, "benito", chips=chips)
    play(table, rojo(3, 2000), result="3")
    return table


@pytest.mark.clause("CAT-I.6-04")
def test_winnings_are_withheld_to_verify_the_play_for_half_an_hour_at_the_most() -> None:
    table = after_a_win()
    assert table.available(3) == 7000
    refusal = refused(table.holds.hold, 3, now=100, by="croupier")
    assert (refusal.code, refusal.clause) == ("not-your-role", "CAT-I.6-04")
    hold = table.holds.hold(3, now=100)
    assert (hold.amount, hold.until) == (2000, 100 + HALF_HOUR)  # the stake is not withheld
    held = table.log[-1]
    assert isinstance(held, PaymentHeld) and held.postings() == (
        (account("seat:3"), -2000),
        (account("held:3"), 2000),
    )
    assert (table.available(3), table.holds.of(3)) == (5000, 2000)
    assert table.holds.tick(100 + HALF_HOUR - 1) == 0
    assert table.available(3) == 5000
    assert table.holds.tick(100 + HALF_HOUR) == 1
    assert (table.available(3), table.holds.of(3)) == (7000, 0)
    released = table.log[-1]
    assert isinstance(released, PaymentReleased) and released.why == "plazo"
    assert table.holds.tick(10**6) == 0


@pytest.mark.clause("CAT-I.6-05")
def test_the_table_goes_on_and_the_winner_plays_meanwhile_with_other_chips() -> None:
    table = after_a_win(chips=2000)
    table.holds.hold(3, now=0)
    assert table.available(3) == 2000
    table.begin()
    assert refused(table.bet, rojo(3, 3000)).code == "no-chips"  # held chips cannot be staked
    table.bet(rojo(3, 1500))
    table.close_bets()
    table.answer("3")
    assert table.net_of(table.finish()) == {3: 1500}
    table.holds.hold(3, now=60)  # the next win is held too, on its own
    assert (table.available(3), table.holds.of(3)) == (2000, 3500)
    table.holds.release(3, 1)
    assert (table.available(3), table.holds.of(3)) == (4000, 1500)
    assert table.holds.tick(HALF_HOUR) == 0
    assert table.holds.tick(HALF_HOUR + 60) == 1
    assert table.available(3) == 5500
    assert written(table.desk.accounts) == {"cash:3": -2000, "cash:5": -2000, "seat:3": 5500,
                                   "seat:5": 2000, "bank": -3500}  # fmt: skip


def test_what_is_held_is_paid_once_and_only_what_was_won() -> None:
    table = after_a_win()
    assert refused(table.holds.hold, 5, now=0).code == "nothing-won"
    table.holds.hold(3, now=0)
    assert refused(table.holds.hold, 3, now=0).code == "already-held"
    table.holds.release(3, 1)
    assert refused(table.holds.release, 3, 1).code == "nothing-held"
    play(table)
    assert refused(table.holds.hold, 3, now=0).code == "nothing-won"


def test_once_the_next_round_has_begun_the_winners_have_been_paid() -> None:
    table = after_a_win()
    table.begin()
    assert refused(table.holds.hold, 3, now=0).code == "already-paid"
    assert refused(a_table().holds.hold, 3, now=0).code == "already-paid"


def test_winnings_a_player_has_already_given_away_are_not_held() -> None:
    table = after_a_win()
    table.exchange.tip(3, 5500)
    assert refused(table.holds.hold, 3, now=0).code == "already-paid"
    assert table.available(3) == 1500


def test_a_winner_who_has_gone_has_been_paid_and_who_sits_there_now_has_won_nothing() -> None:
    table = after_a_win()
    table.leave(3)
    assert refused(table.holds.hold, 3, now=0).code == "already-paid"
    table.sit(3, "carla", chips=1000)
    assert refused(table.holds.hold, 3, now=0).code == "already-paid"
    assert table.available(3) == 1000


def test_what_is_held_follows_a_player_who_leaves_and_not_the_next_one_in_his_seat() -> None:
    table = after_a_win()
    won_by = table.players[3]
    table.holds.hold(3, now=0)
    table.leave(3)
    table.sit(3, "carla", chips=1000)
    assert table.holds.of(3) == 0
    table.holds.tick(HALF_HOUR)
    assert table.available(3) == 1000
    # What is owed to him names him: the place is another's by now.
    assert table.desk.accounts[of_person(won_by)] == 2000
    assert table.desk.accounts[account("cash:3")] == -5000 + 5000 - 1000
    assert sum(table.desk.accounts.values()) == 0


@pytest.mark.clause("CAT-I.6-04")
def test_a_game_outside_roulette_cards_and_dice_has_no_such_hold() -> None:
    game = changed(values={"payment_hold": False}, clauses={"payment_hold": "CAT-I.6-04"})
    table = a_table(game)
    play(table, rojo(), result="3")
    refusal = refused(table.holds.hold, 3, now=0)
    assert (refusal.code, refusal.clause) == ("no-hold-in-this-game", "CAT-I.6-04")


def test_the_plan_may_set_a_shorter_time() -> None:
    short = msgspec.structs.replace(plan(), hold_minutes=10)
    table = a_table(plan=short)
    play(table, rojo(), result="3")
    assert table.holds.hold(3, now=0).until == 600
