"""What an edition says of a game of twenty-one, and the bets it takes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tapete.core.bets import Closed, Cloth, Felted, Limits, Offer
from tapete.core.money import down, share
from tapete.games.cards.shuffle import ShoeRules

MAIN = "principal"
PAIRS = "perfect-pairs"


class TwentyOneRules(ShoeRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of Black Jack and its variants."""

    positions_max: int

    bets_placed: str
    close_call: str
    late_bet: str
    deal_order: str
    no_hole_card: str
    draw_max: int
    soft17: str
    no_draw_from: int
    bust: str
    natural_at_once: str
    natural_waits: str
    natural_beats_21: str
    even_money_up: tuple[str, ...]
    insurance_up: tuple[str, ...]
    insurance_max: str
    insurance_call: str
    split_by: str
    max_hands: int
    split_aces: str
    resplit_aces: bool
    split_21: str
    double_totals: tuple[int, ...]
    double_amount: str
    double_after_split: bool
    surrender: str
    surrender_not_against: tuple[str, ...]
    surrender_loss: str
    tie: str
    bank_natural: str
    settle_order: str
    exposed: str
    stuck: str
    not_asked: str
    no_card: str
    no_cut_card: str
    shoe_out: str
    wrong_order: str
    pairs_min: str
    pairs_max: str
    pairs_needs_main: str
    pairs_settled: str


class TwentyOneCloth(Cloth, frozen=True, kw_only=True):
    """One box a place, and beside it Perfect Pairs where the cloth has it."""

    rules: TwentyOneRules
    limits: Limits

    def bets(self) -> Iterator[str]:
        yield from self.rules.bets

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        row = self.rules.bets.get(bet)
        if row is None:
            return Closed(self.rules.by("bets_placed"), "not-on-the-cloth", {"bet": bet})
        if bet != PAIRS:
            return Offer(row.clause)
        least = Fraction(self.limits.min) * share(self.rules.pairs_min)
        most = Fraction(self.limits.min) * share(self.rules.pairs_max)
        low, high = max(1, -int(-least // 1)), down(most)
        if high < low:
            return Closed(self.rules.by("pairs_max"), "over-maximum", {"maximum": high})
        return Offer(self.rules.by("pairs_max"), low=low, high=high, own_limits=True)

    def settled(self, felt: Felted) -> Closed | None:
        for seat, bet in felt:
            if bet == PAIRS and (seat, MAIN) not in felt:
                return Closed(
                    self.rules.by("pairs_needs_main"), "needs-main-bet", {"seat": seat, "bet": bet}
                )
        return None
