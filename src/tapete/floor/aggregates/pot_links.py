"""Pots of machines that several casinos share: this casino's end of each, and its money.

What this casino has of another, or owes it, lies in an account of the link; where nothing is on its
way the two ends of a link say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from tapete.core.book.account import BANK, Unit
from tapete.core.book.aggregate import Entry, Journal
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.core.round.pot import MAIN
from tapete.floor.aggregates.numbered import check_moves, transfers_of
from tapete.floor.aggregates.plain_pots import planned_pot
from tapete.floor.aggregates.pot_shares import share_of
from tapete.floor.aggregates.shared import KeptEntry, Shared, is_stored
from tapete.floor.audit.findings import Finding, finding
from tapete.floor.kernel.unit import Ref, Spec
from tapete.floor.money.accounts import LedgerAccount, at_unit, in_plain_pot, vault
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage.store import Store
from tapete.systems.pot.across.events import (
    BetEntered,
    BetsHeard,
    BetsSent,
    PrizeAwarded,
    PrizeHeard,
)
from tapete.systems.pot.across.link import POT_LINK, Join, LinkCommand, Reset
from tapete.systems.pot.across.state import LINKED, PotLink
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.terms import Terms

Move = tuple[LedgerAccount, LedgerAccount, int]


class PotLinkHost(Shared[PotLink, LinkCommand, Event]):
    """This casino's end of a pot, on this node."""

    def __init__(self, id: str, store: Store) -> None:
        super().__init__(Journal(POT_LINK, id), store)

    def begin(self, plan: Plan, units: Sequence[Spec], at: float) -> None:
        """It takes part as the plan says. What lies in a pot that was this house's own is of those
        who played for it here: one of that name is not another casino's besides."""
        share = share_of(plan, self.id)
        if share is None:
            raise Refused(LINKED, "no-such-pot", pot=self.id)
        if share.me != share.centre and is_stored(self.store, Ref(POT.kind, self.id)):
            raise Refused(LINKED, "pot-kept-here", pot=self.id)
        terms = planned_pot(plan, self.id)
        self.journal.do(Join(share.me, share.centre, tuple(sorted(share.peers)), terms))

    def replan(self, terms: Terms, by: str) -> bool:
        """Other terms, as the plan in force has them; False: it has them already. Until the casino
        that keeps the pot has the same no bets are taken."""
        return bool(self.journal.do(Reset(terms, by)))

    def link(self, unit: str) -> PotLinkHost:
        """What a unit sees of it: this end, for letters come in at other nodes too."""
        return self

    def answered(self, unit: str) -> bool:
        """Whether the prize that a machine waits for is known."""
        link = self.look()
        return any(one.unit == unit and n in link.answered for n, one in link.asked.items())

    def transfers(self, entry: Entry[LinkCommand, Event]) -> list[Transfer]:
        link = self.journal.state
        return transfers_of(POT_LINK.kind, self.id, entry, partial(moves, link))


def moves(link: PotLink, pot: str, event: Event) -> Iterator[Move]:
    """What an event moves: bets into the part, the part and prizes between the casinos."""
    unit = unit_of(link)
    main, house = in_plain_pot(pot, MAIN, unit), vault(unit)
    match event:
        case BetEntered(moved=moved):
            yield house, main, sum(amount for place, amount in moved if place == MAIN)
        case BetsSent(to=to, pesos=pesos):
            yield main, owed_to(pot, to, unit), pesos
        case PrizeHeard(amount=amount):
            yield owed_to(pot, link.centre, unit), main, amount
        case BetsHeard(casino=casino, pesos=pesos):
            yield owed_to(pot, casino, unit), house, pesos
        case PrizeAwarded(casino=casino, amount=amount):
            yield main, owed_to(pot, casino, unit), amount


def owed_to(pot: str, casino: str, unit: Unit) -> LedgerAccount:
    """What this casino owes another for a pot; below zero: what it has of it."""
    return at_unit("enlace", f"{pot}.{casino}", BANK, unit)


def unit_of(link: PotLink) -> Unit:
    """The unit of account of the pot."""
    assert link.terms is not None
    return link.terms.unit


def check_link(
    store: Store, pot: str, log: Sequence[KeptEntry[LinkCommand, Event]], link: PotLink
) -> Iterator[Finding]:
    """Its money is in the ledger: what lies here of the pot, and what casinos owe each other."""
    yield from check_moves(store, POT_LINK.kind, pot, log, partial(moves, link))
    unit, held = unit_of(link), store.balances()
    found = {owed_to(pot, casino, unit): amount for casino, amount in link.owed.items()}
    if not link.is_centre:
        found[in_plain_pot(pot, MAIN, unit)] = link.held
    for account, amount in found.items():
        if held.get(account, 0) != amount:
            yield finding("pot-money", account.text, amount, held.get(account, 0))
