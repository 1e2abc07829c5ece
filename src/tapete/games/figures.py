"""Games of figures: chips in the box of a figure, one result, losers taken and winners paid.

The verbs that Big Six (CAT-II.3), Corona y Ancla (CAT-IV.2) and Chuck a Luck (CAT-IV.3) share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact
from tapete.core.book.rulebook import GameRules, Pay
from tapete.core.round.ask import Round
from tapete.core.round.bets import Closed, Cloth, Felted, Offer, Stake
from tapete.core.round.betting import BetWindow, betting_of
from tapete.core.round.game import Setup
from tapete.core.round.settle import lose, win_and_return
from tapete.core.round.terms import Terms


class FigureRules(GameRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of a game of figures."""

    bettors_min: int
    start_call: str
    close_call: str

    def void_causes(self) -> dict[str, ClauseId]:
        """The causes of a void spin or throw that the edition lists, each with its clause; the
        list is never exhaustive."""
        raise NotImplementedError


F = TypeVar("F", bound=FigureRules)


class FigureCloth(Cloth, frozen=True, kw_only=True):
    """One box for each bet of the rulebook, open to all alike until the close.

    Betting stays open until enough players take part.
    """

    rules: FigureRules
    seats: tuple[int, ...]

    def bets(self) -> Iterator[str]:
        yield from self.rules.bets

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        if bet in self.rules.bets:
            return Offer(self.rules.bets[bet].clause)
        return Closed(self.rules.by("bets_placed"), "not-on-the-cloth", {"bet": bet})

    def settled(self, felt: Felted) -> Closed | None:
        bettors = len(_bettors(felt))
        if bettors >= self.rules.bettors_min:
            return None
        facts: dict[str, Fact] = {"present": bettors, "needed": self.rules.bettors_min}
        return Closed(self.rules.by("bettors_min"), "bets-missing", facts)

    def needed(self, felt: Felted) -> tuple[tuple[int, str], ...]:
        if self.settled(felt) is None:
            return ()
        idle = [seat for seat in self.seats if seat not in _bettors(felt)]
        return tuple((seat, bet) for seat in idle for bet in self.bets())


def _bettors(felt: Felted) -> set[int]:
    return {seat for (seat, _), amount in felt.items() if amount}


def bets_on_figures(setup: Setup[F, Terms], standing: tuple[Stake, ...] = ()) -> BetWindow:
    """Betting on the figures, until "no más apuestas"."""
    rules = setup.rules
    return betting_of(setup, FigureCloth(rules=rules, seats=setup.seats), standing)


def settle_figures(
    setup: Setup[F, Terms],
    stakes: tuple[Stake, ...],
    pays: Callable[[str], Pay | None],
    lost: ClauseId,
) -> Round[None]:
    """Take every losing bet, then pay every winning one. ``pays`` gives a winner's row."""
    for stake in stakes:
        if pays(stake.bet) is None:
            yield from lose(stake, lost)
    for stake in stakes:
        row = pays(stake.bet)
        if row is not None:
            yield from win_and_return(stake, row.ratio, row.clause, unit=setup.limits.unit)
