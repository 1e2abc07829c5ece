"""Challenge 21 (CAT-III.1.5.2): one hand of the player against two or three hands of the bank.

The player decides once. The bank's hands are built one after the other on the same first card,
and each settles the bets that face it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import msgspec

from tapete.core.book.money import down
from tapete.core.book.refused import Fact
from tapete.core.round.ask import Option, Round
from tapete.core.round.bets import Closed, Cloth, Felted, Offer, Stake
from tapete.core.round.cards import Card
from tapete.core.round.event import Announced, BetPlaced, CardDealt, CardsCleared
from tapete.core.round.game import Setup
from tapete.core.round.settle import give_back, lose, win
from tapete.core.round.shoe import Shoe
from tapete.core.table.seats import in_order
from tapete.games.cards.shuffle import ShoeTerms, fresh_shoe
from tapete.games.cards.twentyone.between import TwentyOneState, place_bets
from tapete.games.cards.twentyone.deal import CROUPIER, NO_CUT_CARD, Hand, ShoeOut, right_to_left
from tapete.games.cards.twentyone.hand import TARGET, is_natural, is_ten, points
from tapete.games.cards.twentyone.pase import EVEN_MONEY, Pase
from tapete.games.cards.twentyone.rules import TwentyOneRules

HANDS = {1: "mano-1", 2: "mano-2", 3: "mano-3"}
"""The bet that faces each hand of the bank, by its number (CAT-III.1.5.2-13)."""

INSURANCES = {number: f"seguro-{number}" for number in HANDS}
INSURES = {bet: number for number, bet in INSURANCES.items()}
"""Which hand of the bank each insurance is against."""


class ChallengeRules(TwentyOneRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What only Challenge 21 has: the bets on several bank hands and their rounds."""

    two_bets: tuple[str, ...]
    faces: str
    base_card: Literal["comun", "una-por-mano"]


class ChallengeState(TwentyOneState, frozen=True, kw_only=True):
    """What the table keeps: its shoe."""


class ChallengeCloth(Cloth, frozen=True, kw_only=True):
    """Three boxes a place: the first two must have a bet, the third may (CAT-III.1.5.2-12)."""

    rules: ChallengeRules

    def bets(self) -> Iterator[str]:
        yield from HANDS.values()

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        if bet not in self.bets():
            return Closed(self.rules.by("bets_placed"), "not-on-the-cloth", {"bet": bet})
        return Offer(self.rules.bets[bet].clause)

    def needed(self, felt: Felted) -> tuple[tuple[int, str], ...]:
        seats = in_order(seat for seat, _ in felt)
        return tuple(
            (seat, bet) for seat in seats for bet in self.rules.two_bets if (seat, bet) not in felt
        )

    def settled(self, felt: Felted) -> Closed | None:
        for seat, bet in self.needed(felt):
            facts: dict[str, Fact] = {"seat": seat, "bet": bet, "needs": bet}
            return Closed(self.rules.by("two_bets"), "two-bets-needed", facts)
        return None


def opening(rules: ChallengeRules) -> ChallengeState:
    return ChallengeState(shoe=fresh_shoe(rules))


def play(setup: Setup[ChallengeRules, ShoeTerms], state: ChallengeState) -> Round[ChallengeState]:
    """One round (pase) of Challenge 21, with its two or three rounds of the bank."""
    stakes = yield from place_bets(setup, ChallengeCloth(rules=setup.rules))
    pase = ChallengePase(setup, state.shoe, stakes)
    if pase.hands:
        yield from pase.run()
    return msgspec.structs.replace(state, shoe=pase.dealer.shoe())


