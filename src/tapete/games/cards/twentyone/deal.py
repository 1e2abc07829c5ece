"""The deal of a round (pase): cards to the hands and to the croupier, and what ends it.

Each hand of a player has one bet for every hand of the bank it faces: one in Black Jack and in
Canal 21, two or three in Challenge 21.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Generic

from tapete.core.ask import Round
from tapete.core.bets import Stake
from tapete.core.cards import Card
from tapete.core.chance import Exposed, Mishap, NotAsked, Skipped, Stuck
from tapete.core.event import Announced, CardDealt, CardsCleared
from tapete.core.game import Setup
from tapete.core.settle import give_back, win_and_return
from tapete.core.shoe import Dealer, Shoe
from tapete.games.cards.twentyone.hand import is_natural, is_soft, is_ten, points
from tapete.games.cards.twentyone.rules import R

CROUPIER = "croupier"
BURNED = "quemadas"
IRREGULAR = (
    "carta-descubierta", "cartas-pegadas", "carta-no-pedida", "sin-carta",
    "sabot-agotado", "sin-carta-de-corte", "orden-equivocado",
)  # fmt: skip


@dataclass
class Hand:
    """One hand of a seat, with the bets it plays for: one for each hand of the bank, by number."""

    seat: int
    zone: str
    stakes: dict[int, Stake]
    cards: list[Card] = field(default_factory=list)
    split: bool = False
    raised: int = 0  # what doubling added to the first bet
    over: bool = False  # settled: bust, surrendered, paid, or void

    @property
    def stake(self) -> Stake:
        """The bet against the bank's first hand."""
        return self.stakes[1]

    @property
    def natural(self) -> bool:
        """Black Jack or Canal 21: not after a split (CAT-III.1.5.1-50)."""
        return not self.split and is_natural(self.cards)


class ShoeOut(Exception):
    """The shoe has no card left for a hand that needs one."""

    def __init__(self, what: str) -> None:
        self.what = what


