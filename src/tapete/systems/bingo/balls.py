"""The ball set of a hall as an aggregate: received, counted before the Director, put into the
extractor, played with for at most a thousand games, found imperfect, changed (CAT-V.2.2.1-09 to
-12, CAT-V.2.3-03).

A game is given the set that is in the extractor (`BallSet`) and hands it on: what is found and
changed while cards are on sale is decided here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

import msgspec
from msgspec.structs import replace

from tapete.core.book.aggregate import Aggregate, Command
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.systems.bingo.cards import BALLS
from tapete.systems.bingo.hall import DIRECTOR, GAMES_MOST, BallSet

BROUGHT_MOST = 20
"""So many spare sets may be brought at once: more is a slip of the hand."""


class Balls(msgspec.Struct, frozen=True, kw_only=True):
    """The ball sets of a hall: the one in the extractor, whether it was counted since the hall
    opened, and how many have been changed."""

    current: BallSet = BallSet()
    counted: bool = False
    changes: int = 0

    def check(self, games_max: int = GAMES_MOST) -> None:
        """Raise `Refused` if the set must be changed before the next game."""
        current = self.current
        worn = current.extractor == "neumatico" and current.games >= games_max
        if worn or current.imperfect is not None:
            raise Refused("CAT-V.2.2.1-10", "balls-must-be-changed", games=current.games)


class Receive(Command, frozen=True):
    """The hall has its sets: one in the extractor, so many spare ones."""

    current: BallSet


class Count(Command, frozen=True):
    """The balls are counted, looked at and put into the extractor; ``public``: somebody of the
    public asked to see it."""

    balls: int
    by: str
    before: tuple[str, ...]
    public: bool = False


class EndSession(Command, frozen=True):
    """The session is over: before the next one they are counted again."""


class Play(Command, frozen=True):
    """A game was played with it."""


class Find(Command, frozen=True):
    """A ball is found imperfect."""

    ball: int


class Change(Command, frozen=True):
    """A spare set takes its place; who signs for it."""

    signed: tuple[str, ...]


class Bring(Command, frozen=True):
    """So many spare sets more are brought to the hall."""

    sets: int


AnyBallCommand: TypeAlias = Receive | Count | EndSession | Play | Find | Change | Bring


class BallEvent(Event, frozen=True, kw_only=True):
    """Something that happened to a ball set."""

    kind: ClassVar[str] = "balls"


class BallsReceived(BallEvent, frozen=True, kw_only=True):
    """The sets a hall begins with."""

    kind: ClassVar[str] = "balls-received"
    extractor: str
    games: int
    spares: int


class BallsCounted(BallEvent, frozen=True, kw_only=True):
    """The balls were counted before whoever was there, and put into the extractor."""

    kind: ClassVar[str] = "balls-counted"
    balls: int
    by: str
    before: tuple[str, ...]
    public: bool


class BallsTakenOut(BallEvent, frozen=True, kw_only=True):
    """The session is over, and nobody has counted them since."""

    kind: ClassVar[str] = "balls-taken-out"


class BallsPlayed(BallEvent, frozen=True, kw_only=True):
    """One game more."""

    kind: ClassVar[str] = "balls-played"
    games: int


class BallImperfect(BallEvent, frozen=True, kw_only=True):
    """A ball is imperfect: no game more with this set."""

    kind: ClassVar[str] = "balls-imperfect"
    ball: int


class BallsChanged(BallEvent, frozen=True, kw_only=True):
    """A spare set is in the extractor; nobody has counted it yet."""

    kind: ClassVar[str] = "balls-changed"
    signed: tuple[str, ...]
    spares: int


class BallsBrought(BallEvent, frozen=True, kw_only=True):
    """Spare sets were brought: so many stand beside the extractor now."""

    kind: ClassVar[str] = "balls-brought"
    sets: int
    spares: int


def decide(state: Balls, command: AnyBallCommand) -> Sequence[BallEvent]:
    """The events a command brings about, or `Refused`."""
    match command:
        case Receive(current):
            return (BallsReceived(extractor=current.extractor, games=current.games,
                                  spares=current.spares, clause="CAT-V.2.2.1-11"),)  # fmt: skip
        case Count():
            return (_counted(command),)
        case EndSession():
            out = BallsTakenOut(clause="CAT-V.2.3-02")
            return (out,) if state.counted else ()
        case Play():
            return (BallsPlayed(games=state.current.games + 1, clause="CAT-V.2.2.1-10"),)
        case Find(ball):
            if not 1 <= ball <= BALLS:
                raise Refused("CAT-V.2.2.1-09", "ball-not-inside", ball=ball)
            return (BallImperfect(ball=ball, clause="CAT-V.2.2.1-10"),)
        case Change(signed):
            if DIRECTOR not in signed:
                raise Refused("CAT-V.2.2.1-12", "director-missing", signed=" ".join(signed))
            if not state.current.spares:
                raise Refused("CAT-V.2.2.1-11", "no-spare-balls")
            spares = state.current.spares - 1
            return (BallsChanged(signed=signed, spares=spares, clause="CAT-V.2.2.1-12"),)
        case Bring(sets):
            if not 1 <= sets <= BROUGHT_MOST:
                raise Refused("CAT-V.2.2.1-11", "bad-ball-sets", most=BROUGHT_MOST)
            spares = state.current.spares + sets
            return (BallsBrought(sets=sets, spares=spares, clause="CAT-V.2.2.1-11"),)


def _counted(command: Count) -> BallEvent:
    if command.balls != BALLS:
        raise Refused("CAT-V.2.3-02", "balls-missing", balls=command.balls, wanted=BALLS)
    if DIRECTOR not in command.before:
        raise Refused("CAT-V.2.3-03", "director-missing", signed=" ".join(command.before))
    return BallsCounted(
        balls=command.balls, by=command.by, before=command.before, public=command.public,
        clause="CAT-V.2.3-03",
    )  # fmt: skip


def evolve(state: Balls, event: BallEvent) -> Balls:
    """The state after an event."""
    current = state.current
    match event:
        case BallsReceived(extractor=extractor, games=games, spares=spares):
            kept = msgspec.convert(
                {"extractor": extractor, "games": games, "spares": spares}, BallSet
            )
            return replace(state, current=kept)
        case BallsCounted():
            return replace(state, counted=True)
        case BallsTakenOut():
            return replace(state, counted=False)
        case BallsPlayed(games=games):
            return replace(state, current=replace(current, games=games))
        case BallImperfect(ball=ball):
            return replace(state, current=replace(current, imperfect=ball))
        case BallsChanged(spares=spares):
            return Balls(current=BallSet(current.extractor, 0, spares), changes=state.changes + 1)
        case BallsBrought(spares=spares):
            return replace(state, current=replace(current, spares=spares))
    return state


BALL_SET: Aggregate[Balls, AnyBallCommand, BallEvent] = Aggregate(
    "juego-de-bolas", Balls(), AnyBallCommand, BallEvent, decide, evolve
)


def after(current: BallSet, command: AnyBallCommand) -> BallSet:
    """The set in the extractor after a command, inside a game."""
    state = Balls(current=current)
    return BALL_SET.fold(decide(state, command), state).current
