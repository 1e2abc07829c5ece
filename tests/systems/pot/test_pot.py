"""The pot of tables, bingo and machines: rate, limit, wins, versions, moving, thresholds."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete.core.book.aggregate import replay
from tapete.core.book.refused import Refused
from tapete.core.round.record import line_of_event
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import (
    Activate,
    Change,
    Close,
    Contribute,
    Draw,
    End,
    Move,
    Open,
    Pay,
    Prize,
    Publish,
    Receive,
    Suspend,
    Win,
    Withdraw,
)
from tapete.systems.pot.decide import promise_of
from tapete.systems.pot.events import (
    PotEvent,
    PotMoved,
    PotRestarted,
    PrizePaid,
    TermsChanged,
    ThresholdPromised,
    ThresholdReached,
)
from tapete.systems.pot.meters import Meters
from tapete.systems.pot.terms import BINGO
from tests.systems.pot.pots import (
    PotJournal,
    check_accounts,
    events_of,
    new_pot,
    paid,
    pot_of,
    terms,
)


def refused(pot: PotJournal, command: Any) -> tuple[str, str]:
    before = pot.state
    with pytest.raises(Refused) as found:
        pot.do(command)
    assert pot.state is before
    return found.value.clause, found.value.code


def identity(meters: Meters) -> bool:
    came = meters.seeded + meters.contributed + meters.advanced
    return came == (
        meters.current + meters.reserve + meters.overflow + meters.paid + meters.repaid
        + meters.moved
    )  # fmt: skip


# The rate and its residue


@pytest.mark.clause("CAT-VI.7.3-03", "CAT-VI.7.3-05")
def test_two_machines_win_one_after_the_other_and_the_residue_is_carried() -> None:
    """Base 1,000,000 and 1.5 %: the worked example."""
    pot = pot_of()
    pot.do(Contribute("maquina:12", 1, 15_637_833, final=True))
    assert pot.state.meters.contributed == 234_567
    assert pot.state.meters.residue == Fraction(99, 200)
    first = pot.do(Win("maquina:12", (1,), final=True))
    assert paid(first) == [("maquina:12", 1, 1_234_567)]
    pot.do(Contribute("maquina:31", 1, 2000, final=True))
    second = pot.do(Win("maquina:31", (1,), final=True))
    assert paid(second) == [("maquina:31", 1, 1_000_030)]
    assert pot.state.meters.residue == Fraction(99, 200)
    assert pot.state.meters.current == 1_000_000 and pot.state.courses == {}
    check_accounts(pot)


rates = st.fractions(min_value=Fraction(1, 1000), max_value=1, max_denominator=1000)
shares = st.fractions(min_value=0, max_value=Fraction(99, 100), max_denominator=100)


@given(
    bets=st.lists(st.integers(1, 5000), min_size=1, max_size=5),
    rate=rates, reserve=shares, limit=st.integers(1, 6000), owed=st.integers(0, 800),
    data=st.data(),
)  # fmt: skip
@settings(max_examples=25, deadline=None)
def test_no_order_and_no_splitting_of_the_bets_changes_the_pot(
    bets: list[int], rate: Fraction, reserve: Fraction, limit: int, owed: int, data: st.DataObject
) -> None:
    parts = []
    for bet in bets:
        cut = data.draw(st.integers(0, bet))
        parts += [part for part in (cut, bet - cut) if part]
    found = set()
    for order in [*list(permutations(bets))[:4], parts, [sum(bets)]]:
        pot = pot_of(rate=rate, base=0, reserve=reserve, limit=limit)
        if owed:
            lend(pot, owed)
        before = pot.state.meters
        for bet in order:
            pot.do(Contribute("m", 1, bet, final=True))
        found.add(pot.state.meters)
        exact = before.residue + rate * sum(bets)
        assert pot.state.meters.contributed - before.contributed == floor(exact)
        check_accounts(pot)
    assert len(found) == 1


def lend(pot: PotJournal, owed: int) -> None:
    """The house pays a prize the pot cannot pay."""
    pot.do(Contribute("m", 1, 1))
    held = pot.state.meters
    prize = Prize(
        1, "premio", held.current + held.reserve + owed, held.current, "CAT-VI.7.3-05",
        reserve=held.reserve, advance=owed,
    )  # fmt: skip
    pot.do(Pay("m", (prize,)))
    pot.do(End("m"))
    assert pot.state.meters.owed == owed


def test_an_advance_of_the_house_is_repaid_before_the_pot_grows() -> None:
    pot = pot_of(rate=Fraction(1, 2), base=0)
    lend(pot, 300)
    pot.do(Contribute("m", 1, 500, final=True))
    assert (pot.state.meters.owed, pot.state.meters.current) == (50, 0)
    pot.do(Contribute("m", 1, 500, final=True))
    assert (pot.state.meters.owed, pot.state.meters.current) == (0, 200)
    assert pot.state.meters.advanced == pot.state.meters.repaid == 300


# Limit, overflow, reserve


def test_what_exceeds_the_limit_seeds_the_next_pot_before_reserve_and_house() -> None:
    pot = pot_of(rate=Fraction(1, 2), base=1000, limit=1500, reserve=Fraction(1, 5))
    pot.do(Contribute("m", 1, 2500, final=True))
    held = pot.state.meters
    assert (held.current, held.overflow, held.reserve) == (1500, 500, 250)
    [_, again] = pot.do(Win("m", (1,), final=True))
    assert isinstance(again, PotRestarted)
    assert (again.overflow, again.reserve, again.house) == (500, 250, 250)
    assert pot.state.meters.current == 1000 and pot.state.meters.seeded == 1250
    pot.do(Win("n", (1,), final=True))
    assert pot.state.meters.seeded == 2250
    check_accounts(pot)


# Wins


@pytest.mark.clause("CAT-III.6.6-08", "CAT-III.6.6-09")
def test_only_winners_of_one_round_share_and_odd_pesos_go_to_the_lowest_place() -> None:
    pot = pot_of(base=1000)
    won = pot.do(Win("m", (7, 2, 5), final=True))
    assert paid(won) == [("m", 2, 334), ("m", 5, 333), ("m", 7, 333)]
    assert [(e.winners, e.odd, e.clause) for e in won if isinstance(e, PrizePaid)] == [
        (3, 1, "CAT-III.6.6-09"), (3, 0, "CAT-III.6.6-08"), (3, 0, "CAT-III.6.6-08"),
    ]  # fmt: skip
    assert refused(pot, Win("m", ()))[1] == refused(pot, Win("m", (1, 1)))[1]


@pytest.mark.parametrize(
    "order",
    [
        order
        for order in set(permutations("aAbBc"))
        if order.index("a") < order.index("A") and order.index("b") < order.index("B")
    ],
)
def test_wins_are_taken_in_the_order_of_their_registration_however_they_interleave(
    order: tuple[str, ...],
) -> None:
    """Two machines bet (a, b) and win (A, B) while a third bets (c): the first win takes all that
    came before it, the second the base and what came since."""
    stakes = {"a": 10_000, "b": 20_000, "c": 40_000}
    pot, came, won = pot_of(base=500), 500, list[int]()
    for step in order:
        if step in stakes:
            pot.do(Contribute(step, 1, stakes[step], final=True))
            came += stakes[step] * 15 // 1000
        else:
            [(_, _, amount)] = paid(pot.do(Win(step.lower(), (1,), final=True)))
            assert amount == came
            won.append(amount)
            came = 500
    assert pot.state.meters.current == came and sum(won) == pot.state.meters.paid
    numbers = [e.number for e in events_of(pot) if isinstance(e, PrizePaid)]
    assert numbers == [1, 2]


# Published, in operation, versions


@pytest.mark.clause("CAT-VI.7.3-06", "CAT-V.2.1-05")
def test_a_pot_is_live_only_after_its_condition_was_published() -> None:
    for changes, clause in (({}, "CAT-VI.7.3-06"), ({"clauses": BINGO}, "CAT-V.2.1-05")):
        pot = new_pot(**changes)
        assert refused(pot, Activate()) == (clause, "condition-not-published")
        assert refused(pot, Contribute("m", 1, 100)) == (clause, "pot-not-active")
        pot.do(Publish())
        pot.do(Activate())
        pot.do(Contribute("m", 1, 100))
    assert refused(new_pot(condition=""), Publish())[1] == "condition-missing"


@pytest.mark.clause("CAT-VI.7.4-01", "CAT-V.3.1-08")
def test_a_pot_between_casinos_needs_its_registration() -> None:
    pot = new_pot(scope="casinos")
    pot.do(Publish())
    assert refused(pot, Activate()) == ("CAT-VI.7.4-01", "pot-not-registered")
    linked = pot_of(scope="casinos", registration="R-7")
    assert linked.state.active


def test_a_change_in_operation_is_refused_and_else_is_a_new_version_to_be_published() -> None:
    pot = pot_of()
    other = terms(rate=Fraction(1, 50), limit=3_000_000)
    assert refused(pot, Change(other, "ana"))[1] == "pot-in-operation"
    pot.do(Contribute("m", 1, 700))
    assert refused(pot, Suspend("ana"))[1] == "round-in-course"
    pot.do(End("m"))
    pot.do(Suspend("ana"))
    [changed] = pot.do(Change(other, "ana"))
    assert isinstance(changed, TermsChanged)
    assert (changed.version, changed.by) == (2, "ana")
    assert (changed.before["rate"], changed.after["rate"]) == ("3/200", "1/50")
    assert refused(pot, Activate())[1] == "condition-not-published"
    pot.do(Publish())
    pot.do(Activate())
    residue = pot.state.meters.residue
    pot.do(Contribute("m", 1, 25))
    assert pot.state.meters.residue == residue + Fraction(1, 2) - 1  # carried into the new version
    assert refused(pot, Change(terms(pot="otro"), "ana"))[1] == "round-in-course"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rate": Fraction(0)}, "bad-rate"),
        ({"rate": Fraction(11, 10)}, "bad-rate"),
        ({"reserve": Fraction(1)}, "main-pot-not-fed"),
        ({"base": -1}, "bad-amount"),
        ({"limit": 10}, "limit-below-base"),
        ({"mystery": True}, "mystery-needs-limit"),
    ],
)
def test_terms_that_make_no_pot_are_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused, match=code):
        new_pot(**changes)
    pot = new_pot()
    assert refused(pot, Open(terms()))[1] == "pot-exists"
    assert refused(pot, Change(terms(**changes), "ana"))[1] == code


# Never cancelled, only moved


def test_a_pot_with_money_is_never_cancelled_and_is_moved_to_a_named_pot() -> None:
    old, new = pot_of(base=1000, reserve=Fraction(1, 4)), pot_of(pot="nuevo", base=700, limit=1500)
    old.do(Contribute("m", 1, 100_001, final=True))
    assert refused(old, Move("nuevo", "ana"))[1] == "pot-in-operation"
    old.do(Suspend("ana"))
    assert refused(old, Close("ana"))[1] == "pot-holds-money"
    assert refused(old, Move("", "ana"))[1] == "no-such-pot"
    before, had = old.state.meters, new.state.meters
    [moved] = old.do(Move("nuevo", "ana"))
    assert isinstance(moved, PotMoved)
    new.do(Receive("mayor", "ana", before))
    gone, there = old.state.meters, new.state.meters
    assert gone.held == 0 and gone.moved == before.held == -there.moved
    assert there.held == had.held + before.held
    assert (there.current, there.residue) == (1500, before.residue)
    assert identity(gone) and identity(there)
    assert refused(old, Publish())[1] == "pot-closed"
    check_accounts(old)
    check_accounts(new)


def test_what_a_moved_pot_owes_the_house_goes_with_it() -> None:
    old, new = pot_of(base=0), pot_of(pot="nuevo", base=0)
    lend(old, 300)
    old.do(Suspend("ana"))
    owing = old.state.meters
    old.do(Move("nuevo", "ana"))
    new.do(Receive("mayor", "ana", owing))
    assert (old.state.meters.owed, new.state.meters.owed) == (0, 300)
    assert old.state.meters.moved + new.state.meters.moved == 0


def test_an_empty_pot_is_closed() -> None:
    pot = new_pot(base=0)
    pot.do(Close("ana"))
    assert refused(pot, Publish())[1] == "pot-closed"


# A mystery pot


def mystery(threshold: int, **changes: Any) -> PotJournal:
    pot = pot_of(mystery=True, base=1000, limit=2000, rate=Fraction(1, 10), **changes)
    pot.do(Draw(threshold, "sal"))
    return pot


@pytest.mark.clause("CAT-VI.7.3-03", "CAT-VI.7.3-05")
def test_the_bet_that_brings_a_mystery_pot_to_its_threshold_wins_it_as_it_then_stands() -> None:
    pot = mystery(1500)
    assert pot.do(Contribute("m", 1, 4990, final=True))[1:] == ()
    told = pot.do(Contribute("n", 3, 200, final=True))
    assert paid(told) == [("n", 3, 1519)]
    [reached] = [event for event in told if isinstance(event, ThresholdReached)]
    [promised] = [event for event in events_of(pot) if isinstance(event, ThresholdPromised)]
    assert promise_of(reached.salt, reached.threshold) == promised.promise
    assert refused(pot, Contribute("m", 1, 100))[1] == "threshold-not-drawn"
    pot.do(Draw(1001, "otra"))
    assert refused(pot, Win("m", (1,)))[1] == "won-by-its-threshold"
    check_accounts(pot)


def test_a_threshold_is_promised_to_all_and_told_to_the_house_alone() -> None:
    pot = mystery(1777)
    public = [line_of_event(event) for event in events_of(pot) if event.seen_by("public")]
    assert any("threshold-promised" in line for line in public)
    assert not any("1777" in line or '"sal"' in line for line in public)


def test_a_threshold_lies_between_base_and_limit_and_is_drawn_once() -> None:
    for wrong in (1000, 2001):
        assert refused(pot_of(mystery=True, base=1000, limit=2000), Draw(wrong, "s"))[1] == (
            "bad-threshold"
        )
    assert refused(mystery(2000), Draw(1500, "otra"))[1] == "threshold-drawn"
    assert refused(pot_of(), Draw(1500, "s"))[1] == "no-mystery-pot"
    pot = mystery(2000)
    assert paid(pot.do(Contribute("m", 1, 99_999, final=True))) == [("m", 1, 2000)]
    assert pot.state.meters.overflow == 7999  # 8,999 went over, and 1,000 made the new base


# Void rounds


@pytest.mark.parametrize("win", [False, True])
def test_a_voided_round_leaves_the_pot_as_it_was(win: bool) -> None:
    pot = pot_of(reserve=Fraction(1, 7), limit=1_000_010)
    before = pot.state.meters
    pot.do(Contribute("sala", 1, 777))
    pot.do(Contribute("sala", 1, 4321))
    if win:
        pot.do(Win("sala", (1, 2)))
    pot.do(End("sala", voided=True))
    assert pot.state.meters == before and pot.state.courses == {}
    pot.do(Contribute("sala", 1, 777))
    pot.do(Withdraw("sala", 1))
    assert pot.state.meters == before
    assert refused(pot, Withdraw("sala", 1))[1] == "no-bet-on-the-pot"


def test_a_residue_others_have_used_meanwhile_goes_back_out_of_the_pot() -> None:
    """Half a peso each: together they made one. Without the first there is half a peso again."""
    pot = pot_of(base=0, rate=Fraction(1, 2))
    pot.do(Contribute("a", 1, 1))
    pot.do(Contribute("b", 1, 1))
    assert pot.state.meters.current == 1
    pot.do(End("a", voided=True))
    assert (pot.state.meters.current, pot.state.meters.residue) == (0, Fraction(1, 2))


# All of it together


@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_the_identity_holds_after_every_event_and_the_journal_replays(data: st.DataObject) -> None:
    pot = pot_of(
        rate=data.draw(rates), reserve=data.draw(shares), base=data.draw(st.integers(0, 500)),
        limit=data.draw(st.one_of(st.none(), st.integers(500, 900))),
        restart=data.draw(st.sampled_from(("reserva", "casa"))),
        fund=data.draw(st.sampled_from(("bets", "bank"))),
    )  # fmt: skip
    units = st.sampled_from("abc")
    amounts = st.integers(1, 2000)
    commands = st.one_of(
        st.builds(Contribute, units, st.integers(1, 3), amounts, st.booleans()),
        st.builds(Withdraw, units, st.integers(1, 3)),
        st.builds(Win, units, st.sets(st.integers(1, 4), min_size=1).map(tuple)),
        st.builds(End, units, st.booleans()),
    )
    for command in data.draw(st.lists(commands, max_size=12)):
        told: tuple[PotEvent, ...] = ()
        try:
            told = pot.do(command)
        except Refused:
            continue
        state = POT.fold(events_of(pot)[: -len(told)] if told else events_of(pot))
        for event in told:
            state = POT.evolve(state, event)
            assert identity(state.meters)
            assert state.meters.staked == state.meters.contributed + state.meters.commission
        assert state == pot.state
    assert replay(POT, pot.text()).state == pot.state
    assert POT.thaw(POT.freeze(pot.state)) == pot.state
