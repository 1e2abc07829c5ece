"""Rounds of every game under every edition, played once for all the laws that look at them.

The answers are drawn from the asks themselves: whatever an ask says is legal is tried. Half of the
evenings are drawn by hypothesis, which seeks the ends of every range; half by a seed: hypothesis
repeats itself, and of forty evenings of its own half the rounds would be the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tapete.chance import seeded
from tapete.core.round.ask import Pick
from tapete.core.round.bets import Stake
from tapete.core.round.event import Event
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.core.round.record import Record
from tapete.core.table.table import Table
from tests.laws.tables import LIMITS, Anyone, buy_again, is_open, may_be_linked, open_table

ROUNDS = 3
DRAWN = SEEDED = 20

law = settings(
    max_examples=DRAWN,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def pick_from(data: st.DataObject) -> Pick:
    return lambda n: data.draw(st.integers(0, n - 1)) if n > 1 else 0


def some_table(game: str, book: str, pick: Pick) -> Table:
    linked = may_be_linked(game, book) and pick(2) == 1
    return open_table(game, book, LIMITS[pick(len(LIMITS))], linked=linked)


@dataclass(frozen=True)
class Played:
    """A round that was played: what it was given, how it went and what it left behind."""

    table: Table
    setup: Setup[Any, Any]
    before: Any
    live: Live[Any]
    record: Record
    after: Any

    def begin_again(self) -> Live[Any]:
        """The same round from its beginning, to be answered otherwise."""
        return Live(self.table.game.play(self.setup, self.before))

    @property
    def answers(self) -> list[Any]:
        return [answer for _, _, answer in self.live.steps]


@dataclass(frozen=True)
class Evening:
    """Some rounds in a row at one table, and everybody's leaving."""

    rounds: list[Played]
    leaving: list[Event]
    standing: tuple[Stake, ...]
    """What still stands on the felt when all have left."""


def play_round(table: Table, pick: Pick) -> Played:
    """One round, with what must be done before it."""
    anyone = Anyone(pick)
    table.prepare(anyone)
    setup, before = table.setup(), table.state
    live = table.begin()
    record = table.run(anyone)
    return Played(table, setup, before, live, record, table.state)


def play_evening(game: str, book: str, pick: Pick) -> Evening:
    table, rounds = some_table(game, book, pick), list[Played]()
    while is_open(table) and len(rounds) < ROUNDS:
        rounds.append(play_round(table, pick))
        buy_again(table)
    leaving = [event for seat in list(table.players) for event in table.leave(seat)]
    return Evening(rounds, leaving, tuple(table.state.standing()))


def explore(game: str, book: str, see: Callable[[Evening], None]) -> None:
    """Show evenings at tables of a game, each other than those before; the smallest that ``see``
    objects to is told."""

    @law
    @given(data=st.data())
    def evening(data: st.DataObject) -> None:
        see(play_evening(game, book, pick_from(data)))

    evening()


class Evenings:
    """The evenings that were played of a game under an edition."""

    def __init__(self, game: str, book: str) -> None:
        self.game, self.book = game, book
        self.played: list[Evening] = []
        explore(game, book, self.played.append)
        for n in range(SEEDED):
            self.played.append(play_evening(game, book, seeded(f"{game} {book} {n}")))

    def obey(self, check: Callable[[Evening], None]) -> None:
        """Hold a law against every evening; where one breaks it, find the smallest that does."""
        try:
            for evening in self.played:
                check(evening)
        except Exception:
            explore(self.game, self.book, check)
            raise
