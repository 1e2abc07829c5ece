"""What a craps table keeps between throws, and whose dice they are."""

from __future__ import annotations

from collections.abc import Iterable

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Stake
from tapete.core.round.game import Setup, TableState
from tapete.core.round.terms import Terms
from tapete.core.table.seats import first_on_the_left, left_of
from tapete.games.dice.craps.dice_set import DiceSet
from tapete.games.dice.craps.rules import CrapsRules


class CrapsState(TableState, frozen=True, kw_only=True):
    """Point, bets that stand, who holds the dice, the dice themselves, and who may not throw.

    ``faults`` has a seat once for each fault in throwing; ``over`` is set when the last game
    announced has ended and only the bets left on the cloth are still thrown for.
    """

    point: int | None = None
    shooter: int | None = None
    stakes: tuple[Stake, ...] = ()
    dice: DiceSet
    deprived: tuple[int, ...] = ()
    faults: tuple[int, ...] = ()
    over: bool = False

    def standing(self) -> tuple[Stake, ...]:
        return self.stakes


def shooters(state: CrapsState, seats: Iterable[int]) -> tuple[int, ...]:
    """Who may throw, from the player who holds the dice on, clockwise (CAT-IV.1.5-05).

    At the start that is the first player on the croupiers' left. Players whom the jefe de mesa
    deprived of the throw are left out (CAT-IV.1.5-20).
    """
    around = tuple(seats)
    if not around:
        return ()
    if state.shooter is None:
        seat = first_on_the_left(around)
    else:
        seat = state.shooter if state.shooter in around else left_of(state.shooter, around)
    order = []
    for _ in around:
        order.append(seat)
        seat = left_of(seat, around)
    return tuple(seat for seat in order if seat not in state.deprived)


def next_shooter(state: CrapsState, seats: Iterable[int], after: int) -> int | None:
    """Who gets the dice after this player; himself again if nobody else may throw."""
    around = {*seats, after}
    order = [left_of(after, around)]
    while order[-1] != after:
        order.append(left_of(order[-1], around))
    may = [seat for seat in order if seat not in state.deprived and seat in tuple(seats)]
    return may[0] if may else None


def ready(setup: Setup[CrapsRules, Terms], state: CrapsState) -> None:
    """A throw needs somebody who may throw.

    In the last game the bets that stand are decided though none is left: the tallador throws.
    """
    to_end = setup.last_rounds_left is not None and state.stakes
    if not shooters(state, setup.seats) and not to_end:
        raise Refused(setup.rules.by("deprived"), "nobody-may-throw")
