"""The engine judges the kernels: both play the same cards or throws, and must agree each round."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.games.cards.shuffle import ShoeRules
from tapete.games.poker.bank.rules import BankRules
from tapete.maths.kernels.automaton import Automaton
from tapete.maths.kernels.cards import shoe
from tapete.maths.kernels.engine import from_shoes
from tapete.maths.kernels.stream import shuffled, stream
from tapete.maths.simulate.lanes import Play, untold
from tapete.maths.strategy.solve import Tick

ROUNDS_A_SHOE = 10
"""Rounds that any shoe has at least."""


class Parted(AssertionError):
    """Kernel and engine differ: the round, and what each says the bet won, in bets."""

    def __init__(self, number: int, kernel: float, engine: float) -> None:
        super().__init__(f"round {number}: {kernel:+} by the kernel, {engine:+} by the engine")
        self.number = number


def judge(play: Play, rounds: int, *, seed: int = 1, tick: Tick = untold) -> None:
    """Play a common tape; raise `Parted` at the first round on which the two differ."""
    kernel: Any = play.kernel()
    if isinstance(kernel, Automaton):
        throws = np.random.default_rng(seed).integers(0, kernel.places, rounds)
        _agree(play, kernel, kernel.on_tape(throws), _thrown(kernel, throws), tick)
        return
    if isinstance(play.rules, BankRules):
        decks = shuffled(shoe(play.rules.decks), rounds, stream(seed))
        _agree(play, kernel, kernel.on_tape(decks, rounds), from_shoes(decks, 0), tick)
        return
    assert isinstance(play.rules, ShoeRules)
    tape = shuffled(shoe(play.rules.decks), rounds // ROUNDS_A_SHOE + 2, stream(seed))
    _agree(play, kernel, kernel.on_tape(tape, rounds), from_shoes(tape, play.rules.burn), tick)


def _thrown(kernel: Automaton, throws: NDArray[np.int64]) -> Any:
    places = iter(throws.tolist())
    return lambda ask: kernel.result(next(places))


def _agree(play: Play, kernel: Any, nets: NDArray[np.int64], chance: Any, tick: Tick) -> None:
    table = play.table()
    for number, net in enumerate(nets.tolist()):
        told = table.play(chance)
        # Each in its own pesos: nets by bets of one, against those of the other.
        if net * table.staked != told * kernel.unit:
            raise Parted(number, net / kernel.unit, told / table.staked)
        tick(number + 1, len(nets))
