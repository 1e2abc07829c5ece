"""Compiled rounds: how many a second on one core, and a long common tape with the engine."""

from __future__ import annotations

from time import thread_time
from typing import Any

from rich.progress import Progress

from tapete.games.registry import find
from tapete.maths.kernels.stream import stream
from tapete.maths.simulate.judge import judge
from tapete.maths.simulate.lanes import Play

TURNS = 9
SECONDS = 0.3
"""What one turn takes, more or less."""
LONG = 1_000_000
PLAYS = (
    ("black-jack", "principal"),
    ("black-jack-perfect-pairs", "perfect-pairs"),
    ("challenge-21", "mano-1"),
    ("canal-21", "principal"),
    ("punto-y-banca", "banca"),
    ("baccarat", "punto/plantarse"),
    ("war", "war/guerra"),
    ("treinta-y-cuarenta", "rojo"),
    ("ruleta-francesa", "rojo/prision"),
    ("big-six", "40a"),
    ("craps", "pass"),
    ("corona-y-ancla", "ancla"),
    ("chuck-a-luck", "field"),
)


def play_of(game: str, bet: str) -> Play:
    found = find(game)
    return Play(found, found.rules_of(), bet)


def rate(game: str, bet: str) -> float:
    """Rounds a second of one core's own time. The best turn counts: the machine may have other
    work."""
    kernel = play_of(game, bet).kernel()
    rounds = 100_000
    kernel.play(rounds, stream(0))
    began = thread_time()
    kernel.play(rounds, stream(1))
    rounds = int(rounds * SECONDS / (thread_time() - began)) + 1
    best = 0.0
    for turn in range(TURNS):
        began = thread_time()
        kernel.play(rounds, stream(2, turn))
        best = max(best, rounds / (thread_time() - began))
    return best


def measure() -> dict[str, float]:
    """Rounds a second, game by game."""
    return {f"{game} {bet}": rate(game, bet) for game, bet in PLAYS}


def long_tapes(rounds: int = LONG) -> dict[str, Any]:
    """A million rounds of every game on common tapes. It takes its time: the engine plays them."""
    agreed = {}
    with Progress(transient=True) as bar:
        for game, bet in PLAYS:
            task = bar.add_task(f"{game} {bet}", total=rounds)
            judge(
                play_of(game, bet), rounds,
                tick=lambda done, total, task=task: bar.update(task, completed=done),  # type: ignore[misc]
            )  # fmt: skip
            agreed[f"{game} {bet}"] = rounds
    return agreed
