"""What a hall does by itself, and when: it puts cards on sale, starts the game, draws the balls at
the plan's pace and pauses where a prize is won.

Nothing here reads a clock: given the moment, what is due follows from what was done so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.core.round.cards import Card
from tapete.core.round.event import Moment
from tapete.floor.kernel.due import Do, Draw, Due, Idle, Place, Reveal, Seal, Until
from tapete.floor.table.commands import SYSTEM, CloseNumbers
from tapete.floor.units.sala.commands import BeginSale, CloseHall, OpenHall, StartGame
from tapete.systems.bingo.cards import BALLS
from tapete.systems.bingo.hall import DUTIES

if TYPE_CHECKING:
    from tapete.floor.units.sala.unit import Sala


class Clockwork:
    """The time of one hall. ``since``: of the last thing that the next one waits for; ``sold``: of
    the first card that a player bought; ``pause``: how long what comes next waits."""

    def __init__(self, sala: Sala) -> None:
        self.sala = sala
        self.since: Moment = 0.0
        self.sold: Moment | None = None
        self.pause = 0.0

    def begin(self, at: Moment, pause: float) -> None:
        """Something was done after which the next thing waits."""
        self.since, self.pause = at, pause

    def wake(self, now: Moment) -> None:
        """The hall is taken up again: nobody's time ran while nobody kept it."""
        self.since = self.sala.orders.since = now
        self.sold = None if self.sold is None else now

    def due(self, now: Moment) -> Due:
        """What the house does now, or when it looks again."""
        sala = self.sala
        if sala.paper is not None:  # people run it
            return Idle()
        if not sala.open:
            staff = tuple(DUTIES[sala.spec.game])
            return Idle() if sala.spec.attended else Do(OpenHall(staff=staff), SYSTEM)
        if sala.live is None:
            return self._between(now)
        if sala.sale is not None:
            return self._selling(now)
        return self._drawing(now)

    def _between(self, now: Moment) -> Due:
        """An order of balls that was played is opened; the next sale begins after a pause, if there
        is anybody to buy."""
        sala = self.sala
        for order in sala.orders.all():
            return Reveal(order.n, order.promise)
        if sala.last_game == 0:
            return Do(CloseHall(), SYSTEM)
        if not sala.places and sala.linked is None:
            return Idle()
        return self._after(now, Do(BeginSale(), SYSTEM))

    def _after(self, now: Moment, then: Due) -> Due:
        over = self.since + self.pause
        return Until(over) if now < over else then

    def deadline(self) -> Moment | None:
        """When the sale closes: its time begins with the first card that a player buys."""
        if self.sala.sale is None or self.sold is None:
            return None
        return self.sold + self.sala.pace.sale

    def _selling(self, now: Moment) -> Due:
        over = self.deadline()
        if over is None or not self.sala.selling.may_start():
            return Idle()
        if now < over and not self.sala.selling.everybody_ready():
            return Until(over)
        return Do(StartGame(), SYSTEM)

    def _drawing(self, now: Moment) -> Due:
        """The order of all ninety balls is drawn and promised when the sale is closed, and they
        come out one by one (CAT-V.3.2.1-08)."""
        sala = self.sala
        assert sala.live is not None and sala.live.ask is not None
        order = sala.orders.in_use
        if order is None:
            return Seal(sala.orders.last + 1, ninety())
        if order.waits:  # players have a while to open the numbers they promised
            over = sala.orders.since + sala.clocks.numbers
            closing = Do(CloseNumbers(n=order.n), SYSTEM, in_time=True)
            return closing if now >= over else Until(over)
        given = tuple(sorted(order.numbers.items()))
        next_ball = Draw(sala.live.ask, Place(order.n, order.promise, order.out, given))
        return self._after(now, next_ball)


def ninety() -> dict[Card, int]:
    """The ninety balls, as a pack is written."""
    return {Card(str(ball)): 1 for ball in range(1, BALLS + 1)}
