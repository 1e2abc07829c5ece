"""Live: the one driver of a round. It checks answers, logs them, collects what is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from tapete.core.ask import Ask, Round
from tapete.core.event import Event

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
        self._moved: dict[str, int] = {}
        self._added_up = 0
        self._result: list[T] = []
        self._send(None)

    @property
    def ended(self) -> bool:
        return self.ask is None

    @property
    def result(self) -> T:
        """What the round leaves behind; only once it has ended."""
        if not self._result:
            raise RuntimeError(f"the round still asks: {type(self.ask).__name__}")
        return self._result[0]

    def answer(self, answer: Any) -> list[Event]:
        """Answer the open ask. An illegal answer raises `Refused` and leaves no trace."""
        if self.ask is None:
            raise RuntimeError("the round has ended")
        self.ask.check_kind(answer)
        self.ask.check(answer)
        self.steps.append((len(self.events), self.ask, answer))
        told = len(self.events)
        self._send(answer)
        return self.events[told:]

    def moved(self, account: str) -> int:
        """What all that was told has put into an account, less what it took out of it."""
        for event in self.events[self._added_up :]:
            for name, amount in event.postings():
                self._moved[name] = self._moved.get(name, 0) + amount
        self._added_up = len(self.events)
        return self._moved.get(account, 0)

    def run(self, answerer: Callable[[Ask[Any]], Any]) -> T:
        """Let one answerer answer everything until the round ends."""
        while self.ask is not None:
            self.answer(answerer(self.ask))
        return self.result

    def _send(self, answer: Any) -> None:
        try:
            said = self._round.send(answer)
            while isinstance(said, Event):
                self.events.append(said)
                said = next(self._round)
            self.ask = said
        except StopIteration as end:
            self.ask = None
            self._result.append(end.value)
