"""What an edition says of a game of twenty-one, and the bets it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal, TypeVar

import msgspec

from tapete.core.book.money import down, up
from tapete.core.book.refused import Fact
from tapete.core.round.bets import Closed, Cloth, Felted, Limits, Offer
from tapete.core.round.game import Setup
from tapete.games.cards.shuffle import ShoeRules, ShoeTerms

MAIN = "principal"
PAIRS = "perfect-pairs"
INSURANCE = "seguro"
TIE_BREAK = "desempate"
AFTER_THE_DEAL = (INSURANCE, TIE_BREAK)
"""Bets of the pay table that are made on an offer of the croupier, not while betting is open."""


class TwentyOneRules(ShoeRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values that the three games have in common."""

    some = ("max_hands",)
    parts = ("insurance_max", "surrender_loss")

    close_call: str
    draw_max: int
    soft17: Literal["stand", "hit"]
    no_draw_from: int
    natural_waits: str
    even_money_up: tuple[str, ...]
    insurance_up: tuple[str, ...]
    insurance_max: Fraction
    insurance_call: str
    split_by: Literal["valor", "rango"]
    max_hands: int | None = None
    resplit_aces: bool
    double_totals: tuple[int, ...]
    double_soft: bool
    double_amount: Literal["igual", "hasta-la-apuesta"]
    double_after_split: bool
    surrender: Literal["con-dos-cartas", "no"]
    surrender_not_against: tuple[str, ...] = ()
    surrender_split: bool
    surrender_loss: Fraction
    surrender_call: str
    last_hands_call: str
    last_game_call: str


class BlackJackRules(TwentyOneRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What only Black Jack has: places side by side, and Perfect Pairs."""

    pairs_min: Fraction
    pairs_max: Fraction


R = TypeVar("R", bound=TwentyOneRules)


def players_of(setup: Setup[R, ShoeTerms]) -> dict[str, tuple[int, ...]]:
    """The places of everybody who holds more than one."""
    return {name: tuple(sorted(seats)) for name, seats in setup.players.items()}


def holder(players: Mapping[str, tuple[int, ...]], seat: int) -> str:
    """Who holds this place besides others; nobody if it is the only one of its player.

    >>> holder({"ana": (4, 5)}, 5), holder({"ana": (4, 5)}, 2)
    ('ana', '')
    """
    return next((name for name, seats in players.items() if seat in seats), "")


def side_by_side(seats: Iterable[int]) -> bool:
    """
    >>> side_by_side([5, 4, 6]), side_by_side([5, 3]), side_by_side([])
    (True, False, True)
    """
    taken = sorted(set(seats))
    return not taken or taken[-1] - taken[0] == len(taken) - 1


class PlacesCloth(Cloth, frozen=True, kw_only=True):
    """A cloth on which one player may bet on several places, if they lie side by side."""

    limits: Limits
    players: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)

    def staked(self, felt: Felted, seat: int) -> set[int]:
        """The other places of the same player that have a bet."""
        mine = self.players.get(holder(self.players, seat), ())
        return {place for place, bet in felt if bet == MAIN and place in mine and place != seat}

    def lies_apart(self, felt: Felted) -> int | None:
        """A place that lies apart from the others its player has bets on."""
        for seat, bet in felt:
            if bet == MAIN and not side_by_side({seat, *self.staked(felt, seat)}):
                return seat
        return None


class TwentyOneCloth(PlacesCloth, frozen=True, kw_only=True):
    """One box a place, and beside it Perfect Pairs where the cloth has it.

    ``hands_min`` is how many hands this casino wants in play (CAT-III.1.5.1-01).
    """

    rules: BlackJackRules
    hands_min: int = 1

    def bets(self) -> Iterator[str]:
        yield from (bet for bet in self.rules.bets if bet not in AFTER_THE_DEAL)

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        if bet not in self.bets():
            row = "pairs_box" if bet == PAIRS else "bets_placed"
            return Closed(self.rules.by(row), "not-on-the-cloth", {"bet": bet})
        if bet != PAIRS:
            if not side_by_side({seat, *self.staked(felt, seat)}):
                return Closed(self.rules.by("adjacent"), "places-apart", {"seat": seat})
            return Offer(self.rules.bets[bet].clause)
        least, _ = self.limits.of(MAIN)  # the minimum of the box, which the plan may set apart
        low = max(1, up(least * self.rules.pairs_min))
        high = down(least * self.rules.pairs_max)
        if high < low:
            return Closed(self.rules.by("pairs_max"), "over-maximum", {"maximum": high})
        return Offer(self.rules.by("pairs_max"), low=low, high=high, own_limits=True)

    def settled(self, felt: Felted) -> Closed | None:
        for seat, bet in felt:
            if bet == PAIRS and (seat, MAIN) not in felt:
                facts: dict[str, Fact] = {"seat": seat, "bet": bet, "needs": MAIN}
                return Closed(self.rules.by("pairs_needs_main"), "needs-main-bet", facts)
        apart = self.lies_apart(felt)
        if apart is not None:
            return Closed(self.rules.by("adjacent"), "places-apart", {"seat": apart})
        hands = sum(1 for _, bet in felt if bet == MAIN)
        if 0 < hands < self.hands_min:
            few: dict[str, Fact] = {"hands": hands, "needed": self.hands_min}
            return Closed(self.rules.by("players_min"), "hands-missing", few)
        return None
