"""The book of prepaid cards on this node, its money, and how a machine speaks to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tapete.core.book.account import Unit
from tapete.core.book.aggregate import Entry, Journal
from tapete.core.book.plan import Plan
from tapete.floor.aggregates.cards.door import CardLink, pass_days
from tapete.floor.aggregates.numbered import (
    REMEMBERED,
    NumberedBook,
    check_moves,
    transfers_of,
)
from tapete.floor.aggregates.shared import KeptEntry
from tapete.floor.audit.findings import Finding, finding
from tapete.floor.kernel.unit import Ref, Spec
from tapete.floor.money.accounts import CAGE, WORLD, LedgerAccount, on_cards, vault, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage.store import Store
from tapete.systems.machines.cards.aggregate import CARD_BOOK
from tapete.systems.machines.cards.commands import CardCommand, OpenCards
from tapete.systems.machines.cards.events import (
    CardDaysPassed,
    CardEvent,
    CardLoaded,
    CardPutIn,
    CardRefunded,
    CardSold,
)
from tapete.systems.machines.cards.state import CardBook

KIND = "tarjetas"


class CardHost(NumberedBook[CardBook, CardCommand, CardEvent]):
    """The prepaid cards of one unit of account on this node."""

    def __init__(self, id: str, store: Store) -> None:
        super().__init__(Journal(CARD_BOOK, id), store)

    def link(self, unit: str) -> CardLink:
        return CardLink(self.journal, self.seal, self.today)

    def begin(self, plan: Plan, units: Sequence[Spec], at: float) -> None:
        """The book of a unit of account, on the day of the house."""
        good = plan.maquinas.card_days
        self.journal.do(OpenCards(good, None if good is None else good + REMEMBERED))
        self.pass_days(at)

    def transfers(self, entry: Entry[CardCommand, CardEvent]) -> list[Transfer]:
        return transfers_of(KIND, self.id, entry, _moves)

    def people(self, entry: Entry[CardCommand, CardEvent]) -> Iterator[str]:
        for event in entry.events:
            match event:
                case CardSold() | CardLoaded() | CardPutIn():
                    card = self.journal.state.find(event.card)
                    yield "" if card is None else card.holder
                case CardRefunded(means="cuenta"):
                    yield event.person

    def pass_days(self, at: float) -> None:
        """Bring the book to the day of a moment."""
        pass_days(self.journal, self.today(at))


def ref_of(unit: Unit) -> Ref:
    """The book of prepaid cards of a unit of account."""
    return Ref(CARD_BOOK.kind, unit)


def _moves(unit: Unit, event: CardEvent) -> Iterator[tuple[LedgerAccount, LedgerAccount, int]]:
    match event:
        case CardLoaded(means="dinero"):
            yield WORLD, CAGE, event.amount
            yield vault(unit), on_cards(unit), event.amount
        case CardLoaded():
            yield wallet(event.person, unit), on_cards(unit), event.amount
        case CardRefunded(means="dinero"):
            yield on_cards(unit), vault(unit), event.amount
            yield CAGE, WORLD, event.amount
        case CardRefunded():
            yield on_cards(unit), wallet(event.person, unit), event.amount
        case CardDaysPassed():
            yield on_cards(unit), vault(unit), event.amount
        case _:
            return


def check_cards(
    store: Store, unit: str, log: Sequence[KeptEntry[CardCommand, CardEvent]], state: CardBook
) -> Iterator[Finding]:
    """Check the cards against the ledger: the balance of all cards, and every transfer of the
    book."""
    yield from check_moves(store, KIND, unit, log, _moves)
    held = store.balance(on_cards(unit))
    if state.live != held:
        yield finding("card-money", on_cards(unit).text, state.live, held)