class Deal(Generic[R]):
    """The hands on the table, the croupier's, and the shoe they come from."""

    natural_pays: ClassVar[str]

    def __init__(self, setup: Setup[R], shoe: Shoe, hands: Iterable[Hand]) -> None:
        self.rules, self.limits = setup.rules, setup.limits
        self.dealer = Dealer(
            shoe, setup.rules.by("deal_order"), IRREGULAR, cut_clause=setup.rules.by("cut_card")
        )
        self.hands = list(hands)
        self.insured: dict[int, Stake] = {}
        self.croupier: list[Card] = []
        self.box = CROUPIER
        self.barred: set[str] = set()
        self.cut_to: int | None = None  # the seat to whose hand the cut card came

    # The deal (CAT-III.1.5.1-15 to -18, CAT-III.1.5.2-15, CAT-III.1.5.3-24)

    def first_cards(self) -> Round[None]:
        """One card to each hand from the croupier's left, one to himself, a second to each."""
        for hand in list(self.hands):
            yield from self.serve(hand)
        yield from self.croupier_card("deal_order")
        for hand in [hand for hand in self.hands if not hand.over]:
            yield from self.serve(hand)

    def serve(self, hand: Hand, *, asked: bool = False) -> Round[None]:
        """A card, face up, to a hand."""
        card = yield from self.next_card(hand, asked=asked)
        if card is not None:
            hand.cards.append(card)
            yield CardDealt(to=hand.zone, card=card, clause=self.rules.by("deal_order"))

    def next_card(self, hand: Hand | None, *, asked: bool = False) -> Round[Card | None]:
        """The next good card of the shoe; what comes out wrong is remedied (CAT-III.1.7).

        None: the hand it was meant for gets no card.
        """
        while True:
            shown = self.dealer.cut_shown
            drawn = yield from self.dealer.draw()
            if self.dealer.cut_shown and not shown:
                self.cut_to = hand.seat if hand is not None else None
            match drawn:
                case Exposed():
                    yield from self.burn(drawn.card, "exposed")
                case Stuck():
                    # The player concerned chooses which one is burned; the bank burns the second.
                    kept = list(drawn.cards)
                    burned = drawn.chosen if drawn.chosen in kept else kept[:2][-1]
                    kept.remove(burned)
                    yield from self.burn(burned, "stuck")
                    self.dealer.hold(kept)
                case NotAsked():
                    yield from self.burn(drawn.card, "not_asked")
                    if hand is not None and hand.seat == drawn.seat:
                        self.barred.add(hand.zone)
                        if asked:
                            return None
                    else:
                        mine = (other for other in self.hands if other.seat == drawn.seat)
                        self.barred.update(other.zone for other in mine)
                case Skipped():
                    yield from self.skip(drawn.seat)
                    if hand is not None and hand.over:
                        return None
                case Mishap(what="orden-equivocado"):
                    clause = self.rules.by("wrong_order")
                    yield Announced(what="orden-equivocado", clause=clause)
                case Mishap():
                    raise ShoeOut(drawn.what)
                case str():
                    return drawn

    def burn(self, card: Card, why: str) -> Round[None]:
        yield CardDealt(to=BURNED, card=card, clause=self.rules.by(why))

    def skip(self, seat: int) -> Round[None]:
        """A player who got no card has no hand in this round; his bets go back."""
        for hand in self.hands:
            if hand.seat == seat and not hand.cards and not hand.over:
                hand.over = True
                for stake in hand.stakes.values():
                    yield from give_back(stake, self.rules.by("no_card"), why="sin-carta")

    # The croupier (CAT-III.1.5.1-26 to -34)

    def bank_may_have_natural(self) -> bool:
        return self.croupier[0][0] == "A" or is_ten(self.croupier[0])

    def live(self) -> list[Hand]:
        """The hands with a bet that the bank's hand in course still decides."""
        return [hand for hand in self.hands if not hand.over]

    def croupier_draws(self) -> Round[None]:
        """He draws to 17, but only cards that can still decide a bet (the special cases)."""
        live = self.live()
        if not live and not self.insured:
            return
        if all(hand.natural for hand in live):
            if self.bank_may_have_natural():
                yield from self.croupier_card("draw_max")
            return
        while len(self.croupier) < 2 or self.croupier_must_draw():
            yield from self.croupier_card("draw_max")

    def croupier_must_draw(self) -> bool:
        total = points(self.croupier)
        soft_17 = total == 17 and is_soft(self.croupier) and self.rules.soft17 == "hit"
        return total <= self.rules.draw_max or soft_17

    def croupier_card(self, why: str) -> Round[None]:
        card = yield from self.next_card(None)
        if card is not None:
            self.croupier.append(card)
            yield CardDealt(to=self.box, card=card, clause=self.rules.by(why))

    # The end (CAT-III.1.5.1-59, -64; CAT-III.1.7-02, -04)

    def pay_hand(self, hand: Hand, on: str = "") -> Round[None]:
        """Pay every bet the hand still has, and give it back."""
        hand.over = True
        for stake in hand.stakes.values():
            row = self.rules.pay(stake.bet, on)
            yield from win_and_return(stake, row.ratio, row.clause, unit=self.limits.unit)

    def cards_run_out(self, what: str) -> Round[None]:
        """The round cannot be finished: without a cut card the two-card 21s are paid, the rest is
        void (CAT-III.1.7-04); with one, the hands that cannot be completed are void."""
        forgotten = what == "sin-carta-de-corte"
        clause = self.rules.by("no_cut_card" if forgotten else "shoe_out")
        yield Announced(what=what, clause=clause)
        for stake in self.insured.values():
            yield from give_back(stake, clause, why="nula")
        for hand in [hand for hand in self.hands if not hand.over]:
            if forgotten and hand.natural:
                yield from self.pay_hand(hand, self.natural_pays)
                continue
            hand.over = True
            for stake in hand.stakes.values():
                yield from give_back(stake, clause, why="nula")

    def collect_cards(self) -> Round[None]:
        """Players' cards from right to left, the croupier's own last."""
        clause = self.rules.by("settle_order")
        for card in self.dealer.held:
            yield from self.burn(card, "surplus")
        for hand in right_to_left(self.hands):
            yield CardsCleared(zone=hand.zone, clause=clause)
        yield CardsCleared(zone=self.box, clause=clause)


def right_to_left(hands: Iterable[Hand]) -> list[Hand]:
    """The hands as the croupier settles and collects them, from the lowest seat up."""
    return sorted(hands, key=lambda hand: hand.seat)
