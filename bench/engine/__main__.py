"""``python -m bench.engine COMMIT [GAME ...]``: this engine beside that of another commit.

Both play the same rounds, answer for answer, taking turns in two processes; what counts is the
best turn of each in seconds of processor, so that whatever else the machine does cancels.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[2]
TAPE = Path(__file__).with_name("tape.py")
ROUNDS, TURNS, SEED = 150, 9, 1
LANES = ("bare", "kept")


class Engine:
    """One version of the engine, in a process of its own."""

    def __init__(self, root: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(TAPE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(root / "src")},
        )  # fmt: skip

    def ask(self, **asked: Any) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@contextmanager
def worktree(commit: str) -> Iterator[Path]:
    """The files of a commit, for as long as they are needed."""
    with tempfile.TemporaryDirectory() as scratch:
        at = Path(scratch, "tree")
        git = ("git", "-C", str(HERE), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", str(at), commit], check=True)
        try:
            yield at
        finally:
            subprocess.run([*git, "remove", "--force", str(at)], check=True)


def ratio(before: Engine, now: Engine, game: str, lane: str, rounds: int) -> tuple[float, float]:
    """Rounds a second before and now."""
    # The older one writes the tape: the newer reads what was written before it.
    tape = before.ask(do="tape", game=game, lane=lane, rounds=rounds, seed=SEED)
    both = (before, now)
    for engine in both:
        engine.ask(do="read", game=game, lane=lane, tape=tape)
    best = [min(turn) for turn in zip(*_turns(both), strict=True)]
    return rounds / best[0], rounds / best[1]


def _turns(both: tuple[Engine, Engine]) -> list[list[float]]:
    return [[engine.ask(do="turn") for engine in both] for _ in range(TURNS)]


def compare(commit: str, games: list[str], rounds: int = ROUNDS) -> dict[str, Any]:
    """Every game in both lanes: rounds a second before, now, and their ratio."""
    found: dict[str, Any] = {}
    with worktree(commit) as tree:
        before, now = Engine(tree), Engine(HERE)
        try:
            for game in games or before.ask(do="games"):
                print(f"{game:<32}", end="", flush=True)
                for lane in LANES:
                    was, is_ = ratio(before, now, game, lane, rounds)
                    found.setdefault(game, {})[lane] = (was, is_, is_ / was)
                    print(f"{was:10,.0f} {is_:10,.0f} {is_ / was:6.2f}", end="", flush=True)
                print()
        finally:
            before.close()
            now.close()
    return found


if __name__ == "__main__":
    heads = "".join(f"{lane + ': before':>14}    now  ratio" for lane in LANES)
    print(f"{'rounds a second':<28}{heads}")
    compare(sys.argv[1], sys.argv[2:])
