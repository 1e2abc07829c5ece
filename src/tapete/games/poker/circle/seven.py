"""Seven Stud: three cards first, the lowest must bet; cards set aside for a deck that runs short
(CAT-III.3.5.6)."""

from __future__ import annotations

from tapete.core.round.ask import Round
from tapete.core.round.cards import Card
from tapete.core.round.chance import Exposed, Glimpsed, Irregular, NotAsked
from tapete.core.round.event import Announced, CardDealt, CardSeen
from tapete.core.round.game import Setup
from tapete.games.poker.circle.hand import at_the_table
from tapete.games.poker.circle.positions import before_the_first
from tapete.games.poker.circle.rules import CircleState
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.poker.circle.stud import StudHand, StudRules
from tapete.games.poker.circle.terms import Player, clockwise
from tapete.games.poker.hands import Hand, best

ASIDE = "apartadas"
BOARD = "mesa"


def play(setup: Setup[StudRules, CircleTerms], state: CircleState) -> Round[CircleState]:
    """One hand of Seven Stud. There is no button: cards and odd chips begin at the croupier's
    left."""
    seats = at_the_table(setup, state)
    return (yield from SevenHand(setup, state, seats, before_the_first(seats)).play_hand())


class SevenHand(StudHand):
    """A hand in course: ``aside`` are the cards kept apart, ``community`` the card that serves
    everybody as seventh; ``seen`` says of the last card drawn whether everybody saw it."""

    def __init__(
        self,
        setup: Setup[StudRules, CircleTerms],
        state: CircleState,
        seats: tuple[int, ...],
        button: int,
    ) -> None:
        super().__init__(setup, state, seats, button)
        self.aside: list[Card] = []
        self.community: list[Card] = []
        self.seen = self.early = False

    def irregular(self) -> tuple[str, ...]:
        early = ("carta-no-pedida",) if self.rules.early_deal else ()
        return (*super().irregular(), *early)

    def put_button(self) -> Round[None]:
        yield from ()

    def leave_table(self, counts: bool) -> CircleState:
        return self.after(lineup=tuple(self.players))

    # Cards

    def first_deal(self) -> Round[None]:
        """Two covered cards and one uncovered, round by round from the croupier's left. Of whom a
        covered one was seen it stays uncovered, and the third is dealt covered."""
        order = self.from_left_of(self.button)
        for way in self.rules.first_cards:
            for player in order:
                up = way == "u" and not any(player.up)
                card = yield from self.draw_for(player, covered=not up)
                why = "seen" if self.seen or (way == "u" and not up) else "deal_order"
                yield from self.lay_before(player, card, why, up=up or self.seen)
        for player in order:
            yield from self.look_at(player)

    def later_deal(self, number: int, *, up: bool) -> Round[bool]:
        """One card is set aside; then one to who is left, from the opener of round 1 on. Gives
        whether bets follow."""
        self.early = False
        yield from self.put_aside()
        order = [self.players[seat] for seat in clockwise(self.players, self.opener)]
        left = [player for player in order if not player.folded]
        if up:
            for player in left:
                yield from self.serve(player, "later_cards", up=True)
            return True
        if self.cards_left + len(self.aside) < len(left):
            yield from self.serve_all()
            return True
        shown = False
        for player in left:
            shown = (yield from self.serve_last(player)) or shown
        if shown and len(left) == 2:
            clause = self.rules.by("seventh_seen")
            yield Announced(what="sin-mas-apuestas", clause=clause)
            return False
        return True

    @property
    def cards_left(self) -> int:
        """Cards the deck still has."""
        return self.dealer.shoe().cards_left

    def put_aside(self) -> Round[None]:
        """A card is kept apart from the discards, unseen."""
        for _ in range(min(self.rules.set_aside, self.cards_left)):
            self.aside.append((yield from self.next_card(ASIDE, covered=False)))
            self.lies(ASIDE)
            yield CardDealt(to=ASIDE, clause=self.rules.by("set_aside"))

    def serve_last(self, player: Player) -> Round[bool]:
        """The seventh card, covered: of the deck, then of those set aside, the first first. Gives
        whether it was dealt uncovered by mistake; then it does not count as uncovered."""
        self.seen = False
        if self.cards_left or not self.aside:
            card = yield from self.draw_for(player, covered=True)
            why = "last_card"
        else:
            card, why = self.aside.pop(0), "set_aside"
        yield from self.lay_before(player, card, why, up=False)
        last = len(player.cards) - 1
        if self.seen:
            clause = self.rules.by("seventh_seen")
            yield CardSeen(zone=player.zone, index=last, card=card, clause=clause)
        else:
            yield from self.look_at(player, last)
        return self.seen

    def serve_all(self) -> Round[None]:
        """Not enough cards even with those set aside: one of them, face up in the centre, is the
        seventh card of everybody."""
        card = self.aside.pop(0) if not self.cards_left else None
        if card is None:
            card = yield from self.next_card(BOARD, covered=False)
        self.community.append(card)
        self.lies(BOARD)
        yield CardDealt(to=BOARD, card=card, clause=self.rules.by("community"))

    def draw_for(self, player: Player, *, covered: bool) -> Round[Card]:
        self.seen = False
        return (yield from self.next_card(player.zone, covered=covered))

    def put_right(self, drawn: Irregular, covered: bool) -> Round[Card | None]:
        """A covered card that is seen is used all the same; cards dealt before the betting ended
        are burned where the edition says so, and one more for each player left."""
        if covered and isinstance(drawn, Exposed | Glimpsed):
            self.seen = True
            return drawn.card
        if isinstance(drawn, NotAsked) and self.rules.early_deal:
            yield from self.burn((drawn.card,), "early_deal")
            again, self.early = self.early, True
            for _ in [] if again else self.left:
                yield from self.burn_one("early_deal")
            return None
        return (yield from super().put_right(drawn, covered))

    def worth(self, player: Player) -> Hand:
        return best([*player.cards, *self.community])
