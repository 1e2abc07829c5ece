"""A game as the registry knows it: its rules, its state between rounds, and its round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from tapete.core.ask import Round
from tapete.core.bets import Limits, Stake
from tapete.core.cards import Card
from tapete.core.circle import CircleTerms
from tapete.core.event import Announced, Event, Moment
from tapete.core.rulebook import GameRules, rulebook

R = TypeVar("R", bound=GameRules)
S = TypeVar("S", bound="TableState")


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """What a table keeps between rounds. Frozen: a round takes one and gives the next."""

    def standing(self) -> tuple[Stake, ...]:
        """Chips that stay on the felt between rounds."""
        return ()

    def unseen(self) -> Mapping[Card, int] | None:
        """The cards that nobody has seen and that may come next, where the game is dealt."""
        return None

    def excused(self) -> tuple[int, ...]:
        """Seats whose player is away by leave: staying out is not held against them."""
        return ()


class Setup(msgspec.Struct, Generic[R], frozen=True, kw_only=True, omit_defaults=True):
    """What a round is given from outside: rules, limits, who sits, throws left once announced.

    ``stacks`` are the chips before each seat, where the game plays with them (`Game.on_stacks`);
    ``circle`` the stakes of a table of players among themselves. ``extra`` holds what a table of
    some games adds (a linked pot).
    """

    rules: R
    limits: Limits
    seats: tuple[int, ...]
    throws_left: int | None = None
    stacks: dict[int, int] = {}
    circle: CircleTerms | None = None
    extra: dict[str, Any] = {}

    @property
    def is_last(self) -> bool:
        """Whether this is the last throw that was announced."""
        return self.throws_left is not None and self.throws_left <= 1


Told = list[Event]


def _always_ready(setup: Setup[Any], state: TableState) -> None:
    return None


def _at_any_time(setup: Setup[Any], state: TableState) -> None:
    return None


def _nothing_to_prepare(setup: Setup[Any], state: TableState) -> None:
    return None


def _sits_anywhere(
    setup: Setup[Any], state: Any, seat: int, player: str, chips: int, now: Moment
) -> tuple[Any, Told]:
    return state, []


def _leaves_at_will(setup: Setup[Any], state: TableState, seat: int, why: str, now: Moment) -> None:
    return None


def _handles_chips_freely(
    setup: Setup[Any], state: TableState, seat: int, amount: int, playing: bool
) -> None:
    return None


def _no_notices(setup: Setup[Any]) -> tuple[Announced, ...]:
    return ()


def _after_the_last_throw(setup: Setup[Any], state: TableState) -> bool:
    return setup.throws_left == 0


@dataclass(frozen=True)
class Game(Generic[R, S]):
    """One game of the catalogue.

    ``play`` is the round itself. ``acts`` are what may happen between rounds by name
    (a colour bought, dice changed). ``sit`` raises `Refused` where a player may not take a place,
    and notes that he did; ``may_leave`` raises it when he may not go yet, and ``leave`` is what
    becomes of a leaver's standing chips. ``may_move_chips`` raises it when a seat may not have so
    many more or, below 0, fewer chips outside a round; ``playing``: the seat is in the round in
    course.
    ``ready`` raises `Refused` when a round may not begin yet, ``may_announce_last`` when the last
    throws may not be announced yet; ``ended`` says, once the last throws
    were announced, whether the table may close now. ``prepare`` gives what must be done before
    the next round (shuffle, cut, burn), as a round of its own, or nothing. ``notices`` are what
    the players are warned of when the table opens, and a sign says while it is open. A game
    ``on_stacks`` is played with the chips each player has before him and no others.
    """

    id: str
    rules: type[R]
    state: type[S]
    opening: Callable[[R], S]
    play: Callable[[Setup[R], S], Round[S]]
    acts: Mapping[str, Callable[..., tuple[S, Told]]] = field(default_factory=dict)
    sit: Callable[[Setup[R], S, int, str, int, Moment], tuple[S, Told]] = _sits_anywhere
    may_leave: Callable[[Setup[R], S, int, str, Moment], None] = _leaves_at_will
    leave: Callable[[Setup[R], S, int], tuple[S, Told]] = lambda setup, state, seat: (state, [])
    may_move_chips: Callable[[Setup[R], S, int, int, bool], None] = _handles_chips_freely
    ready: Callable[[Setup[R], S], None] = _always_ready
    may_announce_last: Callable[[Setup[R], S], None] = _at_any_time
    ended: Callable[[Setup[R], S], bool] = _after_the_last_throw
    prepare: Callable[[Setup[R], S], Round[S] | None] = _nothing_to_prepare
    notices: Callable[[Setup[R]], tuple[Announced, ...]] = _no_notices
    on_stacks: bool = False

    def rules_of(self, edition: str = "scj-2023", changes: dict[str, str] | None = None) -> R:
        """The rules of this game under an edition, with options or values changed by name."""
        return rulebook(edition).rules(self.id, self.rules, changes)
