"""Caribbean Poker, and Caribbean Poker Plus in which a card may be bought (CAT-III.3.5.1)."""

from __future__ import annotations

from tapete.core.round.ask import Option, Round
from tapete.core.round.cards import Card
from tapete.games.poker.bank.deal import Hand
from tapete.games.poker.bank.game import bank_game
from tapete.games.poker.bank.pase import Pase
from tapete.games.poker.bank.rules import ANTE, BankRules, BankState

BUY = "comprar"
NOT_BUY = "no"
BOUGHT = "carta"


class CaribbeanRules(BankRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What only Caribbean Poker has: cards that may be bought, and their price in antes."""

    bought_max: int
    price_times: int


class CaribbeanPase(Pase[CaribbeanRules, BankState]):
    """A round in course; ``wanted`` are the cards their players will have replaced."""

    def play_out(self) -> Round[None]:
        self.wanted: dict[int, list[Card]] = {}
        yield from super().play_out()

    @property
    def keeps_stub(self) -> bool:
        return self.rules.bought_max > 0

    def decide(self, hand: Hand) -> Round[None]:
        """Who plays may buy a card at the same time."""
        yield from super().decide(hand)
        if self.rules.bought_max and not hand.out:
            yield from self.offer_card(hand)

    def offer_card(self, hand: Hand) -> Round[None]:
        """The card to be replaced is laid covered beside the BET with its price on it."""
        price = self.rules.price_times * hand.stakes[ANTE].amount
        most = self.rules.bought_max
        cards = tuple(hand.cards)
        options = (Option(BUY, cards=cards, fewest=1, most=most, puts=price), Option(NOT_BUY))
        move = yield from self.asked(hand, options, "bought_max", default=NOT_BUY, optional=True)
        if move.name != NOT_BUY:
            self.wanted[hand.seat] = list(move.cards)
            yield from self.stake_more(hand, BOUGHT, price, "price_times")

    def exchange(self) -> Round[None]:
        """Buyers are served from the croupier's left: he takes the price, discards the card
        unseen and gives another; then what is left of the deck is discarded."""
        for hand in [hand for hand in self.live if hand.seat in self.wanted]:
            yield from self.lose_bet(hand, BOUGHT, self.rules.by("price_kept"))
            yield from self.give_up(hand, self.wanted[hand.seat], "bought_served")
            yield from self.pot.forfeit(hand.seat, BUY)
            yield from self.complete(hand, "bought_served")
        if self.keeps_stub:
            yield from self.discard_stub()
        yield from self.look()


CARIBBEAN_POKER = bank_game("caribbean-poker", CaribbeanRules, CaribbeanPase)
CARIBBEAN_POKER_PLUS = bank_game("caribbean-poker-plus", CaribbeanRules, CaribbeanPase)
