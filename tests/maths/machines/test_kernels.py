"""Compiled reels pay what the machine pays, window by window, and return what the sheet says."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest

from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.reels import (
    ReelTables,
    cycle_pays,
    parts_of,
    play_cycle,
    play_reels,
    reel_tables,
    window_pays,
)
from tapete.maths.kernels.stream import stream
from tapete.systems.machines.library import certificate, shipped
from tapete.systems.machines.program import Reels
from tapete.systems.machines.reels import Machinery
from tapete.systems.machines.validate import read_program

SHIPPED = ("tres-cerezas", "volcan", "faro", "desierto")


def reels(name: str) -> Reels:
    found = shipped(name)
    assert isinstance(found, Reels)
    return found


def check_window(machine: Machinery, tables: ReelTables, at: int, stops: Sequence[int]) -> None:
    """What the kernel reads in a window is what the machine reads there, at its largest bet."""
    level = machine.program.levels()[-1]
    strips = machine.layout.free_strips if at else machine.layout.strips
    first, second, third = (
        int(np.ravel_multi_index([stops[r] for r in part], [len(strips[r]) for r in part]))
        if len(part)
        else 0
        for part in parts_of(len(strips))
    )
    found = window_pays(
        at, first, second, third, tables.sizes, tables.starts, tables.which, tables.where,
        tables.ends, tables.pays, tables.counts, tables.by_count,
    )  # fmt: skip
    seen = machine.window(stops, free=bool(at))
    wins = sum(win.credits for win in machine.wins(seen, level))
    games = machine.free_games(seen)
    assert found == (wins, games, int(machine.picks(seen))), stops


@pytest.mark.parametrize("name", SHIPPED)
def test_kernel_and_machine_read_common_tapes_alike(name: str) -> None:
    program = reels(name)
    tables, machine = reel_tables(program, program.levels()[-1]), Machinery(program)
    rng = np.random.default_rng(7)
    for _ in range(1500):
        at = int(rng.integers(2))
        strips = machine.layout.free_strips if at else machine.layout.strips
        check_window(machine, tables, at, [int(rng.integers(len(strip))) for strip in strips])


WAYS = """
id = "caminos"
kind = "rodillos"
reels = [
  "sol luna comodin sol nube luna",
  "luna sol nube estrella comodin",
  "sol estrella nube comodin luna",
  "nube nube comodin sol luna"
]
rows = 2
ways = true
bets = { cost = 15, credits = [1, 5] }
denominations = [20]
pays = [
  "sol x2 = 1", "sol x3 = 3", "luna x3 = 2", "luna x4 = 5",
  "estrella x2 = 1", "comodin x3 = 20", "nube x1 = 1", "nube x4 = 7",
]
[wild.comodin]
times = 2
"""


def test_every_window_of_ways_with_wilds_that_multiply_is_read_alike() -> None:
    """Runs that end at each reel, rows without wilds, and wilds alone."""
    program = read_program(WAYS, "caminos.toml")
    assert isinstance(program, Reels)
    tables, machine = reel_tables(program, program.levels()[-1]), Machinery(program)
    for stops in product(*(range(len(strip)) for strip in machine.layout.strips)):
        check_window(machine, tables, 0, stops)


@compiled
def _whole_cycle(
    at: int, sizes: Any, starts: Any, which: Any, where: Any, ends: Any, pays: Any, counts: Any,
    by_count: Any, sums: Any,
) -> None:  # fmt: skip
    for first in range(sizes[at, 0]):
        for second in range(sizes[at, 1]):
            for third in range(sizes[at, 2]):
                paid, games, opens = window_pays(
                    at, first, second, third, sizes, starts, which, where, ends, pays, counts,
                    by_count,
                )  # fmt: skip
                sums[0] += paid
                sums[1] += games
                sums[2] += opens
                sums[3] += paid > 0 or games > 0 or opens > 0
                sums[4] += 1


def whole_cycle(tables: ReelTables, at: int) -> list[Fraction]:
    """Credits, free games, second screens and hits of a game, over all its windows one by one."""
    sums = np.zeros(5, dtype=np.int64)
    _whole_cycle(
        at, tables.sizes, tables.starts, tables.which, tables.where, tables.ends, tables.pays,
        tables.counts, tables.by_count, sums,
    )  # fmt: skip
    return [Fraction(int(one), int(sums[4])) for one in sums[:4]]


def screen_worth(program: Reels, name: str | None) -> Fraction:
    """What a second screen brings on average from here on, in total bets."""
    if program.pick is None or name is None:
        return Fraction(0)
    branches = program.pick.nodes[name]
    whole = sum(one.weight for one in branches)
    return sum(
        (Fraction(one.weight, whole) * (one.pays + screen_worth(program, one.next)))
        for one in branches
    ) + Fraction(0)


@pytest.mark.clause("CAT-VI.5-04", "CAT-VI.7.3-02")
@pytest.mark.parametrize("name", SHIPPED)
def test_the_sheet_is_the_whole_cycle_window_by_window(name: str) -> None:
    """Up to eight million windows, features included: the same fractions, not near them."""
    program, sheet = reels(name), certificate(name)
    assert sheet is not None
    for level in (program.levels()[0], program.levels()[-1]):
        par, tables = sheet.level(level.bet, program.denominations[0]), reel_tables(program, level)
        assert par is not None
        base, games, opens, hit = whole_cycle(tables, 0)
        free, again, *_ = whole_cycle(tables, 1)
        series = tables.multiplier * free / (1 - (again if tables.retrigger else 0))
        picks = screen_worth(program, program.pick and program.pick.start) * level.stake
        assert Fraction(par.channels["base"]) == base / level.stake
        assert Fraction(par.channels["features"]) == (games * series + opens * picks) / level.stake
        assert Fraction(par.hit) == hit


@pytest.mark.parametrize("name", SHIPPED)
def test_ten_million_simulated_plays_lie_inside_the_exact_band(name: str) -> None:
    program, sheet, n = reels(name), certificate(name), 10_000_000
    level = program.levels()[-1]
    assert sheet is not None
    par = sheet.level(level.bet, program.denominations[0])
    assert par is not None
    paid = play_reels(reel_tables(program, level), n, stream(11)).paid
    z = (
        (paid / (n * level.stake) - float(Fraction(par.back)))
        * sqrt(n)
        / sqrt(Fraction(par.variance))
    )
    assert abs(z) < 4.5


def test_the_whole_cycle_of_a_plain_program_pays_its_return() -> None:
    program = reels("tres-cerezas")
    pays = cycle_pays(program, program.levels()[0])
    assert len(pays) == 1000 and Fraction(int(pays.sum()), 1000) == Fraction(43, 50)
    n = 1_000_000
    z = (play_cycle(pays, n, stream(3)) / n - 0.86) * sqrt(n) / sqrt(49.1604)
    assert abs(z) < 4.5
    with pytest.raises(ValueError, match="more than one line"):
        cycle_pays(reels("volcan"), reels("volcan").levels()[0])
