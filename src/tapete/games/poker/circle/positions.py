"""Where the button lies and who posts the blinds, hand by hand (CAT-III.3.5.7.1-12, -15, -16,
-30, -31). Left of a seat is the next lower one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact
from tapete.core.round.ask import Round
from tapete.core.round.cards import DECK, Card
from tapete.core.round.event import Announced, CardDealt, CardsCleared
from tapete.core.table.seats import in_order, left_of
from tapete.games.poker.circle.draw import DRAWN, draw_one
from tapete.games.poker.circle.rules import CircleState
from tapete.games.poker.hands import ACE, HEIGHT


class Positions(msgspec.Struct, frozen=True):
    """A hand's positions, their seats taken or not. A small blind nobody posts is ``dead``; ``gap``
    are newcomers who wait a hand."""

    button: int
    small: int
    big: int
    gap: tuple[int, ...] = ()
    dead: bool = False

    @property
    def posting(self) -> int | None:
        """Who posts the small blind."""
        return None if self.dead else self.small


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
    Positions(button=3, small=2, big=1, gap=(), dead=False)
    >>> both_posted(8, [3, 8])
    Positions(button=8, small=3, big=8, gap=(), dead=False)
    """
    small = left_of(button, seats)
    return Positions(button, small, left_of(small, seats))


def between_two(button: int, seats: Sequence[int]) -> Positions:
    """Between two the button has the small blind (COL-7.5.1-18)."""
    button = button if button in seats else left_of(button, seats)
    return Positions(button, button, left_of(button, seats))


def first_positions(button: int, seats: Sequence[int]) -> Positions:
    """As in tournaments: the first hand of a day or after a redraw, the button just drawn."""
    return between_two(button, seats) if len(seats) == 2 else both_posted(button, seats)


def big_advances(state: CircleState, button: int, seats: Sequence[int]) -> Positions:
    """Positions of a hand as in tournaments (COL-7.5.1-14 to -19)."""
    if state.big is None or state.small is None or state.button is None:
        return first_positions(button, seats)
    came = [seat for seat in seats if seat in state.newcomers]
    stayed = [seat for seat in seats if seat not in state.newcomers]
    last = Positions(state.button, state.small, state.big)
    return advance(last, stayed, came) if state.moves else again(last, stayed, came)


def advance(
    last: Positions, stayed: Collection[int], came: Collection[int], *, small_waits: bool = False
) -> Positions:
    """The hand after another: the big blind goes on by one player, the small blind is where it was
    and dead unless who posted it still sits there, the button where the small blind was. A newcomer
    in a dead small blind is dealt and posts nothing, or where ``small_waits`` waits a hand too.

    >>> advance(Positions(9, 8, 6), {9, 8, 5, 3, 2}, ())
    Positions(button=8, small=6, big=5, gap=(), dead=True)
    """
    button, small = last.small, last.big
    gap = newcomers_between(button, small, stayed, came)
    if small_waits and small in came and len(stayed) + len(came) - len(gap) > 2:
        gap = tuple(sorted((*gap, small)))
    dealt = {*stayed, *came} - {*gap}
    big = left_of(last.big, dealt)
    if len(dealt) == 2:
        other = left_of(big, dealt)
        return Positions(other, other, big, gap)
    return Positions(button, small, big, gap, dead=last.big not in stayed)


def again(last: Positions, stayed: Collection[int], came: Collection[int]) -> Positions:
    """A hand that did not count is dealt again from the same positions."""
    gap = newcomers_between(last.button, last.small, stayed, came)
    dealt = {*stayed, *came} - {*gap}
    big = last.big if last.big in dealt else left_of(last.big, dealt)
    if len(dealt) == 2:
        other = left_of(big, dealt)
        return Positions(other, other, big, gap)
    return Positions(last.button, last.small, big, gap, dead=last.small not in stayed)


def newcomers_between(
    button: int, small: int, stayed: Collection[int], came: Collection[int]
) -> tuple[int, ...]:
    """Who came into the gap between button and small blind and waits a hand; nobody does where
    fewer than two would be dealt in."""
    gap = tuple(sorted(seat for seat in came if between(seat, button, small)))
    return gap if len(stayed) + len(came) - len(gap) >= 2 else ()


def between(seat: int, after: int, before: int) -> bool:
    """Whether a seat lies strictly between two others, going clockwise.

    >>> between(7, 8, 6), between(9, 2, 8), between(5, 8, 6)
    (True, True, False)
    """
    if after == before:
        return False
    if after > before:
        return before < seat < after
    return seat < after or seat > before
