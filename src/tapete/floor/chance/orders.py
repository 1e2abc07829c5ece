"""Orders of cards: shuffled with the kernel's entropy, promised by a hash, opened after play.

Whoever kept the promise can check that the cards were not chosen once the bets were known:
SHA-256 of the salt and the order, published before the first card, fits what is opened when the
pack is done. Players who gave numbers of their own have shuffled it once more, after it was
promised and before the first card: not even the house could choose what is dealt.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from tapete.chance import shuffle
from tapete.chance.numbers import HOUSE, promised_number, shuffled, together, use_of
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Pick
from tapete.core.round.cards import Card
from tapete.core.round.record import Record

RANDOM: ClauseId = "CAT-I.1-04"
SALT_BYTES = 32
DRAW, BALL = "draw", "ball"


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A pack in the order in which its cards come out, and the salt of its promise."""

    cards: tuple[Card, ...]
    salt: str

    @property
    def promise(self) -> str:
        """The hash published before play."""
        return promise_of(self.salt, self.cards)

    def opened(self, unit: str = "", n: int = 0) -> Opened:
        """The order as it is opened when nobody else has a part in it."""
        return Opened(unit=unit, n=n, promise=self.promise, salt=self.salt, cards=self.cards)


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


class Opened(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An order that was opened, and all that had a part in it: what the house promised and opened,
    the players' promises by seat, and the numbers they opened. Without cards the salt is the number
    of the house (`tapete.chance.numbers`)."""

    unit: str
    n: int
    promise: str
    salt: str
    cards: tuple[Card, ...] = ()
    parts: dict[int, str] = {}
    numbers: dict[int, str] = {}

    def check(self) -> None:
        """Raise `Refused` unless everything opened is what was promised."""
        if promise_of(self.salt, self.cards) != self.promise:
            raise Refused(RANDOM, "promise-broken", promise=self.promise[:16])
        for seat, number in self.numbers.items():
            if self.parts.get(seat) != promised_number(self.unit, seat, number):
                raise Refused(RANDOM, "number-not-promised", seat=seat, n=self.n)

    @property
    def dealt(self) -> tuple[Card, ...]:
        """The cards as they come out: the house's order, shuffled by the players' numbers."""
        return shuffled(self.cards, self.numbers, use_of(self.unit, self.n))

    def check_cards(self, drawn: Sequence[Card]) -> None:
        """Raise `Refused` unless these are the first cards of the order as it is dealt."""
        dealt = self.dealt
        for n, (card, promised) in enumerate(zip(drawn, dealt, strict=False), 1):
            if card != promised:
                raise Refused(RANDOM, "card-not-promised", n=n, card=card, promised=promised)
        if len(drawn) > len(dealt):
            card = drawn[len(dealt)]
            raise Refused(RANDOM, "card-not-promised", n=len(dealt) + 1, card=card)

    def check_draw(self, draw: int, picks: Sequence[tuple[int, int]]) -> None:
        """Raise `Refused` unless this is what house and players drew together at this draw."""
        numbers = {HOUSE: self.salt, **self.numbers}
        pick = together(numbers, use_of(self.unit, self.n, draw))
        for size, found in picks:
            right = pick(size)
            if found != right:
                raise Refused(RANDOM, "not-drawn-together", n=draw + 1, drawn=found, right=right)


def drawn_in(record: Record) -> tuple[Card, ...]:
    """The cards, or the balls, that came out in a round, in their order."""
    found = []
    for step in record.steps:
        if step.kind == BALL:
            found.append(Card(str(step.answer)))
        elif step.kind == DRAW:
            answer = step.answer
            if isinstance(answer, str):
                found.append(Card(answer))
            elif isinstance(answer, dict):
                found += [Card(card) for card in answer.get("cards", [answer.get("card")]) if card]
    return tuple(found)


def check_record(record: Record, opened: Opened) -> int:
    """Raise `Refused` unless the cards of a record stand together in the order that was promised.
    Gives the place of the first."""
    opened.check()
    drawn, cards = drawn_in(record), opened.dealt
    if not drawn:
        return 0
    start, right = find_run(drawn, cards)
    if right == len(drawn):
        return start
    promised = cards[start + right] if start + right < len(cards) else ""
    raise Refused(RANDOM, "card-not-promised", n=right + 1, card=drawn[right], promised=promised)


def find_run(drawn: Sequence[Card], cards: Sequence[Card]) -> tuple[int, int]:
    """Where in an order these cards stand together, and how many of them do, from the first on."""
    starts = ((start, _agreeing(drawn, cards[start:])) for start in range(len(cards)))
    return max(starts, key=lambda found: found[1], default=(0, 0))


def _agreeing(drawn: Sequence[Card], promised: Sequence[Card]) -> int:
    """How many cards from the first on are the promised ones."""
    pairs = enumerate(zip(drawn, promised, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(drawn), len(promised)))
