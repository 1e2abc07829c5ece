"""The acceptor before each place: credits, lights, and the lock (CAT-III.6.4.1, CAT-III.6.6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tapete.core.book.account import written
from tapete.core.book.refused import Refused
from tapete.games.poker.pot import PotCredited
from tapete.games.poker.progressive import Complementary
from tapete.systems.progressive.commands import (
    BuyCredits,
    CashCredits,
    End,
    FailLight,
    Feed,
    Lock,
    MendLight,
    Stake,
    TakeBack,
    UnlinkTable,
)
from tapete.systems.progressive.events import PROMOTIONS
from tapete.systems.progressive.journal import ProgressiveJournal
from tapete.systems.progressive.report import Meter, meters
from tests.systems.progressive.pots import accounts, bet, levels, pot_of

CHIPS = "fichas-de-valor"
GIFT = Complementary(prize="sorteo", odds=Fraction(1, 9), credits=2)


def electronic(**changes: Any) -> ProgressiveJournal:
    return pot_of(acceptor="electronico", **changes)


def loaded(credits: int, **changes: Any) -> ProgressiveJournal:
    """A pot with credits loaded at position 3 of table A."""
    pot = electronic(**changes)
    pot.do(BuyCredits("A", 3, credits, CHIPS))
    return pot


def meter(pot: ProgressiveJournal, seat: int = 3) -> Meter:
    return meters(pot.state, "A")[seat]


def refused(pot: ProgressiveJournal, command: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as found:
        pot.do(command)
    return found.value.clause, found.value.code


@pytest.mark.clause("CAT-III.6.4.1-03", "CAT-III.6.4.1-04", "CAT-III.6.4.1-05", "CAT-III.6.4.1-06")
def test_credits_are_bought_loaded_and_staked_by_pressing_and_the_light_goes_on() -> None:
    pot = electronic()
    pot.do(BuyCredits("A", 3, 4, "efectivo"))
    pot.do(BuyCredits("A", 3, 1, CHIPS))
    assert meter(pot) == Meter("apagada", 0, 5, 0)
    assert meter(pot, 2) == Meter("apagada", 0, 0, 0)
    [pressed] = pot.do(Stake("A", 3, 2))
    assert meter(pot) == Meter("encendida", 2, 3, 0)
    assert pressed.clause == "CAT-III.6.4.1-05"
    held = {"cash:3": -4000, "seat:3": -1000 + 2000, "pot:credits": 3000}
    assert written(accounts(pot.events)) == held


@pytest.mark.clause("CAT-III.6.4.1-04")
def test_a_bet_cannot_exceed_the_loaded_credits() -> None:
    pot = loaded(2)
    assert refused(pot, Stake("A", 3, 3)) == ("CAT-III.6.4.1-04", "no-credits")
    assert refused(pot, Stake("A", 2, 1)) == ("CAT-III.6.4.1-04", "no-credits")
    pot.do(Stake("A", 3, 2))
    assert refused(pot, Stake("A", 3, 1)) == ("CAT-III.6.4.1-04", "no-credits")


@pytest.mark.clause("CAT-III.6.4.1-04", "AJ-2.5.4.1-01")
def test_bolivia_sells_credits_for_money_chips_only() -> None:
    electronic().do(BuyCredits("A", 3, 1, "efectivo"))
    pot = electronic(edition="aj-bolivia")
    found = refused(pot, BuyCredits("A", 3, 1, "efectivo"))
    assert found == ("AJ-2.5.4.1-01", "credits-not-for-that")
    pot.do(BuyCredits("A", 3, 1, CHIPS))
    assert meter(pot).credits == 1


@pytest.mark.clause("CAT-III.6.4.1-08", "AJ-2.5.4.1-02")
@pytest.mark.parametrize(
    ("edition", "clause"), [("scj-2023", "CAT-III.6.4.1-08"), ("aj-bolivia", "AJ-2.5.4.1-02")]
)
def test_a_slot_takes_chips_and_shows_the_bet_alone(edition: str, clause: str) -> None:
    pot = pot_of(edition=edition)
    assert refused(pot, BuyCredits("A", 3, 1, CHIPS)) == (clause, "no-meter-for-credits")
    assert refused(pot, CashCredits("A", 3)) == (clause, "no-meter-for-credits")
    for wrong in ("efectivo", "fichas-de-color"):
        assert refused(pot, Stake("A", 3, 2, wrong)) == (clause, "not-for-the-slot")
    pot.do(Stake("A", 3, 2))
    assert meter(pot) == Meter("encendida", 2)
    assert accounts(pot.events) == {}  # the chips lie on the table's spot


@pytest.mark.clause("CAT-III.6.4.1-06", "CAT-III.6.5.1-04")
def test_chips_in_the_slot_light_the_position_at_once() -> None:
    pot = pot_of()
    [staked] = pot.do(Stake("A", 5, 1))
    assert staked.clause == "CAT-III.6.5.1-04"
    assert [seat for seat, one in meters(pot.state, "A").items() if one.light == "encendida"] == [5]


@pytest.mark.clause("CAT-III.6.4.1-07", "CAT-III.6.5.1-05", "CAT-III.6.4.1-11")
@pytest.mark.parametrize("acceptor", ["electronico", "manual"])
def test_the_croupier_locks_the_bets_and_sees_who_is_in_play(acceptor: str) -> None:
    pot = pot_of(acceptor=acceptor)
    if acceptor == "electronico":
        pot.do(BuyCredits("A", 3, 5, CHIPS))
    pot.do(Stake("A", 3, 1))
    pot.do(Lock("A", {3: 1000}))
    lights = {seat: one.light for seat, one in meters(pot.state, "A").items()}
    assert lights == {**dict.fromkeys(range(1, 8), "apagada"), 3: "en-juego"}
    for command in (Stake("A", 3, 1), TakeBack("A", 3), Stake("A", 2, 1)):
        assert refused(pot, command) == ("CAT-III.6.4.1-07", "bets-closed")
    assert refused(pot, Lock("A", {}))[1] == "bets-closed"
    pot.do(End("A"))
    assert meter(pot).light == "apagada"
    pot.do(Stake("A", 3, 1))


@pytest.mark.clause("CAT-III.6.6-01")
def test_a_bet_whose_light_is_off_is_void_and_the_credits_come_back() -> None:
    pot = loaded(5)
    pot.do(Stake("A", 3, 2))
    pot.do(FailLight("A", 3))
    told = bet(pot, {3: 2000, 4: 1000})  # and seat 4 never pressed
    assert told == [] and levels(pot).main == 0
    assert (meter(pot).light, meter(pot).credits, meter(pot).bet) == ("cerrada", 5, 0)
    assert refused(pot, Feed("A", 4, 1000)) == ("CAT-III.6.6-01", "no-bet-on-the-pot")


def test_a_press_that_does_not_match_the_bet_on_the_table_does_not_count() -> None:
    pot = loaded(5)
    pot.do(Stake("A", 3, 2))
    assert bet(pot, {3: 5000}) == []
    assert meter(pot).credits == 5
    assert written(accounts(pot.events)) == {"seat:3": -5000, "pot:credits": 5000}


@pytest.mark.clause("CAT-III.6.6-02", "ARI-4.1-01")
@pytest.mark.parametrize(
    ("edition", "clause"), [("scj-2023", "CAT-III.6.6-02"), ("arica-2017", "ARI-4.1-01")]
)
def test_a_faulty_position_is_closed_until_it_is_mended(edition: str, clause: str) -> None:
    pot = pot_of(edition=edition)
    [failed] = pot.do(FailLight("A", 3))
    assert failed.clause == clause and pot.do(FailLight("A", 3)) == ()
    assert meter(pot).light == "cerrada"
    link = pot.link("A").terms()
    assert link is not None and link.closed == (3,)
    assert refused(pot, Stake("A", 3, 1)) == (clause, "position-closed")
    assert bet(pot, {3: 1000}) == []
    pot.do(End("A"))
    pot.do(MendLight("A", 3))
    assert pot.do(MendLight("A", 3)) == ()
    assert len(bet(pot, {3: 1000})) == 1


@pytest.mark.clause("CAT-III.6.5.1-03")
def test_a_stake_keeps_to_the_limits_of_the_pot() -> None:
    pot = loaded(9, min=2000, max=4000)
    assert refused(pot, Stake("A", 3, 1)) == ("CAT-III.6.5.1-03", "under-minimum")
    assert refused(pot, Stake("A", 3, 5)) == ("CAT-III.6.5.1-03", "over-maximum")
    pot.do(Stake("A", 3, 2))
    pot.do(Stake("A", 3, 2))
    assert refused(pot, Stake("A", 3, 1)) == ("CAT-III.6.5.1-03", "over-maximum")


@pytest.mark.clause("CAT-III.6.4.1-02")
def test_only_whole_credits_at_a_place_with_an_acceptor_are_taken() -> None:
    pot = pot_of()
    for command in (Stake("A", 3, 0), Stake("A", 3, -1)):
        assert refused(pot, command) == ("CAT-III.6.4.1-02", "not-whole-credits")
    assert refused(pot, Stake("A", 8, 1)) == ("CAT-III.6.4.1-02", "acceptor-missing")
    assert refused(pot, Stake("B", 1, 1))[1] == "table-not-linked"
    assert bet(pot, {2: 400}) == []  # less than a credit does not move the counter


def test_a_bet_is_taken_back_before_the_close() -> None:
    pot = loaded(5)
    pot.do(Stake("A", 3, 3))
    pot.do(TakeBack("A", 3, 1))
    assert meter(pot) == Meter("encendida", 2, 3, 0)
    assert refused(pot, TakeBack("A", 3, 3))[1] == "no-bet-on-the-pot"
    pot.do(TakeBack("A", 3))
    assert meter(pot) == Meter("apagada", 0, 5, 0)
    assert refused(pot, TakeBack("A", 3))[1] == "no-bet-on-the-pot"


def test_credits_nobody_staked_are_chips_again_and_a_table_with_credits_stays_linked() -> None:
    pot = loaded(5)
    assert refused(pot, UnlinkTable("A", informed="I-2"))[1] == "credits-left"
    pot.do(Stake("A", 3, 2))
    assert refused(pot, UnlinkTable("A", informed="I-2"))[1] == "round-in-course"
    pot.do(TakeBack("A", 3))
    pot.do(CashCredits("A", 3))
    assert accounts(pot.events) == {}
    assert refused(pot, CashCredits("A", 3))[1] == "no-credits"
    pot.do(UnlinkTable("A", informed="I-2"))
    assert pot.state.tables == {}


@pytest.mark.clause("CAT-III.6.5.1-17", "CAT-III.6.5.1-15")
def test_promotional_credits_can_only_be_played_on_the_progressive() -> None:
    pot = loaded(1, complementary=GIFT)
    pot.do(Stake("A", 3, 1))
    bet(pot, {3: 1000})
    won = PotCredited(seat=3, prize="sorteo", credits=2, clause="CAT-III.6.5.1-17")
    pot.link("A").take([won])
    pot.do(End("A"))
    assert meter(pot) == Meter("apagada", 0, 0, 2)
    pot.do(Stake("A", 3, 1))  # the house pays for them when they are staked
    assert meter(pot) == Meter("encendida", 1, 0, 1)
    assert accounts(pot.events)[PROMOTIONS] == -1000
    bet(pot, {3: 1000})
    pot.do(End("A"))
    pot.do(CashCredits("A", 3))  # never cash
    assert meter(pot) == Meter("apagada", 0, 0, 0)
    assert accounts(pot.events)[PROMOTIONS] == -1000


def test_promotional_credits_of_a_void_bet_are_promotional_again() -> None:
    pot = loaded(3, complementary=GIFT)
    pot.do(Stake("A", 3, 1))
    bet(pot, {3: 1000})
    won = PotCredited(seat=3, prize="sorteo", credits=2, clause="CAT-III.6.5.1-17")
    pot.link("A").take([won])
    pot.do(End("A"))
    pot.do(Stake("A", 3, 3))
    fed = bet(pot, {3: 3000})
    before = accounts(pot.events, fed)
    assert before[PROMOTIONS] == -2000
    pot.do(End("A", voided=True))
    assert meter(pot) == Meter("apagada", 0, 2, 2)
    assert PROMOTIONS not in accounts(pot.events)


@pytest.mark.clause("CAT-III.6.4.1-09")
def test_each_table_counts_its_credits() -> None:
    pot = pot_of("A", "B")
    for table, bets in (("A", {1: 2000, 2: 1000}), ("B", {5: 1000}), ("A", {1: 1000})):
        bet(pot, bets, table)
        pot.do(End(table))
    bet(pot, {4: 9000})
    pot.do(End("A", voided=True))
    assert {name: table.counter for name, table in pot.state.tables.items()} == {"A": 4, "B": 1}
