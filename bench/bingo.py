"""A million bingo cards on one core: made, checked ball by ball, a whole game; ten thousand strips
of six; beside a plain loop.

``python -m bench.bingo`` prints the figures.
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from tapete.maths.bingo.fast import Check, index_of, make, whole_game
from tapete.maths.bingo.fast_strips import make_strips
from tapete.systems.bingo.cards import unrank
from tapete.systems.bingo.design import draws, indices
from tapete.systems.bingo.strips import STRIP, strip

CARDS, STRIPS = 1_000_000, 10_000
PLAIN, PLAIN_STRIPS = 20_000, 300
"""So many cards are enough to measure a plain loop by; its time is taken for a million."""


def timed(work: Any) -> tuple[float, Any]:
    began = perf_counter()
    found = work()
    return perf_counter() - began, found


def measure() -> dict[str, float]:
    """Seconds, and how many times a plain loop takes as long."""
    make("warm", 100)
    small = make("warm", 100)
    Check(small).ball(7)
    whole_game(small, range(1, 91))
    made, faces = timed(lambda: make("bench", CARDS))
    indexed, index = timed(lambda: index_of(faces))
    order = list(range(1, 91))
    Random(7).shuffle(order)
    check = Check(faces, index)
    balls = [timed(lambda b=ball: check.ball(b))[0] for ball in order]
    whole, _ = timed(lambda: whole_game(faces, order))
    make_strips("warm", 60)
    strips, _ = timed(lambda: make_strips("bench", STRIPS * STRIP))
    below = draws("bench")
    plain_strips, _ = timed(lambda: [strip(below) for _ in range(PLAIN_STRIPS)])
    scale = CARDS / PLAIN
    stream = indices("bench")
    plain_made, cards = timed(lambda: [unrank(next(stream)) for _ in range(PLAIN)])
    sets = [[set(row) for row in card.rows] for card in cards]

    def loop() -> None:
        out: set[int] = set()
        for ball in order:
            out.add(ball)
            for rows in sets:
                for row in rows:
                    row <= out  # noqa: B015 - the plain question, asked of every row at every ball

    plain_game, _ = timed(loop)
    return {
        "made": made, "made-ratio": plain_made * scale / made, "index": indexed,
        "ball-mean": sum(balls) / 90, "ball-worst": max(balls),
        "ball-ratio": plain_game * scale / 90 / (sum(balls) / 90), "game": whole,
        "game-ratio": plain_game * scale / whole, "strips": strips,
        "strips-ratio": plain_strips * STRIPS / PLAIN_STRIPS / strips,
    }  # fmt: skip


if __name__ == "__main__":
    for name, figure in measure().items():
        print(f"{name:12} {figure:,.5f}" if "ratio" not in name else f"{name:12} {figure:,.0f}")
