"""Engine and kernel on one tape: the same cards or throws, and the net of each round of both."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.cards import shoe
from tapete.maths.kernels.engine import EngineTable, from_shoes
from tapete.maths.kernels.stream import shuffled, stream
from tapete.maths.simulate.lanes import Play

ROUNDS_A_SHOE = 10


def cards_on_tape(play: Play, rounds: int, seed: int = 1) -> NDArray[np.uint8]:
    """Enough shuffled shoes for these rounds."""
    decks = play.rules.decks  # type: ignore[attr-defined]
    return shuffled(shoe(decks), rounds // ROUNDS_A_SHOE + 2, stream(seed))


def engine_plays(play: Play, tape: NDArray[np.uint8], rounds: int) -> tuple[list[int], int]:
    """The nets of the engine, and the stake they are for."""
    table = play.table()
    chance = from_shoes(tape, play.rules.burn)  # type: ignore[attr-defined]
    return [table.play(chance) for _ in range(rounds)], table.staked


def assert_equal_on_cards(play: Play, rounds: int, seed: int = 1) -> None:
    """Round by round, kernel and engine agree on what the bet won or lost."""
    tape = cards_on_tape(play, rounds, seed)
    kernel: Any = play.kernel()
    ours = kernel.on_tape(tape, rounds)
    theirs, staked = engine_plays(play, tape, rounds)
    assert len(ours) == rounds
    agree(ours.tolist(), kernel.unit, theirs, staked)


def agree(ours: list[int], unit: int, theirs: list[int], staked: int) -> None:
    for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        assert one * staked == other * unit, f"round {number}: {one}/{unit}, {other}/{staked}"


def assert_equal_on_throws(play: Play, rounds: int, seed: int = 1) -> None:
    """The same for wheels and dice."""
    kernel: Any = play.kernel()
    tape = np.random.default_rng(seed).integers(0, kernel.places, rounds)
    table: EngineTable = play.table()
    theirs = [table.play(lambda ask, place=place: kernel.result(int(place))) for place in tape]
    agree(kernel.on_tape(tape).tolist(), kernel.unit, theirs, table.staked)
