"""Plain pots on the floor: those of bingo halls and machines. Made as the plan says, fed and won by
the steps of the units that share them, their money in the ledger.

A pot moves by itself what it divides, its base and what it owes; what a bet puts into it whole
(``POT``) and a prize takes out of it (``MAIN``) the unit moves, out of its own events, between
`in_plain_pot` and its own accounts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from tapete.chance import system
from tapete.core.book.account import CLP, Unit
from tapete.core.book.aggregate import Entry, Journal
from tapete.core.book.datafile import exact
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.pot_door import drawn
from tapete.floor.aggregates.pot_shares import BESIDE
from tapete.floor.aggregates.shared import KeptEntry, Shared
from tapete.floor.audit.findings import Finding, finding, same_transfers
from tapete.floor.kernel.unit import Spec
from tapete.floor.money.accounts import in_plain_pot, vault
from tapete.floor.money.ledger import Transfer, moves_of_pot, transfers_of_pot
from tapete.floor.storage.store import Store
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import Activate, Change, Open, PotCommand, Publish, Suspend
from tapete.systems.pot.decide import accounts
from tapete.systems.pot.events import PotEvent, PrizePaid, ThresholdReached
from tapete.systems.pot.state import NO_POT, Pot
from tapete.systems.pot.terms import BINGO, MACHINES, Terms

CLAUSES = {"bingo": BINGO, "maquinas": MACHINES}


class LastWin(msgspec.Struct, frozen=True, kw_only=True):
    """The prize a pot paid last, and where; of a mystery also its threshold with the salt, by which
    anybody checks the promise."""

    unit: str
    amount: int
    threshold: int | None = None
    salt: str = ""


class PlainPot(Shared[Pot, PotCommand, PotEvent]):
    """A plain pot on this node. A unit is linked to its journal and speaks to it by a `PotDoor`.
    ``won`` is the last prize this node has heard of."""

    def __init__(self, id: str, store: Store) -> None:
        self.won: LastWin | None = None
        super().__init__(Journal(POT, id), store)

    def came(self, entry: Entry[PotCommand, PotEvent]) -> None:
        reached = next((one for one in entry.events if isinstance(one, ThresholdReached)), None)
        for event in entry.events:
            if isinstance(event, PrizePaid):
                self.won = LastWin(
                    unit=event.unit, amount=event.amount,
                    threshold=None if reached is None else reached.threshold,
                    salt="" if reached is None else reached.salt,
                )  # fmt: skip

    def begin(self, plan: Plan, units: Sequence[Spec], at: float) -> None:
        """Its base out of the vault, its condition published, the threshold of a mystery drawn."""
        terms = planned_pot(plan, self.id)
        for command in (Open(terms), Publish(), Activate()):
            self.journal.do(command)
        if terms.mystery:
            self.journal.do(drawn(terms, system()))

    def replan(self, terms: Terms, by: str) -> bool:
        """Other terms, as the plan in force has them, between rounds: published before it takes
        bets again, the threshold of a mystery drawn anew; False: it has them already."""
        if self.journal.state.terms == terms:
            return False
        for command in (Suspend(by), Change(terms, by), Publish(), Activate()):
            self.journal.do(command)
        if terms.mystery:
            self.journal.do(drawn(terms, system()))
        return True

    def transfers(self, entry: Entry[PotCommand, PotEvent]) -> list[Transfer]:
        unit = unit_of(self.journal.state)
        return transfers_of_pot(self.id, entry.number, entry.events, unit, plain=True)


def unit_of(pot: Pot) -> Unit:
    """The unit of account of all that is in a pot."""
    return CLP if pot.terms is None else pot.terms.unit


def planned_pot(plan: Plan, pot: str) -> Terms:
    """The terms of a plain pot of the plan; ``of`` says whose clauses it is kept under."""
    if pot not in plan.pozo:
        raise Refused(NO_POT, "no-such-pot", pot=pot)
    row = dict(plan.pozo[pot])
    clauses = CLAUSES[str(row.pop("of", "maquinas"))]
    for beside in BESIDE:
        row.pop(beside, None)
    said = {"unit": plan.unit_of(), **row, "pot": pot, "clauses": clauses}
    return msgspec.convert(said, Terms, dec_hook=exact)


def check_plain_pot(
    store: Store, pot: str, log: Sequence[KeptEntry[PotCommand, PotEvent]], state: Pot
) -> Iterator[Finding]:
    """A plain pot, beyond what is checked of every aggregate: its money is in the ledger."""
    unit = unit_of(state)
    made = {
        one: kept.at
        for kept in log
        for one in transfers_of_pot(pot, kept.entry.number, kept.entry.events, unit, plain=True)
    }
    yield from same_transfers(store, moves_of_pot(pot, plain=True), made)
    held = store.balances()
    for account, amount in accounts(state).items():
        name = in_plain_pot(pot, account, unit)
        if name != vault(unit) and held.get(name, 0) != amount:
            yield finding("pot-money", name.text, amount, held.get(name, 0))
