"""Kernels and engine on common tapes, with moves drawn at random so that every one is met."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tapete.games.registry import find
from tapete.maths.simulate.bank_poker import BankPlayer
from tapete.maths.simulate.judge import judge
from tapete.maths.simulate.lanes import Play
from tapete.maths.simulate.run import simulate
from tapete.maths.strategy.poker import caribbean, draw_choice
from tapete.maths.strategy.poker.solution import Bytes, Solution, Table

SHAPES: dict[str, dict[str, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "poker-tres-cartas": {"goes": ((22_100,), (0, 1))},
    "go-poker": {"first": ((1_755,), (0, 1)), "second": ((1_755, 52), (0, 1))},
    "caribbean-poker": {"moves": ((13, 2_598_960), (caribbean.FOLD, caribbean.GO))},
    "caribbean-poker-plus": {"moves": ((13, 2_598_960), tuple(range(caribbean.BUY + 5)))},
    "draw-poker": {"moves": ((2_598_960,), (*range(len(draw_choice.OPTIONS)), draw_choice.FOLD))},
    "texas-holdem-plus": {"goes": ((1_755, 1_326), (0, 1))},
    "texas-holdem-bonus": {
        "goes": ((1_326,), (0, 1, 1)),
        "turn": ((1_755, 1_326), (0, 1)),
        "river": ((16_432, 1_326), (0, 1)),
    },
}


def at_random(game: str) -> BankPlayer:
    """A player who decides by tables filled at random."""
    draws = np.random.default_rng(6)

    def filled(shape: tuple[int, ...], moves: tuple[int, ...]) -> Bytes:
        return np.array(moves, np.uint8)[draws.integers(0, len(moves), shape, np.uint8)]

    tables = {name: Table.of(filled(*wanted)) for name, wanted in SHAPES[game].items()}
    return BankPlayer(find(game).rules_of(), Solution((), tables))


def play_of(game: str, bet: str) -> Play:
    found = find(game)
    return Play(found, found.rules_of(), bet, bank_player=at_random(game))


@pytest.mark.parametrize(
    ("game", "bet"),
    [(game, "linea" if game == "go-poker" else "ante") for game in SHAPES]
    + [("texas-holdem-bonus", "bonus")],
)
def test_kernel_and_engine_agree_round_by_round(game: str, bet: str) -> None:
    judge(play_of(game, bet), 150)


def test_a_simulation_comes_near_the_exact_edge() -> None:
    game = find("poker-tres-cartas")
    play: Any = Play(game, game.rules_of(), "ante")
    found = simulate(play, 2_000_000, seed=3, jobs=1)
    assert found.lane == "kernel"
    assert abs(found.distance(float(Fraction(5132301, 101792600)))) < 4
