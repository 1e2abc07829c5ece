"""Draw Poker: up to two cards may be exchanged, and the croupier draws by fixed rules
(CAT-III.3.5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.fault import Fault
from tapete.core.round.ask import Option, Round
from tapete.core.round.cards import RANKS, Card
from tapete.core.round.event import Announced
from tapete.games.poker.bank.deal import CROUPIER, Hand
from tapete.games.poker.bank.game import bank_game
from tapete.games.poker.bank.pase import Pase
from tapete.games.poker.bank.rules import BankRules, BankState
from tapete.games.poker.hands import FIVE, HEIGHT, five

EXCHANGE = "cambiar"
STAND = "servido"

FOUR_FLUSH = "cuatro-a-color"
FOUR_STRAIGHT = "cuatro-a-escalera"


class DrawRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the croupier keeps when he holds a hand: so many cards, the most valuable first.

    ``holding`` is a category of hand, or four cards to a color or to a straight in a hand below a
    pair.
    """

    holding: str
    keep: int
    clause: ClauseId


class DrawRules(BankRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What only Draw Poker has. ``croupier_draws`` are applied strictly in their order."""

    exchange_max: int
    croupier_draws: tuple[DrawRule, ...]

    def check(self) -> None:
        known = (*FIVE, FOUR_FLUSH, FOUR_STRAIGHT)
        for row in self.croupier_draws:
            if row.holding not in known:
                raise ValueError(
                    Fault(
                        "fault.holding", "the croupier cannot hold {holding}", holding=row.holding
                    )
                )


def kept(cards: Sequence[Card], rules: DrawRules) -> tuple[tuple[Card, ...], DrawRule]:
    """The cards the croupier keeps, and the rule that says so."""
    for row in rules.croupier_draws:
        held = holding(cards, row.holding)
        if held:
            return held[: row.keep], row
    raise AssertionError("one rule is for a hand of nothing")


def holding(cards: Sequence[Card], name: str) -> tuple[Card, ...]:
    """The cards of a hand, what the name says first; nothing if the hand is not that.

    >>> holding(["2d", "2c", "3c", "4c", "5c"], "par")[:3]
    ('2d', '2c', '5c')
    >>> holding(["5s", "6s", "7s", "8d", "Ks"], "cuatro-a-color")[:4]
    ('Ks', '7s', '6s', '5s')
    """
    category = five(cards).category
    four = {FOUR_FLUSH: four_of_a_suit, FOUR_STRAIGHT: four_in_a_row}
    if name in four:
        return four[name](cards) if category == FIVE[0] else ()
    return by_value(cards) if category == name else ()


def by_value(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Repeated ranks first, then the highest.

    >>> by_value(["4h", "Tc", "4s", "Kc", "Td"])
    ('Tc', 'Td', '4h', '4s', 'Kc')
    """
    times = Counter(card[0] for card in cards)
    return tuple(sorted(cards, key=lambda card: (-times[card[0]], -HEIGHT[card[0]])))


def four_of_a_suit(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Four cards of one suit, from the highest; nothing if there are not so many."""
    for suit in "cdhs":
        held = [card for card in cards if card[1] == suit]
        if len(held) >= 4:
            return by_value(held)
    return ()


def four_in_a_row(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Four cards whose ranks follow one another; the ace begins A-2-3-4 or ends J-Q-K-A.

    >>> four_in_a_row(["Ah", "2c", "3d", "4s", "9h"]), four_in_a_row(["5c", "6d", "8h", "9s", "Kd"])
    (('Ah', '2c', '3d', '4s'), ())
    """
    circle = "A" + RANKS
    for start in range(len(circle) - 3):
        held = [card for rank in circle[start : start + 4] for card in cards if card[0] == rank]
        if len(held) == 4 and len({card[0] for card in held}) == 4:
            return tuple(held)
    return ()


class DrawPase(Pase[DrawRules, BankState]):
    """A round in course."""

    @property
    def keeps_stub(self) -> bool:
        return True

    def exchange(self) -> Round[None]:
        """Each player says what he exchanges; all those cards are collected before anybody is
        served; the croupier draws last."""
        wanted: dict[int, tuple[Card, ...]] = {}
        for hand in self.live:
            wanted[hand.seat] = yield from self.ask_exchange(hand)
        changing = [hand for hand in self.live if wanted[hand.seat]]
        for hand in changing:
            yield from self.give_up(hand, wanted[hand.seat], "exchange_served")
            yield from self.pot.forfeit(hand.seat, EXCHANGE)
        for hand in changing:
            yield from self.complete(hand, "exchange_served")
        yield from self.look()
        if self.live:
            yield from self.croupier_draws()
        yield from self.discard_stub()

    def ask_exchange(self, hand: Hand) -> Round[tuple[Card, ...]]:
        """From none up to two cards, laid together and covered, once."""
        most = self.rules.exchange_max
        options = (
            Option(EXCHANGE, cards=tuple(hand.cards), fewest=1, most=most),
            Option(STAND),
        )
        move = yield from self.asked(hand, options, "exchange_max", default=STAND, optional=True)
        return move.cards

    def croupier_draws(self) -> Round[None]:
        """The croupier looks at his cards for himself and exchanges as his rules say; the table
        sees how many and not which."""
        clause = self.rules.by("croupier_looks")
        yield Announced(what="croupier-mira-sus-cartas", clause=clause)
        keeps, row = kept(self.croupier, self.rules)
        given_up = [card for card in self.croupier if card not in keeps]
        facts = {"cards": len(given_up)}
        what = "croupier-cambia" if given_up else "croupier-servido"
        yield Announced(what=what, facts=facts, clause=row.clause)
        yield from self.to_tray(CROUPIER, self.croupier, given_up, row.clause)
        while len(self.croupier) < self.rules.cards_each:
            yield from self.serve_croupier("croupier_draws")


DRAW_POKER = bank_game("draw-poker", DrawRules, DrawPase)
