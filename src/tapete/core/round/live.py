"""Live: the one driver of a round. It checks answers, logs them, collects what is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from tapete.core.book.account import Account
from tapete.core.round.ask import Ask, Round, SoFar
from tapete.core.round.event import Event
from tapete.core.round.fold import Balances, told
from tapete.core.round.window import OpenWindow

T = TypeVar("T")


class Live(Generic[T]):
    """A round in course.

    ``ask`` is the open question (none when the round has ended), ``events`` all that was told,
    ``steps`` the answers given with the number of events told before each.
    """

    def __init__(self, round_: Round[T]) -> None:
        self._round = round_
        self.events: list[Event] = []
        self.steps: list[tuple[int, Ask[Any], Any]] = []
        self.ask: Ask[Any] | None = None
        self._moved = Balances()
        self._added_up = 0
        self._result: list[T] = []
        self._send(None)

    @property
    def ended(self) -> bool:
        return self.ask is None

    @property
    def result(self) -> T:
        """The round's result; only once it has ended."""
        if not self._result:
            raise RuntimeError(f"the round still asks: {type(self.ask).__name__}")
        return self._result[0]

    def answer(self, answer: Any) -> list[Event]:
        """Answer the open ask. An illegal answer raises `Refused` and leaves no trace."""
        ask = self.ask
        if ask is None:
            raise RuntimeError("the round has ended")
        answer = ask.hear(answer)
        ask.check_kind(answer)
        ask.check(answer)
        return self._take(ask, answer)

    def close(self, opened: OpenWindow[Any]) -> list[Event]:
        """Answer the open window with what was taken in it, each action checked when it came."""
        if opened.window is not self.ask:
            raise RuntimeError("another window is open, or none")
        return self._take(opened.window, opened.close())

    def _take(self, ask: Ask[Any], answer: Any) -> list[Event]:
        told = len(self.events)
        self.steps.append((told, ask, answer))
        self._send(answer)
        return self.events[told:]

    def moved(self, account: Account) -> int:
        """Net amount posted to an account so far."""
        if self._added_up < len(self.events):
            told(self.events[self._added_up :], self._moved)
            self._added_up = len(self.events)
        return self._moved[account]

    def run(self, answerer: Callable[[Ask[Any]], Any]) -> T:
        """Let one answerer answer everything until the round ends."""
        while self.ask is not None:
            self.answer(answerer(self.ask))
        return self.result

    def _send(self, answer: Any) -> None:
        go_on, tell = self._round.send, self.events.append
        try:
            said: Any = go_on(answer)
            while True:
                while said.is_told:
                    tell(said)
                    said = go_on(None)
                if type(said) is not SoFar:
                    break
                said = go_on(tuple(self.events))
            self.ask = said
        except StopIteration as end:
            self.ask = None
            self._result.append(end.value)


def at_once(round_: Round[T]) -> tuple[T, list[Event]]:
    """Run a round that asks nothing: gives its result and the events it told."""
    live = Live(round_)
    return live.result, live.events
