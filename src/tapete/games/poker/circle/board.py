"""The board of a tournament hand: cards that come too early, and burns that went wrong (COL-8-07 to
-10, -19 to -21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.core.book.clause import ClauseId
from tapete.core.round.ask import Round
from tapete.core.round.cards import Card
from tapete.core.round.chance import Mishap, Surplus
from tapete.core.round.event import Announced, CardDealt, CardsCleared

if TYPE_CHECKING:
    from tapete.games.poker.circle.flop import FlopHand

BOARD = "mesa"
BURNED = "quemadas"
ASIDE = "anuladas"
"""Where cards lie that came too early."""
NOT_BURNED, BURN_WRONG = "sin-quemar", "quema-errada"
EARLY: tuple[ClauseId, ...] = ("COL-8-07", "COL-8-08", "COL-8-10")
"""The clause of a flop, a turn and a river that come too early."""
FLOP, TURN, RIVER = 1, 2, 3


class TournamentBoard:
    """The board of a hand in course. ``burned`` and ``part`` are the cards of the last street in
    the order they came; ``void`` those that came too early and go back before a street."""

    def __init__(self, hand: FlopHand) -> None:
        self.hand = hand
        self.number = 0
        self.burned: list[Card] = []
        self.part: list[Card] = []
        self.void: dict[int, list[Card]] = {}

    def deal(self, number: int, cards: int, why: str) -> Round[None]:
        """A card burned, then the cards of this street; none is burned where the stub was mixed
        again."""
        hand, burned = self.hand, list[Card]()
        void = self.void.pop(number, None)
        if void is None:
            for _ in range(hand.rules.burn):
                burned += yield from self.burn_card(why)
        else:
            hand.dealer.put_back(void)
            yield Announced(what="mazo-revuelto", clause=EARLY[number - 1])
            yield CardsCleared(zone=ASIDE, clause=EARLY[number - 1])
        self.number, self.burned, self.part = number, burned, []
        for _ in range(cards):
            card = yield from self.board_card(why)
            self.part.append(card)
            hand.board.append(card)
            hand.lies(BOARD)
            yield CardDealt(to=BOARD, card=card, clause=hand.rules.by(why))

    def burn_card(self, why: str) -> Round[list[Card]]:
        """The card burned; none, if the croupier forgets it. What was wrong with the street before
        can be found until then."""
        drawn = yield from self.hand.dealer.draw(BURNED)
        if isinstance(drawn, Mishap) and drawn.what == NOT_BURNED:
            return []
        card = drawn if isinstance(drawn, str) else (
            (yield from self.hand.put_right(drawn, covered=False))
            or (yield from self.hand.next_card(BURNED, covered=False))
        )  # fmt: skip
        yield from self.hand.burn((card,), why)
        return [card]

    def board_card(self, why: str) -> Round[Card]:
        """The next card of the board; a second one burned by mistake is taken for what it is."""
        while True:
            drawn = yield from self.hand.dealer.draw(BOARD)
            if isinstance(drawn, str):
                return drawn
            if isinstance(drawn, Surplus) and not self.part:
                self.burned.append(drawn.card)
                yield from self.hand.burn((drawn.card,), why)
                continue
            card = yield from self.hand.put_right(drawn, covered=False)
            if card is not None:
                return card

    def too_early(self) -> Round[None]:
        """The cards of the next street are void: the betting is finished first. A flop is mixed
        into the stub again; a turn lies aside while another is dealt, and is mixed in before the
        river, as a river is."""
        hand, coming = self.hand, self.number + 1
        clause = EARLY[coming - 1]
        yield from hand.burn_one(f"{hand.rounds[coming]}_cards")
        cards = []
        for _ in range(hand.rules.board[coming - 1]):
            card = yield from hand.next_card(ASIDE, covered=False)
            cards.append(card)
            hand.lies(ASIDE)
            yield CardDealt(to=ASIDE, card=card, clause=clause)
        self.void[FLOP if coming == FLOP else RIVER] = cards
        yield Announced(what="cartas-antes-de-tiempo", clause=clause)

    def burn_fault(self, *, acted: bool) -> Round[None]:
        """Without action the street is put right from the cards as they came; with action the board
        stands, and what was burned besides is the next burn."""
        if len(self.burned) == self.hand.rules.burn:
            yield Announced(what="quema-correcta", clause="COL-8-19")
            return
        if acted:
            self.hand.dealer.hold(self.burned[1:])
            self.burned = self.burned[:1]
            yield Announced(what="la-mesa-queda", clause="COL-8-20")
            return
        came, wanted = [*self.burned, *self.part], len(self.part) + self.hand.rules.burn
        while len(came) < wanted:
            came.append((yield from self.hand.next_card(BOARD, covered=False)))
        burn = self.hand.rules.burn
        self.burned, self.part = came[:burn], came[burn:wanted]
        self.hand.dealer.hold(came[wanted:])
        self.hand.board[-len(self.part) :] = self.part
        clause = "COL-8-21" if self.hand.shown else "COL-8-19"
        yield Announced(what="quema-corregida", clause=clause)
        yield CardsCleared(zone=BOARD, clause=clause)
        for card in self.hand.board:
            yield CardDealt(to=BOARD, card=card, clause=clause)
