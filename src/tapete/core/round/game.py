"""A game as the registry knows it: its rules, its state between rounds, and its round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.book.source import EDITIONS, Books, RuleSource
from tapete.core.round.ask import Round
from tapete.core.round.bets import Limits, Stake
from tapete.core.round.cards import Card
from tapete.core.round.event import Announced, Moment
from tapete.core.round.terms import Terms

if TYPE_CHECKING:
    from tapete.core.round.act import Act, Preparation

R = TypeVar("R", bound=GameRules)
S = TypeVar("S", bound="TableState")
T_co = TypeVar("T_co", bound=Terms, covariant=True)


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """The state a table keeps between rounds. Frozen: a round takes one and gives the next."""

    def standing(self) -> tuple[Stake, ...]:
        """Chips that stay on the felt between rounds."""
        return ()

    def unseen(self) -> Mapping[Card, int] | None:
        """The cards that nobody has seen and that may come next, where the game is dealt."""
        return None

    def excused(self) -> tuple[int, ...]:
        """Seats whose player is away by leave: staying out is not held against them."""
        return ()


_PLAIN: Any = Terms()
"""The terms of a game that has none of its own, with the limits of no table in particular."""


class Setup(msgspec.Struct, Generic[R, T_co], frozen=True, kw_only=True, omit_defaults=True):
    """The input of a round: rules, the casino's terms, who sits.

    ``last_rounds_left`` counts down the last rounds once they were announced. ``chips`` are those
    before each seat, where the game plays with them (`Game.on_stacks`); ``players`` the places of
    everybody who holds more than one.
    """

    rules: R
    terms: T_co = _PLAIN
    seats: tuple[int, ...]
    last_rounds_left: int | None = None
    chips: dict[int, int] = {}
    players: dict[str, tuple[int, ...]] = {}

    @property
    def limits(self) -> Limits:
        """The limits of the table's bets."""
        return self.terms.limits

    @property
    def is_last(self) -> bool:
        """Whether this is the last round that was announced."""
        return self.last_rounds_left is not None and self.last_rounds_left <= 1


def _always_ready(setup: Setup[Any, Any], state: TableState) -> None:
    return None


def _at_any_time(setup: Setup[Any, Any], state: TableState) -> None:
    return None


def _sits_anywhere(
    setup: Setup[Any, Any], state: Any, seat: int, player: str, chips: int, now: Moment
) -> Round[Any]:
    yield from ()
    return state


def _leaves_nothing(setup: Setup[Any, Any], state: Any, seat: int) -> Round[Any]:
    yield from ()
    return state


def _leaves_at_will(
    setup: Setup[Any, Any], state: TableState, seat: int, why: str, now: Moment
) -> None:
    return None


def _handles_chips_freely(
    setup: Setup[Any, Any], state: TableState, seat: int, amount: int, playing: bool
) -> None:
    return None


def _no_notices(setup: Setup[Any, Any]) -> tuple[Announced, ...]:
    return ()


def _after_the_last_throw(setup: Setup[Any, Any], state: TableState) -> bool:
    return setup.last_rounds_left == 0


@dataclass(frozen=True)
class Game(Generic[R, S]):
    """One game of the catalogue.

    ``play`` is the round itself, ``terms`` the type of what a casino sets for it. ``acts`` are
    what may happen between rounds (a colour bought, dice changed). ``sit`` raises `Refused` where
    a player may not take a place, and notes that he did; ``may_leave`` raises it when he may not
    go yet, and ``leave`` is what becomes of a leaver's standing chips. ``may_move_chips`` raises
    it when a seat may not have so many more or, below 0, fewer chips outside a round; ``playing``:
    the seat is in the round in course.
    ``ready`` raises `Refused` when a round may not begin yet, ``may_announce_last`` when the last
    rounds may not be announced yet; ``ended`` says, once they were announced, whether the table
    may close now. ``prepare`` is what must be done before the next round whenever it is due
    (shuffle, cut, burn), an act of its own. ``notices`` are what the players are warned of when
    the table opens, and a sign says while it is open. A game ``on_stacks`` is played with the
    chips each player has before him and no others. Its rules are read from ``books``: the
    editions, the programs of machines, the bases of tournaments.
    """

    id: str
    rules: type[R]
    state: type[S]
    opening: Callable[[R], S]
    play: Callable[[Setup[R, Any], S], Round[S]]
    terms: type[Terms] = Terms
    acts: tuple[type[Act[Any, Any]], ...] = ()
    sit: Callable[[Setup[R, Any], S, int, str, int, Moment], Round[S]] = _sits_anywhere
    may_leave: Callable[[Setup[R, Any], S, int, str, Moment], None] = _leaves_at_will
    leave: Callable[[Setup[R, Any], S, int], Round[S]] = _leaves_nothing
    may_move_chips: Callable[[Setup[R, Any], S, int, int, bool], None] = _handles_chips_freely
    ready: Callable[[Setup[R, Any], S], None] = _always_ready
    may_announce_last: Callable[[Setup[R, Any], S], None] = _at_any_time
    ended: Callable[[Setup[R, Any], S], bool] = _after_the_last_throw
    prepare: type[Preparation[Any, Any]] | None = None
    notices: Callable[[Setup[R, Any]], tuple[Announced, ...]] = _no_notices
    on_stacks: bool = False
    books: Books = EDITIONS

    def rules_of(self, edition: str = "scj-2023", changes: dict[str, str] | None = None) -> R:
        """The rules of this game under an edition, or another source of its kind, with options or
        values changed by name."""
        return self.books.rules(edition, self.id, self.rules, changes)

    def source(self, rules: R) -> RuleSource:
        """The document that these rules come from."""
        id = rules.edition
        return RuleSource(self.books.kind, id, self.books.digest(id, self.id))

    def act(self, name: str) -> type[Act[Any, Any]]:
        """The act of this name; `Refused` where the game has none such."""
        for kind in self.acts:
            if kind.name() == name:
                return kind
        raise Refused("CAT-I.3.2-09", "no-such-act", act=name)

    def has(self, *names: str) -> str | None:
        """The first of these acts that the game has."""
        known = {kind.name() for kind in self.acts}
        return next((name for name in names if name in known), None)

    def due(self, setup: Setup[R, Any], state: S) -> Act[Any, Any] | None:
        """The act that must be done before the next round, if any."""
        if self.prepare is None or not self.prepare.due(setup, state):
            return None
        return self.prepare()
