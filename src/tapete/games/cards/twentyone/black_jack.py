"""Black Jack and Black Jack Perfect Pairs: one round, from the bets to the last card collected.

CAT-III.1.5.1. The croupier takes no hole card: his second card comes after the players.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from tapete.core.ask import Choose, Option, Round
from tapete.core.bets import Stake
from tapete.core.cards import Card
from tapete.core.chance import Exposed, Mishap, NotAsked, Skipped, Stuck
from tapete.core.event import Announced, BetPlaced, CardDealt, CardsCleared, Chosen, TurnGiven
from tapete.core.game import Setup, TableState
from tapete.core.money import down, share
from tapete.core.seats import in_order
from tapete.core.settle import give_back, lose, lose_half, win_and_return
from tapete.core.shoe import EMPTY, Dealer, Shoe
from tapete.core.window import BetWindow, take_bets
from tapete.games.cards.shuffle import fresh_shoe
from tapete.games.cards.twentyone.hand import (
    TARGET,
    is_natural,
    is_soft,
    is_ten,
    points,
    same_value,
)
from tapete.games.cards.twentyone.rules import MAIN, PAIRS, TwentyOneCloth, TwentyOneRules

CROUPIER = "croupier"
BURNED = "quemadas"
INSURANCE = "seguro"
IRREGULAR = (
    "carta-descubierta", "cartas-pegadas", "carta-no-pedida", "sin-carta",
    "sabot-agotado", "sin-carta-de-corte", "orden-equivocado",
)  # fmt: skip


class BlackJackState(TableState, frozen=True, kw_only=True):
    """What the table keeps: its shoe."""

    shoe: Shoe


def opening(rules: TwentyOneRules) -> BlackJackState:
    return BlackJackState(shoe=fresh_shoe(rules))


@dataclass
class Hand:
    """One hand of a seat, with the bet it plays for."""

    seat: int
    zone: str
    stake: Stake
    cards: list[Card] = field(default_factory=list)
    split: bool = False
    over: bool = False  # settled: bust, surrendered, paid, or void

    @property
    def natural(self) -> bool:
        """Black Jack: not after a split (CAT-III.1.5.1-50)."""
        return not self.split and is_natural(self.cards)


class ShoeOut(Exception):
    """The shoe has no card left for a hand that needs one."""

    def __init__(self, what: str) -> None:
        self.what = what


def play(setup: Setup[TwentyOneRules], state: BlackJackState) -> Round[BlackJackState]:
    """One round of Black Jack."""
    rules = setup.rules
    yield Announced(what="hagan-juego", clause=rules.by("bets_placed"))
    stakes = yield from take_bets(
        BetWindow(
            seats=setup.seats,
            cloth=TwentyOneCloth(rules=rules, limits=setup.limits),
            limits=setup.limits,
            clause=rules.by("bets_placed"),
            closing=rules.close_call,
            closing_clause=rules.by("close_call"),
        )
    )
    pase = Pase(setup, state.shoe, stakes)
    if pase.hands:
        yield from pase.run()
    return msgspec.structs.replace(state, shoe=pase.dealer.shoe())


class Pase:
    """A round in course: the hands on the table and the croupier's."""

    def __init__(self, setup: Setup[TwentyOneRules], shoe: Shoe, stakes: tuple[Stake, ...]) -> None:
        self.rules, self.limits = setup.rules, setup.limits
        self.dealer = Dealer(
            shoe, setup.rules.by("deal_order"), IRREGULAR, cut_clause=setup.rules.by("cut_card")
        )
        mains = {stake.seat: stake for stake in stakes if stake.bet == MAIN}
        self.hands = [Hand(seat, f"seat:{seat}", mains[seat]) for seat in in_order(mains)]
        self.pairs = [stake for stake in stakes if stake.bet == PAIRS]
        self.insured: dict[int, Stake] = {}
        self.croupier: list[Card] = []
        self.barred: set[int] = set()
        self.pairs_done = False

    def run(self) -> Round[None]:
        try:
            yield from self.first_cards()
            yield from self.settle_pairs()
            yield from self.offer_insurance()
            for hand in list(self.hands):
                yield from self.turn(hand)
            yield from self.croupier_draws()
        except ShoeOut as out:
            yield from self.cards_run_out(out.what)
        else:
            yield from self.settle()
        yield from self.collect_cards()

    # The deal (CAT-III.1.5.1-15 to -18)

    def first_cards(self) -> Round[None]:
        """One card to each hand from the croupier's left, one to himself, a second to each."""
        for hand in list(self.hands):
            yield from self.serve(hand)
        yield from self.croupier_card("deal_order")
        for hand in [hand for hand in self.hands if not hand.over]:
            yield from self.serve(hand)

    def serve(self, hand: Hand) -> Round[None]:
        """A card, face up, to a hand."""
        card = yield from self.next_card(hand)
        if card is not None:
            hand.cards.append(card)
            yield CardDealt(to=hand.zone, card=card, clause=self.rules.by("deal_order"))

    def next_card(self, hand: Hand | None) -> Round[Card | None]:
        """The next good card of the shoe; what comes out wrong is remedied (CAT-III.1.7).

        None: the hand it was meant for gets no card.
        """
        while True:
            drawn = yield from self.dealer.draw()
            match drawn:
                case Exposed():
                    yield from self.burn(drawn.card, "exposed")
                case Stuck():
                    # The player concerned chooses which one is burned; the bank burns the second.
                    burned = drawn.chosen if drawn.chosen in drawn.cards else drawn.cards[1]
                    kept = [card for card in drawn.cards if card != burned]
                    yield from self.burn(burned, "stuck")
                    self.dealer.hold(kept)
                case NotAsked():
                    yield from self.burn(drawn.card, "not_asked")
                    self.barred.add(drawn.seat)
                    if hand is not None and hand.seat == drawn.seat:
                        return None
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
        """A player who got no card has no hand in this round; his bet goes back."""
        for hand in self.hands:
            if hand.seat == seat and not hand.cards:
                hand.over = True
                yield from give_back(hand.stake, self.rules.by("no_card"), why="sin-carta")

    # Perfect Pairs (CAT-III.1.5.1-17, -35 to -38, -76)

    def settle_pairs(self) -> Round[None]:
        """Settled right after the second card, from right to left."""
        self.pairs_done = True
        cards = {hand.seat: hand.cards for hand in self.hands}
        for stake in sorted(self.pairs, key=lambda stake: stake.seat):
            kind = pair_kind(cards[stake.seat])
            if not kind:
                yield from lose(stake, self.rules.by("pairs_settled"))
                continue
            row = self.rules.pay(PAIRS, kind)
            yield from win_and_return(stake, row.ratio, row.clause, unit=self.limits.unit)

    # Insurance and even money (CAT-III.1.5.1-29, -30, -39 to -44)

    def offer_insurance(self) -> Round[None]:
        up = self.croupier[0][0]
        if up not in self.rules.insurance_up and up not in self.rules.even_money_up:
            return
        for hand in [hand for hand in self.hands if not hand.over]:
            options = []
            if hand.natural and up in self.rules.even_money_up:
                options.append(Option("a-la-par"))
            most = down(hand.stake.amount * share(self.rules.insurance_max))
            if up in self.rules.insurance_up and most > 0:
                options.append(Option(INSURANCE, 1, most))
            if not options:
                continue
            answer = yield from Choose(
                seat=hand.seat,
                about="seguro",
                options=(*options, Option("no")),
                clause=self.rules.by("insurance_up"),
                default="no",
                optional=True,
            )
            if answer == "no":
                continue
            yield Chosen(seat=hand.seat, move=answer, clause=self.rules.by("insurance_up"))
            if answer == "a-la-par":
                yield from self.pay_hand(hand, "a-la-par")
            else:
                yield from self.insure(hand, int(answer.partition(":")[2]))
        yield Announced(what="no-mas-seguros", clause=self.rules.by("insurance_call"))

    def insure(self, hand: Hand, amount: int) -> Round[None]:
        yield BetPlaced(
            seat=hand.seat, bet=INSURANCE, amount=amount, clause=self.rules.by("insurance_max")
        )
        self.insured[hand.seat] = Stake(hand.seat, INSURANCE, amount)

    # The players (CAT-III.1.5.1-19 to -26, -45 to -58)

    def turn(self, hand: Hand) -> Round[None]:
        """One hand plays until it stands, busts, doubles, splits or retires."""
        if hand.over:
            return
        if hand.natural:
            if not self.bank_may_have_natural():
                yield from self.pay_hand(hand, "black-jack")
                yield CardsCleared(zone=hand.zone, clause=self.rules.by("natural_at_once"))
            return
        yield TurnGiven(seat=hand.seat, to=hand.zone, clause=self.rules.by("no_draw_from"))
        while points(hand.cards) < self.rules.no_draw_from and not hand.over:
            if hand.seat in self.barred:
                return
            move = yield from self.ask(hand)
            yield Chosen(
                seat=hand.seat, move=move, about=hand.zone, clause=self.rules.by("no_draw_from")
            )
            if move == "plantarse":
                return
            if move == "retirarse":
                yield from self.surrender(hand)
            elif move == "separar":
                yield from self.split_hand(hand)
                return
            elif move == "doblar":
                yield from self.double(hand)
                return
            else:
                yield from self.hit(hand)

    def ask(self, hand: Hand) -> Round[str]:
        """What a hand below 21 may do, and the clause that closes each move it may not."""
        rules = self.rules
        options, closed = [Option("pedir"), Option("plantarse")], {}
        if self.may_double(hand):
            options.append(Option("doblar"))
        else:
            closed["doblar"] = rules.by("double_totals")
        if same_value(hand.cards) and self.may_split(hand):
            options.append(Option("separar"))
        else:
            closed["separar"] = rules.by("max_hands" if same_value(hand.cards) else "split_by")
        if len(hand.cards) > 2 or hand.split:
            closed["retirarse"] = rules.by("surrender")
        elif self.croupier[0][0] in rules.surrender_not_against:
            closed["retirarse"] = rules.by("surrender_not_against")
        else:
            options.append(Option("retirarse"))
        return (
            yield from Choose(
                seat=hand.seat,
                about=hand.zone,
                options=tuple(options),
                closed={**closed, "seguro": rules.by("insurance_up")},
                clause=rules.by("no_draw_from"),
                default="plantarse",
            )
        )

    def may_double(self, hand: Hand) -> bool:
        """Two cards of 9, 10 or 11 without an ace (CAT-III.1.5.1-51); split hands too."""
        two = len(hand.cards) == 2 and not is_soft(hand.cards)
        after = not hand.split or self.rules.double_after_split
        return two and after and points(hand.cards) in self.rules.double_totals

    def may_split(self, hand: Hand) -> bool:
        """Up to four hands a place (CAT-III.1.5.1-47)."""
        mine = sum(1 for other in self.hands if other.seat == hand.seat)
        return mine < self.rules.max_hands

    def hit(self, hand: Hand) -> Round[None]:
        yield from self.serve(hand)
        yield from self.bust_if_over(hand)

    def bust_if_over(self, hand: Hand) -> Round[None]:
        if points(hand.cards) > TARGET:
            hand.over = True
            yield from lose(hand.stake, self.rules.by("bust"))
            yield CardsCleared(zone=hand.zone, clause=self.rules.by("bust"))

    def double(self, hand: Hand) -> Round[None]:
        """The same amount again, and exactly one more card (CAT-III.1.5.1-52, -53)."""
        yield from self.raise_stake(hand, hand.stake.amount, "double_amount")
        yield from self.serve(hand)
        yield from self.bust_if_over(hand)

    def raise_stake(self, hand: Hand, amount: int, why: str) -> Round[None]:
        yield BetPlaced(
            seat=hand.seat, bet=hand.stake.bet, amount=amount, clause=self.rules.by(why)
        )
        hand.stake = msgspec.structs.replace(hand.stake, amount=hand.stake.amount + amount)

    def split_hand(self, hand: Hand) -> Round[None]:
        """Two hands of their own, served one after the other (CAT-III.1.5.1-46 to -49)."""
        mine = [other for other in self.hands if other.seat == hand.seat]
        number = len(mine) + 1
        stake = Stake(hand.seat, f"{MAIN}.{number}", hand.stake.amount)
        yield BetPlaced(
            seat=hand.seat, bet=stake.bet, amount=stake.amount, clause=self.rules.by("split_by")
        )
        other = Hand(hand.seat, f"seat:{hand.seat}.{number}", stake, [hand.cards.pop()], split=True)
        hand.split = True
        self.hands.insert(self.hands.index(hand) + 1, other)
        aces = other.cards[0][0] == "A"
        yield CardsCleared(zone=hand.zone, clause=self.rules.by("split_by"))
        for part in (hand, other):
            yield CardDealt(to=part.zone, card=part.cards[0], clause=self.rules.by("split_by"))
        for part in (hand, other):
            yield from self.serve(part)
            if not aces:  # a split ace takes one card and no more
                yield from self.turn(part)

    def surrender(self, hand: Hand) -> Round[None]:
        hand.over = True
        yield Announced(what="paga-y-retira", clause=self.rules.by("surrender_loss"))
        clause = self.rules.by("surrender_loss")
        yield from lose_half(hand.stake, clause, unit=self.limits.unit)
        yield CardsCleared(zone=hand.zone, clause=clause)

    # The croupier (CAT-III.1.5.1-26 to -34)

    def bank_may_have_natural(self) -> bool:
        return self.croupier[0][0] == "A" or is_ten(self.croupier[0])

    def croupier_draws(self) -> Round[None]:
        """He draws to 17, but only cards that can still decide a bet (the special cases)."""
        live = [hand for hand in self.hands if not hand.over]
        plain = [hand for hand in live if not hand.natural]
        if not live and not self.insured:
            return
        if not plain:
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
            yield CardDealt(to=CROUPIER, card=card, clause=self.rules.by(why))

    # Paying (CAT-III.1.5.1-59 to -62, -71 to -75)

    def settle(self) -> Round[None]:
        """Collect and pay from right to left."""
        total, bank_natural = points(self.croupier), is_natural(self.croupier)
        facts = {"points": total, "black_jack": bank_natural}
        if len(self.croupier) > 1:
            yield Announced(
                what="total-del-croupier", facts=facts, clause=self.rules.by("settle_order")
            )
        for _, stake in sorted(self.insured.items()):
            row = self.rules.pay(INSURANCE)
            if bank_natural:
                yield from win_and_return(stake, row.ratio, row.clause, unit=self.limits.unit)
            else:
                yield from lose(stake, row.clause)
        order = sorted((hand for hand in self.hands if not hand.over), key=lambda hand: hand.seat)
        for hand in order:
            mine = points(hand.cards)
            if hand.natural and bank_natural:
                yield from give_back(hand.stake, self.rules.by("tie"), why="empate")
            elif hand.natural:
                yield from self.pay_hand(hand, "black-jack")
            elif bank_natural:
                yield from lose(hand.stake, self.rules.by("bank_natural"))
            elif total > TARGET or mine > total:
                yield from self.pay_hand(hand)
            elif mine < total:
                yield from lose(hand.stake, self.rules.pay(MAIN).clause)
            else:
                yield from give_back(hand.stake, self.rules.by("tie"), why="empate")
            hand.over = True

    def pay_hand(self, hand: Hand, on: str = "") -> Round[None]:
        row = self.rules.pay(MAIN, on)
        hand.over = True
        yield from win_and_return(hand.stake, row.ratio, row.clause, unit=self.limits.unit)

    def cards_run_out(self, what: str) -> Round[None]:
        """The round cannot be finished: without a cut card the two-card 21s are paid, the rest is
        void (CAT-III.1.7-04); with one, the hands that cannot be completed are void."""
        forgotten = what == "sin-carta-de-corte"
        clause = self.rules.by("no_cut_card" if forgotten else "shoe_out")
        yield Announced(what=what if what else EMPTY, clause=clause)
        unsettled = [] if self.pairs_done else self.pairs
        for stake in (*self.insured.values(), *unsettled):
            yield from give_back(stake, clause, why="nula")
        for hand in [hand for hand in self.hands if not hand.over]:
            if forgotten and hand.natural:
                yield from self.pay_hand(hand, "black-jack")
            else:
                hand.over = True
                yield from give_back(hand.stake, clause, why="nula")

    def collect_cards(self) -> Round[None]:
        """Players' cards from right to left, the croupier's own last (CAT-III.1.5.1-59)."""
        clause = self.rules.by("settle_order")
        for hand in sorted(self.hands, key=lambda hand: hand.seat):
            yield CardsCleared(zone=hand.zone, clause=clause)
        yield CardsCleared(zone=CROUPIER, clause=clause)


def pair_kind(cards: list[Card]) -> str:
    """Same rank: ``perfecto`` (same suit), ``color`` (same colour), ``mezclado``; else nothing.

    >>> pair_kind([Card("Jh"), Card("Jd")]), pair_kind([Card("Th"), Card("Jh")])
    ('color', '')
    """
    if cards[0][0] != cards[1][0]:
        return ""
    if cards[0][1] == cards[1][1]:
        return "perfecto"
    return "color" if (cards[0][1] in "hd") == (cards[1][1] in "hd") else "mezclado"
