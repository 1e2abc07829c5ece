"""Pots to test: of machines, in use."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from tapete.core.book.account import Account
from tapete.core.book.aggregate import Journal
from tapete.core.round.pot import ADVANCE, MAIN, RESERVE
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import Activate, Open, PotCommand, Publish
from tapete.systems.pot.decide import accounts
from tapete.systems.pot.events import PotEvent, PrizePaid
from tapete.systems.pot.state import Pot
from tapete.systems.pot.terms import Terms

PotJournal = Journal[Pot, PotCommand, PotEvent]


def terms(**changes: Any) -> Terms:
    """A linked pot of machines: base 1,000,000, one and a half per cent of every bet."""
    return Terms(
        **{
            "pot": "mayor",
            "rate": Fraction(15, 1000),
            "base": 1_000_000,
            "condition": "cinco-sietes",
            **changes,
        }
    )


def new_pot(**changes: Any) -> PotJournal:
    """A pot that is set up and not in use."""
    agreed = terms(**changes)
    pot: PotJournal = Journal(POT, agreed.pot)
    pot.do(Open(agreed))
    return pot


def pot_of(**changes: Any) -> PotJournal:
    """A pot in use."""
    pot = new_pot(**changes)
    pot.do(Publish())
    pot.do(Activate())
    return pot


def events_of(pot: PotJournal) -> list[PotEvent]:
    return [event for entry in pot.entries for event in entry.events]


def paid(events: tuple[PotEvent, ...]) -> list[tuple[str, int, int]]:
    """Which unit and place got how much."""
    return [(e.unit, e.place, e.amount) for e in events if isinstance(e, PrizePaid)]


def check_accounts(pot: PotJournal) -> None:
    """What the events of the pot and the prizes of its rounds moved is what its meters say; with
    rounds that told no prize themselves."""
    found: Counter[Account] = Counter()
    for event in events_of(pot):
        assert sum(amount for _, amount in event.moved) == 0
        for account, amount in event.moved:
            found[account] += amount
    expected = accounts(pot.state)
    for event in events_of(pot):
        if isinstance(event, PrizePaid):
            expected[MAIN] += event.main
            expected[RESERVE] += event.reserve
            expected[ADVANCE] += event.advance
    assert {a: n for a, n in found.items() if n} == {a: n for a, n in expected.items() if n}
