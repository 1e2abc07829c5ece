"""Write the golden records anew: ``python -m tests.passes.regenerate``, by hand.

The first scenarios of each game's folder in ``tests/cases`` are played and the actas of
their first rounds are kept beside this file. Do it only when a rule changed on purpose, and read
the difference.
"""

from __future__ import annotations

from pathlib import Path

from tapete.games.registry import GAMES
from tapete.scenario import play_scenario

PASSES = Path(__file__).parent
CASES = PASSES.parent / "cases"
SCENARIOS_A_GAME = 2
ROUNDS_A_SCENARIO = 3


def regenerate() -> None:
    """Replace the golden records of every game that is built."""
    for game in GAMES:
        folder = PASSES / game
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.acta"):
            old.unlink()
        for file in sorted((CASES / game).glob("*.toml"))[:SCENARIOS_A_GAME]:
            result = play_scenario(file)
            assert result.passed, result.differences
            for record in result.records[:ROUNDS_A_SCENARIO]:
                name = f"{file.stem}-{record.header.number}.acta"
                (folder / name).write_text(record.text(), "utf-8")


if __name__ == "__main__":
    regenerate()
