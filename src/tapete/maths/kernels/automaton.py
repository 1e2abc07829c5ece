"""Wheels and dice compiled from the engine itself: one table of what each result does.

A wheel or a cup of dice has a few dozen results, and what a table keeps for one bet (a point, a
prisoner) is one of a few states. The engine plays every result in every state once; the compiled
round then only goes from state to state. There is no second writing of the rules to go wrong.
"""

from __future__ import annotations

from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.core.book.written import plain
from tapete.core.round.ask import Ask
from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.engine import EngineTable, NotPlayable
from tapete.maths.kernels.kernel import NoKernel, Tally
from tapete.maths.kernels.stream import Stream, below

MOST_STATES = 200
MOST_RESULTS = 5_000


class Table(NamedTuple):
    """What each result does in each state: the state after it, the row of its net, and the bets
    made before it."""

    after: NDArray[np.uint16]
    net: NDArray[np.uint16]
    made: NDArray[np.uint16]


class Stopped(Exception):
    """The round has asked for chance; this is what it asked."""

    def __init__(self, ask: Ask[Any]) -> None:
        self.ask = ask


def _stop(ask: Ask[Any]) -> Any:
    raise Stopped(ask)


def _results(ask: Ask[Any]) -> tuple[list[Any], list[int]]:
    """The results of a throw, and the list of equally likely places out of which one is drawn."""
    weighted = list(ask.weighted())
    whole = lcm(*(chance.denominator for _, chance in weighted))
    if whole > MOST_RESULTS:
        raise NoKernel("too many results")
    places = [i for i, (_, chance) in enumerate(weighted) for _ in range(int(chance * whole))]
    return [result for result, _ in weighted], places


class Automaton:
    """One bet at a wheel or with dice, made again whenever it does not stand."""

    def __init__(self, table: EngineTable) -> None:
        self._engine = table
        self.results, self._places = _results(self._first_ask())
        numbers: dict[bytes, int] = {}
        states: list[Any] = []
        rows: list[list[tuple[int, int, int]]] = []
        self._number(self._engine.snapshot(), numbers, states)
        while len(rows) < len(states):
            if len(states) > MOST_STATES:
                raise NoKernel("too many states")
            start = states[len(rows)]
            row = [self._step(start, result) for result in self.results]
            rows.append(
                [(self._number(after, numbers, states), net, bet) for after, net, bet in row]
            )
        self.unit = self._engine.staked
        nets = sorted({net for row in rows for _, net, _ in row})
        self.nets = np.array(nets, np.int64)
        by_place = [[row[result] for result in self._places] for row in rows]
        self._table = Table(
            np.array([[after for after, _, _ in row] for row in by_place], np.uint16),
            np.array([[nets.index(net) for _, net, _ in row] for row in by_place], np.uint16),
            np.array([[made for _, _, made in row] for row in by_place], np.uint16),
        )
        if not self._table.made.any():
            raise NoKernel("the bet is never made")

    def _first_ask(self) -> Ask[Any]:
        start = self._engine.snapshot()
        try:
            self._engine.play(_stop)
        except Stopped as stopped:
            if stopped.ask.pack is not None:
                raise NoKernel("cards") from None
            return stopped.ask
        except NotPlayable as why:
            raise NoKernel(str(why)) from None
        finally:
            self._engine.restore(start)
        raise NoKernel("a round without chance")

    def _step(self, start: Any, result: Any) -> tuple[Any, int, int]:
        self._engine.restore(start)
        thrown = iter([result])
        made = self._engine.made
        try:
            net = self._engine.play(lambda ask: next(thrown))
        except StopIteration:
            raise NoKernel("a round with more than one throw") from None
        return self._engine.snapshot(), net, self._engine.made - made

    def _number(self, state: Any, numbers: dict[bytes, int], states: list[Any]) -> int:
        key = plain(state)
        if key not in numbers:
            numbers[key] = len(states)
            states.append(state)
        return numbers[key]

    def play(self, rounds: int, stream: Stream) -> Tally:
        counts = np.zeros(len(self.nets), np.int64)
        made = _simulate(*self._table, rounds, stream, counts)
        return Tally(counts, int(made))

    def on_tape(self, tape: NDArray[np.int64]) -> NDArray[np.int64]:
        """The net of each round for results given by their place."""
        nets = np.zeros(len(tape), np.int64)
        _on_tape(*self._table, tape, nets)
        return self.nets[nets]

    def result(self, place: int) -> Any:
        """The result that a place of the tape stands for."""
        return self.results[self._places[place]]

    @property
    def places(self) -> int:
        """Equally likely places out of which a result is drawn."""
        return len(self._places)


@compiled
def _simulate(
    after: NDArray[np.uint16],
    net: NDArray[np.uint16],
    made: NDArray[np.uint16],
    rounds: int,
    stream: Stream,
    counts: NDArray[np.int64],
) -> int:
    places = after.shape[1]
    state, bets = 0, 0
    for _ in range(rounds):
        place = np.int64(below(stream, places))
        counts[net[state, place]] += 1
        bets += made[state, place]
        state = after[state, place]
    return bets


@compiled
def _on_tape(
    after: NDArray[np.uint16],
    net: NDArray[np.uint16],
    made: NDArray[np.uint16],
    tape: NDArray[np.int64],
    nets: NDArray[np.int64],
) -> None:
    state = 0
    for i in range(len(tape)):
        nets[i] = net[state, tape[i]]
        state = after[state, tape[i]]
