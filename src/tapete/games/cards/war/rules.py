"""What an edition says of War, the bets it takes, and what a table keeps."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tapete.core.round.bets import Closed, Cloth, Felted, Offer, Stake
from tapete.core.round.cards import Card
from tapete.games.cards.between import PackRules, PackState
from tapete.games.cards.shuffle import fresh_shoe

MAIN = "war"
TIE = "empate"
GUERRA = "guerra"
RENDIRSE = "rendirse"
BONUS = "bono"


class WarRules(PackRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of War. ``values`` ranks the cards; ``war_burn`` is burned before each card of a
    war."""

    some = ("values",)
    parts = ("surrender_loss",)

    start_call: str
    close_call: str
    values: dict[str, int]
    surrender_loss: Fraction
    war_bet: Fraction
    war_burn: int

    def value(self, card: Card) -> int:
        """What a card counts; suits do not (CAT-III.4.4-15)."""
        return self.values[card[0]]


class WarState(PackState, frozen=True, kw_only=True):
    """The shoe, and bets of players who got no card and left them for the next round."""

    waiting: tuple[Stake, ...] = ()

    def standing(self) -> tuple[Stake, ...]:
        return self.waiting


class WarCloth(Cloth, frozen=True, kw_only=True):
    """Before each place War and, only beside it, the tie (CAT-III.4.4-11)."""

    rules: WarRules

    def bets(self) -> Iterator[str]:
        yield from self.rules.bets

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        row = self.rules.bets.get(bet)
        if row is None:
            return Closed(self.rules.by("bets_placed"), "not-on-the-cloth", {"bet": bet})
        if bet == TIE and (seat, MAIN) not in felt:
            return Closed(
                self.rules.by("tie_needs_war"), "needs-main-bet", {"seat": seat, "bet": bet}
            )
        return Offer(row.clause)

    def fallen(self, felt: Felted, seat: int) -> tuple[str, ...]:
        alone = (seat, TIE) in felt and (seat, MAIN) not in felt
        return (TIE,) if alone else ()


def opening(rules: WarRules) -> WarState:
    return WarState(shoe=fresh_shoe(rules))
