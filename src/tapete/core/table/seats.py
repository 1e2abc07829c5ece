"""Seats: their numbers and directions, in one place (CAT-III.6.6-09).

Seat 1 is nearest to the croupier's right hand and numbers grow counter-clockwise. The croupier
deals from his left, clockwise: from the highest occupied seat down to 1.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules

PLAYERS: ClauseId = "CAT-I.3.2-12"
"""Places and their number are as each game has them."""
PRESENT: ClauseId = "CAT-I.5.1-02"
"""Only who is at the table plays there."""


def check_seated(seat: int, seats: Container[int]) -> None:
    """Raise `Refused` unless somebody sits there.

    >>> check_seated(4, [2, 7])
    Traceback (most recent call last):
    tapete.core.book.refused.Refused: not-seated [CAT-I.5.1-02] seat=4
    """
    if seat not in seats:
        raise Refused(PRESENT, "not-seated", seat=seat)


def check_place(seat: int, players: Mapping[int, str]) -> None:
    """Raise `Refused` unless there is such a place and nobody sits there."""
    if type(seat) is not int or seat < 1:
        raise Refused(PRESENT, "no-such-seat", seat=str(seat))
    if seat in players:
        raise Refused(PLAYERS, "seat-taken", seat=seat)


def check_room(
    seat: int, player: str, players: Mapping[int, str], rules: GameRules, capacity: int | None
) -> None:
    """Raise `Refused` if the table is full or has no such place, or the player has as many places
    as he may."""
    if rules.players_max is not None:
        if len(players) >= rules.players_max:
            raise Refused(rules.by("players_max"), "table-full", maximum=rules.players_max)
        if seat > rules.players_max:
            # As many players as places marked on the cloth, and the places are numbered.
            raise Refused(rules.by("players_max"), "no-such-seat", seat=str(seat))
    if capacity is not None and len(players) >= capacity:
        raise Refused("CAT-I.5.5-02", "table-full", maximum=capacity)
    most = rules.positions_max
    if most is not None and sum(who == player for who in players.values()) >= most:
        clause = rules.by("positions_max")
        raise Refused(clause, "too-many-places", seat=seat, player=player, maximum=most)


def several(players: Mapping[int, str]) -> dict[str, tuple[int, ...]]:
    """The places of everybody who holds more than one.

    >>> several({1: "ana", 4: "blas", 5: "blas"})
    {'blas': (4, 5)}
    """
    places: dict[str, list[int]] = {}
    for seat, player in sorted(players.items()):
        places.setdefault(player, []).append(seat)
    return {player: tuple(held) for player, held in places.items() if len(held) > 1}


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


def clockwise_from(button: int, seats: Iterable[int]) -> tuple[int, ...]:
    """Occupied seats in the order of dealing where a button rules it: from its left on, whoever
    has it last.

    >>> clockwise_from(4, [2, 4, 6])
    (2, 6, 4)
    """
    ordered = in_order(seats)
    return (*(s for s in ordered if s < button), *(s for s in ordered if s >= button))


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
