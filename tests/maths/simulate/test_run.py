"""A simulation: the same whatever the jobs, near the exact figure, honest about its error."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from tapete.chance import seeded
from tapete.games.cards.baccarat.state import BaccaratState
from tapete.games.registry import find
from tapete.maths.kernels.engine import NotPlayable
from tapete.maths.kernels.kernel import NoKernel, NoSuchMove
from tapete.maths.simulate.known import exact_edge
from tapete.maths.simulate.lanes import Play
from tapete.maths.simulate.run import ENGINE, KERNEL, Chunk, by_engine, figures, simulate, sizes
from tests.maths.kernels.charts import TIMID


def play_of(game: str, bet: str, **changes: str) -> Play:
    found = find(game)
    return Play(found, found.rules_of("scj-2023", changes), bet)


@pytest.mark.parametrize(
    ("game", "bet", "rounds"),
    [
        ("punto-y-banca", "banca", 5_000_000),
        ("baccarat", "punto", 5_000_000),
        ("baccarat", "punto/plantarse", 5_000_000),
        ("baccarat", "banca/plantarse", 5_000_000),
        ("war", "war/guerra", 5_000_000),
        ("war", "empate", 5_000_000),
        ("treinta-y-cuarenta", "rojo", 4_000_000),
        ("treinta-y-cuarenta", "color/asegurar", 4_000_000),
        ("ruleta-francesa", "rojo", 5_000_000),
        ("ruleta-francesa", "rojo/prision", 5_000_000),
        ("ruleta-americana-doble-cero", "linea-especial", 5_000_000),
        ("craps", "pass", 5_000_000),
        ("craps", "hard-6", 5_000_000),
        ("craps", "right:6", 5_000_000),
        ("chuck-a-luck", "field", 5_000_000),
        ("black-jack-perfect-pairs", "perfect-pairs", 5_000_000),
    ],
)
def test_the_edge_found_is_near_the_exact_one(game: str, bet: str, rounds: int) -> None:
    play = play_of(game, bet)
    found, known = simulate(play, rounds, seed=5), exact_edge(play)
    assert found.lane == KERNEL
    assert known is not None
    assert abs(found.distance(known.edge)) < 4
    assert found.error < 0.006


def test_black_jack_by_the_chart_is_near_its_solution() -> None:
    play = play_of("black-jack", "principal")
    found, known = simulate(play, 10_000_000, seed=9), exact_edge(play)
    assert known is not None
    # The cut card makes a little difference to a fresh shoe.
    assert abs(found.edge - known.edge) < 4 * found.error + 0.0003


def test_the_same_seed_gives_the_same_figures_whatever_the_jobs() -> None:
    one = simulate(play_of("black-jack", "principal"), 300_000, seed=3, jobs=1)
    three = simulate(play_of("black-jack", "principal"), 300_000, seed=3, jobs=3)
    other = simulate(play_of("black-jack", "principal"), 300_000, seed=4)
    assert one.nets == three.nets
    assert (one.mean, one.error) == (three.mean, three.error)
    assert one.nets != other.nets


@pytest.mark.parametrize("rounds", [1, 999, 1000, 123_457, 10**9])
def test_chunks_make_up_the_rounds(rounds: int) -> None:
    assert sum(sizes(rounds)) == rounds
    assert min(sizes(rounds)) > 0


def test_the_engine_plays_what_has_no_kernel() -> None:
    play = play_of("black-jack", "principal", behind_min="40")
    with pytest.raises(NoKernel):
        play.kernel()
    ticks: list[tuple[int, int]] = []
    found = simulate(play, 1_500, tick=lambda done, total: ticks.append((done, total)))
    assert found.lane == ENGINE
    assert found.bets == sum(found.nets.values()) == 1_500
    assert ticks[0] == (1, 1500)
    assert ticks[-1] == (1500, 1500)


def test_engine_and_kernel_find_the_same_within_their_errors() -> None:
    game = find("black-jack")
    play = Play(game, game.rules_of(), "principal", TIMID)
    slow, fast = by_engine(play, 4_000), simulate(play, 1_000_000)
    assert abs(slow.edge - fast.edge) < 4 * (slow.error + fast.error)
    assert abs(slow.deviation / fast.deviation - 1) < 0.1


def test_a_move_the_bet_never_has_is_refused() -> None:
    for game, bet in (
        ("war", "war/nada"),
        ("treinta-y-cuarenta", "rojo/nada"),
        ("ruleta-francesa", "rojo/nada"),
        ("punto-y-banca", "banca/nada"),
        ("baccarat", "punto/nada"),
        ("baccarat", "punto/seguir"),
    ):
        with pytest.raises(NoSuchMove):
            simulate(play_of(game, bet), 1_000)


def test_a_bet_that_is_never_open_is_refused() -> None:
    game = find("black-jack")
    with pytest.raises(NotPlayable):
        by_engine(Play(game, game.rules_of(), "seguro", TIMID), 50)


@pytest.mark.clause("CAT-III.2.5-01", "CAT-III.2.5-16")
def test_baccarat_is_played_by_four_of_whom_one_holds_the_bank() -> None:
    """The bank is always with one of the others, who goes on until it is lost; all play punto."""
    table = play_of("baccarat", "punto/plantarse").table()
    pick = seeded(4)
    bankers, nets = set(), set()
    for _ in range(60):
        nets.add(table.play(lambda ask: ask.some(pick)) / table.staked)
        assert isinstance(table.state, BaccaratState)
        if table.state.bank is not None:
            bankers.add(table.state.bank.seat)
            assert table.state.bank.amount == 100 * table.staked
    assert bankers == {2, 3, 4}
    assert nets == {-1, 0, 1}


def test_the_engine_plays_baccarat_as_the_kernel_does() -> None:
    play = play_of("baccarat", "banca/plantarse")
    slow, fast = by_engine(play, 3_000), simulate(play, 1_000_000)
    assert abs(slow.edge - fast.edge) < 4 * (slow.error + fast.error)
    assert set(slow.nets) == set(fast.nets) == {-1, 0, Fraction(19, 20)}


def test_the_rule_for_which_there_is_no_kernel_is_named() -> None:
    assert simulate(play_of("war", "war", behind_min="5"), 300).beyond == "behind_min"
    assert simulate(play_of("war", "war"), 300).beyond == ""


def test_the_standard_error_of_a_bet_a_round() -> None:
    half = Counter({Fraction(1): 500, Fraction(-1): 500})
    found = figures(KERNEL, 1000, [Chunk(half, 1000)], 1.0)
    assert found.mean == 0
    assert found.error == pytest.approx(1 / sqrt(999))
    assert found.interval(0.95) == pytest.approx((-0.062, 0.062), abs=1e-3)
    assert found.rate == 1000


def test_the_error_of_a_bet_that_lives_on_comes_from_the_chunks() -> None:
    """Craps: the spread of many short simulations is what one of them says of itself."""
    play = play_of("craps", "pass")
    runs = [simulate(play, 20_000, seed=seed) for seed in range(60)]
    mean = sum(run.mean for run in runs) / len(runs)
    spread = sqrt(sum((run.mean - mean) ** 2 for run in runs) / (len(runs) - 1))
    said = sum(run.error for run in runs) / len(runs)
    assert spread / said == pytest.approx(1, abs=0.3)
    assert all(run.bets < run.rounds for run in runs)


def test_a_million_rounds_are_the_first_of_ten_million() -> None:
    million, ten = sizes(10**6), sizes(10**7)
    assert million[:-1] == ten[: len(million) - 1] and million[-1] <= ten[len(million) - 1]
