"""Orders of cards: shuffled with the kernel's entropy, promised by a hash, opened after play.

Whoever kept the promise can check that the cards were not chosen once the bets were known:
SHA-256 of the salt and the order, published before the first card, fits what is opened when the
pack is done.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from tapete.chance import shuffle
from tapete.core.ask import Pick
from tapete.core.cards import Card
from tapete.core.record import Record
from tapete.core.refused import Refused

SALT_BYTES = 32
DRAW = "draw"


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A pack in the order in which its cards come out, and the salt of its promise."""

    cards: tuple[Card, ...]
    salt: str

    @property
    def promise(self) -> str:
        """What is published before play."""
        return promise_of(self.salt, self.cards)


class Pack:
    """An order being dealt from: its number at the table, and how many of its cards are out."""

    def __init__(self, number: int, order: Order, out: int = 0) -> None:
        self.number, self.order, self.out = number, order, out
        self.promise = order.promise

    def fits(self, left: Mapping[Card, int]) -> bool:
        """Whether these are the cards still to come out. They are not if the pack was shuffled
        since, though all of it be there again.

        >>> Pack(1, Order(cards=("Ah", "Kc"), salt=""), out=1).fits({"Ah": 1, "Kc": 1})
        False
        """
        return Counter(self.order.cards[self.out :]) == _positive(left)

    def next_card(self, left: Mapping[Card, int]) -> Card:
        """The card that comes when these are left.

        >>> Pack(1, Order(cards=("Ah", "Kc"), salt=""), out=1).next_card({"Ah": 0, "Kc": 1})
        'Kc'
        """
        if not self.fits(left) or self.out >= len(self.order.cards):
            raise LookupError("the cards on the table are not those of this order")
        return self.order.cards[self.out]


def _positive(left: Mapping[Card, int]) -> dict[Card, int]:
    return {card: count for card, count in left.items() if count}


def new_order(left: Mapping[Card, int], pick: Pick) -> Order:
    """These cards in an order of their own, each order as likely as any other."""
    cards = [card for card, count in sorted(left.items()) for _ in range(count)]
    shuffle(cards, pick)
    return Order(cards=tuple(cards), salt=secrets.token_hex(SALT_BYTES))


def promise_of(salt: str, cards: Sequence[Card]) -> str:
    """The hash that promises an order.

    >>> len(promise_of("00", ["Ah", "Kc"]))
    64
    """
    return hashlib.sha256(f"{salt}:{','.join(cards)}".encode()).hexdigest()


def check_kept(promise: str, salt: str, cards: Sequence[Card], drawn: Sequence[Card]) -> None:
    """Raise `Refused` unless the opened order fits its promise and the cards that came out."""
    if promise_of(salt, cards) != promise:
        raise Refused("CAT-I.1-04", "promise-broken", promise=promise[:16])
    for n, (card, promised) in enumerate(zip(drawn, cards, strict=False), 1):
        if card != promised:
            raise Refused("CAT-I.1-04", "card-not-promised", n=n, card=card, promised=promised)
    if len(drawn) > len(cards):
        raise Refused("CAT-I.1-04", "card-not-promised", n=len(cards) + 1, card=drawn[len(cards)])


def drawn_in(record: Record) -> tuple[Card, ...]:
    """The cards that came out in a round, in their order."""
    found = []
    for step in record.steps:
        if step.kind == DRAW:
            answer = step.answer
            if isinstance(answer, str):
                found.append(Card(answer))
            elif isinstance(answer, dict):
                found += [Card(card) for card in answer.get("cards", [answer.get("card")]) if card]
    return tuple(found)


def check_record(record: Record, promise: str, salt: str, cards: Sequence[Card]) -> int:
    """Raise `Refused` unless the cards of a record stand together in the order that was promised.
    Gives the place of the first."""
    if promise_of(salt, cards) != promise:
        raise Refused("CAT-I.1-04", "promise-broken", promise=promise[:16])
    drawn = drawn_in(record)
    if not drawn:
        return 0
    start, right = max(
        ((start, _agreeing(drawn, cards[start:])) for start in range(len(cards))),
        key=lambda found: found[1],
    )  # fmt: skip
    if right == len(drawn):
        return start
    promised = cards[start + right] if start + right < len(cards) else ""
    raise Refused(
        "CAT-I.1-04", "card-not-promised", n=right + 1, card=drawn[right], promised=promised
    )


def _agreeing(drawn: Sequence[Card], promised: Sequence[Card]) -> int:
    """How many cards from the first on are the promised ones."""
    pairs = enumerate(zip(drawn, promised, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(drawn), len(promised)))
