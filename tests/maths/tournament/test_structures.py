"""Structures of tournaments simulated, prize tables compared, bubble factors."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from tapete.chance import seeded
from tapete.cli.main import cli
from tapete.maths.tournament.bubble import bubble_factor, bubble_factors
from tapete.maths.tournament.structure import Level, Structure, flatness, play_out, simulate
from tests.systems.tournament.field import changed

LEVELS = tuple(Level(15, big // 2, big, big) for big in (100, 200, 400, 800, 1600))


def test_longer_levels_and_deeper_stacks_last_longer() -> None:
    usual = simulate(Structure(LEVELS, 10_000), 27, 15)
    longer = simulate(Structure(tuple(one._replace(minutes=30) for one in LEVELS), 10_000), 27, 15)
    deeper = simulate(Structure(LEVELS, 40_000), 27, 15)
    assert longer.hours[1] > usual.hours[1] < deeper.hours[1]
    assert usual.levels[0].left == 27 and usual.levels[0].depth == 100
    lefts = [row.left for row in usual.levels if row.reached == 1]
    assert lefts == sorted(lefts, reverse=True)


def test_a_run_ends_with_one_player_and_its_breaks_take_time() -> None:
    paused = tuple(one._replace(pause=10) for one in LEVELS)
    plain = play_out(Structure(LEVELS, 5_000), 9, seeded("tres"))
    with_breaks = play_out(Structure(paused, 5_000), 9, seeded("tres"))
    assert plain.left[0] == 9 and plain.left == with_breaks.left
    assert with_breaks.minutes == plain.minutes + 10 * (len(plain.left) - 1)


def test_how_flat_a_prize_table_is() -> None:
    even = flatness([Fraction(25)] * 4, 40)
    steep = flatness([Fraction(70), Fraction(20), Fraction(10)], 40)
    assert even.gini == 0 and even.ratio == 1 and even.paid == Fraction(1, 10)
    assert steep.gini > Fraction(1, 3) and steep.first == Fraction(7, 10) and steep.ratio == 7


def test_on_the_bubble_a_chip_lost_is_worth_more_than_one_won() -> None:
    """Four left, three paid alike: who covers risks less than who is covered."""
    factors = bubble_factors([5_000, 5_000, 5_000, 5_000], [100, 100, 100])
    assert all(one is None or one == pytest.approx(3.0) for row in factors for one in row)
    assert bubble_factor([500, 500], [70, 30], 0, 1) == pytest.approx(1.0)
    assert bubble_factor([900, 50, 50], [50, 30, 20], 0, 1) < bubble_factor(
        [900, 50, 50], [50, 30, 20], 1, 0
    )


def test_the_command_compares_two_structures_and_draws_them(tmp_path: Path) -> None:
    picture = tmp_path / "dos.png"
    said = CliRunner().invoke(cli, [
        "--lang", "en", "torneo", "sit-and-go", "--with", "ejemplo", "--players", "9",
        "--runs", "4", "--png", str(picture),
    ])  # fmt: skip
    assert said.exit_code == 0, said.output
    assert "hours more than the first" in said.output and picture.read_bytes()[:4] == b"\x89PNG"
    told = CliRunner().invoke(
        cli, ["torneo", "--stacks", "500,300", "--prizes", "70,30", "--json"]
    )  # fmt: skip
    assert json.loads(told.output)["icm"] == [55.0, 45.0]
    many = ",".join(str(1000 + n) for n in range(16))  # too many to stand side by side
    told = CliRunner().invoke(cli, ["--lang", "en", "torneo", "--stacks", many, "--prizes", "9,1"])
    assert "bubble, most" in told.output and "…" not in told.output and "1,015" in told.output
    for wrong in (["nada"], ["--stacks", "a,b", "--prizes", "1"], ["black-jack"]):
        refused = CliRunner().invoke(cli, ["--lang", "en", "torneo", *wrong])
        assert refused.exit_code != 0 and "Traceback" not in refused.output
    bad = tmp_path / "malas.toml"  # what is refused is said with file, line and clause
    bad.write_text(changed(maximo="91"), "utf-8")
    refused = CliRunner().invoke(cli, ["--lang", "en", "torneo", str(bad)])
    assert refused.exit_code != 0
    assert f"{bad}:11: The maximum" in refused.output and "[CAT-VII.3.1-19]" in refused.output
