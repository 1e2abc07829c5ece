"""Money at the table: chips for money, tips apart, authorised instruments, one owner a bet."""

from __future__ import annotations

import msgspec
import pytest

from tapete.chance import anyone, seeded
from tapete.core.book.account import Account, written
from tapete.core.book.plan import Plan, plan
from tapete.core.round.bets import Place, Remove, Slip
from tapete.core.round.event import BetPlaced, ChipsChanged
from tests.core.tables import a_table, changed, play, refused, rojo

PLAN = plan()


def with_instruments(*instruments: str) -> Plan:
    return msgspec.structs.replace(PLAN, instruments=instruments)


@pytest.mark.clause("CAT-I.3.2-04")
def test_the_croupier_changes_money_into_chips_exactly_when_the_player_asks() -> None:
    table = a_table(plan=PLAN, chips=0)
    event = table.exchange.change(3, 18_500)
    assert event.got == {"10000": 1, "5000": 1, "2500": 1, "1000": 1}
    assert table.available(3) == 18_500
    event = table.exchange.change(3, 2000, {500: 4})
    assert event.got == {"500": 4}
    assert table.available(3) == 20_500
    assert written(table.desk.accounts) == {"cash:3": -20_500, "seat:3": 20_500}


@pytest.mark.clause("CAT-I.3.2-04")
@pytest.mark.parametrize(
    ("seat", "amount", "chips", "code"),
    [
        (3, 18_700, None, "not-exact"),
        (3, 2000, {500: 3}, "not-exact"),
        (3, 2000, {2000: 1}, "no-such-chip"),
        (3, 2000, {1000: 3, 500: -2}, "no-such-chip"),
        (3, 0, None, "bad-amount"),
        (3, -500, None, "bad-amount"),
    ],
)
def test_a_change_that_is_not_exact_is_refused_and_leaves_no_trace(
    seat: int, amount: int, chips: dict[int, int] | None, code: str
) -> None:
    table = a_table(plan=PLAN, chips=0)
    refusal = refused(table.exchange.change, seat, amount, chips)
    assert (refusal.code, refusal.clause) == (code, "CAT-I.3.2-04")
    assert not table.desk.accounts and table.available(seat) == 0


def test_where_the_edition_has_chips_only_no_cash_is_changed() -> None:
    game = changed(values={"cash_changed": False}, clauses={"cash_changed": "AJ-3.1.4.2-02"})
    refusal = refused(a_table(game).exchange.change, 3, 1000)
    assert (refusal.code, refusal.clause) == ("no-cash-at-this-table", "AJ-3.1.4.2-02")


@pytest.mark.clause("CAT-I.3.2-05")
def test_a_tip_goes_into_its_own_account_and_mixes_with_nothing() -> None:
    table = a_table(plan=PLAN, chips=0)
    table.exchange.change(3, 10_000)
    table.exchange.tip(3, 1000)
    assert refused(table.exchange.tip, 3, 9500).code == "no-chips"
    assert refused(table.exchange.tip, 3, 500, by="jugador").clause == "CAT-I.3.2-05"
    table.begin()
    table.bet(Place(3, "rojo", 4000))
    assert refused(table.exchange.tip, 3, 5500).code == "no-chips"  # nor those on the felt
    table.bet(Remove(3, "rojo"))
    table.close_bets()
    table.answer("2")
    table.finish()
    play(table, Place(3, "rojo", 4000), result="2")
    assert written(table.desk.accounts) == {
        "cash:3": -10_000,
        "tips": 1000,
        "bank": 4000,
        "seat:3": 5000,
    }


