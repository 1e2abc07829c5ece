"""A game of a hall from its start on: its balls, and what is done between two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.core.book.refused import Fact, Refused
from tapete.core.round.cards import Card as BallName
from tapete.core.round.event import Announced, Event, Moment
from tapete.floor.table.commands import Answer
from tapete.floor.units.sala import commands as do
from tapete.floor.units.sala.numbers import BALLS_DRAWN
from tapete.systems.balls import Ball
from tapete.systems.bingo.calls import Annul, OpenCalls, check_before_payment
from tapete.systems.bingo.cards import BALLS
from tapete.systems.bingo.events import BallCalled
from tapete.systems.bingo.passing import PassOn

if TYPE_CHECKING:
    from tapete.floor.units.sala.unit import Sala


class Drawing:
    """The balls of one hall; ``calls`` is what may be done before the next one."""

    def __init__(self, sala: Sala) -> None:
        self.sala = sala
        self.calls: OpenCalls | None = None

    def ball(self, command: Answer, at: Moment) -> list[Event]:
        """The next ball of the order that was promised."""
        self.sala.session.in_course()
        order = self.sala.orders.in_use
        if self.sala.sale is not None or order is None or order.waits:
            raise Refused(BALLS_DRAWN, "balls-not-promised")
        ball = str(command.answer)
        if not order.left.get(BallName(ball)):
            raise Refused(BALLS_DRAWN, "ball-not-inside", ball=ball)
        self.ball_out(int(ball), at)
        self.sala.orders.draw(BallName(ball))
        return []

    def balls(self) -> list[int]:
        """The balls that are out, in their order."""
        return [event.ball for event in self.sala.shown if isinstance(event, BallCalled)]

    def inside(self) -> tuple[int, ...]:
        """The balls that are not out."""
        out = set(self.balls())
        return tuple(ball for ball in range(1, BALLS + 1) if ball not in out)

    def draw(self) -> int:
        """A ball that the system draws where no machine does, in the same step."""
        return self.sala.draws.answer(Ball(inside=self.inside(), clause="CAT-V.2.2.1-08"))

    def ball_out(self, ball: int, at: Moment) -> None:
        """A ball is out; what was done since the one before is over."""
        sala, live = self.sala, self.sala.session.in_course()
        self.close_calls()
        awards = len(live.events)
        sala.session.answer(ball)
        self._answer_pots()
        self.open_window()
        if self.calls is not None and self.calls.calls.over:
            self.close_calls()
        won = any(event.kind == "bingo-awarded" for event in live.events[awards:])
        pace = sala.pace
        sala.clockwork.begin(at, pace.prize if won else pace.ball)

    # What is done before the next ball

    def open_window(self) -> None:
        """Whoever has something to say before the next ball may."""
        live = self.sala.session.in_course()
        if live.ask is not None and live.ask.window is not None:
            window: Any = live.ask.window
            self.calls = window.open()

    def open_calls(self) -> OpenCalls:
        """What may be done now, or `Refused`: no game is in course."""
        if self.calls is None:
            raise Refused("CAT-V.5-05", "no-game-in-course")
        return self.calls

    def close_calls(self) -> None:
        """What was done since the ball is over; if the game goes on, the next ball may come."""
        if self.calls is None:
            return
        sala, live, calls = self.sala, self.sala.session.in_course(), self.calls
        sala.cards, self.calls = sala.holders(), None
        with sala.session.void_if_broken(live):
            live.close(calls)
        self._answer_pots()
        self.open_window()

    def _answer_pots(self) -> None:
        """A pot that is won says what it holds, at once."""
        live = self.sala.session.in_course()
        while live.ask is not None and live.ask.pot is not None:
            self.sala.session.answer(live.ask.pot.of(self.sala.settling))

    def pass_cards(self, command: do.PassCards) -> list[Event]:
        """Somebody leaves, and another in the hall plays on with his cards, or will."""
        self.check_pass(command)
        return self.passed(PassOn(command.player, command.to))

    def check_pass(self, command: do.PassCards) -> None:
        """Raise `Refused` unless these cards may pass to that person, who must be in the hall."""
        PassOn(command.player, command.to).check(self.sala.sale or self.open_calls())
        if command.to not in self.sala.places:
            raise Refused("CAT-V.5-05", "not-in-the-hall", who=command.to)

    def passed(self, passed: PassOn) -> list[Event]:
        """Somebody's cards are another's from now on."""
        (self.sala.sale or self.open_calls()).take(passed)
        facts: dict[str, Fact] = {"who": passed.who, "to": passed.to}
        return [Announced(what="cartones-traspasados", facts=facts, clause="CAT-V.5-05")]

    def annul(self, why: str, by: str) -> list[Event]:
        """The game is annulled by whoever may; while cards are on sale the sale is undone."""
        sala = self.sala
        check_before_payment(paid=sala.live is None)
        if sala.sale is not None:
            Annul(by).check(sala.sale)
            sala.selling.undo()
        else:
            self.open_calls().take(Annul(by))
            self.close_calls()
        facts: dict[str, Fact] = {"why": why[:200]}
        return [Announced(what="partida-anulada", facts=facts, clause="CAT-V.5-04")]
