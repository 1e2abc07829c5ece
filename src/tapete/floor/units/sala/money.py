"""The money of a hall: what its events move in the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tapete.core.book.account import BANK, Account
from tapete.core.round.event import Event
from tapete.floor.money.accounts import OF_POT, LedgerAccount, at_unit, in_plain_pot, wallet
from tapete.floor.money.ledger import Transfer, paired
from tapete.floor.units.sala.company import is_company
from tapete.floor.units.sala.events import PotIncreased, PotReturned, PotTaken
from tapete.floor.units.sala.spec import SalaSpec
from tapete.systems.bingo.joint import room_of


class Money:
    """The accounts of a hall, as its events move them."""

    def __init__(self, spec: SalaSpec) -> None:
        self.spec = spec
        self.held: Counter[LedgerAccount] = Counter()

    def transfers(self, step: int, events: Iterable[Event]) -> list[Transfer]:
        """The money that these events moved."""
        found = []
        for n, event in enumerate(events):
            named = [(self._named(event, place), amount) for place, amount in event.postings()]
            for k, (source, target, amount) in enumerate(paired(named)):
                found.append(Transfer(
                    id=f"{self.spec.id}:{step}:{n}.{k}", source=source, target=target,
                    amount=amount, state="posted", clause=event.clause, why=event.kind,
                ))  # fmt: skip
                self._count(source, -amount)
                self._count(target, amount)
        return found

    def _count(self, account: LedgerAccount, amount: int) -> None:
        if account.holder == self.spec.kind:
            self.held[account] += amount
            if not self.held[account]:
                del self.held[account]

    def _with(self, room: str) -> LedgerAccount:
        """What this casino has of, or owes, another: the centre has an account with each room, a
        room has one with the centre, which settles between them."""
        assert self.spec.joint is not None
        other = self.spec.joint.centre if self.spec.is_room else room
        return at_unit("enlace", f"{self.spec.id}.{other}", BANK, self.spec.unit)

    def _named(self, event: Event, place: Account) -> LedgerAccount:
        """The account in the ledger: a person's wallet, a pot, or the hall's own. Those who keep
        company play with the bank's money."""
        spec = self.spec
        if place.kind == "person" and room_of(str(place.owner)):
            return self._with(room_of(str(place.owner)))
        if place.kind == "person" and not is_company(str(place.owner)):
            return wallet(str(place.owner), spec.unit)
        if place in OF_POT and isinstance(event, PotIncreased | PotReturned | PotTaken):
            if spec.is_room:
                return self._with("")
            return in_plain_pot(event.pot, place, spec.unit)
        own = BANK if place.kind == "person" else place
        return at_unit(spec.kind, spec.id, own, spec.unit)
