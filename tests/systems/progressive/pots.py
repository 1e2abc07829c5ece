"""Pots to test: in use, with tables linked, and hands played at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tapete.core.book.account import Account
from tapete.core.round.event import Event
from tapete.core.round.pot import Levels, PotFed, PotPaid
from tapete.games.poker.pot import Claim
from tapete.games.poker.progressive import award
from tapete.systems.progressive.commands import Activate, End, LinkTable, Lock, Open
from tapete.systems.progressive.journal import ProgressiveJournal
from tapete.systems.progressive.state import terms_of
from tapete.systems.progressive.terms import Algorithm, Papers, ProgressiveTerms

PAPERS = Papers(
    homologation="H-1", plan="P-1", complementary="C-1", promotion="M-1", registration="R-1"
)
PLACES = 7


def terms(**changes: Any) -> ProgressiveTerms:
    """A pot of the Catalogue with slots, 1,000 a credit, 10% for the house."""
    algorithm = {
        name: changes.pop(name)
        for name in ("commission", "reserve", "base", "restart")
        if name in changes
    }
    return ProgressiveTerms(
        **{
            "pot": "mayor",
            "edition": "scj-2023",
            "credit": 1000,
            "acceptor": "manual",
            "papers": PAPERS,
            "algorithm": Algorithm(**{"commission": Fraction(1, 10), **algorithm}),
            **changes,
        }
    )


def linking(table: str = "A", pot: ProgressiveTerms | None = None, **changes: Any) -> LinkTable:
    """A table in order to be linked to a pot on these terms."""
    agreed = pot or terms()
    return LinkTable(
        **{
            "table": table,
            "game": agreed.rules.games[0],
            "edition": agreed.edition,
            "places": PLACES,
            "acceptors": tuple(range(1, PLACES + 1)),
            "min": agreed.min,
            "max": agreed.max,
            "homologation": "H-2",
            "informed": "I-1",
            **changes,
        }
    )


def pot_of(
    *tables: str, main: int | None = None, spare: int = 0, **changes: Any
) -> ProgressiveJournal:
    """A pot in use with these tables (A where none is named)."""
    agreed = terms(**changes)
    pot = ProgressiveJournal(agreed.pot)
    pot.do(Open(agreed, main=main, reserve=spare))
    pot.do(Activate())
    for table in tables or ("A",):
        pot.do(linking(table, agreed))
    return pot


def bet(pot: ProgressiveJournal, bets: Mapping[int, int], table: str = "A") -> list[Event]:
    """Bets of a table are closed and go into the pot; gives what the table's round told."""
    pot.do(Lock(table, dict(bets)))
    positions = pot.state.tables[table].positions
    fed = [
        PotFed(seat=seat, amount=amount, clause="CAT-III.6.5.1-05")
        for seat, amount in bets.items()
        if positions[seat].lit
    ]
    pot.link(table).take(fed)
    return list(fed)


def win(
    pot: ProgressiveJournal, hands: Mapping[int, str], table: str = "A", stake: int = 1000
) -> list[PotPaid]:
    """Hands of a table win what the pot holds for them; gives what the round told."""
    agreed = terms_of(pot.state)
    claims = [Claim(seat, stake, stake // agreed.credit, hand) for seat, hand in hands.items()]
    paid = list(award(agreed.rules, pot.state.meters.levels, claims))
    pot.link(table).take(paid)
    return paid


def hand(
    pot: ProgressiveJournal, hands: Mapping[int, str], table: str = "A", stake: int = 1000
) -> list[Event]:
    """A whole hand: bets of these seats, their prizes, and its end."""
    told = bet(pot, dict.fromkeys(hands, stake), table)
    told += win(pot, hands, table, stake)
    pot.do(End(table))
    return told


def levels(pot: ProgressiveJournal) -> Levels:
    return pot.state.meters.levels


def accounts(*events: Iterable[Event]) -> dict[Account, int]:
    """What is on every account after these events."""
    found: Counter[Account] = Counter()
    for log in events:
        for event in log:
            for account, amount in event.postings():
                found[account] += amount
    return {account: amount for account, amount in found.items() if amount}
