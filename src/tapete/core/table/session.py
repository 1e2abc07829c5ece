"""A session: rounds of one game, one after another, and who is on duty.

It has no clock and knows nothing of seats, bets or chips. A gaming table, a bingo hall and a
machine each stand on one and give every round its setup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.round.act import Act
from tapete.core.round.annulled import void
from tapete.core.round.ask import Ask
from tapete.core.round.event import Event, Moment
from tapete.core.round.game import Game, Setup, TableState
from tapete.core.round.live import Live
from tapete.core.round.record import (
    FingerprintCache,
    Header,
    Record,
    RoundFailed,
    header_of,
    record_of,
)
from tapete.core.table.roles import Duties

S = TypeVar("S", bound=TableState)

Answerer = Callable[[Ask[Any]], Any]

ROUND: ClauseId = "CAT-I.1-13"
FAILED = "falla"
"""The cause of a round that broke down inside."""


class VoidIfBroken:
    """While a round is given an answer: if it breaks down after it took it, the session voids it
    and `RoundFailed` is raised. An answer that was not taken leaves the round untouched."""

    __slots__ = ("answered", "live", "session")

    def __init__(self, session: Session[Any], live: Live[Any]) -> None:
        self.session, self.live, self.answered = session, live, len(live.steps)

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if isinstance(error, Exception) and len(self.live.steps) > self.answered:
            broken = self.session.duties.broken
            raise RoundFailed(self.session.void_round(FAILED, broken)) from error


class Session(Generic[S]):
    """Rounds of one game, one after another.

    ``state`` is what goes on from one to the next, ``live`` the round in course, ``rounds`` how
    many have been played. ``log`` is what was told outside the rounds, ``records`` the records of
    the acts. ``staff`` are the people on duty by role; ``duties`` says who does what.
    """

    def __init__(
        self,
        game: Game[Any, S],
        rules: GameRules,
        duties: Duties,
        *,
        name: str = "",
        version: str = "",
        changes: dict[str, str] | None = None,
    ) -> None:
        self.game, self.rules, self.duties = game, rules, duties
        self.name, self.version, self.changes = name, version, dict(changes or {})
        self.state: S = game.opening(rules)
        self.staff: Counter[str] = Counter()
        self.log: list[Event] = []
        self.records: list[Record] = []
        self.rounds = 0
        self.live: Live[S] | None = None
        self.header: Header | None = None
        self._fingerprints = FingerprintCache()

    def tell(self, *events: Event) -> None:
        """Something happened outside a round."""
        self.log.extend(events)

    # Who is on duty

    def check(self, command: str, by: str) -> None:
        """Raise `Refused` unless the role has this command."""
        self.duties.check(command, by, self.staff, self.rules)

    def check_act(self, act: type[Act[Any, Any]], by: str) -> None:
        """Raise `Refused` unless the role may do this act of the game."""
        self.duties.check_act(act, by, self.staff, self.rules)

    def take_duty(self, staff: Iterable[str], *, by: str) -> None:
        """Take in the staff who open the session, one role a person. Everybody needed must be
        there, and ``by`` be one who may open; otherwise whoever was on duty still is."""
        present = Counter(staff)
        self.duties.check_staff(present, self.rules)
        self.duties.check("open", by, present, self.rules)
        self.staff = present

    # Rounds

    def setup(self) -> Setup[Any, Any]:
        """The input of the next round."""
        return Setup(rules=self.rules, terms=self.game.terms(), seats=())

    def start(self, setup: Setup[Any, Any], act: Act[Any, Any] | None = None) -> Live[S]:
        """Start a round, or an act carried out as one; it stays in `live` until it is finished.

        An act may be refused, and then nothing has happened. A round that breaks down at once is
        void and raises `RoundFailed`.
        """
        self.between_rounds()
        header = header_of(
            self.game, setup, self.state, version=self.version, changes=self.changes,
            table=self.name, number=self.rounds + 1, act=act, cache=self._fingerprints,
        )  # fmt: skip
        play = self.game.play if act is None else act.carry_out
        try:
            live = Live(play(setup, self.state))
        except Exception as error:
            if act is not None and isinstance(error, Refused):
                raise
            self._count(header)
            self.tell(void((), FAILED, self.duties.broken, round=header.number))
            raise RoundFailed(Record(header, (), (), None)) from error
        self.header, self.live = header, live
        return live

    def start_act(
        self, act: Act[Any, Any], setup: Setup[Any, Any], *, by: str | None = None, now: Moment = 0
    ) -> Live[S]:
        """Start an act; whoever usually does it does, unless ``by`` says another."""
        self.between_rounds()
        by = by or self.duties.usual(type(act), self.rules)
        self.check_act(type(act), by)
        return self.start(setup, msgspec.structs.replace(act, by=by, now=now))

    def drop(self) -> None:
        """Take back the start of an act that may not be done after all."""
        self.live = self.header = None

    def answer(self, answer: Any) -> list[Event]:
        """Answer what the round asks; gives what was told."""
        live = self.in_course()
        with self.void_if_broken(live):
            return live.answer(answer)

    def void_if_broken(self, live: Live[S]) -> VoidIfBroken:
        """Void a round that breaks down after it took an answer, and raise `RoundFailed`."""
        return VoidIfBroken(self, live)

    def finish(self) -> Record:
        """Take the ended round off the session and give its record."""
        live = self.in_course()
        record = self._record(live)
        self.state = live.result
        return record

    def void_round(self, cause: str, clause: ClauseId) -> Record:
        """Void the round in course: every chip it moved goes back. Gives the record of what was
        played."""
        record = self._record(self.in_course())
        self.tell(void(record.events, cause, clause, round=record.header.number))
        return record

    def run(self, answerer: Answerer) -> Record:
        """Let one answerer answer the round in course to its end."""
        live = self.in_course()
        while live.ask is not None:
            self.answer(answerer(live.ask))
        return self.finish()

    def in_course(self) -> Live[S]:
        """The round in course; `Refused` if there is none."""
        if self.live is None:
            raise Refused(ROUND, "no-round")
        return self.live

    def between_rounds(self) -> None:
        """Raise `Refused` while a round is in course."""
        if self.live is not None:
            raise Refused(ROUND, "round-in-course")

    def _record(self, live: Live[S]) -> Record:
        assert self.header is not None
        record = record_of(self.header, live, self._fingerprints)
        self.live = self.header = None
        self._count(record.header)
        return record

    def _count(self, header: Header) -> None:
        """A round uses its number up, done or void; an act uses none."""
        if header.act is None:
            self.rounds += 1
