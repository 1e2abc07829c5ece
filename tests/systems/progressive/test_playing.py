"""Bets go in, prizes come out: commission, residues, restart, advance, void rounds, two tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete.core.book.aggregate import replay
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.core.round.pot import MAIN, POT, PotBetReturned, PotPaid
from tapete.games.poker.pot import PotCredited
from tapete.games.poker.progressive import Complementary
from tapete.systems.pot.decide import accounts as accounts_of
from tapete.systems.pot.events import PotRestarted
from tapete.systems.pot.meters import Meters
from tapete.systems.progressive.commands import BuyCredits, End, Pay, Stake
from tapete.systems.progressive.journal import PROGRESSIVE, ProgressiveJournal, prize_of
from tapete.systems.progressive.state import Position
from tests.systems.progressive.pots import accounts, bet, hand, levels, linking, pot_of, win

shares = st.fractions(min_value=0, max_value=Fraction(99, 100), max_denominator=1000)


@pytest.mark.clause("CAT-III.6.6-12")
def test_the_house_keeps_its_commission_and_all_the_rest_increases_the_pots() -> None:
    pot = pot_of(commission=Fraction(1, 8), reserve=Fraction(1, 5), credit=100)
    bet(pot, {1: 100, 2: 300})
    balances = pot.state.meters
    assert balances.commission == 50 and balances.reserve == 70 and balances.current == 280


@pytest.mark.clause("CAT-III.6.6-12")
@given(
    bets=st.lists(st.integers(1, 400), min_size=1, max_size=5),
    commission=shares,
    reserve=shares,
    advance=st.integers(0, 400),
)
@settings(max_examples=40, deadline=None)
def test_any_order_of_the_same_bets_gives_the_same_pot(
    bets: list[int], commission: Fraction, reserve: Fraction, advance: int
) -> None:
    """However many fractions of a peso they leave, and while an advance is being repaid."""
    found = set()
    for order in list(permutations(bets))[:24]:
        pot = pot_of(commission=commission, reserve=reserve, credit=1)
        if advance:
            bet(pot, {1: 1})
            owed = levels(pot)
            prize = PotPaid(
                seat=1, prize="color", amount=advance + owed.main + owed.reserve, main=owed.main,
                reserve=owed.reserve, advance=advance, clause="CAT-III.6.2-04",
            )  # fmt: skip
            pot.link("A").take([prize])
            pot.do(End("A"))
        for amount in order:
            bet(pot, {1: amount})
            pot.do(End("A"))
        balances = pot.state.meters
        found.add(
            (balances.current, balances.reserve, balances.commission, balances.owed)
        )  # fmt: skip
    assert len(found) == 1


@pytest.mark.clause("CAT-III.6.6-12")
def test_fractions_of_a_peso_are_carried_and_never_lost() -> None:
    pot = pot_of(commission=Fraction(1, 3), credit=1)
    for _ in range(300):
        bet(pot, {1: 1})
        pot.do(End("A"))
    assert pot.state.meters.current == 200 and pot.state.meters.commission == 100


@pytest.mark.clause("CAT-III.6.6-04", "CAT-III.6.6-14", "CAT-III.6.4.1-13")
def test_after_a_royal_the_pot_begins_again_at_its_base_with_its_fractions() -> None:
    pot = pot_of(base=500_000, main=2_000_000, commission=Fraction(1, 3))
    [paid] = [event for event in hand(pot, {1: "escalera-real"}) if isinstance(event, PotPaid)]
    assert paid.amount == 2_000_666
    assert pot.state.meters.current == 500_000 and pot.state.meters.residue == Fraction(2, 3)
    assert pot.state.meters.seeded == 2_500_000
    [again] = [event for event in pot.events if isinstance(event, PotRestarted)]
    assert (again.house, again.reserve) == (500_000, 0)


@pytest.mark.clause("CAT-III.6.6-15", "CAT-III.6.6-16")
def test_where_the_algorithm_says_so_the_reserve_pays_the_new_base() -> None:
    pot = pot_of(base=500_000, main=2_000_000, spare=300_000, restart="reserva")
    hand(pot, {1: "escalera-real"})
    assert (levels(pot).main, levels(pot).reserve) == (500_000, 0)
    assert pot.state.meters.seeded == 2_000_000 + 300_000 + 200_000


@pytest.mark.clause("CAT-III.6.2-04", "CAT-III.6.6-15")
def test_a_pot_too_small_takes_the_reserve_then_an_advance_repaid_first() -> None:
    pot = pot_of(main=200_000, spare=30_000, commission=Fraction(0), base=100_000)
    hand(pot, {6: "poker", 3: "full"})
    assert (levels(pot).main, levels(pot).reserve) == (0, 0)
    assert pot.state.meters.owed == 600_000 - 202_000 - 30_000
    bet(pot, {1: 300_000})
    pot.do(End("A"))
    assert levels(pot).main == 0 and pot.state.meters.owed == 68_000
    bet(pot, {1: 70_000})
    assert levels(pot).main == 2000 and pot.state.meters.owed == 0


def test_a_royal_after_the_fixed_prizes_took_everything_still_restarts_the_pot() -> None:
    pot = pot_of(main=10_000, base=40_000, commission=Fraction(0))
    hand(pot, {1: "escalera-real", 2: "color"})
    assert levels(pot).main == 40_000
    assert pot.state.meters.owed == 50_000 - 12_000


@pytest.mark.clause("CAT-III.6.6-08")
def test_wins_at_different_tables_are_taken_one_after_the_other_as_received() -> None:
    """Each is a round of its own: the second finds what the first left."""
    pot = pot_of("A", "B", main=10_000_000, base=1_000_000, commission=Fraction(0))
    bet(pot, {1: 1000}, "A")
    bet(pot, {1: 1000}, "B")
    first = win(pot, {1: "escalera-real"}, "B")
    second = win(pot, {1: "escalera-real"}, "A")
    assert [paid.amount for paid in first + second] == [10_002_000, 1_000_000]
    assert [(due.number, due.table) for due in pot.state.due] == [(1, "B"), (2, "A")]
    assert levels(pot).main == 1_000_000


@pytest.mark.clause("CAT-III.6.3-03")
def test_tables_of_several_games_feed_and_win_one_pot() -> None:
    pot = pot_of(commission=Fraction(0), main=1_000_000)
    pot.do(linking("T", game="texas-holdem-plus"))
    hand(pot, {2: "color"}, "A")
    hand(pot, {2: "full"}, "T")
    assert levels(pot).main == 1_000_000 + 2000 - 150_000


def test_the_pot_pays_nobody_without_a_bet_nor_more_than_it_holds() -> None:
    pot = pot_of(main=1000, commission=Fraction(0))
    bet(pot, {1: 1000})

    def paid(seat: int, main: int, advance: int = 0) -> Pay:
        prize = PotPaid(
            seat=seat, prize="color", amount=main + advance, main=main, advance=advance,
            clause="CAT-III.6.6-04",
        )  # fmt: skip
        return Pay("A", (prize_of(prize),))

    for command, code in (
        (paid(2, 500), "no-bet-on-the-pot"),
        (paid(1, 3000), "pot-does-not-hold-it"),
        (paid(1, 500, advance=10), "pot-does-not-hold-it"),
    ):
        with pytest.raises(Refused, match=code):
            pot.do(command)
    assert levels(pot).main == 2000


# Void rounds


def whole(pot: ProgressiveJournal) -> tuple[Meters, dict[int, Position], int, int]:
    """The pot, its positions, its counter, and how many prizes it has paid."""
    table = pot.state.tables["A"]
    prizes = sum(tally.count for tally in pot.state.won.values())
    return pot.state.meters, table.positions, table.counter, prizes


def test_a_round_that_hands_its_bets_back_leaves_the_pot_as_it_was() -> None:
    pot = pot_of(commission=Fraction(1, 7), reserve=Fraction(1, 3), main=5)
    before = whole(pot)
    told = bet(pot, {1: 1000, 4: 3000})
    back = [
        PotBetReturned(seat=seat, amount=amount, why="anulada", clause="CAT-III.3.6.4-01")
        for seat, amount in ((1, 1000), (4, 3000))
    ]
    pot.link("A").take(back)
    pot.do(End("A"))
    assert whole(pot) == before
    assert accounts(pot.events, told, back)[MAIN] == 5


@pytest.mark.parametrize("prize", ["color", "escalera-de-color", "escalera-real"])
def test_a_round_the_table_voids_leaves_the_pot_as_it_was(prize: str) -> None:
    gift = Complementary(prize="sorteo", odds=Fraction(1, 9), credits=2)
    pot = pot_of(
        commission=Fraction(1, 7), main=20_000, spare=7, base=900, restart="reserva",
        acceptor="electronico", complementary=gift,
    )  # fmt: skip
    pot.do(BuyCredits("A", 1, 4, "efectivo"))
    before = whole(pot)
    pot.do(Stake("A", 1, 1))
    bet(pot, {1: 1000})
    won = PotCredited(seat=1, prize="sorteo", credits=2, clause="CAT-III.6.5.1-17")
    pot.link("A").take([won])
    win(pot, {1: prize})
    pot.do(End("A", voided=True))
    assert whole(pot) == before


def test_a_round_voided_while_betting_is_open_gives_the_credits_back() -> None:
    pot = pot_of(acceptor="electronico")
    pot.do(BuyCredits("A", 1, 4, "efectivo"))
    before = whole(pot)
    pot.do(Stake("A", 1, 2))
    pot.do(End("A", voided=True))
    assert whole(pot) == before
    pot.do(Stake("A", 1, 2))
    pot.do(End("A"))  # pressed, and no bet on the table: it never counted
    assert whole(pot) == before


def test_bets_another_table_has_won_meanwhile_are_given_back_by_the_house() -> None:
    pot = pot_of("A", "B", commission=Fraction(0))
    bet(pot, {1: 9000}, "A")
    bet(pot, {1: 1000}, "B")
    win(pot, {1: "escalera-real"}, "B")
    pot.do(End("B"))
    pot.do(End("A", voided=True))
    assert pot.state.meters.owed == 9000 and levels(pot).main == 0


def test_an_advance_repaid_meanwhile_stays_in_the_pot_when_its_round_is_void() -> None:
    pot = pot_of("A", "B", commission=Fraction(0))
    bet(pot, {1: 1000}, "A")
    win(pot, {1: "color"}, "A")
    bet(pot, {1: 90_000}, "B")
    pot.do(End("B"))
    assert pot.state.meters.owed == 0
    pot.do(End("A", voided=True))
    assert levels(pot).main == 90_000 and pot.state.meters.owed == 0


# The log


def test_the_pot_is_its_journal_decided_again() -> None:
    pot = pot_of("A", "B", main=1_000_000)
    hand(pot, {1: "color", 4: "escalera-real"})
    hand(pot, {1: "full"}, "B")
    assert replay(PROGRESSIVE, pot.text()).state == pot.state


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_meters_agree_after_any_sequence_and_so_do_the_accounts(data: st.DataObject) -> None:
    """The identity of the meters is checked at each event; here all accounts."""
    pot = pot_of(
        "A", "B",
        commission=data.draw(shares), reserve=data.draw(shares), credit=1,
        base=data.draw(st.integers(0, 3000)), main=data.draw(st.integers(0, 9000)),
        spare=data.draw(st.integers(0, 500)),
        restart=data.draw(st.sampled_from(("casa", "reserva"))),
    )  # fmt: skip
    told: list[Event] = []
    hands = st.sampled_from(("par", "color", "full", "escalera-de-color", "escalera-real"))
    for _ in range(data.draw(st.integers(1, 6))):
        table = data.draw(st.sampled_from("AB"))
        seats = data.draw(st.dictionaries(st.integers(1, 7), hands, min_size=1, max_size=3))
        course = [*bet(pot, dict.fromkeys(seats, data.draw(st.integers(1, 9))), table)]
        winners = {seat: one for seat, one in seats.items() if one != "par"}
        course += win(pot, winners, table, 1)
        voided = data.draw(st.booleans())
        pot.do(End(table, voided))
        told += [] if voided else course  # the table itself takes its own events back
        found = accounts(pot.events, told)
        for account, amount in accounts_of(pot.state.pot).items():
            assert found.get(account, 0) == amount, account
        assert found.get(POT, 0) == 0  # every bet is divided into whole pesos
        assert sum(found.values()) == 0
    assert replay(PROGRESSIVE, pot.text()).state == pot.state
