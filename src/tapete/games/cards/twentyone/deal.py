"""The deal of a round (pase): cards to the hands and to the croupier, and what ends it.

Each hand of a player has one bet for every hand of the bank it faces: one in Black Jack and in
Canal 21, two or three in Challenge 21.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Generic

from tapete.core.book.clause import ClauseId
from tapete.core.book.roles import JEFE
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.bets import Stake
from tapete.core.round.cards import Card
from tapete.core.round.chance import Exposed, Glimpsed, Mishap, NotAsked, Skipped, Stuck, Surplus
from tapete.core.round.event import Announced, CardDealt, CardsCleared, Chosen
from tapete.core.round.game import Setup
from tapete.core.round.settle import give_back, lose, win, win_and_return
from tapete.core.round.shoe import EMPTY, Dealer, Shoe
from tapete.games.cards.shuffle import ShoeTerms
from tapete.games.cards.twentyone.hand import is_natural, is_soft, is_ten, points
from tapete.games.cards.twentyone.rules import R

CROUPIER = "croupier"
BURNED = "quemadas"
NO_CUT_CARD = "sin-carta-de-corte"
IRREGULAR = (
    "carta-descubierta", "cartas-pegadas", "carta-no-pedida", "carta-de-mas", "carta-vista",
    "sin-carta", "sabot-agotado", "sin-carta-de-corte", "orden-equivocado", "carta-al-suelo",
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
    collected: bool = False  # its cards are in the discard holder

    @property
    def stake(self) -> Stake:
        """Its bet against the first of the bank's hands that it faces."""
        return next(iter(self.stakes.values()))

    @property
    def at_stake(self) -> int:
        """All its bets together."""
        return sum(stake.amount for stake in self.stakes.values())

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

    def __init__(self, setup: Setup[R, ShoeTerms], shoe: Shoe, hands: Iterable[Hand]) -> None:
        self.rules, self.limits = setup.rules, setup.limits
        rules = setup.rules
        self.dealer = Dealer(
            shoe, rules.by("deal_order"), IRREGULAR,
            cut_clause=rules.by("cut_card"), closed_by=rules.by("late_bet"),
        )  # fmt: skip
        self.has_cut_card = shoe.behind is not None or shoe.machine
        self.hands = list(hands)
        self.insured: dict[int, Stake] = {}
        self.croupier: list[Card] = []
        self.box = CROUPIER
        self.barred: set[str] = set()
        self.cut_to: int | None = None  # the seat to whose hand the cut card came
        self.burned = False
        self.decided: list[tuple[Stake, str, ClauseId]] = []  # bets that wait to be taken back

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

    def next_card(
        self, hand: Hand | None, *, to: str = "", asked: bool = False
    ) -> Round[Card | None]:
        """The next good card of the shoe, for a hand or (none) for a zone of the bank; what comes
        out wrong is remedied (CAT-III.1.7).

        None: the hand it was meant for gets no card.
        """
        while True:
            shown = self.dealer.cut_shown
            drawn = yield from self.dealer.draw(to if hand is None else hand.zone)
            if self.dealer.cut_shown and not shown:
                self.cut_to = hand.seat if hand is not None else None
            match drawn:
                case str():
                    return drawn
                case Exposed():
                    yield from self.burn(drawn.card, "exposed")
                case Stuck():
                    kept = list(drawn.cards)
                    burned = yield from self.one_of(drawn, hand)
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
                case Surplus():
                    yield from self.burn(drawn.card, "overdrawn")
                case Glimpsed():
                    clause = self.rules.by("glimpsed")
                    yield Announced(what="carta-vista-sigue", clause=clause)
                    return drawn.card
                case Skipped():
                    yield from self.skip(drawn.seat)
                    if hand is not None and hand.over:
                        return None
                case Mishap(what="orden-equivocado"):
                    yield from self.put_in_order()
                case Mishap(what="carta-al-suelo"):
                    # Only the jefe de mesa picks it up and shows both sides; it stays in play.
                    clause = self.rules.by("on_the_floor")
                    yield Announced(what="carta-recogida", clause=clause)
                case Mishap(what=what):
                    out = what == EMPTY and not self.has_cut_card
                    raise ShoeOut(NO_CUT_CARD if out else what)

    def one_of(self, stuck: Stuck, hand: Hand | None) -> Round[Card]:
        """Which of some stuck cards is burned: the player concerned chooses; of the bank's, and
        if he does not say, it is the second."""
        if stuck.chosen is not None:
            return stuck.chosen
        second = stuck.cards[:2][-1]
        if hand is None or len(stuck.cards) < 2:
            return second
        clause = self.rules.by("stuck")
        answer = yield from Choose(
            seat=hand.seat,
            about=hand.zone,
            options=(Option("quemar", cards=stuck.cards, fewest=1, most=1),),
            clause=clause,
            default=f"quemar:{second}",
            optional=True,
            closed_by=self.rules.by("bets_fixed"),
        )
        yield Chosen(seat=hand.seat, move=answer.text, about=hand.zone, clause=clause)
        return answer.cards[0]

    def burn(self, card: Card, why: str) -> Round[None]:
        self.burned = True
        yield CardDealt(to=BURNED, card=card, clause=self.rules.by(why))

    def skip(self, seat: int) -> Round[None]:
        """A player who got no card has no hand in this round; his bets go back."""
        for hand in self.hands:
            if hand.seat == seat and len(hand.cards) == 1:
                # Passed over with his second card: the cards are put in order, he gets it now.
                yield from self.put_in_order()
            if hand.seat == seat and not hand.cards and not hand.over:
                hand.over = True
                for stake in hand.stakes.values():
                    yield from give_back(stake, self.rules.by("no_card"), why="sin-carta")

    def put_in_order(self) -> Round[None]:
        """The jefe de mesa puts cards that were dealt in the wrong order where they belong."""
        facts = {"by": JEFE}
        clause = self.rules.by("wrong_order")
        yield Announced(what="orden-equivocado", facts=facts, clause=clause)

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
                yield from self.second_card()
            return
        yield from self.second_card()
        while self.croupier_must_draw():
            yield from self.croupier_card("draw_max")

    def second_card(self) -> Round[None]:
        """With his two first cards the croupier knows whether the insurances are paid."""
        while len(self.croupier) < 2:
            yield from self.croupier_card("draw_max")
        yield from self.settle_insurance()

    def settle_insurance(self) -> Round[None]:
        """Pay or collect the insurances (CAT-III.1.5.1-44, CAT-III.1.5.3-39)."""
        insured, self.insured = self.insured, {}
        for _, stake in sorted(insured.items()):
            row = self.rules.pay(stake.bet, self.insured_against())
            if is_natural(self.croupier):
                yield from win_and_return(stake, row.ratio, row.clause, unit=self.limits.unit)
            else:
                yield from lose(stake, row.clause)

    def insured_against(self) -> str:
        """The row of the pay table for an insurance, where there are several."""
        return ""

    def croupier_must_draw(self) -> bool:
        total = points(self.croupier)
        soft_17 = total == 17 and is_soft(self.croupier) and self.rules.soft17 == "hit"
        return total <= self.rules.draw_max or soft_17

    def croupier_card(self, why: str) -> Round[None]:
        card = yield from self.next_card(None, to=self.box)
        if card is not None:
            self.croupier.append(card)
            yield CardDealt(to=self.box, card=card, clause=self.rules.by(why))

    # The end (CAT-III.1.5.1-59, -64; CAT-III.1.7-02, -04)

    def pay_hand(self, hand: Hand, on: str = "") -> Round[None]:
        """Pay every bet the hand still has; it stays until the cards are collected."""
        hand.over = True
        for stake in hand.stakes.values():
            row = self.rules.pay(stake.bet, on)
            yield from win(stake, row.ratio, row.clause, unit=self.limits.unit)
            self.decided.append((stake, "ganada", self.rules.by("taken_back")))

    def tie_hand(self, hand: Hand) -> None:
        """Nothing is paid; the bets stay until the cards are collected."""
        hand.over = True
        clause = self.rules.by("tie")
        self.decided += [(stake, "empate", clause) for stake in hand.stakes.values()]

    def take_back(self) -> Round[None]:
        """Cards collected, the players take back the bets that were paid or void."""
        decided, self.decided = self.decided, []
        for stake, why, clause in decided:
            yield from give_back(stake, clause, why=why, excess=why != "ganada")

    def cards_run_out(self, what: str) -> Round[None]:
        """The round cannot be finished: without a cut card the two-card 21s are paid, the rest is
        void (CAT-III.1.7-04); with one, the hands that cannot be completed are void."""
        forgotten = what == NO_CUT_CARD
        clause = self.rules.by("no_cut_card" if forgotten else "shoe_out")
        self.dealer.cut_shown = True  # nothing is left to deal from: the cards must be shuffled
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
            yield from self.collect(hand, clause)
        if self.burned:
            yield CardsCleared(zone=BURNED, clause=clause)
        if self.croupier:
            yield CardsCleared(zone=self.box, clause=clause)
        yield from self.take_back()

    def collect(self, hand: Hand, clause: ClauseId) -> Round[None]:
        """The cards of a hand go to the discard holder."""
        if hand.cards and not hand.collected:
            hand.collected = True
            yield CardsCleared(zone=hand.zone, clause=clause)


def right_to_left(hands: Iterable[Hand]) -> list[Hand]:
    """The hands as the croupier settles and collects them, from the lowest seat up."""
    return sorted(hands, key=lambda hand: hand.seat)
