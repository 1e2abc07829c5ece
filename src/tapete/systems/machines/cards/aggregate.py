"""Prepaid cards as an aggregate: commands in, events out, every refusal with its reason."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tapete.core.book.aggregate import Aggregate
from tapete.core.book.refused import Refused
from tapete.systems.machines.cards.commands import (
    Block,
    CardCommand,
    Load,
    OpenCards,
    PassDays,
    PutIn,
    Refund,
    Sell,
    TakeOut,
    Unblock,
)
from tapete.systems.machines.cards.events import (
    CardBlocked,
    CardDaysPassed,
    CardEvent,
    CardLoaded,
    CardPutIn,
    CardRefunded,
    CardSold,
    CardsOpened,
    CardTakenOut,
)
from tapete.systems.machines.cards.state import (
    BLOCKED,
    CARDS,
    EXPIRED,
    GOOD,
    REFUNDED,
    Card,
    CardBook,
    Slot,
    receipt,
)
from tapete.systems.machines.pages import put, without

REASONS = {BLOCKED: "card-blocked", REFUNDED: "card-refunded", EXPIRED: "card-expired"}


def decide(book: CardBook, command: CardCommand) -> Sequence[CardEvent]:
    """What a command brings about, or `Refused` with the reason a cashier is told."""
    match command:
        case OpenCards():
            return (
                CardsOpened(
                    good_days=command.good_days, kept_days=command.kept_days, clause=CARDS
                ),
            )  # fmt: skip
        case Sell():
            return _sell(book, command)
        case Load():
            card = _shown(book, command.card, command.number)
            if card.did(receipt(command.id, command.means, command.person, command.amount)):
                return ()  # it was carried out: repeated, it changes nothing
            _check_usable(card)
            return (_loaded(command),)
        case PutIn():
            return _put_in(book, command)
        case TakeOut():
            card = _known(book, command.card)
            if card.slot != command.slot:
                raise Refused(CARDS, "no-card", card=card.number)
            return (CardTakenOut(card=command.card, amount=command.amount, clause=CARDS),)
        case Block() | Unblock():
            card = _known(book, command.card)
            wanted = GOOD if isinstance(command, Block) else BLOCKED
            if card.state != wanted:
                code = REASONS.get(card.state, "card-not-blocked")
                raise Refused(CARDS, code, card=card.number)
            return (CardBlocked(card=command.card, on=wanted == GOOD, clause=CARDS),)
        case Refund():
            return _refund(book, command)
        case PassDays():
            return (_days(book, command.days),)


def _sell(book: CardBook, command: Sell) -> Sequence[CardEvent]:
    known = book.find(command.card)
    if known is not None:
        again = receipt(command.id, command.means, command.person, command.amount)
        if not known.did(again):
            raise Refused(CARDS, "card-known", card=command.number)
        if known.holder != command.holder:
            raise Refused(CARDS, "id-used", id=command.id)
        return ()  # the answer was lost: it is the same card
    sold = CardSold(
        card=command.card, number=command.number, id=command.id, holder=command.holder,
        clause=CARDS,
    )  # fmt: skip
    return (sold, _loaded(command))


def _loaded(command: Sell | Load) -> CardLoaded:
    if command.amount <= 0:
        raise Refused(CARDS, "bad-amount", amount=command.amount)
    return CardLoaded(
        card=command.card, amount=command.amount, means=command.means, id=command.id,
        person=command.person, clause=CARDS,
    )  # fmt: skip


def _put_in(book: CardBook, command: PutIn) -> Sequence[CardEvent]:
    card = _shown(book, command.card, command.number)
    _check_usable(card, command.slot)
    amount = card.balance if command.amount is None else command.amount
    if not 0 <= amount <= card.balance:
        raise Refused(CARDS, "not-enough-on-card", amount=amount, balance=card.balance)
    return (CardPutIn(card=command.card, slot=command.slot, amount=amount, clause=CARDS),)


def _refund(book: CardBook, command: Refund) -> Sequence[CardEvent]:
    card = _known(book, command.card)
    if card.did(receipt(command.id, command.means, command.person)):
        return ()
    if card.state == BLOCKED:
        if not card.holder or (command.means, command.person) != ("cuenta", card.holder):
            raise Refused(CARDS, "not-the-holder", card=card.number)
        if card.slot is not None:
            raise Refused(CARDS, "card-in-use", card=card.number, machine=card.slot.device)
    else:
        _check_usable(_shown(book, command.card, command.number))
    return (
        CardRefunded(
            card=command.card, amount=card.balance, means=command.means, id=command.id,
            person=command.person, clause=CARDS,
        ),
    )  # fmt: skip


def _days(book: CardBook, days: int) -> CardDaysPassed:
    """So many days go by. A card in a machine is being used: it does not expire there."""
    day = book.day + days

    def unused(card: Card) -> int:
        return day - card.day

    gone = {
        name: card.balance
        for name, card in book.all()
        if card.state in (GOOD, BLOCKED) and card.slot is None
        and book.good_days is not None and unused(card) > book.good_days
    }  # fmt: skip
    forgotten = tuple(
        name
        for name, card in book.all()
        if card.state in (REFUNDED, EXPIRED)
        and book.kept_days is not None
        and unused(card) > book.kept_days
    )
    return CardDaysPassed(
        days=days, expired=tuple(gone), amount=sum(gone.values()), forgotten=forgotten,
        clause=CARDS,
    )  # fmt: skip


def _known(book: CardBook, name: str) -> Card:
    card = book.find(name)
    if card is None:
        raise Refused(CARDS, "unknown-card", card=name)
    return card


def _shown(book: CardBook, name: str, number: str) -> Card:
    """The card of this name, whose number was read off it."""
    card = _known(book, name)
    if card.number != number:
        raise Refused(CARDS, "unknown-card", card=name)
    return card


def _check_usable(card: Card, slot: Slot | None = None) -> None:
    """Raise `Refused` unless a card is good and in no machine but this one."""
    if card.slot is not None and card.slot != slot:
        raise Refused(CARDS, "card-in-use", card=card.number, machine=card.slot.device)
    if card.state != GOOD:
        raise Refused(CARDS, REASONS[card.state], card=card.number)


def evolve(book: CardBook, event: CardEvent) -> CardBook:
    """The cards after an event."""
    match event:
        case CardsOpened():
            return replace(book, good_days=event.good_days, kept_days=event.kept_days)
        case CardSold():
            new = Card(
                number=event.number, balance=0, day=book.day, state=GOOD, holder=event.holder
            )  # fmt: skip
            return replace(book, pages=put(book.pages, event.card, new), sold=book.sold + 1)
        case CardLoaded():
            book = replace(book, loaded=book.loaded + event.amount)
            done = receipt(event.id, event.means, event.person, event.amount)
            return _moved(book, event.card, event.amount, done=done)
        case CardPutIn():
            book = replace(book, spent=book.spent + event.amount)
            return _moved(book, event.card, -event.amount, slot=event.slot)
        case CardTakenOut():
            book = replace(book, returned=book.returned + event.amount)
            return _moved(book, event.card, event.amount)
        case CardBlocked():
            return _now(book, event.card, BLOCKED if event.on else GOOD)
        case CardRefunded():
            book = replace(book, refunded=book.refunded + event.amount)
            done = receipt(event.id, event.means, event.person)
            book = _moved(book, event.card, -event.amount, done=done)
            return _now(book, event.card, REFUNDED)
        case CardDaysPassed():
            for name in event.expired:
                book = _expired(book, name)
            left = without(book.pages, event.forgotten) if event.forgotten else book.pages
            return replace(book, pages=left, day=book.day + event.days)
    return book


def _moved(
    book: CardBook, name: str, change: int, *, slot: Slot | None = None, done: str = ""
) -> CardBook:
    """A card holds so much more or, below 0, less, and is where it is now."""
    card = _known(book, name)
    after = replace(
        card, balance=card.balance + change, slot=slot, day=book.day,
        done=(*card.done, done) if done else card.done,
    )  # fmt: skip
    assert after.balance >= 0, "a card never owes"
    pages = put(book.pages, name, after)
    return replace(book, pages=pages, live=book.live + change).check()


def _now(book: CardBook, name: str, state: str) -> CardBook:
    """A card is in another state."""
    return replace(book, pages=put(book.pages, name, replace(_known(book, name), state=state)))


def _expired(book: CardBook, name: str) -> CardBook:
    card = _known(book, name)
    pages = put(book.pages, name, replace(card, state=EXPIRED, balance=0))
    return replace(
        book, pages=pages, expired=book.expired + card.balance, live=book.live - card.balance
    ).check()  # fmt: skip


CARD_BOOK: Aggregate[CardBook, CardCommand, CardEvent] = Aggregate(
    "tarjetas", CardBook(), CardCommand, CardEvent, decide, evolve
)
