"""What a pot shows and reports: display, sign, records, the close of the day (CAT-III.6.4.1)."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.core.book.written import plain
from tapete.core.round.record import line_of_event
from tapete.systems.progressive.commands import CloseDay, End
from tapete.systems.progressive.events import DayClosed
from tapete.systems.progressive.report import display, report, sign
from tests.systems.progressive.pots import bet, hand, pot_of, win


@pytest.mark.clause("CAT-III.6.4.1-10")
def test_the_display_shows_the_pot_its_increment_and_the_prizes_due() -> None:
    pot = pot_of(main=1_000_000)
    assert display(pot.state).pot == 1_000_000
    bet(pot, {1: 1000, 2: 3000})
    shown = display(pot.state)
    assert (shown.pot, shown.increment, shown.prizes) == (1_003_600, 3600, ())
    win(pot, {1: "color", 2: "escalera-de-color"})
    due = display(pot.state).prizes
    assert [(one.seat, one.prize) for one in due] == [(1, "color"), (2, "escalera-de-color")]
    pot.do(End("A"))
    assert display(pot.state).prizes == due  # until the next bets are closed
    bet(pot, {1: 1000})
    assert (display(pot.state).increment, display(pot.state).prizes) == (900, ())


@pytest.mark.clause("CAT-III.6.4.1-12")
def test_the_sign_of_a_table_has_the_prizes_and_the_limits() -> None:
    found = sign(pot_of(min=2000, max=10_000).state)
    assert [prize.hand for prize in found.prizes] == [
        "color", "full", "poker", "escalera-de-color", "escalera-real",
    ]  # fmt: skip
    assert (found.min, found.max) == (2000, 10_000)
    assert (sign(pot_of().state).min, sign(pot_of().state).max) == (1000, None)


@pytest.mark.clause("CAT-III.6.4.1-13", "CAT-III.6.4.1-11")
def test_the_system_records_bets_prizes_payments_base_and_shares() -> None:
    pot = pot_of("A", "B", main=2_000_000, base=300_000, reserve=Fraction(1, 9))
    hand(pot, {1: "color", 2: "color", 3: "escalera-real"})
    hand(pot, {4: "full"}, "B")
    found = report(pot.state)
    assert found.day.staked == 4000
    assert {prize: tally.count for prize, tally in found.won.items()} == {
        "color": 2, "escalera-real": 1, "full": 1,
    }  # fmt: skip
    assert found.day.paid == sum(tally.amount for tally in found.won.values())
    assert found.base == found.day.seeded == 300_000
    assert found.shares == {
        "commission": Fraction(1, 10), "reserve": Fraction(1, 10), "main": Fraction(8, 10),
    }  # fmt: skip
    assert found.counters == {"A": 3, "B": 1}
    paid = [line_of_event(event) for event in pot.events if event.kind == "prize-paid"]
    assert paid[0].startswith('! prize-paid number=1 unit="A" place=1 prize="color" amount=50000')
    json.loads(plain(found))


@pytest.mark.clause("CAT-III.6.4.1-13")
def test_the_day_is_closed_with_its_meters_and_the_next_begins_where_it_ended() -> None:
    pot = pot_of(main=1_000_000)
    hand(pot, {1: "color", 2: "par"})
    [closed] = pot.do(CloseDay("2026-03-01"))
    assert isinstance(closed, DayClosed)
    assert closed.meters["staked"] == 2000 and closed.meters["current"] == 951_800
    assert report(pot.state).day.staked == 0 and report(pot.state).won == {}
    hand(pot, {1: "full"})
    day = report(pot.state)
    assert day.opening.current == 951_800 and day.day.paid == 100_000
    assert list(day.won) == ["full"]


def test_a_day_is_closed_once_and_between_rounds() -> None:
    pot = pot_of()
    bet(pot, {1: 1000})
    with pytest.raises(Refused, match="round-in-course"):
        pot.do(CloseDay("2026-03-01"))
    pot.do(End("A"))
    pot.do(CloseDay("2026-03-01"))
    with pytest.raises(Refused, match="day-closed"):
        pot.do(CloseDay("2026-03-01"))


def test_the_identity_of_the_meters_is_that_of_the_record() -> None:
    pot = pot_of(main=10_000, spare=500, base=700, commission=Fraction(1, 3))
    hand(pot, {1: "poker"})
    hand(pot, {1: "escalera-real"})
    now = pot.state.meters
    came = now.seeded + now.contributed + now.advanced
    assert came == now.current + now.reserve + now.overflow + now.paid + now.repaid + now.moved
    assert now.staked == now.contributed + now.commission
    assert now.seeded == 10_000 + 500 + 700 and now.staked == 2000


def test_broken_meters_are_found_at_once() -> None:
    balances = pot_of(main=10).state.meters
    for wrong in ({"paid": 1}, {"current": -1, "seeded": -1}, {"residue": Fraction(1)}):
        with pytest.raises(AssertionError, match="meters"):
            replace(balances, **wrong).check()
