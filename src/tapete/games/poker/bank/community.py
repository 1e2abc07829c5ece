"""Community cards: laid before the bank, part of every hand (CAT-III.3.6.1-08)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tapete.core.round.ask import Round
from tapete.core.round.bets import Stake
from tapete.core.round.cards import Card
from tapete.core.round.event import CardsCleared
from tapete.core.round.game import Setup
from tapete.games.poker.bank.deal import Hand
from tapete.games.poker.bank.pase import Pase
from tapete.games.poker.bank.rules import R, S
from tapete.games.poker.deck import BURNED, DeckTerms
from tapete.games.poker.hands import Hand as Value
from tapete.games.poker.hands import best

COMMON = "mesa"
FLOP = 3
"""The community cards a progressive is read with, at most (CAT-III.6.5.1-10)."""
HAND = 5


class CommunityPase(Pase[R, S]):
    """A round in course with community cards on the ``board``."""

    def __init__(
        self,
        setup: Setup[R, DeckTerms],
        state: S,
        stakes: Iterable[Stake],
        order: Sequence[int] | None = None,
    ) -> None:
        super().__init__(setup, state, stakes, order)
        self.board: list[Card] = []

    def value(self, cards: Sequence[Card]) -> Value:
        """The best five of a hand's own cards and the board."""
        return best([*cards, *self.board])

    def pot_cards(self, hand: Hand) -> Sequence[Card]:
        """Five cards: the player's own and the first of the board (CAT-III.6.5.1-06)."""
        return [*hand.cards, *self.board[:FLOP]]

    def lay_common(self, cards: int, why: str, *, covered: bool = False) -> Round[None]:
        """Some cards go on the board, while there are hands to play with it."""
        for _ in range(cards if self.live else 0):
            card = yield from self.next_card(None, to=COMMON, covered=covered)
            if card is not None:
                yield from self.lay(COMMON, self.board, card, why, covered=covered)

    def burn_unseen(self, cards: int, why: str) -> Round[None]:
        """Some cards are laid covered and burned without being looked at."""
        for _ in range(cards if self.live else 0):
            card = yield from self.next_card(None, to=BURNED)
            if card is not None:
                yield from self.burn(card if card in self.known else None, why)

    def turn_common(self, why: str, which: Iterable[int] | None = None) -> Round[None]:
        """Community cards that lay covered are turned up."""
        yield from self.turn_up(COMMON, self.board, why, which)

    def take_surplus(self, hand: Hand | None, card: Card) -> Round[None]:
        """A fourth card uncovered with the flop is burned and does not become the turn card."""
        with_flop = hand is None and len(self.board) == FLOP
        if with_flop and not self.dealing:
            self.known.add(card)
            yield from self.burn(card, "flop_surplus")
        else:
            yield from super().take_surplus(hand, card)

    def collect_rest(self) -> Round[None]:
        yield from super().collect_rest()
        if self.board:
            yield CardsCleared(zone=COMMON, clause=self.rules.by("collected"))
