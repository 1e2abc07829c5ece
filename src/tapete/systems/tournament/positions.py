"""Button and blinds from hand to hand: the big blind always advances one player, the small blind
or the button may be dead (COL-7.5.1-14 to -19)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from tapete.core.table.seats import left_of
from tapete.games.poker.circle.positions import Positions as Positions
from tapete.games.poker.circle.positions import advance, first_positions
from tapete.systems.tournament.seats import clockwise


class NextHand(NamedTuple):
    """Who has what in the next hand. ``small_posted`` is false where the small blind is dead;
    ``waits`` are newcomers in the gap between button and small blind, not dealt for one hand."""

    positions: Positions
    dealt: tuple[int, ...]
    waits: tuple[int, ...]
    small_posted: bool
    button_dead: bool

    def speaking(self, seats: int, *, after_flop: bool = False) -> list[int]:
        """The order of speaking: before the flop from the big blind's left, after it from the
        button's."""
        start = self.positions.button if after_flop else self.positions.big
        return [seat for seat in clockwise(start, seats) if seat in self.dealt]


def first_hand(button: int, players: Collection[int]) -> NextHand:
    """The first hand of a day or after a redraw, the button just drawn; where nobody sits it
    passes clockwise (COL-7.5.1-10)."""
    lies = button if button in players else left_of(button, players)
    return _hand(first_positions(lies, tuple(players)), players)


def next_hand(
    last: Positions, stayed: Collection[int], came: Collection[int], *, small_waits: bool = False
) -> NextHand:
    """The next hand, from the positions of the last one and who has stayed and come since;
    ``small_waits``: a newcomer in a dead small blind waits a hand.

    >>> next_hand(Positions(9, 8, 6), {9, 8, 5, 3, 2}, ()).positions.button
    8
    """
    found = advance(last, stayed, came, small_waits=small_waits)
    return _hand(found, {*stayed, *came})


def _hand(found: Positions, seated: Collection[int]) -> NextHand:
    dealt = tuple(sorted(set(seated) - set(found.gap), reverse=True))
    return NextHand(found, dealt, found.gap, not found.dead, found.button not in seated)
