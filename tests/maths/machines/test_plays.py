"""Keno, bingo, video poker, games of wheel and dice and a linked pot, simulated: inside the exact
band of their sheets."""

from __future__ import annotations

import pytest

from tapete.maths.machines.simulated import off_in_sigmas
from tapete.systems.machines.program import BrokenProgram
from tapete.systems.machines.validate import read_program


@pytest.mark.parametrize(
    ("name", "bet", "plays"),
    [
        ("keno", "", 10_000_000),
        ("bingo-noventa", "", 10_000_000),
        ("campana-pozo", "", 10_000_000),
        ("jacks-or-better", "", 200_000),
        ("bonus-poker", "", 200_000),
        ("double-bonus", "", 200_000),
        ("double-double-bonus", "", 200_000),
        ("deuces-wild", "", 200_000),
        ("ruleta-electronica", "rojo", 10_000_000),
        ("corona-electronica", "ancla", 10_000_000),
    ],
)
def test_simulated_plays_lie_inside_the_exact_band(name: str, bet: str, plays: int) -> None:
    """``python -m bench.machines --plays`` makes ten million plays of every program; Black Jack,
    whose chart takes long to solve, is held against the engine among the kernels."""
    assert abs(off_in_sigmas(name, plays, 11, bet)) < 4.5


def test_a_symbol_of_ways_has_natural_rows_or_plain_ones() -> None:
    """Both would pay the ways without a wild twice."""
    text = (
        'id = "dos"\nkind = "rodillos"\nreels = ["a w b", "a w b"]\nways = true\n'
        'denominations = [10]\npays = ["a x2 = 3", "a x2 = 9 natural"]\n[wild.w]\n'
    )
    with pytest.raises(BrokenProgram, match=r"dos.toml:6: bad-row: ways-natural symbol=a"):
        read_program(text, "dos.toml")
