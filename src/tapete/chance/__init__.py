"""Where chance comes from: the kernel for play, repeatable words for tests and simulation.

Kept out of the rules: a game only asks. Words come in (`kernel`), bounded draws come out
(`Chance`), and everything else (a spin, a throw, a shuffle) is made of bounded draws.
"""

from __future__ import annotations

from tapete.chance.answerers import Answerer, anyone, by_chance, tape
from tapete.chance.draws import draw, shuffle
from tapete.chance.port import AHEAD, WIDTH, Chance, Counts, Uneven, Words, accepted, scaled
from tapete.chance.repeatable import seeded
from tapete.chance.words import kernel, system

__all__ = [
    "AHEAD", "WIDTH", "Answerer", "Chance", "Counts", "Uneven", "Words", "accepted", "anyone",
    "by_chance", "draw", "kernel", "scaled", "seeded", "shuffle", "system", "tape",
]  # fmt: skip
