"""The money of a tournament, and its chips: what its events move in the ledger.

Entries go to the fund and to the house's commission, prizes come out of the fund. Chips are a unit
of account of their own: sold they come from a vault of their own, removed they go back there, and
no transfer ever takes one of them for a peso (COL-7.4-01).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tapete.core.book.account import COMMISSION, Account
from tapete.core.round.event import Event
from tapete.floor.money.accounts import LedgerAccount, at_unit, vault, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.systems.tournament import book as books
from tapete.systems.tournament.life import events as told

FUND = Account("pozo")
CHIPS = Account("pozo")

Movement = tuple[LedgerAccount, LedgerAccount, int]


class Money:
    """The accounts of a tournament, as its events move them."""

    def __init__(self, spec: TorneoSpec) -> None:
        self.spec = spec
        self.fund = at_unit(spec.kind, spec.id, FUND, spec.unit)
        self.commission = at_unit(spec.kind, spec.id, COMMISSION, spec.unit)
        self.chips = at_unit(spec.kind, spec.id, CHIPS, spec.chips)
        self.held: Counter[LedgerAccount] = Counter()

    def transfers(self, step: int, events: Iterable[Event]) -> list[Transfer]:
        """The money and the chips that these events moved."""
        found = []
        for n, event in enumerate(events):
            moved = [one for one in self._moved(event) if one[2]]
            for k, (source, target, amount) in enumerate(moved):
                if amount < 0:
                    source, target, amount = target, source, -amount
                found.append(Transfer(
                    id=f"{self.spec.id}:{step}:{n}.{k}", source=source, target=target,
                    amount=amount, state="posted", clause=event.clause, why=event.kind,
                ))  # fmt: skip
                self._count(source, -amount)
                self._count(target, amount)
        return found

    def _moved(self, event: Event) -> Iterator[Movement]:
        house, box = vault(self.spec.unit), vault(self.spec.chips)
        match event:
            case books.Sold():
                payer = wallet(event.player, self.spec.unit)
                yield payer, self.fund, event.price - event.commission
                yield payer, self.commission, event.commission
                yield box, self._chips_of(event.player), event.chips
            case books.Refunded() | told.EntryRefunded():
                payer = wallet(event.player, self.spec.unit)
                yield self.fund, payer, event.amount - event.commission
                yield self.commission, payer, event.commission
                yield self._chips_of(event.player), box, event.chips
            case books.Expelled() | books.ChipsForfeited():
                yield self._chips_of(event.player), box, event.chips
            case books.BankSettled() if not self.spec.jugado:
                yield box, self.chips, sum(event.change.values())
            case books.BankSettled() if self.spec.maquinas:  # tables have paid already
                for player, amount in event.change.items():
                    yield box, self._chips_of(player), amount
            case books.ChipsRenewed() if not self.spec.jugado:
                yield box, self.chips, sum(event.stacks.values()) - self.held[self.chips]
            case books.ChipsRenewed():
                for player in sorted({*event.before, *event.stacks}):
                    more = event.stacks.get(player, 0) - event.before.get(player, 0)
                    yield box, self._chips_of(player), more
            case told.TieSeated() | told.TiePlayed() if self.spec.maquinas:
                return  # their credits are in the machines alone
            case told.TieSeated() if self.spec.jugado:
                for player in event.places:
                    yield box, self._chips_of(player), event.chips
            case told.TiePlayed() if self.spec.jugado and event.table:
                for player, chips in event.scores.items():
                    yield self._chips_of(player), box, chips
            case books.ChipsRecoloured():
                if not self.spec.jugado:
                    yield box, self.chips, sum(event.change.values())
                    return
                for player, amount in event.change.items():
                    yield box, self._chips_of(player), amount
            case books.ChipsWon() if self.spec.jugado:  # by a ruling: no table has moved them
                yield self._chips_of(event.loser), self._chips_of(event.player), event.chips
            case told.EliminationUndone() if self.spec.jugado:
                for player, amount in event.change.items():
                    yield box, self._chips_of(player), amount
            case told.RegistrationClosed():
                yield house, self.fund, event.fund - event.own
            case told.PrizePaid():
                yield self.fund, wallet(event.player, self.spec.unit), event.amount
            case told.HeldAgain():
                for player, amount in event.chips.items() if self.spec.jugado else ():
                    yield self._chips_of(player), box, amount
                yield self.chips, box, self.held[self.chips]
                yield self.fund, house, self.held[self.fund]
            case _:
                return

    def _chips_of(self, player: str) -> LedgerAccount:
        """Where the chips of a player are counted: his own where hands are dealt, which are before
        his seat while he has one; otherwise all in one, since nobody tells who wins which."""
        return wallet(player, self.spec.chips) if self.spec.jugado else self.chips

    def _count(self, account: LedgerAccount, amount: int) -> None:
        if account.holder == self.spec.kind:
            self.held[account] += amount
            if not self.held[account]:
                del self.held[account]
