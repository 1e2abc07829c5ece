"""A linked pot as the log of a table remembers it: all it ever said stands with the commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tapete.core.book.datafile import exact
from tapete.core.book.written import plain
from tapete.core.round.event import Event
from tapete.core.round.pot import Link, PotAsk
from tapete.games.poker.pot import AcceptorPort, CreditsMoved


class PotAnswers(msgspec.Struct, frozen=True, kw_only=True):
    """The answers of a pot while a command was carried out: its terms, its answers, and what its
    acceptors moved, batch by batch as it was asked."""

    link: dict[str, Any]
    pot: tuple[Any, ...]
    credits: tuple[tuple[CreditsMoved, ...], ...]


def read_link(said: dict[str, Any]) -> Link | None:
    """The terms of a link as they were noted; none: the pot took no bets then."""
    return msgspec.convert(said, Link, dec_hook=exact) if said else None


def written_link(link: Link | None) -> dict[str, Any]:
    """The terms of a link as they are noted."""
    return {} if link is None else msgspec.json.decode(plain(link))


class Noted:
    """A pot whose terms and answers are noted down, or given again as they were noted. Without a
    ``port`` commands can only be carried out again."""

    def __init__(self, port: AcceptorPort | None) -> None:
        self._port = port
        self._again = False
        self._link = None if port is None else port.terms()
        self._left: list[Any] = []
        self._given: list[Any] = []
        self._batches: list[tuple[CreditsMoved, ...]] = []

    @property
    def port(self) -> AcceptorPort:
        """The pot itself, which is asked only when a command is carried out for the first time."""
        assert self._port is not None, "the pot is not asked again"
        return self._port

    def begin(self, again: PotAnswers | None) -> None:
        """A command is about to be carried out, for the first time or again."""
        self._again = again is not None
        self._link = read_link(again.link) if again is not None else self.port.terms()
        self._left = list(again.pot) if again is not None else []
        self._given = []
        self._batches = list(again.credits) if again is not None else []
        if again is None:
            self.port.moved()  # what was refused did not come to be

    def said(self) -> PotAnswers:
        """All that was noted."""
        while self._batches and not self._batches[-1]:
            self._batches.pop()
        return PotAnswers(
            link=written_link(self._link), pot=tuple(self._given), credits=tuple(self._batches)
        )

    def terms(self) -> Link | None:
        return self._link

    def answer(self, ask: PotAsk[Any]) -> Any:
        answer = ask.read(self._left.pop(0)) if self._again else self.port.answer(ask)
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

    def cash(self, seat: int) -> None:
        if not self._again:
            self.port.cash(seat)

    def leave(self, seat: int) -> Sequence[Event]:
        if self._again or not self.port.buttons:
            return self.moved() if self._again else ()
        left = tuple(event for event in self.port.leave(seat) if isinstance(event, CreditsMoved))
        self._batches.append(left)
        return left

    def stake(self, seat: int, credits: int) -> int:
        return (
            credits * self._link.credit
            if self._again and self._link is not None
            else self.port.stake(seat, credits)
        )

    def take_back(self, seat: int) -> None:
        if not self._again:
            self.port.take_back(seat)

    def moved(self) -> tuple[CreditsMoved, ...]:
        if self._again:
            return self._batches.pop(0) if self._batches else ()
        self._batches.append(self.port.moved())
        return self._batches[-1]
