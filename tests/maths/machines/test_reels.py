"""The par sheet of reel programs against every window gone through one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tapete.maths.machines import par_sheet
from tapete.systems.machines.library import load
from tapete.systems.machines.program import Reels, read_fields
from tapete.systems.machines.reels import Machinery
from tapete.systems.machines.validate import read_program

PROGRAMS = Path(__file__).parents[2] / "scenario" / "maquinas" / "programas"
WITH_WILDS = """
id = "comodines"
kind = "rodillos"
reels = ["oro plata comodin nada", "oro plata comodin*2 nada", "oro plata triple nada"]
lines = [[0, 0, 0]]
bets = { credits = [1] }
denominations = [100]
pays = ["oro x3 = 10", "oro x3 = 30 natural", "plata plata !oro = 2", "oro|plata x2 = 1"]
[wild.comodin]
times = 2
[wild.triple]
for = ["oro"]
times = 3
"""


def windows(program: Reels) -> tuple[Machinery, list[tuple[int, ...]]]:
    machine = Machinery(program)
    return machine, list(product(*(range(len(strip)) for strip in machine.layout.strips)))


def plain(program: Reels, bet: str) -> tuple[Fraction, Fraction, Fraction]:
    """Return, mean square and hit of the paid game alone, per unit staked, window by window."""
    machine, stops = windows(program)
    level = program.level(bet)
    assert level is not None
    mean = square = hit = 0
    for at in stops:
        seen = machine.window(at)
        paid = sum(win.credits for win in machine.wins(seen, level))
        mean, square = mean + paid, square + paid**2
        hit += bool(paid or machine.free_games(seen) or machine.picks(seen))
    cycle = len(stops)
    stake = level.stake
    return Fraction(mean, cycle * stake), Fraction(square, cycle * stake**2), Fraction(hit, cycle)


@pytest.mark.clause("CAT-VI.5-04")
@pytest.mark.parametrize("name", ["tres-cerezas", "faro", "veintisiete"])
def test_the_sheet_is_the_sum_over_every_window(name: str) -> None:
    program = load(PROGRAMS / f"{name}.toml")
    assert isinstance(program, Reels)
    bet = program.levels()[-1].bet
    level = par_sheet(program).level(bet)
    assert level is not None
    mean, _, hit = plain(program, bet)
    assert (level.base, level.hit) == (mean, hit)


@pytest.mark.parametrize("name", ["tres-cerezas", "veintisiete"])
def test_without_features_the_variance_is_that_of_the_windows(name: str) -> None:
    program = load(PROGRAMS / f"{name}.toml")
    assert isinstance(program, Reels)
    bet = program.levels()[0].bet
    level = par_sheet(program).level(bet)
    assert level is not None
    mean, square, _ = plain(program, bet)
    assert level.variance == square - mean**2


def test_wilds_multiply_and_natural_rows_take_none() -> None:
    program = read_program(WITH_WILDS, "comodines.toml")
    assert isinstance(program, Reels)
    level = par_sheet(program).level("1x1")
    assert level is not None
    mean, square, hit = plain(program, "1x1")
    assert (level.back, level.hit, level.variance) == (mean, hit, square - mean**2)
    machine = Machinery(program)
    one = program.levels()[0]
    paid = {
        at: sum(w.credits for w in machine.wins(machine.window(at), one))
        for at in windows(program)[1]
    }
    assert paid[0, 0, 0] == 30  # three of gold, no wild
    assert paid[0, 2, 0] == 20  # a wild doubles the row it stands in
    assert paid[2, 2, 2] == 0  # wilds alone are no row
    assert paid[0, 2, 2] == 60  # two and three make six
    assert paid[1, 1, 2] == 1  # the wild may stand for gold: !oro fails, the pair alone pays


ALWAYS = """
id = "siempre"
kind = "rodillos"
reels = ["a b b", "b a", "a a b"]
lines = [[0, 0, 0], [0, 0, 0]]
denominations = [10]
pays = ["a|b x2 = 3"]
"""
ONLY_FREE = """
id = "solo-gratis"
kind = "rodillos"
reels = ["S S a b", "a a S", "b a b"]
rows = 3
lines = [[2, 0, 1]]
denominations = [10]
pays = ["b x3 = 7"]
scatter_pays = ["S x1 = 30", "S x2 = 1"]
[free]
symbol = "S"
games = { 3 = 1 }
retrigger = false
reels = ["S S b a", "a a b b a", "b a a S"]
"""


def test_a_line_that_every_window_pays_and_a_prize_of_free_games_alone() -> None:
    """The same row whatever the reels show; a scatter that no paid window shows is no top award."""
    for text, bet, top in ((ALWAYS, "2x1", (30, 1)), (ONLY_FREE, "1x1", (10, 1))):
        program = read_program(text, "p.toml")
        assert isinstance(program, Reels)
        level = par_sheet(program).level(bet)
        assert level is not None and level.top == top
        assert (level.base, level.hit) == plain(program, bet)[::2]


def test_a_program_is_known_by_its_bytes() -> None:
    text = (PROGRAMS / "tres-cerezas.toml").read_text()
    first, second = read_fields(text, "a.toml"), read_fields(text + "\n", "a.toml")
    assert first.digest != second.digest
