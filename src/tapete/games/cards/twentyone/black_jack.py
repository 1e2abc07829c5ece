"""Black Jack and Black Jack Perfect Pairs: one round, from the bets to the last card collected.

CAT-III.1.5.1. The croupier takes no hole card: his second card comes after the players.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Round
from tapete.core.round.bets import Stake
from tapete.core.round.cards import Card
from tapete.core.round.event import Announced
from tapete.core.round.game import Setup
from tapete.core.round.settle import give_back, lose, win_and_return
from tapete.core.round.shoe import Shoe
from tapete.core.table.seats import in_order
from tapete.games.cards.shuffle import ShoeTerms, fresh_shoe
from tapete.games.cards.twentyone import between
from tapete.games.cards.twentyone.between import PreparePack, TwentyOneState, place_bets
from tapete.games.cards.twentyone.deal import Hand, ShoeOut, right_to_left
from tapete.games.cards.twentyone.hand import TARGET, is_natural, points
from tapete.games.cards.twentyone.pase import Pase
from tapete.games.cards.twentyone.rules import (
    MAIN,
    PAIRS,
    BlackJackRules,
    TwentyOneCloth,
    players_of,
)


class BlackJackState(TwentyOneState, frozen=True, kw_only=True):
    """What the table keeps: its shoe."""


def opening(rules: BlackJackRules) -> BlackJackState:
    return BlackJackState(shoe=fresh_shoe(rules))


def hands_min(rules: BlackJackRules) -> int:
    """How many hands the casino wants in play: one or two (CAT-III.1.5.1-01)."""
    return int(rules.option("manos-minimas"))


def ready(setup: Setup[BlackJackRules, ShoeTerms], state: BlackJackState) -> None:
    """Raise `Refused` if too few places are taken, or the cards are not such as they may be."""
    between.ready(setup, state)
    places, needed = len(setup.seats), hands_min(setup.rules)
    if places < needed:
        clause = setup.rules.by("players_min")
        raise Refused(clause, "hands-missing", hands=places, needed=needed)


class PrepareHands(PreparePack[BlackJackRules, BlackJackState], frozen=True, kw_only=True):
    """As in every game of the family; the shuffle needs as many hands as the game itself."""

    def carry_out(
        self, setup: Setup[BlackJackRules, ShoeTerms], state: BlackJackState
    ) -> Round[BlackJackState]:
        ready(setup, state)
        return (yield from super().carry_out(setup, state))


def play(setup: Setup[BlackJackRules, ShoeTerms], state: BlackJackState) -> Round[BlackJackState]:
    """One round of Black Jack."""
    rules = setup.rules
    cloth = TwentyOneCloth(
        rules=rules, limits=setup.limits, players=players_of(setup), hands_min=hands_min(rules)
    )
    stakes = yield from place_bets(setup, cloth)
    pase = BlackJackPase(setup, state.shoe, stakes)
    if pase.hands:
        yield from pase.run()
    return msgspec.structs.replace(state, shoe=pase.dealer.shoe())


class BlackJackPase(Pase[BlackJackRules]):
    """A round of Black Jack in course, with its Perfect Pairs bets."""

    natural_pays: ClassVar[str] = "black-jack"

    def __init__(
        self, setup: Setup[BlackJackRules, ShoeTerms], shoe: Shoe, stakes: tuple[Stake, ...]
    ) -> None:
        mains = {stake.seat: stake for stake in stakes if stake.bet == MAIN}
        hands = [Hand(seat, f"seat:{seat}", {1: mains[seat]}) for seat in in_order(mains)]
        super().__init__(setup, shoe, hands)
        self.pairs = [stake for stake in stakes if stake.bet == PAIRS]

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

    # Perfect Pairs (CAT-III.1.5.1-17, -35 to -38, -76)

    def settle_pairs(self) -> Round[None]:
        """Settled right after the second card, from right to left."""
        pairs, self.pairs = sorted(self.pairs, key=lambda stake: stake.seat), []
        cards = {hand.seat: hand.cards for hand in self.hands}
        for stake in pairs:
            if not cards[stake.seat]:
                yield from give_back(stake, self.rules.by("no_card"), why="sin-carta")
                continue
            kind = pair_kind(cards[stake.seat])
            if not kind:
                yield from lose(stake, self.rules.by("pairs_settled"))
                continue
            row = self.rules.pay(PAIRS, kind)
            yield from win_and_return(stake, row.ratio, row.clause, unit=self.limits.unit)

    def cards_run_out(self, what: str) -> Round[None]:
        clause = self.rules.by("no_cut_card" if what == "sin-carta-de-corte" else "shoe_out")
        for stake in self.pairs:
            yield from give_back(stake, clause, why="nula")
        yield from super().cards_run_out(what)

    # Paying (CAT-III.1.5.1-59 to -62, -71 to -75)

    def settle(self) -> Round[None]:
        """Collect and pay from right to left."""
        total, bank_natural = points(self.croupier), is_natural(self.croupier)
        facts = {"points": total, "black_jack": bank_natural}
        if len(self.croupier) > 1:
            yield Announced(
                what="total-del-croupier", facts=facts, clause=self.rules.by("settle_order")
            )
        for hand in right_to_left(self.live()):
            mine = points(hand.cards)
            if hand.natural and bank_natural:
                self.tie_hand(hand)
            elif hand.natural:
                yield from self.pay_hand(hand, self.natural_pays)
            elif bank_natural:
                yield from lose(hand.stake, self.rules.by("bank_natural"))
            elif total > TARGET or mine > total:
                yield from self.pay_hand(hand)
            elif mine < total:
                yield from lose(hand.stake, self.rules.pay(MAIN).clause)
            else:
                self.tie_hand(hand)
            hand.over = True


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
