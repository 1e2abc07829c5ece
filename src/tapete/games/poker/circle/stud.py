"""The studs: each player has cards of his own, some uncovered, and who shows most (or least) speaks
first (CAT-III.3.5.5, CAT-III.3.5.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from tapete.core.book.fault import Fault
from tapete.core.round.annulled import Annulled
from tapete.core.round.ask import Round
from tapete.core.round.cards import Card
from tapete.core.round.event import BetReturned, MarkerPut
from tapete.core.round.game import Setup
from tapete.core.table.seats import first_on_the_left, first_on_the_right, left_of
from tapete.games.poker.circle.betting import BUTTON_WRONG, Betting
from tapete.games.poker.circle.cards import BUTTON
from tapete.games.poker.circle.hand import CircleHand, at_the_table
from tapete.games.poker.circle.positions import before_the_first, next_button
from tapete.games.poker.circle.rules import CircleRules, CircleState
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.poker.circle.terms import SPOT, BettingTerms, Player
from tapete.games.poker.hands import HEIGHT, Hand, best, in_sight

BLIND = "apuesta-ciega"


class Space(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be put in during a betting round, in minimum bets: the least first bet, and the
    most each player may have in; no ``max``: no limit."""

    min: int
    max: int | None = None


class StudRules(CircleRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of the studs.

    ``first_cards`` and ``later_cards`` say of each card dealt whether it lies uncovered (``u``) or
    covered (``c``); ``spaces`` are the betting rounds. ``blind`` is posted before the cards, in
    minimum bets, where there is one. ``opens``: the ``mayor`` or the ``menor`` uncovered card
    speaks first in the first round; among equals who sits nearest to the croupier's ``izquierda``
    or ``derecha``. ``first_speaks``, ``later_speaks`` and ``last_speaks`` are what the first to
    speak may do in the first, the later and the last round. ``set_aside`` cards are kept apart
    before each later card.
    """

    first_cards: str
    later_cards: str
    spaces: tuple[Space, ...]
    blind: int = 0
    opens: Literal["mayor", "menor"]
    tie: Literal["izquierda", "derecha"]
    first_speaks: Literal["libre", "debe-apostar"]
    later_speaks: Literal["libre", "no-se-retira"]
    last_speaks: Literal["libre", "no-se-retira"]
    set_aside: int = 0

    def check(self) -> None:
        if len(self.spaces) != 1 + len(self.later_cards):
            raise ValueError(
                Fault(
                    "fault.stud-rounds",
                    "a betting round for the first cards and one for each later card",
                )
            )
        if set(self.first_cards + self.later_cards) - {"u", "c"}:
            raise ValueError(
                Fault("fault.stud-cards", "a card is dealt uncovered (u) or covered (c)")
            )


def opening(rules: StudRules) -> CircleState:
    return CircleState()


def minimum_of(setup: Setup[StudRules, CircleTerms]) -> int:
    """The minimum bet of the table."""
    terms = setup.terms
    return terms.limits.min if terms.minimum is None else terms.minimum


def shown(player: Player) -> list[Card]:
    """The uncovered cards of a player."""
    return [card for card, is_up in zip(player.cards, player.up, strict=True) if is_up]


def play(setup: Setup[StudRules, CircleTerms], state: CircleState) -> Round[CircleState]:
    """One hand of Stud."""
    seats = at_the_table(setup, state)
    first = state.button is None
    button = before_the_first(seats) if first else next_button(state, seats)
    return (yield from StudHand(setup, state, seats, button).play_hand())


class StudHand(CircleHand[StudRules]):
    """A hand in course: ``button`` is the seat after which cards and odd chips begin, ``opener``
    who spoke first in the first round."""

    def __init__(
        self,
        setup: Setup[StudRules, CircleTerms],
        state: CircleState,
        seats: Iterable[int],
        button: int,
    ) -> None:
        super().__init__(setup, state, seats)
        self.button = self.opener = button
        self.minimum = minimum_of(setup)

    def play_hand(self) -> Round[CircleState]:
        """From the button to the last pot; a hand that does not count leaves the button there."""
        yield from self.announce_start()
        yield from self.put_button()
        counts = yield from self.counts(self.play_cards())
        yield from self.collect_cards()
        return self.leave_table(counts)

    def put_button(self) -> Round[None]:
        """The button shows where the hand begins."""
        yield MarkerPut(marker=BUTTON, place=str(self.button), clause=self.rules.by("button"))

    def leave_table(self, counts: bool) -> CircleState:
        """The table after the hand; the button moves on unless the hand did not count."""
        lineup = tuple(self.players) if counts else self.state.lineup
        return self.after(button=self.button, moves=counts, lineup=lineup)

    def play_cards(self) -> Round[None]:
        """The blind, the cards round by round with the betting after each, and the end."""
        if self.state.misplaced:
            raise Annulled(BUTTON_WRONG, self.rules.by("button_wrong"))
        blind = self.rules.blind * self.minimum
        if blind:
            poster = self.players[left_of(self.button, self.players)]
            yield from self.post(poster, blind, BLIND, "blind")
        yield from self.first_deal()
        self.opener = self.first_speaker()
        yield from self.bet_round(self.terms(0), self.opener, blind=blind)
        for number, way in enumerate(self.rules.later_cards, 1):
            if len(self.left) < 2:
                break
            bets = yield from self.later_deal(number, up=way == "u")
            if bets:
                yield from self.bet_round(self.terms(number), self.best_shown())
        yield from self.commission()
        yield from self.finish_hand(self.worth)

    # Cards

    def first_deal(self) -> Round[None]:
        """One card at a time from the button's left, then everybody looks at his own."""
        order = self.from_left_of(self.button)
        for way in self.rules.first_cards:
            for player in order:
                yield from self.serve(player, "deal_order", up=way == "u")
        for player in order:
            yield from self.look_at(player)

    def later_deal(self, number: int, *, up: bool) -> Round[bool]:
        """One more card to who is left, in the same order. Gives whether bets follow."""
        for player in self.from_left_of(self.button):
            if not player.folded:
                yield from self.serve(player, "later_cards", up=up)
        return True

    # Who speaks first

    def first_speaker(self) -> int:
        """The highest uncovered card, or the lowest where the game says so."""
        most = max if self.rules.opens == "mayor" else min
        heights = {p.seat: most(HEIGHT[card[0]] for card in shown(p)) for p in self.able()}
        wanted = most(heights.values())
        return self.nearest(seat for seat, height in heights.items() if height == wanted)

    def best_shown(self) -> int:
        """The best combination of uncovered cards; all in, it is the next best's turn."""
        hands = {player.seat: in_sight(shown(player)) for player in self.able()}
        top = max(hands.values())
        return self.nearest(seat for seat, hand in hands.items() if hand == top)

    def able(self) -> list[Player]:
        """Who is left and can still bet; if nobody can, who is left."""
        return [player for player in self.left if player.stack] or self.left

    def nearest(self, seats: Iterable[int]) -> int:
        """Among equals: the nearest to the side of the croupier that the game names."""
        left = self.rules.tie == "izquierda"
        return first_on_the_left(seats) if left else first_on_the_right(seats)

    # Bets

    def terms(self, number: int) -> BettingTerms:
        """What may be bet in a round; the casino's own limits hold besides."""
        rules, limits = self.rules, self.setup.limits
        space, about = rules.spaces[number], f"ronda-{number + 1}"
        ceilings = [space.max * self.minimum] if space.max is not None else []
        ceilings += [limits.max] if limits.max is not None else []
        under_blind = number == 0 and rules.blind
        return BettingTerms(
            about=about,
            unit=self.minimum,
            low=max(space.min * self.minimum, limits.min),
            high=min(ceilings) if ceilings else None,
            raises=rules.raises_max,
            sizing=rules.sizing,
            min_raise=rules.min_raise,
            all_in=rules.all_in,
            heads_up_all_in=rules.heads_up_all_in,
            passing="bajo-la-ciega" if under_blind else "sin-apuesta",
            opener=self.bound(number),
            covers_again=rules.bet_covers_again,
            clauses=rules.betting(about),
        )

    def bound(self, number: int) -> Literal["libre", "no-se-retira", "debe-apostar"]:
        """What the first to speak in a round is bound to."""
        rules = self.rules
        if number == 0:
            return rules.first_speaks
        return rules.last_speaks if number == len(rules.spaces) - 1 else rules.later_speaks

    def before_gathering(self, betting: Betting) -> Round[None]:
        """Who pays in the last round while he loses in sight gets that last bet back, unless he
        had increased; his whole hand is less than what another's uncovered cards make alone."""
        if betting.terms.about != f"ronda-{len(self.rules.spaces)}":
            return
        for player in self.left:
            paid = betting.calls.get(player.seat, 0)
            if not paid or player.seat in betting.increased:
                continue
            hand = self.worth(player)
            beaten_by = [p for p in self.left if p is not player and in_sight(shown(p)) > hand]
            if beaten_by:
                # Whoever beats him takes every pot the other has paid into; if that one is all in
                # for less, he competes no further than he has paid.
                player.capped = not any(p.bet >= betting.level for p in beaten_by)
                player.bet, player.stack = player.bet - paid, player.stack + paid
                clause = self.rules.by("lost_in_sight")
                yield BetReturned(
                    seat=player.seat, bet=SPOT, amount=paid, why="pierde-a-la-vista", clause=clause
                )

    def worth(self, player: Player) -> Hand:
        """The best five of a player's cards."""
        return best(player.cards)