class ChallengePase(Pase[ChallengeRules]):
    """A round in course: the players' hands, and the bank's hands one after the other."""

    natural_pays: ClassVar[str] = "black-jack"

    def __init__(
        self, setup: Setup[ChallengeRules, ShoeTerms], shoe: Shoe, stakes: tuple[Stake, ...]
    ) -> None:
        lie = {(stake.seat, stake.bet): stake for stake in stakes}
        hands = [
            Hand(seat, f"seat:{seat}", {n: lie[seat, bet] for n, bet in HANDS.items()
                                        if (seat, bet) in lie})
            for seat in in_order(stake.seat for stake in stakes)
        ]  # fmt: skip
        super().__init__(setup, shoe, hands)
        self.bases: dict[int, Card] = {}
        self.unplayed: list[str] = []  # boxes where a card of the bank lies that it has not played
        self.bank_hand: int | None = None  # which hand of the bank is being played
        self.insurance: dict[int, dict[int, Stake]] = {number: {} for number in HANDS}

    def run(self) -> Round[None]:
        try:
            yield from self.first_cards()
            yield from self.offer_insurance()
            for hand in list(self.hands):
                yield from self.turn(hand)
            for number in HANDS:
                yield from self.bank_round(number)
        except ShoeOut as out:
            yield from self.cards_run_out(out.what)
        yield from self.collect_cards()

    def first_cards(self) -> Round[None]:
        """As in Black Jack. The croupier's card is the base of all his hands; in the form of 2009
        each of his hands then gets a card of its own (R196-9.3.b-01)."""
        yield from super().first_cards()
        self.bases = dict.fromkeys(HANDS, self.croupier[0])
        if self.rules.base_card == "comun":
            return
        self.unplayed.append(box(1))
        for number in list(HANDS)[1:]:
            if any(number in hand.stakes for hand in self.hands if not hand.over):
                card = yield from self.next_card(None, to=box(number))
                assert card is not None
                self.bases[number] = card
                self.unplayed.append(box(number))
                yield CardDealt(to=box(number), card=card, clause=self.rules.by("base_card"))

    # Insurance and even money (CAT-III.1.5.2-32, -34 to -39)

    def offer_insurance(self) -> Round[None]:
        """Each player says against which bank hands he insures himself, one by one."""
        ups = {base[0] for base in self.bases.values()}
        if not ups & {*self.rules.insurance_up, *self.rules.even_money_up}:
            return
        for hand in [hand for hand in self.hands if not hand.over]:
            while not hand.over and (options := self.offers_to(hand)):
                answer = yield from self.offered(hand, options)
                if answer.name == "no":
                    break
        yield Announced(what=self.rules.insurance_call, clause=self.rules.by("insurance_call"))

    def offers_to(self, hand: Hand) -> list[Option]:
        """Even money for a Black Jack not insured yet, and the insurances not yet taken."""
        taken = {number for number, stakes in self.insurance.items() if hand.seat in stakes}
        options = []
        ups = {self.bases[number][0] for number in hand.stakes}
        if hand.natural and not taken and ups & {*self.rules.even_money_up}:
            options.append(Option(EVEN_MONEY))
        for number, stake in hand.stakes.items():
            most = down(stake.amount * self.rules.insurance_max)
            open_ = self.bases[number][0] in self.rules.insurance_up and number not in taken
            if open_ and most > 0:
                options.append(Option(INSURANCES[number], 1, most, puts=1))
        return options

    def insure(self, hand: Hand, bet: str, amount: int) -> Round[None]:
        clause = self.rules.by("insurance_max")
        yield BetPlaced(seat=hand.seat, bet=bet, amount=amount, clause=clause)
        self.insurance[INSURES[bet]][hand.seat] = Stake(hand.seat, bet, amount)

    # The bank's hands (CAT-III.1.5.2-17, -20 to -22, -30, -33)

    def bank_may_have_natural(self) -> bool:
        """Before the bank's rounds: in any of its hands; during one: in that hand."""
        bases = self.bases.values() if self.bank_hand is None else [self.croupier[0]]
        return any(base[0] == "A" or is_ten(base) for base in bases)

    def live(self) -> list[Hand]:
        return [hand for hand in self.hands if not hand.over and self.bank_hand in hand.stakes]

    def bank_round(self, number: int) -> Round[None]:
        """One hand of the bank, if a bet or an insurance still hangs on it."""
        self.bank_hand, self.insured = number, self.insurance.pop(number)
        if not self.live() and not self.insured:
            return
        yield from self.lay_base(number)
        yield from self.croupier_draws()
        yield from self.settle(number)
        clause = self.rules.by("second_round" if number == 2 else "settle_order")
        yield CardsCleared(zone=self.box, clause=clause)
        if self.box in self.unplayed:
            self.unplayed.remove(self.box)

    def collect_cards(self) -> Round[None]:
        """With the others go the bank's cards on which no bet hangs any more."""
        for zone in self.unplayed:
            if zone != self.box:
                yield CardsCleared(zone=zone, clause=self.rules.by("settle_order"))
        yield from super().collect_cards()

    def lay_base(self, number: int) -> Round[None]:
        """The base card goes to the numbered box of the round (CAT-III.1.5.2-20)."""
        last, self.box, self.croupier = self.box, box(number), [self.bases[number]]
        row = {2: "second_round", 3: "third_round"}.get(number, "base_card")
        facts = {"number": number}
        yield Announced(what="mano-de-la-banca", facts=facts, clause=self.rules.by(row))
        if self.rules.base_card == "comun" and last != self.box:
            yield CardsCleared(zone=last, clause=self.rules.by("base_card"))
            yield CardDealt(to=self.box, card=self.croupier[0], clause=self.rules.by("base_card"))

    def settle(self, number: int) -> Round[None]:
        """Collect and pay the bets of this round from right to left; what is paid or void stays on
        the cloth until the cards are collected."""
        total, bank_natural = points(self.croupier), is_natural(self.croupier)
        facts = {"points": total, "black_jack": bank_natural, "number": number}
        yield Announced(
            what="total-del-croupier", facts=facts, clause=self.rules.by("settle_order")
        )
        for hand in right_to_left(self.live()):
            stake, mine = hand.stakes.pop(number), points(hand.cards)
            row = self.rules.pay(stake.bet, self.natural_pays if hand.natural else "")
            if hand.natural and bank_natural:
                self.decided.append((stake, "empate", self.rules.by("tie")))
            elif bank_natural and not hand.natural:
                yield from lose(stake, self.rules.by("bank_natural"))
            elif hand.natural or total > TARGET or mine > total:
                yield from win(stake, row.ratio, row.clause, unit=self.limits.unit)
                self.decided.append((stake, "ganada", self.rules.by("taken_back")))
            elif mine < total:
                yield from lose(stake, row.clause)
            else:
                self.decided.append((stake, "empate", self.rules.by("tie")))

    def cards_run_out(self, what: str) -> Round[None]:
        clause = self.rules.by("no_cut_card" if what == NO_CUT_CARD else "shoe_out")
        for stakes in self.insurance.values():
            for stake in stakes.values():
                yield from give_back(stake, clause, why="nula")
        yield from super().cards_run_out(what)


def box(number: int) -> str:
    """The zone of the croupier's hand in each round.

    >>> box(1), box(3)
    ('croupier', 'croupier/3')
    """
    return CROUPIER if number == 1 else f"{CROUPIER}/{number}"
