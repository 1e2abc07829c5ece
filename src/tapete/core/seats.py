"""Seats: their numbers and directions, in one place (CAT-III.6.6-09).

Seat 1 is nearest to the croupier's right hand and numbers grow counter-clockwise. The croupier
deals from his left, clockwise: from the highest occupied seat down to 1.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from tapete.core.clause import ClauseId
from tapete.core.refused import Refused

PLAYERS: ClauseId = "CAT-I.3.2-12"
"""Places and their number are as each game has them."""
PRESENT: ClauseId = "CAT-I.5.1-02"
"""Only who is at the table plays there."""


def check_seated(seat: int, seats: Container[int]) -> None:
    """Raise `Refused` unless somebody sits there.

    >>> check_seated(4, [2, 7])
    Traceback (most recent call last):
    tapete.core.refused.Refused: not-seated [CAT-I.5.1-02] seat=4
    """
    if seat not in seats:
        raise Refused(PRESENT, "not-seated", seat=seat)


def in_order(seats: Iterable[int]) -> tuple[int, ...]:
    """Occupied seats in the order of dealing.

    >>> in_order([2, 7, 4])
    (7, 4, 2)
    """
    return tuple(sorted(set(seats), reverse=True))


def left_of(seat: int, seats: Iterable[int]) -> int:
    """The next occupied seat clockwise: the next lower number, from the lowest to the highest.

    >>> left_of(4, [2, 4, 6]), left_of(2, [2, 4, 6])
    (2, 6)
    """
    ordered = in_order(seats)
    return next((other for other in ordered if other < seat), ordered[0])


def right_of(seat: int, seats: Iterable[int]) -> int:
    """The next occupied seat counter-clockwise.

    >>> right_of(6, [2, 4, 6])
    2
    """
    ordered = in_order(seats)[::-1]
    return next((other for other in ordered if other > seat), ordered[0])


def first_on_the_left(seats: Iterable[int]) -> int:
    """The player nearest to the croupier's left hand: the highest occupied seat."""
    return max(seats)


def first_on_the_right(seats: Iterable[int]) -> int:
    """The player nearest to the croupier's right hand: the lowest occupied seat."""
    return min(seats)