@pytest.mark.clause("CAT-I.3.2-03")
def test_at_a_players_request_the_croupier_places_his_bet_with_his_chips() -> None:
    table = a_table(plan=PLAN, chips=0)
    table.exchange.change(3, 9000)
    table.begin()
    table.bet(Place(3, "tercio", 6000), by="croupier")
    assert table.available(3) == 3000
    assert refused(table.bet, rojo(3, 3500), by="croupier").code == "no-chips"
    refusal = refused(table.bet, rojo(), by="cajero")
    assert (refusal.code, refusal.clause) == ("not-your-role", "CAT-I.3.2-03")
    table.close_bets()
    table.answer("36")
    table.finish()
    assert table.available(3) == 3000 + 18 * 1000


@pytest.mark.clause("CAT-I.4.1-01", "CAT-I.1-10")
def test_a_bet_is_made_with_money_chips_whichever_way_they_are_called() -> None:
    table = a_table(plan=PLAN)
    table.begin()
    table.bet(rojo(), instrument="fichas-de-valor")
    table.bet(rojo(), instrument="fichas-de-dinero")
    refusal = refused(table.bet, rojo(), instrument="fichas-de-color")
    assert (refusal.code, refusal.clause) == ("no-colour-chips", "CAT-I.4.1-01")
    american = a_table(changed(values={"colour_chips": True}), plan=PLAN)
    american.exchange.check_instrument("fichas-de-color")
    placed = [event for event in table.close_bets() if isinstance(event, BetPlaced)]
    assert [event.amount for event in placed] == [1000, 1000]


@pytest.mark.clause("CAT-I.3.1-02")
def test_any_other_instrument_needs_to_be_authorised_beforehand() -> None:
    check = a_table(plan=PLAN).exchange.check_instrument
    for instrument in ("placas", "efectivo", "cheque", ""):
        refusal = refused(check, instrument)
        assert (refusal.code, refusal.clause) == ("instrument-not-authorised", "CAT-I.3.1-02")
    a_table(plan=with_instruments("placas")).exchange.check_instrument("placas")
    assert refused(a_table().exchange.check_instrument, "placas").clause == "CAT-I.3.1-02"


@pytest.mark.clause("CAT-I.3.1-03")
@pytest.mark.parametrize(
    "kind", ["cupones-de-juego", "fichas-promocionales", "tickets", "creditos-en-tarjeta"]
)
def test_each_promotion_always_needs_an_authorisation_of_its_own(kind: str) -> None:
    bare = a_table(plan=with_instruments(kind)).exchange.check_instrument
    assert refused(bare, kind).clause == "CAT-I.3.1-03"
    summer = a_table(plan=with_instruments(f"{kind}:verano")).exchange.check_instrument
    summer(f"{kind}:verano")
    refusal = refused(summer, f"{kind}:invierno")
    assert (refusal.code, refusal.clause) == ("promotion-not-authorised", "CAT-I.3.1-03")


@pytest.mark.clause("CAT-I.4.1-02")
def test_a_bet_by_word_of_mouth_is_never_accepted() -> None:
    table = a_table(plan=PLAN, seats=())
    table.sit(3, "ana", chips=2000)
    table.begin()
    for by in ("jugador", "croupier"):
        refusal = refused(table.bet, rojo(), instrument="palabra", by=by)
        assert (refusal.code, refusal.clause) == ("verbal-bet", "CAT-I.4.1-02")
    # A player who offers more chips than he has offers his word.
    table.bet(rojo(3, 1500))
    refusal = refused(table.bet, rojo(3, 1500))
    assert (refusal.code, refusal.clause) == ("no-chips", "CAT-I.4.1-02")
    refusal = refused(table.answer, Slip((rojo(3, 1500), Place(3, "negro", 1500))))
    assert (refusal.code, refusal.clause) == ("no-chips", "CAT-I.4.1-02")
    table.close_bets()
    assert table.available(3) == 500


