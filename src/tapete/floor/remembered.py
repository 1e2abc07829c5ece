"""A linked pot as the log of a table remembers it: all it ever said stands with the commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tapete.core.event import Event
from tapete.core.pot import CreditsMoved, PotAsk, PotPort


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What a pot said while a command was carried out: its terms, its answers, and what its
    acceptors moved, batch by batch as it was asked."""

    link: dict[str, Any]
    pot: tuple[Any, ...]
    credits: tuple[tuple[CreditsMoved, ...], ...]


class Noted:
    """A pot whose terms and answers are noted down, or given again as they were noted."""

    def __init__(self, port: PotPort) -> None:
        self.port = port
        self._again = False
        self._link: dict[str, Any] = port.terms()
        self._left: list[Any] = []
        self._given: list[Any] = []
        self._batches: list[tuple[CreditsMoved, ...]] = []

    def begin(self, again: Said | None) -> None:
        """A command is about to be carried out, for the first time or again."""
        self._again = again is not None
        self._link = again.link if again is not None else self.port.terms()
        self._left = list(again.pot) if again is not None else []
        self._given = []
        self._batches = list(again.credits) if again is not None else []
        if again is None:
            self.port.moved()  # what was refused did not come to be

    def said(self) -> Said:
        """All that was noted."""
        while self._batches and not self._batches[-1]:
            self._batches.pop()
        return Said(link=self._link, pot=tuple(self._given), credits=tuple(self._batches))

    def terms(self) -> dict[str, Any]:
        return self._link

    def answer(self, ask: PotAsk[Any]) -> Any:
        if self._again:
            answer = msgspec.convert(self._left.pop(0), ask.answer_type)
        else:
            answer = self.port.answer(ask)
        self._given.append(msgspec.to_builtins(answer))
        return answer

    def take(self, events: Sequence[Event]) -> None:
        if not self._again:
            self.port.take(events)

    def end(self, *, voided: bool) -> None:
        if not self._again:
            self.port.end(voided=voided)

    def light(self, seat: int, *, works: bool) -> None:
        if not self._again:
            self.port.light(seat, works=works)

    # The electronic acceptor

    @property
    def buttons(self) -> bool:
        return bool(self._batches) if self._again else self.port.buttons

    def load(self, seat: int, credits: int, instrument: str) -> None:
        if not self._again:
            self.port.load(seat, credits, instrument)

    def cash(self, seat: int, *, if_any: bool = False) -> None:
        if not self._again:
            self.port.cash(seat, if_any=if_any)

    def stake(self, seat: int, credits: int) -> int:
        return (
            credits * int(self._link["credit"]) if self._again else self.port.stake(seat, credits)
        )

    def take_back(self, seat: int) -> None:
        if not self._again:
            self.port.take_back(seat)

    def moved(self) -> tuple[CreditsMoved, ...]:
        if self._again:
            return self._batches.pop(0) if self._batches else ()
        self._batches.append(self.port.moved())
        return self._batches[-1]


class Remembered:
    """A pot for a table that is only carried out again: all it ever said stands in the log."""

    def terms(self) -> dict[str, Any]:
        return {}

    def answer(self, ask: PotAsk[Any]) -> Any:
        raise AssertionError("the pot is not asked again")

    def take(self, events: Sequence[Event]) -> None:
        raise AssertionError("the pot has taken this in already")

    def end(self, *, voided: bool) -> None:
        raise AssertionError("the pot knows already")

    def light(self, seat: int, *, works: bool) -> None:
        raise AssertionError("the pot knows already")

    buttons = False

    def load(self, seat: int, credits: int, instrument: str) -> None:
        raise AssertionError("the pot knows already")

    def cash(self, seat: int, *, if_any: bool = False) -> None:
        raise AssertionError("the pot knows already")

    def stake(self, seat: int, credits: int) -> int:
        raise AssertionError("the pot knows already")

    def take_back(self, seat: int) -> None:
        raise AssertionError("the pot knows already")

    def moved(self) -> tuple[CreditsMoved, ...]:
        raise AssertionError("the pot knows already")
