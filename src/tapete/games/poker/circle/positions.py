"""Where the button lies and who posts the blinds, hand by hand (CAT-III.3.5.7.1-12, -15, -16,
-30, -31). Left of a seat is the next lower one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from tapete.core.ask import Round
from tapete.core.cards import DECK, Card
from tapete.core.clause import ClauseId
from tapete.core.event import Announced, CardDealt, CardsCleared
from tapete.core.refused import Fact
from tapete.core.seats import in_order, left_of
from tapete.games.poker.circle.draw import DRAWN, draw_one
from tapete.games.poker.circle.rules import CircleState
from tapete.games.poker.hands import ACE, HEIGHT


class Positions(msgspec.Struct, frozen=True):
    """A hand's positions. A blind nobody posts is dead; ``gap`` are newcomers who wait a hand."""

    button: int
    small: int | None
    big: int
    gap: tuple[int, ...] = ()


def draw_button(seats: Iterable[int], clause: ClauseId) -> Round[int]:
    """One uncovered card to each player from the croupier's left; the highest gets the button. An
    ace ends the draw at once; of equal cards the first to appear is the highest."""
    left = set(DECK)
    best: tuple[int, Card] | None = None
    for seat in in_order(seats):
        card = yield from draw_one(left, clause)
        facts: dict[str, Fact] = {"seat": seat, "card": card}
        yield CardDealt(to=DRAWN, card=card, clause=clause)
        yield Announced(what="carta-del-boton", facts=facts, clause=clause)
        if best is None or HEIGHT[card[0]] > HEIGHT[best[1][0]]:
            best = (seat, card)
        if HEIGHT[card[0]] == ACE:
            break
    assert best is not None
    yield CardsCleared(zone=DRAWN, clause=clause)
    return best[0]


def before_the_first(seats: Iterable[int]) -> int:
    """The place of the button before the first player on the croupier's left: as if it lay before
    the last one, whose left he is.

    >>> before_the_first([2, 5, 7])
    2
    """
    return min(seats)


def next_button(state: CircleState, seats: Sequence[int]) -> int:
    """Where the button lies in this hand: one place further to the left than in the last one,
    also before a place whose player has gone or has no chips (dead button)."""
    assert state.button is not None
    if not state.moves:
        return state.button
    return left_of(state.button, {*state.lineup, *seats})


def both_posted(button: int, seats: Sequence[int]) -> Positions:
    """Small blind the nearest player to the button's left, big blind the next one.

    >>> both_posted(3, [1, 2, 4])
    Positions(button=3, small=2, big=1, gap=())
    >>> both_posted(8, [3, 8])
    Positions(button=8, small=3, big=8, gap=())
    """
    small = left_of(button, seats)
    return Positions(button, small, left_of(small, seats))


def big_advances(state: CircleState, button: int, seats: Sequence[int]) -> Positions:
    """As in tournaments (COL-7.5.1-14 to -19): the big blind goes on by one player, the small one
    may be dead, and between two the button has the small blind."""
    if state.big is None:
        found = both_posted(button, seats)
        if len(seats) > 2:
            return found
        button = button if button in seats else found.small or button
        return Positions(button, button, left_of(button, seats))
    if not state.moves:
        small = state.small if state.small in seats else None
        if state.big in seats:
            return Positions(button, small, state.big)
    big = left_of(state.big, seats)
    if len(seats) == 2:
        other = left_of(big, seats)
        return Positions(other, other, big)
    small = state.big if state.big in seats else None
    button = state.small if state.small is not None else button
    gap = tuple(
        seat for seat in seats
        if seat not in state.lineup and between(seat, button, state.big)
    )  # fmt: skip
    return Positions(button, small, big, gap)


def between(seat: int, after: int, before: int) -> bool:
    """Whether a seat lies strictly between two others, going clockwise.

    >>> between(7, 8, 6), between(9, 2, 8), between(5, 8, 6)
    (True, True, False)
    """
    if after > before:
        return before < seat < after
    return seat < after or seat > before