@pytest.mark.clause("CAT-I.5.2-02")
def test_one_bet_has_one_owner() -> None:
    table = a_table(seats=())
    table.sit(3, "ana", chips=5000)
    table.sit(5, "benito", chips=5000)
    table.begin()
    table.bet(rojo(3), player="ana")
    refusal = refused(table.bet, rojo(3), player="benito")
    assert (refusal.code, refusal.clause) == ("one-bet-one-owner", "CAT-I.5.2-02")
    table.bet(rojo(5), player="benito")  # the same spot, but a bet of his own
    table.close_bets()
    table.answer("3")
    assert table.net_of(table.finish()) == {3: 1000, 5: 1000}


@pytest.mark.clause("CAT-I.5.2-03")
def test_no_chips_go_from_player_to_player_while_the_game_runs() -> None:
    table = a_table(plan=PLAN, chips=0)
    table.exchange.change(3, 5000)
    refusal = refused(table.exchange.hand_over, 3, 5, 1000)
    assert (refusal.code, refusal.clause) == ("no-chips-between-players", "CAT-I.5.2-03")
    assert table.available(3) == 5000
    # No event of any round moves value between the accounts of two seats.
    answer = anyone(seeded(7))
    records = [a_table(seats=(2, 3, 5)).play(answer) for _ in range(40)]
    for event in (event for record in records for event in record.events):
        owners = {owner(account) for account, _ in event.postings()} - {None}
        assert len(owners) <= 1, event


def owner(account: Account) -> int | None:
    return account.seat if account.kind in ("seat", "spot") else None


def test_a_player_brings_chips_and_takes_them_away() -> None:
    table = a_table(seats=())
    table.sit(3, "ana", chips=5000)
    play(table, rojo(), result="3")
    assert table.available(3) == 6000
    table.leave(3)
    assert written(table.desk.accounts) == {"cash:3": 1000, "bank": -1000}
    table.sit(3, "benito")
    assert table.available(3) == 0
    brought = [event for event in table.log if isinstance(event, ChipsChanged)]
    assert [event.amount for event in brought] == [5000, 6000]


@pytest.mark.clause("CAT-I.4.1-02")
def test_who_brought_no_chips_has_none_to_stake() -> None:
    """Chips are counted at every seat: there is no seat whose chips nobody knows."""
    table = a_table(seats=())
    table.sit(3, "ana")
    table.begin()
    assert table.available(3) == 0
    refusal = refused(table.bet, rojo())
    assert (refusal.code, refusal.clause) == ("no-chips", "CAT-I.4.1-02")
    table.bring(3, 1000)  # also while betting is open
    table.bet(rojo())
    assert table.available(3) == 0


def test_nobody_bets_when_no_round_is_in_course_or_betting_is_closed() -> None:
    table = a_table()
    assert refused(table.bet, rojo()).code == "no-round"
    table.begin()
    table.close_bets()
    refusal = refused(table.bet, rojo())
    assert (refusal.code, refusal.clause) == ("bets-closed", "CAT-II.1.4-28")
    assert refused(table.close_bets).code == "bets-not-open"
    table.answer("17")
    assert refused(table.bet, rojo()).code == "bets-not-open"


def test_a_player_may_take_some_of_his_chips_off_the_table_and_stay() -> None:
    table = a_table(plan=PLAN, chips=0)
    assert refused(table.put_away, 9, 100).code == "not-seated"
    table.bring(3, 5000)
    assert refused(table.put_away, 3, 5001).code == "no-chips"
    assert refused(table.put_away, 3, 0).code == "bad-amount"
    table.put_away(3, 2000)
    assert 3 in table.players and table.available(3) == 3000
    assert written(table.desk.accounts) == {"cash:3": -3000, "seat:3": 3000}


@pytest.mark.clause("CAT-I.3.2-10")
def test_no_money_is_changed_at_a_closed_table() -> None:
    table = a_table(chips=0)
    table.suspend("incendio")
    refusal = refused(table.exchange.change, 3, 1000)
    assert (refusal.clause, refusal.code) == ("CAT-I.3.2-10", "table-closed")
    assert not table.desk.chips(3)
    table.resume()
    table.exchange.change(3, 1000)
    assert table.desk.chips(3) == 1000
