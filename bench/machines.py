"""Machines: spins a second a core, seconds an exact sheet takes, ten million plays against the
exact band, and the watch: how often it cries for nothing, when it catches a drift.

``python -m bench.machines`` prints the figures, ``--plays`` only those of the ten million plays of
every shipped program, and fails if one lies outside its band. The watch's are whole lives of Tres
Cerezas, looked at every hundred plays.
"""

from __future__ import annotations

import sys
from math import sqrt
from time import process_time

import numpy as np

from tapete.maths.kernels.reels import cycle_pays, play_cycle, play_reels, reel_tables
from tapete.maths.kernels.stream import stream
from tapete.maths.machines import par_sheet
from tapete.maths.machines.lives import SIGMA, lives
from tapete.maths.machines.simulated import off_in_sigmas
from tapete.systems.machines.library import shipped, shipped_ids
from tapete.systems.machines.program import Reels
from tapete.systems.machines.watch import width

POKER = ("jacks-or-better", "double-bonus", "double-double-bonus", "deuces-wild")
LIVES, PLAYS = 2_000, 200_000
SPINS = 10_000_000
BAND = 4.5
"""Standard deviations: all fifteen stay inside but for one time in ten thousand."""
MESA = {
    "ruleta-electronica": "rojo", "corona-electronica": "ancla",
    "black-jack-electronico": "principal",
}  # fmt: skip
"""A bet on each of the games behind a machine."""


def speed() -> dict[str, float]:
    """Plays a second of processor time."""
    found: dict[str, float] = {}
    for name in ("tres-cerezas", "volcan", "faro", "desierto"):
        program = shipped(name)
        assert isinstance(program, Reels)
        level = program.levels()[-1]
        tables = reel_tables(program, level)
        play_reels(tables, 1000, stream(1))
        began = process_time()
        played = play_reels(tables, SPINS, stream(2))
        found[f"{name} {level.bet}: spins a second"] = played.spins / (process_time() - began)
    cherries = shipped("tres-cerezas")
    assert isinstance(cherries, Reels)
    pays = cycle_pays(cherries, cherries.levels()[0])
    play_cycle(pays, 1000, stream(1))
    began = process_time()
    play_cycle(pays, 20 * SPINS, stream(2))
    found["tres-cerezas by its cycle: plays a second"] = 20 * SPINS / (process_time() - began)
    return found


def sheets() -> dict[str, float]:
    """Seconds of processor time for the exact sheet of each program, nothing of it being known; the
    kernels are compiled."""
    par_sheet(shipped("bonus-poker"))
    found: dict[str, float] = {}
    for name in ("faro", "volcan", "desierto", *POKER):
        program = shipped(name)
        began = process_time()
        par_sheet(program)
        found[f"{name}: seconds of its exact sheet"] = process_time() - began
    return found


def plays() -> dict[str, float]:
    """How far ten million plays of each program lie from its sheet, in standard deviations."""
    found: dict[str, float] = {}
    for name in shipped_ids():
        bet = MESA.get(name, "")
        off = off_in_sigmas(name, SPINS, 11, bet)
        found[f"{name} {bet}".strip() + ": off, in sigmas"] = off
        assert abs(off) < BAND, f"{name}: {off} sigmas from its sheet"
    return found


def measure() -> dict[str, float]:
    """The share of false alarms at three levels, and the median time to catch three drifts beside
    the time the band predicts."""
    found: dict[str, float] = {}
    for alpha in (0.1, 0.05, 0.01):
        false = np.count_nonzero(lives(0.86, PLAYS, LIVES, alpha, 1)) / LIVES
        found[f"false alarms at {alpha}"] = false
    for drift in (0.05, 0.10, 0.20):
        caught = lives(0.86 - drift, 4 * PLAYS, 300, 0.001, 2)
        median = float(np.median(np.where(caught == 0, 10**9, caught)))
        found[f"plays to catch {drift}"] = median
        found[f"predicted for {drift}"] = (width(median) / sqrt(median) * SIGMA / drift) ** 2
    return found


if __name__ == "__main__":
    figures = plays() if "--plays" in sys.argv else speed() | sheets() | plays() | measure()
    for name, value in figures.items():
        print(f"{name}: {value:,.4g}")
